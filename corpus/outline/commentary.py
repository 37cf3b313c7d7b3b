"""Commentaries: paragraphs 17.4 under the law they comment on, with (i), a), lists and notes."""

from __future__ import annotations

from corpus.document import Metadata
from corpus.outline.blocks import Block
from corpus.outline.draft import Draft, Node
from corpus.outline.inner import add_text, parts_at_start
from corpus.outline.laws import is_head
from corpus.outline.marks import LAW, heading_like, russian_series
from corpus.outline.slug import slug

_LAW, _HEADING, _PARAGRAPH = 1, 2, 3


def draft(found: list[Block], meta: Metadata, text: str) -> Draft:
    """Grow the tree of a commentary."""
    tree = Draft(text)
    russian = russian_series(meta, (b.mark for b in found), "letter")
    law: str | None = None
    for number, block in enumerate(found):
        for lost in block.headings:
            node = Node("heading", lost.slug, _HEADING, block.start, block.start, label=lost.title)
            node.heading, node.curated, node.law = lost.title, True, lost.law or law
            tree.open(node)
        head = LAW.match(block.text)
        if _is_title(tree, block, head is not None):
            _title(tree, block)
            continue
        if head and is_head(block.text, head, found[number - 1].text if number else ""):
            law = head.group("number")
            title = block.text[head.end() :].strip(" .")
            tree.open(
                Node(
                    "law",
                    law,
                    _LAW,
                    block.start,
                    block.end,
                    number=law,
                    law=law,
                    label=f"Комментарий к правилу {law}",
                    heading=title or None,
                ),
                block,
            )
            continue
        found_mark = block.mark
        if found_mark and found_mark.kind == "dotted":
            value = found_mark.value
            law = value.split(".")[0]
            while tree.top.depth >= _LAW and tree.top.law != law:
                tree.stack.pop()
            node = Node(
                "paragraph",
                value,
                _PARAGRAPH,
                block.start,
                block.end,
                number=value,
                law=law,
                label=f"Комментарий {value}",
            )
            tree.open(node, block)
            node.text_start, node.text_end = block.start, block.end
            parts_at_start(tree, block, found_mark.size, russian)
        elif tree.top.depth < _PARAGRAPH or _subheading(found, number):
            law = law or _next_law(found, number)
            following = found[number + 1].text if number + 1 < len(found) else ""
            words = block.text if len(block.text.split()) > 2 else f"{block.text} {following}"
            _loose(tree, block, words, law, _subheading(found, number))
        else:
            add_text(tree, block, found_mark, russian)
    return tree


def _is_title(tree: Draft, block: Block, head: bool) -> bool:
    """Whether a heading stands at the very beginning, over everything."""
    first = all(node.title for node in tree.root.children)
    return first and not head and heading_like(block.text) and block.mark is None


def _title(tree: Draft, block: Block) -> None:
    node = Node("heading", slug(block.text), _LAW, block.start, block.end, title=True)
    node.label = node.heading = block.text
    tree.open(node, block)
    tree.stack.pop()


def _subheading(found: list[Block], number: int) -> bool:
    """A short line with a numbered paragraph right after it."""
    if number + 1 >= len(found) or not heading_like(found[number].text, 80):
        return False
    following = found[number + 1].mark
    return found[number].mark is None and following is not None and following.kind == "dotted"


def _next_law(found: list[Block], number: int) -> str | None:
    """The law of the first numbered paragraph after a cut beginning, if no head comes before."""
    for block in found[number : number + 40]:
        head = LAW.match(block.text)
        if head and is_head(block.text, head):
            return None
        found_mark = block.mark
        if found_mark and found_mark.kind == "dotted":
            return found_mark.value.split(".")[0]
    return None


def _loose(tree: Draft, block: Block, words: str, law: str | None, heading: bool) -> None:
    """Words outside any numbered paragraph: a subheading, or what is left of a cut one."""
    label = f"Комментарий к правилу {law}" if law else "Комментарий"
    if heading:
        node = Node("heading", slug(block.text), _HEADING, block.start, block.end, law=law)
        node.label, node.heading = f"{label}: {block.text}", block.text
        tree.open(node, block)
        return
    node = Node("paragraph", slug(words), _PARAGRAPH, block.start, block.end, law=law)
    node.label = f"{label}, отрывок"
    tree.open(node, block)
    node.text_start, node.text_end = block.start, block.end
