"""``start.py``: what it says when it cannot go on, and when it need do nothing."""

import os
import re
import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import pytest

import start

ROOT = Path(__file__).resolve().parents[2]
BOTH_LANGUAGES = re.compile(r"Ошибка: [^\n]*[а-яё][^\n]* / Error: [^\n]*[a-z][^\n]*\n")
Version = namedtuple("Version", "major minor micro")


def test_an_old_python_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", Version(3, 10, 2))
    with pytest.raises(SystemExit) as stopped:
        start.check_python()
    assert stopped.value.code == start.FAILED
    err = capsys.readouterr().err
    assert BOTH_LANGUAGES.fullmatch(err)
    assert "этот – 3.10" in err


def test_a_python_without_venv_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(SystemExit):
        start.check_python()
    err = capsys.readouterr().err
    assert BOTH_LANGUAGES.fullmatch(err)
    assert "apt-get install python3-venv" in err


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in ("start.py", "pyproject.toml", "requirements.lock", "requirements-dev.lock"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def test_without_a_network_it_says_so_and_can_be_run_again(checkout: Path) -> None:
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "1", "PIP_NO_CACHE_DIR": "1"}
    for _ in range(2):
        run = subprocess.run(
            [sys.executable, "start.py", "setup"],
            cwd=checkout,
            env={**os.environ, **nowhere, "no_proxy": "127.0.0.1"},
            capture_output=True,
            encoding="utf-8",
        )
        assert run.returncode == start.FAILED
        assert run.stdout == ""
        _, error = run.stderr.splitlines(keepends=True)
        assert BOTH_LANGUAGES.fullmatch(error)
        assert "нет связи" in error
        assert not list((checkout / ".venv").glob("stamp-*"))


def test_a_folder_of_something_else_is_not_removed(checkout: Path) -> None:
    (checkout / ".venv").mkdir()
    (checkout / ".venv" / "novel.txt").write_text("глава первая", encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "start.py", "setup"], cwd=checkout, capture_output=True, encoding="utf-8"
    )
    assert run.returncode == start.FAILED
    assert BOTH_LANGUAGES.fullmatch(run.stderr)
    assert (checkout / ".venv" / "novel.txt").exists()


@pytest.mark.parametrize("word", ["-h", "--help"])
def test_help_installs_nothing(checkout: Path, word: str) -> None:
    run = subprocess.run(
        [sys.executable, "start.py", word], cwd=checkout, capture_output=True, encoding="utf-8"
    )
    assert run.returncode == 0
    assert "start.py test" in run.stdout
    assert "всё установить" in run.stdout
    assert not (checkout / ".venv").exists()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, checkout: Path) -> list[str]:
    """What pip is asked to install, in order; nothing is."""
    asked: list[str] = []
    (checkout / ".venv").mkdir()
    monkeypatch.setattr(start, "HOME", checkout)
    monkeypatch.setattr(start, "VENV", checkout / ".venv")
    monkeypatch.setattr(start, "LOG", checkout / ".venv" / "install.log")
    locks = {name: checkout / path.name for name, path in start.LOCKS.items()}
    monkeypatch.setattr(start, "LOCKS", locks)
    monkeypatch.setattr(start, "pip", lambda *words: asked.append(Path(words[-1]).name))
    return asked


def test_a_second_run_installs_nothing(installed: list[str], checkout: Path) -> None:
    start.install("app")
    assert installed == ["requirements.lock", checkout.name]
    start.install("app")
    assert len(installed) == 2


def test_an_environment_for_tests_does_for_the_application(installed: list[str]) -> None:
    start.install("test")
    start.install("app")
    assert installed[::2] == ["requirements-dev.lock"]


def test_an_environment_of_the_application_lacks_the_tools_for_tests(installed: list[str]) -> None:
    start.install("app")
    start.install("test")
    assert installed[::2] == ["requirements.lock", "requirements-dev.lock"]


@pytest.mark.parametrize("name", ["pyproject.toml", "requirements.lock"])
def test_a_changed_list_is_installed_anew(installed: list[str], checkout: Path, name: str) -> None:
    start.install("app")
    with (checkout / name).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    start.install("app")
    assert installed[::2] == ["requirements.lock", "requirements.lock"]


@pytest.mark.parametrize(
    ("arguments", "several"),
    [
        ([], True),
        (["-m", "not browser"], True),
        (["tests/kg", "-x"], True),
        (["--strict-markers"], True),
        (["-n", "0"], False),
        (["-n4"], False),
        (["--pdb"], False),
        (["-s"], False),
        (["tests/kg/test_sparql.py::test_a"], False),
    ],
)
def test_tests_run_in_several_processes_unless_told_otherwise(
    arguments: list[str], several: bool
) -> None:
    assert bool(start.spread(arguments)) == several
