"""Ours: the whole answer – understanding, candidates, ranking, facets, snippets, explanations."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bench.peers import Answer, InProcess, folder_size
from search.finder import build_index, open_finder
from search.passages import Passage


class Ours(InProcess):
    """This library's search with one of its engines."""

    def __init__(self, engine: str, folder: Path):
        self._engine = engine
        self._folder = folder / "index"

    def build(self, passages: Iterable[Passage]) -> int:
        """Build as ``pravila build`` does."""
        build_index(passages, self._folder, self._engine)
        return folder_size(self._folder)

    def open(self) -> float:
        """Open it."""
        self._finder = open_finder(self._folder, self._engine)
        return 0.0

    def ask(self, query: str, limit: int) -> list[Answer]:
        """Search as ``pravila search`` does."""
        hits = self._finder.search(query, limit=limit).hits
        return [(hit.passage.id, hit.snippet) for hit in hits]

    def close(self) -> None:
        """Close it."""
        self._finder.close()
