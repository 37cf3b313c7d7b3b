"""Start the server: a socket, worker processes, what they share. ``pravila serve`` calls it."""

from __future__ import annotations

import ipaddress
import os
import re
import shutil
import socket
import tempfile
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from api.listening import BACKLOG
from api.settings import Settings
from corpus.errors import SettingsError

if TYPE_CHECKING:
    from uvicorn import Config

CONNECTIONS = 2000
"""Connections and requests a worker takes at once; more are answered 503."""
KEEP_ALIVE = 30
"""Seconds an idle connection is kept."""
GRACE = 20
"""Seconds requests have to end when the server is stopped."""
SILENCE = 30
"""Seconds a worker may be deaf before it is taken for dead. A busy machine, one that swaps, or one
long step inside a library keeps it so for longer than the five that uvicorn gives it, and its
requests would be lost with it."""
HEAD = 65_536
"""Bytes of a request's line and headers."""
ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")
"""A page's origin as browsers write it."""


def check_proxies(proxies: Sequence[str]) -> None:
    """Raise ``SettingsError`` for what is no address and no network."""
    for one in proxies:
        try:
            ipaddress.ip_network(one)
        except ValueError:
            raise SettingsError(
                f"«{one}» – не адрес: пишите --proxy 127.0.0.1 или --proxy 10.0.0.0/8."
            ) from None


def check_origins(origins: Sequence[str]) -> None:
    """Raise ``SettingsError`` for what no browser would ever call a page's origin.

    Also for «null»: the pages that call themselves so are anybody's.
    """
    for one in origins:
        if one != "*" and not ORIGIN.fullmatch(one):
            raise SettingsError(
                f"«{one}» – не сайт: пишите --cors https://bridge.ru, без «/» в конце, имя – "
                "строчными латинскими буквами (xn--…), или --cors '*'."
            )


def serve(
    listening: socket.socket,
    settings: Settings,
    workers: int,
    proxies: Sequence[str] = (),
    say: Callable[[str], None] = print,
) -> int:
    """Answer until stopped; requests begun are finished first. Returns the signal that stopped it,
    0 when the workers could not start. ``say`` is told, in Russian, what becomes of the workers.
    """
    run = tempfile.mkdtemp(prefix="pravila-api-")
    # prometheus_client reads this when it is imported, here and in the workers.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = run
    msgspec.structs.replace(settings, run=run).publish()
    _raise_file_limit()
    try:
        from api.log import quiet
        from api.supervisor import Supervisor

        quiet()
        supervisor = Supervisor(_config(workers, proxies), [listening], say)
        supervisor.run()
        return supervisor.stopped_by
    finally:
        listening.close()
        shutil.rmtree(run, ignore_errors=True)


def _config(workers: int, proxies: Sequence[str]) -> Config:
    import uvicorn

    from api.patience import Patient

    return uvicorn.Config(
        "api.app:from_environment",
        factory=True,
        workers=workers,
        http=Patient,
        ws="none",
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies) or None,
        backlog=BACKLOG,
        limit_concurrency=CONNECTIONS,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACE,
        timeout_worker_healthcheck=SILENCE,
        h11_max_incomplete_event_size=HEAD,
    )


def _raise_file_limit() -> None:
    """Many systems allow a process 1024 files unless it asks for more; a connection is one."""
    try:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = min(hard, 65_536) if hard != resource.RLIM_INFINITY else 65_536
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (ImportError, ValueError, OSError):  # Windows, or it may not
        return
