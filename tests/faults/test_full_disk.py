"""A disk that is full: one line, the library as it was, nothing half-written.

On a small file system of its own where the tests may mount one (root on Linux), and everywhere
by the limit on a file's size, which stops a write in the middle just so.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from processes import LONG, answers, leftovers, pravila, refusal, small_library, sound

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits and mounts of Linux")
LETTER = "Письмо о ренонсе. См. Правило 61А и Правило 64А2.\n\n"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_library(tmp_path_factory.mktemp("full") / "библиотека")


@contextmanager
def small_disk(place: Path, megabytes: int) -> Iterator[Path | None]:
    """A file system of so many MB; none where one may not be mounted."""
    place.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(place)],
        capture_output=True,
        check=False,
    )
    if made.returncode:
        yield None
        return
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def fill(folder: Path, leave: int) -> None:
    """Leave so many bytes free."""
    free = os.statvfs(folder).f_bavail * os.statvfs(folder).f_frsize
    (folder / "прочее").write_bytes(b"x" * max(0, free - leave))


CHANGES = ("build", "add", "baseline")


def commands(home: Path, big: Path) -> list[tuple[str, ...]]:
    return [
        ("build", "--force", "--library", str(home)),
        ("add", str(big), "--library", str(home)),
        ("lint", "--accept", "проверено " * 900, "--select", "ALL", "--library", str(home)),
    ]


@pytest.mark.parametrize("number", (0, 1, 2) if LONG else (1,), ids=CHANGES.__getitem__)
def test_on_a_small_file_system(number: int, whole: Path, tmp_path: Path) -> None:
    with small_disk(tmp_path / "диск", 3) as disk:
        if disk is None:
            pytest.skip("подключать диски здесь нельзя: место кончается в других тестах")
        home = Path(shutil.copytree(whole, disk / "библиотека"))
        before = answers(home)
        big = tmp_path / "большое.txt"
        big.write_text(LETTER * 8000, encoding="utf-8")
        fill(disk, 6_000 if number == 2 else 20_000)
        run = pravila(tmp_path, *commands(home, big)[number])
        assert "места" in refusal(run) or "No space" in run.stderr
        assert leftovers(home) == []
        assert answers(home) == before
        assert len(sound(home)) == 3
        (disk / "прочее").unlink()
        assert pravila(tmp_path, "build", "--force", "--library", home).returncode == 0
        assert answers(home) == before


@pytest.mark.parametrize("limit", [2_000])
def test_a_file_that_may_not_grow(limit: int, whole: Path, tmp_path: Path) -> None:
    home = Path(shutil.copytree(whole, tmp_path / "библиотека"))
    before = answers(home)
    run = pravila(
        tmp_path,
        *("build", "--force", "--library", home),
        before=["prlimit", f"--fsize={limit}", "--"],
    )
    assert "места" in refusal(run) or "File too large" in run.stderr
    assert answers(home) == before
    assert len(sound(home)) == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ("export", "turtle", "-o", "@/итог"),
        ("search", "--queries", "@/вопросы", "--run", "@/итог"),
        ("lint", "--select", "ALL", "--accept", "так", "--baseline", "@/итог"),
    ],
    ids=["export", "run", "baseline"],
)
def test_a_file_asked_for_is_whole_or_as_it_was(
    arguments: tuple[str, ...], whole: Path, tmp_path: Path
) -> None:
    (tmp_path / "вопросы").write_text('{"qid": "1", "text": "ренонс письмо"}\n', encoding="utf-8")
    old = '{"accepted": []}\n'
    (tmp_path / "итог").write_text(old, encoding="utf-8")
    names = {p.name for p in tmp_path.iterdir()}
    line = [a.replace("@", str(tmp_path)) for a in arguments]
    run = pravila(tmp_path, *line, "--library", whole, before=["prlimit", "--fsize=150", "--"])
    assert refusal(run)
    assert (tmp_path / "итог").read_text(encoding="utf-8") == old
    assert {p.name for p in tmp_path.iterdir()} - {"итог.lock"} == names


def test_all_formats_at_once_leave_no_half_of_a_file(whole: Path, tmp_path: Path) -> None:
    run = pravila(
        tmp_path,
        *("export", "--all", tmp_path / "всё", "--library", whole),
        before=["prlimit", "--fsize=30000", "--"],
    )
    assert "нельзя записать" in refusal(run)
    pravila(tmp_path, "export", "--all", tmp_path / "целое", "--library", whole)
    for file in (tmp_path / "всё").iterdir():
        assert file.read_bytes() == (tmp_path / "целое" / file.name).read_bytes()


def test_a_device_that_is_full_is_said(whole: Path, tmp_path: Path) -> None:
    run = pravila(tmp_path, "export", "turtle", "-o", "/dev/full", "--library", whole)
    assert "/dev/full" in refusal(run)
    assert Path("/dev/full").is_char_device()
