"""N206: a word written in two alphabets."""

from __future__ import annotations

from collections.abc import Iterator

from kg.lint.characters import named
from kg.lint.finding import Fix, Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text


def check(text: Text) -> Iterator[Problem]:
    """What cleaning found of look-alike letters in words, mended or not."""
    for repair in text.document.repairs:
        if repair.kind == "look-alike" and len(repair.before) == len(repair.after) == 1:
            word = f" в слове {repair.note}" if repair.note else ""
            yield Problem(
                repair.span,
                f"{named(repair.before)}{word}: нужна {named(repair.after)}",
                suggestion=repair.after,
                fix=Fix(repair.span, repair.after, True),
            )
        elif repair.kind == "mixed-alphabets":
            yield Problem(repair.span, f"«{repair.before}»: буквы двух алфавитов в одном слове")


RULE = Rule(
    code="N206",
    level=Level.WARNING,
    title="Слово из букв двух алфавитов",
    why=(
        "Слово «пoмощью» с латинской o выглядит верно, но не находится поиском, не переносится "
        "и произносится программами чтения по буквам."
    ),
    authority="Unicode TR 39, «Mixed-Script Detection» (слова из двух алфавитов).",
    examples=(
        Example("Решают с п\u006fмощью Правила 12.", ("o",)),
        Example("Решают с помощью Правила 12."),
    ),
    check=check,
)
