"""``pravila lint`` and ``pravila rule``: the editor's report and the pages of its rules."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from commands.incoming import standard_input
from commands.opening import opened
from commands.options import Json, Library
from commands.output import note, print_json, print_json_lines, print_table, say
from commands.safe_text import safe, safe_json
from corpus.errors import ReadingError, SettingsError

if TYPE_CHECKING:
    from kg.lint import Finding, Rule

PANEL = "Редактору"
FOUND_ERRORS = 1
EPILOG = """\
Примеры: pravila lint · pravila lint minutes-2000-08-30 · pravila lint мой.txt --format html >
отчёт.html · pravila lint мой.txt --fix · pravila lint --list · pravila lint --select N,F305

Код завершения 1 – найдены ошибки (предупреждения и замечания его не меняют).
"""


class Format(StrEnum):
    """How the report is written."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    GITHUB = "github"
    HTML = "html"
    CSV = "csv"


_SHOWN = {"text": safe, "github": safe, "json": safe_json}
"""The forms a terminal or a log shows: no character of a text acts there."""

Check = Callable[[str], "list[Finding]"]


def _prefixes(given: Sequence[str]) -> tuple[str, ...]:
    return tuple(part.strip() for one in given for part in one.split(",") if part.strip())


def _list_rules(as_json: bool) -> None:
    from kg.lint import LEVELS, rules

    if as_json:
        print_json_lines(_rule_json(one) for one in rules())
        return
    rows = [
        (one.code, LEVELS[one.level], one.title + ("" if one.default else " (выключено)"))
        for one in rules()
    ]
    print_table(("Код", "Уровень", "Что находит"), rows, f"Правил проверки: {len(rows)}")


def _rule_json(rule: "Rule") -> dict[str, object]:
    return {
        "code": rule.code,
        "level": str(rule.level),
        "group": rule.group,
        "title": rule.title,
        "why": rule.why,
        "wrong": rule.wrong,
        "right": rule.right,
        "authority": rule.authority,
        "default": rule.default,
        "doubt": rule.doubt or None,
    }


def _as_file(name: str) -> Path | None:
    """The argument as a file, if it names one: it exists, or looks like a file's name."""
    from corpus.reading import readable

    path = Path(name)
    return path if name == "-" or path.is_file() or readable(path) else None


def _refuse_folders(names: Sequence[str], documents: frozenset[str]) -> None:
    """Say of a folder that it is one, unless a document of the library is called like it."""
    for name in names:
        if name not in documents and Path(name).is_dir():
            raise ReadingError(f"{name}: это папка, а не файл; назовите файлы в ней")


def _fix(files: Sequence[Path], library: Path | None, unsafe: bool, check: "_FileCheck") -> None:
    from kg.lint import fix_file

    if not files:
        raise SettingsError(
            "исправлять можно только названные файлы: pravila lint ФАЙЛ --fix; "
            "тексты библиотеки не изменяются"
        )
    from corpus.library import Library as Folder
    from workspace.location import location

    kept = [Path(__file__).resolve().parents[1] / "corpus" / "texts"]
    kept.append(Folder(location(library)).path.resolve())
    for path in files:
        if any(path.resolve().is_relative_to(folder) for folder in kept):
            raise SettingsError(f"{path.name}: текст библиотеки не изменяется; исправьте его копию")
    for path in files:
        made = fix_file(path, check.of(path), unsafe, check.encoding)
        note(f"{path.name}: исправлено мест: {made}")


class _FileCheck:
    """How a file is read and linted; the same for the report and for fixing."""

    def __init__(
        self,
        meta: dict[str, str],
        encoding: str | None,
        select: Sequence[str],
        ignore: Sequence[str],
        originals: Path | None,
    ) -> None:
        from kg.lint import load_originals

        self.meta, self.encoding = meta, encoding
        self.select, self.ignore = select, ignore
        self.originals = load_originals(originals) if originals else ()

    def of(self, path: Path) -> Check:
        """The check of one file's text; a side file beside it is used when it fits the text."""
        from corpus.curation import load_curation
        from workspace.linting import lint_text

        beside = path.with_name(f"{path.stem}.curation.json")
        curation = load_curation(beside) if beside.exists() else None

        def check(text: str) -> "list[Finding]":
            return lint_text(
                text,
                path.name,
                meta=self.meta,
                curation=curation,
                originals=self.originals,
                select=self.select,
                ignore=self.ignore,
            )

        return check

    def report(self, path: Path) -> "list[Finding]":
        """What is found in one file."""
        from corpus.reading import read_text

        if str(path) == "-":
            text = standard_input(self.encoding)
        else:
            text = read_text(path, self.encoding).text
        return self.of(path)(text)


def _statistics(findings: "Sequence[Finding]", as_json: bool) -> None:
    from kg.lint import LEVELS, rule
    from kg.lint.summary import by_level, by_rule, summary

    if as_json:
        levels = {str(level): count for level, count in by_level(findings).items()}
        print_json({"levels": levels, "rules": by_rule(findings)})
        return
    rows = [
        (code, LEVELS[rule(code).level], count, rule(code).title)
        for code, count in by_rule(findings).items()
    ]
    print_table(("Код", "Уровень", "Найдено", "Что"), rows)
    say(summary(findings))


def register(app: typer.Typer) -> None:
    """Add ``lint`` and ``rule`` to the command line."""

    @app.command("lint", epilog=EPILOG, rich_help_panel=PANEL)
    def lint(
        places: Annotated[
            list[str] | None,
            typer.Argument(
                metavar="ДОКУМЕНТ|ФАЙЛ",
                help="Документы библиотеки, файлы, «-» – вход; без них – все.",
            ),
        ] = None,
        select: Annotated[
            list[str] | None,
            typer.Option("--select", metavar="КОДЫ", help="Только эти правила: N,F305; ALL – все."),
        ] = None,
        ignore: Annotated[
            list[str] | None,
            typer.Option("--ignore", metavar="КОДЫ", help="Без этих правил: S413,T."),
        ] = None,
        form: Annotated[Format, typer.Option("--format", help="Вид отчёта.")] = Format.TEXT,
        fix: Annotated[
            bool, typer.Option("--fix", help="Исправить в файлах то, что не меняет смысла.")
        ] = False,
        unsafe: Annotated[
            bool, typer.Option("--unsafe", help="С --fix: и то, что может изменить смысл.")
        ] = False,
        baseline: Annotated[
            Path | None,
            typer.Option(
                "--baseline",
                metavar="ФАЙЛ",
                help="Принятые замечания; без него – список библиотеки.",
            ),
        ] = None,
        accept: Annotated[
            str | None,
            typer.Option("--accept", metavar="ПРИЧИНА", help="Принять всё найденное в список."),
        ] = None,
        statistics: Annotated[
            bool, typer.Option("--statistics", help="Только числа по правилам.")
        ] = False,
        show_rules: Annotated[
            bool, typer.Option("--list", help="Перечислить правила проверки.")
        ] = False,
        edition: Annotated[
            str | None,
            typer.Option("--edition", metavar="ГОД", help="О каком издании говорит файл."),
        ] = None,
        kind: Annotated[
            str | None,
            typer.Option("--kind", metavar="ВИД", help="Вид файла: правила, протокол, прочее…"),
        ] = None,
        originals: Annotated[
            Path | None,
            typer.Option("--originals", metavar="ФАЙЛ", help="Где файл расходится с подлинником."),
        ] = None,
        encoding: Annotated[
            str | None, typer.Option("--encoding", metavar="КОД", help="Кодировка файла.")
        ] = None,
        library: Library = None,
        as_json: Json = False,
    ) -> None:
        """Найти в тексте ошибки: что не так, где именно и почему.

        Без имён – во всей библиотеке; имена документов и файлы можно смешивать.
        """
        if show_rules:
            _list_rules(as_json)
            return
        from kg.lint import Baseline, Level, baseline_path, chosen, write

        selected, ignored = _prefixes(select or ()), _prefixes(ignore or ())
        chosen(selected, ignored)
        if unsafe and not fix:
            raise SettingsError("--unsafe имеет смысл только вместе с --fix")
        given = {"edition": edition, "kind": kind}
        meta = {name: value for name, value in given.items() if value}
        check = _FileCheck(meta, encoding, selected, ignored, originals)
        files = [path for path in map(_as_file, places or ()) if path is not None]
        names = [name for name in places or () if _as_file(name) is None]
        if fix:
            if names:
                raise SettingsError(
                    f"«{names[0]}» – документ библиотеки: он не изменяется; исправьте копию файла"
                )
            _fix(files, library, unsafe, check)
        findings: list[Finding] = []
        accepted = baseline
        if names or not files:
            from workspace.linting import lint_library

            workspace = opened(library)
            _refuse_folders(names, frozenset(meta.id for meta in workspace.documents))
            accepted = accepted or baseline_path(workspace.path)
            findings += lint_library(workspace, select=selected, ignore=ignored, only=names or None)
        for path in files:
            findings += check.report(path)
        known = Baseline.load(accepted) if accepted else Baseline()
        findings = known.new(findings)
        if accept is not None:
            if accepted is None:
                raise SettingsError("куда записать принятое: укажите --baseline ФАЙЛ")
            from workspace.accepting import change_baseline

            change_baseline(accepted, lambda now: now.accept(findings, accept))
            say(f"Принято замечаний: {len(findings)} ({accepted.name})")
            return
        if statistics:
            _statistics(findings, as_json)
        else:
            name = "json" if as_json else str(form)
            report = write(name, findings)
            typer.echo(_SHOWN.get(name, str)(report), nl=False)
        if any(finding.level is Level.ERROR for finding in findings):
            raise typer.Exit(FOUND_ERRORS)

    @app.command("rule", epilog="Пример: pravila rule N201", rich_help_panel=PANEL)
    def rule(
        code: Annotated[str, typer.Argument(metavar="КОД", help="Код правила проверки: N201.")],
        as_json: Json = False,
    ) -> None:
        """Показать страницу правила проверки: что, зачем, плохо и хорошо, на каком основании."""
        from kg.lint import rule as named

        one = named(code)
        if as_json:
            print_json(_rule_json(one))
        else:
            say(one.page())
