"""Passages into a new index, no faster than the cluster takes them, and none left out.

The client's own bulk helpers repeat nothing when a node dies under a request; here every passage is
sent until the cluster says that it has it. Each has its number for an ``_id`` and is only ever
created, so that sending it again – after an answer that was lost – changes nothing.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from time import monotonic
from typing import Any

from corpus.errors import ServerError
from search.engine import Entry
from search.opensearch.connection import Connection
from search.opensearch.refusals import block, blocked, kind_of, passing, reason_of
from search.opensearch.schema import source_of

CHUNK_PASSAGES, CHUNK_BYTES = 1_000, 4_000_000
"""How much one request carries at most: far below what a cluster refuses (usually 10 or 100 MB)."""

IN_FLIGHT = 2
"""Requests on their way at once: one is being indexed while the next is read and sent."""

PATIENCE = 4.0
"""How many times the cluster's timeout a request may wait without a single passage taken."""

_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 10.0
_TAKEN = (201, 409)  # 409: it is there already, from a try whose answer was lost
_WANTED = "errors,items.*.status,items.*.error"


@dataclass(frozen=True, slots=True)
class Line:
    """One passage as it is sent."""

    number: int
    data: str


def load(connection: Connection, index: str, entries: Iterable[Entry]) -> int:
    """Send all entries; returns how many there were.

    Raises ``ServerError`` when the cluster refuses one or stays busy too long.
    """
    sent = 0
    waiting: deque[Future[None]] = deque()
    senders = ThreadPoolExecutor(IN_FLIGHT, thread_name_prefix="pravila-bulk")
    try:
        for chunk in chunks(lines(entries), CHUNK_PASSAGES, CHUNK_BYTES):
            sent += len(chunk)
            if len(waiting) == IN_FLIGHT:
                waiting.popleft().result()
            waiting.append(senders.submit(_send, connection, index, chunk))
        while waiting:
            waiting.popleft().result()
    except BaseException:
        connection.stop()
        senders.shutdown(wait=False, cancel_futures=True)
        raise
    senders.shutdown()
    return sent


def lines(entries: Iterable[Entry]) -> Iterator[Line]:
    """Each entry with its instruction, in the form of ``_bulk``."""
    for entry in entries:
        order = json.dumps({"create": {"_id": str(entry.number)}})
        document = json.dumps(source_of(entry), ensure_ascii=False)
        yield Line(entry.number, f"{order}\n{document}\n")


def chunks(found: Iterable[Line], most: int, most_bytes: int) -> Iterator[list[Line]]:
    """Lines in groups of at most so many and so many bytes; a longer line goes alone."""
    chunk: list[Line] = []
    size = 0
    for line in found:
        length = len(line.data.encode())
        if chunk and (len(chunk) == most or size + length > most_bytes):
            yield chunk
            chunk, size = [], 0
        chunk.append(line)
        size += length
    if chunk:
        yield chunk


def _send(connection: Connection, index: str, chunk: list[Line]) -> None:
    """Send a chunk until every passage of it has been taken."""
    patience = PATIENCE * connection.cluster.timeout
    until = monotonic() + patience
    pause = _FIRST_PAUSE
    while True:
        left = _attempt(connection, index, chunk, max(until - monotonic(), 1.0))
        if not left:
            return
        if len(left) < len(chunk):
            until, pause = monotonic() + patience, _FIRST_PAUSE
        if monotonic() + pause > until:
            raise ServerError(
                f"кластер поиска перегружен и {patience:.0f} с не берёт новых мест: повторите позже"
            )
        if connection.stopped.wait(pause):
            return  # the build has failed elsewhere
        chunk, pause = left, min(2 * pause, _LONGEST_PAUSE)


def _attempt(connection: Connection, index: str, chunk: list[Line], seconds: float) -> list[Line]:
    """Send a chunk once; returns what the cluster had no room for."""
    body = "".join(line.data for line in chunk)
    answer = connection.ask(
        lambda client, given: client.bulk(
            body=body, index=index, params={**given, "filter_path": _WANTED}
        ),
        seconds=seconds,
        one_try=connection.cluster.timeout,
    )
    items = answer.get("items") if isinstance(answer, dict) else None
    if not isinstance(items, list) or len(items) != len(chunk):
        raise ServerError("кластер поиска ответил непонятно на запись: повторите pravila build")
    return [line for line, item in zip(chunk, items, strict=True) if not _taken(item["create"])]


def _taken(item: dict[str, Any]) -> bool:
    """Whether the cluster has the passage; false to send it again. Raises ``ServerError``."""
    status = item.get("status")
    if status in _TAKEN:
        return True
    if blocked(kind_of(item), status):
        raise block(reason_of(item))
    if passing(item, status):
        return False
    raise ServerError(f"кластер поиска не взял место ({status}): {reason_of(item)}")
