"""Why an edge of the graph stands: the words, their place, how sure, and who said so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from corpus.span import Span
from kg.citation import Citation

TEXT, POSITION, CURATED, INFERRED = "text", "position", "curated", "inferred"
"""Who said so: the words themselves, the place in the document, an editor, or this program."""

_SPANS = ("sentence_span", "span", "run")


@dataclass(frozen=True, slots=True)
class Evidence:
    """One reason for one edge.

    ``span`` and ``sentence_span`` are ``str`` offsets into the original ``file``; ``span`` is None
    where nothing is named in words (position, curation, inference). ``by`` is one of TEXT,
    POSITION, CURATED, INFERRED. ``confidence`` is 0…1. ``words`` are the committee's own verb;
    ``note`` is the reason an editor or the program gives, in the language it was written in.
    """

    document: str
    unit: str | None
    file: str
    sentence: str
    sentence_span: Span
    span: Span | None = None
    run: Span | None = None
    surface: str = ""
    form: str = ""
    status: str = "resolved"
    confidence: float = 1.0
    by: str = TEXT
    edition: str | None = None
    words: str | None = None
    note: str = ""

    @classmethod
    def of(cls, citation: Citation) -> Evidence:
        """The evidence a citation found in the text gives."""
        return cls(
            document=citation.document,
            unit=citation.unit,
            file=citation.file,
            sentence=citation.sentence,
            sentence_span=citation.sentence_span,
            span=citation.span,
            run=citation.run,
            surface=citation.surface,
            form=citation.form,
            status=str(citation.status),
            confidence=citation.confidence,
            edition=citation.edition,
            words=citation.relation_words,
            note="; ".join(citation.reasons),
        )

    def to_json(self) -> dict[str, Any]:
        """A plain dictionary; spans become ``[start, end]``; what is empty is left out."""
        row: dict[str, Any] = {}
        for name in self.__slots__:
            value = getattr(self, name)
            if value is not None and value != "":
                row[name] = list(value) if name in _SPANS else value
        return row

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Evidence:
        """The inverse of ``to_json``."""
        spans = {name: Span(*row[name]) for name in _SPANS if name in row}
        return cls(**{"sentence": "", **row, **spans})

    @property
    def source(self) -> dict[str, Any]:
        """The place in the contract's form: file, start, end of the words (or of the sentence)."""
        span = self.span or self.sentence_span
        return {"file": self.file, "start": span.start, "end": span.end}
