"""A failure nobody foresaw: kept in a log file under a code, so that the screen stays clean.

What writing it takes is imported when it happens, so that nobody else waits for it.
"""

import os
import sys
import tempfile
import zlib
from dataclasses import dataclass
from pathlib import Path

LOG_BYTES = 1_000_000
LOG_FILES = 4


@dataclass(frozen=True, slots=True)
class Incident:
    """What the user is told: the code of the failure and the file that tells the rest."""

    code: str
    log: Path

    def __str__(self) -> str:
        return (
            f"внутренняя ошибка {self.code}; подробности в файле {self.log} – "
            "пришлите его разработчикам"
        )


def log_path() -> Path:
    """The log: ``PRAVILA_LOG``, else a file in the user's folder for logs.

    Where that folder cannot be written, the file lies in the folder for temporary files.
    """
    import platformdirs

    named = os.environ.get("PRAVILA_LOG")
    path = Path(named or Path(platformdirs.user_log_dir("pravila", False), "pravila.log"))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("a").close()
    except OSError:
        return Path(tempfile.gettempdir(), path.name)
    return path


def code_of(error: BaseException) -> str:
    """A code that is the same whenever the same line fails in the same way."""
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    place = [f"{Path(frame.filename).name}:{frame.name}:{frame.lineno}" for frame in frames[-3:]]
    return f"{zlib.crc32('|'.join([type(error).__name__, *place]).encode()):08X}"


def record(error: BaseException) -> Incident:
    """Write the error with its traceback to the rotating log and return its code."""
    import logging
    import platform
    from logging.handlers import RotatingFileHandler

    incident = Incident(code_of(error), log_path())
    handler = RotatingFileHandler(
        incident.log, maxBytes=LOG_BYTES, backupCount=LOG_FILES - 1, encoding="utf-8"
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    logger = logging.getLogger("pravila.incident")
    logger.propagate = False
    logger.addHandler(handler)
    try:
        where = f"Python {platform.python_version()}, {platform.platform()}"
        logger.error("%s %s %s", incident.code, where, sys.argv, exc_info=error)
    finally:
        logger.removeHandler(handler)
        handler.close()
    return incident
