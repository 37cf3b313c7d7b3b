"""N203: a letter where a digit should stand, or a digit where a letter should."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.errors import QueryError
from kg.lint.characters import named, place
from kg.lint.finding import Fix, Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text
from kg.provision import parse

_DIGITS = {"З": "3", "з": "3", "О": "0", "о": "0", "O": "0", "o": "0", "l": "1", "I": "1", "|": "1"}
_DIGITS |= {"б": "6", "S": "5", "Ч": "4", "І": "1"}
_TRIGGER = re.compile(r"(?:[Пп]равил|[Зз]акон)(?:[оауеы]|ами?|ах|ом|ов)?[ \n]+")
_TOKEN = re.compile(r"[0-9ЗзОоOolI|бSЧІ]{1,3}(?:[A-KАВСЕНК](?:[0-9ЗОOlI]{1,2})?)?(?![\w(-])")


def check(text: Text) -> Iterator[Problem]:
    """Every number after «Правило» in which a letter sits among the digits."""
    words = text.text
    for trigger in _TRIGGER.finditer(words):
        token = _TOKEN.match(words, trigger.end())
        if token is None:
            continue
        said = token[0]
        law = re.match(r"[0-9ЗзОоOolI|бSЧІ]+", said)
        if law is None or not any(sign.isdigit() for sign in said):
            continue
        doubtful = [i for i, s in enumerate(said) if s in _DIGITS and not _section(said, i)]
        if not doubtful:
            continue
        mended = "".join(_DIGITS[s] if i in doubtful else s for i, s in enumerate(said))
        try:
            number = parse(mended)
        except QueryError:
            continue
        if text.inventory is not None and text.inventory.why_absent(number):
            continue
        span = text.origin(token.start(), token.end())
        signs = ", ".join(
            f"{place(i)} – {named(said[i])}, похоже на {_DIGITS[said[i]]}" for i in doubtful
        )
        fix = Fix(span, mended, False) if len(span) == len(said) else None
        yield Problem(span, f"«{said}»: {signs}", suggestion=mended, fix=fix)


def _section(said: str, index: int) -> bool:
    """Whether a doubtful sign stands where a section's letter belongs: after the law's digits."""
    return index > 0 and said[index] in "ОOо" and said[:index].isdigit() and index >= 2


RULE = Rule(
    code="N203",
    level=Level.WARNING,
    title="В номере буква вместо цифры",
    why=(
        "При распознавании З становится 3, О – 0, l – 1, б – 6. Номер с буквой не находится ни "
        "поиском, ни указателем, а исправление наугад может дать чужое Правило, поэтому "
        "исправление здесь только предлагается."
    ),
    authority="Обычные ошибки распознавания текста; Unicode TR 39.",
    examples=(
        Example("Применяется Правило 1З, а не другое.", ("1З",)),
        Example("Применяется Правило З1А, а не другое.", ("З1А",)),
        Example("Применяется Правило 13, а не другое. Это правило о картах."),
    ),
    check=check,
)
