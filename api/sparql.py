"""SPARQL 1.1 Protocol: what was asked, in which form it is answered, and the process that does.

A question runs in a process of its own, which holds the library's triples and is ended when the
time is up; the next question starts another. So no question can hang a worker.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO

import msgspec

from api.problems import Refusal

RESULTS = {
    "application/sparql-results+json": "json",
    "application/json": "json",
    "application/sparql-results+xml": "xml",
    "application/xml": "xml",
    "text/csv": "csv",
    "text/tab-separated-values": "tsv",
}
"""Forms of a table (SELECT) or of yes and no (ASK), by media type."""
TRIPLES = {
    "text/turtle": "ttl",
    "application/n-triples": "nt",
    "application/rdf+xml": "rdf",
    "application/ld+json": "jsonld",
}
"""Forms of triples (CONSTRUCT, DESCRIBE)."""

WAITING = 10
"""Questions a worker keeps at once; more are refused."""
LATER = {"Retry-After": "10"}


@dataclass(frozen=True, slots=True)
class Form:
    """How an answer may be given: media types in the order the reader likes them."""

    table: str
    triples: str


def accepted(header: str | None) -> Form:
    """The forms an ``Accept`` header asks for. Raises ``Refusal`` (406) when there is none."""
    liked = list(_liked(header or "*/*"))
    table = next((t for one in liked for t in RESULTS if _fits(one, t)), "")
    triples = next((t for one in liked for t in TRIPLES if _fits(one, t)), "")
    if not table and not triples:
        raise Refusal(406, f"Есть: {', '.join([*RESULTS, *TRIPLES])}.")
    return Form(table, triples)


def _liked(header: str) -> list[str]:
    """Media ranges of an ``Accept`` header, most wanted first; those of weight 0 left out."""
    found: list[tuple[float, int, str]] = []
    for place, part in enumerate(header.split(",")):
        kind, *parameters = (piece.strip().lower() for piece in part.split(";"))
        weight = 1.0
        for parameter in parameters:
            name, _, value = parameter.partition("=")
            if name.strip() == "q":
                try:
                    weight = float(value)
                except ValueError:
                    weight = 0.0
        if kind and weight > 0:
            found.append((-weight, place, kind))
    return [kind for _, _, kind in sorted(found)]


def _fits(asked: str, have: str) -> bool:
    group, _, kind = asked.partition("/")
    return asked == have or asked == "*/*" or (kind == "*" and have.startswith(f"{group}/"))


class Answering:
    """The process that answers one generation's questions, one at a time."""

    def __init__(self, triples: Callable[[], bytes], seconds: float, size: int) -> None:
        self._triples = triples
        self._seconds = seconds
        self._size = size
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._process: asyncio.subprocess.Process | None = None
        self._made: IO[bytes] | None = None

    async def ask(self, query: str, form: Form) -> tuple[str, bytes]:
        """Media type and bytes of the answer. Raises ``Refusal``."""
        if self._waiting >= WAITING:
            raise Refusal(503, "Вопросов SPARQL слишком много: повторите позже.", LATER)
        self._waiting += 1
        try:
            return await self._in_turn(query, form)
        finally:
            self._waiting -= 1

    async def _in_turn(self, query: str, form: Form) -> tuple[str, bytes]:
        async with self._turn:
            try:
                return await self._asked(query, form)
            except TimeoutError:
                await self._end()
                said = f"Запрос не уложился в {self._seconds:g} с. Сузьте его: LIMIT, меньше *."
                raise Refusal(422, said) from None
            except (asyncio.IncompleteReadError, OSError):
                await self._end()
                raise Refusal(422, "Запросу не хватило памяти. Сузьте его.") from None
            except asyncio.CancelledError:
                await self._end()
                raise

    async def _asked(self, query: str, form: Form) -> tuple[str, bytes]:
        if self._process is None or self._process.returncode is not None:
            await asyncio.wait_for(self._begin(), 60)
        asked = {
            "query": query,
            "table": RESULTS.get(form.table),
            "triples": TRIPLES.get(form.triples),
            "size": self._size,
            "seconds": self._seconds,
        }
        async with asyncio.timeout(self._seconds):
            await self._send(msgspec.json.encode(asked))
            said = msgspec.json.decode(await self._received())
            if "error" in said:
                raise Refusal(said["status"], said["error"])
            body = await self._received()
        return (form.table if said["kind"] == "table" else form.triples), body

    async def _begin(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "api.sparql_process",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        await self._send(await asyncio.to_thread(self._kept))
        await self._received()

    def _kept(self) -> bytes:
        """The triples; made once and kept on disk, since questions that end their process recur."""
        if self._made is None:
            made = tempfile.TemporaryFile(prefix="pravila-")  # noqa: SIM115 - closed by ``close``
            made.write(self._triples())
            self._made = made
        self._made.seek(0)
        return self._made.read()

    async def _send(self, data: bytes) -> None:
        process = self._process
        assert process is not None
        assert process.stdin is not None
        process.stdin.write(len(data).to_bytes(8, "big") + data)
        await process.stdin.drain()

    async def _received(self) -> bytes:
        process = self._process
        assert process is not None
        assert process.stdout is not None
        size = int.from_bytes(await process.stdout.readexactly(8), "big")
        return await process.stdout.readexactly(size)

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()

    async def close(self) -> None:
        """End the process, when the question it answers is answered."""
        async with self._turn:
            await self._end()
            if self._made is not None:
                self._made.close()
                self._made = None
