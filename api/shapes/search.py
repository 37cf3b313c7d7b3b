"""Search and suggestions."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from api.shapes.base import Place, Shape


class ReadAs(Shape):
    """Слова вопроса и то, что под ними понято."""

    surface: str
    laws: list[str] | None = None
    concept: str | None = None
    label: str | None = None


class Understood(Shape):
    """Как понят вопрос."""

    corrected: list[tuple[str, str]] = Field(description="Как набрано и как искали.")
    layout: list[tuple[str, str]] | None = Field(description="То же для чужой раскладки.")
    laws: list[str]
    concepts: list[str]
    read_as: list[ReadAs]
    dropped: list[str]
    phrases: list[str]
    excluded: list[str]
    unknown: list[str] = Field(description="Слова, которых в текстах нет.")
    unquoted: bool
    cut: bool = Field(description="Вопрос был слишком длинным; взята его часть.")
    filters: dict[str, Any]


class Jump(Shape):
    """Правило, названное в вопросе, и единица с его текстом, если она есть."""

    law: str
    id: str | None


class Near(Shape):
    """Понятие или Правило, которое можно посмотреть вместо."""

    kind: str
    id: str
    label: str


class Explained(Shape):
    """Из чего сложилась оценка и чего в месте нет."""

    parts: dict[str, float]
    missing: list[str]


class Hit(Shape):
    """Найденное место."""

    rank: int = Field(ge=1)
    id: str = Field(description="Имя единицы: /v1/units/{id}.")
    document: str
    label: str
    kind: str
    edition: str | None
    date: str | None
    score: float
    snippet: str = Field(description="HTML, в котором есть только `<mark>`.")
    why: dict[str, str] = Field(description="За какие слова найдено.")
    laws: list[str]
    source: Place
    duplicates: list[str] = Field([], description="Единицы с теми же самыми словами.")
    explain: Explained | None = None


class Results(Shape):
    """Ответ на вопрос."""

    query: str
    understood: Understood
    jumps: list[Jump]
    total: int = Field(ge=0)
    took_ms: float = Field(description="Сколько миллисекунд искали, когда ответ был составлен.")
    facets: dict[str, dict[str, int]]
    did_you_mean: list[str]
    nearest: list[Near]
    hits: list[Hit]


class Suggestion(Shape):
    """Что можно набрать."""

    kind: Literal["law", "concept", "recent", "word"]
    text: str = Field(description="Вопрос, который получится.")
    label: str = Field(description="Что показать.")
    id: str


class Suggestions(Shape):
    """Продолжения вопроса, вероятные первыми."""

    suggestions: list[Suggestion]
