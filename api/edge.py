"""What every request passes first: sizes, security headers, counts, a line in the access log."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api import metrics, problems
from api.problems import Refusal
from api.settings import Settings

HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
)


class Edge:
    """The outermost layer of the application (ASGI)."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = perf_counter()
        status = 500
        asked = scope
        if scope["method"] == "HEAD":
            asked = {**scope, "method": "GET"}

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                have = {name.lower() for name, _ in message["headers"]}
                more = [pair for pair in HEADERS if pair[0] not in have]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        metrics.RUNNING.inc()
        try:
            await self._answered(asked, receive, sending)
        finally:
            metrics.RUNNING.dec()
            route = _route(asked)
            metrics.REQUESTS.labels(route, scope["method"], str(status)).inc()
            metrics.SECONDS.labels(route).observe(perf_counter() - started)

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        answering = False

        async def sending(message: Message) -> None:
            nonlocal answering
            answering = True
            await send(message)

        try:
            self._check(scope)
            await self.app(scope, _Bounded(receive, self.settings.max_text), sending)
        except Exception as error:
            if answering:
                raise
            await problems.of_error(error)(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        """Raise ``Refusal`` for an address or a body that is too large."""
        size = len(scope["raw_path"]) + len(scope["query_string"])
        if size > self.settings.max_url:
            raise Refusal(414, f"Адрес запроса длиннее {self.settings.max_url} знаков.")
        for name, value in scope["headers"]:
            if name == b"content-length" and int(value) > self.settings.max_text:
                raise _too_large(self.settings.max_text)


class _Bounded:
    """What a request sends, as long as it is not too much; bodies of no stated length as well."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._left = limit
        self._limit = limit

    async def __call__(self) -> Message:
        """The next part. Raises ``Refusal`` (413)."""
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise _too_large(self._limit)
        return message


def _too_large(limit: int) -> Refusal:
    said = f"Текст больше {limit} байт: пришлите его частями."
    return Refusal(413, said, {"Connection": "close"})


def _route(scope: Scope) -> str:
    """The route's template, so that counts do not grow with addresses; «-» for none."""
    route: Any = scope.get("route")
    return getattr(route, "path", "-")
