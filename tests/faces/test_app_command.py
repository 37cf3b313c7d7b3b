"""``pravila app``: says where it is once it is there, and stops when asked."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from commands import app

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be sent Ctrl+C there")
def test_it_says_its_address_when_it_answers_and_stops_on_ctrl_c(library: Path) -> None:
    port = free_port()
    with subprocess.Popen(
        [sys.executable, "-m", "cli", "app", "--no-browser", "--read-only", "--port", str(port)],
        cwd=ROOT,
        env={**os.environ, "PRAVILA_LIBRARY": str(library)},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as server:
        assert server.stdout
        line = server.stdout.readline()
        found = re.search(r"http://localhost:\d+/", line)
        assert found, line
        with urllib.request.urlopen(found[0], timeout=10) as page:
            assert page.status == 200
        server.send_signal(signal.SIGINT)
        assert server.stdout.read() == "Приложение остановлено.\n"
        assert server.wait(20) == 0


@pytest.mark.parametrize(
    ("host", "base_path", "url"),
    [
        ("127.0.0.1", "", "http://localhost:8501/"),
        ("0.0.0.0", "bridge", "http://localhost:8501/bridge/"),
        ("192.0.2.7", "/a/b/", "http://192.0.2.7:8501/a/b/"),
        ("fd00::1", "", "http://[fd00::1]:8501/"),
        ("::", "", "http://localhost:8501/"),
    ],
)
def test_the_address_to_open(host: str, base_path: str, url: str) -> None:
    assert app.address(host, 8501, base_path) == url


def test_a_port_nobody_listens_on_does_not_answer() -> None:
    assert not app.answers("127.0.0.1", free_port(), "")


def test_a_port_that_speaks_another_language_does_not_answer() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        assert not app.answers("127.0.0.1", other.getsockname()[1], "")
