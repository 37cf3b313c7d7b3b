"""Postings as numpy arrays: scoring a query is one vector addition a term.

For libraries so large that Python's own loops are felt; a small one is answered before numpy would
be imported.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from search.postings import K1, B, Postings


class ArrayPostings(Postings):
    """``Postings`` with the same answers, faster from some thousands of passages on."""

    def _scored(self, field: str, term: str) -> tuple[Any, Any]:
        listed, frequencies = self._read(field, term)
        numbers = np.array(listed, dtype=np.int32)
        tf = np.array(frequencies, dtype=np.float32)
        norm = self._norm(field)[numbers]
        values = self._idf(len(listed)) * tf * (K1 + 1) / (tf + K1 * norm)
        return numbers, values.astype(np.float32)

    def _new_norm(self, lengths: Sequence[float]) -> Any:
        found = np.array(lengths, dtype=np.float32)
        mean = float(found.mean()) if len(found) else 0.0
        return ((1 - B) + B * found / (mean or 1.0)).astype(np.float32)

    def best(
        self,
        should: Sequence[tuple[str, str, float]],
        must: Sequence[Sequence[tuple[str, str]]],
        must_not: Sequence[tuple[str, str]],
        among: Sequence[Sequence[int]],
        limit: int,
    ) -> list[tuple[int, float]]:
        """The ``limit`` best passages, as ``Postings.best`` gives them."""
        scores = np.zeros(self._size, dtype=np.float32)
        for field, term, weight in should:
            numbers, values = self.of(field, term)
            scores[numbers] += np.float32(weight) * values
        allowed = scores > 0 if should and not must and not among else None
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
