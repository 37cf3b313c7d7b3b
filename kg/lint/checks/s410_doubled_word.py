"""S410: a word written twice running."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.span import Span
from kg.lint.finding import Fix, Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text

_TWICE = re.compile(r"(?<![\w-])([А-Яа-яЁё]{2,})([ \n]+)\1(?![\w-])", re.IGNORECASE)
_RIGHTLY = frozenset(
    ("пас", "контра", "черва", "чуть", "еле", "едва", "очень", "давно", "только", "много", "вот")
)
"""Words that are rightly said twice: calls of an auction, reduplications."""


def check(text: Text) -> Iterator[Problem]:
    """Every pair of equal words with nothing but a space between."""
    for match in _TWICE.finditer(text.text):
        word = match[1]
        again = match[0][-len(word) :]
        if word.lower() in _RIGHTLY or again[0].isupper():
            continue
        span = text.origin(match.start(), match.end())
        start = text.origin(match.end(1), match.end()).start
        fix = Fix(Span(start, span.end), "", False) if "\n" not in span.of(text.original) else None
        yield Problem(span, f"Слово «{word}» стоит дважды", suggestion=word, fix=fix)


RULE = Rule(
    code="S410",
    level=Level.WARNING,
    title="Слово стоит дважды",
    why="Повтор – след правки: иногда на его месте должно стоять другое слово.",
    authority="Обычная ошибка набора (dittography).",
    examples=(
        Example("Игра разыгрывающего с любой его его руки в очередь.", ("его его",)),
        Example("Торговля: пас пас черва. Игра с любой его руки."),
        Example("C. Достаточное назначение\nНазначение, поднимающее последнее, достаточно."),
    ),
    check=check,
)
