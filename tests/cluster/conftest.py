"""Three nodes for the tests of this folder, which are run only where ``PRAVILA_CLUSTER`` is set.

make test-cluster
"""

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from running import Place, RunningCluster, missing

from corpus.cluster import Cluster
from corpus.read import bundled_documents
from kg.citations import cite
from search.finder import Finder, build_index, open_finder
from search.passages import Passage, passages

# What engines are asked, and how answers are judged, lies with the tests of search.
sys.path.append(str(Path(__file__).parents[1] / "search"))

collect_ignore_glob = [] if os.environ.get("PRAVILA_CLUSTER") else ["test_*.py"]


@pytest.fixture(scope="session")
def started() -> Iterator[RunningCluster]:
    """The cluster of this run."""
    if (lack := missing()) is not None:
        pytest.fail(f"the tests on a cluster need Java and Maven: {lack}")
    with (
        tempfile.TemporaryDirectory(prefix="pravila-cluster-") as folder,
        RunningCluster(Path(folder)) as cluster,
    ):
        yield cluster


@pytest.fixture
def cluster(started: RunningCluster) -> RunningCluster:
    """The cluster with all its nodes, whatever the test before did to them."""
    started.heal()
    return started


@pytest.fixture
def place(cluster: RunningCluster, request: pytest.FixtureRequest) -> Iterator[Place]:
    """The cluster as an engine is told of it, under names of this test's own."""
    word = re.sub(r"[^a-z0-9]+", "-", request.node.name.lower())[:60].strip("-")

    def described(**given: object) -> Cluster:
        values = {"name": word, "shards": 2, "timeout": 20.0, "key": "k1", **given}
        return Cluster(tuple(cluster.urls), **values)  # type: ignore[arg-type]

    yield described
    if any(node.alive for node in cluster.nodes):
        cluster.ask(f"/{word}-*", method="DELETE")


@pytest.fixture(scope="session")
def bundled() -> list[Passage]:
    """The passages of the bundled texts."""
    documents = bundled_documents()
    return list(passages(documents, [one for document in documents for one in cite(document)]))


@pytest.fixture(scope="session")
def finder(bundled: list[Passage], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Finder]:
    """The same passages in the engine that comes with the program."""
    folder = tmp_path_factory.mktemp("whoosh") / "index"
    build_index(bundled, folder)
    opened = open_finder(folder)
    yield opened
    opened.close()
