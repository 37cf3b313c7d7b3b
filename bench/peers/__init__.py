"""Search engines that can be measured side by side: ours, and others over the same passages.

Each gets what a good user of it would give it: its own stemming or our dictionary forms, the words
of a query joined by OR, its own ranking function. Each answers with the ids of the best passages
and a snippet with the words found marked, so that all are timed to something one could show.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol, TypeAlias

from search.passages import Passage

Answer: TypeAlias = tuple[str, str]
"""A passage's id and its snippet as HTML."""


class Peer(Protocol):
    """One engine with one folder of its own."""

    def build(self, passages: Iterable[Passage]) -> int:
        """Index the passages durably; returns the index's size in bytes, with the texts."""

    def open(self) -> float:
        """Make ready to be asked; returns the seconds a server took to start, which a program
        using it would not wait for (0 when there is none).
        """

    def ask(self, query: str, limit: int) -> Sequence[Answer]:
        """The best passages, best first."""

    def cpu(self) -> float:
        """Processor seconds spent until now by all that work for the answers."""

    def close(self) -> None:
        """Stop what was started."""


class InProcess:
    """A peer that does its work in this process, on all its threads."""

    def cpu(self) -> float:
        """This process's seconds."""
        return time.process_time()


@dataclass(frozen=True, slots=True)
class Entrant:
    """A peer as the table knows it.

    ``make`` imports what it needs itself; ``missing`` says what is absent and how to install it, or
    nothing.
    """

    name: str
    about: str
    make: Callable[[Path, str], Peer]
    missing: Callable[[str], str]


def folder_size(folder: Path) -> int:
    """Bytes of all files in ``folder``."""
    return sum(p.stat().st_size for p in folder.rglob("*") if p.is_file())


def lacking(*modules: str, extra: str = "bench") -> str:
    """How to install what is absent of ``modules``; empty when all are there."""
    absent = [name for name in modules if find_spec(name) is None]
    if not absent:
        return ""
    return f"no {', '.join(absent)}: pip install -e '.[{extra}]'"
