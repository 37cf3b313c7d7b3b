"""bm25s: scores worked out beforehand, in arrays mapped into memory; Snowball stems."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import bm25s
import Stemmer

from bench.peers import Answer, InProcess, folder_size
from bench.peers.marking import Marker
from search.passages import Passage


class Bm25s(InProcess):
    """Its own tokenizer with Russian stop words and stemming."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._stemmer = Stemmer.Stemmer("russian")

    def _tokens(self, texts: list[str]) -> bm25s.tokenization.Tokenized:
        return bm25s.tokenize(
            texts, stopwords="russian", stemmer=self._stemmer, show_progress=False
        )

    def build(self, passages: Iterable[Passage]) -> int:
        """Write the arrays and the texts."""
        corpus = [{"id": passage.id, "text": passage.text} for passage in passages]
        scores = bm25s.BM25()
        scores.index(self._tokens([row["text"] for row in corpus]), show_progress=False)
        scores.save(self._folder, corpus=corpus, show_progress=False)
        return folder_size(self._folder)

    def open(self) -> float:
        """Map the arrays into memory."""
        self._scores = bm25s.BM25.load(
            self._folder, mmap=True, load_corpus=True, show_progress=False
        )
        self._size = int(self._scores.scores["num_docs"])
        self._marker = Marker()
        return 0.0

    def ask(self, query: str, limit: int) -> list[Answer]:
        """The best by BM25 that have a word of the query."""
        rows, scores = self._scores.retrieve(
            self._tokens([query]), k=min(limit, self._size), show_progress=False
        )
        wanted = self._marker.wanted(query)
        return [
            (row["id"], self._marker.snippet(row["text"], wanted))
            for row, score in zip(rows[0], scores[0], strict=True)
            if score > 0
        ]

    def close(self) -> None:
        """The mapping ends with the process."""
