"""``pravila search``: find passages, explain them, run a file of queries."""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from commands.incoming import bytes_of
from commands.opening import opened
from commands.options import Json, Library
from commands.output import marked, note, print_json, print_rule, print_text, say
from corpus.errors import QueryError, SettingsError
from corpus.storage import write_output

if TYPE_CHECKING:
    from search.filters import Filters
    from search.finder import Finder
    from search.results import Hit, Results

EPILOG = """\
Примеры: pravila search "фальшренонс после претензии" · pravila search "63А3 вид:протокол с:2000"
· pravila search '"карта хода" -уступка фальш*' · pravila search 'клейм ИЛИ уступка' --explain
"""
RUN_DEPTH = 20
"""Results per query written by ``--run``, unless ``--limit`` says otherwise."""


def register(app: typer.Typer) -> None:
    """Add ``search`` to the command line."""

    @app.command("search", epilog=EPILOG, rich_help_panel="Поиск и чтение")
    def search(
        query: Annotated[
            list[str] | None, typer.Argument(metavar="ЗАПРОС", help="Слова, номер Правила, вопрос.")
        ] = None,
        limit: Annotated[
            int | None,
            typer.Option("--limit", "-n", min=1, max=1000, metavar="ЧИСЛО", help="Сколько мест."),
        ] = None,
        kind: Annotated[
            list[str] | None,
            typer.Option("--kind", metavar="ВИД", help="протокол, комментарий, правила, практика…"),
        ] = None,
        edition: Annotated[
            list[str] | None, typer.Option("--edition", metavar="ГОД", help="Издание Кодекса.")
        ] = None,
        law: Annotated[
            list[str] | None,
            typer.Option("--law", metavar="НОМЕР", help="Только о Правиле и его частях."),
        ] = None,
        document: Annotated[
            list[str] | None,
            typer.Option("--document", metavar="ДОКУМЕНТ", help="Только в этом документе."),
        ] = None,
        since: Annotated[
            str | None, typer.Option("--since", metavar="ДАТА", help="С этой даты: 2000, 2000-01.")
        ] = None,
        until: Annotated[
            str | None, typer.Option("--until", metavar="ДАТА", help="По эту дату включительно.")
        ] = None,
        explain: Annotated[
            bool, typer.Option("--explain", help="Показать, из чего сложилась оценка.")
        ] = False,
        verbatim: Annotated[
            bool,
            typer.Option("--verbatim", help="Искать слова как есть: без исправлений и понятий."),
        ] = False,
        as_typed: Annotated[
            list[str] | None,
            typer.Option("--as-typed", metavar="СЛОВО", help="Это слово не исправлять."),
        ] = None,
        by_law: Annotated[
            bool, typer.Option("--by-law", help="Сгруппировать найденное по Правилам.")
        ] = False,
        queries: Annotated[
            Path | None,
            typer.Option("--queries", metavar="ФАЙЛ", help="Запросы: JSON по строкам, qid и text."),
        ] = None,
        run: Annotated[
            Path | None,
            typer.Option("--run", metavar="ФАЙЛ", help="Куда записать ответы на --queries."),
        ] = None,
        library: Library = None,
        as_json: Json = False,
    ) -> None:
        """Найти места, которые отвечают на вопрос.

        В запросе: "точные слова", -лишнее, одно ИЛИ другое, нача*, вид:протокол издание:1997
        закон:25 с:2000 по:2001.
        """
        from search.filters import filters_from

        limits = filters_from(kind, edition, law, document, since, until)
        text = " ".join(query or ()).strip()
        if (queries is None) == (not text):
            raise QueryError("Что искать? Напишите запрос или дайте файл: --queries ФАЙЛ.")
        finder = opened(library).finder
        if queries is not None:
            lines = answer_all(finder, queries, limit or RUN_DEPTH, limits)
            write_run(lines, run)
            return
        results = finder.search(
            text,
            limits,
            limit or 10,
            verbatim=verbatim,
            as_typed=tuple(as_typed or ()),
        )
        if as_json:
            print_json(results.to_json(explain))
        else:
            show(results, explain, by_law)


# -- a file of queries ---------------------------------------------------------------------------


def read_queries(path: Path) -> Iterator[tuple[str, str]]:
    """Query ids and texts of a JSON-lines file. Raises ``SettingsError`` with the line number."""
    try:
        lines = bytes_of(path).decode("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"Файл запросов {path} не читается: {error}") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            values = json.loads(line)
            yield str(values["qid"]), str(values["text"])
        except (ValueError, KeyError, TypeError) as error:
            raise SettingsError(
                f'{path}, строка {number}: нужен объект вида {{"qid": "q1", "text": "…"}}.'
            ) from error


def answer_all(
    finder: "Finder", path: Path, limit: int, limits: "Filters"
) -> Iterator[Mapping[str, Any]]:
    """One record a result: query id, rank, file and offsets."""
    for qid, text in read_queries(path):
        for hit in finder.search(text, limits, limit).hits:
            yield {
                "qid": qid,
                "rank": hit.rank,
                "file": hit.passage.file,
                "start": hit.passage.start,
                "end": hit.passage.end,
            }


def write_run(records: Iterator[Mapping[str, Any]], path: Path | None) -> None:
    """Write the records to ``path``, or to standard output without one."""
    if path is None:
        for record in records:
            print_json(record)
        return
    text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    try:
        write_output(path, text.encode())
    except OSError as error:
        raise SettingsError(f"Файл {path} не записывается: {error.strerror}") from error
    note(f"Записано: {path}")


# -- for people ------------------------------------------------------------------------------------


def show(results: "Results", explain: bool, by_law: bool) -> None:
    """Print the answer for a person."""
    for line in understood_lines(results):
        say(line)
    if not results.hits:
        say("Ничего не нашлось.")
    for law, unit in results.jumps.items():
        say(f"Правило {law}: " + (f"{unit}; " if unit else "") + f"pravila law {law}")
    groups = results.by_law() if by_law else {None: results.hits}
    for whole, hits in groups.items():
        if by_law:
            say()
            say(f"Правило {whole}" if whole else "Без Правила")
        for hit in hits:
            show_hit(hit, explain)
    if len(results.hits) < results.total:
        say(f"Показано {len(results.hits)} из {results.total}; больше: --limit {results.total}")
    if results.did_you_mean:
        say("Возможно, вы имели в виду: " + "; ".join(results.did_you_mean))
    if results.nearest:
        say("Посмотрите: " + "; ".join(label for _, _, label in results.nearest))
    sys.stdout.flush()


def understood_lines(results: "Results") -> Iterator[str]:
    """How the query was read, where that is not plain from its words."""
    understood = results.understood
    changed = [*understood.layout, *understood.corrected]
    if changed:
        pairs = ", ".join(f"{before} → {after}" for before, after in changed)
        yield f"Исправлено: {pairs} (искать как написано: --verbatim)"
    named = [
        f"{surface} = {label}"
        for surface, _, label in understood.concepts
        if surface.lower() != label.lower()
    ]
    named += [f"{surface} = Правило {' или '.join(ids)}" for surface, ids in understood.laws]
    if named:
        yield "Понято: " + ", ".join(named)
    if understood.unquoted:
        yield "Дословно так нигде не сказано; показаны места с этими словами."
    if understood.unknown:
        yield "В текстах нет слов: " + ", ".join(understood.unknown)
    if understood.cut:
        yield "Запрос слишком длинный: взята его часть."


def show_hit(hit: "Hit", explain: bool) -> None:
    """Print one hit: its heading line, the snippet, why."""
    passage = hit.passage
    about = [
        name for name in (passage.edition and f"Кодекс {passage.edition}", passage.date) if name
    ]
    print_rule(f"{hit.rank}. {passage.label}" + (f" · {', '.join(about)}" if about else ""))
    print_text(marked(hit.snippet))
    say(f"{passage.id}  {passage.file}:{passage.start}-{passage.end}")
    if explain:
        why = "; ".join(f"{name}: {found}" for name, found in hit.why.items())
        parts = ", ".join(f"{name} {value:.3f}" for name, value in hit.parts.items() if value)
        say(f"  почему: {why}")
        if hit.missing:
            say(f"  нет: {', '.join(hit.missing)}")
        say(f"  оценка {hit.score:.3f} = {parts}")
