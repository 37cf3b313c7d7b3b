"""The graph of the bundled texts, made once for all tests beside this file."""

from functools import cache

from corpus.read import bundled_documents
from kg.citations import cite
from kg.graph import Graph, build


@cache
def bundled_graph() -> Graph:
    documents = bundled_documents()
    return build(documents, [c for d in documents for c in cite(d)])
