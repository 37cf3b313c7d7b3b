"""P602: a quotation of a law that is not in the law's text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text
from kg.lint.wording import quoted

_LIKE = 0.72
"""How alike a stretch of the law must be for the quotation to be a damaged copy of it."""
_WORDS = 4


def check(text: Text) -> Iterator[Problem]:
    """Quotations in sentences that name exactly one law whose text the library has."""
    if text.document.meta.kind == "laws":
        return
    for span, sentence in text.sentences():
        if not any(sign in sentence for sign in '“«"'):
            continue
        laws = {c.targets[0] for c in text.laws_in(span.start, span.end) if c.targets}
        if len(laws) != 1:
            continue
        law = next(iter(laws))
        held = text.shelf.by_law.get((text.document.meta.edition, law), [])
        if not held:
            continue
        own = _words(" ".join(unit.text for _, unit in held))
        local = text.local(span)
        stretch = text.text[local.start : local.end]
        for first, last in quoted(stretch):
            said = _words(stretch[first:last])
            if len(said) < _WORDS or _inside(said, own):
                continue
            near = _nearest(said, own)
            if near is not None:
                yield Problem(
                    text.origin(local.start + first, local.start + last),
                    f"Цитата расходится с текстом {law}: там «{' '.join(near)}»",
                    suggestion=" ".join(near),
                )


def _words(text: str) -> list[str]:
    return re.findall(r"[\w-]+", text.lower().replace("ё", "е"))


def _inside(said: list[str], own: list[str]) -> bool:
    size = len(said)
    return any(own[i : i + size] == said for i in range(len(own) - size + 1))


def _nearest(said: list[str], own: list[str]) -> list[str] | None:
    size = len(said)
    best, place = 0.0, 0
    for i in range(max(1, len(own) - size + 1)):
        if said[0] not in own[i : i + size] and said[-1] not in own[i : i + size]:
            continue
        ratio = SequenceMatcher(None, said, own[i : i + size], autojunk=False).ratio()
        if ratio > best:
            best, place = ratio, i
    return own[place : place + size] if best >= _LIKE else None


RULE = Rule(
    code="P602",
    level=Level.WARNING,
    title="Цитата не совпадает с Правилом",
    why=(
        "Слова в кавычках читатель принимает за текст Правила. Если Правило с тех пор переписано "
        "или цитата неточна, спор за столом решат по словам, которых в Кодексе нет."
    ),
    authority="Текст Правил того же издания в библиотеке.",
    examples=(
        Example(
            "По Правилу 18C “назначение, поднимающее последнее из предыдущих назначений” верно.",
            ("назначение, поднимающее последнее из предыдущих назначений",),
            beside=(
                (
                    "laws",
                    "1997",
                    "1997",
                    "Правило 18. Назначения\n\nC. Достаточное назначение\n\nНазначение, "
                    "поднимающее последнее из предшествующих назначений, есть достаточное.\n",
                ),
            ),
        ),
        Example(
            "По Правилу 18C “назначение, поднимающее последнее из предшествующих назначений” "
            "верно.",
            beside=(
                (
                    "laws",
                    "1997",
                    "1997",
                    "Правило 18. Назначения\n\nC. Достаточное назначение\n\nНазначение, "
                    "поднимающее последнее из предшествующих назначений, есть достаточное.\n",
                ),
            ),
        ),
    ),
    check=check,
)
