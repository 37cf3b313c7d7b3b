"""What every page has around it: head, navigation, search box, foot."""

from __future__ import annotations

from importlib.resources import files

import streamlit as st

from ui import address
from ui.markup import esc
from ui.settings import Settings

BRAND = "Правила бриджа"

_ICONS = {
    "": "M10 3a7 7 0 1 0 4.2 12.6l4.6 4.6 1.4-1.4-4.6-4.6A7 7 0 0 0 10 3m0 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10",
    "chain": "M4 5h6v5H8v4h8v-4h-2V5h6v5h-2v6H6v-6H4z",
    "graph": "M5 3a3 3 0 0 1 2.8 4l5 3a3 3 0 1 1-.9 1.8l-5-3A3 3 0 1 1 5 3m13 12a3 3 0 1 1-2.9 3.7l-6-.9v-2l6.3 1A3 3 0 0 1 18 15",
    "glossary": "M5 3h12a2 2 0 0 1 2 2v16H7a2 2 0 0 1-2-2zm2 2v11h10V5zm2 2h6v2H9z",
    "report": "M4 3h16v18H4zm2 2v14h12V5zm2 3h8v2H8zm0 4h8v2H8zm0 4h5v2H8z",
    "library": "M4 4h4v16H4zm6 0h4v16h-4zm5.5 1 3.8-1 4 15.500-3.800 1z",
}
_NAV = (
    ("", "Поиск", {}),
    ("chain", "Цепочки", {"chain": "-"}),
    ("graph", "Граф", {"graph": "-"}),
    ("glossary", "Словарь", {"glossary": "-"}),
    ("report", "Редактору", {"report": "all"}),
    ("library", "Библиотека", {"library": "-"}),
)


@st.cache_data(show_spinner=False)
def _asset(name: str) -> str:
    return files("ui").joinpath(name).read_text("utf-8")


def title(page: str) -> str:
    """What the browser's tab says."""
    titles = {
        "": f"{address.get('q')} – поиск" if address.get("q") else "Поиск",
        "law": f"Правило {address.get('law')}",
        "chain": "Цепочки ссылок",
        "graph": "Граф ссылок",
        "glossary": "Словарь",
        "report": "Отчёт редактору",
        "library": "Библиотека",
    }
    return f"{titles.get(page, 'Документ')} · {BRAND}"


def head(page: str, words: str | None = None) -> None:
    """Script, style, navigation and the search box; ``words`` is where suggestions are served."""
    script = st.components.v2.component("pravila_nav", js=_asset("nav.js"))
    focus = address.get("unit") or address.get("law")
    script(
        key="pravila_nav",
        data={
            "focus": anchor(focus) if focus else None,
            "home": page == "" and not address.get("q"),
            "query": address.get("q"),
            "words": words,
        },
    )
    st.html("<style>" + _asset("style.css") + "</style>")
    current = {"law": "", "unit": "", "doc": "library"}.get(page, page)
    items = "".join(
        address.link(
            f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{_ICONS[name]}"/></svg>'
            f"<span>{label}</span>",
            "on" if name == current else "",
            **params,
        ).replace("<a ", '<a aria-current="page" ' if name == current else "<a ")
        for name, label, params in _NAV
    )
    st.html(
        f'<header class="top">{address.link(f"<i>♠</i>{BRAND}", "brand")}'
        f'<nav aria-label="Разделы">{items}</nav></header>'
    )
    with st.container(key="search_row"):
        st.text_input(
            "Поиск по правилам, комментариям и протоколам",
            key=address.synced("search_box", address.get("q")),
            on_change=_submit,
            type="search",
            placeholder="Номер (25B, 31A2) или слова: фальшренонс после претензии",
            label_visibility="collapsed",
        )


def _submit() -> None:
    query = str(st.session_state.search_box or "").strip()
    keep = ("kind", "edition", "by") if address.page() == "" else ()
    address.go(q=query, **{name: address.get(name) for name in keep})


def foot(line: str) -> None:
    """The last line of every page; ``line`` is plain text."""
    note = " · только чтение" if Settings.current().read_only else ""
    st.html(f'<footer class="foot">{esc(line + note)}</footer>')


def anchor(unit: str) -> str:
    """The id of the element that shows a unit or a law."""
    return "u-" + unit.replace("/", "-")
