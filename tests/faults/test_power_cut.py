"""A power cut loses what was not flushed: so all is flushed before it gets its name.

A change of a library is watched at the calls that matter. When a folder is renamed to its final
name every file and folder in it has been flushed since it was last written; when ``current`` is
replaced, the new ``current`` and the names it speaks of have been; and then its own name is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import LONG, letters, small_library, sound

import workspace
from kg.lint import Baseline
from kg.lint.finding import Finding

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks /proc which file is meant")

State = tuple[int, int, int, int]


def state_of(path: str) -> State:
    """A file's identity and contents as far as the system tells: any write changes it."""
    found = os.stat(path)
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


class Watched:
    """Keeps the state of each path when it was flushed, and checks every rename against that."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.flushed: set[State] = set()
        self.renamed: list[str] = []
        self.unsafe: list[str] = []
        self._waiting: dict[str, State] = {}
        whole_fsync, whole_replace = os.fsync, os.replace

        def fsync(handle: int) -> None:
            whole_fsync(handle)
            path = os.readlink(f"/proc/self/fd/{handle}")
            self.flushed.add(state_of(path))
            self._waiting.pop(path, None)

        def replace(source: str, target: str) -> None:
            self._check(str(source), str(target))
            whole_replace(source, target)
            self.renamed.append(Path(target).name)
            folder = os.path.realpath(Path(target).parent)
            self._waiting[folder] = state_of(folder)

        monkeypatch.setattr(os, "fsync", fsync)
        monkeypatch.setattr(os, "replace", replace)

    def _check(self, source: str, target: str) -> None:
        paths = [source]
        for base, folders, names in os.walk(source):
            paths += [os.path.join(base, name) for name in (*folders, *names)]
        self.unsafe += [f"{target}: {p}" for p in paths if state_of(p) not in self.flushed]
        if Path(target).name == "current" and self._waiting:
            self.unsafe += [f"{target} before the names in {p}" for p in self._waiting]

    def unfinished(self) -> list[str]:
        """Folders whose names were changed and never flushed."""
        return list(self._waiting)


CHANGES: dict[str, Callable[[Path, Path], object]] = {
    "build": lambda home, _: workspace.build(home, force=True),
    "add": lambda home, file: workspace.add_files(home, [file]),
    "remove": lambda home, _: workspace.remove(home, "клейм.txt"),
    "tantivy": lambda home, _: workspace.build(home, engine="tantivy"),
}


@pytest.mark.parametrize("change", list(CHANGES) if LONG else ["add", "remove"])
def test_nothing_gets_its_name_before_it_is_on_the_disk(
    change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if change == "tantivy":
        pytest.importorskip("tantivy")
    home = small_library(tmp_path / "библиотека")
    new = tmp_path / "новое.txt"
    new.write_text("Письмо о новом. См. Правило 16.", encoding="utf-8")
    with monkeypatch.context() as watching:
        watched = Watched(watching)
        CHANGES[change](home, new)
    assert "current" in watched.renamed
    assert watched.unsafe == []
    assert watched.unfinished() == []
    assert sound(home)


def test_nor_a_list_of_accepted_findings_or_a_file_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from corpus.storage import write_output

    watched = Watched(monkeypatch)
    found: list[Finding] = []
    Baseline().accept(found, "проверено").save(tmp_path / "принято.json")
    write_output(tmp_path / "граф.ttl", b"x" * 100_000)
    assert watched.renamed == ["принято.json", "граф.ttl"]
    assert watched.unsafe == []
    assert watched.unfinished() == []


def test_the_watch_sees_what_is_not_flushed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test above can fail: without the flush the watch says so."""
    watched = Watched(monkeypatch)
    monkeypatch.setattr("corpus.storage.sync_tree", lambda _: None)
    small_library(tmp_path / "библиотека")
    assert any("graph.msgpack" in said for said in watched.unsafe)
    assert letters(tmp_path / "x")
