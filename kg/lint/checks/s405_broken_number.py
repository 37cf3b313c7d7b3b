"""S405: a reference or its number broken by a line's end or a hyphen."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.errors import QueryError
from corpus.span import Span
from kg.editions import Existence, Inventory
from kg.lint.finding import Fix, Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text
from kg.provision import parse

_BROKEN_WORD = re.compile(r"(?:пра-|прави-|за-|зако-)\n\s*\w+\s+$", re.IGNORECASE)

_REST = re.compile(r"[ \t]*\n[ \t]*(\d(?:\([a-z]\))?)(?=[\s,;)])")


def check(text: Text) -> Iterator[Problem]:
    """Numbers with a break inside, and «прави-⏎ла 70»."""
    original = text.original
    for citation in text.laws:
        rest = _REST.match(original, citation.span.end)
        number = f"{citation.targets[0]}{rest[1]}" if rest and citation.targets else ""
        if rest and text.inventory is not None and _exists(text.inventory, number):
            span = Span(citation.span.start, rest.end(1))
            joined = f"{citation.surface}{rest[1]}"
            yield Problem(
                span,
                f"Номер {joined} разорван концом строки",
                suggestion=joined,
                fix=Fix(span, joined, False),
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


def _exists(inventory: Inventory, number: str) -> bool:
    try:
        return parse(number).depth > 1 and inventory.exists(parse(number)) is Existence.YES
    except QueryError:
        return False


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
        Example(
            "В этом случае, когда карты видны, судья применяет Правило 12C\n2 и назначает "
            "результат, который был бы без нарушения.",
            ("12C\n2",),
        ),
        Example(
            "В этом случае, когда карты видны, судья применяет Правило 12C2\nи назначает "
            "результат, который был бы без нарушения.",
        ),
    ),
    check=check,
)
