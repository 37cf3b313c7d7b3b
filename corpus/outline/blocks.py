"""The paragraphs of a clean text, as the readers see them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field

from corpus.cleaning import Cleaned
from corpus.curation import Curation, LostHeading, Statement
from corpus.outline.marks import Mark, abbreviation, mark
from corpus.span import Span

_BLOCK = re.compile(r"[^\n]+(?:\n[^\n]+)*")


@dataclass(frozen=True, slots=True)
class Block:
    """One paragraph; ``start`` and ``end`` are offsets into the clean text.

    ``after_gap``: pages are missing right before it. ``headings`` and ``statement``: what a side
    file says of it. ``abbreviated``: it begins with a word
    cut short («г. Тверь») that looks like a mark.
    """

    start: int
    end: int
    text: str
    after_gap: bool = False
    headings: tuple[LostHeading, ...] = ()
    statement: Statement | None = None
    abbreviated: bool = False

    @property
    def mark(self) -> Mark | None:
        """The mark the paragraph begins with."""
        return None if self.abbreviated else mark(self.text)

    @property
    def continues(self) -> bool:
        """Whether a side file joins it to the paragraph before."""
        return self.statement is not None and self.statement.continues


@dataclass(slots=True)
class Notes:
    """Statements of a side file by the block they belong to."""

    headings: dict[int, list[LostHeading]] = field(default_factory=dict)
    statements: dict[int, Statement] = field(default_factory=dict)


def blocks(cleaned: Cleaned, curation: Curation | None = None) -> list[Block]:
    """All paragraphs of a file in order of place."""
    matches = list(_BLOCK.finditer(cleaned.text.text))
    starts = [match.start() for match in matches]
    jumps = set()
    for gap in cleaned.gaps:
        if gap.kind == "lost-pages":
            jumps.add(bisect_left(starts, cleaned.text.clean(gap.span.end, gap.span.end).start))
    notes = _notes(cleaned, curation, starts) if curation else Notes()
    short = _abbreviated([match.group() for match in matches])
    return [
        Block(
            match.start(),
            match.end(),
            match.group(),
            number in jumps,
            tuple(notes.headings.get(number, ())),
            notes.statements.get(number),
            number in short,
        )
        for number, match in enumerate(matches)
    ]


def _abbreviated(texts: list[str]) -> frozenset[int]:
    """The paragraphs that begin with «г. Тверь» and are no item (г): no (в) goes before."""
    chosen: list[int] = []
    letter = ""
    for number, text in enumerate(texts):
        if abbreviation(text, letter):
            chosen.append(number)
        elif (found := mark(text)) is not None and found.kind == "letter":
            letter = found.value
    return frozenset(chosen)


def _notes(cleaned: Cleaned, curation: Curation, starts: list[int]) -> Notes:
    notes = Notes()
    for heading in curation.headings:
        number = _block_at(cleaned, heading.start, starts)
        notes.headings.setdefault(number, []).append(heading)
    for statement in curation.items:
        number = _block_at(cleaned, statement.span.start, starts)
        notes.statements.setdefault(number, statement)
    return notes


def _block_at(cleaned: Cleaned, original: int, starts: list[int]) -> int:
    place = cleaned.text.clean(original, original + 1).start
    return max(0, bisect_right(starts, place) - 1)


def within(cleaned: Cleaned, found: list[Block], span: Span) -> list[Block]:
    """The blocks that come from one stretch of the original."""
    clean = cleaned.text.clean(span.start, span.end)
    first = bisect_left(found, clean.start, key=lambda block: block.end)
    while first < len(found) and found[first].end <= clean.start:
        first += 1
    last = bisect_left(found, clean.end, key=lambda block: block.start)
    return found[first:last]
