"""How long a connection may keep the server waiting, and what one that is no HTTP is told.

uvicorn waits as long as it takes for the head of a request and for a client that does not read its
answer; here both have an end. (The body has its own, in ``edge``.) Bytes that are no HTTP never
reach the application, so that their refusal is made here.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD = 10.0
"""Seconds from a request's first byte (or from connecting) to the end of its head."""
READING = 30.0
"""Seconds a client may leave an answer unread."""
LOOK = 2.0
NO_HTTP = (
    "Это не запрос HTTP. Русские буквы и пробелы в адресе пишут через %: "
    "curl -G АДРЕС --data-urlencode 'q=слова'."
)
"""Nearly always an address with letters as they are: curl sends it so, a browser does not."""


class Patient(H11Protocol):
    """uvicorn's HTTP protocol with an end to its patience."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._head_since: float | None = self.loop.time()
        self._unread_since: float | None = None
        self._look: asyncio.TimerHandle = self.loop.call_later(LOOK, self._looked)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._look.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came; a head not finished by it is waited for from now on."""
        super().data_received(data)
        waiting = self.conn.their_state is h11.IDLE
        if not waiting:
            self._head_since = None
        elif self._head_since is None:
            self._head_since = self.loop.time()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP as everything is refused; ``msg`` is uvicorn's line for it."""
        from api.problems import problem  # the supervisor, which answers nobody, needs none of it

        answer = problem(400, NO_HTTP, {"Connection": "close"})
        head = h11.Response(status_code=400, headers=answer.raw_headers, reason=b"Bad Request")
        for event in (head, h11.Data(data=bytes(answer.body)), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def pause_writing(self) -> None:
        """The client does not read."""
        self._unread_since = self.loop.time()
        super().pause_writing()

    def resume_writing(self) -> None:
        """It reads again."""
        self._unread_since = None
        super().resume_writing()

    def _looked(self) -> None:
        now = self.loop.time()
        late = [
            since is not None and now - since > limit
            for since, limit in ((self._head_since, HEAD), (self._unread_since, READING))
        ]
        if any(late):
            self.transport.abort()
            return
        self._look = self.loop.call_later(LOOK, self._looked)
