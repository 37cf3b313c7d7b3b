"""N205: the letters of a list or of sections drawn from two alphabets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corpus.span import Span
from kg.lint.characters import TWINS, is_cyrillic, is_latin, named
from kg.lint.finding import Fix, Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text

_MARK = re.compile(r"(\(?)([A-Za-zА-Яа-я])([.)])[ \t]")
_RUSSIAN = "абвгдежзиклмн"
_LATIN = "abcdefghijklm"
_TO_LATIN = {**TWINS, "в": "b", "В": "B"}
_TO_RUSSIAN = {latin: cyrillic for cyrillic, latin in TWINS.items()}


@dataclass(frozen=True, slots=True)
class _Mark:
    start: int
    sign: str
    form: str


def check(text: Text) -> Iterator[Problem]:
    """In every row of list letters that holds both alphabets, those of the wrong one."""
    rows = list(_rows(text))
    for row in rows:
        yield from _mixed(text, row)
    signs = {mark.sign for row in rows for mark in row if mark.form.endswith("A")}
    latin = sum(map(is_latin, signs)) > 1
    if latin and not any(is_cyrillic(s) and s not in _TO_LATIN for s in signs):
        for row in rows:
            if row[0].form.endswith("A") and not any(is_latin(mark.sign) for mark in row):
                yield from _foreign(text, row)


def _rows(text: Text) -> Iterator[list[_Mark]]:
    """Rows of marks that follow each other in the alphabet."""
    row: list[_Mark] = []
    for paragraph in text.paragraphs:
        position = paragraph.start
        for line in paragraph.text.split("\n"):
            match = _MARK.match(line)
            if match:
                form = match[1] + match[3] + ("A" if match[2].isupper() else "a")
                mark = _Mark(position + match.start(2), match[2], form)
                if not row or row[-1].form != form or not _goes_on(row, mark):
                    if row:
                        yield row
                    row = []
                row.append(mark)
            position += len(line) + 1
    if row:
        yield row


def _foreign(text: Text, row: Sequence[_Mark]) -> Iterator[Problem]:
    """A row all Cyrillic look-alikes («А.» alone) in a text whose other rows are Latin."""
    for mark in row:
        right, span = _TO_LATIN[mark.sign], text.origin(mark.start, mark.start + 1)
        if span.of(text.original) == mark.sign:
            yield Problem(
                span,
                f"В этом тексте разделы обозначены латинскими буквами, а здесь "
                f"{named(mark.sign)}; нужна {named(right)}",
                suggestion=right,
                fix=Fix(span, right, True),
            )


def _reading(sign: str, latin: bool) -> str:
    """The letter as one of a series; empty when it has no place there."""
    if latin:
        twin = sign if is_latin(sign) else _TO_LATIN.get(sign, "")
    else:
        twin = sign if is_cyrillic(sign) else _TO_RUSSIAN.get(sign, "")
    return twin.lower()


def _index(sign: str, latin: bool) -> int:
    letter = _reading(sign, latin)
    return (_LATIN if latin else _RUSSIAN).find(letter) if letter else -1


def _goes_on(row: Sequence[_Mark], mark: _Mark) -> bool:
    """Whether the mark is the next letter in one of the two series."""
    return any(
        _index(row[-1].sign, latin) >= 0
        and _index(mark.sign, latin) == _index(row[-1].sign, latin) + 1
        for latin in (True, False)
    )


def _mixed(text: Text, row: Sequence[_Mark]) -> Iterator[Problem]:
    signs = [mark.sign for mark in row]
    if not (any(map(is_latin, signs)) and any(map(is_cyrillic, signs))):
        return
    latin = _fits(signs, True)
    if latin == _fits(signs, False):
        latin = sum(map(is_latin, signs)) * 2 >= len(signs)
    shown = ", ".join(signs)
    for mark in row:
        if is_latin(mark.sign) == latin:
            continue
        twins = _TO_LATIN if latin else _TO_RUSSIAN
        right = twins.get(mark.sign)
        span = text.origin(mark.start, mark.start + 1)
        if right is None or span.of(text.original) != mark.sign:
            continue
        yield Problem(
            span,
            f"В ряду {shown} буквы двух алфавитов: здесь {named(mark.sign)}, нужна {named(right)}",
            suggestion=right,
            fix=Fix(Span(*span), right, True),
        )


def _fits(signs: Sequence[str], latin: bool) -> bool:
    places = [_index(sign, latin) for sign in signs]
    return all(p == places[0] + n and p >= 0 for n, p in enumerate(places))


RULE = Rule(
    code="N205",
    level=Level.WARNING,
    title="Буквы списка из двух алфавитов",
    why=(
        "Пункты (а), (b), (с) на вид один ряд, но на «пункт (c)» поиск не ответит, а сортировка "
        "поставит их в разные концы указателя."
    ),
    authority="Единый ряд букв в перечне; Unicode TR 39.",
    examples=(
        Example("Условия:\n\n(а) первый случай;\n\n(b) второй случай;\n\n(с) третий.", ("а", "с")),
        Example("Условия:\n\n(a) первый случай;\n\n(b) второй случай;\n\n(c) третий."),
        Example("Условия:\n\nА. Первый случай.\n\nБ. Второй случай.\n\nВ. Третий."),
    ),
    check=check,
)
