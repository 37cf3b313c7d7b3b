"""Ready questions, and the server itself."""

from __future__ import annotations

from typing import Literal

from api.shapes.base import Shape


class Ready(Shape):
    """Готовый вопрос на языке SPARQL."""

    name: str
    title: str
    explanation: str
    text: str


class ReadyQueries(Shape):
    """Готовые вопросы."""

    queries: list[Ready]


class Alive(Shape):
    """Сервер отвечает."""

    status: Literal["ok"]


class Serving(Shape):
    """Библиотека открыта, на вопросы можно отвечать."""

    status: Literal["ready"]
    generation: str
    documents: int
