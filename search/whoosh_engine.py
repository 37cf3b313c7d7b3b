"""Whoosh: the embedded default engine, pure Python.

Its rules were measured (whoosh3 3.54): a new ``Searcher`` for every query, since one shared by
threads gives exceptions and silently wrong answers; one writing process; a schema of our own given
to ``open_dir`` so that none is unpickled. Whoosh never calls fsync, so ``build`` does.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from whoosh import fields as wf
from whoosh import index as whoosh_index
from whoosh import query as wq
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.scoring import BM25F

from corpus.errors import LibraryError
from search.engine import FIELD_BOOST, FIELDS, FORM_FIELD, Clause, EngineQuery, Entry, OpenIndex

_MEMORY_MB = 256


def _schema() -> Any:
    spaced = SpaceSeparatedTokenizer()
    columns: dict[str, Any] = {"number_": wf.STORED()}
    for name in FIELDS:
        columns[name] = wf.TEXT(analyzer=spaced, phrase=name == FORM_FIELD)
    return wf.Schema(**columns)


class WhooshEngine:
    """Builds and opens Whoosh index folders."""

    name = "whoosh"

    def build(self, entries: Iterable[Entry], folder: Path) -> None:
        """Write the index and flush it to the disk."""
        folder.mkdir(parents=True, exist_ok=True)
        index = whoosh_index.create_in(folder, _schema())
        writer = index.writer(procs=1, limitmb=_MEMORY_MB)
        try:
            for entry in entries:
                columns = {name: " ".join(terms) for name, terms in entry.fields.items() if terms}
                writer.add_document(number_=entry.number, **columns)
        except BaseException:
            writer.cancel()
            raise
        writer.commit(optimize=True)
        index.close()
        for path in sorted(folder.iterdir()):
            with path.open("rb") as file:
                os.fsync(file.fileno())

    def open(self, folder: Path) -> OpenIndex:
        """Open the folder for reading."""
        try:
            return WhooshIndex(whoosh_index.open_dir(folder, schema=_schema()))
        except Exception as error:  # Whoosh raises many kinds for a damaged folder
            raise LibraryError(
                f"Указатель в {folder} не открывается ({error}): постройте его заново – "
                "pravila build."
            ) from error


class WhooshIndex:
    """An open Whoosh index; makes a searcher for every query."""

    def __init__(self, index: Any):
        self._index = index

    def candidates(self, query: EngineQuery, limit: int) -> list[tuple[int, float]]:
        """The best passages by BM25F."""
        wanted = _translate(query)
        with self._index.searcher(weighting=BM25F()) as searcher:
            found = searcher.search(wanted, limit=limit, scored=True)
            return [(hit["number_"], hit.score) for hit in found]

    def close(self) -> None:
        """Close the index's files."""
        self._index.close()


def _term(clause: Clause) -> Any:
    boost = clause.weight * FIELD_BOOST.get(clause.field, 1.0)
    return wq.Term(clause.field, clause.term, boost=boost)


def _translate(query: EngineQuery) -> Any:
    should = wq.Or([_term(clause) for clause in query.should]) if query.should else None
    required: list[Any] = []
    for group in query.must:
        required.append(wq.Or([_term(clause) for clause in group]))
    for words in query.phrases:
        required.append(wq.Phrase(FORM_FIELD, list(words)))
    if required:
        need = wq.And(required) if len(required) > 1 else required[0]
        found = wq.AndMaybe(need, should) if should is not None else need
    else:
        found = should if should is not None else wq.Every()
    if query.must_not:
        found = wq.AndNot(found, wq.Or([_term(clause) for clause in query.must_not]))
    return found
