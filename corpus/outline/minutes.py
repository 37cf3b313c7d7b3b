"""Minutes of a committee: numbered items with what continues them, and items whose number is lost.

A paragraph without a number belongs to the item before it. When a long row of such paragraphs
follows the last item, its headings were lost: then each group of paragraphs is an item of its own,
named by its first words.
"""

from __future__ import annotations

import itertools
import re

from corpus.document import Metadata
from corpus.outline.blocks import Block
from corpus.outline.draft import Draft, Node
from corpus.outline.grouping import Grouping, names
from corpus.outline.inner import add_text, open_point, parts_at_start
from corpus.outline.marks import ITEM, TOPIC, Mark, heading_like, russian_series
from corpus.outline.slug import slug
from corpus.outline.titles import ATTENDANCE, goes_on

_LONG_ROW = 8
_ISO = re.compile(r"\d{4}-\d\d(?:-\d\d)?")
_HEADING, _ITEM = 1, 2
_APPENDIX = re.compile(r"(?:Приложени[ея]|ПРИЛОЖЕНИ[ЕЯ]|Appendix|APPENDIX|Annex|ANNEX)\b")


def draft(found: list[Block], meta: Metadata, text: str) -> Draft:
    """Grow the tree of one meeting's minutes."""
    return _Minutes(found, meta, text).read()


def short_date(date: str | None) -> str:
    """«12.01.2000» of «2000-01-12»; shorter dates in the same order."""
    return ".".join(reversed(date.split("-"))) if date else ""


def _when(meeting: str | None) -> str:
    """The dates a side file gives a meeting, with its doubt: «28.10.2001 или 30.10.2001»."""
    dates = _ISO.findall(meeting or "")
    doubt = " (?)" if len(dates) == 1 and meeting != dates[0] else ""
    shown = [short_date(date) for date in dates]
    for place, (date, following) in enumerate(itertools.pairwise(dates)):
        if date[:4] == following[:4]:  # the year is said once: «28.10 или 30.10.2001»
            shown[place] = shown[place].removesuffix("." + date[:4])
    listed = ", ".join(shown[:-1])
    return (f"{listed} или {shown[-1]}" if listed else "".join(shown)) + doubt


class _Minutes:
    def __init__(self, found: list[Block], meta: Metadata, text: str) -> None:
        self.blocks = found
        self.meta = meta
        self.draft = Draft(text)
        self.grouping = Grouping()
        self.item = 0
        self.sublist = False
        self.russian = russian_series(meta, (b.mark for b in found), "letter")
        kinds = [m.kind for b in found if (m := b.mark)]
        self.parens = "number" not in kinds and self._begins_with_paren()
        items = [(m := self._mark(b)) is not None and m.kind == "number" for b in found]
        self.numbered = any(items)
        self.rest = _rows(items)

    def _begins_with_paren(self) -> bool:
        """Whether the items are numbered «1)», and not a list inside one of them."""
        above = ""
        for block in self.blocks:
            if (found := block.mark) and found.kind == "paren":
                return found.value == "1" and not above.endswith(":")
            above = block.text
        return False

    def _mark(self, block: Block) -> Mark | None:
        """The mark of a paragraph; that of an item is a number however it is written."""
        if (head := ITEM.match(block.text)) is not None:
            return Mark("number", head.group("number"), head.end())
        found = block.mark
        if self.parens and found is not None and found.kind == "paren":
            return found._replace(kind="number")
        return found

    def read(self) -> Draft:
        begun = False
        for number, block in enumerate(self.blocks):
            for lost in block.headings:
                node = Node("heading", lost.slug, _HEADING, block.start, block.start)
                node.label = node.heading = lost.title
                node.curated = True
                self.draft.open(node)
                self.grouping.restart()
            found = self._mark(block)
            if found and found.kind == "number" and self._next(int(found.value), number):
                begun = True
                self._numbered(block, found.value, found.size)
            elif self._heading(number, begun):
                self._title(block, begun)
                begun = begun or self.draft.top.depth >= _HEADING
            elif not begun and self._goes_on_title(block):
                continue
            else:
                begun = True
                self._loose(block, number)
        return self.draft

    def _next(self, value: int, number: int) -> bool:
        """Whether «value.» is the next item and not a list inside the present one."""
        before = self.blocks[number - 1].text if number else ""
        if self.draft.top.depth < _ITEM or self.item == 0:
            return not before.endswith(":") or (self.item == 0 and value == 1 and number < 3)
        if before.endswith(":") and value == 1:
            self.sublist = True
            return False
        if self.sublist and value != self.item + 1:
            return False
        if value > self.item or value == 1:
            self.sublist = False
            return self.item < value <= self.item + 20 or value == 1
        return False

    def _numbered(self, block: Block, value: str, size: int) -> None:
        self.item = int(value)
        node = self._open(value, value, block, f"п. {value}")
        node.text_start, node.text_end = block.start, block.end
        self.grouping.restart()
        self.grouping.joins(block)
        parts_at_start(self.draft, block, size, self.russian)

    def _open(self, path: str, number: str | None, block: Block, name: str) -> Node:
        statement = block.statement
        date = (statement.date if statement else None) or self.meta.date
        meeting = statement.attribution.meeting if statement else None
        label = f"Протокол {_when(meeting) or short_date(date)}".strip() + f", {name}"
        node = Node("item", path, _ITEM, block.start, block.end, label=label, number=number)
        return self.draft.open(node, block)

    def _heading(self, number: int, begun: bool) -> bool:
        block = self.blocks[number]
        if block.continues or number + 1 >= len(self.blocks) or not heading_like(block.text):
            return False
        found = self._mark(block)
        if found and found.kind in ("bullet", "number", "star", "dotted"):
            return False
        if ATTENDANCE.match(block.text):
            return False
        if not begun:
            return True
        if self.blocks[number - 1].text.endswith(":"):
            return False
        following = self._mark(self.blocks[number + 1])
        if following is not None and following.kind == "number":
            return True
        free = not self.numbered or bool(TOPIC.match(block.text) or _APPENDIX.match(block.text))
        return free and not names(self.blocks, number)

    def _title(self, block: Block, begun: bool) -> None:
        node = Node("heading", slug(block.text), _HEADING, block.start, block.end, label=block.text)
        node.heading = block.text
        node.title = not begun and TOPIC.match(block.text) is None
        self.draft.open(node, block)
        if node.title:
            self.draft.stack.pop()
        self.grouping.restart()

    def _goes_on_title(self, block: Block) -> bool:
        """Whether a line in small letters is the rest of the title above; it is then added."""
        titles = self.draft.root.children
        if not titles or not titles[-1].title or not goes_on(block.text):
            return False
        title = titles[-1]
        title.label = title.heading = f"{title.heading} {block.text}"
        title.end = block.end
        return True

    def _loose(self, block: Block, number: int) -> None:
        joined = self.grouping.joins(block, names(self.blocks, number))
        within_item = self.draft.top.depth >= _ITEM
        found = self._mark(block)
        if found and found.kind == "dotted" and found.value.split(".")[0] == self.draft.top.number:
            open_point(self.draft, block, found)
            parts_at_start(self.draft, block, found.size, self.russian)
            self.draft.add(block)
            return
        belongs = within_item and self.draft.top.number and self.rest[number] <= _LONG_ROW
        if within_item and (joined or belongs):
            add_text(self.draft, block, found, self.russian)
            return
        name = " ".join(block.text.split()[:6]).rstrip(",;:.—–- ")
        node = self._open(slug(block.text), None, block, f"«{name}…»")
        node.text_start, node.text_end = block.start, block.end


def _rows(numbered: list[bool]) -> list[int]:
    """For each paragraph: how many without a number stand in its row."""
    lengths = [0] * len(numbered)
    start = 0
    for number, done in enumerate([*numbered, True]):
        if done:
            for place in range(start, number):
                lengths[place] = number - start
            start = number + 1
    return lengths
