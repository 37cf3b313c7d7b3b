"""T501: an abbreviation nobody explains."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text

_SHORT = re.compile(r"(?<![\w.-])(?:[А-ЯЁ]{2,5}|[A-Z]{2,5}|[A-Z]\.[A-Z]\.)(?![\w-])")
_ROMAN = re.compile(r"[IVXLC]+")
_PLAIN = frozenset(("NT", "SA", "UK", "OK", "ОК"))
"""Signs of the game, an address, a word of assent: nothing to write out."""


def check(text: Text) -> Iterator[Problem]:
    """The first use in a file of every abbreviation the file nowhere writes out."""
    file = text.document.meta.file
    told = text.shelf.told.setdefault(f"T501 {file}", set())
    explained = text.shelf.told.setdefault(f"T501 explained {file}", set())
    if not explained:
        explained.update(*(_explained(other) for other in text.shelf.by_file[file]), ("",))
    for match in _SHORT.finditer(text.text):
        short = match[0]
        if short in told or short in _PLAIN or _ROMAN.fullmatch(short):
            continue
        if short in explained or _in_capitals(text.text, match.start(), match.end()):
            continue
        if _is_word(text, short):
            continue
        told.add(short)
        yield Problem(
            text.origin(*match.span()), f"Сокращение «{short}» в этом тексте нигде не раскрыто"
        )


def _explained(text: Text) -> set[str]:
    """Abbreviations written in brackets after their words or followed by them."""
    found: set[str] = set()
    words = text.text
    for match in re.finditer(r"[(“«\"]([А-ЯЁA-Z]{2,5})[)”»\"]", words):
        found.add(match[1])
    for match in re.finditer(r"(?<!\w)([А-ЯЁA-Z]{2,5}) (?:\(|– |— |- )[А-Яа-яёA-Za-z]", words):
        found.add(match[1])
    found.update(_initials(words))
    return found


def _initials(words: str) -> set[str]:
    """Initials of runs of capitalised words: «Всемирная Бриджевая Федерация» gives ВБФ."""
    found: set[str] = set()
    for match in re.finditer(r"[А-ЯЁ][а-яё]+(?:[ \n-][А-ЯЁ][а-яё]+){1,4}", words):
        parts = re.findall(r"[А-ЯЁ]", match[0])
        for size in range(2, len(parts) + 1):
            for first in range(len(parts) - size + 1):
                found.add("".join(parts[first : first + size]))
    return found


def _is_word(text: Text, short: str) -> bool:
    """Whether it is a word in capitals: «ЗАКОН»."""
    known = text.shelf.known_word
    return len(short) > 3 and known is not None and known(short.lower())


def _in_capitals(words: str, start: int, end: int) -> bool:
    """Whether it is a word of a heading in capitals."""
    return bool(
        re.search(r"[А-ЯЁA-Z]{2,}[\s,.]{1,3}$", words[max(0, start - 24) : start])
        or re.match(r"[\s,.]{1,3}[А-ЯЁA-Z]{2,}", words[end : end + 24])
    )


RULE = Rule(
    code="T501",
    level=Level.NOTE,
    title="Сокращение не раскрыто",
    why=(
        "«НБО», «S.O.» ясны составителю, но не игроку, открывшему сборник впервые. Достаточно "
        "раскрыть сокращение один раз."
    ),
    authority="ГОСТ Р 7.0.12: сокращение раскрывают при первом употреблении.",
    examples=(
        Example("Кодекс рекомендован всем НБО как руководство.", ("НБО",)),
        Example("Кодекс рекомендован Всемирной Бриджевой Федерацией (ВБФ). Устав ВБФ прилагается."),
    ),
    check=check,
)
