"""Where the user's library is."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "PRAVILA_LIBRARY"


def location(path: Path | None = None) -> Path:
    """The folder meant: the one given, else ``PRAVILA_LIBRARY``, else the user's data folder."""
    if path is not None:
        return path.expanduser()
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser()
    import platformdirs

    return platformdirs.user_data_path("pravila", appauthor=False)


def chosen(path: Path | None = None) -> bool:
    """Whether somebody named the folder, rather than leaving it to the default."""
    return path is not None or bool(os.environ.get(VARIABLE))
