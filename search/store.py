"""The passages of an index on disk, each readable by its number without reading the others.

``passages.jsonl`` holds one JSON object a line, ``passages.offsets`` the place of each line as
64-bit integers. The file is mapped into memory and never changes, so any number of threads may
read it at once.
"""

from __future__ import annotations

import json
import mmap
import sys
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import IO, Any

from corpus.errors import LibraryError
from search.analysis import law_and_parents
from search.passages import Passage

NOTION = "@"
"""Stands before a notion's id where words and notions are kept together."""

OWN, ABOUT, CITES = 0, 1, 2
"""How a passage has to do with a law: is it or stands under it, treats of it, names it."""

LINES, OFFSETS = "passages.jsonl", "passages.offsets"


@dataclass(frozen=True, slots=True)
class Record:
    """A passage as ranking sees it.

    ``forms[i]`` is the word form at position ``i`` of the text; ``places`` maps a lemma, or a
    glossary notion with ``NOTION`` before it, to ``(first position, length, weight)`` of each of
    its places; ``heading`` holds the same of the headings; ``exact_laws`` and
    ``within_laws`` say how the passage has to do with a law (``OWN``, ``ABOUT``, ``CITES``): with
    that very provision, or with something inside it.
    """

    number: int
    passage: Passage
    forms: tuple[str, ...]
    places: Mapping[str, tuple[tuple[int, int, float], ...]]
    heading: frozenset[str]
    exact_laws: Mapping[str, int]
    within_laws: Mapping[str, int]

    @property
    def length(self) -> int:
        """Number of words."""
        return len(self.forms)


class StoreWriter:
    """Writes the two files; use as a context manager, durable when it closes."""

    def __init__(self, folder: Path):
        self._lines: IO[bytes] = (folder / LINES).open("wb")
        self._folder = folder
        self._offsets = array("Q", [0])

    def add(self, values: Mapping[str, Any]) -> None:
        """Append one record."""
        line = json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
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
        try:
            offsets = array("Q")
            offsets.frombytes((folder / OFFSETS).read_bytes())
            if sys.byteorder == "big":
                offsets.byteswap()
            with (folder / LINES).open("rb") as file:
                size = file.seek(0, 2)
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if size else b""
        except (OSError, ValueError) as error:
            raise LibraryError(
                f"Указатель в {folder} повреждён ({error}): постройте его заново – pravila build."
            ) from error
        if not len(offsets) or offsets[-1] != len(self._map):
            raise LibraryError(
                f"Указатель в {folder} неполон: постройте его заново – pravila build."
            )
        self._offsets = offsets
        self.record = lru_cache(maxsize=keep)(self._record)

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def _record(self, number: int) -> Record:
        values = json.loads(self._map[self._offsets[number] : self._offsets[number + 1]])
        places: dict[str, list[tuple[int, int, float]]] = {}
        for position, joined in enumerate(values["lemmas"].split(" ") if values["lemmas"] else ()):
            place = (position, 1, 1.0)
            for lemma in joined.split("|") if "|" in joined else (joined,):
                places.setdefault(lemma, []).append(place)
        for name, start, length, weight in values["notions"]:
            places.setdefault(NOTION + name, []).append((start, length, weight))
        passage = Passage.from_json(values["passage"])
        exact, within = law_roles(passage)
        return Record(
            number=number,
            passage=passage,
            forms=tuple(values["forms"].split(" ")) if values["forms"] else (),
            places={term: tuple(found) for term, found in places.items()},
            heading=frozenset(values["heading"]),
            exact_laws=exact,
            within_laws=within,
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
