"""Where one document ends and the next begins inside a file of minutes, by form alone.

Another meeting begins at a heading with a date («Протокол заседания … 24 августа 1998»), or where
the numbering of items starts again from 1 outside any list.
"""

from __future__ import annotations

import itertools
import re

from corpus.outline.blocks import Block
from corpus.outline.guess import first_date
from corpus.outline.marks import heading_like, item_number

_MEETING = re.compile(
    r"(?:Протокол|ПРОТОКОЛ|Заседани[ея]|ЗАСЕДАНИ[ЕЯ]|Совещани[ея]|Meeting|Minutes|MINUTES)\b"
)


def meetings(found: list[Block]) -> list[list[Block]]:
    """The paragraphs of each meeting."""
    cuts: list[int] = []
    last = 0
    in_list = False
    head_at = -1
    for number, block in enumerate(found):
        if _meeting_head(block):
            if number and last:
                cuts.append(number)
            last, in_list, head_at = 0, False, number
            continue
        value = item_number(block.text)
        if value is None:
            continue
        before = found[number - 1].text if number else ""
        if value == 1 and before.endswith(":"):
            in_list = True
        elif value == 1 and last >= 2 and not in_list:
            cuts.append(_with_headings(found, number, head_at))
            last = 1
        elif value == last + 1 or last == 0:
            last, in_list = value, False
    bounds = [0, *cuts, len(found)]
    return [found[a:b] for a, b in itertools.pairwise(bounds) if b > a]


def _meeting_head(block: Block) -> bool:
    text = block.text
    return (
        len(text) < 200
        and _MEETING.search(text) is not None
        and (first_date(text) is not None and heading_like(text.rstrip(". "), 200))
    )


def _with_headings(found: list[Block], number: int, floor: int) -> int:
    """The headings directly above a first item belong to its meeting."""
    while number - 1 > floor and heading_like(found[number - 1].text, 100):
        if found[number - 1].mark is not None:
            break
        number -= 1
    return number
