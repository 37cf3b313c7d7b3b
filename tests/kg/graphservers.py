"""Real graph stores for the tests, each a process of its own on a free port of this machine.

Oxigraph always; Apache Jena Fuseki when ``PRAVILA_FUSEKI`` is set (Java 17 and Maven are needed,
the first time also Maven Central).
"""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FUSEKI = bool(os.environ.get("PRAVILA_FUSEKI"))
KINDS = ["oxigraph", *(["fuseki"] if FUSEKI else [])]
POM = Path(__file__).parent / "fuseki" / "pom.xml"
MAIN = "org.apache.jena.fuseki.main.cmds.FusekiMainCmd"


@dataclass(frozen=True)
class Server:
    """A running server: what kind, where, and its process."""

    kind: str
    url: str
    store: str
    process: "subprocess.Popen[bytes]"


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def oxigraph_program() -> str:
    """The server that comes with the package ``oxigraph``."""
    beside = Path(sysconfig.get_path("scripts")) / "oxigraph"
    found = shutil.which(str(beside)) or shutil.which("oxigraph")
    assert found, "the development dependency «oxigraph» is not installed"
    return found


@cache
def fuseki_classes() -> str:
    """The class path of Fuseki, fetched by Maven."""
    folder = Path(tempfile.mkdtemp(prefix="fuseki-"))
    names = folder / "classpath"
    goal = ["dependency:build-classpath", f"-Dmdep.outputFile={names}"]
    subprocess.run(
        ["mvn", "-q", "-B", "-f", str(POM), *goal],
        check=True,
        stdout=sys.stderr,
        timeout=900,
    )
    classes = names.read_text()
    shutil.rmtree(folder)
    return classes


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}?query=ASK%7B%7D", timeout=5) as reply:
            return bool(reply.status == 200)
    except OSError:
        return False


@contextlib.contextmanager
def running(command: list[str], url: str, query: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A server's process, from when it answers until it is no longer wanted."""
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        end = time.monotonic() + 180
        while not answers(f"{url}{query}"):
            assert process.poll() is None, f"{command[0]} ended with {process.returncode}"
            assert time.monotonic() < end, f"{command[0]} does not answer"
            time.sleep(0.05)
        yield process
    finally:
        process.kill()
        process.wait()


@contextlib.contextmanager
def oxigraph(folder: Path, *more: str, verb: str = "serve") -> Iterator[Server]:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [oxigraph_program(), verb, "-l", str(folder), "-b", f"127.0.0.1:{port}", *more]
    with running(command, url, "/query") as process:
        yield Server("oxigraph", url, f"{url}/store", process)


@contextlib.contextmanager
def fuseki(folder: Path, *more: str) -> Iterator[Server]:
    port = free_port()
    url = f"http://127.0.0.1:{port}/ds"
    folder.mkdir(exist_ok=True)
    command = ["java", "-Xmx1g", "-cp", fuseki_classes(), MAIN, "--localhost", "--port", str(port)]
    options = more or ("--update",)
    with running([*command, *options, "--tdb2", f"--loc={folder}", "/ds"], url, "/sparql") as p:
        yield Server("fuseki", url, f"{url}/data", p)


@contextlib.contextmanager
def started(kind: str, folder: Path) -> Iterator[Server]:
    """A server of a kind that may be changed, its data in a folder."""
    with (oxigraph if kind == "oxigraph" else fuseki)(folder / kind) as server:
        yield server
