"""Documents and units."""

from __future__ import annotations

from pydantic import Field

from api.shapes.base import Place, Shape


class _Metadata(Shape):
    id: str
    title: str
    kind: str
    edition: str | None
    date: str | None
    language: str
    file: str
    source: str | None
    encoding: str | None
    numbering: str | None
    work: str | None
    guessed: dict[str, str] = Field(description="Что определила программа и почему.")


class Listed(_Metadata):
    """Документ в перечне; `units` – сколько в нём единиц."""

    units: int
    bundled: bool


class Documents(Shape):
    """Документы библиотеки."""

    documents: list[Listed]


class Gap(Shape):
    """Утраченное место."""

    kind: str
    note: str
    source: Place


class Repair(Shape):
    """Исправленное место."""

    document: str
    kind: str
    before: str
    after: str
    note: str
    kept: bool = Field(description="Только замечено, не исправлено.")
    source: Place


class Document(_Metadata):
    """Документ; `units` – имена его единиц, `repairs` – сколько чего исправлено."""

    units: list[str]
    gaps: list[Gap]
    repairs: dict[str, int]


class Attribution(Shape):
    """О чём отрывок, хотя в тексте это не сказано."""

    laws: list[str]
    targets: list[str]
    confidence: str
    evidence: str
    basis: str


class ShownUnit(Shape):
    """Единица: то, на что можно сослаться."""

    id: str
    document: str
    kind: str
    label: str
    law: str | None
    edition: str | None
    date: str | None
    parent: str | None
    text: str
    source: Place
    level: str
    number: str | None
    heading: str | None
    passage: bool
    curated: bool
    attribution: list[Attribution]
    original: str = Field(description="Слова файла как есть.")
    repairs: list[Repair]
    gaps: list[Gap]
