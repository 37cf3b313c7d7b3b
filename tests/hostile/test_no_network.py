"""Everything works in a machine that has no network, and nobody asks for one.

Real processes in a network namespace of their own with nothing but loopback, where root may make
one; and everywhere the sockets of a running server are looked at.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import psutil
import pytest

import workspace

ROOT = Path(__file__).resolve().parents[2]
LETTER = "Письмо о ренонсе. См. Правило 61А и Правило 64А2.\n"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("offline")
    (folder / "письмо.txt").write_text(LETTER, encoding="utf-8")
    workspace.add_files(folder / "l", [folder / "письмо.txt"], bare=True)
    return folder / "l"


def environment(folder: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(ROOT), "PRAVILA_LOG": str(folder / "log")}


SCRIPT = """
import socket, sys
real = socket.getaddrinfo
def asked(host, *rest, **how):
    if host not in (None, "", "localhost", "127.0.0.1", "::1", "0.0.0.0"):
        sys.stderr.write(f"DNS: {host}\\n")
    return real(host, *rest, **how)
socket.getaddrinfo = asked
import cli
codes = []
for line in sys.argv[2:]:
    codes.append(cli.main([*line.split(), "--library", sys.argv[1]]))
sys.exit(max(codes))
"""
COMMANDS = [
    *("build --force", "search ренонс", "documents", "units --json", "citations", "law 64A2"),
    *("chain 61A 64A2", "export turtle", "lint --statistics", "check", "sparql --list"),
]


@pytest.mark.skipif(sys.platform != "linux", reason="network namespaces")
def test_every_command_works_without_a_network(home: Path, tmp_path: Path) -> None:
    """In a namespace without one if it may be made; names are looked up nowhere either way."""
    alone = ["unshare", "-n"]
    if subprocess.run([*alone, "true"], capture_output=True, check=False).returncode:
        alone = []
    library = shutil.copytree(home, tmp_path / "l")
    run = subprocess.run(
        [*alone, sys.executable, "-c", SCRIPT, str(library), *COMMANDS],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    assert run.returncode in (0, 1), run.stderr
    assert "DNS:" not in run.stderr
    assert "Ошибка" not in run.stderr, run.stderr


FACES = [("app", "/_stcore/health"), ("serve", "/health")]


def family(process: psutil.Process) -> list[psutil.Process]:
    return [process, *process.children(recursive=True)]


@pytest.mark.skipif(sys.platform != "linux", reason="looks at sockets as Linux shows them")
@pytest.mark.parametrize(("face", "health"), FACES if os.environ.get("PRAVILA_LONG") else FACES[:1])
def test_a_server_listens_to_this_computer_and_calls_nobody(
    face: str, health: str, home: Path, tmp_path: Path
) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    quiet = ["--no-browser"] if face == "app" else ["--workers", "1"]
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "cli", face, "--port", str(port), *quiet),
            *("--library", str(home)),
        ],
        cwd=ROOT,
        env=environment(tmp_path),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        own = psutil.Process(process.pid)
        foreign: set[str] = set()
        listening: set[str] = set()
        answered, end = 0, time.monotonic() + 120
        while answered < 20 and time.monotonic() < end:
            for one in family(own):
                for link in one.net_connections("inet"):
                    if link.status == psutil.CONN_LISTEN:
                        listening.add(link.laddr.ip)
                    elif link.raddr and link.raddr.ip not in ("127.0.0.1", "::1"):
                        foreign.add(str(link))
            try:
                address = f"http://127.0.0.1:{port}{health}"
                with urllib.request.urlopen(address, timeout=2):
                    answered += 1
            except OSError:
                time.sleep(0.1)
            time.sleep(0.02)
        assert answered == 20
        assert listening == {"127.0.0.1"}
        assert foreign == set()
    finally:
        process.terminate()
        process.wait(20)
