"""How long one waits for the first answer: ``python -m bench.start [RUNS]``.

Each line is a process of its own on a library of the bundled texts, beside a Python that does
nothing; the last is the application from its start to the first page served.
"""

import argparse
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
CLI = [sys.executable, "-m", "cli"]
QUERY = "фальшренонс после претензии"


def timed(work: Callable[[], object], runs: int) -> float:
    """Median seconds of so many runs."""
    seconds = []
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - begin)
    return median(seconds)


def process(*command: str) -> Callable[[], object]:
    """Run a command to its end, its words thrown away."""
    return lambda: subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)


def first_page(library: str) -> None:
    """Start the application and wait until its page is served."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    server = subprocess.Popen(
        [*CLI, "app", "--no-browser", "--port", port, "--library", library],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
    )
    try:
        while server.poll() is None:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).close()
                return
            except OSError:
                time.sleep(0.01)
        raise SystemExit("the application did not start")
    finally:
        server.terminate()
        server.wait()


def main(runs: int) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        at = ("--library", str(Path(folder, "library")))
        rebuild = process(*CLI, "build", "--force", *at)
        rebuild()
        lines: list[tuple[str, Callable[[], object]]] = [
            ("python -c pass", process(sys.executable, "-c", "pass")),
            ("pravila --help", process(*CLI, "--help")),
            ("pravila search", process(*CLI, "search", QUERY, *at)),
            ("pravila law", process(*CLI, "law", "25B", *at)),
            ("pravila chain", process(*CLI, "chain", "29C", "26B", *at)),
            ("pravila build --force", rebuild),
            ("pravila app, first page", lambda: first_page(at[1])),
        ]
        nothing = 0.0
        for name, work in lines:
            seconds = timed(work, runs)
            nothing = nothing or seconds
            print(f"{name:24} {seconds * 1000:7.0f} ms {seconds / nothing:7.1f} ×")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", type=int, nargs="?", default=5, help="of each line (5)")
    main(parser.parse_args().runs)
