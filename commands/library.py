"""The user's own library: ``build``, ``add``, ``remove``, ``check``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from commands.options import Bare, Json, Library
from commands.output import note, print_json, print_json_lines, print_table, say
from commands.progress import progress
from corpus.cluster import Wishes
from corpus.errors import ReadingError

if TYPE_CHECKING:
    from workspace import AddReport, BuildReport

PANEL = "Библиотека"
FOUND_PROBLEMS = 1
REFUSED = 2


def register(app: typer.Typer) -> None:
    """Add the commands to the command line."""

    @app.command("build", epilog=BUILD_EPILOG, rich_help_panel=PANEL)
    def build(
        engine: Annotated[
            str | None,
            typer.Option(
                "--engine",
                metavar="ДВИЖОК",
                help="Движок поиска: whoosh, tantivy или opensearch (кластер).",
            ),
        ] = None,
        bare: Annotated[
            bool | None,
            typer.Option("--bare/--with-bundled", help="Без встроенных текстов или вместе с ними."),
        ] = None,
        force: Annotated[
            bool, typer.Option("--force", help="Построить заново, даже если ничего не изменилось.")
        ] = False,
        url: Annotated[
            list[str] | None,
            typer.Option(
                "--url",
                metavar="АДРЕС",
                help="Адрес узла кластера; несколько – через запятую или повторяя --url.",
            ),
        ] = None,
        shards: Annotated[
            int | None,
            typer.Option("--shards", metavar="ЧИСЛО", help="На сколько частей делить указатель."),
        ] = None,
        replicas: Annotated[
            int | None,
            typer.Option("--replicas", metavar="ЧИСЛО", help="Сколько копий каждой части держать."),
        ] = None,
        timeout: Annotated[
            float | None,
            typer.Option("--timeout", metavar="СЕКУНД", help="Сколько ждать ответа кластера."),
        ] = None,
        ca: Annotated[
            Path | None,
            typer.Option(
                "--ca", metavar="ФАЙЛ", help="Чьей подписи под сертификатом кластера верить (PEM)."
            ),
        ] = None,
        index: Annotated[
            str | None,
            typer.Option(
                "--index", metavar="ИМЯ", help="С чего начинать имена указателей на кластере."
            ),
        ] = None,
        library: Library = None,
        as_json: Json = False,
    ) -> None:
        """Построить библиотеку или обновить её.

        Выбор движка, кластера и встроенных текстов запоминается в library.toml; имя и пароль
        для кластера берутся из PRAVILA_OPENSEARCH_USER и PRAVILA_OPENSEARCH_PASSWORD.
        """
        import workspace

        wishes = Wishes(tuple(url or ()), shards, replicas, timeout, ca, index)
        with progress() as shown:
            report = workspace.build(
                library, progress=shown, engine=engine, bare=bare, cluster=wishes, force=force
            )
        if as_json:
            print_json(_build_json(report))
            return
        _tell_build(report)

    @app.command("add", epilog=ADD_EPILOG, rich_help_panel=PANEL)
    def add(
        files: Annotated[
            list[Path], typer.Argument(metavar="ФАЙЛ", help="Файлы или папки с файлами.")
        ],
        kind: Annotated[
            str | None,
            typer.Option(
                "--kind",
                metavar="ВИД",
                help="Вид текста: правила, комментарий, протокол, практика, регламент, апелляции, "
                "прочее.",
            ),
        ] = None,
        edition: Annotated[
            str | None,
            typer.Option("--edition", metavar="ГОД", help="Издание, о котором говорят ссылки."),
        ] = None,
        date: Annotated[
            str | None,
            typer.Option("--date", metavar="ДАТА", help="Дата: 2001, 2001-10-30, 30.10.2001."),
        ] = None,
        title: Annotated[
            str | None, typer.Option("--title", metavar="НАЗВАНИЕ", help="Название документа.")
        ] = None,
        encoding: Annotated[
            str | None,
            typer.Option("--encoding", metavar="ИМЯ", help="Кодировка, если угадана неверно."),
        ] = None,
        numbering: Annotated[
            str | None,
            typer.Option(
                "--numbering",
                metavar="АЛФАВИТ",
                help="Какими буквами названы разделы: latin (A, B, C) или russian (А, Б, В).",
            ),
        ] = None,
        curation: Annotated[
            Path | None,
            typer.Option("--curation", metavar="ФАЙЛ", help="Сведения о тексте (curation.json)."),
        ] = None,
        bare: Bare = False,
        library: Library = None,
        as_json: Json = False,
    ) -> None:
        """Добавить свои тексты: txt, md, docx, odt, rtf, html, pdf, epub.

        Изменившийся файл заменяет прежнюю версию. Добавляется всё, что удалось прочитать, разом.
        """
        import workspace

        with progress() as shown:
            report = workspace.add_files(
                library,
                files,
                kind=kind,
                edition=edition,
                date=date,
                title=title,
                encoding=encoding,
                numbering=numbering,
                curation=curation,
                bare=bare or None,
                progress=shown,
            )
        if as_json:
            print_json(_add_json(report))
        elif len(files) == 1 == len(report.refused) and report.refused[0].file == files[0]:
            raise ReadingError(report.refused[0].reason)
        else:
            _tell_add(report)
        nothing = not (report.taken or report.replaced or report.unchanged)
        if nothing or any(refusal.file in files for refusal in report.refused):
            raise typer.Exit(REFUSED)

    @app.command("remove", epilog="Пример: pravila remove minutes-2001", rich_help_panel=PANEL)
    def remove(
        document: Annotated[
            str, typer.Argument(metavar="ДОКУМЕНТ", help="Имя документа или его файла.")
        ],
        library: Library = None,
        as_json: Json = False,
    ) -> None:
        """Убрать из библиотеки добавленный файл."""
        import workspace

        with progress() as shown:
            report = workspace.remove(library, document, progress=shown)
        if as_json:
            print_json({"removed": document, **_build_json(report)})
        else:
            say(f"Убран: {document}. Документов осталось: {report.documents}")

    @app.command("rollback", epilog="Пример: pravila rollback --json", rich_help_panel=PANEL)
    def rollback(library: Library = None, as_json: Json = False) -> None:
        """Вернуть библиотеку к тому, чем она была до последнего изменения.

        Возвращаются и тексты, и построенное из них, и выбор движка; словарь glossary.ttl остаётся
        как есть. Ещё раз – и последнее изменение снова в силе.
        """
        import workspace

        with progress() as shown:
            report = workspace.rollback(library, progress=shown)
        if as_json:
            print_json(_build_json(report))
        else:
            say(f"Библиотека {report.path} прежняя: документов {report.documents}")

    @app.command("check", epilog="Пример: pravila check --json", rich_help_panel=PANEL)
    def check(library: Library = None, as_json: Json = False) -> None:
        """Проверить библиотеку: целы ли файлы, сходится ли построенное с исходными текстами."""
        from workspace.checking import check as problems_of

        with progress() as shown:
            problems = problems_of(library, progress=shown)
        if as_json:
            print_json_lines(
                {"where": p.where, "what": p.what, "remedy": p.remedy, "error": p.error}
                for p in problems
            )
        elif problems:
            rows = [(p.where, p.what, p.remedy) for p in problems]
            print_table(("Где", "Что", "Что делать"), rows)
        else:
            say("Библиотека цела.")
        if any(problem.error for problem in problems):
            raise typer.Exit(FOUND_PROBLEMS)


BUILD_EPILOG = """\
Примеры: pravila build --engine tantivy
· pravila build --engine opensearch --url https://search1:9200,https://search2:9200 --replicas 1
"""

ADD_EPILOG = """\
Примеры: pravila add протокол.docx --edition 1997 · pravila add ~/Документы/протоколы
· pravila add старый.txt --encoding cp866 --kind протокол --date 24.08.1998
"""


def _build_json(report: "BuildReport") -> dict[str, Any]:
    return {
        "library": str(report.path),
        "generation": report.generation,
        "built": report.built,
        "documents": report.documents,
        "units": report.units,
        "passages": report.passages,
        "citations": report.citations,
        "reused": report.reused,
        "seconds": round(report.seconds, 3),
        "refused": [{"file": file, "reason": reason} for file, reason in report.refused],
    }


def _tell_build(report: "BuildReport") -> None:
    done = f"построена за {report.seconds:.1f} с" if report.built else "уже построена"
    say(
        f"Библиотека {report.path} {done}: документов {report.documents}, "
        f"единиц {report.units}, ссылок {report.citations}"
    )
    for file, reason in report.refused:
        note(f"Не прочитан {file}: {reason}")
    _suggest_engine(report)


def _suggest_engine(report: "BuildReport") -> None:
    from search.engine import LARGE

    if report.passages > LARGE and report.engine == "whoosh":
        note("Библиотека велика: поиск будет быстрее с pravila build --engine tantivy")


def _add_json(report: "AddReport") -> dict[str, Any]:
    return {
        "taken": [str(file) for file in report.taken],
        "replaced": [str(file) for file in report.replaced],
        "unchanged": [str(file) for file in report.unchanged],
        "refused": [{"file": str(r.file), "reason": r.reason} for r in report.refused],
        "documents": list(report.documents),
    }


def _tell_add(report: "AddReport") -> None:
    for title, files in (
        ("Добавлено", report.taken),
        ("Заменено новой версией", report.replaced),
        ("Уже есть, не изменилось", report.unchanged),
    ):
        if files:
            say(f"{title}: {len(files)}")
            for file in files:
                say(f"  {file}")
    if report.refused:
        note(f"Не взято: {len(report.refused)}")
        for refusal in report.refused:
            note(f"  {refusal.file}: {refusal.reason}")
    if report.documents:
        say("Документы: " + ", ".join(report.documents))
