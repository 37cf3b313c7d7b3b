"""R106: a bare subdivision, or «это Правило», with no antecedent or with two."""

from __future__ import annotations

from collections.abc import Iterator

from kg.citation import Status
from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text

_LEANING = frozenset({"bare", "relative", "anaphora"})


def check(text: Text) -> Iterator[Problem]:
    """Every reference that leans on another one which is not there, or is not the only one."""
    for citation in text.citations:
        if citation.form not in _LEANING:
            continue
        reason = "; ".join(citation.reasons)
        if not citation.targets and citation.status is Status.UNVERIFIED:
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
