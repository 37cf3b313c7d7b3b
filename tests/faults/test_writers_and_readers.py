"""Two writers at once, and readers of every kind while the library is being changed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from processes import (
    LETTERS,
    ROOT,
    command,
    environment,
    pravila,
    refusal,
    small_library,
    sound,
)

import workspace
from corpus.library import Library
from workspace import opened

SWAPS = int(os.environ.get("PRAVILA_SWAPS", "3"))
"""How often the library is changed under its readers (``PRAVILA_SWAPS=300`` for the long proof)."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_library(tmp_path_factory.mktemp("many") / "библиотека")


@pytest.fixture
def home(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "библиотека"))


def test_of_two_writers_one_waits_and_both_are_heard(home: Path, tmp_path: Path) -> None:
    files = []
    for name in ("один", "два"):
        files.append(tmp_path / f"{name}.txt")
        files[-1].write_text(f"Письмо номер {name}. См. Правило 12.", encoding="utf-8")
    writers = [
        subprocess.Popen(
            command("add", file, "--library", home),
            cwd=ROOT,
            env=environment(tmp_path),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        for file in files
    ]
    for writer in writers:
        _, said = writer.communicate(timeout=120)
        assert writer.returncode == 0, said
    assert sound(home) == {*LETTERS, "один.txt", "два.txt"}


def test_a_generation_that_is_replaced_while_it_is_opened_is_not_damaged(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = opened._open_state

    def replaced_at_once(library: Library) -> Any:
        state = held(library)
        monkeypatch.setattr(opened, "_open_state", held)
        file = tmp_path / "письмо0.txt"
        file.write_text("Письмо номер 0. См. Правило 1.", "utf-8")
        workspace.add_files(home, [file])
        return state

    monkeypatch.setattr(opened, "_open_state", replaced_at_once)
    with workspace.open_workspace(home) as read:
        assert read.notices == []
        assert {meta.file for meta in read.documents} == set(LETTERS)
    assert len(sound(home)) == len(LETTERS) + 1


def test_readers_in_a_process_and_outside_see_whole_generations(home: Path, tmp_path: Path) -> None:
    """Each generation has one more letter, numbered; a reader must see letters 1…n, all of them."""
    problems: list[str] = []
    done = threading.Event()

    def consistent(names: set[str]) -> bool:
        numbers = sorted(int(n[6:-4]) for n in names if n.startswith("письмо"))
        return set(LETTERS) <= names and numbers == list(range(len(numbers)))

    def inside() -> None:
        opened = workspace.open_workspace(home)
        while not done.is_set():
            try:
                opened = opened.refresh()
                names = {m.file for m in opened.documents}
                texts = {d.meta.file for d in opened.read_documents()}
                found = {h.passage.file for h in opened.finder.search("письмо", limit=500).hits}
                cited = {c.file for c in opened.citations}
                if not (consistent(names) and names == texts == found == cited):
                    problems.append(f"{names} {texts} {found} {cited}")
                if opened.notices:
                    problems.append(str(opened.notices))
            except Exception as error:
                problems.append(repr(error))

    def outside() -> None:
        while not done.is_set():
            run = pravila(tmp_path, "search", "письмо", "-n", "500", "--json", "--library", home)
            if run.returncode or run.stderr:
                problems.append(run.stderr)
                continue
            hits = json.loads(run.stdout)["hits"]
            names = {hit["source"]["file"] for hit in hits}
            if not consistent(names):
                problems.append(str(names))

    readers = [threading.Thread(target=inside), threading.Thread(target=outside)]
    for reader in readers:
        reader.start()
    try:
        for number in range(SWAPS):
            file = tmp_path / f"письмо{number}.txt"
            file.write_text(f"Письмо номер {number}. См. Правило {number % 90 + 1}.", "utf-8")
            workspace.add_files(home, [file])
    finally:
        done.set()
        for reader in readers:
            reader.join(120)
    assert problems == []
    assert len(sound(home)) == len(LETTERS) + SWAPS


def test_a_reader_whose_folder_is_removed_says_so_in_one_line(home: Path) -> None:
    from corpus.errors import PravilaError

    opened = workspace.open_workspace(home)
    shutil.rmtree(home)
    assert opened.documents  # what it has read it keeps
    for ask in (lambda: opened.finder, lambda: opened.graph, lambda: opened.citations):
        with pytest.raises(PravilaError) as raised:
            ask()
        assert "\n" not in str(raised.value)
    with pytest.raises(PravilaError):
        opened.refresh().document("нет")


@pytest.mark.parametrize("now", [4_000_000_000])
def test_a_clock_far_away_changes_nothing(now: int, home: Path, tmp_path: Path) -> None:
    """Files of the future, then a writer in the past: generations go by number."""
    for path in home.rglob("*"):
        os.utime(path, (now, now))
    before = Library(home).current()
    code = (
        f"import sys, time; time.time = lambda: {5_000_000_000 - now}.0;"
        "import cli; sys.exit(cli.main(sys.argv[1:]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, "build", "--force", "--library", str(home)],
        env=environment(tmp_path),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    after = Library(home).current()
    assert before is not None
    assert after == f"g{int(before[1:]) + 1:06d}"
    assert len(sound(home)) == 3


# -- places ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["- " + "д" * 100 + "a'b\"c $(d) & ;"])
def test_a_library_may_lie_anywhere(name: str, whole: Path, tmp_path: Path) -> None:
    home = tmp_path / name
    shutil.copytree(whole, home)
    run = pravila(tmp_path, "build", "--force", f"--library={home}")
    assert run.returncode == 0, run.stderr
    assert len(sound(home)) == 3


def test_a_library_behind_a_link_is_the_same(home: Path, tmp_path: Path) -> None:
    link = tmp_path / "ссылка"
    link.symlink_to(home, target_is_directory=True)
    new = tmp_path / "новое.txt"
    new.write_text("Письмо о новом. См. Правило 16.", encoding="utf-8")
    assert workspace.add_files(link, [new]).taken
    assert link.is_symlink()
    assert sound(home) == sound(link) == {*LETTERS, "новое.txt"}


@contextmanager
def unwritable(folder: Path) -> Iterator[None]:
    """A folder nobody may write: mounted so for root, who may write anything else."""
    if os.geteuid():
        places = [folder, *folder.rglob("*")]
        for place in places:
            place.chmod(0o555 if place.is_dir() else 0o444)
        try:
            yield
        finally:
            for place in places:
                place.chmod(0o755 if place.is_dir() else 0o644)
        return
    mounted = subprocess.run(["mount", "--bind", folder, folder], capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip("root пишет везде, а подключать папки здесь нельзя")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", folder], check=True)
        yield
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="rights and mounts of Linux")
def test_a_library_that_may_only_be_read_is_searched_and_not_changed(
    home: Path, tmp_path: Path
) -> None:
    new = tmp_path / "новое.txt"
    new.write_text("Письмо о другом. См. Правило 16.", encoding="utf-8")
    before = sorted(str(p) for p in home.rglob("*"))
    with unwritable(home):
        read = pravila(tmp_path, "search", "ренонс", "--json", "--library", home)
        assert (read.returncode, read.stderr) == (0, "")
        assert json.loads(read.stdout)["hits"]
        for change in (
            ("build", "--force"),
            ("add", str(new)),
            ("remove", "клейм.txt"),
            ("lint", "--select", "ALL", "--accept", "так"),
        ):
            line = refusal(pravila(tmp_path, *change, "--library", home))
            assert "писать" in line or "записывается" in line, line
    assert sorted(str(p) for p in home.rglob("*")) == before
    assert len(sound(home)) == 3
