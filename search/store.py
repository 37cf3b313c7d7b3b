"""The passages of an index on disk, each readable by its number without reading the others.

``passages.jsonl`` holds one JSON object a line, ``passages.offsets`` the place of each line as
64-bit integers. The file is mapped into memory and never changes, so any number of threads may
read it at once.
"""

from __future__ import annotations

import mmap
import sys
from array import array
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import IO, TypeAlias

import msgspec

from corpus.errors import LibraryError
from search.analysis import law_and_parents
from search.passages import Passage

NOTION = "@"
"""Stands before a notion's id where words and notions are kept together."""

OWN, ABOUT, CITES = 0, 1, 2
"""How a passage has to do with a law: is it or stands under it, treats of it, names it."""

LINES, OFFSETS = "passages.jsonl", "passages.offsets"


class Record(msgspec.Struct, frozen=True, gc=False):
    """A passage as ranking sees it.

    ``words`` are the word forms of the text in order, joined by spaces; ``lemmas`` maps a lemma to
    its positions among them, ``notions`` a glossary notion to its places (see ``places``);
    ``heading`` holds the lemmas of the headings, and their notions with ``NOTION`` before them.
    ``exact_laws`` and ``within_laws`` say how the passage has to do with a law (``OWN``, ``ABOUT``,
    ``CITES``): with that very provision, or with something inside it.

    Positions stay packed in strings: of a passage's hundred words a query needs two or three, and
    thousands of small lists would keep the garbage collector busy.
    """

    passage: Passage
    words: str
    length: int
    lemmas: dict[str, str]
    notions: dict[str, str]
    heading: tuple[str, ...]
    exact_laws: dict[str, int]
    within_laws: dict[str, int]


Place: TypeAlias = tuple[int, int, float]
"""Position of the first word, number of words, weight of the match."""


def pack(places: Iterable[Place]) -> str:
    """Places as ``Record.notions`` holds them: "3:2:0.8 17:1:1"."""
    return " ".join([f"{start}:{length}:{weight:g}" for start, length, weight in places])


def places(packed: str) -> list[Place]:
    """The places of a lemma ("3 17") or of a notion ("3:2:0.8 17:1:1")."""
    if ":" not in packed:
        return [(int(start), 1, 1.0) for start in packed.split(" ")]
    rows = [place.split(":") for place in packed.split(" ")]
    return [(int(start), int(length), float(weight)) for start, length, weight in rows]


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Record)


def encoded(record: Record) -> bytes:
    """A record as its line of the file."""
    return _encoder.encode(record) + b"\n"


class StoreWriter:
    """Writes the two files; use as a context manager."""

    def __init__(self, folder: Path):
        self._lines: IO[bytes] = (folder / LINES).open("wb")
        self._folder = folder
        self._offsets = array("Q", [0])

    def add(self, line: bytes) -> None:
        """Append one encoded record."""
        self._lines.write(line)
        self._offsets.append(self._offsets[-1] + len(line))

    def __enter__(self) -> StoreWriter:
        return self

    def __exit__(self, *_: object) -> None:
        if sys.byteorder == "big":
            self._offsets.byteswap()
        (self._folder / OFFSETS).write_bytes(self._offsets.tobytes())
        self._lines.close()


class Store:
    """Reads records by number; keeps the last few thousand decoded."""

    def __init__(self, folder: Path, keep: int = 4096):
        self._folder = folder
        try:
            offsets = array("Q")
            offsets.frombytes((folder / OFFSETS).read_bytes())
            if sys.byteorder == "big":
                offsets.byteswap()
            with (folder / LINES).open("rb") as file:
                size = file.seek(0, 2)
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if size else b""
        except (OSError, ValueError) as error:
            raise _damaged(folder, str(error)) from error
        if not len(offsets) or offsets[-1] != len(self._map):
            raise _damaged(folder, "файл неполон")
        self._offsets = offsets
        self.record = lru_cache(maxsize=keep)(self._record)

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def close(self) -> None:
        """Let go of the file; records already handed out stay good."""
        self.record.cache_clear()
        if isinstance(self._map, mmap.mmap):
            self._map.close()

    def _record(self, number: int) -> Record:
        line = self._map[self._offsets[number] : self._offsets[number + 1]]
        try:
            return _decoder.decode(line)
        except msgspec.MsgspecError as error:
            raise _damaged(self._folder, f"запись {number}: {error}") from error


def _damaged(folder: Path, what: str) -> LibraryError:
    return LibraryError(
        f"Указатель в {folder} повреждён ({what}): постройте его заново – pravila build."
    )


def law_roles(passage: Passage) -> tuple[dict[str, int], dict[str, int]]:
    """The laws a passage has to do with (lower case) and the strongest way it does: the provisions
    themselves, and everything they lie in.
    """
    exact: dict[str, int] = {}
    own = (passage.law,) if passage.law else ()
    for role, laws in ((OWN, own), (ABOUT, passage.about), (CITES, passage.laws)):
        for law in laws:
            exact.setdefault(law.lower(), role)
    within: dict[str, int] = {}
    for law, role in exact.items():
        for above in law_and_parents(law)[1:]:
            within[above] = min(role, within.get(above, role))
    return exact, within
