"""Hand-made documents can be imported by the tests beside them; the bundled library is read once."""

import sys
from functools import cache
from pathlib import Path

import pytest

from corpus.read import bundled_documents
from kg.citations import cite
from kg.graph import Graph, build

sys.path.insert(0, str(Path(__file__).parent))


@cache
def bundled_graph() -> Graph:
    documents = bundled_documents()
    return build(documents, [c for d in documents for c in cite(d)])


@pytest.fixture(scope="session")
def library() -> Graph:
    return bundled_graph()
