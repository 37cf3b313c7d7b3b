"""Whoosh: the embedded default engine, pure Python.

Its rules were measured (whoosh3 3.54): a reader or searcher is never used by two threads at once,
which gives exceptions and silently wrong answers; one writing process; a schema of our own given
to ``open_dir`` so that none is unpickled. Whoosh never calls fsync, so ``build`` does. Passages are
added in order and merged into one segment, so Whoosh's document numbers are ours.
"""

from __future__ import annotations

import struct
import threading
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

from whoosh import fields as wf
from whoosh import index as whoosh_index
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.codec.whoosh3 import W3LeafMatcher
from whoosh.reading import CorruptIndexError
from whoosh.system import pack_uint

from corpus.errors import LibraryError
from corpus.storage import sync_tree
from search.engine import (
    FIELD_BOOST,
    FIELDS,
    FILTER_FIELDS,
    FORM_FIELD,
    EngineQuery,
    Entry,
    InFiles,
    OpenIndex,
)
from search.postings import Postings

_MEMORY_MB = 256
_DAMAGE = (CorruptIndexError, EOFError, OSError, UnpicklingError, struct.error, zlib.error)
_ARRAYS_FROM = 2_000  # passages: below, Python's own loops are done before numpy is imported


class ReadyTerms(wf.TEXT):  # type: ignore[misc]  # Whoosh is not typed
    """A field that is given its terms, not a text: nothing has to be cut up again.

    Only a field that is ``ranked`` keeps its lengths: reading them back, posting by posting, is a
    large part of writing an index.
    """

    def __init__(self, positions: bool, ranked: bool) -> None:
        super().__init__(analyzer=SpaceSeparatedTokenizer(), phrase=positions)
        self.scorable = ranked
        self._positions = positions

    def index(self, value: tuple[str, ...], **_: Any) -> Iterator[tuple[bytes, int, float, bytes]]:
        """Each term with its frequency (twice, as weight too) and what its posting holds."""
        if self._positions:
            places: dict[str, list[int]] = {}
            for at, term in enumerate(value):
                places.setdefault(term, []).append(at)
            for term, found in places.items():
                yield term.encode(), len(found), len(found), self.format.encode(found)
        else:
            for term, count in Counter(value).items():
                yield term.encode(), count, count, pack_uint(count)


def _schema() -> Any:
    columns = {name: ReadyTerms(name == FORM_FIELD, name not in FILTER_FIELDS) for name in FIELDS}
    return wf.Schema(**columns)


class WhooshEngine(InFiles):
    """Builds and opens Whoosh index folders."""

    name = "whoosh"

    def build(self, entries: Iterable[Entry], folder: Path) -> None:
        """Write the index and flush it to the disk."""
        folder.mkdir(parents=True, exist_ok=True)
        index = whoosh_index.create_in(folder, _schema())
        writer = index.writer(procs=1, limitmb=_MEMORY_MB)
        try:
            for entry in entries:
                writer.add_document(**{name: t for name, t in entry.fields.items() if t})
        except BaseException:
            writer.cancel()
            raise
        writer.commit(optimize=True)
        index.close()
        sync_tree(folder)

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
    """An open Whoosh index.

    Opening a reader takes longer than reading a term with it, so one is kept, and threads take
    turns at it; a phrase gets a searcher of its own.
    """

    def __init__(self, index: Any):
        self._index = index
        self._turn = threading.Lock()
        self._kept: Any = None
        size = index.doc_count()
        self._postings = _postings_for(size)(size, self._read, self._lengths)

    def candidates(self, query: EngineQuery, limit: int) -> list[tuple[int, float]]:
        """The best passages by BM25F. Raises ``LibraryError`` when a file turns out damaged."""
        try:
            return self._postings.best(
                should=[
                    (c.field, c.term, c.weight * FIELD_BOOST.get(c.field, 1.0))
                    for c in query.should
                ],
                must=[[(c.field, c.term) for c in group] for group in query.must],
                must_not=[(c.field, c.term) for c in query.must_not],
                among=[self._phrase(words) for words in query.phrases],
                limit=limit,
            )
        except _DAMAGE as error:
            raise LibraryError(
                f"Указатель повреждён ({error}): постройте его заново – pravila build."
            ) from error

    def _read(self, field: str, term: str) -> tuple[list[int], list[float]]:
        numbers: list[int] = []
        frequencies: list[float] = []
        with self._turn:
            reader = self._reader()
            if (field, term) not in reader:
                return numbers, frequencies
            matcher = reader.postings(field, term)
            whole = isinstance(matcher, W3LeafMatcher)
            while matcher.is_active():
                number, frequency = matcher.id(), matcher.weight()
                if whole:
                    # By blocks of 128, which are unpacked now: one by one takes ten times as long.
                    numbers.extend(matcher._ids)
                    frequencies.extend(matcher._weights)
                    matcher._next_block()
                else:
                    numbers.append(number)
                    frequencies.append(frequency)
                    matcher.next()
        return numbers, frequencies

    def _reader(self) -> Any:
        """The reader that is kept; whoever asks has the turn."""
        if self._kept is None:
            self._kept = self._index.reader()
        return self._kept

    def _lengths(self, field: str) -> list[float]:
        with self._turn:
            reader = self._reader()
            # None where the passage lacks the field.
            return [reader.doc_field_length(n, field) or 0 for n in range(reader.doc_count_all())]

    def _phrase(self, words: tuple[str, ...]) -> list[int]:
        if len(words) == 1:
            return self._read(FORM_FIELD, words[0])[0]
        from whoosh import query as wq  # only quotes need it: 20 ms of a cold start

        wanted = wq.Phrase(FORM_FIELD, list(words))
        with self._index.searcher() as searcher:
            return list(searcher.docs_for_query(wanted))

    def close(self) -> None:
        """Close the index's files."""
        with self._turn:
            if self._kept is not None:
                self._kept.close()
                self._kept = None
        self._index.close()


def _postings_for(size: int) -> type[Postings]:
    if size < _ARRAYS_FROM:
        return Postings
    from search.arrays import ArrayPostings

    return ArrayPostings
