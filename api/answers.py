"""How an answer is given: from the cache or computed in a thread, with its ETag and headers.

An ETag is made of the library's generation, the program's fingerprint and the request in canonical
form, so whether a reader's copy is still good is told without computing anything. The ETag of a
search is weak: its bytes hold the time it took.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec
from fastapi import Request
from starlette.responses import Response

from api.generations import Opened, Shelf
from api.parameters import check_once
from api.problems import Refusal
from api.settings import Settings
from workspace import Workspace, stamps

T = TypeVar("T")
GENERATION = "X-Pravila-Generation"
JSON = "application/json"
COMPUTING, WAITING = 4, 32
"""Threads of a worker: where answers are computed here, one at a time anyway; and where they wait
for a cluster."""
FRESH = "public, max-age=0, must-revalidate"
"""A copy may be kept by anybody and must be asked about each time: a rebuild may have come."""


class Desk:
    """What every route needs: the library, the threads, the settings."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.shelf = Shelf(settings)
        self.threads = ThreadPoolExecutor(settings.threads or COMPUTING, "pravila-answers")
        self.slow = ThreadPoolExecutor(1, "pravila-texts")
        self.program = _program()
        self._busy = 0

    async def start(self) -> None:
        """Open the library. Raises ``LibraryError``."""
        book = await self.shelf.start()
        if not self.settings.threads and book.workspace.manifest.engine == "opensearch":
            self.threads = ThreadPoolExecutor(WAITING, "pravila-answers")

    async def stop(self) -> None:
        """Let everything go."""
        self.threads.shutdown(cancel_futures=True)
        self.slow.shutdown(cancel_futures=True)
        await self.shelf.stop()

    async def compute(self, work: Callable[[], T], *, slow: bool = False) -> T:
        """What ``work`` gives, computed in a thread.

        Raises ``Refusal`` (503) when too many wait already or the time is up.
        """
        if self._busy >= self.settings.waiting:
            raise Refusal(503, "Сервер занят: повторите через секунду.", {"Retry-After": "1"})
        self._busy += 1
        try:
            threads = self.slow if slow else self.threads
            found = asyncio.get_running_loop().run_in_executor(threads, work)
            return await asyncio.wait_for(found, self.settings.seconds)
        except TimeoutError:
            said = f"Ответ не готов за {self.settings.seconds:g} с: спросите короче или позже."
            raise Refusal(503, said, {"Retry-After": "5"}) from None
        finally:
            self._busy -= 1

    def etag(self, book: Opened, name: str, asked: Mapping[str, Any], weak: bool) -> str:
        """The ETag of the answer ``name`` to a request in canonical form."""
        digest = hashlib.blake2b(self.program, digest_size=16)
        digest.update(msgspec.json.encode([book.workspace.identity, name, asked]))
        return f'{"W/" if weak else ""}"{digest.hexdigest()}"'

    async def answer(
        self,
        request: Request,
        name: str,
        asked: Mapping[str, Any],
        make: Callable[[Workspace], Any],
        *,
        weak: bool = False,
    ) -> Response:
        """The answer ``make`` gives from the newest generation, or 304 when the reader has it.

        ``asked`` are the parameters in canonical form: equal ones mean equal answers.
        """
        check_once(request, asked)
        async with self.shelf.using() as book:
            tag = self.etag(book, name, asked, weak)
            headers = {"ETag": tag, "Cache-Control": FRESH, GENERATION: book.generation}
            if known(request.headers.get("if-none-match"), tag):
                return Response(None, 304, headers)
            body = book.answers.get(tag)
            if body is None:
                body = await self.compute(lambda: msgspec.json.encode(make(book.workspace)))
                book.answers.put(tag, body)
            return Response(body, 200, headers, JSON)


def known(asked: str | None, tag: str) -> bool:
    """Whether an ``If-None-Match`` header names the ETag (RFC 9110: compared weakly)."""
    if not asked:
        return False
    plain = tag.removeprefix("W/")
    return any(one.strip().removeprefix("W/") in (plain, "*") for one in asked.split(","))


def desk_of(request: Request) -> Desk:
    """The desk of the application a request came to."""
    desk: Desk = request.app.state.desk
    return desk


def _program() -> bytes:
    """Fingerprint of all the code an answer depends on."""
    rooms = (stamps.index(), stamps.room("workspace"), stamps.room("api"))
    return "".join(rooms).encode()
