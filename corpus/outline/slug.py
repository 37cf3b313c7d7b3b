"""Readable, URL-fit names made of a text's first words («Комитет отметил» → komitet-otmetil)."""

from __future__ import annotations

import re
from hashlib import blake2s

_LATIN = (
    *("a", "b", "v", "g", "d", "e", "e", "zh", "z", "i", "y", "k", "l", "m", "n", "o", "p"),
    *("r", "s", "t", "u", "f", "h", "ts", "ch", "sh", "sch", "", "y", "", "e", "yu", "ya"),
)
_TABLE = dict(zip(map(ord, "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"), _LATIN, strict=True))
_WORD = re.compile(r"[^\W_]+")
_OTHER = re.compile(r"[^a-z0-9]+")


def slug(text: str, words: int = 6) -> str:
    """The first ``words`` words in small Latin letters, joined by hyphens; never empty."""
    found = [match.group() for match in _WORD.finditer(text[:300])][:words]
    latin = "-".join(found).lower().translate(_TABLE)
    return _OTHER.sub("-", latin).strip("-") or fingerprint(text)


def fingerprint(text: str) -> str:
    """Four hex digits that depend on the words only, not on spaces or the text's place."""
    return blake2s(
        " ".join(text.split()).encode("utf-8", "surrogatepass"), digest_size=2
    ).hexdigest()
