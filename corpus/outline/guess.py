"""Kind, edition, date, language and title of a text, guessed from its own words.

Every guess carries its Russian reason, to be shown and overruled.
"""

from __future__ import annotations

import re
from collections import Counter
from textwrap import shorten
from typing import NamedTuple

from corpus.document import Kind
from corpus.outline.blocks import Block
from corpus.outline.edition import mentions
from corpus.outline.laws import is_head
from corpus.outline.marks import ARTICLE, CASE, LAW, PART, TOPIC, heading_like, mark
from corpus.outline.titles import ATTENDANCE, FRONT, goes_on, opening_title, title_lines

_MONTHS = (
    *("январ", "феврал", "март", "апрел", "ма", "июн"),
    *("июл", "август", "сентябр", "октябр", "ноябр", "декабр"),
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_DATE_WORDS = re.compile(
    r"\b(\d{1,2})\s+([А-Яа-яA-Za-z]{3,9})\s+(\d{4})\b|\b([A-Z][a-z]{2,8})\s+(\d{1,2}),?\s+(\d{4})\b"
)
_DATE_NUMBERS = re.compile(r"\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b|\b(\d{4})-(\d\d)-(\d\d)\b")
_YEAR = re.compile(r"(?:19[5-9]|20[0-4])[0-9](?!\w)")
_CODE = re.compile(
    r"кодекс\w*\s+(?:\w+\s+и\s+)?(?:практик|этик|поведени|чести)|code\s+of\s+(?:practice|conduct|ethics)"
)
_MEETING = re.compile(r"^(?:[^\n]{0,60}\s)?(?:заседани[ея]|совещани[ея]|meeting)\b", re.MULTILINE)
_NOT_CYRILLIC = re.compile("[^\u0400-\u04ff]+")
_NOT_LATIN = re.compile("[^A-Za-z]+")


_OF_POINTS = (Kind.CODE, Kind.REGULATIONS, Kind.APPEALS, Kind.PROSE)
_LONGEST_TITLE = 150


class Guess(NamedTuple):
    """A value and the Russian reason for it."""

    value: str
    reason: str


def kind(found: list[Block]) -> Guess:
    """What sort of text the paragraphs make up."""
    sample = found[:4000]
    marks = [block.mark for block in sample]
    kinds = Counter(m.kind for m in marks if m)
    heads = sum(bool((h := LAW.match(b.text)) and is_head(b.text, h)) for b in sample)
    words = "\n".join(block.text for block in sample[:400]).lower()
    top = "\n".join(block.text for block in sample[:6]).lower()
    cases = sum(bool(CASE.match(b.text)) and len(b.text) < 120 for b in sample)
    if cases >= 2 or (cases and "апелляци" in top):
        return Guess(Kind.APPEALS, f"разборы случаев под номерами: {cases}")
    if "протокол" in top or "minutes of" in top:
        return Guess(Kind.MINUTES, "в начале стоит слово «протокол»")
    if _MEETING.search(top) and first_date(top):
        return Guess(Kind.MINUTES, "в начале названо заседание с его датой")
    if _CODE.search(top):
        return Guess(Kind.CODE, "в начале назван кодекс практики")
    rules = any(word in top for word in ("регламент", "условия соревнован", "положение о"))
    if rules and not any(LAW.match(b.text) and not ARTICLE.match(b.text) for b in sample):
        return Guess(Kind.REGULATIONS, "в начале назван регламент, условия или положение")
    if kinds["dotted"] >= 2 and (heads or "комментари" in top):
        return Guess(Kind.COMMENTARY, f"пункты вида 17.4 под заголовками правил: {kinds['dotted']}")
    if heads >= 2 or (heads and kinds["capital"]):
        return Guess(
            Kind.LAWS, f"заголовки правил: {heads}, подразделы A, B, C: {kinds['capital']}"
        )
    if kinds["capital"] >= 2 and kinds["number"] >= 2 and "комитет" not in words:
        return Guess(Kind.LAWS, "подразделы A, B, C с пунктами 1, 2, 3")
    if kinds["dotted"] >= 2 and _commentary_numbers(sample):
        return Guess(Kind.COMMENTARY, "пункты вида 17.4, номер слева – номер правила")
    if rules or kinds["dotted"] >= 3:
        return Guess(
            Kind.REGULATIONS, "нумерованные пункты вида 1.2 или слово «регламент» в начале"
        )
    if words.count("комитет") >= 3 and kinds["number"] >= 2:
        return Guess(Kind.MINUTES, "нумерованные пункты о решениях комитета")
    if words.count("апелляционн") >= 5:
        return Guess(Kind.CODE, "говорит о работе апелляционных комитетов")
    return Guess(Kind.PROSE, "форма не узнана: читается по абзацам")


def _commentary_numbers(sample: list[Block]) -> bool:
    """Whether the paragraphs N.M cite laws and N is large or starts in the middle.

    Where a head «27. Отклонения» stands over 27.1, the points are the text's own.
    """
    numbers = [m.value for b in sample if (m := b.mark) and m.kind == "dotted"]
    laws = sum("правил" in block.text.lower() or "law" in block.text.lower() for block in sample)
    first = [int(n.split(".")[0]) for n in numbers if n.count(".") == 1]
    heads = {m.value for b in sample if (m := b.mark) and m.kind == "number"}
    if heads.intersection(map(str, first)):
        return False
    return len(first) >= 2 and laws * 3 >= len(sample) and max(first) > 5


def numbering(found: list[Block]) -> Guess | None:
    """How sections and points are lettered: by the Latin or by the Russian alphabet."""
    marks = [m for b in found if (m := b.mark) and m.kind in ("capital", "letter")]
    capitals = [m.value for m in marks if m.kind == "capital"]
    letters = capitals if len(capitals) > 1 else [m.value for m in marks]
    what = "разделы" if letters is capitals else "пункты"
    if any(letter in "Бб" for letter in letters):
        return Guess("russian", f"{what} названы А, Б, В")
    return Guess("latin", f"{what} названы A, B, C") if letters else None


def date(found: list[Block], kind: Kind) -> Guess | None:
    """The first date or, failing that, year in the headings at the beginning.

    The year of an edition is the date of the laws only, not of a commentary on them.
    """
    for block in found[:8]:
        if (iso := first_date(block.text[:400])) is not None:
            return Guess(iso, f"дата в начале текста: «{block.text[:60]}»")
    for block in found[:3]:
        if kind is not Kind.LAWS and mentions(block.text):
            continue
        of_title = heading_like(block.text) or goes_on(block.text)
        if of_title and (year := _YEAR.search(block.text)):
            return Guess(year.group(), f"год в заголовке: «{block.text[:60]}»")
    return None


def first_date(text: str) -> str | None:
    """The first full date in ISO form («24 августа 1998», 24.08.1998, «August 24, 1998»)."""
    dates: list[tuple[int, str]] = []
    for match in _DATE_WORDS.finditer(text):
        day, month, year = (match.group(i) or match.group(j) for i, j in ((1, 5), (2, 4), (3, 6)))
        number = _month(month)
        if number and 1 <= int(day) <= 31:
            dates.append((match.start(), f"{year}-{number:02}-{int(day):02}"))
    for match in _DATE_NUMBERS.finditer(text):
        a, b, c, d, e, f = match.groups()
        year, month, day = (d, e, f) if d else (c, b, a)
        if 1 <= int(month) <= 12 and 1 <= int(day) <= 31:
            dates.append((match.start(), f"{year}-{int(month):02}-{int(day):02}"))
    return min(dates)[1] if dates else None


def _month(word: str) -> int | None:
    small = word.lower()
    for number, stem in enumerate(_MONTHS):
        if stem == "ма":
            if small in ("май", "мая", "мае"):
                return 5
        elif small.startswith(stem) or (
            number >= 12 and len(small) == 3 and stem.startswith(small)
        ):
            return number % 12 + 1
    return None


def language(text: str) -> str:
    """``ru`` when most letters of the beginning are Cyrillic, else ``en``."""
    sample = text[:20_000]
    cyrillic = len(_NOT_CYRILLIC.sub("", sample))
    latin = len(_NOT_LATIN.sub("", sample))
    return "ru" if cyrillic >= latin else "en"


def title(found: list[Block], kind: Kind) -> Guess | None:
    """The headings a text begins with, as one line."""
    most = title_lines(found) if kind in _OF_POINTS else 4
    opening = opening_title(found)
    lines = [opening] if opening else []
    if opening and goes_on(found[1].text):
        most = max(most, 2)
    for block in found[len(lines) : min(most, 4)]:
        text = block.text.lstrip("# ")
        head = TOPIC.match(text) or PART.match(text) or CASE.match(text) or ATTENDANCE.match(text)
        if lines and goes_on(text):
            lines.append(text)
            continue
        if not heading_like(text, 100) or mark(text) or head or (lines and FRONT.fullmatch(text)):
            break
        lines.append(text)
    if not lines:
        return None
    return Guess(shorten(" ".join(lines), _LONGEST_TITLE, placeholder="…"), "первые строки текста")
