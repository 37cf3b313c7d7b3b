"""Twenty-odd ways to spoil a clean text, each with the rule that must notice.

A damage takes a text and a random generator and gives the spoilt text and the stretch where the
rule is expected to point, or None when the text has nothing to spoil that way.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

Spoilt = tuple[str, int, int]
Spoil = Callable[[str, random.Random], Spoilt | None]

NUMBER = r"(?<=Правил[аеу] )\d{1,2}[A-H]\d?(?:\([a-c]\))?(?![\w(])"
PLAIN = r"(?<=Правил[аеу] )\d{1,2}(?![\w(.,–-]| или| и \d|,)"


@dataclass(frozen=True, slots=True)
class Damage:
    """One way to spoil a text (of one edition) and the code of the rule that must notice."""

    name: str
    code: str
    spoil: Spoil
    edition: str = ""


def _pick(pattern: str, text: str, chance: random.Random) -> re.Match[str] | None:
    found = list(re.finditer(pattern, text))
    return chance.choice(found) if found else None


def _replace(pattern: str, change: Callable[[re.Match[str], random.Random], str]) -> Spoil:
    def spoil(text: str, chance: random.Random) -> Spoilt | None:
        match = _pick(pattern, text, chance)
        if match is None:
            return None
        new = change(match, chance)
        if new == match[0]:
            return None
        start, end = match.span()
        return text[:start] + new + text[end:], start, start + len(new)

    return spoil


def _translate(table: dict[str, str]) -> Callable[..., str]:
    def change(match: re.Match[str], chance: random.Random) -> str:
        places = [i for i, s in enumerate(match[0]) if s in table]
        if not places:
            return match[0]
        place = chance.choice(places)
        return match[0][:place] + table[match[0][place]] + match[0][place + 1 :]

    return change


def _sentence_end(words: str, before: str = "", after: str = "") -> Spoil:
    """Put ``words`` (a sentence) between two sentences; the place is ``words`` themselves."""

    def spoil(text: str, chance: random.Random) -> Spoilt | None:
        match = _pick(r"(?<=[а-яё]\.) (?=[А-ЯЁ])", text, chance)
        if match is None:
            return None
        at = match.end()
        return (
            text[:at] + before + words + after + " " + text[at:],
            at + len(before),
            at + len(before) + len(words),
        )

    return spoil


def _typo(match: re.Match[str], chance: random.Random) -> str:
    word = match[0]
    place = chance.randrange(1, len(word) - 1)
    slip = chance.choice(("double", "swap", "drop", "replace"))
    if slip == "double":
        return word[:place] + word[place] + word[place:]
    if slip == "swap" and word[place] != word[place - 1]:
        return word[: place - 1] + word[place] + word[place - 1] + word[place + 1 :]
    if slip == "drop":
        return word[:place] + word[place + 1 :]
    wrong = chance.choice([s for s in "цщъыэюжф" if s != word[place]])
    return word[:place] + wrong + word[place + 1 :]


def _drop_item(text: str, chance: random.Random) -> Spoilt | None:
    items = list(re.finditer(r"(?m)^(\d{1,2})\. .*(?:\n(?!\d{1,2}\. ).*)*\n", text))
    inner = [
        i
        for i in range(1, len(items) - 1)
        if int(items[i - 1][1]) + 1 == int(items[i][1]) == int(items[i + 1][1]) - 1
    ]
    if not inner:
        return None
    at = chance.choice(inner)
    start, end = items[at].start(), items[at + 1].start()
    return text[:start] + text[end:], start, start + 3


def _twice(text: str, chance: random.Random) -> Spoilt | None:
    match = _pick(r"(?m)^[А-ЯЁ][^\n]{40,300}[.:;]$", text, chance)
    if match is None:
        return None
    at = match.end()
    return text[:at] + "\n\n" + match[0] + text[at:], at + 2, at + 2 + len(match[0])


def _pages(text: str, chance: random.Random) -> Spoilt | None:
    breaks = [m.start() for m in re.finditer(r"\n\n", text)]
    if len(breaks) < 4:
        return None
    first, second = sorted(chance.sample(breaks, 2))
    number = chance.randrange(10, 80)
    one, two = f"\n\n- {number} -\n\n", f"\n\n- {number + chance.randrange(2, 6)} -\n\n"
    spoilt = text[:first] + one + text[first:second] + two + text[second:]
    at = second + len(one) + 2
    return spoilt, at, at + len(two) - 4


def _cut_start(text: str, chance: random.Random) -> Spoilt | None:
    match = _pick(r"(?<=[а-яё], )[а-яё]{3,}", text[: len(text) // 2], chance)
    return None if match is None else (text[match.start() :], 0, len(match[0]))


def _cut_end(text: str, chance: random.Random) -> Spoilt | None:
    match = _pick(r"[а-яё]{4,}(?= [а-яё]{3,})", text[len(text) // 2 :], chance)
    if match is None:
        return None
    end = len(text) // 2 + match.end()
    line = text[text.rfind("\n", 0, end) + 1 : end]
    return (text[:end], end - len(match[0]), end) if len(line) > 40 else None


def _glue_heading(text: str, chance: random.Random) -> Spoilt | None:
    match = _pick(r"(?<=[.!?])\n+(?=(?:Правило|ПРАВИЛО) \d+\. [А-ЯЁ])", text, chance)
    if match is None:
        return None
    return text[: match.start()] + text[match.end() :], match.start(), match.start() + 10


def _notes(numbers: tuple[int, ...]) -> Spoil:
    """Numbered marks at sentence ends in order, their notes at the text's end."""

    def spoil(text: str, chance: random.Random) -> Spoilt | None:
        ends = [m.end() for m in re.finditer(r"[а-яё]{4,}(?=\. [А-ЯЁ])", text)]
        if len(ends) < len(numbers):
            return None
        pieces, last, shift, places = [], 0, 0, []
        for number, at in zip(numbers, sorted(chance.sample(ends, len(numbers))), strict=True):
            mark = f"[{number}]"
            pieces += [text[last:at], mark]
            places.append(at + shift)
            shift += len(mark)
            last = at
        body = "".join(pieces) + text[last:].rstrip()
        notes = "".join(f"\n\n[{n}] Так сказано в подлиннике." for n in numbers)
        gap = next(i for i in range(1, len(numbers)) if numbers[i] != numbers[i - 1] + 1)
        return body + notes + "\n", places[gap], places[gap] + 3

    return spoil


def _star(note: str | None) -> Spoil:
    """A starred word; its note (or none) as a paragraph after the next ones."""

    def spoil(text: str, chance: random.Random) -> Spoilt | None:
        if "*" in text:
            return None
        match = _pick(r"[а-яё]{5,}(?=[ ,.])", text, chance)
        if match is None:
            return None
        at = match.end()
        starred = text[:at] + "*" + text[at:]
        if note is None:
            return starred, at, at + 1
        ends = [m.start() for m in re.finditer(r"\n\n", starred) if m.start() > at]
        place = chance.choice(ends[:4]) if ends else len(starred)
        return starred[:place] + f"\n\n* {note}" + starred[place:], place + 2, place + 4

    return spoil


def _unpair(signs: str) -> Spoil:
    def spoil(text: str, chance: random.Random) -> Spoilt | None:
        match = _pick(re.escape(signs[0]) + r"[^“”()\n]{3,80}" + re.escape(signs[1]), text, chance)
        if match is None:
            return None
        first = chance.random() < 0.5
        gone = match.start() if first else match.end() - 1
        spoilt = text[:gone] + text[gone + 1 :]
        left = match.end() - 2 if first else match.start()
        return spoilt, left, left + 1

    return spoil


def _case(match: re.Match[str], chance: random.Random) -> str:
    return chance.choice((match[0].lower(), re.sub(r"(?<=\d)([A-H])", r"(\1)", match[0])))


CYRILLIC = {"A": "А", "B": "В", "C": "С", "E": "Е"}
SMALL = {"a": "а", "c": "с"}
CONFUSED = {"3": "З", "0": "О", "1": "l", "6": "б"}
LETTERS = {"о": "o", "е": "e", "а": "a", "с": "c", "р": "p"}
LIST_MARK = r"(?m)(?<=^\()[ac](?=\) )|^[ABCE](?=\. [А-ЯЁ])"
ONE_NUMBER = r"Правил[еу] \d{1,2}[A-H]?\d?(?=[.,;] [а-яА-Я])(?!, \d)"
ADDRESS = r"(?<!\w)[Гг]-н(?= [А-ЯЁ])"
NAMED = r"(?:несанкционированн|нелегальн)(?=(?:ая|ой|ую) информаци)"


def _always(words: str) -> Callable[..., str]:
    return lambda *_: words


DAMAGES: tuple[Damage, ...] = (
    Damage("кириллица в номере", "N201", _replace(NUMBER, _translate(CYRILLIC))),
    Damage("(b) стало (в)", "N202", _sentence_end("31A2(в)", "Применяется Правило ", ".")),
    Damage(
        "буква вместо цифры",
        "N203",
        _replace(r"(?<=Правил[аеу] )[2-9][0136](?=[A-H]\d?(?![\w(]))", _translate(CONFUSED)),
    ),
    Damage("строчная буква или скобки", "N204", _replace(NUMBER, _case)),
    Damage(
        "буква списка из другого алфавита",
        "N205",
        _replace(LIST_MARK, lambda m, _: {**CYRILLIC, **SMALL}[m[0]]),
    ),
    Damage(
        "латинская буква в слове",
        "N206",
        _replace(r"(?<!\w)[бвгдж-я]*[оеаср][а-яё]{4,}", _translate(LETTERS)),
    ),
    Damage("номер, которого нет", "R101", _replace(PLAIN, lambda _, c: str(c.randrange(94, 130)))),
    Damage(
        "номер другого издания",
        "R102",
        _sentence_end("15C2", "Применяется Правило ", "."),
        edition="1997",
    ),
    Damage("промежуток назад", "R104", _sentence_end("64–62", "Применяются Правила ", ".")),
    Damage(
        "множественное число при одном номере",
        "R105",
        _replace(ONE_NUMBER, lambda m, _: "Правилам" + m[0][7:]),
    ),
    Damage("сноска потеряна", "F301", _star(None)),
    Damage("номер сноски пропущен", "F303", _notes((1, 2, 4))),
    Damage("сноска только отсылает", "F304", _star("См. сноску выше.")),
    Damage("заголовок слит с текстом", "S402", _glue_heading),
    Damage("абзац стоит дважды", "S404", _twice),
    Damage("пункт потерян", "S406", _drop_item),
    Damage("страницы потеряны", "S407", _pages),
    Damage("начало отрезано", "S408", _cut_start),
    Damage("конец отрезан", "S408", _cut_end),
    Damage(
        "знаки мастей потеряны", "S409", _sentence_end(" , , , ", "Масти по старшинству: NT,", ".")
    ),
    Damage(
        "слово стоит дважды",
        "S410",
        _replace(r"(?<= )[а-яё]{3,}(?= )", lambda m, _: f"{m[0]} {m[0]}"),
    ),
    Damage("кавычка без пары", "S411", _unpair("“”")),
    Damage("скобка без пары", "S411", _unpair("()")),
    Damage("обращение испорчено", "S412", _replace(ADDRESS, _always("Öн"))),
    Damage(
        "пробел после запятой пропал", "S413", _replace(r"(?<=[а-яё]), (?=[а-яё])", _always(","))
    ),
    Damage("тире вместо дефиса", "S414", _replace(r"(?<=[а-яё])-(?=[а-яё])", _always("–"))),
    Damage("термин под другим именем", "T502", _replace(NAMED, _always("недопустим"))),
    Damage("Закон вместо Правила", "T503", _replace(r"Правил(?=[уе] \d)", _always("Закон"))),
    Damage("опечатка", "T504", _replace(r"(?<![\w-])[а-яё]{8,}(?![\w-])", _typo)),
)
