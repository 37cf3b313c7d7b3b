"""T502: one notion under several names in one text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text

_ENDING = 3
"""Letters at a word's end that its forms do not share."""


def check(text: Text) -> Iterator[Problem]:
    """For every notion named in two or more ways, the first place of each rarer name."""
    lowered = text.text.lower().replace("ё", "е")
    for names in _comparable(text.shelf.synonyms.values()):
        found: dict[str, list[tuple[int, int]]] = {}
        for name in names:
            places = list(_places(name, lowered))
            if places:
                found[name] = places
        _without_overlaps(found)
        if len(found) < 2:
            continue
        most = max(found, key=lambda name: (len(found[name]), -found[name][0][0]))
        for name in sorted(found, key=lambda one: found[one][0]):
            if name == most:
                continue
            others = ", ".join(f"«{o}» – {len(found[o])}" for o in found if o != name)
            yield Problem(
                text.origin(*found[name][0]),
                f"Одно понятие названо по-разному: «{name}» – {len(found[name])} раз, {others}",
                suggestion=f"везде «{most}»",
            )


def _comparable(notions: Iterable[Sequence[str]]) -> Iterator[list[str]]:
    """Names that differ in one word only: «нелегальная / несанкционированная информация».

    A glossary also holds whole phrases that lead to a notion; they are no names of it.
    """
    for names in notions:
        alike: dict[tuple[int, str], list[str]] = {}
        for name in names:
            words = name.split()
            if 2 <= len(words) <= 3:
                alike.setdefault((len(words), _stem(words[-1].lower())), []).append(name)
        yield from (same for same in alike.values() if len(same) > 1)


def _places(name: str, lowered: str) -> Iterator[tuple[int, int]]:
    stems = [_stem(word) for word in name.lower().replace("ё", "е").split()]
    if stems[0] not in lowered:
        return
    pattern = r"[\s]+".join(rf"{re.escape(stem)}[а-яa-z]{{0,5}}" for stem in stems)
    for match in re.finditer(rf"(?<![\w-]){pattern}(?![\w-])", lowered):
        yield match.span()


def _stem(word: str) -> str:
    """A word without its ending; short words stay whole but for a vowel."""
    if len(word) > _ENDING + 3:
        return word[: len(word) - 2] if len(word) < 8 else word[:-_ENDING]
    return word.rstrip("аеиоуыэюяйь") if len(word) > 3 else word


def _without_overlaps(found: dict[str, list[tuple[int, int]]]) -> None:
    """A place belongs to the longest name that covers it."""
    taken: list[tuple[int, int]] = []
    for name in sorted(found, key=len, reverse=True):
        found[name] = [
            place
            for place in found[name]
            if not any(start <= place[0] and place[1] <= end for start, end in taken)
        ]
        taken += found[name]
        if not found[name]:
            del found[name]


RULE = Rule(
    code="T502",
    level=Level.WARNING,
    title="Одно понятие под разными именами",
    why=(
        "«Нелегальная информация» в одном пункте и «несанкционированная» в другом: читатель ищет "
        "разницу, которой нет, а поиск по одному имени не находит второго."
    ),
    authority=(
        "Единство терминологии в нормативных текстах; глоссарий (pravila glossary), где имена "
        "одного понятия собраны."
    ),
    examples=(
        Example(
            "Нелегальная информация запрещена. Использовать несанкционированную информацию "
            "нельзя; несанкционированная информация опасна.",
            ("Нелегальная информация",),
            synonyms=(("ui", ("несанкционированная информация", "нелегальная информация")),),
        ),
        Example(
            "Несанкционированная информация запрещена. Использовать несанкционированную информацию "
            "нельзя.",
            synonyms=(("ui", ("несанкционированная информация", "нелегальная информация")),),
        ),
    ),
    check=check,
)
