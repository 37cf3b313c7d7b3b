"""Codes of laws: Part → Chapter → Law → A → 1 → (a), with headings and footnotes.

Reads the styles in which laws are printed: «Правило 16. Название» and «A.Заголовок» on lines of
their own (1987), «ПРАВИЛО 23.» with the title below, ``LAW 23 - TITLE``, sections lettered A B C
or А Б В. After missing pages the number of the law is unknown until the next head, unless a side
file puts it back.
"""

from __future__ import annotations

import re

from corpus.cleaning.finding import terminated
from corpus.cleaning.layout import leaders
from corpus.curation import LostHeading
from corpus.document import Attribution, Metadata
from corpus.outline.blocks import Block
from corpus.outline.draft import Draft, Node
from corpus.outline.inner import add_text, parts_at_start
from corpus.outline.marks import LAW, PART, Mark, heading_like, latin, russian_series
from corpus.outline.slug import slug
from corpus.outline.titles import FRONT, goes_on

_PART_DEPTHS = {"часть": 1, "part": 1, "приложение": 1, "appendix": 1, "глава": 2, "chapter": 2}
_PART_PATHS = {1: "part", 2: "chapter", 3: "section"}
_FRONT = 0
_LISTS = {"contents": "Оглавление", "index": "Указатель"}
_LAW, _SECTION, _PARAGRAPH, _FRAGMENT = 10, 11, 12, 13
_PROVISION = re.compile(r"(\d+)([A-Z])?(\d+)?")


def draft(found: list[Block], meta: Metadata, text: str) -> Draft:
    """Grow the tree of a code of laws."""
    return _Laws(found, meta, text).read()


class _Laws:
    def __init__(self, found: list[Block], meta: Metadata, text: str) -> None:
        self.blocks = found
        self.draft = Draft(text)
        self.edition = f" ({meta.edition})" if meta.edition else ""
        self.law: str | None = None
        self.section: str | None = None
        self.paragraph: str | None = None
        marks = [block.mark for block in found]
        self.russian = russian_series(meta, marks, "capital")
        self.russian_letters = russian_series(meta, marks, "letter")
        self.title_expected = False
        self.begun = False
        self.heads: dict[str, Node] = {}

    def read(self) -> Draft:
        for number, block in enumerate(self.blocks):
            if block.after_gap:
                self._forget()
            for lost in block.headings:
                self._lost(lost, block)
            self._block(block, number)
            self.begun = self.begun or not all(n.title for n in self.draft.root.children)
        return self.draft

    def _forget(self) -> None:
        self.law = self.section = self.paragraph = None
        while self.draft.top.depth >= _LAW:
            self.draft.stack.pop()

    def _leave_front(self) -> None:
        """The text proper begins, or goes on: it is no part of the preface or the index."""
        for place, node in enumerate(self.draft.stack):
            if node.depth == _FRONT:
                del self.draft.stack[place:]
                return

    def _block(self, block: Block, number: int) -> None:
        text = block.text
        if leaders(text):
            self._contents(block)
            return
        if (head := LAW.match(text)) and is_head(
            text, head, self.blocks[number - 1].text if number else ""
        ):
            self._law(block, head)
            return
        if (head := PART.match(text)) and _is_part(text, head):
            self._part(block, head)
            return
        found = block.mark
        expected, self.title_expected = self.title_expected, False
        if expected and found is None and heading_like(text) and self._more(number):
            self.draft.top.heading = text.strip()
            self.draft.top.end = block.end
            return
        if found and found.kind == "capital":
            self._section(block, found)
        elif found and found.kind == "dotted" and found.value.split(".")[0] == self.law:
            self._headed("paragraph", found.value, _PARAGRAPH, block, found)
        elif found and found.kind == "number" and self._numbers():
            self._paragraph(block, found)
        else:
            self._text(block, found)

    def _more(self, number: int) -> bool:
        return number + 1 < len(self.blocks)

    def _numbers(self) -> bool:
        """Whether a «1.» here can be a paragraph of a section."""
        return self.draft.top.depth >= _LAW or self.law is None

    def _law(self, block: Block, head: re.Match[str]) -> None:
        self._leave_front()
        self.law = head.group("number").lstrip("0") or "0"
        self.section = self.paragraph = None
        title = block.text[head.end() :].strip(" \n.")
        self.title_expected = not title
        before = self.heads.get(self.law)
        if before is not None and before.text_start < 0 and not before.children:
            # a list of laws, named before they are printed
            before.path, before.level = f"contents/{self.law}", "heading"
            before.number = before.law = None
        self.heads[self.law] = self._open("law", self.law, _LAW, block, title or None)

    def _contents(self, block: Block) -> None:
        """A line of the table of contents or of the index: its numbers are no heads."""
        if self.draft.top.path not in _LISTS:
            self._forget()
            above = (self.draft.top.heading or "").lower()
            path = "index" if "указатель" in above or "index" in above else "contents"
            node = Node("paragraph", path, _LAW, block.start, block.end, label=_LISTS[path])
            self.draft.open(node)
        self.draft.add(block)

    def _part(self, block: Block, head: re.Match[str]) -> None:
        self._leave_front()
        word = head.group("word").lower()
        depth = _PART_DEPTHS.get(word, 3)
        level = "part" if depth == 1 else "chapter"
        number = head.group("number").translate(str.maketrans("ХІ", "XI"))
        title = block.text[head.end() :].strip()
        self.law = self.section = self.paragraph = None
        name = word.capitalize()
        node = Node(
            level,
            f"{_PART_PATHS[depth]}-{number}",
            depth,
            block.start,
            block.end,
            label=f"{name} {number}",
            heading=title or None,
        )
        self.draft.open(node, block)
        self.title_expected = not title

    def _section(self, block: Block, found: Mark) -> None:
        self.section, self.paragraph = latin(found.value, self.russian), None
        number = f"{self.law}{self.section}" if self.law else None
        self._headed("section", number, _SECTION, block, found)

    def _paragraph(self, block: Block, found: Mark) -> None:
        self.paragraph = found.value
        number = None
        if self.law:
            number = f"{self.law}{self.section or '.'}{found.value}"
        self._headed("paragraph", number, _PARAGRAPH, block, found)

    def _headed(
        self, level: str, number: str | None, depth: int, block: Block, found: Mark
    ) -> None:
        """Open a section or paragraph whose block is its heading or already its text."""
        rest = block.text[found.size :]
        if heading_like(rest) or not rest.strip():
            self._open(level, number, depth, block, rest.strip() or None)
            return
        node = self._open(level, number, depth, block, None)
        node.text_start, node.text_end = block.start + found.size, block.end
        parts_at_start(self.draft, block, found.size, self.russian_letters)

    def _open(
        self, level: str, number: str | None, depth: int, block: Block, heading: str | None
    ) -> Node:
        label = f"Правило {number}{self.edition}" if number else "Правило ?" + self.edition
        node = Node(
            level,
            number or slug(block.text),
            depth,
            block.start,
            block.end,
            label=label,
            number=number,
            law=number,
            heading=heading,
        )
        return self.draft.open(node, block)

    def _text(self, block: Block, found: Mark | None) -> None:
        if block.text.isupper() and found is None and heading_like(block.text):
            self._forget()  # a heading in capitals stands over laws, not in one
        if self.draft.top.depth >= _LAW:
            add_text(self.draft, block, found, self.russian_letters)
            return
        if heading_like(block.text) and found is None:
            depth = _FRONT if FRONT.fullmatch(block.text) else 4
            node = Node("heading", slug(block.text), depth, block.start, block.end)
            node.label = node.heading = block.text
            node.title = not self.begun and depth != _FRONT
            self.draft.open(node, block)
            if node.title:
                self.draft.stack.pop()
            return
        if not self.begun and self._goes_on_title(block):
            return
        label = "Правила" + self.edition
        node = Node("paragraph", slug(block.text), _FRAGMENT, block.start, block.end, label=label)
        while self.draft.top.depth >= _LAW:
            self.draft.stack.pop()
        self.draft.open(node, block)
        node.text_start, node.text_end = block.start, block.end

    def _goes_on_title(self, block: Block) -> bool:
        """Add a line to the title above it, if it is the title's rest."""
        titles = self.draft.root.children
        if not titles or not goes_on(block.text):
            return False
        titles[-1].label = titles[-1].heading = f"{titles[-1].heading} {block.text}"
        titles[-1].end = block.end
        return True

    def _lost(self, lost: LostHeading, block: Block) -> None:
        """Put a lost law or subdivision back above ``block``."""
        match = _PROVISION.fullmatch(lost.law or "")
        if match is None:
            node = Node("heading", lost.slug, 4, block.start, block.start, label=lost.title)
            node.heading, node.curated = lost.title, True
            self.draft.open(node)
            return
        self.law, self.section, self.paragraph = match.groups()
        chain = [(self.law, "law", _LAW)]
        if self.section:
            chain.append((self.law + self.section, "section", _SECTION))
            if self.paragraph:
                chain.append((self.law + self.section + self.paragraph, "paragraph", _PARAGRAPH))
        for number, level, depth in chain:
            node = Node(
                level,
                number,
                depth,
                block.start,
                block.start,
                curated=True,
                label=f"Правило {number}{self.edition}",
                number=number,
                law=number,
            )
            node.attribution.append(
                Attribution((), (), lost.confidence, lost.evidence, "lost heading")
            )
            self.draft.open(node)


def is_head(text: str, head: re.Match[str], before: str = "") -> bool:
    """Whether «Правило N…» is a head and not the first words of a sentence.

    ``before`` is the paragraph above: a bare «Правило 13.» after «…, а иначе –» ends a sentence.
    """
    title = text[head.end() :].strip()
    if not title:
        return not before or terminated(before) or heading_like(before)
    if len(title) > 200 or not (title[0].isupper() or title[0] in '«"“('):
        return False
    if title.isupper():
        return True
    return (
        bool(head.group("stop"))
        and heading_like(title.rstrip("."), 200)
        and (not title.endswith(".") or len(title) < 90)
    )


def _is_part(text: str, head: re.Match[str]) -> bool:
    title = text[head.end() :].strip()
    return (
        len(text) < 160
        and (not title or title[0].isupper() or title[0] in '«"“')
        and (title.isupper() or not title.endswith((".", ";", ",")))
    )
