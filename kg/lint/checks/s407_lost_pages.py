"""S407: pages that are missing."""

from __future__ import annotations

from collections.abc import Iterator

from corpus.span import Span
from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text


def check(text: Text) -> Iterator[Problem]:
    """Every jump of page numbers, with the pages that are not there."""
    for gap in text.document.gaps:
        if gap.kind == "lost-pages":
            words = gap.span.of(text.original)
            start = gap.span.start + len(words) - len(words.lstrip())
            span = Span(start, start + len(words.strip()))
            yield Problem(span, f"Здесь утрачен текст: {gap.note}")


RULE = Rule(
    code="S407",
    level=Level.ERROR,
    title="Не хватает страниц",
    why=(
        "Предложение до разрыва и после него – из разных Правил, но читаются как одно. Номер "
        "раздела после разрыва нельзя установить по самому тексту."
    ),
    authority="Номера страниц самого текста.",
    examples=(
        Example(
            "- 40 -\nСудья назначает результат.\n- 44 -\nили последующих раундах.\n",
            ("- 44 -",),
            kind="laws",
        ),
        Example(
            "- 40 -\nСудья назначает результат.\n- 41 -\nВ последующих раундах.\n", kind="laws"
        ),
    ),
    check=check,
)
