"""S402: a heading glued to the sentence before it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.cleaning.gluedheads import KIND
from corpus.span import Span
from kg.lint.finding import Fix, Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text

_HEAD = re.compile(r"\s*(\w+ \d+)")


def check(text: Text) -> Iterator[Problem]:
    """What cleaning parted: a heading and the words before it."""
    for repair in text.document.repairs:
        if repair.kind != KIND:
            continue
        head = _HEAD.match(text.original, repair.span.end)
        span = Span(*head.span(1)) if head else repair.span
        yield Problem(
            span,
            f"Заголовок «{span.of(text.original)}» слит с предыдущим предложением",
            suggestion="начать заголовок с новой строки",
            fix=Fix(repair.span, repair.after, True),
        )


RULE = Rule(
    code="S402",
    level=Level.WARNING,
    title="Заголовок слит с текстом",
    why="Глаз его не находит, оглавление его теряет, а следующий пункт считается частью чужого.",
    authority="Строение Кодекса: заголовок Правила стоит отдельной строкой.",
    examples=(
        Example(
            "Сдача аннулируется.ПРАВИЛО 23. НЕНОРМАЛЬНЫЕ ПАСЫ\n\nСудья назначает результат.\n",
            ("ПРАВИЛО 23",),
            kind="laws",
        ),
        Example(
            "Сдача аннулируется.\n\nПРАВИЛО 23. НЕНОРМАЛЬНЫЕ ПАСЫ\n\nСудья назначает результат.\n",
            kind="laws",
        ),
    ),
    check=check,
)
