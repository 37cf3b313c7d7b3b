"""``pravila export``: the graph and the documents in the formats other programs read."""

import sys
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from commands.graph import PANEL
from commands.iris import checked_base
from commands.opening import opened
from commands.options import Library
from commands.output import note, say
from corpus.errors import LibraryError, SettingsError
from corpus.storage import write_output

FORMATS_HELP = (
    "turtle, jsonld, nquads, rdfxml (связанные данные); graphml, gexf, dot, cytoscape, "
    "nodes, edges (сеть и таблицы CSV); akoma (документ в Akoma Ntoso)."
)


@cache
def glossary() -> bytes:
    """The glossary (SKOS, Turtle) that goes with the linked data."""
    return (files("search") / "glossary.ttl").read_bytes()


def register(app: typer.Typer) -> None:
    """Add ``export`` to the command line."""

    @app.command(
        "export",
        epilog="Примеры: pravila export --all ПАПКА · pravila export turtle -o граф.ttl",
        rich_help_panel=PANEL,
    )
    def export(
        form: Annotated[str | None, typer.Argument(metavar="ФОРМАТ", help=FORMATS_HELP)] = None,
        everything: Annotated[
            Path | None,
            typer.Option("--all", metavar="ПАПКА", help="Все форматы сразу – в эту папку."),
        ] = None,
        output: Annotated[
            Path | None,
            typer.Option("--output", "-o", metavar="ФАЙЛ", help="Куда записать; иначе на экран."),
        ] = None,
        document: Annotated[
            str | None,
            typer.Option("--document", metavar="ДОКУМЕНТ", help="Какой документ, для akoma."),
        ] = None,
        base: Annotated[
            str | None,
            typer.Option(
                "--base", metavar="АДРЕС", help="С чего начинаются адреса в связанных данных."
            ),
        ] = None,
        library: Library = None,
    ) -> None:
        """Выгрузить граф и документы для других программ."""
        from kg.export import export as written
        from kg.export import export_all
        from kg.export.akoma import akoma
        from kg.rdf.vocabulary import BASE

        if (form is None) == (everything is None):
            raise SettingsError("Назовите либо формат, либо папку: pravila export --all ПАПКА.")
        address = checked_base(base) or BASE
        workspace = opened(library)
        if everything is not None:
            documents = workspace.read_documents()
            paths = export_all(workspace.graph, documents, everything, address, glossary())
            say(f"Записано файлов: {len(paths)} в {everything}")
            return
        if form == "akoma":
            if document is None:
                raise SettingsError("Для akoma назовите документ: --document ИМЯ.")
            data = akoma(workspace.document(document), workspace.graph, address)
        else:
            data = written(workspace.graph, form or "", address, glossary())
        if output is None:
            sys.stdout.buffer.write(data)
            return
        try:
            write_output(output, data)
        except OSError as error:
            raise LibraryError(f"Файл {output} нельзя записать ({error.strerror}).") from error
        note(f"Записано: {output}")
