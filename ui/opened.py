"""The one opened library every session of this server shares."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from threading import Lock, Timer

from ui.settings import Settings
from ui.words import plural
from workspace import Workspace, open_workspace

GRACE = 120.0
"""Seconds a replaced generation is kept for the sessions still at work on it."""


def _later(action: Callable[[], None]) -> None:
    timer = Timer(GRACE, action)
    timer.daemon = True
    timer.start()


class _Held:
    """The workspace in use, replaced when the library has been rebuilt since."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lock = Lock()
        self._workspace: Workspace | None = None

    def current(self) -> Workspace:
        workspace = self._workspace
        if workspace is not None and not workspace.is_stale():
            return workspace
        with self._lock:
            if self._workspace is None:
                self._workspace = open_workspace(self._path)
            else:
                old, self._workspace = self._workspace, self._workspace.refresh()
                if old is not self._workspace:
                    _later(old.close)
            return self._workspace


@lru_cache(maxsize=4)
def _held(path: Path | None) -> _Held:
    return _Held(path)


def library() -> Workspace:
    """The library as it is now. Costs one small read when it has not changed."""
    return _held(Settings.current().library).current()


def warm() -> Workspace:
    """The library with its search and graph loaded, so that the first visitor need not wait."""
    workspace = library()
    _ = workspace.graph, workspace.finder.search("фальшренонс")
    return workspace


def about(workspace: Workspace) -> str:
    """One line on what the library holds."""
    documents = len(workspace.documents)
    citations = workspace.manifest.citations
    return (
        f"В библиотеке {plural(documents, 'документ', 'документа', 'документов')}, "
        f"{plural(citations, 'ссылка', 'ссылки', 'ссылок')}"
    )


def words_address() -> str:
    """Where suggestions for the search box are served; changes when the library does."""
    return "words.json"
