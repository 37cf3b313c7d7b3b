"""S413: a space missing after a sign of punctuation, or standing before it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.lint.finding import Fix, Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text

_GLUED = re.compile(r"(?:(?<=[\w»”)])[,;:]|(?<=[а-яё])\.(?=[А-ЯЁ][а-яё ]))(?=[А-Яа-яЁё])")
_SPACED = re.compile(r"(?<=[\w»”)])[ ]+(?=[,;:](?:[\sа-яё]|$))")
_INSIDE = re.compile(r"(?<=\()[ ]+(?=[а-яёА-ЯЁ])")


def check(text: Text) -> Iterator[Problem]:
    """In the original file, so that the fix is exact."""
    start, end = text.span
    original = text.original
    for match in _GLUED.finditer(original, start, end):
        yield Problem(
            text_span := type(text.span)(*match.span()),
            f"После «{match[0]}» нет пробела",
            suggestion=f"{match[0]} ",
            fix=Fix(text_span, f"{match[0]} ", True),
        )
    for pattern, where in ((_SPACED, "перед знаком препинания"), (_INSIDE, "после скобки")):
        for match in pattern.finditer(original, start, end):
            span = type(text.span)(*match.span())
            yield Problem(span, f"Лишний пробел {where}", fix=Fix(span, "", True))


RULE = Rule(
    code="S413",
    level=Level.NOTE,
    title="Пробел у знака препинания",
    why="Слипшиеся слова не находит поиск, а строка переносится не там.",
    authority="Правила набора: пробел после знака препинания, а не перед ним.",
    examples=(
        Example("Действие,основанное на иной информации.", (",",)),
        Example("Старшинство деноминаций : без козыря.", (" ",)),
        Example("Действие, основанное на иной информации: т.е. посторонней."),
    ),
    check=check,
)
