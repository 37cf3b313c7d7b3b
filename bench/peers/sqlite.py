"""SQLite FTS5: over our dictionary forms, and over the raw text as most people use it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from bench.peers import Answer, InProcess, folder_size
from bench.peers.marking import Marker
from search.passages import Passage
from search.stopwords import DROPPED

_FILE = "fts5.sqlite"
_WORD = re.compile(r"\w+")


class _Base(InProcess):
    """A database file in the folder."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._base = sqlite3.connect(folder / _FILE)

    def _finish(self) -> int:
        self._base.execute("insert into words(words) values ('optimize')")
        self._base.commit()
        self._base.execute("pragma wal_checkpoint(truncate)")
        self._base.close()
        return folder_size(self._folder)

    def open(self) -> float:
        """Nothing to do: it was opened when it was made."""
        return 0.0

    def close(self) -> None:
        """Close the file."""
        self._base.close()


def _any_of(words: Iterable[str]) -> str:
    """The words joined by OR; of no words, a word no text has, since FTS5 takes no empty query."""
    return " OR ".join(f'"{word}"' for word in words) or '"_"'


class Fts5Lemmas(_Base):
    """One column of dictionary forms without content, the text in a table beside it."""

    def __init__(self, folder: Path):
        super().__init__(folder)
        self._marker = Marker()

    def build(self, passages: Iterable[Passage]) -> int:
        """Write both tables."""
        self._base.execute("pragma journal_mode=wal")
        self._base.execute("create virtual table words using fts5(lemmas, content='')")
        self._base.execute("create table raw(number integer primary key, id text, text text)")
        for number, passage in enumerate(passages, 1):
            lemmas = " ".join(self._marker.lemmas(passage.text))
            self._base.execute("insert into words(rowid, lemmas) values (?, ?)", (number, lemmas))
            row = (number, passage.id, passage.text)
            self._base.execute("insert into raw values (?, ?, ?)", row)
        return self._finish()

    def ask(self, query: str, limit: int) -> list[Answer]:
        """The best by bm25."""
        wanted = self._marker.wanted(query)
        rows = self._base.execute(
            "select id, text from (select rowid as found from words where words match ? "
            "order by rank limit ?) join raw on number = found",
            (_any_of(wanted), limit),
        )
        return [(name, self._marker.snippet(text, wanted)) for name, text in rows]


class Fts5Raw(_Base):
    """The text itself, with FTS5's own tokenizer and snippets; it has no Russian stemmer."""

    def build(self, passages: Iterable[Passage]) -> int:
        """Write the table."""
        self._base.execute("pragma journal_mode=wal")
        self._base.execute("create virtual table words using fts5(id unindexed, text)")
        rows = ((passage.id, passage.text) for passage in passages)
        self._base.executemany("insert into words(id, text) values (?, ?)", rows)
        return self._finish()

    def ask(self, query: str, limit: int) -> list[Answer]:
        """The best by bm25."""
        words = [word for word in _WORD.findall(query.lower()) if word not in DROPPED]
        rows = self._base.execute(
            "select id, snippet(words, 1, '<b>', '</b>', '…', 40) from words "
            "where words match ? order by rank limit ?",
            (_any_of(words), limit),
        )
        return rows.fetchall()
