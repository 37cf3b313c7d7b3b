"""Hyphens at a line's end: a word cut in two is joined, a compound keeps its hyphen.

«прису-⏎ждённый» → «присуждённый», but «кю-⏎бид», «во-⏎первых», «матч-⏎пункт», «N-⏎S» keep it. A
compound is known by its parts or by standing hyphenated elsewhere in the same text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

KIND = "line-hyphen"
EXAMPLES = (
    (
        "назначить искусственный прису-\nждённый результат",
        "назначить искусственный присуждённый результат",
    ),
    ("пас на кю-\nбид после раздумий", "пас на кю-бид после раздумий"),
    ("во-\n   первых, такой результат", "во-первых, такой результат"),
    ("сыграть какой-\nто картой", "сыграть какой-то картой"),
)

_FIRST_PARTS = frozenset(
    (
        *("кю", "во", "в", "по", "кое", "из", "вице", "экс", "матч", "биддинг", "макси", "мини"),
        *("пресс", "онлайн", "веб", "e", "n", "s", "w", "контракт", "бридж", "интернет", "тайм"),
    )
)
_LAST_PARTS = frozenset(("то", "либо", "нибудь", "таки", "ка", "де", "за", "под"))
_WORD_BEFORE = re.compile(r"(\w+)[-‐–]$")
_WORD_AFTER = re.compile(r"\w+")
_INSIDE = re.compile(r"[-‐–](?=\w)")


class Compounds:
    """The words a text writes with a hyphen inside a line; gathered when first asked for."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._known: frozenset[str] | None = None

    def __contains__(self, word: str) -> bool:
        """Whether ``word`` (small letters, a plain hyphen) is one of them."""
        if self._known is None:
            self._known = frozenset(self._gather())
        return word in self._known

    def _gather(self) -> Iterator[str]:
        text = self._text
        for match in _INSIDE.finditer(text):
            start, end = match.span()
            after = _WORD_AFTER.match(text, end)
            while start > 0 and text[start - 1].isalnum():
                start -= 1
            if start < match.start() and after is not None:
                yield f"{text[start : match.start()]}-{after.group()}".lower()


def ends_in_hyphen(line: str) -> bool:
    """Whether the line ends with a hyphen that stands directly after a letter."""
    return len(line) > 1 and line[-1] in "-‐–" and line[-2].isalpha()


def keeps_hyphen(line: str, following: str, known: Compounds) -> bool:
    """Whether the word cut at the end of ``line`` is a compound."""
    before, after = _WORD_BEFORE.search(line[-60:]), _WORD_AFTER.match(following)
    if before is None or after is None:
        return True
    first, last = before.group(1).lower(), after.group().lower()
    if not following[0].islower() or last in _LAST_PARTS:
        return True
    if f"{first}-{last}" in known:
        return True
    if first == "по":
        return last.endswith(("ому", "ему", "ски", "цки"))
    return first in _FIRST_PARTS and (
        first not in ("в", "во", "из") or last.endswith(("ых", "их", "за", "под"))
    )
