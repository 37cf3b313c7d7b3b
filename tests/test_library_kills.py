"""A library survives ``kill -9`` of real processes at random moments of every kind of change.

``PRAVILA_KILLS`` says how many (``PRAVILA_KILLS=200`` for the full proof); the moments are drawn
evenly over the time the change takes from its first write to its end.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import pytest

import workspace
from corpus.library import Library
from kg.lint import Baseline, baseline_path
from kg.lint.baseline import Accepted
from workspace.accepting import change_baseline
from workspace.checking import check

KILLS = int(os.environ.get("PRAVILA_KILLS", "21"))
KINDS = ("build", "add", "remove", "replace", "swap", "accept", "rollback")
ENGINES = ("whoosh", "tantivy") if find_spec("tantivy") else ("whoosh",)
TEXT = "Письмо номер {} о ренонсе и о претензии. См. Правило {}.\n"


def change(kind: str, home: Path, letters: Path, number: int) -> None:
    """One change of the library; the one after it undoes or continues it."""
    file = letters / f"письмо{number % 3}.txt"
    documents = workspace.open_workspace(home).documents
    there = next((meta.id for meta in documents if meta.file == file.name), None)
    os.write(READY[1], b".")
    if kind == "build":
        workspace.build(home, force=True)
    elif kind == "swap":
        workspace.build(home, engine=ENGINES[number % len(ENGINES)])
    elif kind == "rollback":
        workspace.rollback(home)
    elif kind == "accept":
        accept(home, number)
    elif kind == "remove" and there:
        workspace.remove(home, there)
    else:
        if kind == "replace":
            file.write_text(f"Письмо заново, {number}. См. Правило {number % 93 + 1}.")
        workspace.add_files(home, [file])


def accept(home: Path, number: int) -> None:
    """Accept a finding more; every third time begin anew."""
    found = Accepted(
        f"к{number}", "F101", "всегда", "слово" * 200, f"причина {number}", "2000-01-01"
    )
    change_baseline(
        baseline_path(home),
        lambda now: Baseline((*(now.accepted if number % 3 else ()), found)),
    )


READY = os.pipe()


def start(kind: str, home: Path, letters: Path, first: int) -> int:
    """A process that makes change after change, and says when each begins; returns its id.

    Forked, so that it need not import everything first.
    """
    process = os.fork()
    if process:
        return process
    try:
        for number in range(first, first + 1000):
            change(kind, home, letters, number)
    finally:
        os._exit(1)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on Windows")
@pytest.mark.parametrize("kind", KINDS)
def test_a_library_survives_kills(kind: str, tmp_path: Path) -> None:
    home, letters = tmp_path / "l", tmp_path / "письма"
    letters.mkdir()
    for number in range(3):
        (letters / f"письмо{number}.txt").write_text(TEXT.format(number, number + 1))
    keep = tmp_path / "всегда.txt"
    keep.write_text(TEXT.format(7, 12))
    workspace.add_files(home, [keep], bare=True)
    if kind == "rollback":  # there has to be a state to go back to
        workspace.add_files(home, [letters / "письмо0.txt"])
    chance = random.Random(kind)
    seen: set[str] = set()
    for _ in range(-(-KILLS // len(KINDS))):
        writer = start(kind, home, letters, chance.randrange(3))
        for _ in range(chance.randrange(1, 3)):
            assert os.read(READY[0], 1) == b"."
        time.sleep(chance.random() * 0.2)
        os.kill(writer, signal.SIGKILL)
        _, status = os.waitpid(writer, 0)
        assert os.WTERMSIG(status) == signal.SIGKILL, "the writer failed by itself"
        drain()
        seen |= valid(home, letters)
    assert "всегда.txt" in seen


def drain() -> None:
    """Forget what a killed writer had still said."""
    os.set_blocking(READY[0], False)
    with suppress(BlockingIOError):
        os.read(READY[0], 1000)
    os.set_blocking(READY[0], True)


def valid(home: Path, letters: Path) -> set[str]:
    """The files in the library, after it was found sound, complete and open to change."""
    assert check(home) == ()
    opened = workspace.open_workspace(home)
    assert opened.report is None, "it had to be rebuilt"
    assert opened.notices == []
    files = {m.file for m in opened.documents}
    assert "всегда.txt" in files
    assert files <= {"всегда.txt"} | {f.name for f in letters.iterdir()}
    stored = {entry.id for entry in opened.manifest.sources}
    library = Library(home)
    assert stored <= {p.name for p in library.sources.iterdir()}
    for document in opened.read_documents():
        assert document.original.startswith("Письмо")
    assert opened.finder.search("ренонсе").hits
    opened.close()
    accepted = Baseline.load(baseline_path(home)).accepted
    assert all(one.words == "слово" * 200 for one in accepted)
    return files
