"""R101: a reference to a provision no edition concerned has."""

from __future__ import annotations

from collections.abc import Iterator

from kg.citation import Status
from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text


def check(text: Text) -> Iterator[Problem]:
    """Every citation known to lead nowhere."""
    for citation in text.laws:
        if citation.status is Status.DANGLING:
            reason = "; ".join(citation.reasons)
            yield Problem(citation.span, f"Ссылка «{citation.surface}» никуда не ведёт: {reason}")


RULE = Rule(
    code="R101",
    level=Level.ERROR,
    title="Ссылка на Правило, которого нет",
    why=(
        "Читатель идёт по ссылке и не находит ничего; хуже, если рядом стоит похожий номер и он "
        "читает не то Правило. Ошибкой называется только то, чего в издании заведомо нет."
    ),
    authority=(
        "Опись изданий (pravila law НОМЕР): Правила 1987–2007 годов пронумерованы с 1 по 93. "
        "Свод правил WCA 2025 года вышел с оборванными ссылками: его сборка их не проверяла."
    ),
    examples=(
        Example("Судья применяет Правило 95, как решил Комитет.", ("95",)),
        Example("Судья применяет Правило 93B2, как решил Комитет."),
    ),
    check=check,
)
