"""The mark ¶ a word processor shows at the end of a paragraph: it becomes the paragraph's end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.cleaning.finding import Found, around, paragraph_break

KIND = "pilcrow"
EXAMPLES = (
    ("до конца периода торговли.¶\n17.3. Правило", "до конца периода торговли.\n\n17.3. Правило"),
    ("торговли или розыгрыша. ¶", "торговли или розыгрыша."),
)

_PILCROWS = re.compile(r"¶(?:\s*¶)*")


def find(text: str) -> Iterator[Found]:
    """Every run of ¶ with the white space around it."""
    if "¶" not in text:
        return
    for match in _PILCROWS.finditer(text):
        start, end = around(text, *match.span())
        yield Found(start, end, paragraph_break(text, start, end), KIND)
