"""S404: a line or paragraph that stands twice."""

from __future__ import annotations

from collections.abc import Iterator

from corpus.span import Span
from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text


def check(text: Text) -> Iterator[Problem]:
    """What cleaning reports as doubled and leaves in place."""
    for repair in text.document.repairs:
        if repair.kind == "doubled-line":
            again = repair.before.rstrip("\n").rpartition("\n")[2]
            span = Span(repair.span.end - len(again), repair.span.end)
            yield Problem(span, f"Строка стоит дважды: «{again.strip()[:60]}»")


RULE = Rule(
    code="S404",
    level=Level.WARNING,
    title="Строка стоит дважды",
    why="Повтор при вёрстке часто вытесняет соседнюю строку: проверьте, не потеряна ли она.",
    authority="Обычная ошибка набора (dittography).",
    examples=(
        Example(
            "Судья назначает результат.\n\nСудья назначает результат.\n\nИгра продолжается.",
            ("Судья назначает результат.",),
        ),
        Example("Судья назначает результат.\n\nИгра продолжается."),
    ),
    check=check,
)
