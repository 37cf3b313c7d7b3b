"""What goes wrong with a cluster is told in one line: real servers that answer wrongly."""

import json
import socket
import threading
from base64 import b64decode
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

pytest.importorskip("opensearchpy")

from corpus.cluster import Cluster
from corpus.errors import LibraryError, PravilaError, ServerError
from search.engine import EngineQuery, Entry, engine_named
from search.opensearch.connection import PASSWORD, USER
from search.opensearch.engine import RECORD

ENTRIES = [Entry(0, {"lemma": ("карта",)})]
ABOUT = {"version": {"distribution": "opensearch", "number": "2.19.0"}}
JSON, HTML = "application/json", "text/html"

Answer = tuple[int, str, str]
Answers = Callable[[str, str], Answer]


def error(status: int, kind: str, reason: str = "…", **more: Any) -> Answer:
    """An error in the form of OpenSearch."""
    said = {"type": kind, "reason": reason, "root_cause": [{"type": kind, "reason": reason}]}
    return status, JSON, json.dumps({"error": said | more, "status": status})


class Server(ThreadingHTTPServer):
    """A server that gives the answers of a test."""

    daemon_threads = True

    def __init__(self, answers: Answers) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = answers
        self.asked: list[str] = []
        self.authorisations: list[str | None] = []
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def handle_any(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        assert isinstance(self.server, Server)
        self.server.asked.append(f"{self.command} {self.path}")
        self.server.authorisations.append(self.headers.get("Authorization"))
        status, kind, body = self.server.answers(self.command, self.path)
        data = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    do_GET = do_POST = do_PUT = do_DELETE = handle_any

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def serve() -> Iterator[Callable[[Answers], Server]]:
    started: list[Server] = []

    def start(answers: Answers) -> Server:
        started.append(Server(answers))
        return started[-1]

    yield start
    for server in started:
        server.shutdown()
        server.server_close()


def searched(folder: Path, *urls: str, timeout: float = 0.6) -> list[tuple[int, float]]:
    folder.mkdir(exist_ok=True)
    record = {"index": "a-0", "uuid": "u", "passages": 10}
    (folder / RECORD).write_text(json.dumps(record), encoding="utf-8")
    index = engine_named("opensearch", Cluster(urls, name="a", timeout=timeout)).open(folder)
    try:
        return index.candidates(EngineQuery(), 5)
    finally:
        index.close()


def hits(*numbers: int, **more: Any) -> Answer:
    found = [{"sort": [1.0, number]} for number in numbers]
    said = {
        "timed_out": False,
        "_shards": {"total": 1, "successful": 1},
        "hits": {"hits": found},
        **more,
    }
    return 200, JSON, json.dumps(said)


@pytest.mark.parametrize(
    ("answer", "kind", "message"),
    [
        ((401, HTML, "<h1>401</h1>"), ServerError, "не принимает имя и пароль"),
        ((401, "text/plain", "Unauthorized"), ServerError, "не принимает имя и пароль"),
        (error(403, "security_exception", "no permissions"), ServerError, "не даёт прав"),
        ((200, HTML, "<h1>It works!</h1>"), ServerError, "не OpenSearch"),
        ((404, HTML, "<h1>404</h1>"), ServerError, "не OpenSearch"),
        ((302, HTML, ""), ServerError, "не OpenSearch"),
        ((200, JSON, "{}"), ServerError, "непонятно"),
        ((200, JSON, "[]"), ServerError, "непонятно"),
        ((200, JSON, "{"), ServerError, "не OpenSearch"),
        ((200, JSON, ""), ServerError, "непонятно"),
        (hits(3, 10), ServerError, "чужие места: постройте его заново – pravila build --force"),
        (hits(-1), ServerError, "чужие места"),
        (hits(0, **{"hits": {"hits": [{"sort": [1.0, "x"]}]}}), ServerError, "непонятно"),
        (hits(0, **{"hits": {"hits": [{"sort": [1.0]}]}}), ServerError, "непонятно"),
        (hits(0, **{"hits": {"hits": [{"sort": [1.0, None]}]}}), ServerError, "непонятно"),
        (error(404, "index_not_found_exception"), LibraryError, "pravila build"),
        (error(400, "parsing_exception", "a\nb"), ServerError, "отказал: 400, a b"),
        (error(503, "cluster_block_exception", "no leader"), ServerError, "сейчас не может"),
        ((503, HTML, "<h1>503</h1>"), ServerError, "сейчас не может"),
        (error(429, "circuit_breaking_exception"), ServerError, "перегружен"),
        (
            error(429, "cluster_block_exception", "disk usage exceeded flood-stage watermark"),
            ServerError,
            "кончается место",
        ),
        (error(403, "cluster_block_exception", "read-only"), ServerError, "запретил запись"),
        (hits(0, timed_out=True), ServerError, "не полностью"),
        (hits(0, _shards={"total": 2, "successful": 1, "failed": 0}), ServerError, "не полностью"),
        (hits(0, hits={"hits": [{"_id": 1}]}), ServerError, "непонятно"),
    ],
)
def test_a_wrong_answer_is_one_line_and_never_an_empty_result(
    serve: Callable[[Answers], Server],
    tmp_path: Path,
    answer: Answer,
    kind: type[Exception],
    message: str,
) -> None:
    with pytest.raises(PravilaError, match=message) as raised:
        searched(tmp_path / "engine", serve(lambda method, path: answer).url)
    assert isinstance(raised.value, kind)
    assert "\n" not in str(raised.value)


def test_nobody_answers(tmp_path: Path) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(16)
        listening = f"http://127.0.0.1:{silent.getsockname()[1]}"
        for url in ("http://127.0.0.1:9", listening, "http://nobody.invalid:9200"):
            started = monotonic()
            with pytest.raises(ServerError, match="кластер поиска не отвечает"):
                searched(tmp_path / "engine", url, timeout=1.0)
            assert monotonic() - started < 3


@pytest.mark.parametrize(
    "first",
    [
        (502, HTML, "<h1>502</h1>"),
        error(503, "search_phase_execution_exception", "all shards failed"),
        error(429, "rejected_execution_exception"),
        error(500, "node_disconnected_exception"),
        error(404, "search_context_missing_exception"),
        error(500, "x", failed_shards=[{"reason": {"type": "node_not_connected_exception"}}]),
    ],
)
def test_what_passes_is_waited_for(
    serve: Callable[[Answers], Server], tmp_path: Path, first: Answer
) -> None:
    answers = [first, first, hits(3)]
    server = serve(lambda method, path: answers.pop(0))
    assert searched(tmp_path / "engine", server.url, timeout=5.0) == [(3, 1.0)]
    assert len(server.asked) == 3


def test_another_node_is_asked_at_once(serve: Callable[[Answers], Server], tmp_path: Path) -> None:
    server = serve(lambda method, path: hits(3))
    for _ in range(6):  # which of the two is tried first is a matter of chance
        started = monotonic()
        assert searched(tmp_path / "engine", "http://127.0.0.1:9", server.url) == [(3, 1.0)]
        assert monotonic() - started < 0.5


@pytest.mark.parametrize(
    ("user", "password", "expected"),
    [
        ("", "", None),
        ("anna", "s3cret", "anna:s3cret"),
        ("анна", "пароль: ключ", "анна:пароль: ключ"),
    ],
)
def test_user_and_password_go_along(
    serve: Callable[[Answers], Server],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    user: str,
    password: str,
    expected: str | None,
) -> None:
    monkeypatch.setenv(USER, user)
    monkeypatch.setenv(PASSWORD, password)
    server = serve(lambda method, path: hits(3))
    assert searched(tmp_path / "engine", server.url) == [(3, 1.0)]
    (sent,) = server.authorisations
    assert (sent and b64decode(sent.removeprefix("Basic ")).decode()) == expected


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ({"version": {"number": "7.17.0"}}, "не OpenSearch"),
        ({"version": {"distribution": "opensearch", "number": "1.3.20"}}, "нужен 2.0"),
        ({"version": "2"}, "не OpenSearch"),
        ({}, "не OpenSearch"),
        ([1], "не OpenSearch"),
    ],
)
def test_a_build_first_asks_who_is_there(
    serve: Callable[[Answers], Server], tmp_path: Path, about: object, message: str
) -> None:
    server = serve(lambda method, path: (200, JSON, json.dumps(about)))
    engine = engine_named("opensearch", Cluster((server.url,), name="a", timeout=1.0))
    with pytest.raises(ServerError, match=message):
        engine.build(ENTRIES, tmp_path / "engine")
    assert server.asked == ["GET /"]


@pytest.mark.parametrize("record", [None, "", "{}", '{"index": 1}', "[1]"])
def test_a_record_that_is_lost_or_spoilt(tmp_path: Path, record: str | None) -> None:
    if record is not None:
        (tmp_path / RECORD).write_text(record, encoding="utf-8")
    engine = engine_named("opensearch", Cluster(("http://127.0.0.1:9",), name="a", timeout=0.5))
    with pytest.raises(LibraryError, match="pravila build"):
        engine.open(tmp_path)
    assert engine.amiss(tmp_path) == "Запись об указателе на кластере повреждена"
