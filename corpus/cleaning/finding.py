"""What a repair module hands back: one stretch of text and what to make of it."""

from __future__ import annotations

from typing import NamedTuple


class Found(NamedTuple):
    """One piece of damage; offsets are into the text the module was given.

    ``after`` is what is put in place; ``gap`` names the kind of gap when text is missing here;
    ``emphasis`` is the stretch (same text) that the print had emphasised.
    """

    start: int
    end: int
    after: str
    kind: str
    note: str = ""
    gap: str = ""
    emphasis: tuple[int, int] | None = None


TERMINAL = frozenset(".!?:;…")
CLOSING = "”»\"')]*"


def terminated(text: str) -> bool:
    """Whether a line ends a sentence, a clause or a list item («…».)»)."""
    stripped = text.rstrip().rstrip(CLOSING)
    return bool(stripped) and stripped[-1] in TERMINAL


def around(text: str, start: int, end: int) -> tuple[int, int]:
    """``start, end`` widened over the white space on both sides."""
    while start > 0 and text[start - 1].isspace():
        start -= 1
    size = len(text)
    while end < size and text[end].isspace():
        end += 1
    return start, end


def paragraph_break(text: str, start: int, end: int) -> str:
    """What separates the words on both sides of a removed stretch: a blank line, or nothing."""
    return "\n\n" if start > 0 and end < len(text) else ""
