"""Text typed with the wrong keyboard layout: «afkmihtyjyc» → «фальшренонс».

No maintained library does this for Python 3.11; the whole matter is a table of 66 keys and one
rule: a word is converted only when it is unknown as typed and known after conversion.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from search.folding import fold, is_cyrillic, is_latin
from search.lexicon import bundled

_LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,./" + '~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?'
_RUSSIAN = "ёйцукенгшщзхъфывапролджэячсмитьбю." + "ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,"
_TO_RUSSIAN = str.maketrans(_LATIN, _RUSSIAN)
_TO_LATIN = str.maketrans(_RUSSIAN, _LATIN)

_CLOSING = ",.;:!?»\"'"
_WORD_CHARS = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_LAW_NUMBER = re.compile(r"^(\d{1,2})([^\W\d_])(\d{0,2})(?:\(([^\W\d_])\))?$")

_RUSSIAN_TYPED = {"ф": "a", "и": "b", "у": "e", "ц": "c", "б": "b"}
"""Letters of a law number typed on the Russian layout: Ф, И, У are the keys of A, B, E (the rest of
the row are look-alikes and read as such); Ц and Б are how C and B are called and spelled."""

_LATIN_TYPED = {"f": "a", "d": "b", "c": "c", "t": "e"}
"""The same typed blind in a query meant to be Russian: the keys of А, В, С, Е."""

_FEW = 2
"""Words of so few letters are converted only along with longer ones: B may be a player or a law."""

_BLIND = 6
"""An unknown word this long is converted when the result could be a Russian word."""


def flip(text: str) -> str:
    """``text`` as the same keys would give it on the other layout, character by character.

    The direction is that of the majority of letters; signs follow it.
    """
    cyrillic = sum("\u0400" <= c <= "\u04ff" for c in text)
    latin = sum(c.isascii() and c.isalpha() for c in text)
    return text.translate(_TO_LATIN if cyrillic > latin else _TO_RUSSIAN)


def fix_layout(query: str, known: Callable[[str], bool]) -> tuple[str, bool]:
    """``query`` with the words typed in the wrong layout converted, and whether any was.

    ``known``: is this word (any case) one the library or a dictionary knows? Works on whole
    queries, before tokenising, because «,», «.», «;», «[» may be letters. Spaces are kept.
    """
    parts = re.split(r"(\s+)", query)
    fixed = [_fix_word(part, known) if part.strip() else part for part in parts]
    to_russian = any(
        before != after and is_cyrillic(after) and _letters(after) > _FEW
        for before, after in zip(parts, fixed, strict=True)
    )
    for number, (before, after) in enumerate(zip(parts, fixed, strict=True)):
        if to_russian and before == after:
            fixed[number] = _follow(before, known)
        elif not to_russian and 0 < _letters(before) <= _FEW and is_cyrillic(after):
            fixed[number] = before
    result = "".join(fixed)
    return result, result != query


def _fix_word(word: str, known: Callable[[str], bool]) -> str:
    law = _LAW_NUMBER.match(word)
    if law:
        return _law(law, _RUSSIAN_TYPED) or word
    if any(c.isdigit() for c in word) or _all_known(word, known):
        return word
    candidates = _candidates(word)
    for candidate in candidates:
        if _all_known(candidate, known):
            return candidate
    if _letters(word) >= _BLIND and is_latin(word):
        for candidate in candidates:
            if is_cyrillic(candidate.strip(_CLOSING)) and _could_be_russian(candidate):
                return candidate
    return word


def _law(law: re.Match[str], letters: Mapping[str, str]) -> str | None:
    """A law number with its letters read by ``letters``; ``None`` when they say nothing."""
    first, inner = law[2].lower(), (law[4] or "").lower()
    if first not in letters and inner not in letters:
        return None
    section = letters[first].upper() if first in letters else law[2]
    tail = f"({letters.get(inner, inner)})" if inner else ""
    return f"{law[1]}{section}{law[3]}{tail}"


def _candidates(word: str) -> list[str]:
    """Readings of ``word`` on the other layout: signs at its ends may be letters or signs."""
    opening = len(word) - len(word.lstrip("«\"'(["))
    closing = len(word) - len(word.rstrip(_CLOSING + ")]"))
    found = []
    for left in sorted({0, opening}):
        # «?» and «!» end a question on either layout.
        for right in sorted({1 if word[-1] in "?!" else 0, min(1, closing), closing}):
            core = word[left : len(word) - right]
            if core and any(c.isalpha() for c in core):
                found.append(word[:left] + flip(core) + word[len(word) - right :])
    return found


def _all_known(text: str, known: Callable[[str], bool]) -> bool:
    words = _WORD_CHARS.findall(text)
    rest = _WORD_CHARS.sub("", text).strip(_CLOSING + "«\"'()[]-–—…/*+")
    return bool(words) and not rest and all(known(word) for word in words)


def _follow(word: str, known: Callable[[str], bool]) -> str:
    """A word left as it was among converted ones: it was typed on the same layout."""
    law = _LAW_NUMBER.match(word)
    if law:
        return _law(law, _LATIN_TYPED) or word
    if not is_latin(word) or any(c.isdigit() for c in word) or _all_known(word, known):
        return word
    flipped = flip(word)
    return flipped if is_cyrillic(flipped) and _pronounceable(flipped) else word


def _letters(word: str) -> int:
    return sum(c.isalpha() for c in word)


def _pronounceable(word: str) -> bool:
    vowels = sum(c in "аеиоуыэюяё" for c in word.lower())
    return vowels > 0 and len(word) <= 5 * vowels and word[0].lower() not in "ъьы"


def _could_be_russian(word: str) -> bool:
    """True when every two neighbouring letters occur so in the game's dictionary."""
    pairs = _russian_pairs()
    letters = [fold(part) for part in _WORD_CHARS.findall(word)]
    return all(part[i : i + 2] in pairs for part in letters for i in range(len(part) - 1))


@lru_cache(maxsize=1)
def _russian_pairs() -> frozenset[str]:
    return frozenset(form[i : i + 2] for form in bundled().forms for i in range(len(form) - 1))
