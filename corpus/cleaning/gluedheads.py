"""A law's head glued to the sentence before it: «…не учитывается.ПРАВИЛО 24. ОТКРЫТАЯ КАРТА».

A head in capitals is told by them; one in small letters only where the space is missing too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.cleaning.finding import Found

KIND = "glued-head"
EXAMPLES = (
    ("заявка отменена. ПРАВИЛО 24. КАРТА", "заявка отменена.\n\nПРАВИЛО 24. КАРТА"),
    ("заявка отменена.Правило 24. Карта", "заявка отменена.\n\nПравило 24. Карта"),
    ("см. пояснение. Правило 24. Там же.", "см. пояснение. Правило 24. Там же."),
)

_HEAD = re.compile(
    r"(?P<space> ?)(?:(?:ПРАВИЛО|ЗАКОН|LAW) \d{1,3}(?:[.:]| ?[–—-]|(?= [А-ЯЁA-Z]{3}))"
    r"|(?:Правило|Закон|Law) \d{1,3}[.:] ?(?=[А-ЯЁA-Z]))"
)


def find(text: str) -> Iterator[Found]:
    """Every place between a sentence's end and a head on the same line."""
    for match in _HEAD.finditer(text):
        start = match.start()
        space = match.group("space")
        capitals = match.group()[len(space) : len(space) + 2].isupper()
        if start and text[start - 1] in ".!?;»”)" and (capitals or not space):
            yield Found(start, start + len(space), "\n\n", KIND)
