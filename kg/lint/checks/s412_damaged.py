"""S412: words read in a wrong encoding and other damage to letters."""

from __future__ import annotations

from collections.abc import Iterator

from corpus.span import Span
from kg.lint.characters import named
from kg.lint.finding import Fix, Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text


def check(text: Text) -> Iterator[Problem]:
    """Forms of address spoilt by recognition («Öн»), Russian in a foreign encoding."""
    for repair in text.document.repairs:
        if repair.kind == "form-of-address":
            sign = next((s for s in repair.before if s.isalpha()), "?")
            end = repair.span.end
            while end < len(text.original) and text.original[end].isalpha():
                end += 1
            span = Span(repair.span.start, end)
            word = repair.after + text.original[repair.span.end : end]
            yield Problem(
                span,
                f"«{span.of(text.original)}»: первый знак – {named(sign)}; очевидно, «{word}»",
                suggestion=word,
                fix=Fix(repair.span, repair.after, True),
            )
        elif repair.kind == "wrong-encoding":
            yield Problem(
                repair.span,
                f"«{repair.before[:40]}»: похоже на чтение в чужой кодировке",
                suggestion="открыть файл с --encoding",
            )


RULE = Rule(
    code="S412",
    level=Level.WARNING,
    title="Буквы испорчены при чтении",
    why="«Öн Коэйман» вместо «Г-н Коэйман»: имя не находится, текст выглядит небрежно.",
    authority="Unicode: Ö (U+00D6) не входит в русский алфавит; обычная ошибка распознавания.",
    examples=(
        Example("1. Öн Коэйман добавил, что карта сыграна.", ("Öн",)),
        Example("1. Г-н Коэйман добавил, что карта сыграна."),
    ),
    check=check,
)
