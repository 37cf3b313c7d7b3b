"""T504: a word no dictionary knows, one letter away from one it knows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

from kg.lint.finding import Fix, Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text

_WORD = re.compile(r"(?<![\w-])[А-Яа-яЁё]{6,}(?![\w-])")
_LETTERS = "абвгдежзийклмнопрстуфхцчшщъыьэюя"


def check(text: Text) -> Iterator[Problem]:
    """Unknown small-letter words used once that a slip of one letter makes of known ones."""
    known = text.shelf.known_word
    if known is None:
        return
    words = [match for match in _WORD.finditer(text.text) if match[0].islower()]
    counts = Counter(match[0] for match in words)
    torn = {end for gap in text.document.gaps for end in text.local(gap.span)}
    for match in words:
        word = match[0]
        if counts[word] > 1 or known(word) or torn & set(match.span()):
            continue
        near = _neighbours(word, known)
        near = [one for one in near if counts[one]] or near
        if not near:
            continue
        span = text.origin(*match.span())
        exact = len(near) == 1 and span.of(text.original) == word
        yield Problem(
            span,
            f"Слова «{word}» нет в словаре; похоже на " + ", ".join(f"«{w}»" for w in near[:3]),
            suggestion=" или ".join(near[:3]),
            fix=Fix(span, near[0], False) if exact else None,
        )


def _neighbours(word: str, known: Callable[[str], bool]) -> list[str]:
    """Known words one slip away: a letter doubled, swapped, lost, added or replaced."""
    found: dict[str, None] = {}
    for i in range(len(word)):
        found[word[:i] + word[i + 1 :]] = None
        if i + 1 < len(word):
            found[word[:i] + word[i + 1] + word[i] + word[i + 2 :]] = None
    for i in range(len(word) + 1):
        for letter in _LETTERS:
            if i < len(word):
                found[word[:i] + letter + word[i + 1 :]] = None
            found[word[:i] + letter + word[i:]] = None
    return [one for one in found if one != word and known(one)]


RULE = Rule(
    code="T504",
    level=Level.WARNING,
    title="Опечатка",
    why="«достатоыное назначение» не найдёт ни поиск, ни читатель, который ищет слово глазами.",
    authority="Словарь OpenCorpora (pymorphy3) и глоссарий библиотеки.",
    examples=(
        Example("Это достатоыное назначение.", ("достатоыное",)),
        Example("Это достаточное назначение. Фальшренонс установлен."),
    ),
    check=check,
)
