"""A cluster behind TLS and a password, by a front of its own as federations have one."""

import base64
import os
import ssl
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import trustme
from running import RunningCluster

ROOT = Path(__file__).resolve().parents[2]
USER, PASSWORD = "anna", "s3cret-пароль"


class Front(ThreadingHTTPServer):
    """Takes TLS and the password off and passes requests on to a node."""

    daemon_threads = True

    def __init__(self, node: str, context: ssl.SSLContext) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.node = node
        self.socket = context.wrap_socket(self.socket, server_side=True)

    def handle_error(self, *_: object) -> None:
        """Refused handshakes are what some tests are about."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def handle_one(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length) if length else None
        said = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        if self.headers.get("Authorization") != f"Basic {said}":
            self.answer(401, "text/html", b"<html><h1>401 Authorization Required</h1></html>")
            return
        assert isinstance(self.server, Front)
        request = urllib.request.Request(
            self.server.node + self.path,
            data=body,
            headers={"Content-Type": self.headers.get("Content-Type", "application/json")},
            method=self.command,
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as got:
                self.answer(got.status, got.headers["Content-Type"], got.read())
        except urllib.error.HTTPError as error:
            self.answer(error.code, error.headers["Content-Type"], error.read())

    def answer(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind or "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = handle_one

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def authority(tmp_path: Path) -> Path:
    """File of the certificate everything here is signed with; a stranger's lies beside it."""
    trustme.CA().cert_pem.write_to_path(tmp_path / "stranger.pem")
    ca = trustme.CA()
    ca.cert_pem.write_to_path(tmp_path / "ca.pem")
    for name in ("localhost", "elsewhere.example"):
        ca.issue_cert(name).private_key_and_cert_chain_pem.write_to_path(tmp_path / f"{name}.pem")
    return tmp_path / "ca.pem"


@pytest.fixture
def front(cluster: RunningCluster, authority: Path) -> Iterator[Front]:
    yield from serving(cluster, authority.with_name("localhost.pem"))


@pytest.fixture
def misnamed(cluster: RunningCluster, authority: Path) -> Iterator[Front]:
    yield from serving(cluster, authority.with_name("elsewhere.example.pem"))


def serving(cluster: RunningCluster, certificate: Path) -> Iterator[Front]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    front = Front(cluster.urls[0], context)
    threading.Thread(target=front.serve_forever, daemon=True).start()
    yield front
    front.shutdown()  # does no harm a second time
    front.server_close()
    cluster.ask("/pravila-*", method="DELETE")


def run(home: Path, *arguments: str, password: str | None = PASSWORD) -> tuple[int, str, str]:
    """Exit code, output and complaints of a command on the library."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PRAVILA_OPENSEARCH")}
    if password is not None:
        environment |= {"PRAVILA_OPENSEARCH_USER": USER, "PRAVILA_OPENSEARCH_PASSWORD": password}
    done = subprocess.run(
        [sys.executable, "-m", "cli", *arguments, "--library", str(home)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    return done.returncode, done.stdout, done.stderr


def building(url: str, ca: Path | None) -> list[str]:
    trusted = ["--ca", str(ca)] if ca else []
    return ["build", "--engine", "opensearch", "--url", url, "--timeout", "5", *trusted]


def test_behind_tls_and_a_password(front: Front, authority: Path, tmp_path: Path) -> None:
    home = tmp_path / "library"
    url = f"https://localhost:{front.server_port}"
    code, _, err = run(home, *building(url, authority))
    assert code == 0, err
    code, out, err = run(home, "search", "фальшренонс после претензии", "--limit", "1")
    assert code == 0, err
    assert "фальшренонс" in out
    for password in (None, "wrong"):
        code, out, err = run(home, "search", "фальшренонс", password=password)
        assert (code, out) == (2, "")
        assert "не принимает имя и пароль" in err
        assert err.count("\n") == 1
    front.shutdown()
    front.server_close()
    code, out, err = run(home, "search", "фальшренонс")
    assert (code, out) == (2, "")
    assert "кластер поиска не отвечает" in err
    assert err.count("\n") == 1
    assert run(home, "law", "64")[0] == 0  # what needs no index needs no cluster
    for file in tmp_path.rglob("*"):
        if file.is_file():
            assert PASSWORD.encode() not in file.read_bytes()
            assert base64.b64encode(f"{USER}:{PASSWORD}".encode()) not in file.read_bytes()


@pytest.mark.parametrize(
    ("scheme", "ca", "message"),
    [
        ("https", None, "подписан неизвестно кем"),
        ("https", "stranger.pem", "--ca ФАЙЛ"),
        ("http", None, "не OpenSearch|не отвечает"),
    ],
)
def test_whom_not_to_trust(
    front: Front, authority: Path, tmp_path: Path, scheme: str, ca: str | None, message: str
) -> None:
    url = f"{scheme}://localhost:{front.server_port}"
    told = building(url, authority.with_name(ca) if ca else None)
    code, out, err = run(tmp_path / "library", *told)
    assert (code, out) == (2, "")
    last = err.splitlines()[-1]
    assert any(part in last for part in message.split("|")), err
    assert "Traceback" not in err


def test_a_certificate_of_another_name(misnamed: Front, authority: Path, tmp_path: Path) -> None:
    url = f"https://localhost:{misnamed.server_port}"
    code, _, err = run(tmp_path / "library", *building(url, authority))
    assert code == 2
    assert "выдан на другое имя" in err


def test_no_tls_where_it_was_expected(cluster: RunningCluster, tmp_path: Path) -> None:
    code, _, err = run(
        tmp_path / "library", *building(cluster.urls[0].replace("http", "https"), None)
    )
    assert code == 2
    assert "отвечают без TLS" in err
