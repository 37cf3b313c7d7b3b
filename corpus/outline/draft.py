"""The tree a reader grows while it goes through the paragraphs, and the units it becomes.

A reader *opens* nodes (a law, a section, an item), adds *text* to the newest one and marks *inner*
parts (the (iii) of 20.4) that can be cited but are read with their whole. A node without structure
below it is a passage; a node with text of its own and nodes below it gives that text to a passage
``…/intro``, unless the text is a heading or a lead-in («…, после чего:») of its first child.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from corpus.aligned import AlignedText
from corpus.document import Attribution, Metadata, Unit
from corpus.outline.blocks import Block
from corpus.outline.slug import fingerprint
from corpus.span import Span

_LEAD_IN = 160
_NOTE_MARK = re.compile(r"\*{1,4}(?![\w*])|[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}(?!\w)|\[(?:\d{1,3}|\*{1,4})\]")
_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", "[]")


def plain_mark(mark: str) -> str:
    """A note's mark without its dress: «²⁴» and «[24]» are «24»."""
    return mark.translate(_PLAIN)


@dataclass(slots=True, eq=False)
class Node:
    """A unit being made; offsets are into the clean text. ``path`` is its id after the prefix."""

    level: str
    path: str
    depth: int
    start: int
    end: int
    label: str = ""
    number: str | None = None
    law: str | None = None
    heading: str | None = None
    date: str | None = None
    curated: bool = False
    title: bool = False
    body_start: int = -1
    text_start: int = -1
    text_end: int = -1
    children: list[Node] = field(default_factory=list)
    inner: list[Node] = field(default_factory=list)
    attribution: list[Attribution] = field(default_factory=list)


class Draft:
    """The growing tree. Depths are whatever numbers the reader chooses; deeper is inside."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.root = Node("document", "", -1, 0, 0)
        self.stack = [self.root]
        self.marked: dict[str, Node] = {}
        self._inner_stack: list[Node] = []
        self._inner_kinds: list[str] = []

    @property
    def top(self) -> Node:
        """The newest open node."""
        return self.stack[-1]

    def open(self, node: Node, block: Block | None = None) -> Node:
        """Open ``node`` inside the nearest open node of lesser depth."""
        while self.stack[-1].depth >= node.depth:
            self.stack.pop()
        parent = self.stack[-1]
        if parent.curated and node.number is not None and parent.number is not None:
            node.curated = True
        if node.body_start < 0:
            node.body_start = node.start
        parent.children.append(node)
        self.stack.append(node)
        self.close_inner()
        if block is not None:
            self._note(node, block)
        return node

    def add(self, block: Block) -> None:
        """Give a paragraph to the newest node."""
        node = self.top
        self._remember_marks(node, block)
        if node.text_start < 0:
            node.text_start = block.start
        node.text_end = node.end = block.end
        for part in self._inner_stack:
            part.end = block.end
        self._note(node, block)

    def open_inner(self, node: Node, kind: str) -> None:
        """Mark a citable part inside the newest node; it lasts to the next one of its kind."""
        node.curated = self.top.curated
        self.top.inner.append(node)
        self._inner_stack.append(node)
        self._inner_kinds.append(kind)

    def inner_base(self, kind: str) -> Node:
        """What a part marked with ``kind`` stands in; closes the parts it does not stand in."""
        if kind in self._inner_kinds:
            place = self._inner_kinds.index(kind)
            del self._inner_stack[place:], self._inner_kinds[place:]
        return self._inner_stack[-1] if self._inner_stack else self.top

    def close_inner(self) -> None:
        """The text that follows belongs to the whole again."""
        self._inner_stack, self._inner_kinds = [], []

    def plain_text(self) -> None:
        """A paragraph without a mark follows: it goes on with (ii) or 2.1, not with a last b)."""
        while self._inner_kinds and self._inner_kinds[-1] not in ("roman", "dotted"):
            self._inner_stack.pop()
            self._inner_kinds.pop()

    def _remember_marks(self, node: Node, block: Block) -> None:
        """Where the marks * and ²⁴ stand, so that the note below knows whose it is."""
        for match in _NOTE_MARK.finditer(block.text):
            closed = block.text[match.end() : match.end() + 1] == ")"  # « *)», printed apart
            if match.start() and (closed or not block.text[match.start() - 1].isspace()):
                self.marked[plain_mark(match.group())] = node

    def _note(self, node: Node, block: Block) -> None:
        statement = block.statement
        if node.text_start < 0:
            self._remember_marks(node, block)
        if statement is None or node is self.root:
            return
        if statement.attribution not in node.attribution:
            node.attribution.append(statement.attribution)
        if node.date is None:
            node.date = statement.date

    def units(self, meta: Metadata, clean: AlignedText) -> tuple[Unit, ...]:
        """The finished units in reading order."""
        return tuple(_Finish(meta, clean).walk(self.root))


class _Finish:
    """Turns nodes into units: spans, ids, passages."""

    def __init__(self, meta: Metadata, clean: AlignedText) -> None:
        self.meta, self.clean = meta, clean
        self.taken: dict[str, int] = {}
        self.order = 0

    def walk(self, root: Node) -> Iterator[Unit]:
        lead = -1
        for child in root.children:
            yield from self._node(child, None, lead)

    def _node(self, node: Node, parent: str | None, lead: int) -> Iterator[Unit]:
        """``lead``: where the headings directly above the node begin, or -1."""
        end = _settle(node)
        unit_id = self._id(node.path, node.start, end)
        has_text = node.text_start >= 0
        lead_in = (
            has_text
            and node.text_end - node.text_start <= _LEAD_IN
            and (self.clean.text[node.text_end - 1] == ":")
        )
        passage = not node.children and not node.title
        start = lead if lead >= 0 and passage else node.start
        yield self._unit(node, unit_id, parent, start, end, passage)
        for part in node.inner:
            yield self._inner(part, unit_id, node.path)
        if not node.children:
            return
        above = lead if lead >= 0 else node.start
        if has_text and not lead_in:
            yield self._intro(node, unit_id, above)
            above = -1
        for child in node.children:
            if child.title:
                above = -1 if above < 0 else above
            yield from self._node(child, unit_id, above)
            above = -1

    def _intro(self, node: Node, parent: str, start: int) -> Unit:
        intro = Node(
            "paragraph",
            f"{node.path}/intro",
            node.depth + 1,
            node.start,
            node.text_end,
            label=node.label,
            number=node.number,
            law=node.law,
            heading=node.heading,
            date=node.date,
            curated=node.curated,
            body_start=node.body_start,
            attribution=node.attribution,
        )
        unit_id = self._id(intro.path, intro.start, intro.end)
        return self._unit(intro, unit_id, parent, start, node.text_end, True)

    def _inner(self, part: Node, parent: str, path: str) -> Unit:
        part.body_start = part.start
        return self._unit(
            part, self._id(part.path, part.start, part.end), parent, part.start, part.end, False
        )

    def _unit(
        self, node: Node, unit_id: str, parent: str | None, start: int, end: int, passage: bool
    ) -> Unit:
        self.order += 1
        meta = self.meta
        body = Span(node.body_start, end)
        return Unit(
            id=unit_id,
            document=meta.id,
            kind=meta.kind,
            level=node.level,
            label=node.label,
            number=node.number,
            law=node.law,
            edition=meta.edition,
            date=node.date or meta.date,
            parent=parent,
            order=self.order,
            heading=node.heading,
            span=self.clean.origin(start, end),
            clean=Span(start, end),
            body=body,
            passage=passage,
            text=body.of(self.clean.text),
            attribution=tuple(node.attribution),
            curated=node.curated,
        )

    def _id(self, path: str, start: int, end: int) -> str:
        """The path under the document's prefix; a second one of that name gets a fingerprint."""
        name = f"{self.meta.prefix}/{path}"
        if name in self.taken:
            name = f"{name}-{fingerprint(self.clean.text[start:end])}"
        copies = self.taken.get(name, 0)
        while f"{name}-{copies + 1}" in self.taken:
            copies += 1
        self.taken[name] = copies + 1
        if not copies:
            return name
        self.taken[f"{name}-{copies + 1}"] = 1
        return f"{name}-{copies + 1}"


def _settle(node: Node) -> int:
    """Stretch every node over its children; returns the end."""
    for child in node.children:
        node.end = max(node.end, _settle(child))
    return node.end
