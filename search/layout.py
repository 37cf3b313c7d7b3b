"""Text typed with the wrong keyboard layout: «afkmihtyjyc» → «фальшренонс».

No maintained library does this for Python 3.11; the whole matter is a table of 66 keys and one
rule: a word is converted only when it is unknown as typed and known after conversion.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from search.folding import is_cyrillic

_LATIN = "`qwertyuiop[]asdfghjkl;'zxcvbnm,./" + '~QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?'
_RUSSIAN = "ёйцукенгшщзхъфывапролджэячсмитьбю." + "ЁЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,"
_TO_RUSSIAN = str.maketrans(_LATIN, _RUSSIAN)
_TO_LATIN = str.maketrans(_RUSSIAN, _LATIN)

_LETTER_KEYS = "`[];',.~{}:\"<>"
"""Signs that are letters on the Russian layout."""

_CLOSING = ",.;:!?»\"'"
_WORD_CHARS = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_LAW_NUMBER = re.compile(r"^(\d{1,2})([фиуФИУ])(\d{0,2})(?:\(([фиуФИУсС])\))?$")
_LAW_LETTERS = {"ф": "a", "и": "b", "у": "e", "с": "c"}


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
    fixed = [_fix_word(part, known) if part and not part.isspace() else part for part in parts]
    if fixed != parts:
        fixed = [
            _follow(before, after, known) if before == after else after
            for before, after in zip(parts, fixed, strict=True)
        ]
    result = "".join(fixed)
    return result, result != query


def _fix_word(word: str, known: Callable[[str], bool]) -> str:
    law = _LAW_NUMBER.match(word)
    if law:
        # Only Ф, И, У cannot be look-alikes of the Latin letters a law number is written with.
        letter = _LAW_LETTERS[law[2].lower()].upper()
        inner = f"({_LAW_LETTERS[law[4].lower()]})" if law[4] else ""
        return f"{law[1]}{letter}{law[3]}{inner}"
    if any(c.isdigit() for c in word) or _all_known(word, known):
        return word
    for candidate in _candidates(word):
        if _all_known(candidate, known):
            return candidate
    return word


def _candidates(word: str) -> list[str]:
    """Readings of ``word`` on the other layout: signs at its ends may be letters or signs."""
    opening = len(word) - len(word.lstrip("«\"'(["))
    closing = len(word) - len(word.rstrip(_CLOSING + ")]"))
    found = []
    for left in sorted({0, opening}):
        for right in sorted({0, min(1, closing), closing}):
            core = word[left : len(word) - right]
            if core and any(c.isalpha() for c in core):
                found.append(word[:left] + flip(core) + word[len(word) - right :])
    return found


def _all_known(text: str, known: Callable[[str], bool]) -> bool:
    words = _WORD_CHARS.findall(text)
    rest = _WORD_CHARS.sub("", text).strip(_CLOSING + "«\"'()[]-–—…/*+")
    return bool(words) and not rest and all(known(word) for word in words)


def _follow(before: str, after: str, known: Callable[[str], bool]) -> str:
    """A word unknown either way goes with its converted neighbours when it cannot be English."""
    if before.isspace() or not before or any(c.isdigit() for c in before):
        return after
    if _all_known(before, known) or is_cyrillic(before):
        return after
    flipped = flip(before)
    return flipped if is_cyrillic(flipped.replace("-", "")) and _pronounceable(flipped) else after


def _pronounceable(word: str) -> bool:
    vowels = sum(c in "аеиоуыэюяё" for c in word.lower())
    return vowels > 0 and len(word) <= 5 * vowels and word[0].lower() not in "ъьы"
