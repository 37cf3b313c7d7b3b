"""A library of the bundled texts, and the server as a user starts it, on a free port."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

import workspace

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = re.compile(r"http://\S+:(\d+)/")


class Server:
    """``pravila serve`` in a process of its own."""

    def __init__(self, library: Path, folder: Path, *options: str) -> None:
        self.log = folder / "incidents.log"
        self._said = folder / "said.txt"
        self._out = self._said.open("wb")
        command = [sys.executable, "-m", "cli", "serve", "--port", "0", "--library", str(library)]
        self.process = subprocess.Popen(
            [*command, *options],
            cwd=folder,
            stdout=self._out,
            stderr=subprocess.STDOUT,
            env=os.environ | {"PYTHONPATH": str(ROOT), "PRAVILA_LOG": str(self.log)},
            start_new_session=True,
        )
        self.port = int(self._waited_for(ADDRESS)[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.client = httpx.Client(base_url=self.url, timeout=60)
        self.client.get("/ready").raise_for_status()

    def said(self) -> str:
        """Everything it printed so far."""
        return self._said.read_text("utf-8")

    def _waited_for(self, wanted: re.Pattern[str]) -> re.Match[str]:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if found := wanted.search(self.said()):
                return found
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError(self.said())

    def workers(self) -> list[int]:
        """Processes that answer: children of the supervisor with the server's code in them."""
        listed = subprocess.run(
            ["pgrep", "-P", str(self.process.pid), "-f", "spawn_main"],
            capture_output=True,
            text=True,
            check=False,
        )
        return [int(pid) for pid in listed.stdout.split()]

    def stop(self, how: int = signal.SIGTERM) -> int:
        """Stop it and return its exit code."""
        self.client.close()
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            return self.process.wait(40)
        finally:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self._out.close()


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of the bundled texts, which no test changes."""
    path = tmp_path_factory.mktemp("library") / "bridge"
    workspace.build(path)
    return path


Start = Callable[..., Server]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start servers that are stopped at the end of the test."""
    running: list[Server] = []

    def started(library: Path, *options: str) -> Server:
        running.append(Server(library, tmp_path, *options))
        return running[-1]

    yield started
    for server in running:
        server.stop()


@pytest.fixture(scope="session")
def server(library: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that only ask it."""
    limits = ("--rate", "0", "--sparql-seconds", "2", "--text-limit", "300")
    origin = ("--cors", "https://bridge.example")
    running = Server(
        library, tmp_path_factory.mktemp("server"), *limits, *origin, "--access-log", "access.log"
    )
    yield running
    assert running.stop() == 0


@pytest.fixture
def client(server: Server) -> httpx.Client:
    """A client of that server."""
    return server.client
