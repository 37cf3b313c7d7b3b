"""The marks a paragraph may begin with, told by their form.

Canonical letters: «А В С Е К М О Р Т Х» printed in Cyrillic stand for their Latin twins, unless
the list is lettered by the Russian alphabet (it has a «Б»); then А Б В Г are A B C D.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from corpus.document import Metadata

_TWINS = str.maketrans("АВСЕНКМОРТХасеорхукв", "ABCEHKMOPTXaceopxykb")
_RUSSIAN = "абвгдежзиклмнопрст"
_ROMAN = re.compile(r"x{0,3}(?:ix|iv|v?i{0,3})")


class Mark(NamedTuple):
    """A mark and its place: ``value`` as printed, ``size`` with the spaces after it."""

    kind: str
    value: str
    size: int


PART = re.compile(
    r"(?P<word>Часть|ЧАСТЬ|Глава|ГЛАВА|Раздел|РАЗДЕЛ|Part|PART|Chapter|CHAPTER|Section|SECTION"
    r"|Приложение|ПРИЛОЖЕНИЕ|Appendix|APPENDIX)[ ]+"
    r"(?P<number>[IVXLivxl]+|\d{1,3}|[A-ZА-Я])\b[ .:–—-]*"
)
LAW = re.compile(
    r"(?:Правило|ПРАВИЛО|Закон|ЗАКОН|Law|LAW|Статья|СТАТЬЯ|Параграф|§)[ ]*(?:№[ ]*)?"
    r"(?P<number>\d{1,3})(?P<stop>[ ]?[.:–—-]|(?=[ ]*$|[ ]+[A-ZА-ЯЁ«\"“]|\n))[ ]*"
)
TOPIC = re.compile(
    r"(?:Правил[оа]|ПРАВИЛ[ОА]|Закон|ЗАКОН|Статья|Laws?|LAWS?|§)[ ]*(?:№[ ]*)?\d{1,3}\w{0,4}\b"
)
"""A heading that names the law spoken of («Правило 25В»), as minutes and digests have them."""
CASE = re.compile(
    r"(?:Апелляция|АПЕЛЛЯЦИЯ|Дело|ДЕЛО|Случай|СЛУЧАЙ|Case|CASE|Appeal|APPEAL)[ ]*"
    r"(?:№|No\.?|N)?[ ]*(?P<number>\d{1,4})\b[ .:–—-]*"
)
ARTICLE = re.compile(
    r"(?:Статья|СТАТЬЯ|Параграф|ПАРАГРАФ|§|Article|ARTICLE)[ ]*(?:№[ ]*)?"
    r"(?P<number>\d{1,3})\b[ .:–—-]*"
)
"""A numbered article of regulations; in laws it is a head like any other (``LAW``)."""
ITEM = re.compile(
    r"(?:Пункт|ПУНКТ|Вопрос|ВОПРОС|Item|ITEM)[ ]+(?:№[ ]*)?(?P<number>\d{1,2})(?:[.:)][ ]*|[ ]*$)"
)
"""An item of minutes whose number has a word before it."""
SECTION_NAME = re.compile(
    r"(?:Факты|Обстоятельства|Решение|Постановление|Вердикт|Апеллир\w+\s+сторона|Апеллянты?"
    r"|Аргументы|Доводы|Позиция|Объяснения|Показания|Обоснование|Мотивировка|Торговля|Розыгрыш"
    r"|Результат|Залог|Facts|Ruling|Decision|Director['’]?s?\s+ruling|Committee['’]?s?\s+decision"
    r"|Appellants?|Basis\s+of\s+appeal|Players['’]?\s+comments|Reasons|Deposit)"
    r"(?:\s+[А-Яа-яёa-z-]+){0,3}:?",
    re.IGNORECASE,
)
"""A line naming a part of a case («Факты», «Решение комитета:»)."""
_MARK = re.compile(
    r"(?P<dotted>\d{1,3}(?:\.\d{1,3})+)\.?(?=[ ]|$|\()"
    r"|(?P<number>\d{1,3})\.(?!\d)[ ]*(?=\S|$)"
    r"|(?P<paren>\d{1,2})\)"
    r"|\((?P<digit>\d{1,2})\)"
    r"|\((?P<roman>[ivx]{1,6})\)|(?P<roman2>[ivx]{2,6})[.)](?=[ ])"
    r"|\((?P<letter>[a-zа-яё])\)|(?P<letter2>[a-zа-яё])[.)](?=[ ])"
    r"|(?P<capital>[A-ZА-ЯЁ])[.)](?![A-ZА-ЯЁ]\.)[ ]*(?=[A-ZА-ЯЁ«\"“(\d]|$)"
    r"|(?P<star>\*{1,4})[ ]*(?=\S)"
    r"|(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})[ ]*(?=\S)|\[(?P<raised2>\d{1,3}|\*{1,4})\][ ]*(?=\S)"
    r"|(?P<bullet>[•▪◦●■·‣∙○–—-])[ ]"
)
_KINDS = {
    "roman2": "roman",
    "letter2": "letter",
    "digit": "digit",
    "paren": "paren",
    "raised2": "raised",
}


def mark(text: str, start: int = 0) -> Mark | None:
    """The mark at ``start``, if there is one. Kinds: dotted, number, paren, digit, roman, letter,
    capital, star, raised, bullet."""
    match = _MARK.match(text, start)
    if match is None:
        return None
    group = match.lastgroup or ""
    end = match.end()
    while end < len(text) and text[end] == " ":
        end += 1
    return Mark(_KINDS.get(group, group), match.group(group), end - start)


_ABBREVIATION = re.compile(r"[гдсп]\.[ ]+(?=[А-ЯЁ\d«])")
_BEFORE = {"г": "в", "д": "г", "с": "рbв", "п": "о"}


def abbreviation(text: str, letter: str) -> bool:
    """Whether «г. Тверь», «д. 5», «с. 12» or «п. 3» begins the text, and not an item of a list.

    ``letter`` is the newest letter that began an item: «г.» after «в.» goes on with its list.
    """
    if _ABBREVIATION.match(text) is None:
        return False
    return not letter or letter not in _BEFORE[text[0]]


def item_number(text: str) -> int | None:
    """The number of an item of minutes, «12.» or «Пункт 12.», if the paragraph begins one."""
    if (head := ITEM.match(text)) is not None:
        return int(head.group("number"))
    found = mark(text)
    return int(found.value) if found is not None and found.kind == "number" else None


def heading_like(text: str, longest: int = 120) -> bool:
    """Whether a paragraph has the form of a heading: short, no sentence's end, begins large."""
    if len(text) > longest or "\n" in text or "@" in text:
        return False
    body = text.strip().removesuffix(" г.")
    if not body or (body[-1] in '.;:,?!…”»"' and not body.isupper()):
        return False
    first = body[0]
    return (first.isupper() or first.isdigit()) and any(c.isalpha() for c in body)


def russian_series(meta: Metadata, found: Iterable[Mark | None], kind: str) -> bool:
    """Whether the marks of one kind («capital», «letter») follow the Russian alphabet.

    As the metadata say; when they were only guessed, each series is told by its own «Б».
    """
    if meta.numbering and "numbering" not in dict(meta.guessed):
        return meta.numbering == "russian"
    return any(m is not None and m.kind == kind and m.value in "Бб" for m in found)


def latin(letter: str, russian: bool) -> str:
    """A list letter in canonical Latin form; ``russian``: the list follows the Russian alphabet."""
    if russian:
        place = _RUSSIAN.find(letter.lower())
        if place >= 0:
            found = chr(ord("a") + place)
            return found.upper() if letter.isupper() else found
    return letter.translate(_TWINS)


def series(found: Iterable[tuple[int, Mark]], russian: bool) -> frozenset[int]:
    """The places of the capitals that follow one another from A: sections, not initials.

    ``found`` are the capitals in order, each with its place. A series of one letter is none.
    """
    letters = [(place, ord(latin(mark.value, russian)) - ord("A")) for place, mark in found]
    chosen: set[int] = set()
    row: list[int] = []
    for place, letter in letters:
        if letter == 0:
            row = [place]
        elif row and letter == len(row):
            row.append(place)
            chosen.update(row)
    return frozenset(chosen)


def is_roman(value: str) -> bool:
    """Whether ``value`` is a Roman numeral below forty in small letters."""
    return bool(value) and _ROMAN.fullmatch(value) is not None
