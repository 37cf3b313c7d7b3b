"""Latin letters inside Russian words and the reverse («пoмощью» with a Latin o).

Only whole words of letters are touched, and only when every foreign letter has a twin. Law numbers
(«12С2») belong to the reader of citations, which must know what was printed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.cleaning.finding import Found

KIND = "look-alike"
EXAMPLES = (
    ("с п\u006fмощью Правила", "с помощью Правила"),
    ("\u0421onvention", "Convention"),
    ("Правила 12С2 и 20F1", "Правила 12С2 и 20F1"),
)

_LATIN = "ABCEHKMOPTXaceopxyk"
_CYRILLIC = "АВСЕНКМОРТХасеорхук"
_TO_CYRILLIC = str.maketrans(_LATIN, _CYRILLIC)
_TO_LATIN = str.maketrans(_CYRILLIC, _LATIN)
_LATIN_RUN = re.compile(r"[A-Za-z]+")
_WORD = re.compile(r"[A-Za-zА-Яа-яЁё]{3,}")


def find(text: str) -> Iterator[Found]:
    """Every letter to be exchanged for its twin."""
    for start, end in _mixed(text):
        word = text[start:end]
        mended = mend(word)
        for place, (old, new) in enumerate(zip(word, mended, strict=True), start):
            if old != new:
                yield Found(place, place + 1, new, KIND, f"«{word}» → «{mended}»")


def unmended(text: str) -> Iterator[tuple[int, int]]:
    """Words in two alphabets that no exchange of twins puts right."""
    for start, end in _mixed(text):
        if mend(text[start:end]) == text[start:end]:
            yield start, end


def _mixed(text: str) -> Iterator[tuple[int, int]]:
    """Words of three letters or more that hold both alphabets."""
    last = 0
    for run in _LATIN_RUN.finditer(text):
        start, end = run.span()
        if start < last or not (
            _cyrillic(text[start - 1 : start]) or _cyrillic(text[end : end + 1])
        ):
            continue
        while start > last and (text[start - 1].isalnum() or text[start - 1] == "_"):
            start -= 1
        while end < len(text) and (text[end].isalnum() or text[end] == "_"):
            end += 1
        last = end
        if _WORD.fullmatch(text, start, end):
            yield start, end


def _cyrillic(letter: str) -> bool:
    return "\u0400" <= letter <= "\u04ff"


def mend(word: str) -> str:
    """The word in one alphabet, or unchanged when that cannot be decided."""
    latin = sum(letter < "\u0250" for letter in word)
    cyrillic = len(word) - latin
    if latin < cyrillic:
        mended = word.translate(_TO_CYRILLIC)
        return mended if all(letter > "\u024f" for letter in mended) else word
    if cyrillic < latin:
        mended = word.translate(_TO_LATIN)
        return mended if all(letter < "\u0250" for letter in mended) else word
    return word
