"""Rows of page numbers from a web copy: «1 2 3 … 206», sometimes with a letter glued on."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from corpus.cleaning.finding import Found, around, paragraph_break

KIND = "number-row"
EXAMPLES = (
    ("(см.\n1 2 3 4 5 6 7 8 9 10 11 12", "(см."),
    ("конец.\n1 2 3 4 5 6 7 8 9 10 11 12и\nначало", "конец.\n\nи\n\nначало"),
    ("счёт 1 2 3 4 1 2 3 4 1 2 3 4 взятки", "счёт 1 2 3 4 1 2 3 4 1 2 3 4 взятки"),
)

_ROW = re.compile(r"^[ \t]*(\d{1,4}(?:[ \t]+\d{1,4}){9,})", re.MULTILINE)


def find(text: str) -> Iterator[Found]:
    """Every run of ten or more numbers, each one more than the last, at a line's start."""
    for match in _ROW.finditer(text):
        numbers = [int(word) for word in match.group(1).split()]
        if any(b != a + 1 for a, b in itertools.pairwise(numbers)):
            continue
        start, end = around(text, *match.span(1))
        yield Found(start, end, paragraph_break(text, start, end), KIND)
