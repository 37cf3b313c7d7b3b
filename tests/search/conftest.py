"""One index of the bundled texts for every test of search."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from corpus.read import bundled_documents
from kg.citations import cite
from search.finder import Finder, build_index, open_finder
from search.passages import Passage, passages


@pytest.fixture(scope="session")
def bundled() -> list[Passage]:
    documents = bundled_documents()
    return list(passages(documents, [one for document in documents for one in cite(document)]))


@pytest.fixture(scope="session")
def index_folder(bundled: list[Passage], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("search") / "index"
    build_index(bundled, folder)
    return folder


@pytest.fixture(scope="session")
def finder(index_folder: Path) -> Iterator[Finder]:
    opened = open_finder(index_folder)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def tantivy_finder(
    bundled: list[Passage], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Finder]:
    pytest.importorskip("tantivy")
    folder = tmp_path_factory.mktemp("search") / "tantivy"
    build_index(bundled, folder, "tantivy")
    opened = open_finder(folder)
    yield opened
    opened.close()
