"""S403: a subdivision two levels below the one it stands in."""

from __future__ import annotations

from collections.abc import Iterator

from corpus.span import Span
from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text

_LEVELS = ("law", "section", "paragraph", "subitem")
_NAMES = ("Правило", "раздел", "пункт", "подпункт")


def check(text: Text) -> Iterator[Problem]:
    """Units of a law's text whose parent is not one level up."""
    if text.document.meta.kind != "laws":
        return
    units = {unit.id: unit for unit in text.document.units}
    for unit in text.document.units:
        parent = units.get(unit.parent or "")
        if parent is None or unit.curated or parent.curated or unit.id.endswith("/intro"):
            continue
        if unit.level not in _LEVELS or parent.level not in _LEVELS:
            continue
        own, above = _LEVELS.index(unit.level), _LEVELS.index(parent.level)
        if own > above + 1 and not _torn(text, parent.span.start, unit.span.start):
            end = text.original.find("\n", unit.span.start, unit.span.end)
            span = Span(unit.span.start, min(end if end > 0 else unit.span.end, unit.span.end))
            yield Problem(
                span,
                f"{unit.label}: здесь {_NAMES[own]} стоит прямо под ступенью «{_NAMES[above]}», "
                f"ступень «{_NAMES[above + 1]}» пропущена",
            )


def _torn(text: Text, start: int, end: int) -> bool:
    return any(start <= gap.span.start <= end for gap in text.document.gaps)


RULE = Rule(
    code="S403",
    level=Level.NOTE,
    title="Пропущена ступень",
    why="После раздела A сразу идёт (a): потерян подзаголовок с цифрой или сбит его вид.",
    authority="Ступени Кодекса: Правило, раздел (A), пункт (1), подпункт (a).",
    examples=(
        Example(
            "Правило 12. Полномочия\n\nA. Право\n\nСудья вправе назначить результат.\n\n"
            "(a) если игрок обратился;\n\n(b) если нарушение было.\n",
            ("(a) если игрок обратился;", "(b) если нарушение было."),
            kind="laws",
        ),
        Example(
            "Правило 12. Полномочия\n\nA. Право\n\n1. Обращение\n\nСудья вправе назначить.\n\n"
            "(a) если игрок обратился;\n\n(b) если нарушение было.\n",
            kind="laws",
        ),
    ),
    check=check,
)
