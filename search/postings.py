"""BM25F over single terms' postings kept as arrays.

Whoosh scores in Python, posting by posting; with the synonyms of a query that is dozens of terms.
Here a term's postings are read once and kept as two arrays – passage numbers and what each adds to
a score – so that scoring a query is one vector addition a term.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

K1, B = 1.2, 0.75
"""BM25's usual constants: candidates only, the ranking proper has its own."""

KEEP = 20_000_000
"""So many postings are kept in memory at most (8 bytes each); the longest unused go first."""

Numbers: TypeAlias = NDArray[np.int32]
Values: TypeAlias = NDArray[np.float32]
Read: TypeAlias = Callable[[str, str], tuple[Sequence[int], Sequence[float]]]
Lengths: TypeAlias = Callable[[str], Sequence[float]]


class Postings:
    """Postings of one index, read when first asked for. Safe to share between threads."""

    def __init__(self, size: int, read: Read, lengths: Lengths, keep: int = KEEP):
        """``size`` passages; ``read(field, term)`` gives numbers and frequencies of a term,
        ``lengths(field)`` the length of the field in every passage.
        """
        self._size = size
        self._read = read
        self._lengths = lengths
        self._keep = keep
        self._held = 0
        self._terms: OrderedDict[tuple[str, str], tuple[Numbers, Values]] = OrderedDict()
        self._norms: dict[str, Values] = {}
        self._lock = threading.Lock()

    def of(self, field: str, term: str) -> tuple[Numbers, Values]:
        """Numbers of the passages with the term, rising, and the BM25 score it gives each."""
        place = (field, term)
        with self._lock:
            found = self._terms.get(place)
            if found is not None:
                self._terms.move_to_end(place)
                return found
        found = self._scored(field, term)
        with self._lock:
            if place not in self._terms:
                self._terms[place] = found
                self._held += len(found[0])
            while self._held > self._keep and len(self._terms) > 1:
                _, (gone, _) = self._terms.popitem(last=False)
                self._held -= len(gone)
        return found

    def _scored(self, field: str, term: str) -> tuple[Numbers, Values]:
        listed, frequencies = self._read(field, term)
        numbers = np.array(listed, dtype=np.int32)
        tf = np.array(frequencies, dtype=np.float32)
        idf = np.log1p((self._size - len(numbers) + 0.5) / (len(numbers) + 0.5))
        norm = self._norm(field)[numbers]
        return numbers, (idf * tf * (K1 + 1) / (tf + K1 * norm)).astype(np.float32)

    def _norm(self, field: str) -> Values:
        found = self._norms.get(field)
        if found is None:
            lengths = np.array(self._lengths(field), dtype=np.float32)
            mean = float(lengths.mean()) if len(lengths) else 0.0
            found = (1 - B) + B * lengths / (mean or 1.0)
            found = found.astype(np.float32)
            self._norms[field] = found
        return found

    def best(
        self,
        should: Sequence[tuple[str, str, float]],
        must: Sequence[Sequence[tuple[str, str]]],
        must_not: Sequence[tuple[str, str]],
        among: Sequence[Sequence[int]],
        limit: int,
    ) -> list[tuple[int, float]]:
        """The ``limit`` best passages, best first.

        ``should`` are (field, term, weight); of every group of ``must`` one term is needed, of
        ``must_not`` none may be there; ``among`` are lists of numbers a passage must be in.
        """
        scores = np.zeros(self._size, dtype=np.float32)
        for field, term, weight in should:
            numbers, values = self.of(field, term)
            scores[numbers] += np.float32(weight) * values
        allowed = scores > 0 if not must and not among and should else None
        if allowed is None:
            allowed = np.ones(self._size, dtype=bool)
        for group in must:
            member = np.zeros(self._size, dtype=bool)
            for field, term in group:
                member[self.of(field, term)[0]] = True
            allowed &= member
        for listed in among:
            member = np.zeros(self._size, dtype=bool)
            member[np.array(listed, dtype=np.int32)] = True
            allowed &= member
        for field, term in must_not:
            allowed[self.of(field, term)[0]] = False
        found = np.flatnonzero(allowed)
        if len(found) > limit:
            least = np.partition(scores[found], len(found) - limit)[len(found) - limit]
            found = found[scores[found] >= least]
        order = np.lexsort((found, -scores[found]))[:limit]
        return [(int(number), float(scores[number])) for number in found[order]]
