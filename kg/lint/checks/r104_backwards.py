"""R104: a range whose end comes before its beginning."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from corpus.errors import QueryError
from corpus.span import Span
from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text
from kg.provision import parse


def check(text: Text) -> Iterator[Problem]:
    """Every range item that stands before the item it is a range from."""
    for run in text.runs:
        for first, last in itertools.pairwise(run):
            if last.form != "range" or len(first.targets) != 1 or len(last.targets) != 1:
                continue
            try:
                backwards = parse(last.targets[0]) < parse(first.targets[0])
            except QueryError:
                continue
            if backwards:
                span = Span(first.span.start, last.span.end)
                words = span.of(text.original)
                yield Problem(
                    span,
                    f"Промежуток «{words}» идёт назад: {first.targets[0]} стоит после "
                    f"{last.targets[0]}",
                    suggestion=f"{last.surface}–{first.surface}, если переставлены концы",
                )


RULE = Rule(
    code="R104",
    level=Level.ERROR,
    title="Промежуток идёт назад",
    why=(
        "«Правила 64–62» – либо переставлены концы, либо описка в одном из чисел; какие Правила "
        "имеются в виду, читатель должен угадывать."
    ),
    authority="Порядок Правил в Кодексе.",
    examples=(
        Example("Применяются Правила 64–62 о фальшренонсе.", ("64–62",)),
        Example("Применяются Правила 62–64 о фальшренонсе."),
    ),
    check=check,
)
