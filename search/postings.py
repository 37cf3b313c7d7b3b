"""BM25F over single terms' postings, read once and kept.

Whoosh scores through layers of Python objects, posting by posting; with the synonyms of a query
that is dozens of terms. Here a term's postings are read once and kept as the passage numbers and
what each adds to a score.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from math import log1p
from typing import Any, TypeAlias

K1, B = 1.2, 0.75
"""BM25's usual constants: candidates only, the ranking proper has its own."""

KEEP = 20_000_000
"""So many postings are kept in memory at most; the longest unused go first."""

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
        self._terms: OrderedDict[tuple[str, str], tuple[Any, Any]] = OrderedDict()
        self._norms: dict[str, Any] = {}
        self._lock = threading.Lock()

    def of(self, field: str, term: str) -> tuple[Any, Any]:
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

    def _idf(self, found: int) -> float:
        return log1p((self._size - found + 0.5) / (found + 0.5))

    def _norm(self, field: str) -> Any:
        found = self._norms.get(field)
        if found is None:
            found = self._norms[field] = self._new_norm(self._lengths(field))
        return found

    def _scored(self, field: str, term: str) -> tuple[Any, Any]:
        numbers, frequencies = self._read(field, term)
        norm, idf = self._norm(field), self._idf(len(numbers))
        values = [
            idf * tf * (K1 + 1) / (tf + K1 * norm[number])
            for number, tf in zip(numbers, frequencies, strict=True)
        ]
        return numbers, values

    def _new_norm(self, lengths: Sequence[float]) -> Any:
        mean = sum(lengths) / len(lengths) if lengths else 0.0
        return [(1 - B) + B * length / (mean or 1.0) for length in lengths]

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
        scores: dict[int, float] = {}
        for field, term, weight in should:
            for number, value in zip(*self.of(field, term), strict=True):
                scores[number] = scores.get(number, 0.0) + weight * value
        allowed = set(scores) if should and not must and not among else set(range(self._size))
        for group in must:
            allowed &= {n for field, term in group for n in self.of(field, term)[0]}
        for listed in among:
            allowed &= set(listed)
        for field, term in must_not:
            allowed.difference_update(self.of(field, term)[0])
        ranked = sorted((-scores.get(number, 0.0), number) for number in allowed)
        return [(number, -score) for score, number in ranked[:limit]]
