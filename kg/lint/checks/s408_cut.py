"""S408: a text that starts or ends in mid-sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.span import Span
from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text

_NEAR = 40
_FIRST = re.compile(r"\s*(\S+(?:[ \t]+\S+)?)")
_ENTRY = re.compile(r"\.{4}|[\d)]\s*$")
"""A line of contents or of an index ends in a number and is whole."""
_LAST = re.compile(r"(?<!\S)(\S+)\s*$")


def check(text: Text) -> Iterator[Problem]:
    """Beginnings and ends that cleaning found cut."""
    for gap in text.document.gaps:
        if gap.kind == "cut-start":
            words = _FIRST.match(text.original, gap.span.end)
            span = Span(*words.span(1)) if words else gap.span
            yield Problem(span, f"Текст начинается не с начала: {gap.note}")
        elif gap.kind == "cut-end":
            tail = text.original[max(0, gap.span.start - _NEAR) : gap.span.start]
            last = _LAST.search(tail)
            if _ENTRY.search(tail):
                continue
            first = gap.span.start - len(tail)
            span = Span(first + last.start(1), first + last.end(1)) if last else gap.span
            yield Problem(span, f"Текст обрывается посреди предложения: {gap.note}")


RULE = Rule(
    code="S408",
    level=Level.ERROR,
    title="Текст начинается или кончается посреди предложения",
    why=(
        "Отрывок без начала или конца нельзя цитировать как решение: условие могло стоять в "
        "отрезанной части."
    ),
    authority="Строение текста: предложение начинается с прописной буквы и кончается точкой.",
    examples=(
        Example(
            "или последующих раундах, после чего игрок возражает.\n\nИгра продолжается.",
            ("или последующих",),
        ),
        Example("В последующих раундах игрок возражает.\n\nИгра продолжается."),
    ),
    check=check,
)
