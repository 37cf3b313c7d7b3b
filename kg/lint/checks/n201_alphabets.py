"""N201: a number whose letters come from another alphabet than the series they stand for."""

from __future__ import annotations

from collections.abc import Iterator

from corpus.span import Span
from kg.citation import Status
from kg.lint.characters import TWINS, is_cyrillic, is_latin, named, place
from kg.lint.finding import Fix, Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text
from kg.provision import LOOKALIKE, Letters

_PLAIN = {letter: twin for letter, twin in TWINS.items() if twin.upper() in "ABCEHK"}
"""Letters with one reading only; «в» in brackets has two and is left to N202."""
_CYRILLIC = {latin: cyrillic for cyrillic, latin in LOOKALIKE.items()}


def check(text: Text) -> Iterator[Problem]:
    """Every number with a look-alike from the wrong alphabet."""
    latin = text.letters is Letters.LATIN
    for citation in text.laws:
        words = citation.surface
        if latin:
            doubtful = [i for i, s in enumerate(words) if is_cyrillic(s) and s in _PLAIN]
            right = [_PLAIN[words[i]] for i in doubtful]
        else:
            doubtful = [i for i, s in enumerate(words) if is_latin(s) and s in _CYRILLIC]
            right = [_CYRILLIC[words[i]] for i in doubtful]
        if not doubtful:
            continue
        said = ", ".join(
            f"{place(i)} – {named(words[i])}, нужна {named(letter)}"
            for i, letter in zip(doubtful, right, strict=True)
        )
        mended = list(words)
        for i, letter in zip(doubtful, right, strict=True):
            mended[i] = letter
        first, last = doubtful[0], doubtful[-1] + 1
        sure = text.letters_known and citation.status is Status.RESOLVED
        start = citation.span.start
        yield Problem(
            citation.span,
            f"«{words}»: {said}",
            suggestion="".join(mended),
            fix=Fix(Span(start + first, start + last), "".join(mended[first:last]), sure),
        )


RULE = Rule(
    code="N201",
    level=Level.WARNING,
    title="В номере буква чужого алфавита",
    why=(
        "«71С» с кириллической С выглядит как 71C, но поиск, сортировка, указатель его не находят; "
        "в одном тексте «25В» и «25B» становятся двумя разными Правилами."
    ),
    authority=(
        "Разделы Правил обозначены латинским рядом A, B, C, D… (в переводе с рядом А, Б, В – "
        "кириллическим); Unicode Technical Report 39, «Confusable Detection»."
    ),
    examples=(
        Example("Судья применяет Правило 71С в обычном порядке.", ("71С",)),
        Example("Судья применяет Правило 71C в обычном порядке."),
        Example("Судья применяет Правила 20F1 и 12C2."),
        Example("А. Решение\n\nПо Правилу 12Б.\n\nБ. Прочее\n\nПо Правилу 12В2.", kind="laws"),
    ),
    check=check,
)
