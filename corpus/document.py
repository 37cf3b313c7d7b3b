"""The pieces of data every room shares: metadata, document, unit, repair."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from corpus.aligned import AlignedText
from corpus.span import Span


class Kind(StrEnum):
    """What sort of text a document is; decides its outline reader and its weight in ranking."""

    LAWS = "laws"
    COMMENTARY = "commentary"
    MINUTES = "minutes"
    CODE = "code-of-practice"
    REGULATIONS = "regulations"
    APPEALS = "appeals"
    PROSE = "prose"


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is known about a document apart from its words.

    ``edition`` is the edition its law references speak of ("1987" … or a user's own); ``date`` is
    ISO, as precise as known ("1999", "2001-10", "2001-10-30"). ``guessed`` names the fields that
    were guessed, each with the Russian reason. ``work`` is set when the document is an extract:
    the id of the whole it belongs to, under which its units are cited ("commentary-1987" for
    both extracts of that commentary). ``numbering`` says how its sections and points are lettered:
    "latin" (A B C, also when printed «А В С» in Cyrillic) or "russian" (А Б В, which are A B C).
    """

    id: str
    title: str
    kind: Kind
    file: str
    edition: str | None = None
    date: str | None = None
    language: str = "ru"
    source: str | None = None
    encoding: str | None = None
    guessed: tuple[tuple[str, str], ...] = ()
    work: str | None = None
    numbering: str | None = None

    @property
    def prefix(self) -> str:
        """What the ids of the document's units begin with."""
        return self.work or self.id


@dataclass(frozen=True, slots=True)
class Attribution:
    """A curated statement, made outside the file, of what a passage is and what it is about."""

    laws: tuple[str, ...]
    targets: tuple[str, ...]
    confidence: str
    evidence: str
    basis: str
    meeting: str | None = None
    item: str | None = None
    alternatives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Repair:
    """One thing cleaning changed, or saw and left alone.

    ``span`` is in the original file; ``before`` is ``original[span]``; ``after`` what is shown
    instead; ``kind`` the name of the repair module; ``kept`` is true when the damage was only
    reported.
    """

    kind: str
    span: Span
    before: str
    after: str
    note: str = ""
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Gap:
    """Where text is missing: a lost page, a cut beginning or end, lost characters or headings."""

    kind: str
    span: Span
    note: str


@dataclass(frozen=True, slots=True)
class Unit:
    """The smallest thing one would cite or read on its own, or a group of such things.

    ``id`` is ``<document or work>/<path>``: readable, fit for a URL, stable when a
    neighbour changes.
    ``number`` is the unit's own number in canonical form ("12C2", "17.4", "20.4(iii)", "10").
    ``law`` is the law the unit *is* (laws) or stands under (commentary), canonical, else None.
    ``span`` is in the original file and covers the unit with its children and the headings that
    stand directly above it; ``clean`` is the same stretch in ``Document.clean.text``;
    ``body`` (in clean text) leaves out headings that belong to a parent.
    ``passage`` marks units that search indexes: together the passages cover the document once.
    ``level`` is one of part, chapter, law, section, paragraph, item, subitem, note, heading.
    ``curated`` marks what was put back from a side file and is not said in the text: a lost
    heading, a number that depends on one.
    """

    id: str
    document: str
    kind: Kind
    level: str
    label: str
    number: str | None
    law: str | None
    edition: str | None
    date: str | None
    parent: str | None
    order: int
    heading: str | None
    span: Span
    clean: Span
    body: Span
    passage: bool
    text: str
    attribution: tuple[Attribution, ...] = ()
    curated: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """One document read: its words as they came, its cleaned words, its units in reading order.

    Several documents may come from one file: their ``clean.original`` is the whole file's text,
    and all spans are offsets into it. ``emphasis`` are clean spans the print had underlined.
    """

    meta: Metadata
    clean: AlignedText
    units: tuple[Unit, ...]
    repairs: tuple[Repair, ...] = ()
    gaps: tuple[Gap, ...] = ()
    emphasis: tuple[Span, ...] = ()

    @property
    def original(self) -> str:
        """The decoded text of the file the document came from."""
        return self.clean.original
