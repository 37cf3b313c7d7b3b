"""Subject indexes, whose numbers after the dots are laws, and contents, whose last number is a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kg.citations.mention import Mention
from kg.citations.numbers import read_law
from kg.citations.runs import Scheme

_LEADERS = re.compile(r"(?:\.[ \t]?){4,}|…{2,}|_{4,}|(?:…[ \t]?){2,}")
_LINE = re.compile(
    r"^(?P<entry>[^\n]*?[^\W\d_][^\n]*?)[ \t]*(?:(?:\.[ \t]?){4,}|…{2,}|_{4,})[ \t]*(?P<numbers>[^\n]*)$",
    re.MULTILINE,
)
_NUMBERS = re.compile(r"[\dA-Za-zА-Яа-я(),;.и \t–-]+")
_SEPARATOR = re.compile(r"\s*(?:[,;]|и|and)\s*")
_CONTENTS_ENTRY = re.compile(
    r"\s*(?:Правило|ПРАВИЛО|Закон|Law|LAW|Глава|ГЛАВА|Часть|Раздел|Chapter|Part|Section"
    r"|\d{1,3}\.|[A-HАВСЕ]\.|[IVX]+\.?)[\s\d.]"
)
_LETTERED = re.compile(r"\d\s?[A-KАВСЕ]")
_TITLE = re.compile(r"указател|index", re.IGNORECASE)
_CONTENTS_TITLE = re.compile(r"оглавлени|содержани|contents", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Block:
    """A run of lines with dot leaders; ``contents`` – their last numbers are pages."""

    start: int
    end: int
    lines: tuple[re.Match[str], ...]
    contents: bool


def _is_contents(text: str, lines: tuple[re.Match[str], ...]) -> bool:
    if any(_LETTERED.search(line["numbers"]) for line in lines):
        return False
    if any("," in line["numbers"] or ";" in line["numbers"] for line in lines):
        return False
    heading = text[max(0, lines[0].start() - 200) : lines[0].start()]
    if _TITLE.search(heading):
        return False
    if _CONTENTS_TITLE.search(heading):
        return True
    if sum(bool(_CONTENTS_ENTRY.match(line["entry"])) for line in lines) * 2 >= len(lines):
        return True
    pages = [int(page[0]) for line in lines if (page := re.match(r"\d{1,3}", line["numbers"]))]
    return len(pages) < 3 or pages == sorted(pages)


def blocks(text: str) -> list[Block]:
    """The stretches of lines with dot leaders. Free when the text has none."""
    if not _LEADERS.search(text):
        return []
    found: list[Block] = []
    lines: list[re.Match[str]] = []

    def close() -> None:
        if lines:
            together = tuple(lines)
            contents = _is_contents(text, together)
            found.append(Block(together[0].start(), together[-1].end(), together, contents))
            lines.clear()

    for line in _LINE.finditer(text):
        numbers = line["numbers"].strip()
        if numbers and not _NUMBERS.fullmatch(numbers):
            continue
        if lines and text.count("\n", lines[-1].end(), line.start()) > 4:
            close()
        lines.append(line)
    close()
    return found


def index_mentions(text: str, found: list[Block], scheme: Scheme) -> Iterator[Mention]:
    """The laws a subject index sends to; nothing for tables of contents."""
    for block in found:
        if block.contents:
            continue
        for line in block.lines:
            at, end = line.span("numbers")
            items = []
            while at < end:
                number = read_law(text, at, scheme.letters)
                if not number or number.end > end or number.first.law > scheme.last_law:
                    break
                items.append(number)
                joint = _SEPARATOR.match(text, number.end)
                if not joint:
                    break
                at = joint.end()
            for index, number in enumerate(items):
                yield Mention(
                    "law",
                    "list-item" if index else "bare",
                    number.start,
                    number.end,
                    (items[0].start, items[-1].end),
                    number.readings,
                    reasons=("строка предметного указателя",),
                )
