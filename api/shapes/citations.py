"""Citations of a posted text."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from api.shapes.base import Place, Shape, Span


class Citation(Shape):
    """Ссылка на Правило, найденная в тексте."""

    unit: str | None
    document: str
    source: Place
    run: Span
    surface: str
    kind: str
    form: str
    targets: list[str]
    edition: str | None
    status: Literal["resolved", "ambiguous", "dangling", "unverified", "wrong-edition", "external"]
    confidence: float
    sentence: str
    relation: str
    relation_words: str | None
    reasons: list[str] = Field(description="Почему решено так.")


class Citations(Shape):
    """Ссылки текста по порядку."""

    citations: list[Citation]
