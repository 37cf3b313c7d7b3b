"""R108: a document or section named in the text that the library does not hold."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.citation import Status
from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text

_GIVEN = re.compile(r"[^.;\n]{0,40}:\s*[“«\"]")
"""The named text is quoted right after: «издал следующую директиву: “…”»."""


def check(text: Text) -> Iterator[Problem]:
    """Every named document that is not here."""
    for citation in text.citations:
        if citation.status is not Status.EXTERNAL:
            continue
        if not text.shelf.names.isdisjoint(citation.targets):
            continue
        if _GIVEN.match(text.original, citation.span.end):
            continue
        words = " ".join(citation.surface.split())
        yield Problem(citation.span, f"Назван текст, которого в библиотеке нет: {words}")


RULE = Rule(
    code="R108",
    level=Level.NOTE,
    title="Назван текст, которого здесь нет",
    why=(
        "Читатель сборника не сможет открыть то, на что его отсылают. Если текст должен быть "
        "приложен, он потерян; если нет – стоит сказать, где его взять."
    ),
    authority="Состав библиотеки (pravila documents).",
    examples=(
        Example(
            "1. Комитет получил отчёт о подготовке Кодекса ВБФ игры в Бридж в Интернете.",
            ("Кодекса ВБФ игры в Бридж в Интернете",),
        ),
        Example("1. Комитет получил отчёт о Правиле 12."),
    ),
    check=check,
)
