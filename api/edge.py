"""What every request passes first: sizes, rate, time for its body, security headers, counts."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from time import perf_counter
from urllib.parse import unquote_to_bytes

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api import metrics, problems
from api.access import AccessLog
from api.problems import Refusal
from api.rate import Rate
from api.settings import Settings

HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
)
UNCOUNTED = ("/health", "/ready", "/metrics")
"""What those who watch over the server ask as often as they like."""
METHODS = ("GET", "HEAD", "POST", "OPTIONS")
BODY_SECONDS = 30.0
"""Seconds a request's body may take to arrive."""


class Edge:
    """The outermost layer of the application (ASGI)."""

    def __init__(
        self, app: ASGIApp, settings: Settings, rate: Rate | None, access: AccessLog | None
    ) -> None:
        self.app = app
        self._settings = settings
        self._rate = rate
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = perf_counter()
        status, size = 500, 0
        method = scope["method"]
        # A copy: the server, which leaves the body of an answer to HEAD out, looks at its own.
        asked = {**scope, "method": "GET" if method == "HEAD" else method}
        more: Mapping[str, str] = {}

        async def sending(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = _completed(message["headers"], more)
            else:
                size += len(message.get("body", b""))
            await send(message)

        metrics.RUNNING.inc()
        try:
            try:
                more = self._admitted(asked)
                await self.app(asked, _Bounded(receive, self._settings.max_text), sending)
            except Refusal as refusal:
                await problems.of_error(refusal)(asked, receive, sending)
            except Exception as error:
                if status == 500 and not size:
                    await problems.of_error(error)(asked, receive, sending)
        finally:
            metrics.RUNNING.dec()
            seconds = perf_counter() - started
            route = getattr(scope.get("route") or asked.get("route"), "path", "-")
            metrics.count(route, method if method in METHODS else "-", status, seconds)
            if self._access is not None:
                self._access.write(method, route, status, seconds, size)

    def _admitted(self, scope: Scope) -> Mapping[str, str]:
        """Headers for the answer.

        Raises ``Refusal``: too long, no UTF-8, too large, compressed, too often.
        """
        size = len(scope["raw_path"]) + len(scope["query_string"])
        if size > self._settings.max_url:
            raise Refusal(414, f"Адрес запроса длиннее {self._settings.max_url} знаков.")
        try:
            written = unquote_to_bytes(scope["raw_path"] + b" " + scope["query_string"])
            if "\0" in written.decode("utf-8"):
                raise Refusal(400, "В адресе запроса знак с кодом 0.")
        except UnicodeDecodeError:
            raise Refusal(400, "Адрес запроса записан не в UTF-8.") from None
        for name, value in scope["headers"]:
            if name == b"content-length" and int(value) > self._settings.max_text:
                raise too_large(self._settings.max_text)
            if name == b"content-encoding" and value.strip().lower() not in (b"", b"identity"):
                raise Refusal(415, "Сжатое здесь не принимается: пришлите как есть.")
        client = scope.get("client")
        if self._rate is None or client is None or scope["path"] in UNCOUNTED:
            return {}
        return self._rate.admit(client[0])


class _Bounded:
    """What a request sends, as long as it is not too much and not too slow."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._left = limit
        self._limit = limit
        self._until = asyncio.get_running_loop().time() + BODY_SECONDS
        self._whole = False

    async def __call__(self) -> Message:
        """The next part. Raises ``Refusal``: 413, 408."""
        if self._whole:  # from here on one waits for the end of the connection
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            said = f"Запрос не пришёл целиком за {BODY_SECONDS:g} с."
            raise Refusal(408, said, {"Connection": "close"}) from None
        self._whole = not message.get("more_body", False)
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise too_large(self._limit)
        return message


def too_large(limit: int) -> Refusal:
    """The refusal of a body of more than ``limit`` bytes."""
    said = f"Запрос больше {limit} байт: пришлите его частями."
    return Refusal(413, said, {"Connection": "close"})


def _completed(
    headers: list[tuple[bytes, bytes]], more: Mapping[str, str]
) -> list[tuple[bytes, bytes]]:
    have = {name.lower() for name, _ in headers}
    added = [pair for pair in HEADERS if pair[0] not in have]
    told = [(name.lower().encode(), value.encode()) for name, value in more.items()]
    return [*headers, *added, *(pair for pair in told if pair[0] not in have)]
