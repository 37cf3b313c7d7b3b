"""Digits glued to a word: a footnote's mark («Судьей24») or a number that lost its space.

A mark is put in brackets («Судьей[24]»), as in texts read from formatted files; after «правило»,
«пункт», «стр» and their like it is a number, and the space comes back («Правило24» → «Правило 24»).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.cleaning.finding import Found

KIND = "footnote-mark"
EXAMPLES = (
    ("определено Судьей24 и", "определено Судьей[24] и"),
    ("согласно Правилу24 судья", "согласно Правилу 24 судья"),
    ("Правила 12С2, 1трефа, 7БК", "Правила 12С2, 1трефа, 7БК"),
)

_GLUED = re.compile(r"[0-9]{1,2}(?![\w.–-]{0,30}[\w@])")
_NUMBERED = re.compile(
    r"(?:прав|закон|пункт|раздел|глав|част|стать|параграф|стр|пример|приложени|кодекс|рис|табл"
    r"|верси|сноск|сдач|доск|стол|раунд|сесси)\w*$",
    re.IGNORECASE,
)


def find(text: str) -> Iterator[Found]:
    """Every number glued to the end of a Russian word of three letters or more."""
    for match in _GLUED.finditer(text):
        start, end = match.span()
        word = start
        while word > 0 and text[word - 1].isalpha():
            word -= 1
        if start - word < 3 or not all("а" <= letter <= "ё" for letter in text[start - 3 : start]):
            continue
        if _NUMBERED.match(text, word, start):
            yield Found(start, start, " ", KIND, "номер приклеился к слову")
        else:
            yield Found(start, end, f"[{match.group()}]", KIND, "знак сноски")
