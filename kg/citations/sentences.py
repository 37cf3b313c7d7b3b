"""The sentence around a mention."""

from __future__ import annotations

import re

_ENDS = re.compile(
    r"(?<!\bсм)(?<!\bст)(?<!\bт)(?<!\bпр)(?<!\bд)(?<!\bе)(?<!\bк)(?<!\bг)(?<!\bп)(?<!\bНапр)"
    r"[.!?…]+[»”\")\]]*[¶\s]+(?=[«“\"(]*[A-ZА-ЯЁ0-9])|\n\s*\n|¶"
)
REACH = 700
"""How far a sentence may stretch on each side of a mention, in characters."""


def sentence_around(text: str, start: int, end: int, low: int, high: int) -> tuple[int, int]:
    """The sentence that holds ``text[start:end]`` within ``[low, high)`` (offsets in ``text``)."""
    first = max(low, start - REACH)
    last = min(high, end + REACH)
    begin = first
    for mark in _ENDS.finditer(text, first, start):
        begin = mark.end()
    stop = _ENDS.search(text, end, last)
    finish = stop.end() if stop else last
    while begin < start and text[begin] in " \t\n\r\xa0¶":
        begin += 1
    while finish > end and text[finish - 1] in " \t\n\r\xa0¶":
        finish -= 1
    return begin, finish
