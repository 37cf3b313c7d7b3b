"""The application's script: reads the address, shows the page it asks for.

Streamlit runs it anew for every change of the address. ``pravila app`` serves it with the
settings of ``ui.serve``.
"""

from importlib import import_module

import streamlit as st

from ui import address, failure, opened, shell
from ui.settings import BRAND

PAGES = {
    "": "search_page",
    "law": "law_page",
    "unit": "document_page",
    "doc": "document_page",
    "chain": "chain_page",
    "graph": "graph_page",
    "glossary": "glossary_page",
    "report": "editor_page",
    "library": "library_page",
}


def main() -> None:
    """Show one page."""
    page = address.page()
    st.set_page_config(page_title=shell.title(page), page_icon="♠", layout="wide")
    address.settle()
    shell.head(page, opened.words_address())
    line = BRAND
    with failure.guarded():
        library = opened.library()
        line = opened.about(library)
        import_module(f"ui.{PAGES[page]}").show(library)
    shell.foot(line)


main()
