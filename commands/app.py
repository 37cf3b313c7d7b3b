"""``pravila app``: start the application and open it in the browser."""

import errno
import socket
from typing import Annotated

import typer

from commands.options import Library
from corpus.errors import SettingsError

PORT = 8501


def listens(host: str, port: int) -> None:
    """Check that a server can listen at this address.

    Raises:
        SettingsError: it cannot: the port is in use or not allowed, the host is not ours.

    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise SettingsError(refusal(host, port, error)) from error


def refusal(host: str, port: int, error: OSError) -> str:
    """Why one cannot listen there and what to do, as one line."""
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return f"у этого компьютера нет адреса «{host}»; обычно пишут 127.0.0.1 или 0.0.0.0"
    if error.errno == errno.EACCES:
        return f"порт {port} открывать не разрешено; возьмите другой: --port {PORT}"
    return (
        f"порт {port} занят: возможно, приложение уже открыто по адресу "
        f"http://localhost:{port}; иначе возьмите другой: --port {port + 1}"
    )


def register(app: typer.Typer) -> None:
    """Add ``app`` to the command line."""

    @app.command("app", epilog="Пример: pravila app --port 8600", rich_help_panel="Приложение")
    def start(
        port: Annotated[
            int, typer.Option("--port", min=1, max=65535, metavar="ЧИСЛО", help="Порт.")
        ] = PORT,
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
            typer.Option("--site", metavar="ИМЯ", help="Имя сайта, под которым он виден снаружи."),
        ] = None,
        browser: Annotated[
            bool, typer.Option("--browser/--no-browser", help="Открыть страницу в браузере.")
        ] = True,
    ) -> None:
        """Открыть приложение в браузере."""
        listens(host, port)
