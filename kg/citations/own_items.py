"""Items of the very document that names them: «пункт 2 выше», «п. 3 настоящего протокола».

Minutes, appeals and regulations number their items 1, 2, 3 and send to them by number. Only an item
that can be seen in the text, and on the side that «выше» or «ниже» says, is meant.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from corpus.document import Kind
from kg.citations.anchors import Anchor
from kg.citations.mention import Mention
from kg.citations.places import Places, begins_paragraph
from kg.citations.stretches import Stretches

_NUMBER = r"(?:№\s*)?(?P<number>[1-9]\d?)(?![\w%(])(?!\.\d)"
_FIRST = re.compile(rf"\s*{_NUMBER}")
_NEXT = re.compile(rf"(?:\s*(?:,|и|или|and|or)\s+|(?P<range>\s?[-–—]\s?)){_NUMBER}")
_MOST = 9
"""More numbers in a row than this are no reference."""
_LINE = 2000
"""How much of a line before the words is looked at for a quotation's opening."""
_WHERE = re.compile(r"\.?,?\s*\(?(?:(?P<above>выше|above)|(?P<below>ниже|below))\b", re.IGNORECASE)
_OF_THIS = re.compile(
    r"\.?\s+(?:настоящ(?:его|ей|их)|данн(?:ого|ой|ых)|этого|этой|этих|of\s+(?:these|this))\s+"
    r"(?:протокол|регламент|положени|документ|решени|меморандум|приказ|инструкци|письм|minutes"
    r"|regulations?|document|decision)[а-я]{0,2}(?!\w)",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"(?P<blank>\n[ \t\xa0]*\n)?^[ \t\xa0]*(?:Пункт\s|ПУНКТ\s|П\.\s?)?"
    r"(?P<number>[1-9]\d?)[.)][ \t\xa0]+(?=\S)",
    re.MULTILINE,
)
_WORD = re.compile(r"пункт|пп?\.|item|paragraph", re.IGNORECASE)
_NOT_ITS_OWN = frozenset({Kind.LAWS, Kind.COMMENTARY})


class _Heads:
    """Where the items of a text begin."""

    __slots__ = ("_numbers", "_places", "_starts")

    def __init__(self, text: str) -> None:
        heads = [
            (head.start("number"), head["number"])
            for head in _HEAD.finditer(text)
            if head["blank"] or begins_paragraph(text, head.start("number"))
        ]
        self._starts = [start for start, _ in heads]
        self._numbers = [number for _, number in heads]
        self._places: dict[str, list[int]] = {}
        for start, number in heads:
            self._places.setdefault(number, []).append(start)

    def has(self, number: str, start: int, where: re.Match[str] | None) -> bool:
        """Whether there is such an item on the side that ``where`` says, seen from ``start``.

        The item one stands in is neither above nor below.
        """
        places = self._places.get(number, ())
        if not places or where is None:
            return bool(places)
        index = bisect_left(self._starts, start) - 1
        if index >= 0 and self._numbers[index] == number:
            return False
        return places[0] < start if where["above"] else places[-1] > start


def _quoted(text: str, start: int) -> bool:
    """True inside a quotation opened on the same line: its «выше» is not seen from here."""
    line = max(text.rfind("\n", 0, start) + 1, start - _LINE)
    return text.count("«", line, start) > text.count("»", line, start)


def own_items(
    text: str, anchors: Sequence[Anchor], taken: Stretches, places: Places
) -> Iterator[Mention]:
    """References of a numbered document to its own items."""
    if places.kind in _NOT_ITS_OWN:
        return
    heads: _Heads | None = None
    for anchor in anchors:
        first = _FIRST.match(text, anchor.end) if _WORD.match(anchor.word) else None
        if not first or first.start("number") in taken:
            continue
        numbers = [first]
        while len(numbers) < _MOST and (following := _NEXT.match(text, numbers[-1].end())):
            numbers.append(following)
        end = numbers[-1].end()
        where = _WHERE.match(text, end)
        if not (where or _OF_THIS.match(text, end)) or _quoted(text, anchor.start):
            continue
        if heads is None:  # most texts never ask
            heads = _Heads(text)
        run = (first.start("number"), end)
        for index, one in enumerate(numbers):
            number = one["number"]
            if not heads.has(number, anchor.start, where):
                continue
            form = "relative" if not index else "range" if one["range"] else "list-item"
            yield Mention(
                "section",
                form,
                *one.span("number"),
                run,
                targets=(number,),
                reasons=("пункт того же документа",),
            )
