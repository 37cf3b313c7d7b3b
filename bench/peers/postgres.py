"""PostgreSQL's text search with its ``russian`` configuration, in a server of its own.

The server is made in the folder, speaks only through a socket there, and ends with this process.
It does not run as root: root runs it as ``postgres`` (or ``nobody``).
"""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path

import psutil
import psycopg

from bench.peers import Answer, lacking
from search.passages import Passage

_DEBIAN = Path("/usr/lib/postgresql")
_SETTINGS = {
    "listen_addresses": "",
    "shared_buffers": "256MB",
    "maintenance_work_mem": "256MB",  # what our engines get for building
    "max_wal_size": "4GB",
    "jit": "off",  # compiling costs these short queries more than it saves
}
_PATIENCE = 30.0  # seconds for the server to start

_TABLE = """
create table passages (
    id text primary key,
    text text not null,
    words tsvector generated always as (to_tsvector('russian', text)) stored
)"""
# Of its ranking functions and normalisations this does best on the open queries: nDCG@10 0.46;
# ts_rank_cd, which wants words near one another, 0.34.
_BEST = """
select id, ts_headline('russian', text, wanted) from (
    select id, text, wanted from passages, (
        select replace(plainto_tsquery('russian', %s)::text, '&', '|')::tsquery as wanted
    ) as query
    where words @@ wanted order by ts_rank(words, wanted, 1) desc, id limit %s
) as best"""


def _program(name: str) -> str | None:
    """The server's program of that name, the newest version's."""
    versions = sorted(_DEBIAN.glob("*"), key=lambda p: (len(p.name), p.name), reverse=True)
    places = [str(version / "bin") for version in versions]
    return shutil.which(name, path=os.pathsep.join([*places, os.environ.get("PATH", "")]))


def missing() -> str:
    """What has to be installed first; empty when nothing has."""
    if not (_program("initdb") and _program("postgres")):
        return "no PostgreSQL server: apt install postgresql"
    return lacking("psycopg")


def _user() -> str | None:
    """Who runs the server when root asks for it."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


class Postgres:
    """One table with a stored ``tsvector`` and a GIN index over it."""

    def __init__(self, folder: Path):
        self._folder = folder
        self._data = folder / "data"
        self._server: subprocess.Popen[bytes] | None = None

    def build(self, passages: Iterable[Passage]) -> int:
        """Copy the texts in and index them, as its handbook says to fill a table."""
        self._make()
        self._start()
        with self._connection.cursor() as cursor:
            cursor.execute(_TABLE)
            with cursor.copy("copy passages(id, text) from stdin") as copy:
                for passage in passages:
                    copy.write_row((passage.id, passage.text.replace("\0", " ")))
            cursor.execute("create index on passages using gin(words)")
            cursor.execute("vacuum analyze passages")
            cursor.execute("select pg_total_relation_size('passages')")
            row = cursor.fetchone()
        self.close()
        return int(row[0]) if row else 0

    def open(self) -> float:
        """Start the server and connect."""
        return self._start()

    def ask(self, query: str, limit: int) -> list[Answer]:
        """The best by ``ts_rank``."""
        return self._connection.execute(_BEST, (query, limit), prepare=True).fetchall()

    def cpu(self) -> float:
        """This process's seconds and the server's."""
        if self._server is None or self._server.poll() is not None:
            return time.process_time()
        main = psutil.Process(self._server.pid)
        server = [process.cpu_times() for process in (main, *main.children(recursive=True))]
        return time.process_time() + float(sum(times.user + times.system for times in server))

    def close(self) -> None:
        """Disconnect and stop the server."""
        self._connection.close()
        self._stop()

    def _make(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        user = _user()
        if user is not None:
            shutil.chown(self._folder, user)
        command = [_program("initdb") or "initdb", "-D", str(self._data), "-E", "UTF8"]
        command += ["-U", "bench"]
        command += ["--locale=C.UTF-8", "--auth=trust"]
        subprocess.run(command, check=True, capture_output=True, user=user, cwd=self._folder)

    def _start(self) -> float:
        started = time.perf_counter()
        command = [_program("postgres") or "postgres", "-D", str(self._data)]
        command += ["-k", str(self._folder)]
        for name, value in _SETTINGS.items():
            command += ["-c", f"{name}={value}"]
        with (self._folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                command, stdout=log, stderr=log, user=_user(), cwd=self._folder
            )
        atexit.register(self._stop)
        while True:
            try:
                self._connection = psycopg.connect(
                    host=str(self._folder), user="bench", dbname="postgres", autocommit=True
                )
            except psycopg.OperationalError:
                if time.perf_counter() - started > _PATIENCE or self._server.poll() is not None:
                    raise
                time.sleep(0.02)
            else:
                return time.perf_counter() - started

    def _stop(self) -> None:
        if self._server is not None and self._server.poll() is None:
            self._server.send_signal(signal.SIGINT)  # PostgreSQL's fast shutdown
            self._server.wait()
