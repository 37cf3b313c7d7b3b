"""Subject indexes, whose numbers are laws, and tables of contents, whose last number is a page.

Both are lines of words, dots and numbers. A block of such lines is an index when a number has a
letter or a line several numbers, when its title says so, or when its numbers do not grow the way
pages do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kg.citations.mention import Mention
from kg.citations.numbers import read_law
from kg.citations.runs import Scheme, read_run

_LEADERS = re.compile(r"\.[ \t]?\.[ \t]?\.[ \t]?\.|……|____|… …|[Уу]казатель|УКАЗАТЕЛЬ|Index|INDEX")
_TITLED = re.compile(
    r"^[ \t]*[^\n]{0,40}(?:указатель|index)[^\n]{0,30}$", re.IGNORECASE | re.MULTILINE
)
_CONTENTS_TITLE = re.compile(r"оглавлени|содержани|contents", re.IGNORECASE)
_DOTTED = re.compile(
    r"^(?P<entry>[^\n]*?[^\W\d_][^\n]*?)[ \t]*(?:(?:\.[ \t]?){4,}|…{2,}|_{4,}|(?:…[ \t]){2,})[ \t]*"
    r"(?P<numbers>[^\n]*)$",
    re.MULTILINE,
)
_PLAIN = re.compile(
    r"^(?P<entry>[^\W\d_][^\n\d]*?)[ \t]*(?:[–—:,-]|[ \t]{2,}|\t)[ \t]*(?P<numbers>[1-9][^\n]*)$",
    re.MULTILINE,
)
_NUMBERS = re.compile(r"[\dA-Za-zА-Яа-я(),;.:… \t–-]+")
_NUMBERLIKE = re.compile(
    r"(?:[1-9]\d?[A-KАВСЕa-kавсе]?\d{0,2}(?:\([a-kа-и]\))?[ \t,;.–…-]*(?:и[ \t])?)+"
)
_CONTENTS_ENTRY = re.compile(
    r"\s*(?:Правило|ПРАВИЛО|Закон|Law|LAW|Глава|ГЛАВА|Часть|Раздел|Chapter|Part|Section"
    r"|\d{1,3}\.|[A-HАВСЕ]\.|[IVX]+\.?)[\s\d.]"
)
_LETTERED = re.compile(r"\d\s?[A-KАВСЕ]")
_PAGE = re.compile(r"\d{1,3}")


@dataclass(frozen=True, slots=True)
class Block:
    """Neighbouring lines that end in numbers; ``contents`` – the numbers are pages."""

    start: int
    end: int
    lines: tuple[re.Match[str], ...]
    contents: bool


def _is_contents(text: str, lines: tuple[re.Match[str], ...]) -> bool:
    several = ",;"
    if any(_LETTERED.search(line["numbers"]) for line in lines):
        return False
    if any(sign in line["numbers"] for line in lines for sign in several):
        return False
    heading = text[max(0, lines[0].start() - 200) : lines[0].start()]
    if _TITLED.search(heading):
        return False
    if _CONTENTS_TITLE.search(heading):
        return True
    if sum(bool(_CONTENTS_ENTRY.match(line["entry"])) for line in lines) * 2 >= len(lines):
        return True
    pages = [int(page[0]) for line in lines if (page := _PAGE.match(line["numbers"]))]
    return len(pages) < 3 or pages == sorted(pages)


def _lines(text: str) -> list[re.Match[str]]:
    """Lines with dot leaders anywhere; under the title of an index, plain lines too."""
    found = {
        line.start(): line
        for line in _DOTTED.finditer(text)
        if not line["numbers"].strip() or _NUMBERS.fullmatch(line["numbers"].strip())
    }
    for title in _TITLED.finditer(text):
        last = title.end()
        for line in _PLAIN.finditer(text, title.end()):
            if text.count("\n", last, line.start()) > 4:
                break
            if _NUMBERLIKE.fullmatch(line["numbers"].strip()):
                found.setdefault(line.start(), line)
                last = line.end()
    return [found[start] for start in sorted(found)]


def blocks(text: str) -> list[Block]:
    """The stretches of index or contents lines. One quick look when the text has none."""
    if not _LEADERS.search(text):
        return []
    found: list[Block] = []
    together: list[re.Match[str]] = []
    for line in _lines(text):
        if together and text.count("\n", together[-1].end(), line.start()) > 4:
            found.append(_block(text, together))
            together = []
        together.append(line)
    if together:
        found.append(_block(text, together))
    return found


def _block(text: str, lines: list[re.Match[str]]) -> Block:
    together = tuple(lines)
    return Block(together[0].start(), together[-1].end(), together, _is_contents(text, together))


def index_mentions(found: list[Block], scheme: Scheme) -> Iterator[Mention]:
    """The laws a subject index sends to; nothing for tables of contents."""
    for block in found:
        for line in () if block.contents else block.lines:
            at, numbers = line.start("numbers"), line["numbers"]
            number = read_law(numbers, 0, scheme.letters)
            if not number or number.first.law > scheme.last_law:
                continue
            items = read_run(numbers, number, plural=True, opened=False, scheme=scheme)
            run = (at, at + items[-1].number.end)
            for index, item in enumerate(items):
                yield Mention(
                    "law",
                    item.form if index else "bare",
                    at + item.number.start,
                    at + item.number.end,
                    run,
                    item.number.readings,
                    reasons=("строка предметного указателя",),
                )
