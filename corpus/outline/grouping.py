"""Which paragraphs without a number of their own are read together.

Told by form alone: a lead-in «…:» with its list, a question with its answer, a paragraph that
begins small or with a word that points back («Они…», «Если такое…», «Тем временем…»), a list of
names. A side file can join more, never less.
"""

from __future__ import annotations

import re

from corpus.cleaning import diagrams
from corpus.outline.blocks import Block
from corpus.outline.marks import CASE, PART, SECTION_NAME, heading_like, mark

LISTS = ("bullet", "letter", "roman", "paren", "digit", "number", "star")
_BACKWARD = re.compile(
    r"(?:Они|Он|Она|Оно|Тем временем|Впредь|При этом|Более того|Кроме того|В этом случае|Однако"
    r"|Таким образом|Поэтому|Так называем\w+|(?:Если|Когда) так(?:ой|ая|ое|ие)|В противном случае"
    r"|При написании|Это(?= [а-яё])"
    r"|They|It|However|Therefore|Moreover|In this case|Otherwise|If such|When such)\b"
)

_INITIALS = re.compile(r"[A-ZА-ЯЁ]\.[ ]?(?:[A-ZА-ЯЁ]\.[ ]?)?[A-ZА-ЯЁ][a-zа-яё-]+(?:[ ]*\(.*\))?$")
"""«Р. Коэн», whose initial looks like the mark of a section."""


class Grouping:
    """Follows a row of paragraphs and says of each whether it joins the one before."""

    def __init__(self) -> None:
        self.last: Block | None = None
        self.list_kind: str | None = None
        self.alone = True

    def joins(self, block: Block, listed: bool = False) -> bool:
        """Whether ``block`` is read with the paragraphs before it; remembers it.

        ``listed``: it is one of a row of ``names``.
        """
        last, before_list = self.last, self.list_kind
        joined = last is not None and not block.headings and (listed or self._joins(last, block))
        self.last = block
        self.alone = not joined
        if not joined:
            self.list_kind = None
        elif self.list_kind is None:
            self.list_kind = before_list
        return joined

    def restart(self) -> None:
        """Forget the paragraphs before: a heading or a numbered item stands here."""
        self.last = None
        self.list_kind = None
        self.alone = True

    def _joins(self, last: Block, block: Block) -> bool:
        text, before = block.text, last.text
        found = block.mark
        kind = found.kind if found else None
        if before.endswith(":"):
            self.list_kind = kind if kind in LISTS else None
            return True
        if block.continues or text[0].islower() or _shown(text):
            return True
        if kind in LISTS and self.list_kind is not None:
            return kind in (self.list_kind, "star") or kind in ("letter", "bullet")
        if kind in ("bullet", "star"):
            return True
        if kind is not None:
            return False
        if self.list_kind == "letter" and (item := last.mark) and item.kind == "letter":
            return True  # the closing words of a lettered list are about all of it
        if before.endswith("?") and self.alone and before.count(". ") == 0:
            return True
        if text[0] in "(" and text.rstrip().endswith((")", ").")):
            return True
        return _BACKWARD.match(text) is not None


def _shown(text: str) -> bool:
    """Whether the paragraph is an auction or a hand, which belongs to the words above it."""
    first = text.partition("\n")[0]
    return diagrams.header(first) == 0 or diagrams.hand(first)


def names(found: list[Block], number: int) -> bool:
    """Whether a short line is one of three or more in a row: a list, not a heading."""
    if not _name(found[number].text):
        return False
    run = 1
    for step in (-1, 1):
        place = number + step
        while 0 <= place < len(found) and run < 3 and _name(found[place].text):
            run += 1
            place += step
    return run >= 3


def _name(text: str) -> bool:
    if CASE.match(text) or PART.match(text) or SECTION_NAME.fullmatch(text):
        return False
    return heading_like(text, 60) and (mark(text) is None or bool(_INITIALS.match(text)))
