"""The sentence around a mention."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

_MARK = re.compile(
    r"[.!?…\n¶](?:(?<![\n¶])[.!?…»”\")\]]{0,9}[¶\s]{1,60}(?=[«“\"(]{0,3}[A-ZА-ЯЁ0-9])"
    r"|(?<=¶)|(?<=\n)[ \t\r\xa0]{0,60}\n)"
)
_ABBREVIATION = re.compile(
    r"(?:^|[^\w])(?:см|ст|т|пр|п|д|е|к|г|гг|др|напр|стр|табл|рис|им|ред|изд|[A-ZА-ЯЁ])$",
    re.IGNORECASE,
)
REACH = 700
"""How far a sentence may stretch on each side of a mention, in characters."""
_BLANK = " \t\n\r\xa0¶"


def _ends_sentence(text: str, mark: re.Match[str]) -> bool:
    """False for the full stop of an abbreviation («см. Правило»), for a plain line end."""
    at = mark.start()
    if text[at] == "\n":
        return text.count("\n", at, mark.end()) > 1
    return text[at] != "." or not _ABBREVIATION.search(text, max(0, at - 6), at)


class Sentences:
    """Where the sentences of a text end, found in one pass."""

    __slots__ = ("_begins", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._begins = [mark.end() for mark in _MARK.finditer(text) if _ends_sentence(text, mark)]

    def around(self, start: int, end: int, low: int, high: int) -> tuple[int, int]:
        """The sentence that holds ``text[start:end]`` within ``[low, high)``."""
        text, begins = self._text, self._begins
        begin = max(low, (start // REACH - 1) * REACH)  # shared by neighbouring mentions
        finish = max(end, min(high, (end // REACH + 2) * REACH))
        index = bisect_right(begins, start) - 1
        if index >= 0:
            begin = max(begin, begins[index])
        index = bisect_left(begins, end)
        if index < len(begins):
            finish = min(finish, begins[index])
        while begin < start and text[begin] in _BLANK:
            begin += 1
        while finish > end and text[finish - 1] in _BLANK:
            finish -= 1
        return begin, finish
