"""One spelling for words that differ only in how they were typed.

Used by the dictionary, the glossary, the speller and the layout rule, so that a word is compared
in the same shape everywhere: NFC, lower case, ё as е, every dash as ``-``, no soft hyphens.
"""

from __future__ import annotations

import unicodedata

_CHARS = str.maketrans(
    {
        "ё": "е",
        "Ё": "е",
        "\u00ad": None,  # soft hyphen
        "\u2010": "-",
        "\u2011": "-",
        "\u2012": "-",
        "\u2013": "-",
        "\u2014": "-",
        "\u2015": "-",
        "\u2212": "-",
        "’": "'",
        "ʼ": "'",
    }
)


def fold(word: str) -> str:
    """``word`` in the one shape words are compared in; never longer than its NFC form."""
    return unicodedata.normalize("NFC", word).translate(_CHARS).lower()


def is_cyrillic(text: str) -> bool:
    """True when every letter of ``text`` is Cyrillic and there is at least one."""
    letters = [c for c in text if c.isalpha()]
    return bool(letters) and all("\u0400" <= c <= "\u04ff" for c in letters)


def is_latin(text: str) -> bool:
    """True when every letter of ``text`` is basic Latin and there is at least one."""
    letters = [c for c in text if c.isalpha()]
    return bool(letters) and all(c.isascii() for c in letters)
