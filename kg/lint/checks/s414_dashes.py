"""S414: a dash where a hyphen belongs."""

from __future__ import annotations

from collections.abc import Iterator

from corpus.span import Span
from kg.lint.finding import Fix, Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text


def check(text: Text) -> Iterator[Problem]:
    """What cleaning turned into a hyphen: «г–н», «матч–пункты»."""
    for repair in text.document.repairs:
        if repair.kind != "dash-for-hyphen":
            continue
        span = Span(*repair.span)
        yield Problem(
            span,
            f"Внутри слова тире (U+{ord(repair.before[0]):04X}) вместо дефиса",
            suggestion=repair.after,
            fix=Fix(span, repair.after, True),
        )


RULE = Rule(
    code="S414",
    level=Level.NOTE,
    title="Тире вместо дефиса",
    why="«матч–пункты» с тире для поиска – два слова, и перенос ставит тире в начало строки.",
    authority="Правила русской орфографии: сложные слова пишутся через дефис (U+002D).",
    examples=(
        Example("Результат выражен в матч–пунктах, сказал г–н Бавин.", ("–", "–")),
        Example("Результат выражен в матч-пунктах – так сказал г-н Бавин."),
    ),
    check=check,
)
