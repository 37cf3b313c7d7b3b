"""A large library is read in several processes: in order, and exactly as in one."""

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from bench.passages import bundled_passages, scaled
from search import pool
from search.annotation import Annotator
from search.finder import build_index
from search.glossary import bundled

ROOT = Path(__file__).resolve().parents[2]


def test_several_processes_write_the_same_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = list(scaled(bundled_passages(), 700))
    build_index(items, tmp_path / "one")
    monkeypatch.setattr(pool, "_LARGE", 50)
    monkeypatch.setattr(pool, "_BATCH", 30)
    build_index(items, tmp_path / "many")
    for name in ("passages.jsonl", "passages.offsets", "vocabulary.json", "subjects.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "many" / name).read_bytes()


def test_a_builder_that_stops_half_way_leaves_no_process_behind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "_LARGE", 0)
    monkeypatch.setattr(pool, "_BATCH", 20)
    items = scaled(bundled_passages(), 400)
    read = pool.annotated(items, Annotator(bundled()), bundled(), processes=2)
    assert next(read)
    read.close()
    assert not multiprocessing.active_children()


def test_the_processes_end_with_the_builder_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "build.py"
    script.write_text(
        textwrap.dedent(
            f"""
            import multiprocessing, sys, time
            sys.path.insert(0, {str(ROOT)!r})
            from search import pool
            from search.annotation import Annotator
            from search.glossary import bundled
            from bench.passages import bundled_passages, scaled
            if __name__ == "__main__":
                pool._LARGE, pool._BATCH = 0, 20
                items = scaled(bundled_passages(), 400)
                read = pool.annotated(items, Annotator(bundled()), bundled(), processes=2)
                next(read)
                print(*[p.pid for p in multiprocessing.active_children()], flush=True)
                time.sleep(60)
            """
        ),
        encoding="utf-8",
    )
    builder = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    assert builder.stdout is not None
    workers = [int(word) for word in builder.stdout.readline().split()]
    assert len(workers) == 2
    builder.send_signal(signal.SIGKILL)
    builder.wait()
    until = time.monotonic() + 20
    while any(map(alive, workers)) and time.monotonic() < until:
        time.sleep(0.1)
    assert not any(map(alive, workers))
    builder.stdout.close()


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        state = ""
        try:
            os.kill(pid, 0)
            return not Path("/proc").exists()
        except OSError:
            return False
    return state != "Z"
