"""The repository is fit for a stranger's machine: nothing in it names the one it was made on."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
NOT_OURS = ("corpus/texts/", "tests/data/")
"""Texts that are quoted as they came; what stands in them is not ours to change."""

HOME_FOLDER = re.compile(r"(?<![\w.\-/])(?:/(?:home|root|work|Users)/\w|[A-Z]:\\Users\\)")
BESIDE_THE_REPOSITORY = re.compile(r"(?<![\w/])\.\./shared/")
PACKAGE_INDEX = re.compile(
    r"(?<!emit-)index-url|find-links|://(?:[\w-]+\.)*(?:registry|pypi|simple|index|mirrors?)\b"
)


def tracked() -> list[str]:
    """Names of the files under version control; of all files where there is no git."""
    if shutil.which("git") and (ROOT / ".git").exists():
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True
        ).stdout.decode()
        return [name for name in listed.split("\0") if name and (ROOT / name).is_file()]
    files = (p.relative_to(ROOT) for p in ROOT.rglob("*") if p.is_file())
    return [p.as_posix() for p in files if not any(part.startswith(".") for part in p.parts)]


def text_of(name: str) -> str:
    """Content of a file; empty for one that is no text."""
    try:
        return (ROOT / name).read_text("utf-8")
    except UnicodeDecodeError:
        return ""


OURS = [
    name
    for name in tracked()
    if not name.startswith(NOT_OURS) and name != Path(__file__).relative_to(ROOT).as_posix()
]


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{name}:{number}: {line.strip()[:100]}"
        for name in OURS
        for number, line in enumerate(text_of(name).splitlines(), 1)
        if pattern.search(line)
    ]


@pytest.mark.parametrize("pattern", [HOME_FOLDER, BESIDE_THE_REPOSITORY, PACKAGE_INDEX])
def test_no_file_names_a_place_only_one_machine_has(pattern: re.Pattern[str]) -> None:
    assert lines_with(pattern) == []


def test_the_lock_pins_every_package_by_hash_and_names_no_address() -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = text_of(name)
        assert "://" not in text
        packages = re.findall(r"^\S+==\S+.*(?:\n    --hash=sha256:[0-9a-f]{64}.*)+", text, re.M)
        assert len(packages) == len(re.findall(r"^[^\s#]", text, re.M)) > 20


def test_the_lock_for_tests_holds_all_that_the_application_gets() -> None:
    """``start.py`` relies on it: an environment for tests does for the application too."""
    pins = {
        name: set(re.findall(r"^(\S+==\S+)", text_of(name), re.M))
        for name in ("requirements.lock", "requirements-dev.lock")
    }
    assert pins["requirements.lock"] <= pins["requirements-dev.lock"]


@pytest.mark.parametrize(
    ("pattern", "found", "passed"),
    [
        (HOME_FOLDER, "cd /home/anna/x", "a/home/page"),
        (HOME_FOLDER, r"C:\Users\Anna", "https://example.org/work/x"),
        (BESIDE_THE_REPOSITORY, "open('../shared/gold')", "x/../shared/"),
        (PACKAGE_INDEX, "https://registry.example.org/x", "https://www.example.org/registry"),
        (PACKAGE_INDEX, "--extra-index-url https://x", "index of subjects"),
    ],
)
def test_the_patterns_tell_the_two_apart(pattern: re.Pattern[str], found: str, passed: str) -> None:
    assert pattern.search(found)
    assert not pattern.search(passed)
