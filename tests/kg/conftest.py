"""The graph of the bundled texts, as a fixture."""

import pytest
from bundled import bundled_graph

from kg.graph import Graph


@pytest.fixture(scope="session")
def library() -> Graph:
    return bundled_graph()
