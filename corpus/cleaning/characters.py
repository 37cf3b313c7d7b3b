"""Characters that mean a line break or nothing: DOS and old-Mac line ends, form feeds, marks.

Non-breaking spaces and tabs become spaces; soft hyphens, zero-width marks and byte order marks
vanish; vertical tabs, form feeds and Unicode line separators become line breaks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.cleaning.finding import Found

KIND = "characters"
EXAMPLES = (
    ("торговля\r\n\r\nрозыгрыш", "торговля\n\nрозыгрыш"),
    ("Правило\u00a016", "Правило 16"),
    ("рас\u00adклад", "расклад"),
)

_ODD = re.compile(
    "\r\n?|[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]"
    "|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]|[\u00ad\u200b-\u200f\u2060\ufeff]"
)
_BREAKS = frozenset("\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
_NOTHING = frozenset("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff")


def find(text: str) -> Iterator[Found]:
    """Every such character; a soft hyphen at a line's end is left to ``hyphens``."""
    for match in _ODD.finditer(text):
        odd = match.group()
        if odd[0] == "\r" or odd in _BREAKS:
            after = "\n"
        elif odd in _NOTHING:
            after = "-" if odd == "\u00ad" and text[match.end() : match.end() + 1] == "\n" else ""
        else:
            after = " "
        yield Found(match.start(), match.end(), after, KIND)
