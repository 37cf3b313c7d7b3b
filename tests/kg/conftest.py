"""The graph of the bundled texts and real servers to publish it on, as fixtures."""

from collections.abc import Iterator

import pytest
from bundled import bundled_graph
from graphservers import KINDS, Server, started

from kg.graph import Graph


@pytest.fixture(scope="session")
def library() -> Graph:
    return bundled_graph()


@pytest.fixture(scope="module", params=KINDS)
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """One of each kind of graph store there is to test on."""
    with started(request.param, tmp_path_factory.mktemp("server")) as running:
        yield running
