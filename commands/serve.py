"""``pravila serve``: the HTTP JSON API."""

import sys
from typing import Annotated

import typer

from commands.opening import opened
from commands.options import Library
from commands.output import note, say

PORT = 8600
EPILOG = """\
Примеры: pravila serve · pravila serve --port 8600 --workers 4 --rate 600/minute
--cors https://bridge.ru · curl 'http://127.0.0.1:8600/v1/laws/25B'
"""


def register(app: typer.Typer) -> None:
    """Add ``serve`` to the command line."""

    @app.command("serve", epilog=EPILOG, rich_help_panel="Приложение")
    def serve(
        host: Annotated[
            str, typer.Option("--host", metavar="АДРЕС", help="Адрес, на котором отвечать.")
        ] = "127.0.0.1",
        port: Annotated[
            int, typer.Option("--port", min=0, max=65535, help="Порт; 0 – любой свободный.")
        ] = PORT,
        workers: Annotated[
            int, typer.Option("--workers", min=1, max=64, help="Сколько рабочих процессов.")
        ] = 2,
        rate: Annotated[
            str,
            typer.Option(
                "--rate",
                metavar="МЕРА",
                help="Сколько запросов позволено одному адресу: 600/minute; 0 – сколько угодно.",
            ),
        ] = "600/minute",
        cors: Annotated[
            list[str] | None,
            typer.Option(
                "--cors",
                metavar="САЙТ",
                help="Чьи страницы могут читать ответы: https://bridge.ru.",
            ),
        ] = None,
        proxy: Annotated[
            list[str] | None,
            typer.Option(
                "--proxy",
                metavar="АДРЕС",
                help="Адрес прокси-сервера, которому верить в том, кто спрашивает.",
            ),
        ] = None,
        library: Library = None,
    ) -> None:
        """Отвечать на запросы программ по HTTP: поиск, Правила, цепочки, ссылки, SPARQL.

        Только чтение. Отвечает только этому компьютеру, пока не указан другой --host.
        """
        from api.serve import bound
        from api.serve import serve as run
        from api.settings import Settings

        listening = bound(host, port)
        opened(library).close()
        settings = Settings(
            library=str(library) if library else None,
            cors=tuple(cors or ()),
            rate="" if rate == "0" else rate,
        )
        where = listening.getsockname()
        name = f"[{where[0]}]" if ":" in where[0] else where[0]
        say(f"Отвечаю на http://{name}:{where[1]}/ (остановить: Ctrl+C)")
        sys.stdout.flush()
        run(listening, settings, workers, list(proxy or ()))
        note("Сервер остановлен.")
