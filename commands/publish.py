"""``pravila publish sparql``: the graph onto a server that speaks SPARQL."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from commands.graph import PANEL
from commands.iris import checked_base, graph_name
from commands.opening import opened
from commands.options import Json, Library
from commands.output import note, print_json, say
from commands.progress import progress
from commands.russian import RussianTyper
from corpus.errors import SettingsError

if TYPE_CHECKING:
    from kg.graphstore import Access, Outcome

PASSWORD = "PRAVILA_SPARQL_PASSWORD"
"""The variable that holds the password: options are seen by everybody on a machine."""

User = Annotated[
    str | None,
    typer.Option(
        "--user", metavar="ИМЯ", help=f"Имя на сервере; пароль – в переменной {PASSWORD}."
    ),
]
Certificates = Annotated[
    Path | None,
    typer.Option("--ca", metavar="ФАЙЛ", help="Свои сертификаты (PEM) вместо обычных."),
]
GraphName = Annotated[
    str | None,
    typer.Option(
        "--graph", metavar="IRI", help="Имя графа на сервере; без него – граф по умолчанию."
    ),
]


def access(user: str | None, ca: Path | None, timeout: float) -> "Access":
    """How to speak to the server. Raises ``SettingsError`` for a name without a password."""
    from kg.graphstore import Access

    password = os.environ.get(PASSWORD)
    if user is not None and password is None:
        raise SettingsError(f"Нет пароля для {user}: запишите его в переменную {PASSWORD}.")
    return Access(user, password, ca, timeout)


def register(app: typer.Typer) -> None:
    """Add ``publish`` to the command line."""
    group: typer.Typer = RussianTyper(
        help="Опубликовать граф на сервере.",
        epilog="Пример: pravila publish sparql --url http://127.0.0.1:7878",
    )
    app.add_typer(group, name="publish", rich_help_panel=PANEL)

    @group.callback()
    def publish() -> None:
        pass

    @group.command(
        "sparql",
        epilog="Пример: pravila publish sparql --url http://127.0.0.1:7878",
    )
    def sparql(
        url: Annotated[
            str | None,
            typer.Option("--url", metavar="АДРЕС", help="Адрес сервера или набора данных на нём."),
        ] = None,
        query_url: Annotated[
            str | None,
            typer.Option(
                "--query-url", metavar="АДРЕС", help="Куда слать запросы, если не найдено."
            ),
        ] = None,
        update_url: Annotated[
            str | None,
            typer.Option("--update-url", metavar="АДРЕС", help="Куда слать изменения (Update)."),
        ] = None,
        store_url: Annotated[
            str | None,
            typer.Option("--store-url", metavar="АДРЕС", help="Куда слать графы (Graph Store)."),
        ] = None,
        graph: GraphName = None,
        base: Annotated[
            str | None,
            typer.Option("--base", metavar="АДРЕС", help="С чего начинаются адреса в данных."),
        ] = None,
        user: User = None,
        ca: Certificates = None,
        timeout: Annotated[
            float,
            typer.Option("--timeout", min=1, max=86_400, help="Сколько секунд ждать ответа."),
        ] = 300.0,
        force: Annotated[
            bool,
            typer.Option("--force", help="Заменить и чужое, и то, что уже опубликовано."),
        ] = False,
        dry_run: Annotated[
            bool, typer.Option("--dry-run", help="Только проверить и сказать, что было бы сделано.")
        ] = False,
        library: Library = None,
        as_json: Json = False,
    ) -> None:
        """Опубликовать граф на сервере SPARQL; прежний заменяется сразу и целиком."""
        from commands.export import glossary
        from kg.graphstore import connect, packed
        from kg.graphstore import publish as published
        from kg.rdf.vocabulary import BASE

        if url is None and not (query_url and update_url):
            raise SettingsError("Укажите адрес сервера: pravila publish sparql --url АДРЕС.")
        name, address = graph_name(graph), checked_base(base) or BASE
        service = connect(
            url,
            access(user, ca, timeout),
            writing=True,
            query=query_url,
            update=update_url,
            store=store_url,
        )
        if user is not None and service.in_the_clear:
            note("Внимание: пароль уходит без шифрования, адрес сервера – http, а не https.")
        workspace = opened(library)
        with packed(workspace.graph, address, glossary()) as payload, progress(dry_run) as shown:
            outcome = published(
                service,
                payload,
                name,
                version=workspace.generation,
                force=force,
                dry_run=dry_run,
                progress=shown,
            )
        if as_json:
            print_json(outcome.to_json() | {"url": url or query_url})
        else:
            say(told(outcome))


def told(outcome: "Outcome") -> str:
    """The outcome as a line."""
    where = f"граф <{outcome.graph}>" if outcome.graph else "граф по умолчанию"
    if outcome.status == "unchanged":
        return f"Уже опубликовано: {where}, троек {outcome.triples}."
    if outcome.status == "planned":
        return f"Будет опубликовано: {where}, троек {outcome.triples} вместо {outcome.replaced}."
    swept = f", убрано незаконченных отправок: {outcome.swept}" if outcome.swept else ""
    return (
        f"Опубликовано: {where}, троек {outcome.triples} вместо {outcome.replaced}{swept} "
        f"({outcome.seconds:.1f} с)."
    )
