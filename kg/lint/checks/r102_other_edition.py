"""R102: a reference to a provision that exists only in another edition."""

from __future__ import annotations

from collections.abc import Iterator

from kg.citation import Status
from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text


def check(text: Text) -> Iterator[Problem]:
    """Every citation whose provision another edition has."""
    for citation in text.laws:
        if citation.status is Status.WRONG_EDITION:
            reason = "; ".join(citation.reasons)
            yield Problem(citation.span, f"Ссылка «{citation.surface}» не того издания: {reason}")


RULE = Rule(
    code="R102",
    level=Level.ERROR,
    title="Правило есть только в другом издании",
    why=(
        "Номера при пересмотре Кодекса меняются. Ссылка, перенесённая из старого издания, ведёт "
        "в пустоту или, что хуже, к чужому Правилу с тем же номером."
    ),
    authority="Опись изданий 1987, 1997, 2007 и 2017 годов; см. pravila editions.",
    examples=(
        Example("По Правилу 15C1 сдача аннулируется иначе.", ("15C1",)),
        Example("По Правилу 15C сдача аннулируется иначе."),
    ),
    check=check,
)
