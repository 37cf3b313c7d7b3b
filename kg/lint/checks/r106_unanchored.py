"""R106: a bare subdivision, or «это Правило», with no antecedent or with two."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.citation import Citation, Status
from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text

_PLURAL = re.compile(r"(?:правил(?:ам|ами|ах)?|закон(?:ам|ами|ах|ы|ов))$", re.IGNORECASE)
_LAW = re.compile(r"(?:Правил|Закон)[а-яё]*|Laws?\b")
_LEANING = frozenset({"bare", "relative", "anaphora"})


def check(text: Text) -> Iterator[Problem]:
    """Every reference that leans on another one which is not there, or is not the only one."""
    for citation in text.citations:
        if citation.form not in _LEANING:
            continue
        reason = "; ".join(citation.reasons)
        if not citation.targets and citation.status is Status.UNVERIFIED:
            if _means_something(text, citation):
                continue
            yield Problem(
                citation.span,
                f"«{citation.surface}»: на что указывает, установить не удалось"
                + (f" – {reason}" if reason else ""),
                Level.NOTE,
            )
        elif citation.status is Status.AMBIGUOUS and citation.form != "bare":
            names = " или ".join(citation.targets)
            yield Problem(
                citation.span,
                f"«{citation.surface}» можно отнести по-разному: {names or reason}",
                suggestion="назвать номер",
            )


def _means_something(text: Text, citation: Citation) -> bool:
    """Whether the words have something to lean on after all: a law without a number before them
    («затруднения с Правилом … этого Правила»), or the text itself («этими правилами»)."""
    if _PLURAL.search(citation.surface):
        return True
    unit = text.unit_at(citation.span.start)
    start = unit.span.start if unit else text.span.start
    return bool(_LAW.search(text.original, start, citation.span.start))


RULE = Rule(
    code="R106",
    level=Level.WARNING,
    title="Указание без номера, которому не к чему относиться",
    why=(
        "«Это Правило», «пункт (b) выше» понятны, пока рядом названо одно Правило. Когда их два "
        "или ни одного (например, утрачен заголовок), указание теряет смысл. Чего программа "
        "не смогла установить, она называет замечанием, а не ошибкой."
    ),
    authority="Практика составления нормативных текстов: ссылка должна читаться отдельно от места.",
    examples=(
        Example("1. Комитет обсудил игру. К этому Правилу замечаний нет.", ("этому Правилу",)),
        Example("1. Комитет обсудил Правило 50. К этому Правилу замечаний нет."),
    ),
    check=check,
)
