"""T502: one notion under several names in one text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text

_ADJECTIVE = "(?:[ыиоеё]й|[ая]я|[ое]е|[оеё]го|[оеё]му|[ую]ю|[ыиое]м|[ыи]е|[ыи]х|[ыи]ми)"
_APART_IN_LAWS = frozenset({"offending-side", "non-offending-side"})
"""Law 12C1 itself tells a side at fault from a side that offended."""


def check(text: Text) -> Iterator[Problem]:
    """For every notion named in two or more ways, every place of the rarer names."""
    lowered = text.text.lower().replace("ё", "е")
    in_laws = text.document.meta.kind == "laws"
    for notion, names in text.shelf.synonyms.items():
        if in_laws and notion in _APART_IN_LAWS:
            continue
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
            for place in found[name]:
                yield Problem(
                    text.origin(*place),
                    f"Одно понятие названо по-разному: «{name}» – {len(found[name])} раз, {others}",
                    suggestion=f"везде «{most}»",
                )


def _places(name: str, lowered: str) -> Iterator[tuple[int, int]]:
    words = name.lower().replace("ё", "е").split()
    if _stem(words[0])[0] not in lowered:
        return
    pattern = r"\s+".join(re.escape(stem) + endings for stem, endings in map(_stem, words))
    for match in re.finditer(rf"(?<![\w-]){pattern}(?![\w-])", lowered):
        yield match.span()


def _stem(word: str) -> tuple[str, str]:
    """A word without its ending, and the endings its forms have."""
    if len(word) > 5 and word.endswith(("ый", "ий", "ая", "яя", "ое", "ее")):
        return word[:-2], _ADJECTIVE
    return word.rstrip("аеиоуыэюяйь"), "[а-я]{0,3}"


def _without_overlaps(found: dict[str, list[tuple[int, int]]]) -> None:
    """A place belongs to the longest name that covers it."""
    taken: list[tuple[int, int]] = []
    for name in sorted(found, key=len, reverse=True):
        found[name] = [place for place in found[name] if not _covered(place, taken)]
        taken = sorted([*taken, *found[name]])
        if not found[name]:
            del found[name]


def _covered(place: tuple[int, int], taken: list[tuple[int, int]]) -> bool:
    """Whether one of the stretches, in order and apart, holds the place."""
    index = bisect_right(taken, (place[0], place[1])) - 1
    near = taken[max(0, index) : index + 2]
    return any(start <= place[0] and place[1] <= end for start, end in near)


RULE = Rule(
    code="T502",
    level=Level.WARNING,
    title="Одно понятие под разными именами",
    why=(
        "«Нелегальная информация» в одном пункте и «несанкционированная» в другом: читатель ищет "
        "разницу, которой нет, а поиск по одному имени не находит второго."
    ),
    authority=(
        "Единство терминологии в нормативных текстах; имена, различающие переводы Кодекса 1987 и "
        "1997 годов (notions.json)."
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
