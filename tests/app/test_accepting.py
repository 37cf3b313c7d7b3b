"""Two people accept at the same moment: neither loses an entry."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from corpus.errors import SettingsError
from corpus.span import Span
from kg.lint import Baseline, Finding, Level
from workspace.accepting import change_baseline


def finding(key: str) -> Finding:
    span = Span(0, 3)
    return Finding(
        code="N201",
        level=Level.WARNING,
        message="",
        document="d",
        unit=None,
        file="d.txt",
        span=span,
        line=1,
        column=1,
        excerpt="12С2",
        mark=span,
        words="12С2",
        suggestion="",
        fix=None,
        key=key,
    )


def accept(path: Path, key: str) -> None:
    change_baseline(path, lambda now: now.accept([finding(key)], "так в подлиннике"))


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_nobody_loses_what_was_accepted_at_the_same_moment(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "lint-baseline.json"
    keys = [f"{number:016x}" for number in range(24)]
    pool = (
        ThreadPoolExecutor(8)
        if kind == "threads"
        else ProcessPoolExecutor(2, mp_context=get_context("fork"))
    )
    with pool:
        list(pool.map(accept, [path] * len(keys), keys))
    assert {one.key for one in Baseline.load(path).accepted} == set(keys)


def test_a_refused_change_leaves_the_file_and_frees_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "lint-baseline.json"
    accept(path, "a" * 16)
    before = path.read_bytes()
    with pytest.raises(SettingsError, match="причину"):
        change_baseline(path, lambda now: now.accept([finding("b" * 16)], " "))
    assert path.read_bytes() == before
    change_baseline(path, lambda now: now.withdraw(["a" * 16]))
    assert Baseline.load(path).accepted == ()


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="не записывается"):
        change_baseline(tmp_path / "нет" / "lint-baseline.json", lambda now: now)
