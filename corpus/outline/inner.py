"""Citable parts inside a passage: (i), (a), 1) and bullets, and the notes marked * or ²⁴."""

from __future__ import annotations

from corpus.outline.blocks import Block
from corpus.outline.draft import Draft, Node
from corpus.outline.marks import Mark, is_roman, latin, mark
from corpus.outline.slug import slug

_DEPTHS = {"roman": 1, "letter": 2, "number": 3, "paren": 3, "digit": 3, "capital": 1}
NOTE_MARKS = ("star", "raised")


def open_part(draft: Draft, block: Block, found: Mark, start: int, russian: bool) -> None:
    """Mark the part of the newest node that begins at ``start`` (clean) with ``found``."""
    kind = found.kind
    if kind == "letter" and draft.top.inner and is_roman(found.value):
        kind = "roman" if draft.top.inner[-1].level == "subitem-roman" else kind
    depth = _DEPTHS.get(kind, 3)
    value = found.value
    if kind in ("letter", "capital"):
        value = latin(value, russian)
    base = draft.inner_number(depth)
    shown = f"({value})" if kind != "capital" else value
    number = f"{base}{shown}" if base else None
    above = draft.top
    path = f"{above.path}{_tail(number, above.number, shown)}"
    draft.open_inner(
        Node(
            "subitem", path, depth, start, block.end,
            label=f"{above.label} {shown}" if number is None else _label(above, number),
            number=number, law=above.law, date=above.date,
        )
    )


def _tail(number: str | None, base: str | None, shown: str) -> str:
    return number[len(base) :] if number and base else shown


def _label(above: Node, number: str) -> str:
    if above.number and above.label.endswith(above.number):
        return above.label[: -len(above.number)] + number
    return f"{above.label} {number}"


def parts_at_start(draft: Draft, block: Block, offset: int, russian: bool) -> None:
    """Open the parts a paragraph begins with («(i) Игрок…», «(a) (1) …») after ``offset``."""
    for _ in range(3):
        found = mark(block.text, offset)
        if found is None or found.kind not in ("roman", "letter", "paren", "digit"):
            return
        open_part(draft, block, found, block.start + offset, russian)
        offset += found.size


def open_note(draft: Draft, block: Block, found: Mark, ordinal: int) -> None:
    """A footnote standing below the text it belongs to."""
    above = draft.top
    owner = above.law or above.number
    name = "note" if ordinal < 2 else f"note-{ordinal}"
    path = f"{above.path}/{name}" if above.path else slug(block.text)
    draft.open_inner(
        Node(
            "note", path, 0, block.start, block.end,
            label=f"{above.label}, сноска" if above.label else "Сноска",
            number=f"{owner}#{name}" if owner else None, law=above.law, date=above.date,
        )
    )
