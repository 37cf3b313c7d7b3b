"""R107: a reference the inventory can neither confirm nor refute."""

from __future__ import annotations

from collections.abc import Iterator

from kg.citation import Status
from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text


def check(text: Text) -> Iterator[Problem]:
    """Every law or paragraph cited that could not be looked up."""
    for citation in text.citations:
        if citation.kind in ("law", "commentary") and citation.status is Status.UNVERIFIED:
            if not citation.targets:
                continue
            reason = "; ".join(citation.reasons)
            yield Problem(
                citation.span, f"Ссылку «{citation.surface}» проверить не по чему: {reason}"
            )


RULE = Rule(
    code="R107",
    level=Level.NOTE,
    title="Ссылку нечем проверить",
    why=(
        "Опись издания неполна, или нужный параграф не вошёл в отрывок. Ссылка может быть верна; "
        "редактору стоит свериться с печатной книгой."
    ),
    authority="Опись изданий: что не прочитано в источнике, ничего не доказывает.",
    examples=(
        Example(
            "Правило 12. ПРАВО СУДЬИ\n\n12.14. Сказанное в 12.13. остаётся в силе для всех.\n\n"
            "12.15. Судья назначает результат.\n",
            ("12.13",),
            kind="commentary",
            edition="1987",
        ),
        Example(
            "Правило 12. ПРАВО СУДЬИ\n\n12.13. Судья назначает результат.\n\n12.14. Сказанное в "
            "12.13. остаётся в силе для всех.\n",
            kind="commentary",
            edition="1987",
        ),
    ),
    check=check,
)
