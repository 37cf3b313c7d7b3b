"""The application and the API as processes of their own on a library, for whoever measures them."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEALTH = {"app": "/_stcore/health", "serve": "/health"}
"""Where each server says that it is up."""


@contextmanager
def served(face: str, *options: str, library: Path | None = None) -> Iterator[tuple[str, int]]:
    """``pravila app`` or ``pravila serve``; its address and process id, stopped in the end.

    Without ``library`` one with the bundled texts is built for it. Raises ``RuntimeError`` when
    the server does not answer within a minute.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        if library is None:
            from workspace import build

            library = Path(folder) / "library"
            build(library)
        quiet = ["--no-browser"] if face == "app" else []
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "cli", face, "--port", str(port), *quiet),
                *("--library", str(library), *options),
            ],
            cwd=ROOT,
            env={**os.environ, "PRAVILA_LOG": str(Path(folder) / "log")},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        url = f"http://127.0.0.1:{port}"
        try:
            _wait(url + HEALTH[face], process)
            yield url, process.pid
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


def _wait(health: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(600):
        try:
            with urllib.request.urlopen(health, timeout=1):
                return
        except OSError:
            time.sleep(0.1)
        if process.poll() is not None:
            break
    raise RuntimeError(f"no answer from {health}")


def memory(pid: int) -> float:
    """Memory of a process and all its children in MB, what they share counted once (Linux)."""
    total = 0.0
    for one in _family(pid):
        try:
            said = Path(f"/proc/{one}/smaps_rollup").read_text(encoding="ascii")
        except OSError:  # it has just ended
            continue
        total += next(int(s.split()[1]) for s in said.splitlines() if s.startswith("Pss:")) / 1024
    return total


def _family(pid: int) -> list[int]:
    try:
        said = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    except OSError:
        return [pid]
    return [pid, *(one for child in said.split() for one in _family(int(child)))]


def percentile(values: list[float], share: float) -> float:
    """In milliseconds."""
    ordered = sorted(values)
    return 1000 * ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else 0.0
