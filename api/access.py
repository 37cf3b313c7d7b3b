"""The access log: a line of JSON a request, without what was asked or who asked."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from corpus.errors import SettingsError


class AccessLog:
    """Writes lines to a file, or to standard error for «-».

    Each line is one write to a file opened for appending, so lines of several workers do not mix.
    """

    def __init__(self, where: str) -> None:
        self._file = sys.stderr.fileno() if where == "-" else _opened(where)

    def write(self, method: str, route: str, status: int, seconds: float, size: int) -> None:
        """One request: the route's template, not the address, so that no question is kept."""
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "method": method[:20],
            "route": route,
            "status": status,
            "ms": round(seconds * 1000, 1),
            "bytes": size,
        }
        os.write(self._file, (json.dumps(line) + "\n").encode())


def _opened(where: str) -> int:
    try:
        return os.open(where, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o640)
    except OSError as error:
        raise SettingsError(f"Журнал {where} не записывается: {error.strerror}.") from None


def check(where: str) -> None:
    """Raise ``SettingsError`` when the log cannot be written there."""
    if where and where != "-":
        os.close(_opened(str(Path(where).absolute())))
