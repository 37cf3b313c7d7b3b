"""What one takes along: Markdown, DOCX, CSV, JSON of what a page shows."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import streamlit as st

from kg.export.cells import cell
from ui import address
from ui.markup import put

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~])")
_FORBIDDEN = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
MIME = {
    "md": "text/markdown",
    "json": "application/json",
    "csv": "text/csv",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "svg": "image/svg+xml",
    "sarif": "application/sarif+json",
    "html": "text/html",
}
"""Media types by file ending."""


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of a document to take along; ``text`` is plain text."""

    kind: Literal["title", "heading", "text", "quote", "source"]
    text: str


def markdown(blocks: Iterable[Block]) -> str:
    """The blocks as Markdown; nothing in their text acts as markup."""
    prefix = {"title": "# ", "heading": "## ", "text": "", "quote": "> ", "source": "– "}
    lines = []
    for block in blocks:
        text = _MARKDOWN.sub(r"\\\1", " ".join(block.text.split()))
        lines.append(prefix[block.kind] + text)
    return "\n\n".join(lines) + "\n"


def docx(blocks: Iterable[Block]) -> bytes:
    """The blocks as a Word document."""
    from docx import Document
    from docx.shared import Pt

    document = Document()
    document.core_properties.language = "ru-RU"
    document.core_properties.author = ""
    for block in blocks:
        text = _FORBIDDEN.sub("\ufffd", " ".join(block.text.split()))
        if block.kind in ("title", "heading"):
            document.add_heading(text, level=0 if block.kind == "title" else 2)
        elif block.kind == "quote":
            document.add_paragraph(text, style="Intense Quote")
        elif block.kind == "source":
            document.add_paragraph().add_run(text).font.size = Pt(9)
        else:
            document.add_paragraph(text)
    made = io.BytesIO()
    document.save(made)
    return made.getvalue()


def table(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Rows as CSV for Russian spreadsheets: ``;``, UTF-8 with BOM, no cell acts as a formula."""
    made = io.StringIO()
    names = list(rows[0]) if rows else ["пусто"]
    writer = csv.DictWriter(made, names, delimiter=";")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: cell(value) for name, value in row.items()})
    return made.getvalue().encode("utf-8-sig")


def as_json(value: Any) -> str:
    """Readable JSON, Russian letters as they are."""
    return json.dumps(value, ensure_ascii=False, indent=1, default=str) + "\n"


def offer(key: str, name: str, files: Iterable[tuple[str, str, Callable[[], bytes]]]) -> None:
    """A link that brings the buttons: widgets take time to draw, and few visitors need them."""
    if address.get("take"):
        buttons(key, name, files)
        return
    ask = address.link("взять с собой", "go", **{**address.here(), "take": "1"})
    put(f'<p class="strip noprint">{ask}</p>')


def buttons(key: str, name: str, files: Iterable[tuple[str, str, Callable[[], bytes]]]) -> None:
    """A row of download buttons; each file is made only when its button is pressed.

    ``name`` ends with the dot before the ending; ``files`` are (label, ending, how it is made).
    """
    with st.container(horizontal=True, key=f"{key}_exports"):
        for label, ending, make in files:
            st.download_button(
                label,
                make,
                name + ending,
                MIME[ending],
                on_click="ignore",
                icon=":material/download:",
                key=f"{key}_{ending}",
            )


def filename(*parts: str, ending: str) -> str:
    """A file name made of what is on the page; without an ending it keeps the dot for one."""
    name = re.sub(r"[^\w.()–-]+", "_", "_".join(part for part in parts if part)).strip("_.")
    return f"{name[:80] or 'правила'}.{ending}"
