"""Going back one change: texts, what was built from them, the engine; and forth again."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cli
import workspace
from corpus.errors import LibraryError
from corpus.library import Library
from workspace import stamps
from workspace.building import chosen_state
from workspace.checking import check

ROOT = Path(__file__).resolve().parents[1]
KILLS = int(os.environ.get("PRAVILA_KILLS", "3"))
LAWS = "ПРАВИЛО 12. Право судьи\n\nСудья вправе присудить {} (см. Правило 16).\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A bare library of one file that has been changed once."""
    home = tmp_path / "l"
    for word in ("слона", "коня"):
        put(home, word)
    return home


def put(home: Path, word: str) -> None:
    file = home.parent / "a.txt"
    file.write_text(LAWS.format(word), encoding="utf-8")
    workspace.add_files(home, [file], bare=True)


def words(home: Path) -> str:
    """What the library says now, without anything being built for it."""
    opened = workspace.open_workspace(home)
    assert opened.report is None
    assert opened.notices == []
    (hit,) = opened.finder.search("присудить").hits
    opened.close()
    return hit.passage.text


def test_back_and_forth(home: Path) -> None:
    assert "коня" in words(home)
    report = workspace.rollback(home)
    assert report.built
    assert report.documents == 1
    assert "слона" in words(home)
    assert check(home) == ()
    workspace.rollback(home)
    assert "коня" in words(home)
    assert check(home) == ()


def test_from_there_one_goes_on(home: Path) -> None:
    workspace.rollback(home)
    assert not workspace.build(home).built
    workspace.build(home, force=True)
    assert "слона" in words(home)
    put(home, "ферзя")
    assert "ферзя" in words(home)
    workspace.rollback(home)
    assert "слона" in words(home)


def test_a_removed_file_comes_back_with_its_source(home: Path) -> None:
    workspace.remove(home, "a")
    assert workspace.open_workspace(home).documents == ()
    workspace.rollback(home)
    assert "коня" in words(home)
    workspace.build(home, force=True)  # from its source, not from what was built
    assert "коня" in words(home)
    assert check(home) == ()


def test_the_choice_of_engine_and_of_bundled_texts_comes_back(home: Path) -> None:
    pytest.importorskip("tantivy")
    workspace.build(home, engine="tantivy", bare=False)
    workspace.rollback(home)
    assert (Library(home).settings().engine, Library(home).settings().bare) == ("whoosh", True)
    assert "коня" in words(home)
    workspace.rollback(home)
    assert (Library(home).settings().engine, Library(home).settings().bare) == ("tantivy", False)
    assert len(workspace.open_workspace(home).documents) > 1


def test_a_rebuild_for_a_new_version_is_no_change(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def updated(version: str) -> None:
        monkeypatch.setattr(stamps, "stages", lambda: {"readings": version})
        assert workspace.open_workspace(home).report is not None

    updated("2")
    updated("3")
    workspace.rollback(home)  # to what was built by the first version
    assert workspace.open_workspace(home).report is not None
    assert "слона" in words(home)
    updated("4")
    workspace.rollback(home)
    assert workspace.open_workspace(home).report is not None
    assert "коня" in words(home)
    assert check(home) == ()


def test_rebuilding_leaves_nothing_to_go_back_to(tmp_path: Path) -> None:
    workspace.build(tmp_path / "l", bare=True)
    for _ in range(2):
        workspace.build(tmp_path / "l", force=True)
    with pytest.raises(LibraryError, match="нет прежнего состояния"):
        workspace.rollback(tmp_path / "l")
    assert len(Library(tmp_path / "l").generations()) == 2


def test_a_reader_keeps_what_it_has(home: Path) -> None:
    opened = workspace.open_workspace(home)
    workspace.rollback(home)
    workspace.build(home, force=True)
    assert opened.is_stale()
    assert "коня" in opened.finder.search("присудить").hits[0].passage.text
    assert "слона" in opened.refresh().finder.search("присудить").hits[0].passage.text


def test_nothing_to_go_back_to(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="нет библиотеки"):
        workspace.rollback(tmp_path / "l")
    workspace.build(tmp_path / "l", bare=True)
    with pytest.raises(LibraryError, match="нет прежнего состояния"):
        workspace.rollback(tmp_path / "l")


@pytest.mark.parametrize("damage", ["manifest.json", "graph.msgpack", "index/index.json"])
@pytest.mark.parametrize("how", ["gone", "garbage"])
def test_what_is_not_whole_is_not_gone_back_to(home: Path, damage: str, how: str) -> None:
    file = Library(home).built / str(Library(home).before(chosen_state)) / damage
    if how == "gone":
        file.unlink()
    else:
        file.write_bytes(b"\x00" * file.stat().st_size)
    with pytest.raises(LibraryError, match="прежнее состояние не вернуть") as raised:
        workspace.rollback(home)
    assert "\n" not in str(raised.value)
    assert "коня" in words(home)


def test_the_command(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rollback", "--library", str(home), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["documents"] == 1
    assert cli.main(["rollback", "--library", str(home)]) == 0
    assert "прежняя" in capsys.readouterr().out
    assert cli.main(["rollback", "--library", str(home.parent / "нет")]) == 2
    assert "Ошибка: " in capsys.readouterr().err


@pytest.mark.slow
def test_killed_at_any_moment_it_is_done_or_not_done(home: Path) -> None:
    chance = random.Random(5)
    code = "import sys; from pathlib import Path; import workspace\n"
    code += "for _ in range(200): workspace.rollback(Path(sys.argv[1]))"
    for _ in range(KILLS):
        process = subprocess.Popen([sys.executable, "-c", code, str(home)], cwd=ROOT)
        time.sleep(0.4 + chance.random())
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert ("слона" in words(home)) != ("коня" in words(home))
        assert check(home) == ()
    put(home, "ферзя")
    assert "ферзя" in words(home)
