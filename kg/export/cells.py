"""Cells of a table that a spreadsheet will open."""

from __future__ import annotations

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a cell that is computed may begin with (OWASP, «CSV Injection»), full-width signs too."""


def cell(value: object) -> object:
    """The value with an apostrophe before a text that a spreadsheet would compute.

    Numbers stay numbers.
    """
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
