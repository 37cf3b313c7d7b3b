"""R103: a law that refers to itself by number."""

from __future__ import annotations

from collections.abc import Iterator

from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text


def check(text: Text) -> Iterator[Problem]:
    """Every citation inside a law's text, or a numbered paragraph, of the very place it is in."""
    if text.document.meta.kind not in ("laws", "commentary"):
        return
    for citation in text.citations:
        if citation.kind not in ("law", "commentary") or citation.form not in ("named", "bare"):
            continue
        unit = text.unit_at(citation.span.start)
        if unit is None or len(citation.targets) != 1:
            continue
        own = unit.law if unit.kind == "laws" else unit.number
        kind = "law" if unit.kind == "laws" else "commentary"
        if citation.kind == kind and citation.targets[0] == own:
            yield Problem(
                citation.span,
                f"«{citation.surface}» ссылается на само себя: это место и есть {own}",
                suggestion="проверить номер или написать «это Правило», «этот пункт»",
            )


RULE = Rule(
    code="R103",
    level=Level.WARNING,
    title="Ссылка на саму себя",
    why=(
        "«См. Правило 12A» внутри Правила 12A посылает читателя туда, где он уже стоит. Чаще всего "
        "это описка в номере, и нужного места он не найдёт."
    ),
    authority="Логика ссылок; проверка «self-reference» есть в сборщиках технических стандартов.",
    examples=(
        Example(
            "Правило 64. Процедура после фальшренонса\n\nA. Наказание\n\nНазначается наказание, "
            "как сказано в Правиле 64A, если фальшренонс установлен.\n\nB. Нет наказания\n\n"
            "Наказания нет.\n",
            ("64A",),
            kind="laws",
        ),
        Example(
            "Правило 64. Процедура после фальшренонса\n\nA. Наказание\n\nНазначается наказание, "
            "как сказано в Правиле 63A, если фальшренонс установлен.\n\nB. Нет наказания\n\n"
            "Наказания нет.\n",
            kind="laws",
        ),
    ),
    check=check,
)
