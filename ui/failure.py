"""When a page fails: one Russian sentence with a code and a way back; the rest goes to the log."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler

from corpus.errors import PravilaError
from ui.address import link
from ui.markup import esc, put
from ui.settings import Settings

_LOG = logging.getLogger("pravila.app")


def _log() -> logging.Logger:
    """The application's log: a file of at most 1 MB and three older ones; stderr if it cannot."""
    if not _LOG.handlers:
        path = Settings.current().log
        handler: logging.Handler
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handler = RotatingFileHandler(path, maxBytes=1_000_000, backupCount=3, encoding="utf-8")
        except OSError:
            handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        _LOG.addHandler(handler)
        _LOG.propagate = False
    return _LOG


def record(error: BaseException) -> str:
    """Write the error to the log and return the code the user sees."""
    code = secrets.token_hex(4)
    _log().error("код %s", code, exc_info=error)
    return code


def _say(text: str) -> None:
    put(
        f'<div class="failure" role="alert"><p>{esc(text)}</p>'
        f'<p class="strip">{link("Вернуться к поиску", "go")}</p></div>'
    )


def unexpected(error: BaseException) -> bool:
    """Show a bug as one sentence with its code; true hides the traceback (``st.App``)."""
    code = record(error)
    _say(
        f"Страница не открылась из-за ошибки в программе. Код: {code}. "
        "Вернитесь к поиску; если повторится – сообщите код тому, кто ведёт библиотеку."
    )
    return True


@contextmanager
def guarded() -> Iterator[None]:
    """Around a page: an error meant for the user is shown as it is, any other as a code."""
    try:
        yield
    except PravilaError as error:
        _say(str(error))
    except Exception as error:
        unexpected(error)
