"""HTML made of text: every text passes ``esc``, only our own tags are added.

Nothing here uses ``unsafe_allow_html``: pages hand the result to ``st.html``, which runs no script.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass

import streamlit as st

_MARK = re.compile(r"&lt;(/?mark)&gt;")


def esc(text: object) -> str:
    """Text safe inside an element or a quoted attribute."""
    return html.escape(str(text), quote=True)


@dataclass(frozen=True, slots=True)
class Tagged:
    """A stretch of text and the tags to put around it."""

    start: int
    end: int
    before: str
    after: str


def tagged(text: str, stretches: Iterable[Tagged], offset: int = 0) -> str:
    """Escaped ``text`` with tags around stretches; ``offset`` is where the text begins in theirs.

    Of two stretches that overlap the one that starts first is kept, the longer if both do.
    """
    pieces: list[str] = []
    done = 0
    for stretch in sorted(stretches, key=lambda s: (s.start, -s.end)):
        start, end = stretch.start - offset, stretch.end - offset
        if start < done or end > len(text) or end <= start:
            continue
        pieces += [esc(text[done:start]), stretch.before, esc(text[start:end]), stretch.after]
        done = end
    pieces.append(esc(text[done:]))
    return "".join(pieces)


def highlighted(snippet: str) -> str:
    """A snippet with ``<mark>`` around the words found, all else escaped."""
    return _MARK.sub(r"<\1>", esc(snippet))


def marked(text: str, words: Iterable[str]) -> str:
    """Escaped ``text`` with every occurrence of the words (as they stand) marked."""
    places = [
        Tagged(match.start(), match.end(), "<mark>", "</mark>")
        for word in {w for w in words if w}
        for match in re.finditer(re.escape(word), text, re.IGNORECASE)
    ]
    return tagged(text, places)


def put(body: str) -> None:
    """Put HTML on the page; none at all is no mistake."""
    if body:
        st.html(body)


def box(title: str, small: str = "") -> str:
    """A heading of a block with a small remark beside it; both are HTML already."""
    return f'<h2 class="boxh">{title}' + (f" <small>{small}</small>" if small else "") + "</h2>"


def hint(text: str) -> str:
    """A quiet line of help; ``text`` is HTML already."""
    return f'<p class="hint">{text}</p>'


def more(summary: str, inner: str, *, opened: bool = False, cls: str = "") -> str:
    """Something folded away under a line that opens it; both are HTML already."""
    state = " open" if opened else ""
    return f'<details class="more {cls}"{state}><summary>{summary}</summary>{inner}</details>'


def status(text: str, small: str = "") -> str:
    """A line read aloud when it appears; both are HTML already."""
    rest = f"<span>{small}</span>" if small else ""
    return f'<div class="sum" role="status"><b>{text}</b>{rest}</div>'


def folded(items: list[str], limit: int) -> str:
    """A list whose tail can be opened."""
    if not items:
        return ""
    head = f'<ul class="refs">{"".join(items[:limit])}</ul>'
    if len(items) <= limit:
        return head
    tail = f'<ul class="refs">{"".join(items[limit:])}</ul>'
    return head + more(f"ещё {len(items) - limit}", tail)
