"""What every page has around it: head, navigation, search box, foot."""

from __future__ import annotations

from importlib.resources import files

import streamlit as st

from search.query import MAX_CHARS
from ui import address, provisions, words
from ui.markup import esc, put
from ui.reading import anchor
from ui.settings import BRAND, Settings

_NAV: tuple[tuple[str, str, dict[str, str]], ...] = (
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
        "law": words.law(provisions.only(address.get("law")) or address.get("law")),
        "chain": "Цепочки ссылок",
        "graph": "Граф ссылок",
        "glossary": "Словарь",
        "report": "Отчёт редактору",
        "library": "Библиотека",
    }
    return f"{titles.get(page, 'Документ')} · {BRAND}"


def head(page: str, offers: str | None = None) -> None:
    """Script, style, navigation and the search box; ``offers`` is where suggestions are served."""
    script = st.components.v2.component("pravila_nav", js=_asset("nav.js"))
    focus = address.get("unit")
    script(
        key="pravila_nav",
        data={
            "focus": anchor(focus) if focus else None,
            "home": page == "" and not address.get("q"),
            "query": address.get("q"),
            "words": offers,
        },
    )
    put("<style>" + _asset("style.css") + "</style>")
    current = {"law": "", "unit": "", "doc": "library"}.get(page, page)
    items = "".join(
        address.link(
            f'<i class="icon {name or "search"}"></i><span>{label}</span>',
            "on" if name == current else "",
            **params,
        ).replace("<a ", '<a aria-current="page" ' if name == current else "<a ")
        for name, label, params in _NAV
    )
    put(
        f'<header class="top">{address.link(f"<i>♠</i>{BRAND}", "brand")}'
        f'<nav aria-label="Разделы">{items}</nav></header>'
    )
    with st.container(key="search_row"):
        st.text_input(
            "Поиск по правилам, комментариям и протоколам",
            key=address.synced("search_box", address.get("q")),
            on_change=address.by_hand(_submit),
            type="search",
            placeholder="Номер (25B, 31A2) или слова: фальшренонс после претензии",
            label_visibility="collapsed",
        )


def _submit() -> None:
    # Longer ones are cut by the search, which says so; the address need not carry all of it.
    query = str(st.session_state.search_box or "").strip()[: MAX_CHARS + 1]
    number = provisions.only(query)
    if number is not None:
        address.go(law=number)
        return
    keep = ("kind", "edition") if address.page() == "" else ()
    address.go(q=query, **{name: address.get(name) for name in keep})


def foot(line: str) -> None:
    """The last line of every page; ``line`` is plain text."""
    note = " · только чтение" if Settings.current().read_only else ""
    shown = address.href(**st.query_params.to_dict())
    put(f'<footer class="foot" data-shows="{esc(shown)}">{esc(line + note)}</footer>')
