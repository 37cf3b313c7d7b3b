"""``pravila app``: start the application and open it in the browser."""

import os
import sys
import threading
import time
from typing import Annotated

import typer

from commands.opening import opened
from commands.options import Library
from commands.output import say

PORT = 8501
WAIT = 60.0
"""Seconds given to the server to start before the browser is given up."""


def address(host: str, port: int, base_path: str) -> str:
    """The address to open on this computer."""
    here = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1") else host
    path = base_path.strip("/")
    return f"http://{f'[{here}]' if ':' in here else here}:{port}/{f'{path}/' if path else ''}"


def own_address() -> str | None:
    """This computer's address in the local network; None without a network.

    Connecting a datagram socket sends nothing: the system only chooses the way out.
    """
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address kept for examples (RFC 5737)
            return str(probe.getsockname()[0])
        except OSError:
            return None


def answers(host: str, port: int, base_path: str) -> bool:
    """Whether the server is up."""
    from http.client import HTTPConnection, HTTPException

    path = base_path.strip("/")
    connection = HTTPConnection({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port, 1)
    try:
        connection.request("GET", f"{f'/{path}' if path else ''}/_stcore/health")
        return connection.getresponse().status < 500
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def has_screen() -> bool:
    """Whether a browser window can be shown; on a bare server a text browser would take over."""
    return sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )


def greet(host: str, port: int, base_path: str, browser: bool) -> None:
    """Wait until the server answers, then say where it is and open the browser."""
    end = time.monotonic() + WAIT
    while not answers(host, port, base_path):
        if time.monotonic() > end:
            return
        time.sleep(0.05)
    url = address(host, port, base_path)
    say(f"Приложение открыто: {url}  (остановить: Ctrl+C)")
    if host in ("0.0.0.0", "::"):
        lan = own_address()
        if lan is not None:
            say(f"С телефона в той же сети: {address(lan, port, base_path)}")
    sys.stdout.flush()
    if browser and has_screen():
        import webbrowser

        webbrowser.open(url)


def register(app: typer.Typer) -> None:
    """Add ``app`` to the command line."""

    @app.command("app", epilog="Пример: pravila app --port 8600", rich_help_panel="Приложение")
    def start(
        port: Annotated[int, typer.Option("--port", min=1, max=65535, help="Порт.")] = PORT,
        host: Annotated[
            str,
            typer.Option(
                "--host",
                metavar="АДРЕС",
                help="Адрес, на котором отвечать; 0.0.0.0 – всей локальной сети.",
            ),
        ] = "127.0.0.1",
        library: Library = None,
        read_only: Annotated[
            bool, typer.Option("--read-only", help="Только читать: библиотеку менять нельзя.")
        ] = False,
        base_path: Annotated[
            str,
            typer.Option("--base-path", metavar="ПУТЬ", help="Путь на сайте за прокси-сервером."),
        ] = "",
        site: Annotated[
            list[str] | None,
            typer.Option(
                "--site", metavar="ИМЯ", help="Имя сайта, под которым приложение видно снаружи."
            ),
        ] = None,
        browser: Annotated[
            bool, typer.Option("--browser/--no-browser", help="Открыть страницу в браузере.")
        ] = True,
    ) -> None:
        """Открыть приложение в браузере.

        Отвечает только этому компьютеру, пока не указан другой --host.
        """
        from ui.serve import check_address, check_base_path, serve

        check_address(host, port)
        check_base_path(base_path.strip("/"))
        opened(library).close()
        threading.Thread(target=greet, args=(host, port, base_path, browser), daemon=True).start()
        try:
            serve(host, port, library, read_only, base_path, tuple(site or ()))
        except KeyboardInterrupt:
            say("Приложение остановлено.")
