"""The graph onto a server: uploaded beside, counted, then put in the old one's place at once.

1. Whose is the place? A graph with triples and no record of ours, or with other triples than the
   record says, is somebody's: it is left alone unless ``force``.
2. The triples go to a graph with a new name, in parts. Nobody's queries see it.
3. The server counts them. Too few: the upload is dropped, the old graph stays.
4. It claims the place (``kg/graphstore/claim.py``), so that nobody else replaces it meanwhile.
5. One update moves them into place and writes the record. A server does one update request as a
   whole or not at all, so a reader sees the old graph or the new one.

A publication killed at any moment leaves the old graph, and perhaps an upload, which the next one
drops. When two publish one graph at once, one drops the other's upload, and that one changes
nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any

from corpus.errors import PravilaError, ServerError, SettingsError
from corpus.progress import Progress, Silent
from kg.graphstore import claim
from kg.graphstore import record as records
from kg.graphstore.payload import Payload
from kg.graphstore.record import PUBLICATIONS, Record
from kg.graphstore.service import Service

SMALLEST = 64 * 1024
"""Bytes a part is never made smaller than, however small the server's limit."""
_TRIES = 3
_LOST = "Отправленное убрала другая публикация: прежний граф оставлен. Повторите."
_FAREWELL = 5.0  # seconds a broken publication may still take to clean up after itself


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a publication did.

    ``status``: "published", "unchanged" (the server has it already) or "planned" (a dry run).
    ``graph``: its name, ``None`` for the default one. ``replaced``: triples that stood there
    before. ``swept``: uploads of earlier publications that were dropped.
    """

    status: str
    graph: str | None
    triples: int
    size: int
    digest: str
    replaced: int
    swept: int = 0
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


def publish(
    service: Service,
    payload: Payload,
    graph: str | None = None,
    *,
    version: str = "",
    force: bool = False,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> Outcome:
    """Make the payload the contents of a graph on the server (``None``: the default graph).

    Raises ``ServerError`` when the server cannot do it and ``SettingsError`` when the graph is
    somebody else's, or one where publications are kept; the graph is then as it was.
    """
    started = time.monotonic()
    if graph is not None and (graph == PUBLICATIONS or graph.startswith(f"{PUBLICATIONS}/")):
        raise SettingsError(
            f"Графы <{PUBLICATIONS}…> хранят записи о публикациях: укажите другой граф (--graph)."
        )
    if not payload.triples:
        raise SettingsError("Граф пуст: публиковать нечего.")
    shown = progress or Silent()
    there = service.count(graph)
    before = records.read(service, graph)
    same = before is not None and before.digest == payload.digest and there == payload.triples
    status = "unchanged" if same and not force else "planned"
    outcome = Outcome(status, graph, payload.triples, payload.size, payload.digest, there)
    if not force:
        _check_owner(graph, there, before)
    if status == "unchanged" or dry_run:
        return outcome
    swept = _sweep(service, graph)
    moment = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    made = Record(payload.digest, payload.triples, version, moment, records.staging(graph))
    try:
        _upload(service, payload, made.staged, shown)
        claim.take(service, graph, made.staged)
        if not _is_there(service, made.staged):
            raise ServerError(_LOST)
        _replace(service, graph, made)
    except BaseException:
        with suppress(PravilaError):
            service.update(records.dropping(made.staged), seconds=_FAREWELL)
        raise
    if service.count(graph) != payload.triples:
        raise ServerError("После замены на сервере не то число троек: его меняет кто-то ещё.")
    took = round(time.monotonic() - started, 3)
    return replace(outcome, status="published", swept=swept, seconds=took)


def _named(graph: str | None) -> str:
    return f"графе <{graph}>" if graph else "графе по умолчанию"


def _check_owner(graph: str | None, there: int, before: Record | None) -> None:
    if before is None and there:
        raise SettingsError(
            f"В {_named(graph)} уже есть чужие тройки ({there}): укажите другой граф (--graph) "
            "или замените их (--force)."
        )
    if before is not None and there != before.triples:
        raise SettingsError(
            f"В {_named(graph)} {there} троек, а публиковали {before.triples}: его меняли. "
            "Укажите другой граф (--graph) или замените всё (--force)."
        )


def _sweep(service: Service, graph: str | None) -> int:
    """Drop what uploads for this graph that came to no end have left."""
    found = records.left_over(service, graph)
    for name in found:
        service.update(records.dropping(name), again=True)
    return len(found)


def _upload(service: Service, payload: Payload, staged: str, progress: Progress) -> None:
    """Send everything to the staging graph and have it counted."""
    _probe(service, staged)
    progress.step("Отправка, КБ", payload.size // 1024)
    sent = 0
    for part in payload.parts():
        for size in _sent(service, staged, part, first=sent == 0):
            progress.advance((sent + size) // 1024 - sent // 1024)
            sent += size
    arrived = service.count(staged)
    if arrived != payload.triples:
        raise ServerError(
            f"Сервер принял {arrived} троек из {payload.triples}: прежний граф оставлен. "
            "Возможно, публикует кто-то ещё; повторите."
        )


def _probe(service: Service, staged: str) -> None:
    """May we write here, and does the server keep its graphs apart?"""
    mark = f"<{staged}> a <{records.STAGING}>"
    service.update(f"INSERT DATA {{ GRAPH <{staged}> {{ {mark} }} }}", again=True)
    if service.ask(f"ASK {{ {mark} }}"):
        raise SettingsError(
            "Граф по умолчанию этого сервера – объединение всех графов: читатели увидели бы "
            "старое и новое вместе. Выключите объединение для адреса публикации."
        )
    service.update(f"DROP SILENT GRAPH <{staged}>", again=True)


def _sent(service: Service, staged: str, part: bytes, first: bool) -> Iterator[int]:
    """Send a part, in halves when the server says it is too large; the bytes of each piece."""
    reply = service.load(staged, part, first)
    if reply.done:
        yield len(part)
        return
    middle = part.find(b"\n", len(part) // 2) + 1
    if len(part) <= SMALLEST or middle in (0, len(part)):
        service.client.refuse(reply, service.at.store or service.at.query)
    yield from _sent(service, staged, part[:middle], first)
    yield from _sent(service, staged, part[middle:], first=False)


def _replace(service: Service, graph: str | None, made: Record) -> None:
    """Put the upload in its place. The record tells whether it was done, answer or no answer."""
    for tries_left in reversed(range(_TRIES)):
        try:
            service.update(records.replacing(graph, made))
        except ServerError:
            if records.read(service, graph) == made:
                return
            if not tries_left or not _is_there(service, made.staged):
                raise
        else:
            if records.read(service, graph) == made:
                return
            raise ServerError(_LOST)


def _is_there(service: Service, staged: str) -> bool:
    return service.ask(f"ASK {{ GRAPH <{staged}> {{ ?s ?p ?o }} }}")
