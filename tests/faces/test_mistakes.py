"""Whatever goes wrong: one Russian line on standard error, an exit code, no traceback."""

import logging
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Literal

import pytest
import typer

import cli
from corpus import incident
from corpus.errors import LibraryError, PravilaError, QueryError

ROOT = Path(__file__).resolve().parents[2]
ONE_LINE = re.compile(r"Ошибка: [^\n]*[а-яё][^\n]*\n", re.IGNORECASE)


class Trouble:
    """Commands that fail in every way a command can."""

    @staticmethod
    def register(app: typer.Typer) -> None:
        @app.command("say")
        def say(
            what: Annotated[str, typer.Argument(metavar="СЛОВО")],
            times: Annotated[int, typer.Option("--times", min=1, max=9)] = 1,
            form: Annotated[Literal["text", "json"], typer.Option("--form")] = "text",
            loud: Annotated[bool, typer.Option("--loud")] = False,
        ) -> None:
            typer.echo(what * times)

        @app.command("query")
        def query() -> None:
            raise QueryError("правила «999Q» нет;\nсписок: pravila laws\x1b[2J")

        @app.command("library")
        def library() -> None:
            raise LibraryError("библиотека повреждена; соберите её: pravila build")

        @app.command("bug")
        def bug() -> None:
            print(1 // 0)  # noqa: T201

        @app.command("interrupted")
        def interrupted() -> None:
            raise KeyboardInterrupt

        @app.command("aborted")
        def aborted() -> None:
            raise typer.Abort

        @app.command("found")
        def found() -> None:
            raise typer.Exit(1)


@pytest.fixture
def trouble(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The command line with only these commands; the log file of incidents."""
    log = tmp_path / "logs" / "pravila.log"
    monkeypatch.setattr(cli, "COMMANDS", (Trouble,))
    monkeypatch.setenv("PRAVILA_LOG", str(log))
    return log


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("sy", "нет команды «sy»; похожие: say"),
        ("qqqq", "нет команды «qqqq»; список: pravila --help"),
        ("say", "не хватает аргумента СЛОВО. Справка: pravila say --help"),
        ("say a b c", "лишнее в команде: b c"),
        ("say a --times many", "--times: нужно целое число от 1 до 9"),
        ("say a --times 10", "--times: нужно целое число от 1 до 9"),
        ("say a --times", "после --times нужно значение"),
        ("say a --form xml", "--form: нужно одно из: text, json"),
        ("say a --tims 1", "нет параметра «--tims»; похожие: --times"),
        ("say a -z", "нет параметра «-z»"),
        ("say a --loud=yes", "параметр --loud пишется без значения"),
        ("query", "правила «999Q» нет; список: pravila laws�[2J"),
        ("library", "библиотека повреждена; соберите её: pravila build"),
    ],
)
def test_one_line_says_what_is_wrong(
    trouble: Path, arguments: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments.split()) == cli.WRONG_INPUT
    out, err = capsys.readouterr()
    assert out == ""
    assert ONE_LINE.fullmatch(err)
    assert words in err
    assert not trouble.exists()


def test_a_bug_is_a_code_on_the_screen_and_a_traceback_in_the_log(
    trouble: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    codes = set()
    for _ in range(2):
        assert cli.main(["bug"]) == cli.BROKEN
        out, err = capsys.readouterr()
        assert out == ""
        assert ONE_LINE.fullmatch(err)
        found = re.search("внутренняя ошибка ([0-9A-F]{8})", err)
        assert found
        codes.add(found[1])
    written = trouble.read_text("utf-8")
    assert len(codes) == 1, "the same failure has the same code"
    assert written.count(codes.pop()) == 2
    assert written.count("ZeroDivisionError") == 2
    left = logging.getLogger("pravila.incident").handlers  # pytest's own may be among them
    assert not [one for one in left if isinstance(one, logging.FileHandler)]


def test_the_log_turns_over_instead_of_growing(
    trouble: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(incident, "LOG_BYTES", 3000)
    for _ in range(30):
        cli.main(["bug"])
    kept = sorted(trouble.parent.iterdir())
    assert len(kept) == incident.LOG_FILES
    assert all(file.stat().st_size <= 3000 for file in kept)


@pytest.mark.skipif(sys.platform == "win32", reason="root's rights are Unix's")
def test_a_log_that_cannot_be_written_goes_to_the_folder_for_temporary_files(
    trouble: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("PRAVILA_LOG", str(tmp_path / "file" / "pravila.log"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert incident.log_path() == tmp_path / "pravila.log"


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        ("interrupted", cli.INTERRUPTED, "Прервано.\n"),
        ("aborted", cli.INTERRUPTED, "Прервано.\n"),
        ("found", cli.FOUND_ERRORS, ""),
    ],
)
def test_other_ends(
    trouble: Path, command: str, code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([command]) == code
    assert capsys.readouterr() == ("", words)


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 0
    assert capsys.readouterr().out.startswith("Использование: pravila")


def test_every_error_of_the_tree_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    for error in PravilaError.__subclasses__():
        cli.fail(str(error("файл\r\nне  читается: \x07 замените его")))
        assert capsys.readouterr().err == "Ошибка: файл не читается: � замените его\n"


LONG = (
    "import cli, typer\n"
    "class Long:\n"
    "    def register(app):\n"
    "        @app.command('long')\n"
    "        def long():\n"
    "            for n in range(10**6): typer.echo('строка')\n"
    "        @app.command('wait')\n"
    "        def wait():\n"
    "            import time; typer.echo('готово'); time.sleep(30)\n"
    "cli.COMMANDS = (Long,)\n"
    "raise SystemExit(cli.main())\n"
)


def start(*arguments: str, **settings: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", LONG, *arguments],
        cwd=ROOT,
        env={**os.environ, **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_reader_that_goes_away_is_no_error() -> None:
    with start("long") as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().decode() == "строка\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == cli.DONE


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be sent Ctrl+C there")
def test_ctrl_c_is_one_line_and_130() -> None:
    with start("wait", PYTHONUNBUFFERED="1") as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().decode() == "готово\n"
        process.send_signal(signal.SIGINT)
        assert process.stderr.read().decode() == "Прервано.\n"
        assert process.wait() == cli.INTERRUPTED


def test_output_is_utf8_whatever_the_system_says() -> None:
    with start("wait", PYTHONIOENCODING="cp866", PYTHONUNBUFFERED="1") as process:
        assert process.stdout
        assert process.stdout.readline().decode("utf-8") == "готово\n"
        process.kill()
