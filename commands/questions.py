"""``pravila top``, ``term``, ``sparql``: questions to the library as a whole."""

from enum import StrEnum
from typing import Annotated

import typer

from commands.graph import DOES, PANEL
from commands.iris import graph_name
from commands.opening import opened
from commands.options import Json, Library, Limit
from commands.output import print_json, print_json_lines, print_rule, print_table, say
from commands.publish import Certificates, GraphName, User, access
from corpus.errors import SettingsError


class Top(StrEnum):
    """What ``pravila top`` can count."""

    CITED = "cited"
    TOGETHER = "together"
    NEVER = "never"
    ISLANDS = "islands"


SPARQL_EPILOG = (
    "Примеры: pravila sparql --list · pravila sparql most-cited · "
    "pravila sparql 'SELECT ?n { ?p eli:number ?n } LIMIT 5'"
)


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""

    @app.command("top", epilog="Пример: pravila top together -n 5", rich_help_panel=PANEL)
    def top(
        what: Annotated[
            Top,
            typer.Argument(
                metavar="ЧТО",
                help="cited – чаще всего упоминаемые; together – упоминаемые вместе; "
                "never – никем не упомянутые; islands – группы Правил, связанных лишь между собой.",
            ),
        ] = Top.CITED,
        edition: Annotated[
            str, typer.Option("--edition", metavar="ГОД", help="Издание, для never.")
        ] = "1997",
        limit: Limit = 20,
        library: Library = None,
        as_json: Json = False,
    ) -> None:
        """Показать, какие Правила упоминают чаще всего, вместе, никогда."""
        from kg import questions

        workspace = opened(library)
        graph = workspace.graph
        if what is Top.CITED:
            rows = questions.most_cited(graph, limit)
        elif what is Top.TOGETHER:
            rows = questions.together(graph, limit)
        elif what is Top.NEVER:
            rows = questions.never_cited(graph, edition)[:limit]
        else:
            rows = [{"laws": group} for group in questions.islands(graph)[:limit]]
        if as_json:
            print_json_lines(rows)
        elif what is Top.CITED:
            counts = ("law", "mentions", "of_parts", "passages")
            columns = ("Правило", "Упоминаний", "Частей", "Отрывков")
            print_table(columns, [[row[key] for key in counts] for row in rows])
        elif what is Top.TOGETHER:
            cells = [(" и ".join(r["laws"]), r["passages"], ", ".join(r["units"])) for r in rows]
            print_table(("Правила", "Отрывков", "Где"), cells)
        elif what is Top.NEVER:
            print_table(("Правило", "О чём"), [(r["law"], r["subject"] or "") for r in rows])
        else:
            for row in rows:
                say(", ".join(row["laws"]))

    @app.command(
        "term", epilog="Пример: pravila term 'логическая альтернатива'", rich_help_panel=PANEL
    )
    def term(
        name: Annotated[str, typer.Argument(metavar="ТЕРМИН", help="Слово или выражение.")],
        library: Library = None,
        as_json: Json = False,
    ) -> None:
        """Показать, где термин определён и где употреблён."""
        from kg.questions import term as look_up

        workspace = opened(library)
        answer = look_up(workspace.graph, name, _written_forms())
        if as_json:
            print_json(answer)
            return
        print_rule(f"Определения: {len(answer['defined'])}")
        for row in answer["defined"]:
            say(f"{row['unit']} – {DOES.get(row['type'], row['type'])}: {row['sentence']}")
        print_rule(f"Употребления: {len(answer['used'])}")
        for row in answer["used"]:
            say(f"{row['unit']} – {row['label']}")

    @app.command("sparql", epilog=SPARQL_EPILOG, rich_help_panel=PANEL)
    def sparql(
        query: Annotated[
            str | None,
            typer.Argument(
                metavar="ЗАПРОС", help="Имя готового запроса, файл .rq или сам запрос SPARQL."
            ),
        ] = None,
        listed: Annotated[
            bool, typer.Option("--list", help="Показать готовые запросы с пояснениями.")
        ] = False,
        seconds: Annotated[
            float, typer.Option("--seconds", min=1, max=600, help="Сколько секунд ждать ответа.")
        ] = 10.0,
        limit: Annotated[
            int, typer.Option("--limit", "-n", min=1, max=100_000, help="Сколько строк показать.")
        ] = 1000,
        url: Annotated[
            str | None,
            typer.Option(
                "--url", metavar="АДРЕС", help="Спросить сервер, где граф опубликован, а не папку."
            ),
        ] = None,
        graph: GraphName = None,
        user: User = None,
        ca: Certificates = None,
        library: Library = None,
        as_json: Json = False,
    ) -> None:
        """Задать вопрос на языке SPARQL ко всей библиотеке как к связанным данным."""
        from commands.export import glossary
        from kg.sparql import ready, run

        if listed or query is None:
            rows = [
                {"name": r.name, "title": r.title, "explanation": r.explanation} for r in ready()
            ]
            if as_json:
                print_json_lines(rows)
            else:
                listing = [(r["name"], r["title"], r["explanation"]) for r in rows]
                print_table(("Имя", "Вопрос", "Пояснение"), listing)
            return
        if url is not None:
            from kg.graphstore import connect
            from kg.sparql.remote import ask

            service = connect(url, access(user, ca, seconds))
            answer = ask(service, query, graph_name(graph), seconds, limit)
        else:
            if graph is not None or user is not None or ca is not None:
                raise SettingsError("Параметры --graph, --user и --ca – для сервера: --url АДРЕС.")
            answer = run(opened(library).graph, query, seconds, limit, glossary())
        if as_json:
            print_json_lines(answer.rows)
            return
        cells = [[row[c] or "" for c in answer.columns] for row in answer.rows]
        print_table([f"?{c}" for c in answer.columns], cells)
        if answer.truncated:
            say(f"Показаны первые {limit} строк; остальные: --limit.")


def _written_forms() -> dict[str, list[str]]:
    """The glossary's labels: each preferred one with all that mean the same."""
    from commands.export import glossary
    from kg.rdf.labels import labels

    return labels(glossary())
