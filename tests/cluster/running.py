"""A real OpenSearch cluster of three nodes on loopback, from Maven's artefact, for tests and bench.

    with RunningCluster(folder) as cluster:        # downloads once, starts, waits until it is green
        cluster.urls                        # http addresses of the nodes
        cluster.kill(1); cluster.restart(1) # kill -9, and the same node back with its data

Everything lies below ``folder``; ports are free ones of this moment. OpenSearch refuses to run as
root, so a root process starts the nodes as an unprivileged user and gives that user the folder.
"""

from __future__ import annotations

import json
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from corpus.cluster import Cluster

VERSION = "2.19.0"
ARTEFACT = f"org.opensearch.distribution.integ-test-zip:opensearch:{VERSION}:zip"
OLDEST_JAVA, NEWEST_JAVA = 11, 23
HEAP_MB = 320
START_SECONDS = 180
_WITH_US = """\
exec 3<&0
{ cat <&3 >/dev/null; kill -s KILL -- -$$; } &
exec "$0" 3<&- </dev/null
"""
"""Starts a node that ends with this process, however that ends: then its pipe is closed."""

_SETTINGS: dict[str, object] = {
    "cluster.name": "pravila-test",
    "network.host": "127.0.0.1",
    "bootstrap.memory_lock": False,
    "node.store.allow_mmap": False,
    "cluster.routing.allocation.disk.threshold_enabled": False,
    "action.destructive_requires_name": False,
    # A laptop that notices a lost node as fast as a test wants to see it.
    "cluster.fault_detection.follower_check.timeout": "3s",
    "cluster.fault_detection.leader_check.timeout": "3s",
    "discovery.request_peers_timeout": "2s",
}


Place = Callable[..., Cluster]
"""A description of the cluster for a library, with what is special to a test."""


class ClusterError(RuntimeError):
    """The cluster cannot be downloaded or started; the message says why, with the log's end."""


def missing() -> str | None:
    """What this machine lacks for a cluster, in one line; none when it has all."""
    if shutil.which("mvn") is None:
        return "there is no Maven"
    if java_home() is None:
        return f"there is no Java {OLDEST_JAVA} to {NEWEST_JAVA}"
    return None


def java_home() -> Path | None:
    """The first Java this OpenSearch runs on: a newer one lacks the security manager it needs."""
    named = os.environ.get("JAVA_HOME")
    found = shutil.which("java")
    candidates = [Path(named)] if named else []
    candidates += [Path(found).resolve().parents[1]] if found else []
    candidates += sorted(Path("/usr/lib/jvm").glob("*"))
    for home in candidates:
        with suppress(OSError):
            said = re.search(r'JAVA_VERSION="(\d+)', (home / "release").read_text("utf-8"))
            runs = (home / "bin" / "java").is_file()
            if said and runs and OLDEST_JAVA <= int(said[1]) <= NEWEST_JAVA:
                return home
    return None


def archive() -> Path:
    """The server's zip in Maven's local repository, downloaded when it is not there."""
    said = subprocess.run(
        ["mvn", "-q", "-DforceStdout", "help:evaluate", "-Dexpression=settings.localRepository"],
        capture_output=True,
        text=True,
        cwd="/",
    )
    # Colours come through even when Maven is asked for none.
    home = re.sub(r"\x1b\[[0-9;]*m", "", said.stdout).split()[-1:]
    place = f"org/opensearch/distribution/integ-test-zip/opensearch/{VERSION}"
    path = Path(*home or [Path.home() / ".m2/repository"]) / place / f"opensearch-{VERSION}.zip"
    if not path.is_file():
        got = subprocess.run(
            ["mvn", "-q", "-B", "dependency:get", f"-Dartifact={ARTEFACT}", "-Dtransitive=false"],
            capture_output=True,
            text=True,
            cwd="/",
        )
        if not path.is_file():
            raise ClusterError(
                f"Maven does not give {ARTEFACT}: {(got.stdout + got.stderr)[-600:]}"
            )
    return path


def free_ports(count: int) -> list[int]:
    """Ports nobody listens on now."""
    holders = [socket.socket() for _ in range(count)]
    try:
        for holder in holders:
            holder.bind(("127.0.0.1", 0))
        return [int(holder.getsockname()[1]) for holder in holders]
    finally:
        for holder in holders:
            holder.close()


def _unprivileged() -> pwd.struct_passwd | None:
    """The user the nodes run as when this process is root."""
    return pwd.getpwnam("nobody") if os.geteuid() == 0 else None


class Node:
    """One node: its ports, its folder, its process."""

    def __init__(self, name: str, home: Path, http: int, transport: int) -> None:
        self.name = name
        self.home = home
        self.http = http
        self.transport = transport
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Address of its http."""
        return f"http://127.0.0.1:{self.http}"

    @property
    def alive(self) -> bool:
        """Whether its process runs."""
        return self.process is not None and self.process.poll() is None

    @property
    def log(self) -> Path:
        """What it prints."""
        return self.home / "console.log"


class RunningCluster:
    """Nodes started together; ``stop`` ends them all, also after a failed start."""

    def __init__(
        self, folder: Path, nodes: int = 3, extra: dict[str, object] | None = None
    ) -> None:
        self._folder = folder
        self._extra = extra or {}
        ports = free_ports(2 * nodes)
        self.nodes = [
            Node(f"node{n}", folder / f"node{n}", ports[2 * n], ports[2 * n + 1])
            for n in range(nodes)
        ]

    @property
    def urls(self) -> list[str]:
        """Addresses of all nodes, dead ones included."""
        return [node.url for node in self.nodes]

    def __enter__(self) -> RunningCluster:
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Unpack, start every node and wait until the cluster is green."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(archive()) as packed:
            packed.extractall(self._folder / "server")
        for program in (self._server / "bin").iterdir():
            program.chmod(0o755)  # which unpacking forgets
        self._own()
        for node in self.nodes:
            self._prepare(node)
        for node in self.nodes:
            self._launch(node)
        self.wait("green", len(self.nodes))

    def kill(self, number: int) -> None:
        """``kill -9`` one node."""
        process = self.nodes[number].process
        if process is not None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def pause(self, number: int, *, on: bool = True) -> None:
        """Let one node hang, its connections open; or (``on`` false) go on."""
        process = self.nodes[number].process
        if process is not None:
            os.killpg(process.pid, signal.SIGSTOP if on else signal.SIGCONT)

    def restart(self, number: int) -> None:
        """Start a killed node again, with the data it had."""
        self._launch(self.nodes[number])

    def heal(self) -> None:
        """Start again every node that is away; wait until all is whole."""
        away = [number for number, node in enumerate(self.nodes) if not node.alive]
        for number in away:
            self.restart(number)
        self.wait("green", len(self.nodes))

    def stop(self) -> None:
        """End every node."""
        for number, node in enumerate(self.nodes):
            if node.alive:
                self.kill(number)

    def wait(self, status: str, nodes: int, seconds: float = START_SECONDS) -> dict[str, Any]:
        """Wait for a health status with so many nodes. Raises ``ClusterError``."""
        until = time.monotonic() + seconds
        said: object = "no answer"
        while time.monotonic() < until:
            dead = [node for node in self.nodes if node.process is not None and not node.alive]
            if len(self.nodes) - len(dead) < nodes:
                raise ClusterError(f"{dead[0].name} ended:\n{self._tail(dead[0])}")
            try:
                health = self.ask(f"/_cluster/health?wait_for_status={status}&timeout=2s")
                if health["status"] == status and health["number_of_nodes"] == nodes:
                    return health
                said = health
            except (OSError, KeyError, ValueError) as error:
                said = error
            time.sleep(0.3)
        tails = "\n".join(f"--- {node.name}\n{self._tail(node)}" for node in self.nodes)
        raise ClusterError(f"the cluster is not {status} after {seconds:.0f} s ({said})\n{tails}")

    def ask(self, path: str, body: object = None, method: str | None = None) -> Any:
        """A plain request of the first living node, past the client that is tested."""
        node = next(node for node in self.nodes if node.alive)
        request = urllib.request.Request(
            node.url + path,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
            method=method,
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read())

    # -- nodes ---------------------------------------------------------------------------------

    @property
    def _server(self) -> Path:
        return self._folder / "server" / f"opensearch-{VERSION}"

    def _own(self) -> None:
        """Give the unprivileged user the folder and a way to it."""
        user = _unprivileged()
        if user is None:
            return
        for path in (self._folder, *self._folder.rglob("*")):
            os.chown(path, user.pw_uid, user.pw_gid)
        for above in self._folder.resolve().parents:
            if not os.stat(above).st_mode & 0o001:
                os.chmod(above, os.stat(above).st_mode | 0o011)

    def _prepare(self, node: Node) -> None:
        config = node.home / "config"
        config.mkdir(parents=True)
        for part in ("data", "logs", "tmp"):
            (node.home / part).mkdir()
        options = (self._server / "config" / "jvm.options").read_text("utf-8").splitlines()
        kept = [line for line in options if "-Xm" not in line and "gc*" not in line]
        heap = [f"-Xms{HEAP_MB}m", f"-Xmx{HEAP_MB}m", "-XX:TieredStopAtLevel=1"]
        (config / "jvm.options").write_text("\n".join([*kept, *heap, ""]), "utf-8")
        shutil.copy(self._server / "config" / "log4j2.properties", config)
        settings = {
            **_SETTINGS,
            "node.name": node.name,
            "path.data": str(node.home / "data"),
            "path.logs": str(node.home / "logs"),
            "http.port": node.http,
            "transport.port": node.transport,
            "discovery.seed_hosts": [f"127.0.0.1:{other.transport}" for other in self.nodes],
            "cluster.initial_cluster_manager_nodes": [other.name for other in self.nodes],
            **self._extra,
        }
        lines = [f"{name}: {json.dumps(value)}" for name, value in settings.items()]
        (config / "opensearch.yml").write_text("\n".join([*lines, ""]), "utf-8")
        user = _unprivileged()
        if user is not None:
            for path in (node.home, *node.home.rglob("*")):
                os.chown(path, user.pw_uid, user.pw_gid)

    def _launch(self, node: Node) -> None:
        user = _unprivileged()
        as_user: dict[str, Any] = {}
        if user is not None:
            as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        with node.log.open("ab") as log:
            node.process = subprocess.Popen(
                ["sh", "-c", _WITH_US, str(self._server / "bin" / "opensearch")],
                cwd=node.home,
                env={
                    "PATH": os.environ["PATH"],
                    "HOME": str(node.home),
                    "OPENSEARCH_JAVA_HOME": str(java_home()),
                    "OPENSEARCH_PATH_CONF": str(node.home / "config"),
                    "OPENSEARCH_TMPDIR": str(node.home / "tmp"),
                },
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                **as_user,
            )

    def _tail(self, node: Node, lines: int = 25) -> str:
        try:
            return "\n".join(node.log.read_text("utf-8", "replace").splitlines()[-lines:])
        except OSError:
            return "(no log)"
