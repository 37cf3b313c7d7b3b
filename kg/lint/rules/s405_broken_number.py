"""S405: a reference or its number broken by a line's end or a hyphen."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.span import Span
from kg.lint.finding import Fix, Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text

_BROKEN_WORD = re.compile(r"(?:пра-|прави-|за-|зако-)\n\s*\w+\s+$", re.IGNORECASE)


def check(text: Text) -> Iterator[Problem]:
    """Numbers with a break inside, and «прави-⏎ла 70»."""
    original = text.original
    for citation in text.laws:
        if "\n" in citation.surface:
            joined = "".join(citation.surface.split())
            yield Problem(
                citation.span,
                f"Номер {joined} разорван концом строки",
                suggestion=joined,
                fix=Fix(citation.span, joined, True),
            )
        low = max(0, citation.run.start - 24)
        broken = _BROKEN_WORD.search(original[low : citation.run.start])
        if broken and citation.span.start == citation.run.start:
            span = Span(low + broken.start(), citation.span.end)
            yield Problem(
                span,
                f"Слово «правило» перед номером {citation.surface} перенесено на другую строку",
                Level.NOTE,
            )


RULE = Rule(
    code="S405",
    level=Level.WARNING,
    title="Номер разорван переносом",
    why=(
        "«12C⏎2» читается как 12C и число 2; поиск по номеру его не находит, а при новой вёрстке "
        "перенос окажется в середине строки."
    ),
    authority="Правила переноса: номера и обозначения не разрывают (ГОСТ 7.0.110, п. о переносах).",
    examples=(
        Example("Судья применяет Правило 12C\n2 и назначает результат сдачи.", ("12C\n2",)),
        Example("Судья применяет Правило 12C2\nи назначает результат сдачи."),
    ),
    check=check,
)
