"""What a rule looks at: one document with its citations, inside its library."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from corpus.document import Document, Unit
from corpus.span import Span
from kg.citation import Citation
from kg.citations.places import extent
from kg.editions import Inventory
from kg.lint.originals import Original
from kg.provision import Letters

if TYPE_CHECKING:
    from kg.events import Event
    from kg.graph import Graph

NOTE = re.compile(r"(?<!\w)(?:сноск|сносок|примечани|зв[её]здочк)\w*+(?!\s*:)", re.IGNORECASE)
"""A word for a footnote, in any form."""

_SECTION = re.compile(r"^([A-ZА-ЯЁ])\. ?(?=[А-ЯЁ])", re.MULTILINE)

Synonyms = Mapping[str, Sequence[str]]
"""A notion's id → the names one may write, the preferred one first."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the clean text; ``start`` is an offset into ``Text.text``."""

    start: int
    text: str

    @property
    def end(self) -> int:
        """Where it ends in ``Text.text``."""
        return self.start + len(self.text)


@dataclass(frozen=True)
class Shelf:
    """The library around a text: its other documents, the editions, what is known besides.

    ``known_word`` says whether the caller's dictionary has a word (lower case).
    """

    texts: list[Text] = field(default_factory=list)
    editions: Mapping[str, Inventory] = field(default_factory=dict)
    synonyms: Synonyms = field(default_factory=dict)
    originals: Sequence[Original] = ()
    graph: Graph | None = None
    known_word: Callable[[str], bool] | None = None
    events: list[Event] = field(default_factory=list)
    told: dict[str, set[str]] = field(default_factory=dict)
    """What a rule remembers from one document of a file to the next, by a key of its own."""

    @cached_property
    def by_law(self) -> dict[tuple[str | None, str], list[tuple[Text, Unit]]]:
        """Every unit of a law's text, by edition and number."""
        found: dict[tuple[str | None, str], list[tuple[Text, Unit]]] = {}
        for text in self.texts:
            if text.document.meta.kind == "laws":
                for unit in text.document.units:
                    if unit.law:
                        found.setdefault((unit.edition, unit.law), []).append((text, unit))
        return found

    @cached_property
    def names(self) -> frozenset[str]:
        """The ids of the documents, and of the works they are extracts of."""
        metas = [text.document.meta for text in self.texts]
        return frozenset([*(meta.id for meta in metas), *(meta.prefix for meta in metas)])

    @cached_property
    def deciding(self) -> dict[str | None, list[Text]]:
        """The texts that speak of notes and are not laws themselves, by edition."""
        found: dict[str | None, list[Text]] = {}
        for text in self.texts:
            if text.document.meta.kind != "laws" and NOTE.search(text.text):
                found.setdefault(text.document.meta.edition, []).append(text)
        return found

    @cached_property
    def by_file(self) -> dict[str, list[Text]]:
        """The documents of each file, in order of place."""
        found: dict[str, list[Text]] = {}
        for text in self.texts:
            found.setdefault(text.document.meta.file, []).append(text)
        return found


class Text:
    """One document as the rules read it.

    ``text`` is the document's own clean text (a file may hold several documents);
    ``origin(start, end)`` turns offsets into it into a span of the original file.
    """

    def __init__(self, document: Document, citations: Sequence[Citation], shelf: Shelf) -> None:
        self.document = document
        self.citations = citations
        self.shelf = shelf
        self.original = document.original
        self.base, self.stop = extent(document)

    @cached_property
    def text(self) -> str:
        """The document's clean text."""
        return self.document.clean.text[self.base : self.stop]

    @cached_property
    def span(self) -> Span:
        """The stretch of the original the document takes up."""
        return self.origin(0, len(self.text))

    def origin(self, start: int, end: int) -> Span:
        """The span in the original of ``text[start:end]``."""
        return self.document.clean.origin(self.base + start, self.base + end)

    def local(self, span: Span) -> Span:
        """The stretch of ``text`` that came from a span of the original."""
        clean = self.document.clean.clean(span.start, span.end)
        return Span(clean.start - self.base, clean.end - self.base)

    @cached_property
    def laws(self) -> tuple[Citation, ...]:
        """Citations of laws by number, each written number once."""
        found: dict[Span, Citation] = {}
        for citation in self.citations:
            if citation.kind == "law":
                found.setdefault(citation.span, citation)
        return tuple(found[span] for span in sorted(found))

    @cached_property
    def _law_starts(self) -> list[int]:
        return [citation.span.start for citation in self.laws]

    def laws_in(self, start: int, end: int) -> Sequence[Citation]:
        """The laws cited by number inside a stretch of the original."""
        first = bisect_left(self._law_starts, start)
        return self.laws[first : bisect_left(self._law_starts, end)]

    @cached_property
    def runs(self) -> tuple[tuple[Citation, ...], ...]:
        """Citations of laws grouped by the reference they are items of."""
        found: dict[Span, list[Citation]] = {}
        for citation in self.laws:
            found.setdefault(citation.run, []).append(citation)
        return tuple(tuple(found[run]) for run in sorted(found))

    @cached_property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """The paragraphs of the clean text: stretches between blank lines."""
        found, position = [], 0
        for piece in self.text.split("\n\n"):
            words = piece.strip("\n")
            if words:
                found.append(Paragraph(position + piece.index(words), words))
            position += len(piece) + 2
        return tuple(found)

    @cached_property
    def _starts(self) -> tuple[list[int], list[Unit]]:
        ordered = sorted(self.document.units, key=lambda unit: (unit.span.start, -unit.span.end))
        return [unit.span.start for unit in ordered], ordered

    def unit_at(self, offset: int) -> Unit | None:
        """The innermost unit at a place of the original."""
        starts, ordered = self._starts
        index = bisect_right(starts, offset) - 1
        for place in range(index, max(-1, index - 60), -1):
            if ordered[place].span.start <= offset <= ordered[place].span.end:
                return ordered[place]
        return None

    @property
    def inventory(self) -> Inventory | None:
        """The inventory of the edition the text speaks of, if there is one."""
        edition = self.document.meta.edition
        return self.shelf.editions.get(edition) if edition else None

    @cached_property
    def _telling(self) -> tuple[bool, bool]:
        """Whether the text letters a section with what only the Latin, only the Russian series
        has: in its references, or where its own sections begin."""
        signs = {sign for citation in self.laws for sign in citation.surface}
        signs |= {match[1] for match in _SECTION.finditer(self.text)}
        return bool(signs & set("DFGIJ")), bool(signs & set("БГДЖбгд"))

    @cached_property
    def letters(self) -> Letters:
        """The series the text letters its sections by: its own habit, else its edition's."""
        latin, cyrillic = self._telling
        if latin == cyrillic and self.inventory is not None:
            return self.inventory.letters
        return Letters.CYRILLIC if cyrillic and not latin else Letters.LATIN

    @property
    def letters_known(self) -> bool:
        """Whether ``letters`` is certain enough to change one."""
        latin, cyrillic = self._telling
        return not (latin and cyrillic) and (latin or cyrillic or self.inventory is not None)

    def sentences(self) -> Iterator[tuple[Span, str]]:
        """Every sentence holding a citation, once: its span in the original and its words."""
        seen: set[Span] = set()
        for citation in self.citations:
            if citation.sentence_span not in seen:
                seen.add(citation.sentence_span)
                yield citation.sentence_span, citation.sentence
