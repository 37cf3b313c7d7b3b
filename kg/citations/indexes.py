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
from kg.citations.numbers import Number, read_law
from kg.citations.runs import Item, Scheme, read_run
from kg.provision import Provision

_HINT = re.compile(r"\.[ \t]?\.[ \t]?\.[ \t]?\.|……|____|… …|[Уу]казатель|УКАЗАТЕЛЬ|Index|INDEX")
_LEADER = re.compile(
    r"(?<![.…_])(?<![.…] )(?:(?:\.[ \t]?){4,}+|…{2,}+|_{4,}+|(?:…[ \t]){2,}+"
    r"|(?P<short>(?<=[ \t])(?:\.{2,3}|…)(?=[ \t])))\s{0,9}(?=[1-9])"
)
_TITLE = re.compile(
    r"^[ \t]*[^\n]{0,40}(?:указатель|index)[^\n]{0,30}$", re.IGNORECASE | re.MULTILINE
)
_CONTENTS_TITLE = re.compile(r"оглавлени|содержани|contents", re.IGNORECASE)
_NEW_TITLE = re.compile(
    r"\n[ \t]*(?:(?:предметный\s+)?указатель|оглавление|содержание|(?:subject\s+)?index|contents)\b"
    r"[^\n.…]{0,30}\n",
    re.IGNORECASE,
)
_PLAIN_LINE = re.compile(
    r"^(?P<entry>[^\W\d_][^\n\d]{0,120}?)[ \t]{0,20}(?:[–—:,-]|[ \t]{2}|\t)[ \t]{0,20}"
    r"(?P<numbers>[1-9][^\n]*)$",
    re.MULTILINE,
)
_NUMBER = r"[1-9]\d?(?:[A-KАВСЕa-kавсе]\d{0,2})?(?:\([a-kа-и]\))?"
_NUMBERLIKE = re.compile(rf"{_NUMBER}(?:[ \t,;.–…-]+(?:и[ \t]+)?{_NUMBER})*[ \t.]*")
_CONTENTS_ENTRY = re.compile(
    r"\s*(?:Правило|ПРАВИЛО|Закон|Law|LAW|Глава|ГЛАВА|Часть|Раздел|Chapter|Part|Section"
    r"|\d{1,3}\.|[A-HАВСЕ]\.|[IVX]+\.?)[\s\d.]"
)
_APART = 240
"""Leaders further apart than this (characters) are not one block."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: where its words begin, where its numbers stand, and the numbers as read."""

    start: int
    at: int
    items: tuple[Item, ...]

    @property
    def end(self) -> int:
        """Where its last number ends."""
        return self.items[-1].number.end


@dataclass(frozen=True, slots=True)
class Block:
    """Neighbouring entries; ``contents`` – their numbers are pages."""

    start: int
    end: int
    entries: tuple[Entry, ...]
    contents: bool


def _entry(text: str, start: int, at: int, scheme: Scheme) -> Entry | None:
    number = read_law(text, at, scheme.letters)
    if not number:
        return None
    if (
        number.spaced and number.first.depth == 1
    ):  # «…… 38 A. Право»: the letter opens the next entry
        whole = Provision(number.first.law)
        number = Number(at, at + len(str(whole)), (whole,))
    items = read_run(text, number, plural=True, opened=False, scheme=scheme)
    return Entry(start, at, tuple(items))


def _entries(text: str, scheme: Scheme) -> list[Entry]:
    """Entries with dot leaders anywhere; under the title of an index, plain lines too."""
    found: dict[int, Entry] = {}
    before = 0
    for leader in _LEADER.finditer(text):
        start = max(before, text.rfind("\n", 0, leader.start()) + 1, leader.start() - _APART)
        if leader["short"] and not (before and leader.start() - before <= _APART):
            continue  # an ellipsis, unless real leaders stand above
        if entry := _entry(text, start, leader.end(), scheme):
            found[entry.at] = entry
            before = entry.end
    for title in _TITLE.finditer(text):
        last = title.end()
        for line in _PLAIN_LINE.finditer(text, title.end()):
            if text.count("\n", last, line.start()) > 4:
                break
            if _NUMBERLIKE.fullmatch(line["numbers"].strip()):
                last = line.end()
                at = line.start("numbers")
                if at not in found and (entry := _entry(text, line.start(), at, scheme)):
                    found[at] = entry
    return [found[at] for at in sorted(found)]


def _is_contents(text: str, entries: list[Entry]) -> bool:
    if any(item.number.first.depth for entry in entries for item in entry.items):
        return False
    if any(len(entry.items) > 1 for entry in entries):
        return False
    heading = text[max(0, entries[0].start - 200) : entries[0].start]
    if _TITLE.search(heading):
        return False
    if _CONTENTS_TITLE.search(heading):
        return True
    if sum(bool(_CONTENTS_ENTRY.match(text, one.start)) for one in entries) * 2 >= len(entries):
        return True
    pages = [entry.items[0].number.first.law for entry in entries]
    return len(pages) < 3 or pages == sorted(pages)


def blocks(text: str, scheme: Scheme) -> list[Block]:
    """The stretches of an index or of contents. One quick look when the text has none."""
    if not _HINT.search(text):
        return []
    found: list[Block] = []
    together: list[Entry] = []

    def close() -> None:
        if together:
            entries = tuple(together)
            contents = _is_contents(text, together)
            found.append(Block(entries[0].start, entries[-1].end, entries, contents))
            together.clear()

    for entry in _entries(text, scheme):
        gap = text[together[-1].end : entry.at] if together else ""
        if len(gap) > _APART or _NEW_TITLE.search(gap):
            close()
        together.append(entry)
    close()
    return found


def index_mentions(found: list[Block], scheme: Scheme) -> Iterator[Mention]:
    """The laws a subject index sends to; nothing for tables of contents."""
    for block in found:
        for entry in () if block.contents else block.entries:
            for index, item in enumerate(entry.items):
                if item.number.first.law > scheme.last_law:
                    continue
                yield Mention(
                    "law",
                    item.form if index else "bare",
                    item.number.start,
                    item.number.end,
                    (entry.at, entry.end),
                    item.number.readings,
                    reasons=("строка предметного указателя",),
                )
