"""Citable parts inside a passage: (i), (a), 1) and bullets, and the notes marked * or ²⁴."""

from __future__ import annotations

import re

from corpus.outline.blocks import Block
from corpus.outline.draft import Draft, Node, plain_mark
from corpus.outline.marks import Mark, latin, mark
from corpus.outline.slug import slug

NOTE_MARKS = ("star", "raised")
LIST_MARKS = ("roman", "letter", "paren", "digit")
_NUMBERED_NOTE = re.compile(r"(\d{1,3})[ ]+(?=[A-ZА-ЯЁ«“\"])")


def open_part(draft: Draft, block: Block, found: Mark, start: int, russian: bool) -> None:
    """Mark the part of the newest node that begins at ``start`` (clean) with ``found``."""
    kind, value = found.kind, found.value
    if kind in ("letter", "capital"):
        value = latin(value, russian)
    above = draft.top
    base = draft.inner_base(kind)
    shown = f"({value})"
    number = f"{base.number}{shown}" if base.number else None
    node = Node("subitem", f"{base.path}{shown}", 0, start, block.end, number=number)
    node.label = _label(base, number, shown)
    node.law, node.date = above.law, above.date
    draft.open_inner(node, kind)


def open_point(draft: Draft, block: Block, found: Mark) -> None:
    """Mark a point 2.1 of the newest node 2: it is named by its own number."""
    above = draft.top
    draft.inner_base("dotted")
    node = Node("subitem", found.value, 0, block.start, block.end, number=found.value)
    node.label = _label(above, found.value, found.value)
    node.law, node.date = above.law, above.date
    draft.open_inner(node, "dotted")


def _label(base: Node, number: str | None, shown: str) -> str:
    """The label of the whole with the part's number instead: «Правило 12C1(a) (2007)»."""
    if number and base.number:
        padded = f" {base.label} "
        place = padded.rfind(base.number)
        while place > 0:
            after = place + len(base.number)
            if not (padded[place - 1].isalnum() or padded[after].isalnum()):
                return (padded[:place] + number + padded[after:]).strip()
            place = padded.rfind(base.number, 0, after - 1)
    return f"{base.label} {shown}"


def parts_at_start(draft: Draft, block: Block, offset: int, russian: bool) -> None:
    """Open the parts a paragraph begins with («(i) Игрок…», «(a) (1) …») after ``offset``."""
    for _ in range(3):
        found = mark(block.text, offset)
        if found is None or found.kind not in LIST_MARKS:
            return
        open_part(draft, block, found, block.start + offset, russian)
        offset += found.size


def note_mark(draft: Draft, block: Block, found: Mark | None) -> Mark | None:
    """The mark of a footnote a paragraph begins with: ``*``, ``[24]``, «24 См.» after ``[24]``."""
    if found is not None:
        return found._replace(value=plain_mark(found.value)) if found.kind in NOTE_MARKS else None
    match = _NUMBERED_NOTE.match(block.text)
    if match and match.group(1) in draft.marked:
        return Mark("raised", match.group(1), match.end())
    return None


def open_note(draft: Draft, block: Block, found: Mark) -> None:
    """A footnote standing below the text it belongs to; it is named by the owner of its mark."""
    owner = draft.marked.get(found.value, draft.top)
    number = owner.law or owner.number
    ordinal = str(len(found.value)) if found.value.startswith("*") else found.value
    name = "note" if ordinal == "1" else f"note-{ordinal}"
    path = f"{owner.path}/{name}" if owner.path else slug(block.text)
    node = Node("note", path, 0, block.start, block.end, law=owner.law, date=draft.top.date)
    node.label = f"{owner.label}, сноска" if owner.label else "Сноска"
    node.number = f"{number}#{name}" if number else None
    draft.close_inner()
    draft.open_inner(node, "note")


def add_text(draft: Draft, block: Block, found: Mark | None, russian: bool) -> None:
    """Give a paragraph to the newest node, marking the part or note it is."""
    if (note := note_mark(draft, block, found)) is not None:
        open_note(draft, block, note)
    elif found is not None and found.kind in (*LIST_MARKS, "number"):
        open_part(draft, block, found, block.start, russian)
        parts_at_start(draft, block, found.size, russian)
    elif found is None and not block.text[0].islower():
        draft.plain_text()
    draft.add(block)
