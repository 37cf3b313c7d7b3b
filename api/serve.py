"""Start the server: a socket, worker processes, what they share. ``pravila serve`` calls it."""

from __future__ import annotations

import os
import shutil
import socket
import tempfile

import msgspec

from api.settings import Settings
from corpus.errors import SettingsError

BACKLOG = 1024
KEEP_ALIVE = 30
"""Seconds an idle connection is kept."""
GRACE = 20
"""Seconds requests have to end when the server is stopped."""


def bound(host: str, port: int) -> socket.socket:
    """The listening socket. Raises ``SettingsError`` when the place cannot be had."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError):
        raise SettingsError(f"Адрес «{host}» не найден; обычно подходит 127.0.0.1.") from None
    family, kind, _, _, address = found[0]
    # TCP is named, so that asyncio turns Nagle's algorithm off.
    made = socket.socket(family, kind, socket.IPPROTO_TCP)
    try:
        if os.name != "nt":
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(address)
    except OSError as error:
        made.close()
        raise SettingsError(_why(host, port, error)) from None
    made.set_inheritable(True)
    return made


def _why(host: str, port: int, error: OSError) -> str:
    import errno

    if error.errno == errno.EADDRINUSE:
        return f"Порт {port} занят; выберите другой: --port {port % 65535 + 1}, или --port 0."
    if error.errno == errno.EACCES:
        return f"Порт {port} не разрешён системой; выберите номер больше 1023: --port 8600."
    return f"Адрес {host}:{port} занять нельзя: {error.strerror}."


def serve(listening: socket.socket, settings: Settings, workers: int, proxies: list[str]) -> None:
    """Answer until stopped (Ctrl-C or SIGTERM), requests begun are finished first."""
    run = tempfile.mkdtemp(prefix="pravila-api-")
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = run
    msgspec.structs.replace(settings, run=run).publish()
    try:
        _run(listening, workers, proxies)
    finally:
        listening.close()
        shutil.rmtree(run, ignore_errors=True)


def _run(listening: socket.socket, workers: int, proxies: list[str]) -> None:
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    config = uvicorn.Config(
        "api.app:from_environment",
        factory=True,
        workers=workers,
        http="h11",
        ws="none",
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies or None,
        backlog=BACKLOG,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACE,
        h11_max_incomplete_event_size=32_768,
    )
    Multiprocess(config, sockets=[listening]).run()
