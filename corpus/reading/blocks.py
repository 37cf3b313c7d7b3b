"""The text of a formatted document: paragraphs apart by blank lines, each note below its mark."""

from __future__ import annotations

import re
from collections.abc import Iterable

_SPACES = re.compile(r"[^\S\n]+")
_AROUND_BREAK = re.compile(r" *\n *")
_NOTE_MARK = re.compile(r"\d{1,3}|\*{1,4}|[†‡]")


def tidy(text: str) -> str:
    """A paragraph's text with runs of white space made one space; line breaks stay.

    Tabs stay too: they are a table's columns.
    """
    parts = [_SPACES.sub(" ", part) for part in text.split("\t")]
    return _AROUND_BREAK.sub("\n", "\t".join(parts)).strip()


def joined(blocks: Iterable[str]) -> str:
    """Blocks, without the empty ones, apart by blank lines; the text ends with a line end."""
    text = "\n\n".join(block for block in blocks if block.strip())
    return f"{text}\n" if text else ""


def row(cells: Iterable[str]) -> str:
    """A table's row as a line: cells apart by tabs, line breaks in a cell as spaces."""
    return "\t".join(" ".join(cell.split()) for cell in cells).rstrip()


def mark(raised: str, before: str) -> str:
    """Raised text as it goes into the line: a note's mark is bracketed, so as not to be a number.

    ``before`` is the text so far: «10» raised after a digit is a power, and stays as it is.
    """
    sign = raised.strip()
    if not _NOTE_MARK.fullmatch(sign) or before[-1:].isdigit():
        return raised
    return f"[{sign}]"
