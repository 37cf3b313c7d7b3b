"""How commands print: JSON for programs, tables and text for people.

Rich is imported when the first table is drawn, not before: ``--json`` and ``--help`` stay quick.
"""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import unescape
from typing import TYPE_CHECKING, Any

import typer

from commands.safe_text import safe, safe_json

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

WIDTH_WITHOUT_TERMINAL = 100
"""Columns of a table that goes to a file or a pipe, where no terminal tells its width."""


def speak_utf8() -> None:
    """Make both streams UTF-8, also on a Windows console or pipe set to another code page.

    A character UTF-8 cannot write (half of a surrogate pair from a damaged file name) is printed
    as ``\\udcXX``, which inside JSON is a valid escape.
    """
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def as_json(record: Mapping[str, Any]) -> str:
    """One record as one line of JSON with readable Russian."""
    return safe_json(json.dumps(record, ensure_ascii=False))


def print_json(record: Mapping[str, Any]) -> None:
    """Print one record on a line of its own."""
    sys.stdout.write(as_json(record) + "\n")


def print_json_lines(records: Iterable[Mapping[str, Any]]) -> None:
    """Print many records, one a line, as they come."""
    for record in records:
        print_json(record)


def say(text: str = "") -> None:
    """Print a line for a person on standard output."""
    typer.echo(safe(text))


def note(text: str) -> None:
    """Print a line for a person on standard error, where it does not mix with data."""
    typer.echo(safe(text), err=True)


@cache
def console() -> "Console":
    """Rich's console on standard output."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else WIDTH_WITHOUT_TERMINAL
    return Console(width=width, highlight=False, markup=False, emoji=False, soft_wrap=False)


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[object]], title: str | None = None
) -> None:
    """Print a table; cells are plain text (no markup is read in them) or Rich ``Text``."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(
        title=safe(title or "") or None,
        title_justify="left",
        box=SIMPLE_HEAD,
        pad_edge=False,
        show_edge=False,
    )
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(cell if isinstance(cell, Text) else Text(safe(str(cell))) for cell in row))
    console().print(table)


def print_text(text: "str | Text") -> None:
    """Print text wrapped to the terminal; a ``str`` is printed as it stands, without markup."""
    if isinstance(text, str):
        text = safe(text)
    else:
        text.plain = safe(text.plain)  # of the same length: styles stay where they are
    console().print(text)


def print_rule(title: str) -> None:
    """Print a line across the terminal with a title in it."""
    console().rule(safe(title), align="left")


def marked(snippet: str, style: str = "bold yellow") -> "Text":
    """Text of an HTML snippet whose ``<mark>…</mark>`` parts are shown in ``style``."""
    from rich.text import Text

    text = Text()
    for number, part in enumerate(snippet.replace("</mark>", "<mark>").split("<mark>")):
        text.append(safe(unescape(part)), style=style if number % 2 else "")
    return text
