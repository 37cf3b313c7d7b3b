"""The command line: ``pravila COMMAND``.

Each module of ``commands/`` registers its own commands. Here they are put together, and whatever
goes wrong in any of them becomes one Russian line and an exit code (see ``EPILOG``).
"""

import os
import sys
from collections.abc import Sequence

import typer
from typer.exceptions import TyperException
from typer.main import get_command

from commands import app as app_command
from commands import (
    citations,
    documents,
    export,
    graph,
    library,
    lint,
    mistakes,
    publish,
    questions,
    refusals,
    search,
)
from commands import serve as serve_command
from commands.output import note, say, speak_utf8
from commands.russian import RussianTyper
from corpus import incident
from corpus.errors import PravilaError

DONE, FOUND_ERRORS, WRONG_INPUT, BROKEN, INTERRUPTED = 0, 1, 2, 3, 130
EPILOG = """\
Пример: pravila search "фальшренонс после претензии"
Коды завершения: 0 – сделано; 1 – проверка (lint, check) нашла ошибки; 2 – неверны команда,
запрос, файл или библиотека; 3 – внутренняя ошибка (записана в журнал); 130 – прервано.
"""
COMMANDS = (
    search,
    documents,
    citations,
    graph,
    questions,
    export,
    publish,
    library,
    lint,
    app_command,
    serve_command,
)


def version(asked: bool) -> None:
    """Print the version and stop, if asked to."""
    if asked:
        from importlib import metadata

        try:
            say(f"pravila {metadata.version('pravila')}")
        except metadata.PackageNotFoundError:
            say("pravila (не установлена, запущена из папки с исходным текстом)")
        raise typer.Exit


def build_app() -> typer.Typer:
    """Put the commands of all modules together."""
    app = RussianTyper(
        name="pravila",
        help="Правила бриджа: поиск по толкованиям, ссылки между правилами и цепочки ссылок.",
        epilog=EPILOG,
    )

    @app.callback()
    def pravila(
        asked: bool = typer.Option(
            False, "--version", callback=version, is_eager=True, help="Показать версию."
        ),
    ) -> None:
        pass

    for module in COMMANDS:
        module.register(app)
    return app


def fail(text: str) -> None:
    """Print one line on standard error, whatever line ends and control characters it was given."""
    line = " ".join(text.split())
    typer.secho("Ошибка: ", fg="red", nl=False, err=True)
    note("".join(sign if sign.isprintable() else "�" for sign in line))


def run(arguments: Sequence[str] | None) -> int:
    """Run one command; return its exit code. Errors meant for the user come out as exceptions."""
    command = get_command(build_app())
    result = command.main(args=arguments, prog_name="pravila", standalone_mode=False)
    sys.stdout.flush()
    if result == INTERRUPTED:
        raise KeyboardInterrupt
    return result if isinstance(result, int) else DONE


def close_quietly() -> None:
    """Forget what could not be written to a reader that has gone (``pravila … | head``)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def open_streams() -> None:
    """Give a program started with closed streams (``>&-``) ones that lead nowhere.

    Else the next file it opens becomes its output, and what is printed goes into that file.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; never let a traceback reach the screen."""
    open_streams()
    speak_utf8()
    try:
        return run(arguments)
    except PravilaError as error:
        fail(str(error))
        return WRONG_INPUT
    except TyperException as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            say(error.message)
            return DONE
        fail(mistakes.explain(error))
        return WRONG_INPUT
    except (BrokenPipeError, SystemExit):  # the latter is Typer's word for the former
        close_quietly()
        return DONE
    except (KeyboardInterrupt, typer.Abort):
        note("Прервано.")
        return INTERRUPTED
    except MemoryError:
        refusals.give_up()
    except Exception as error:
        refused = refusals.explain(error)
        if refused is not None:
            fail(refused)
            close_quietly()  # what is left to print would fail once more, at the very end
            return WRONG_INPUT
        fail(str(incident.record(error)))
        return BROKEN


if __name__ == "__main__":
    sys.exit(main())
