"""Codes of practice, regulations, appeals and any other prose: headings, points, paragraphs."""

from __future__ import annotations

from corpus.document import Kind, Metadata
from corpus.outline.blocks import Block
from corpus.outline.draft import Draft, Node
from corpus.outline.grouping import Grouping, names
from corpus.outline.inner import add_text
from corpus.outline.marks import (
    ARTICLE,
    CASE,
    PART,
    Mark,
    heading_like,
    latin,
    russian_series,
    series,
)
from corpus.outline.slug import slug
from corpus.outline.titles import goes_on, plain_heading, title_lines

_NAMES = {
    Kind.CODE: "Кодекс практики",
    Kind.REGULATIONS: "Регламент",
    Kind.APPEALS: "Апелляции",
}
_PART, _CASE, _HEADING, _LETTERED, _POINT, _PARAGRAPH = 1, 2, 3, 9, 10, 30


def draft(found: list[Block], meta: Metadata, text: str) -> Draft:
    """Grow the tree of a text made of headings, numbered points and paragraphs."""
    return _Points(found, meta, text).read()


class _Points:
    def __init__(self, found: list[Block], meta: Metadata, text: str) -> None:
        self.blocks = found
        self.name = _NAMES.get(meta.kind, meta.title)
        self.draft = Draft(text)
        self.grouping = Grouping()
        marks = [b.mark for b in found]
        self.russian = russian_series(meta, marks, "letter")
        self.russian_sections = russian_series(meta, marks, "capital")
        capitals = (
            (number, m)
            for number, m in enumerate(marks)
            if m and m.kind == "capital" and heading_like(found[number].text[m.size :])
        )
        self.lettered = series(capitals, self.russian_sections)
        self.point = ""
        self.titles = max(1, title_lines(found))
        self.numbers: set[str] = set()

    def read(self) -> Draft:
        begun = False
        for number, block in enumerate(self.blocks):
            for lost in block.headings:
                self._open_heading(lost.slug, lost.title, _HEADING, block, curated=True)
            begun = self._block(block, number, begun) or begun
        return self.draft

    def _block(self, block: Block, number: int, begun: bool) -> bool:
        """Read one paragraph; false when it is a title before the text begins."""
        text = block.text
        found = block.mark
        if (case := CASE.match(text)) and heading_like(text[case.end() :] or "A"):
            path = f"case-{case.group('number')}"
            self._open_heading(path, text, _CASE, block).number = case.group("number")
            return True
        if (head := PART.match(text)) and heading_like(text):
            path = f"{slug(head.group('word'))}-{head.group('number')}"
            self._open_heading(path, text, _PART, block)
            return True
        if text.startswith("#") and heading_like(text.lstrip("# ")):
            title = text.lstrip("# ")
            level = len(text) - len(text.lstrip("#"))
            node = self._open_heading(slug(title), title, _HEADING + level - 1, block)
            self._set_apart(node, begun or level > 1)
            return begun or level > 1
        if found and number in self.lettered:
            node = self._open_heading(self._within_case(slug(text)), text, _LETTERED, block)
            node.number = latin(found.value, self.russian_sections)
            return True
        if (head := ARTICLE.match(text)) and heading_like(text[head.end() :] or "A"):
            self._point(block, Mark("number", head.group("number"), head.end()))
            return True
        if found and found.kind in ("dotted", "number") and self._is_point(block, found):
            self._point(block, found)
            return True
        if not begun and 0 < number < self.titles and self._goes_on_title(block):
            return False
        if plain_heading(self.blocks, number):
            title = text.rstrip(": ")
            node = self._open_heading(self._within_case(slug(title)), title, _HEADING, block)
            apart = not begun and number < self.titles
            self._set_apart(node, not apart)
            return not apart
        self._paragraph(block, found, names(self.blocks, number))
        return True

    def _open_heading(
        self, path: str, title: str, depth: int, block: Block, curated: bool = False
    ) -> Node:
        end = block.start if curated else block.end
        node = Node("heading" if depth < _PART else "section", path, depth, block.start, end)
        node.heading, node.curated = title, curated
        self.draft.open(node, None if curated else block)
        node.label = title if depth == _CASE else f"{self._whole()}: {title}"
        self.grouping.restart()
        self.point = ""
        return node

    def _set_apart(self, node: Node, begun: bool) -> None:
        """A heading before anything else is the document's title, over all and holding nothing."""
        if not begun:
            node.level, node.title = "heading", True
            self.draft.stack.pop()

    def _is_point(self, block: Block, found: Mark) -> bool:
        """Whether a number begins a point of the document and not a list after «…:»."""
        last = self.grouping.last
        if last is not None and last.text.endswith(":") and found.kind == "number":
            return False
        if found.kind == "dotted":
            return True
        if self.grouping.list_kind == "number":
            return False
        return "." not in self.point or int(found.value) == int(self.point.split(".")[0]) + 1

    def _point(self, block: Block, found: Mark) -> None:
        value = self.point = found.value
        depth = _POINT + value.count(".")
        rest = block.text[found.size :]
        heading = rest if heading_like(rest) else None
        node = Node(
            "item",
            self._point_path(value),
            depth,
            block.start,
            block.end,
            label=f"{self._whole()}, п. {value}",
            number=value,
            heading=heading,
        )
        self.draft.open(node, block)
        self.grouping.restart()
        if heading is None:
            node.text_start, node.text_end = block.start, block.end
            self.grouping.joins(block)

    def _point_path(self, value: str) -> str:
        """A point is named by its number; where numbers start again, by its heading too."""
        path = self._within_case(value)
        above = next((n for n in reversed(self.draft.stack) if n.path and n.depth < _POINT), None)
        if path in self.numbers and above is not None:
            path = f"{above.path}/{value}"
        self.numbers.add(path)
        return path

    def _within_case(self, path: str) -> str:
        """Every case has its own «Факты» and its own point 1."""
        case = self._case()
        return f"{case.path}/{path}" if case else path

    def _whole(self) -> str:
        """What a label begins with: the case the text stands in, or the document."""
        case = self._case()
        return case.label if case else self.name

    def _case(self) -> Node | None:
        return next((n for n in reversed(self.draft.stack) if n.depth == _CASE), None)

    def _goes_on_title(self, block: Block) -> bool:
        """Add a line to the title above it, if it is the title's rest."""
        titles = self.draft.root.children
        if not titles or not titles[-1].title or not goes_on(block.text):
            return False
        title = titles[-1]
        title.heading = f"{title.heading} {block.text}"
        title.label = f"{self.name}: {title.heading}"
        title.end = block.end
        return True

    def _paragraph(self, block: Block, found: Mark | None, listed: bool) -> None:
        joined = self.grouping.joins(block, listed)
        top = self.draft.top
        if top.depth >= _POINT and (joined or top.number):
            add_text(self.draft, block, found, self.russian)
            return
        while self.draft.top.depth >= _PARAGRAPH:
            self.draft.stack.pop()
        above = f"{self.draft.top.path}/" if self.draft.top.path else ""
        label = self.draft.top.label or self._whole()
        node = Node(
            "paragraph", above + slug(block.text), _PARAGRAPH, block.start, block.end, label=label
        )
        self.draft.open(node, block)
        node.text_start, node.text_end = block.start, block.end
