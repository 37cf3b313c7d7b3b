"""``pravila serve``: the HTTP JSON API."""

import signal
import sys
from typing import Annotated

import typer

from commands.opening import opened
from commands.options import Library
from commands.output import note, say
from corpus.errors import LibraryError

PORT = 8600
EPILOG = """\
Примеры: pravila serve · pravila serve --workers 4 --rate 600/minute --cors https://bridge.ru
· curl 'http://127.0.0.1:8600/v1/laws/25B'
"""


def register(app: typer.Typer) -> None:
    """Add ``serve`` to the command line."""

    @app.command("serve", epilog=EPILOG, rich_help_panel="Приложение")
    def serve(
        host: Annotated[
            str,
            typer.Option(
                "--host", metavar="АДРЕС", help="Адрес, на котором отвечать; 0.0.0.0 – всей сети."
            ),
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
                help="Сколько запросов позволено одному клиенту: 10/second, 600/minute; 0 – "
                "сколько угодно.",
            ),
        ] = "600/minute",
        cors: Annotated[
            list[str] | None,
            typer.Option(
                "--cors",
                metavar="САЙТ",
                help="Чьи страницы могут читать ответы; можно повторять; * – любые.",
            ),
        ] = None,
        proxy: Annotated[
            list[str] | None,
            typer.Option(
                "--proxy",
                metavar="АДРЕС",
                help="Прокси-сервер, которому верить в том, чей это запрос; можно повторять.",
            ),
        ] = None,
        text_limit: Annotated[
            int,
            typer.Option(
                "--text-limit", min=300, max=100_000, help="Самый большой присланный текст, КБ."
            ),
        ] = 1000,
        sparql_seconds: Annotated[
            float,
            typer.Option(
                "--sparql-seconds",
                min=1,
                max=600,
                help="Сколько секунд думать над вопросом SPARQL.",
            ),
        ] = 10.0,
        access_log: Annotated[
            str,
            typer.Option(
                "--access-log",
                metavar="ФАЙЛ",
                help="Журнал запросов, без самих вопросов и адресов; «-» – на экран.",
            ),
        ] = "",
        library: Library = None,
    ) -> None:
        """Отвечать на запросы программ по HTTP: поиск, Правила, цепочки, ссылки, SPARQL.

        Только чтение. Отвечает только этому компьютеру, пока не указан другой --host.
        """
        from api.access import check
        from api.listening import bound
        from api.rate import parsed
        from api.serve import check_origins, check_proxies
        from api.serve import serve as run
        from api.settings import Settings

        measure = "" if rate.strip() == "0" else rate
        if measure:
            parsed(measure)
        check_proxies(proxy or ())
        check_origins(cors or ())
        check(access_log)
        settings = Settings(
            library=str(library) if library else None,
            cors=tuple(cors or ()),
            rate=measure,
            max_text=text_limit * 1000,
            sparql_seconds=sparql_seconds,
            access=access_log,
        )
        listening = bound(host, port)
        opened(library).close()
        where = listening.getsockname()
        name = f"[{where[0]}]" if ":" in where[0] else where[0]
        say(f"Отвечаю на http://{name}:{where[1]}/  (остановить: Ctrl+C)")
        sys.stdout.flush()
        stopped_by = run(listening, settings, workers, proxy or (), note)
        if stopped_by == signal.SIGINT:
            raise KeyboardInterrupt
        if not stopped_by:
            raise LibraryError("сервер не начал отвечать: причина – строкой выше")
        say("Сервер остановлен.")
