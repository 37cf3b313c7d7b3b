"""Start the application's server; what ``pravila app`` calls."""

from __future__ import annotations

import errno
import os
import re
import socket
from pathlib import Path

from corpus.errors import SettingsError
from ui.settings import Settings, default_log

_PART = re.compile(r"[A-Za-z0-9._~-]+")
LOOPBACK = ("127.0.0.1", "localhost", "::1")

_LIGHT = {
    "primaryColor": "#12664f",
    "backgroundColor": "#fbfaf6",
    "secondaryBackgroundColor": "#f2efe6",
    "textColor": "#22252a",
    "linkColor": "#12664f",
    "borderColor": "#e0dac9",
    "dataframeHeaderBackgroundColor": "#f2efe6",
}
_DARK = {
    "primaryColor": "#3fb98f",
    "backgroundColor": "#13171a",
    "secondaryBackgroundColor": "#1c2226",
    "textColor": "#e9e6df",
    "linkColor": "#62d0aa",
    "borderColor": "#2f383d",
    "dataframeHeaderBackgroundColor": "#1c2226",
}
OPTIONS: dict[str, object] = {
    "server.headless": True,
    "server.fileWatcherType": "none",
    "server.maxUploadSize": 50,
    "server.enableStaticServing": False,
    "server.disconnectedSessionTTL": 60,
    "browser.gatherUsageStats": False,
    "client.toolbarMode": "minimal",
    "client.showErrorDetails": "none",
    "client.showErrorLinks": False,
    "logger.hideWelcomeMessage": True,
    "logger.level": "warning",
    "runner.magicEnabled": False,
    # Hidden option: by default every run ends in a full garbage collection, some 40 ms of it.
    "runner.postScriptGC": False,
    "theme.font": "sans-serif",
    "theme.headingFont": "serif",
    "theme.baseFontSize": 16,
    "theme.baseRadius": "10px",
    "theme.buttonRadius": "8px",
    "theme.showWidgetBorder": True,
    "theme.linkUnderline": False,
    "theme.paddingTop": "1rem",
    "theme.paddingBottom": "4rem",
    **{f"theme.light.{name}": value for name, value in _LIGHT.items()},
    **{f"theme.dark.{name}": value for name, value in _DARK.items()},
}
"""Streamlit's options, the same for everybody: offline, quiet, safe, in our colours."""


def serve(
    host: str = "127.0.0.1",
    port: int = 8501,
    library: Path | None = None,
    read_only: bool = False,
    base_path: str = "",
    hosts: tuple[str, ...] = (),
) -> None:
    """Serve the application until it is stopped (Ctrl-C or SIGTERM).

    ``library`` None is the user's own library. ``base_path`` is the path a reverse proxy serves
    us under. ``hosts`` are the names the server answers to besides ``host``: on a loopback
    address only known names are answered, so that a page elsewhere cannot reach the library
    through a name of its own; on any other address, with no ``hosts``, addresses in digits and
    this computer's name are.

    Raises ``SettingsError`` when the port is taken, the address is not ours or the path is none.
    """
    base_path = base_path.strip("/")
    check_base_path(base_path)
    check_address(host, port)
    known = (*LOOPBACK, host, *hosts) if hosts or host in LOOPBACK else ()
    log = Path(os.environ["PRAVILA_LOG"]) if os.environ.get("PRAVILA_LOG") else default_log()
    settings = Settings(library, read_only, base_path, log, known)
    settings.publish()

    from ui.asgi import make

    _without_delay()
    make(settings).run(
        config=OPTIONS
        | {
            "server.address": host,
            "server.port": port,
            "server.baseUrlPath": base_path,
            "server.allowedHosts": list(known),
        }
    )


def _without_delay() -> None:
    """Make Streamlit's listening socket send small packets at once.

    It is made without naming TCP, so asyncio leaves Nagle's algorithm on, and every answer waits
    some 40 ms for the browser's delayed acknowledgement of its first part (measured, 1.67.0).
    """
    from streamlit.web.server.starlette import starlette_server

    bind = starlette_server._bind_socket

    def bound(address: str, port: int, backlog: int) -> socket.socket:
        made = bind(address, port, backlog)
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return made

    starlette_server._bind_socket = bound


def check_base_path(path: str) -> None:
    """Raises ``SettingsError`` for what cannot stand in an address as it is."""
    parts = path.split("/") if path else []
    if not all(_PART.fullmatch(part) and part.strip(".") for part in parts):
        raise SettingsError(
            f"Путь «{path}» невозможен: нужны латинские буквы, цифры, «-», «_», «.» и «/»: "
            "--base-path bridge/laws."
        )


def check_address(host: str, port: int) -> None:
    """Find out before the server starts whether it can have its place.

    Raises ``SettingsError`` when it cannot.
    """
    if not 0 < port < 65536:
        raise SettingsError(f"Порт {port} невозможен: нужен номер от 1 до 65535.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            if os.name != "nt":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except socket.gaierror:
        raise SettingsError(f"Адрес «{host}» не найден; обычно подходит 127.0.0.1.") from None
    except OverflowError:
        raise SettingsError(f"Порт {port} невозможен: нужен номер от 1 до 65535.") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise SettingsError(f"Порт {port} занят; выберите другой: --port {port + 1}.") from None
        if error.errno == errno.EACCES:
            raise SettingsError(
                f"Порт {port} не разрешён системой; выберите номер больше 1023: --port 8501."
            ) from None
        raise SettingsError(f"Адрес {host}:{port} занять нельзя: {error.strerror}.") from None
