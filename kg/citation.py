"""A citation: where a text names another provision, and what we made of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

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

    ``kind``: law, commentary, footnote, section, document. ``form``: named, list-item, range,
    bare, relative, anaphora, footnote, example, subject. ``targets``: canonical ids ("31A2(b)",
    "17.2", "69#note", "SCOPE", "DEF:Convention"); all candidates when ambiguous. ``relation`` is
    what the citing text does to the target, in the committee's own verb (``relation_words``):
    cites, comments, interprets, confirms, amends, supersedes, defines, example. ``reasons`` say in
    Russian why the decision was taken.
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
