"""Publishing when things go wrong: readers during a swap, kills, broken wires, servers that refuse.

``PRAVILA_KILLS`` says how many publications are killed (12 unless told otherwise).
"""

import datetime
import http.server
import ipaddress
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from fronts import Rules, breaking, front, serving
from graphservers import Server, free_port, oxigraph
from storing import dropped, unfinished, version, versions, writing

from corpus.errors import PravilaError, ServerError, SettingsError
from kg.graphstore import Access, Service, claim, client, connect, publish
from kg.graphstore import record as records

KILLS = int(os.environ.get("PRAVILA_KILLS", "12"))
MANY = 1500


@pytest.fixture
def service(server: Server) -> Service:
    """A server on which the first version is published."""
    service = dropped(writing(server))
    publish(service, version("1", MANY))
    return service


@pytest.mark.parametrize("target", [None, "https://bridge.example/граф"])
def test_a_reader_sees_the_old_graph_or_the_new_one(
    service: Service, server: Server, target: str | None
) -> None:
    publish(service, version("1", MANY), target)
    seen: list[dict[str, int]] = []
    failed: list[Exception] = []
    over = threading.Event()

    def read() -> None:
        mine = writing(server)
        while not over.is_set():
            try:
                seen.append(versions(mine, target))
            except PravilaError as error:
                failed.append(error)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    try:
        for number in range(2, 7):
            publish(service, version(str(number), MANY), target)
    finally:
        over.set()
        for reader in readers:
            reader.join()
    assert failed == []
    assert all(list(one.values()) == [MANY] for one in seen), seen
    assert len({name for one in seen for name in one}) > 1


READY = os.pipe() if sys.platform != "win32" else (0, 0)


def publisher(url: str, first: int) -> int:
    """A process that publishes version after version; forked, so that it is quick to begin."""
    process = os.fork()
    if process:
        return process
    try:
        mine = connect(url, Access(timeout=2), writing=True)
        for number in range(first, first + 1000):
            os.write(READY[1], b".")
            publish(mine, version(str(number), MANY))
    finally:
        os._exit(1)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on Windows")
def test_a_publication_that_is_killed_leaves_the_old_graph_or_the_new_one(
    service: Service, server: Server
) -> None:
    chance = random.Random(1)
    left = set()
    for number in range(KILLS):
        process = publisher(server.url, 10 * number + 2)
        for _ in range(chance.randrange(1, 3)):
            assert os.read(READY[0], 1) == b"."
        time.sleep(chance.random() * 0.4)
        os.kill(process, signal.SIGKILL)
        _, status = os.waitpid(process, 0)
        assert os.WTERMSIG(status) == signal.SIGKILL, "the publisher failed by itself"
        left |= unfinished(service)
        found = versions(service)
        said = records.read(service, None)
        # the killed one's last update may still have been on its way: both are read once more
        if said is None or [said.digest] != [version(name, MANY).digest for name in found]:
            time.sleep(0.5)
            found, said = versions(service), records.read(service, None)
        assert list(found.values()) == [MANY]
        assert said is not None
        assert [said.digest] == [version(name, MANY).digest for name in found]
    time.sleep(2.1)  # a claim of a killed one is good for its longest request
    last = connect(server.url, Access(timeout=2), writing=True)
    publish(last, version("последнее", MANY))
    assert versions(service) == {"последнее": MANY}
    assert unfinished(service) == set()
    assert left, "no kill met an upload: the moments are badly chosen"


def test_one_who_is_interrupted_cleans_up(service: Service) -> None:
    class Impatient:
        def step(self, title: str, total: int | None = None) -> None:
            pass

        def advance(self, items: int = 1) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        publish(service, version("2", MANY), progress=Impatient())
    assert versions(service) == {"1": MANY}
    assert unfinished(service) == set()


def test_a_claim_keeps_others_out_until_it_is_old(
    service: Service, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claim, "TRIES", 2)
    monkeypatch.setattr(claim, "PAUSE", 0.01)
    claim.take(service, None, records.STAGING + "чужая")
    claim.take(service, "urn:other", records.STAGING + "в-другой-граф")
    with pytest.raises(ServerError, match="кто-то ещё"):
        claim.take(service, None, records.STAGING + "наша")
    time.sleep(1.1)
    claim.take(connect(server.url, Access(timeout=1), writing=True), None, "urn:наша")


def test_a_wire_that_breaks_leaves_the_old_graph(
    service: Service, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "TRIES", 1)
    size = version("2", MANY).size
    for after in (100, 2000, size // 2, size - 10):
        with breaking(server.url, after) as url, pytest.raises(ServerError, match=r"^[А-Я]") as e:
            publish(connect(url, Access(timeout=20), writing=True), version("2", MANY))
        assert "\n" not in str(e.value)
        assert versions(service) == {"1": MANY}
    publish(service, version("2", MANY))
    assert versions(service) == {"2": MANY}
    assert unfinished(service) == set()


@pytest.mark.parametrize("lost", ["void:Dataset", "INSERT DATA", "издание"])
def test_an_answer_that_is_lost_on_its_way_is_no_failure(
    service: Service, server: Server, lost: str
) -> None:
    rules = Rules(server.url)
    with front(rules) as url:
        mine = connect(url, Access(timeout=20), writing=True)
        rules.forget = lost
        assert publish(mine, version("2", MANY)).status == "published"
    assert rules.forget is None
    assert versions(service) == {"2": MANY}


def test_a_server_that_is_busy_is_asked_again(service: Service, server: Server) -> None:
    rules = Rules(server.url)
    with front(rules) as url:
        mine = connect(url, Access(timeout=20), writing=True)
        rules.busy = 3
        assert publish(mine, version("2", MANY)).status == "published"


def test_a_front_that_limits_sizes_gets_smaller_parts(service: Service, server: Server) -> None:
    rules = Rules(server.url, largest=70_000)
    with front(rules) as url:
        publish(connect(url, Access(), writing=True), version("2", MANY))
        assert versions(service) == {"2": MANY}
        rules.largest = 5000
        with pytest.raises(ServerError, match="столько данных"):
            publish(connect(url, Access(), writing=True), version("3", MANY))
    assert versions(service) == {"2": MANY}


def test_a_name_and_a_password_are_given_where_they_are_wanted(
    service: Service, server: Server
) -> None:
    rules = Rules(server.url, user="Иван:пароль")
    with front(rules) as url:
        for wrong in (Access(), Access("Иван", "не тот"), Access("Пётр", "пароль")):
            with pytest.raises(ServerError, match="имя и пароль") as caught:
                connect(url, wrong, writing=True)
            assert "не тот" not in f"{caught.value}{wrong!r}"
        right = connect(url, Access("Иван", "пароль"), writing=True)
        assert publish(right, version("2", MANY)).status == "published"
    assert versions(service) == {"2": MANY}


def test_nobody_is_sent_elsewhere_with_a_password(server: Server) -> None:
    elsewhere = Rules(server.url)
    with (
        front(elsewhere) as other,
        front(Rules(server.url, moved=other)) as url,
        pytest.raises(ServerError, match=f"отсылает на {other}"),
    ):
        connect(url, Access("Иван", "пароль"), writing=True)
    assert elsewhere.authorizations == []


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key and a certificate nobody vouches for, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False
        )
        .sign(key, hashes.SHA256())
    )
    path = tmp_path_factory.mktemp("tls") / "server.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return path


def test_a_certificate_must_be_trusted(
    service: Service, server: Server, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with front(Rules(server.url), certificate) as url:
        with pytest.raises(ServerError, match="--ca"):
            connect(url, Access(), writing=True)
        monkeypatch.setenv("REQUESTS_CA_BUNDLE", "/nowhere")  # what is given comes first
        publish(connect(url, Access(ca=certificate), writing=True), version("2", MANY))
    assert versions(service) == {"2": MANY}


def test_a_proxy_is_not_asked_for_this_machine(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{free_port()}")
    assert writing(server).count(None) >= 0


class Page(http.server.BaseHTTPRequestHandler):
    """A server that answers everything with a page."""

    def do_POST(self) -> None:
        body = b"<html><h1>Welcome</h1></html>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST

    def log_message(self, format: str, *args: object) -> None:
        pass


class Endless(Page):
    """A server whose answers have no end."""

    def do_POST(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/sparql-results+json")
        self.end_headers()
        try:
            while True:
                self.wfile.write(b" " * 65536)
        except OSError:
            self.close_connection = True


class Silent(Page):
    """A server that takes its time."""

    def do_POST(self) -> None:
        time.sleep(1.5)


class Trickle(Page):
    """A server that says a word now and then."""

    def do_POST(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/sparql-results+json")
        self.end_headers()
        try:
            for _ in range(40):
                self.wfile.write(b" ")
                time.sleep(0.1)
        except OSError:
            self.close_connection = True


REFUSALS: list[tuple[Callable[[], AbstractContextManager[str]], str]] = [
    (lambda: serving(Page), "отвечает страница"),
    (lambda: serving(Endless), "больше .* МБ"),
    (lambda: serving(Silent), "не ответил вовремя"),
    (lambda: front(Rules("http://127.0.0.1:1")), "не отвечает|прерван"),
    (lambda: serving(http.server.BaseHTTPRequestHandler), "ответил отказом 501"),
]


@pytest.mark.parametrize(("away", "said"), REFUSALS)
def test_what_is_no_service_is_told_in_one_line(
    away: Callable[[], AbstractContextManager[str]], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "TRIES", 1)
    monkeypatch.setattr(client, "LIMIT", 1_000_000)
    with away() as url, pytest.raises(PravilaError, match=said) as caught:
        connect(url, Access(timeout=1), writing=True)
    assert "\n" not in str(caught.value)


class Nonsense(Page):
    """A server that says yes to everything."""

    def do_POST(self) -> None:
        body = b'{"boolean": true, "results": {"bindings": [5]}}'
        self.send_response(200)
        self.send_header("Content-Type", "application/sparql-results+json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(b"" if self.command == "HEAD" else body)

    do_HEAD = do_POST


def test_nonsense_is_told_in_one_line() -> None:
    with serving(Nonsense) as url:
        service = connect(url, Access(timeout=5), writing=True)
        with pytest.raises(ServerError, match="не служба SPARQL"):
            publish(service, version("1", 3))


def test_an_answer_must_come_whole_in_time() -> None:
    started_at = time.monotonic()
    with serving(Trickle) as url, pytest.raises(ServerError, match="не ответил вовремя"):
        connect(None, Access(), query=url).client.send("POST", url, b"", seconds=0.5)
    assert time.monotonic() - started_at < 3


def test_nobody_at_the_address() -> None:
    with pytest.raises(ServerError, match="не отвечает"):
        connect(f"http://127.0.0.1:{free_port()}", Access(timeout=5), writing=True)


WRONG = [
    "",
    "bridge.example",
    "ftp://bridge.example",
    "http://",
    "http://a:b@c/",
    "http://[",
    "http://a#b",
]


@pytest.mark.parametrize("url", WRONG)
def test_what_is_no_address_is_told(url: str) -> None:
    with pytest.raises(SettingsError, match=r"[а-я]"):
        connect(url, Access(), writing=True)


def test_a_server_that_only_reads_is_told(tmp_path: Path) -> None:
    with oxigraph(tmp_path / "data") as running:
        publish(writing(running), version("1", 3))
    with oxigraph(tmp_path / "data", verb="serve-read-only") as running:
        with pytest.raises(ServerError, match="только для чтения"):
            writing(running)
        assert versions(connect(running.url, Access())) == {"1": 3}


def test_a_server_that_is_killed_keeps_the_old_graph(tmp_path: Path) -> None:
    with oxigraph(tmp_path / "data") as running:
        service = writing(running)
        publish(service, version("1", MANY))
        made = records.Record("0" * 64, MANY, "", "2026-01-01T00:00:00Z", records.staging(None))
        service.load(made.staged, b"".join(version("2", MANY).parts()), fresh=True)
        running.process.kill()
        running.process.wait()
    with oxigraph(tmp_path / "data") as running:
        service = writing(running)
        assert versions(service) == {"1": MANY}
        assert publish(service, version("2", MANY)).swept == 1
        assert versions(service) == {"2": MANY}
