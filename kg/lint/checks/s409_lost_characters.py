"""S409: characters that are gone (suit signs between commas)."""

from __future__ import annotations

from collections.abc import Iterator

from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text


def check(text: Text) -> Iterator[Problem]:
    """Rows of empty places, and characters a decoder gave up on."""
    for gap in text.document.gaps:
        if gap.kind == "lost-characters":
            yield Problem(
                gap.span,
                f"Между знаками препинания пусто: {gap.note} (вероятно, знаки мастей)",
                suggestion="восстановить знаки по подлиннику",
            )
    for repair in text.document.repairs:
        if repair.kind == "unreadable-character":
            codes = ", ".join(f"U+{ord(sign):04X}" for sign in repair.before[:6])
            yield Problem(repair.span, f"Знак не прочитан: {codes}")


RULE = Rule(
    code="S409",
    level=Level.ERROR,
    title="Потеряны знаки",
    why="«NT, , , , .» – старшинство деноминаций без самих деноминаций: смысл потерян целиком.",
    authority="Знаки мастей ♠♥♦♣ (U+2660–U+2666) теряются при переводе в старые кодировки.",
    examples=(
        Example("В порядке убывания: NT (без козыря), , , , .", (" , , , ",)),
        Example("В порядке убывания: NT (без козыря), ♠, ♥, ♦, ♣."),
    ),
    check=check,
)
