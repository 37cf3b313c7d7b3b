"""A citation: where a text names another provision, and what we made of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from corpus.span import Span


class Status(StrEnum):
    """How far a citation could be resolved; nothing is dropped, nothing is forced."""

    RESOLVED = "resolved"
    AMBIGUOUS = "ambiguous"
    DANGLING = "dangling"
    UNVERIFIED = "unverified"
    WRONG_EDITION = "wrong-edition"
    EXTERNAL = "external"


@dataclass(frozen=True, slots=True)
class Citation:
    """One item of a reference. Spans are ``str`` offsets into the original file.

    ``kind`` is what is cited: law, commentary, footnote (a note to a law), section (SCOPE,
    "DEF:Convention"), document – all named by number or name – or ``implicit``: a law or paragraph
    meant without its number («этого Правила», «следующий пункт», the inside of «62...64»).
    ``form`` is how: named, list-item, range, bare, relative, anaphora, footnote, subject.
    ``targets``: canonical ids ("31A2(b)", "17.2", "69#note", "SCOPE"); every candidate when
    ambiguous, none when the text does not say. ``span`` covers the number itself, ``run`` the whole
    reference it is an item of. ``relation`` is what the citing text does to the target, by its own
    verb (``relation_words``): cites, comments, interprets, confirms, amends, supersedes, defines,
    example. ``reasons`` say in Russian why the decision was taken.
    """

    unit: str | None
    document: str
    file: str
    span: Span
    run: Span
    surface: str
    kind: str
    form: str
    targets: tuple[str, ...]
    edition: str | None
    status: Status
    confidence: float
    sentence: str
    sentence_span: Span
    relation: str = "cites"
    relation_words: str | None = None
    reasons: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The record ``pravila citations --json`` prints; see ``docs/architecture.md``."""
        return {
            "unit": self.unit,
            "document": self.document,
            "source": {"file": self.file, "start": self.span.start, "end": self.span.end},
            "run": {"start": self.run.start, "end": self.run.end},
            "surface": self.surface,
            "kind": self.kind,
            "form": self.form,
            "targets": list(self.targets),
            "edition": self.edition,
            "status": str(self.status),
            "confidence": self.confidence,
            "sentence": self.sentence,
            "relation": self.relation,
            "relation_words": self.relation_words,
            "reasons": list(self.reasons),
        }
