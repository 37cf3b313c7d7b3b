"""What the system refuses – memory, open files, the screen – is one line and an exit code."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from processes import (
    LONG,
    ROOT,
    answers,
    command,
    environment,
    leftovers,
    pravila,
    refusal,
    small_library,
    sound,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits and signals of Linux")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_library(tmp_path_factory.mktemp("limits") / "библиотека")


@pytest.fixture
def home(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "библиотека"))


COMMANDS = [
    ("search", "ренонс", "--json"),
    ("export", "turtle"),
    ("lint", "--select", "ALL", "--format", "sarif"),
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_full_output_is_said(arguments: tuple[str, ...], whole: Path, tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        run = pravila(tmp_path, *arguments, "--library", whole, stdout=full, stderr=subprocess.PIPE)
    assert "не хватило места" in refusal(run)


@pytest.mark.parametrize("arguments", COMMANDS[:1], ids=" ".join)
def test_closed_streams_are_no_failure(
    arguments: tuple[str, ...], whole: Path, tmp_path: Path
) -> None:
    line = " ".join(["exec", '"$@"', ">&-", "2>&-", "<&-"])
    run = subprocess.run(
        ["bash", "-c", line, "bash", *command(*arguments, "--library", whole)],
        cwd=tmp_path,
        env=environment(tmp_path),
        timeout=60,
    )
    assert run.returncode == 0
    assert not (tmp_path / "pravila.log").exists()


def test_nothing_is_printed_into_the_library_when_the_output_is_closed(
    home: Path, tmp_path: Path
) -> None:
    """The first file opened would get the number of the closed output."""
    line = 'exec "$@" >&- 2>&-'
    run = subprocess.run(
        ["bash", "-c", line, "bash", *command("build", "--force", "--library", home)],
        cwd=tmp_path,
        env=environment(tmp_path),
        timeout=60,
    )
    assert run.returncode == 0
    assert len(sound(home)) == 3


@pytest.mark.parametrize("files", [6])
@pytest.mark.parametrize("arguments", [("search", "ренонс"), ("build", "--force")], ids=" ".join)
def test_too_few_open_files_are_one_line(
    files: int, arguments: tuple[str, ...], home: Path, tmp_path: Path
) -> None:
    run = pravila(
        tmp_path, *arguments, "--library", home, before=["prlimit", f"--nofile={files}", "--"]
    )
    if run.returncode:
        assert refusal(run)
    assert len(sound(home)) == 3


@pytest.mark.parametrize("megabytes", [60, 74] if LONG else [74])
@pytest.mark.parametrize("arguments", [("search", "ренонс"), ("build", "--force")], ids=" ".join)
def test_too_little_memory_is_one_line(
    megabytes: int, arguments: tuple[str, ...], home: Path, tmp_path: Path
) -> None:
    run = pravila(
        tmp_path,
        *arguments,
        "--library",
        home,
        before=["prlimit", f"--as={megabytes * 1_000_000}", "--"],
    )
    if run.returncode:
        assert "памят" in refusal(run)
    assert len(sound(home)) == 3


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM] if LONG else [signal.SIGINT])
def test_a_command_told_to_stop_stops(kind: signal.Signals, home: Path, tmp_path: Path) -> None:
    """SIGINT says so in one line, SIGTERM ends it; the library is as before or after."""
    before = answers(home)
    for delay in (0.0, 0.1, 0.2, 0.3) if LONG else (0.1,):
        process = subprocess.Popen(
            command("build", "--force", "--library", home),
            cwd=ROOT,
            env=environment(tmp_path),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        assert process.stderr is not None
        begun = process.stderr.readline()
        assert begun.startswith("Читаю")
        time.sleep(delay)
        process.send_signal(kind)
        _, said = process.communicate(timeout=60)
        assert "Traceback" not in said
        if process.returncode:
            assert process.returncode in (130, -kind), said
        if process.returncode == 130:
            assert said.splitlines()[-1] == "Прервано."
        assert len(sound(home)) == 3
    assert answers(home) == before
    assert pravila(tmp_path, "build", "--force", "--library", home).returncode == 0
    assert leftovers(home) == []


def test_a_lock_of_a_dead_process_holds_nobody_up(home: Path, tmp_path: Path) -> None:
    """The lock goes with its process; the file it leaves is no lock, whatever is written in it."""
    (home / "lock").write_bytes(f"{os.getpid()} 99999999\n".encode())
    code = (
        "import os, signal; from pathlib import Path; from corpus.library import Library;"
        f"held = Library(Path({str(home)!r})).writing(); held.__enter__();"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    holder = subprocess.run([sys.executable, "-c", code], env=environment(tmp_path), timeout=60)
    assert holder.returncode == -signal.SIGKILL
    run = pravila(tmp_path, "build", "--force", "--library", home, timeout=30)
    assert run.returncode == 0
    assert "ждёт" not in run.stderr
    assert "жду" not in run.stderr
