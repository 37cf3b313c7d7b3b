"""Names that climb out of their folder, links that lead out of it, files that are no files."""

from __future__ import annotations

import os
import socket
import sys
import threading
from pathlib import Path

import making
import pytest
from evil import told

import cli
import workspace
from corpus.document import Metadata
from corpus.errors import PravilaError, ReadingError
from corpus.library import Library
from corpus.reading import read_text

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="names and files of POSIX")
LETTER = "Письмо о ренонсе. См. Правило 61А.\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "библиотека"


def files_below(folder: Path) -> set[str]:
    return {str(p.relative_to(folder)) for p in folder.rglob("*") if not p.is_dir()}


@pytest.mark.parametrize(
    "said",
    [
        *('file = "../../../вне.txt"', 'file = "/etc/passwd"', 'file = "..\\\\..\\\\вне.txt"'),
        *('id = "../../вне"', 'id = "/tmp/вне"', 'id = "."', 'id = ".."', 'id = "а/б"'),
        *('work = "../../вне"', 'title = "../../вне"', 'edition = "../../../вне"'),
    ],
)
def test_no_metadata_leads_out_of_the_library(said: str, home: Path, tmp_path: Path) -> None:
    place = tmp_path / "тексты"
    place.mkdir()
    (place / "письмо.txt").write_text(LETTER, encoding="utf-8")
    (place / "письмо.toml").write_text(said + "\n", encoding="utf-8")
    try:
        workspace.add_files(home, [place / "письмо.txt"], bare=True)
    except PravilaError as error:
        told(error)
    else:
        with workspace.open_workspace(home) as opened:
            for meta in opened.documents:
                assert set(meta.id) & {"/", "\\"} == set()
        out = tmp_path / "выгрузка"
        cli.main(["export", "--all", str(out), "--library", str(home)])
        assert {p for p in files_below(tmp_path) if "вне" in Path(p).name} == set()
        assert all("/" not in name for name in files_below(out))
    assert {p.name for p in tmp_path.iterdir()} <= {"тексты", "библиотека", "выгрузка"}


def test_a_link_below_a_folder_leads_nowhere_else(home: Path, tmp_path: Path) -> None:
    """Somebody packed the folder; its link may point at a secret of whoever unpacks it."""
    secret = tmp_path / "секрет.txt"
    secret.write_text("Тайное письмо. См. Правило 12.", encoding="utf-8")
    folder = tmp_path / "присланное"
    (folder / "ниже").mkdir(parents=True)
    (folder / "письмо.txt").write_text(LETTER, encoding="utf-8")
    (folder / "внутри.txt").symlink_to("ниже/настоящее.txt")
    (folder / "ниже" / "настоящее.txt").write_text(LETTER * 2, encoding="utf-8")
    (folder / "наружу.txt").symlink_to(secret)
    (folder / "папка").symlink_to(tmp_path, target_is_directory=True)
    (folder / "петля").symlink_to(folder, target_is_directory=True)
    (folder / "никуда.txt").symlink_to("нет.txt")
    (folder / "другое.txt").write_text(LETTER * 3, encoding="utf-8")
    (folder / "другое.toml").symlink_to(secret)
    report = workspace.add_files(home, [folder], bare=True)
    assert {f.name for f in report.taken} | {f.name for f in report.unchanged} == {
        *("письмо.txt", "внутри.txt", "настоящее.txt")
    }
    reasons = {r.file.name: r.reason for r in report.refused}
    assert reasons.keys() == {"наружу.txt", "никуда.txt", "другое.txt"}
    assert "за пределы папки" in reasons["наружу.txt"]
    assert "за пределы папки" in reasons["другое.txt"]
    with workspace.open_workspace(home) as opened:
        assert not [d for d in opened.read_documents() if "Тайное" in d.original]
    assert workspace.add_files(home, [folder / "наружу.txt"]).taken  # named, so meant


def within(seconds: float, work: object) -> None:
    """Fail when the work is not done in time: nothing may wait for a pipe that nobody fills."""
    failed: list[BaseException] = []

    def run() -> None:
        try:
            work()  # type: ignore[operator]
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    assert not thread.is_alive(), "ждёт"
    if failed:
        raise failed[0]


def test_pipes_sockets_and_devices_are_refused_and_nobody_waits(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "п"
    folder.mkdir()
    os.mkfifo(folder / "канал.txt")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("п/гнездо.txt")
        (folder / "письмо.txt").write_text(LETTER, encoding="utf-8")

        def add() -> None:
            report = workspace.add_files(
                home, [folder, Path("/dev/null"), Path("/dev/zero")], bare=True
            )
            assert [f.name for f in report.taken] == ["письмо.txt"]
            assert len(report.refused) == 4
            for refusal in report.refused:
                assert "не файл, а устройство или канал" in refusal.reason

        within(60, add)

    def read() -> None:
        for place in (folder / "канал.txt", Path("/dev/zero"), Path("/dev/stdin")):
            with pytest.raises(ReadingError):
                read_text(place)

    within(20, read)


@pytest.mark.skipif(not Path("/proc/kmsg").exists(), reason="Linux")
def test_a_file_of_the_system_that_says_it_is_empty_is_not_read(home: Path, tmp_path: Path) -> None:
    def add() -> None:
        link = tmp_path / "журнал.txt"
        link.symlink_to("/proc/kmsg")
        report = workspace.add_files(home, [link], bare=True)
        assert [r.reason for r in report.refused] == ["журнал.txt: файл пуст"]

    within(30, add)


def test_an_endless_file_of_queries_or_input_is_refused(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "п.txt").write_text(LETTER, encoding="utf-8")
    workspace.add_files(home, [tmp_path / "п.txt"], bare=True)
    monkeypatch.setattr("commands.incoming.MAX_BYTES", 1_000_000)
    assert cli.main(["search", "--queries", "/dev/zero", "--library", str(home)]) == 2
    assert "разделите на части" in capsys.readouterr().err
    with open("/dev/zero", encoding="latin-1") as endless:
        monkeypatch.setattr(sys, "stdin", endless)
        assert cli.main(["citations", "-"]) == 2
    assert "разделите на части" in capsys.readouterr().err


@pytest.mark.parametrize("suffix", ["docx", "odt", "epub"])
def test_members_of_an_archive_that_climb_out_are_never_written(
    suffix: str, tmp_path: Path
) -> None:
    makers = {
        "docx": making.word,
        "odt": making.open_document,
        "epub": lambda: making.book(tmp_path),
    }
    data = making.rezipped(
        makers[suffix](),
        dict.fromkeys(("../../вне.txt", "/tmp/вне.txt", "..\\вне.txt", "a/../../вне"), b"evil"),
    )
    place = tmp_path / "x" / f"лазейка.{suffix}"
    place.parent.mkdir()
    place.write_bytes(data)
    (tmp_path / "made.epub").unlink(missing_ok=True)
    try:
        assert read_text(place).text.strip()
    except ReadingError as error:
        told(error)
    assert files_below(tmp_path) == {f"x/лазейка.{suffix}"}
    assert not Path("/tmp/вне.txt").exists()


def test_a_name_longer_than_the_library_may_keep_is_no_trouble(home: Path, tmp_path: Path) -> None:
    place = tmp_path / ("и" * 120 + ".txt")
    place.write_text(LETTER, encoding="utf-8")
    report = workspace.add_files(home, [place], bare=True)
    assert report.taken
    names = [p.name for p in Library(home).sources.rglob("*")]
    assert all(len(name) < 40 for name in names)
    with workspace.open_workspace(home) as opened:
        (meta,) = opened.documents
        assert isinstance(meta, Metadata)
        assert meta.file == place.name
