"""``pravila citations``: every reference to a law, in the library or in any text."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from commands.incoming import standard_input
from commands.opening import opened
from commands.options import Json, Library
from commands.output import print_json_lines, print_table, say

if TYPE_CHECKING:
    from kg.citation import Citation
    from kg.editions import Inventory

EPILOG = """\
Примеры: pravila citations · pravila citations --json протокол.docx · echo "см. 25В" | pravila
citations - --explain · pravila citations --format html мой.txt > мой.html
"""


class Format(StrEnum):
    """How the citations are shown."""

    TABLE = "table"
    HTML = "html"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Cited:
    """A file's text with its citations."""

    file: str
    text: str
    citations: tuple["Citation", ...]


def _of_files(
    files: list[Path],
    meta: dict[str, str],
    encoding: str | None,
    known: "Mapping[str, Inventory]",
) -> Iterator[Cited]:
    """Read and cite each file; «-» is standard input."""
    from corpus.reading import read_text
    from kg.citations import cite_text

    for path in files:
        if str(path) == "-":
            text = standard_input(encoding)
            yield Cited("-", text, cite_text(text, "-", meta, known))
        else:
            source = read_text(path, encoding)
            found = cite_text(source.text, source.file, meta, known)
            yield Cited(source.file, source.text, found)


def _of_library(library: Path | None) -> Iterator[Cited]:
    workspace = opened(library)
    by_file: dict[str, list[Citation]] = {}
    for citation in workspace.citations:
        by_file.setdefault(citation.file, []).append(citation)
    texts: dict[str, str] = {}
    for document in workspace.read_documents():
        texts.setdefault(document.meta.file, document.original)
    for file, citations in by_file.items():
        yield Cited(file, texts[file], tuple(sorted(citations, key=lambda one: one.span)))


def _row(citation: "Citation", explain: bool) -> list[str]:
    from commands.cited_text import FORM_NAMES, KIND_NAMES, STATUS_NAMES, target_names

    row = [
        citation.unit or citation.document,
        citation.surface,
        " | ".join(target_names(citation)) or "?",
        f"{KIND_NAMES[citation.kind]}, {FORM_NAMES[citation.form]}",
        STATUS_NAMES[citation.status],
    ]
    return [*row, "; ".join(citation.reasons)] if explain else row


def _show_table(found: Iterable[Cited], explain: bool) -> None:
    columns = ["Где", "Слова", "Что названо", "Вид", "Решение"]
    for cited in found:
        rows = [_row(citation, explain) for citation in cited.citations]
        title = f"{cited.file}: ссылок {len(rows)}"
        print_table([*columns, "Почему"] if explain else columns, rows, title)


def register(app: typer.Typer) -> None:
    """Add ``citations`` to the command line."""

    @app.command("citations", epilog=EPILOG, rich_help_panel="Поиск и чтение")
    def citations(
        files: Annotated[
            list[Path] | None,
            typer.Argument(metavar="ФАЙЛ", help="Тексты; «-» – со входа; ничего – библиотека."),
        ] = None,
        explain: Annotated[
            bool, typer.Option("--explain", help="Показать, почему решено так, а не иначе.")
        ] = False,
        shown: Annotated[
            Format, typer.Option("--format", help="Таблица, текст с пометами или страница HTML.")
        ] = Format.TABLE,
        edition: Annotated[
            str | None,
            typer.Option("--edition", metavar="ГОД", help="О каком издании говорит текст."),
        ] = None,
        kind: Annotated[
            str | None,
            typer.Option("--kind", metavar="ВИД", help="Вид текста: laws, minutes, prose…"),
        ] = None,
        inventory: Annotated[
            list[Path] | None,
            typer.Option("--inventory", metavar="ФАЙЛ", help="Опись своего издания (JSON)."),
        ] = None,
        encoding: Annotated[
            str | None, typer.Option("--encoding", metavar="КОД", help="Кодировка текста.")
        ] = None,
        library: Library = None,
        as_json: Json = False,
    ) -> None:
        """Найти все ссылки на Правила и сказать, на что именно каждая.

        Без файлов – во всей библиотеке; с файлами – в них, ничего не добавляя.
        """
        from commands.cited_text import as_html, as_text
        from kg.editions import editions

        given = {"edition": edition, "kind": kind}
        meta = {name: value for name, value in given.items() if value}
        if files:
            found = _of_files(files, meta, encoding, editions(inventory or ()))
        else:
            found = _of_library(library)
        if as_json:
            print_json_lines(one.to_json() for cited in found for one in cited.citations)
        elif shown is Format.TABLE:
            _show_table(found, explain)
        else:
            write = as_html if shown is Format.HTML else as_text
            say(write([(cited.file, cited.text, cited.citations) for cited in found], explain))
