"""The server around the script: compression, security headers, host check, suggestions, errors.

``ui.serve`` starts it; ``uvicorn ui.asgi:app`` works too. Streamlit 1.67 sends neither a
Content-Security-Policy nor compressed static files by itself.
"""

from __future__ import annotations

import base64
import hashlib
import ipaddress
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import streamlit as st
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from corpus.errors import PravilaError
from ui import editor_page, failure, graph_page, opened, static_files, suggestions
from ui.settings import Settings

SCRIPT = Path(__file__).resolve().parents[1] / "app.py"
"""The script Streamlit runs: beside the package both in the repository and when installed."""

_INDEX = (Path(st.__file__).parent / "static" / "index.html").read_text("utf-8")


def _inline_script_hashes() -> str:
    """Hashes of the scripts written inside Streamlit's own page, the only ones allowed inline."""
    scripts = re.findall(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", _INDEX, re.DOTALL)
    return " ".join(
        "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"
        for text in scripts
    )


POLICY = "; ".join(
    [
        "default-src 'self'",
        f"script-src 'self' blob: {_inline_script_hashes()}",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' ws: wss: data: blob:",
        "worker-src 'self' blob:",
        "frame-src 'none'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'none'",
        "frame-ancestors 'self'",
    ]
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


HIDDEN = ("/_stcore/metrics",)
"""What Streamlit would tell everybody about this process."""
UPLOADS = "/_stcore/upload_file"
"""Where Streamlit takes files into memory, whether or not a page asks for any."""


class SecurityHeaders:
    """Adds ``HEADERS`` to every HTTP answer that does not set them itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, adding headers to the answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                have = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *(h for h in HEADERS if h[0] not in have),
                ]
            await send(message)

        await self.app(scope, receive, with_headers)


def _of_this_computer(name: str) -> bool:
    own = socket.gethostname().lower()
    if name in ("localhost", own, own.partition(".")[0], f"{own}.local"):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class KnownHosts:
    """Refuses requests made under a foreign host name or from a foreign page.

    Streamlit's own check comes later and, for an unknown origin, asks a server on the internet
    for this machine's address; here such a request ends before that. Behind a proxy that does not
    pass Host on, a known Origin stands in for it. Without names, as on 0.0.0.0, addresses in
    digits and this computer's own name are known: a page elsewhere can give itself any other name.
    ``uploads`` false refuses files too.
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...], uploads: bool = True) -> None:
        self.app = app
        self.hosts = frozenset(host.lower() for host in hosts)
        self.uploads = uploads

    def _known(self, name: str | None) -> bool:
        if not name:
            return False
        return name in self.hosts if self.hosts else _of_this_computer(name)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or answer 403."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        refused = scope["path"].endswith(HIDDEN) or (not self.uploads and UPLOADS in scope["path"])
        try:
            host = headers.get(b"host", b"").decode("latin-1")
            origin = urlsplit(headers.get(b"origin", b"").decode("latin-1"))
            refused = refused or not self._known(urlsplit(f"//{host}").hostname)
            if headers.get(b"origin"):
                # «null» is what a page in a sandbox or a file says: it has no netloc, is not ours.
                same = origin.netloc == host or (bool(self.hosts) and self._known(origin.hostname))
                refused = refused or not same
        except ValueError:
            refused = True
        if refused:
            await self._refuse(scope, receive, send)
            return
        if origin.netloc and origin.netloc != host:
            kept = [pair for pair in scope["headers"] if pair[0] != b"host"]
            scope["headers"] = [*kept, (b"host", origin.netloc.encode("latin-1"))]
        await self.app(scope, receive, send)

    @staticmethod
    async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        said = (
            "Этот адрес сервер не обслуживает. Имя сайта указывают при запуске: "
            "pravila app --site ИМЯ."
        )
        answer = Response(said, 403, media_type="text/plain")
        await answer(scope, receive, send)


def _words(request: Request) -> Response:
    """What the browser offers in the search box: laws with subjects and notions; with ``?typed=``
    whatever fits the letters typed."""
    typed = request.query_params.get("typed", "")
    try:
        said = suggestions.for_typed(typed) if typed else suggestions.offered()
    except PravilaError as error:  # the page says it; a list of offers need not
        failure.record(error)
        said = []
    return JSONResponse(said, headers={"cache-control": "private, max-age=300"})


@asynccontextmanager
async def _warm(_: st.App) -> AsyncIterator[dict[str, Any]]:
    """Load the library beside the starting server, so that the first visitor need not wait."""
    Thread(target=_load, name="pravila-warm", daemon=True).start()
    yield {}


def _load() -> None:
    try:
        static_files.warm()
        workspace = opened.warm()
        editor_page.findings(workspace)
        graph_page.prepare(workspace)
    except Exception as error:  # the page says it to whoever opens it; here it must not be lost
        failure.record(error)


def make(settings: Settings) -> st.App:
    """The application for these settings."""
    prefix = f"/{settings.base_path}" if settings.base_path else ""
    return st.App(
        SCRIPT,
        routes=[Route(f"{prefix}/words.json", _words)],
        middleware=[
            Middleware(KnownHosts, hosts=settings.hosts, uploads=not settings.read_only),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5),
            Middleware(SecurityHeaders),
            Middleware(static_files.StaticFiles, prefix=prefix),
        ],
        lifespan=_warm,
        on_script_error=failure.unexpected,
    )
