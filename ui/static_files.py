"""Streamlit's own page and scripts, sent faster: compressed once, asked for in one go, in Russian.

By itself Streamlit compresses every file anew for every visitor, on the thread that answers
everybody, and a browser learns of the scripts for a text field and for HTML only when the first
of them is to be drawn.
"""

from __future__ import annotations

import gzip
import mimetypes
import re
from functools import lru_cache
from pathlib import Path

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.settings import BRAND

_PAGE = Path(st.__file__).parent / "static" / "index.html"
FOLDER = _PAGE.parent / "static"
ALWAYS = ("BidiComponent.", "Html.", "TextInput.")
"""What every page draws; the rest of the name is a hash."""
_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*["']\./([\w.-]+\.js)["']""")
_STATIC = "static/"
_PACKED = frozenset({".js", ".css", ".svg", ".json", ".html"})
_FOREVER = "public, immutable, max-age=31536000"  # the names hold a hash of the content


def imported(names: list[str], folder: Path) -> list[str]:
    """These scripts and all they import, each once."""
    found: dict[str, None] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop(0)
        path = folder / name
        if name not in found and path.is_file():
            found[name] = None
            waiting += _IMPORT.findall(path.read_text("utf-8"))
    return list(found)


@lru_cache(maxsize=1)
def index() -> bytes:
    """Streamlit's page: in Russian from the first byte, with all scripts named that will be
    needed. The script inside it stays as it is: the policy knows it by its hash."""
    page = _PAGE.read_text("utf-8")
    scripts = FOLDER / "js"
    wanted = [path.name for path in sorted(scripts.glob("*.js")) if path.name.startswith(ALWAYS)]
    links = "".join(
        f'<link rel="modulepreload" crossorigin href="./static/js/{name}">'
        for name in imported(wanted, scripts)
        if f"/js/{name}" not in page
    )
    page = page.replace('<html lang="en">', '<html lang="ru">', 1)
    page = page.replace("<title>Streamlit</title>", f"<title>{BRAND}</title>", 1)
    return page.replace("</head>", f"{links}</head>", 1).encode()


@lru_cache(maxsize=512)
def packed(path: Path) -> bytes:
    """A file compressed; kept, so that the next visitor need not wait for it."""
    return gzip.compress(path.read_bytes(), 9, mtime=0)


def _page() -> Response:
    return Response(index(), media_type="text/html", headers={"cache-control": "no-cache"})


def _file(name: str, gzipped: bool) -> Response | None:
    """One static file; None for what is no plain file inside the folder."""
    path = FOLDER / name
    try:
        if not (path.resolve().is_relative_to(FOLDER.resolve()) and path.is_file()):
            return None
    except (OSError, ValueError):
        return None
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    headers = {"cache-control": _FOREVER, "vary": "Accept-Encoding"}
    if gzipped and path.suffix in _PACKED:
        headers["content-encoding"] = "gzip"
        return Response(packed(path), media_type=kind, headers=headers)
    return Response(path.read_bytes(), media_type=kind, headers=headers)


class StaticFiles:
    """Answers for Streamlit's page and static files, before Streamlit does; all else passes on.

    A middleware, because Streamlit keeps the route to itself.
    """

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self.app = app
        self.prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer or pass on."""
        answer = None
        if scope["type"] == "http" and scope["method"] == "GET":
            name = scope["path"].removeprefix(f"{self.prefix}/")
            if name == "":
                answer = _page()
            elif name.startswith(_STATIC):
                gzipped = b"gzip" in dict(scope["headers"]).get(b"accept-encoding", b"")
                answer = await run_in_threadpool(_file, name.removeprefix(_STATIC), gzipped)
        await (answer or self.app)(scope, receive, send)


def warm() -> None:
    """Compress what the first visitor will ask for."""
    for name in re.findall(r'"\./static/((?:js|css)/[\w.-]+)"', index().decode()):
        packed(FOLDER / name)
