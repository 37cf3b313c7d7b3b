"""How much one client may ask, counted for all workers together.

The reckoning is the sliding window counter of the library ``limits``; here is only where it keeps
its counts: a small SQLite file in the folder the workers share (its own stores are in one process's
memory, or servers). Nothing is flushed to disk: the counts end with the server.
"""

from __future__ import annotations

import ipaddress
import logging
import math
import sqlite3
import time
from pathlib import Path

from limits import RateLimitItem, parse
from limits.errors import StorageError
from limits.storage import Storage
from limits.storage.base import SlidingWindowCounterSupport
from limits.strategies import SlidingWindowCounterRateLimiter

from api.problems import Refusal
from corpus.errors import SettingsError

LOG = logging.getLogger("pravila.api")
SWEEP = 2000
"""Requests of a worker between two sweeps of counts that no longer matter."""
_TABLE = """CREATE TABLE IF NOT EXISTS counts
    (key TEXT PRIMARY KEY, count INTEGER NOT NULL, until REAL NOT NULL) WITHOUT ROWID"""
_ADD = """INSERT INTO counts VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET count = count + excluded.count RETURNING count"""


class SharedCounts(Storage, SlidingWindowCounterSupport):
    """Counts by key in a file several processes use at once."""

    STORAGE_SCHEME = None  # made by name, not out of an address

    def __init__(self, path: Path) -> None:
        super().__init__(wrap_exceptions=True)
        self._file = sqlite3.connect(path, timeout=0.25, isolation_level=None)
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = OFF")
        self._file.execute(_TABLE)
        self._until_sweep = SWEEP

    @property
    def base_exceptions(self) -> type[Exception]:
        """What the file may raise."""
        return sqlite3.Error

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Add to a count and return it."""
        row = self._file.execute(_ADD, (key, amount, time.time() + expiry)).fetchone()
        return int(row[0])

    def get(self, key: str) -> int:
        """A count."""
        row = self._file.execute(
            "SELECT count FROM counts WHERE key = ? AND until > ?", (key, time.time())
        ).fetchone()
        return int(row[0]) if row else 0

    def get_expiry(self, key: str) -> float:
        """When a count ends (seconds since 1970)."""
        row = self._file.execute("SELECT until FROM counts WHERE key = ?", (key,)).fetchone()
        return float(row[0]) if row else time.time()

    def check(self) -> bool:
        """Whether the file can be read."""
        return bool(self._file.execute("SELECT 1").fetchone())

    def reset(self) -> int | None:
        """Forget everything."""
        return self._file.execute("DELETE FROM counts").rowcount

    def clear(self, key: str) -> None:
        """Forget one count."""
        self._file.execute("DELETE FROM counts WHERE key = ?", (key,))

    def acquire_sliding_window_entry(
        self, key: str, limit: int, expiry: int, amount: int = 1
    ) -> bool:
        """Count ``amount`` if the window has room for it: looked at and counted in one step."""
        now = time.time()
        self._sweep(now)
        before, at = _windows(key, expiry, now)
        self._file.execute("BEGIN IMMEDIATE")
        try:
            weighted = self.get(before) * _rest(expiry, now) / expiry + self.get(at)
            room = math.floor(weighted) + amount <= limit
            if room:
                self.incr(at, 2 * expiry, amount)
        finally:
            self._file.execute("COMMIT")
        return room

    def get_sliding_window(self, key: str, expiry: int) -> tuple[int, float, int, float]:
        """Count and seconds left of the window before this one, and of this one."""
        now = time.time()
        before, at = _windows(key, expiry, now)
        rest = _rest(expiry, now)
        return self.get(before), rest, self.get(at), rest + expiry

    def clear_sliding_window(self, key: str, expiry: int) -> None:
        """Forget both windows of a key."""
        for one in _windows(key, expiry, time.time()):
            self.clear(one)

    def _sweep(self, now: float) -> None:
        self._until_sweep -= 1
        if self._until_sweep <= 0:
            self._until_sweep = SWEEP
            self._file.execute("DELETE FROM counts WHERE until < ?", (now,))

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _windows(key: str, expiry: int, now: float) -> tuple[str, str]:
    number = int(now // expiry)
    return f"{key}/{number - 1}", f"{key}/{number}"


def _rest(expiry: int, now: float) -> float:
    """Seconds until this window ends, which is how much of the one before still counts."""
    return expiry - now % expiry


def parsed(rate: str) -> RateLimitItem:
    """«600/minute» as the library has it. Raises ``SettingsError``."""
    try:
        found = parse(rate)
    except ValueError:
        raise SettingsError(
            f"Мера «{rate}» непонятна: пишите 600/minute, 10/second, 5000/hour или 0."
        ) from None
    if found.amount < 1 or found.get_expiry() < 1:
        raise SettingsError(f"Мера «{rate}» не пропустит ничего: пишите 600/minute или 0.")
    return found


class Rate:
    """The measure every client is held to."""

    def __init__(self, rate: str, path: Path) -> None:
        self._item = parsed(rate)
        self._limiter = SlidingWindowCounterRateLimiter(SharedCounts(path))
        self.policy = f'"default";q={self._item.amount};w={self._item.get_expiry()}'

    def admit(self, address: str) -> dict[str, str]:
        """Count a request of a client; the headers that tell how much it has left.

        Raises ``Refusal`` (429). When the counts cannot be kept, everybody is let in.
        """
        client = client_of(address)
        try:
            let_in = self._limiter.hit(self._item, client)
            stats = self._limiter.get_window_stats(self._item, client)
        except StorageError as error:
            LOG.warning("Счёт запросов не ведётся: %s", error)
            return {}
        wait = max(1, math.ceil(stats.reset_time - time.time()))
        left = max(0, stats.remaining)
        headers = {"RateLimit-Policy": self.policy, "RateLimit": f'"default";r={left};t={wait}'}
        if not let_in:
            allowed = f"{self._item.amount} за {self._item.get_expiry()} с"
            said = f"Слишком много запросов: позволено {allowed}. Повторите через {wait} с."
            raise Refusal(429, said, {**headers, "Retry-After": str(wait)})
        return headers


def client_of(address: str) -> str:
    """Who is counted as one: an address of version 4, a network /64 of version 6."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv6Address):
        mapped = known.ipv4_mapped
        return str(mapped or ipaddress.ip_network((int(known), 64), strict=False))
    return str(known)
