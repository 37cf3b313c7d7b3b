"""The address of a page is its state: links, reading it, going elsewhere.

One script serves every page and routes on query parameters (``?law=25B``, ``?chain=29C&to=26B``).
Streamlit's own multipage navigation pushes two history entries a step and breaks Back; one script
with ``st.query_params`` pushes one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from ui.markup import esc

PAGES = ("law", "unit", "doc", "chain", "graph", "glossary", "report", "library")
"""The parameter that opens each page; an address with none of them is the search page."""

KNOWN = (
    *PAGES,
    *("q", "kind", "edition", "year", "document", "about", "typed", "verbatim", "p"),
    *("find", "raw", "from", "to", "via", "n", "depth", "kinds", "ties", "rules", "at", "take"),
)
"""Every parameter a page makes; any other in an address is left where it is."""
_LONGEST = 4000
"""Characters of a parameter that are read: more than any page makes or search looks at."""
_DIGITS = 9

_SEEN = "_address_of_"


def page() -> str:
    """Which page the address asks for; "" is search."""
    return next((name for name in PAGES if name in st.query_params), "")


def get(name: str, default: str = "") -> str:
    """One parameter of the address."""
    return str(st.query_params.get(name, default))[:_LONGEST]


def here(*without: str) -> dict[str, str]:
    """The parameters of this address, but for some."""
    names = (name for name in KNOWN if name not in without and name in st.query_params)
    return {name: get(name) for name in names}


def many(name: str) -> list[str]:
    """A comma-separated parameter as a list without repeats."""
    return list(dict.fromkeys(part for part in get(name).split(",") if part))


def number(name: str, default: int, low: int, high: int) -> int:
    """A whole number kept between its limits; anything else is the default."""
    text = get(name)
    if not (text.isascii() and text.isdigit()):
        return default
    return min(max(int(text), low), high) if len(text) <= _DIGITS else high


def href(**params: str | None) -> str:
    """A relative address: works under any base path."""
    return "?" + urlencode({key: value for key, value in params.items() if value})


def link(label: str, cls: str = "", *, title: str = "", **params: str | None) -> str:
    """A link whose ``label`` is HTML already; ``ui/nav.js`` makes it instant."""
    extra = (f' class="{esc(cls)}"' if cls else "") + (f' title="{esc(title)}"' if title else "")
    return f'<a data-nav target="_self"{extra} href="{esc(href(**params))}">{label}</a>'


def go(**params: str | None) -> None:
    """Open another address: one history entry, one rerun."""
    st.query_params.from_dict({key: value for key, value in params.items() if value})


def change(**params: str | None) -> None:
    """Stay on the page, change or (with None) drop some parameters."""
    go(**{**here(), **params})


def settle() -> None:
    """Remember the address this run shows; called once a run, before the page."""
    st.session_state["_address"] = st.query_params.to_dict()


def by_hand(action: Callable[[], None]) -> Callable[[], None]:
    """A widget's ``on_change`` that acts only on what a person did.

    After Back or a link the browser may still send a widget's former value together with the new
    address; taken for typing it would lead away from the page just asked for.
    """

    def act() -> None:
        if st.query_params.to_dict() == st.session_state.get("_address"):
            action()
        else:
            for key in [k for k in st.session_state if str(k).startswith(_SEEN)]:
                del st.session_state[key]

    return act


def synced(key: str, value: Any) -> str:
    """Put ``value`` (from the address) into a widget, but only when the address has changed."""
    seen = _SEEN + key
    if st.session_state.get(seen, object()) != value or key not in st.session_state:
        st.session_state[key] = value
        st.session_state[seen] = value
    return key
