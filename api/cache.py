"""Answers already computed, kept up to a number of bytes; the least used go first."""

from __future__ import annotations

from collections import OrderedDict


class Cache:
    """Bytes by key, at most ``limit`` bytes of them. Used from one thread, the event loop's."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._size = 0
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def get(self, key: str) -> bytes | None:
        """What was put under ``key``, if it is still here."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: str, value: bytes) -> None:
        """Keep ``value``; something too large to keep is not kept."""
        if len(value) * 8 > self._limit or key in self._kept:
            return
        self._kept[key] = value
        self._size += len(value)
        while self._size > self._limit:
            _, gone = self._kept.popitem(last=False)
            self._size -= len(gone)
