"""The sentence around a mention."""

from __future__ import annotations

import re

_MARK = re.compile(r"[.!?…]+[»”\")\]]*[¶\s]+(?=[«“\"(]*[A-ZА-ЯЁ0-9])|\n[^\S\n]*\n|¶")
_ABBREVIATION = re.compile(
    r"(?:^|[^\w])(?:см|ст|т|пр|п|д|е|к|г|гг|др|напр|стр|табл|рис|им|ред|изд|[A-ZА-ЯЁ])$",
    re.IGNORECASE,
)
REACH = 700
"""How far a sentence may stretch on each side of a mention, in characters."""
_BLANK = " \t\n\r\xa0¶"


def _closes(text: str, mark: re.Match[str]) -> bool:
    """False for the full stop of an abbreviation («см. Правило», «Я.Романьский»)."""
    at = mark.start()
    return text[at] != "." or not _ABBREVIATION.search(text, max(0, at - 6), at)


def sentence_around(text: str, start: int, end: int, low: int, high: int) -> tuple[int, int]:
    """The sentence that holds ``text[start:end]`` within ``[low, high)`` (offsets in ``text``)."""
    first = max(low, start - REACH)
    last = min(high, end + REACH)
    begin = first
    for mark in _MARK.finditer(text, first, start + 1):  # one more: the look-ahead needs a letter
        if mark.end() <= start and _closes(text, mark):
            begin = mark.end()
    finish = last
    for mark in _MARK.finditer(text, end, last):
        if _closes(text, mark):
            finish = mark.end()
            break
    while begin < start and text[begin] in _BLANK:
        begin += 1
    while finish > end and text[finish - 1] in _BLANK:
        finish -= 1
    return begin, finish
