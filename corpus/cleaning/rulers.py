"""Lines of ``-----``, ``=====``, ``== == ==``, ``* * *`` drawn under headings or between parts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.cleaning.finding import Found, around, paragraph_break

KIND = "ruler"
EXAMPLES = (
    ("Правило 18. Назначения\n--------\nA. Форма", "Правило 18. Назначения\n\nA. Форма"),
    ("Часть II\n== == == ==\nПравило 23.", "Часть II\n\nПравило 23."),
)

_RULER = re.compile(
    r"^[ \t]*(?:([-=_*~–—])\1{4,}|={2,}(?:[ \t]+={2,}){2,}|\*(?:[ \t]+\*){2,})[ \t]*$",
    re.MULTILINE,
)


def find(text: str) -> Iterator[Found]:
    """Every ruler with the white space around it; the words above and below stay apart."""
    for match in _RULER.finditer(text):
        start, end = around(text, *match.span())
        yield Found(start, end, paragraph_break(text, start, end), KIND)
