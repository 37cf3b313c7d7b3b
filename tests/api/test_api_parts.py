"""Parts of the API by themselves: counting, patience, the answers kept, the description."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st

from api import patience
from api.answers import Desk, known
from api.app import make
from api.cache import Cache
from api.listening import bound
from api.parameters import LAW
from api.problems import Refusal
from api.rate import Rate, client_of
from api.settings import Settings
from api.sparql import accepted
from corpus.errors import SettingsError
from kg.provision import parse

T = TypeVar("T")

# -- the measure ----------------------------------------------------------------------------------


def test_two_counters_of_one_file_count_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1_000_000.0
    monkeypatch.setattr("time.time", lambda: now)
    rates = [Rate("10/minute", tmp_path / "rate.sqlite") for _ in range(2)]

    def let_in(times: int) -> int:
        count = 0
        for turn in range(times):
            with suppress(Refusal):
                rates[turn % 2].admit("192.0.2.1")
                count += 1
        return count

    assert let_in(25) == 10
    now += 60  # the window before still counts, less and less
    assert let_in(10) < 10
    now += 120
    assert let_in(10) == 10
    now -= 3600  # a clock that goes back lets in, it does not lock out
    assert let_in(5) == 5


def test_counts_that_cannot_be_kept_let_everybody_in(tmp_path: Path) -> None:
    path = tmp_path / "rate.sqlite"
    rate = Rate("1/hour", path)
    rate._limiter.storage._file.execute("DROP TABLE counts")
    assert [rate.admit("192.0.2.1") for _ in range(3)] == [{}, {}, {}]


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("unix", "unix"),
    ],
)
def test_who_is_counted_as_one(address: str, client: str) -> None:
    assert client_of(address) == client


@pytest.mark.parametrize("rate", ["", "x", "10", "0/minute", "-5/minute", "10/fortnight"])
def test_a_measure_that_is_none_is_refused(rate: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError):
        Rate(rate, tmp_path / "rate.sqlite")


# -- patience -------------------------------------------------------------------------------------


@contextmanager
def running(app: Any) -> Iterator[int]:
    """Any application behind uvicorn with our protocol, in a thread."""
    listening = bound("127.0.0.1", 0)
    config = uvicorn.Config(app, http=patience.Patient, ws="none", lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        server.force_exit = True
        thread.join()


async def _large(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"x" * 30_000_000})


@pytest.mark.parametrize(
    "first",
    [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: 1"],
    ids=["nothing", "half a line", "no end"],
)
def test_a_head_that_does_not_come_is_not_waited_for(
    first: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "HEAD", 0.5)
    monkeypatch.setattr(patience, "LOOK", 0.1)
    with running(_large) as port, socket.create_connection(("127.0.0.1", port), 5) as line:
        started = time.monotonic()
        line.sendall(first)
        ended = b"x"
        while ended:  # a byte now and then keeps it from nothing
            line.settimeout(0.2)
            try:
                ended = line.recv(10)
            except TimeoutError:
                if first:
                    line.sendall(b"y")
            except ConnectionError:
                break
        assert 0.4 < time.monotonic() - started < 4


def test_an_answer_nobody_reads_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "READING", 0.5)
    monkeypatch.setattr(patience, "LOOK", 0.1)
    with running(_large) as port, socket.create_connection(("127.0.0.1", port), 5) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        time.sleep(1.5)
        got = 0
        with suppress(ConnectionError):
            while part := line.recv(1_000_000):
                got += len(part)
        assert got < 30_000_000


# -- answers kept, tags, forms --------------------------------------------------------------------


def test_the_least_used_answers_go_first() -> None:
    cache = Cache(1000)
    for key in "abcdefgh":
        cache.put(key, b"x" * 120)
    cache.get("a")
    cache.put("i", b"x" * 120)
    assert cache.get("a")
    assert cache.get("b") is None
    cache.put("large", b"x" * 500)
    assert cache.get("large") is None


@given(st.lists(st.tuples(st.sampled_from("abcdefghij"), st.integers(0, 130)), max_size=60))
def test_the_answers_kept_never_take_more_than_allowed(puts: list[tuple[str, int]]) -> None:
    cache = Cache(1000)
    for key, size in puts:
        cache.put(key, bytes(size))
        assert sum(map(len, cache._kept.values())) == cache._size <= 1000


@pytest.mark.parametrize(
    ("asked", "tag", "same"),
    [
        (None, '"a"', False),
        ("", '"a"', False),
        ('"a"', '"a"', True),
        ('"b"', '"a"', False),
        ('W/"a"', '"a"', True),
        ('"a"', 'W/"a"', True),
        ('"b" , W/"a"', '"a"', True),
        ("*", '"a"', True),
    ],
)
def test_tags_are_compared_weakly(asked: str | None, tag: str, same: bool) -> None:
    assert known(asked, tag) is same


@given(st.text(max_size=80))
def test_any_accept_header_is_understood_or_refused(header: str) -> None:
    with suppress(Refusal):
        form = accepted(header)
        assert form.table or form.triples


# -- what nobody foresaw, and too much at once -----------------------------------------------------


def run(work: Coroutine[Any, Any, T]) -> T:
    """What it gives; in a thread of its own, since a browser's tests leave a loop in theirs."""
    with ThreadPoolExecutor(1) as aside:
        return aside.submit(asyncio.run, work).result()


def asked(app: Any, path: str) -> httpx.Response:
    """One request to an application in this process that was not started."""

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
            return await client.get(path)

    return run(ask())


def test_a_failure_nobody_foresaw_is_a_code_and_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "pravila.log"
    monkeypatch.setenv("PRAVILA_LOG", str(log))
    app = make(Settings())  # its library was never opened, which no route looks for
    answer = asked(app, "/v1/laws/25B")
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    problem = answer.json()
    assert problem["incident"] in problem["detail"]
    assert problem["incident"] in log.read_text("utf-8")
    assert "Traceback" in log.read_text("utf-8")
    assert "shelf" not in answer.text
    assert asked(app, "/ready").status_code == 503


def test_what_takes_too_long_or_comes_in_too_great_numbers_is_refused() -> None:
    async def refused(settings: Settings) -> Refusal:
        desk = Desk(settings)
        with pytest.raises(Refusal) as caught:
            await desk.compute(lambda: time.sleep(0.3))
        assert await desk.compute(lambda: 5) == 5 if settings.waiting else True
        return caught.value

    late = run(refused(Settings(seconds=0.05)))
    assert (late.status, late.headers["Retry-After"]) == (503, "5")
    busy = run(refused(Settings(waiting=0)))
    assert (busy.status, busy.headers["Retry-After"]) == (503, "1")


def test_the_framework_measures_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FASTAPI_OTEL_AUTO_CONFIGURE", "true")
    telemetry = make(Settings())._telemetry
    on = ("tracing", "metrics", "logs", "auto_configure")
    assert not any(telemetry.get(name) for name in on)


# -- the description ------------------------------------------------------------------------------


@given(st.from_regex(LAW, fullmatch=True))
def test_every_number_of_the_documented_form_is_a_number(written: str) -> None:
    assert parse(written.strip("\n"))


def _described() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(json.dumps(make(Settings()).openapi()))
    return document


def test_the_description_tells_everything() -> None:
    document = _described()
    names = set()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            where = f"{method} {path}"
            assert operation["summary"], where
            assert operation["description"], where
            names.add(operation["operationId"])
            assert {"200", "400", "413", "414", "429", "500", "503"} <= set(operation["responses"])
            for parameter in operation.get("parameters", ()):
                assert parameter.get("description"), (where, parameter["name"])
            for code, answer in operation["responses"].items():
                if code.startswith(("4", "5")):
                    assert list(answer["content"]) == ["application/problem+json"], (where, code)
    assert len(names) == sum(map(len, document["paths"].values()))
    for name, schema in document["components"]["schemas"].items():
        assert schema.get("description"), name


def test_every_reference_of_the_description_leads_somewhere() -> None:
    document = _described()
    text = json.dumps(document)
    for part in text.split('"#/components/schemas/')[1:]:
        assert part.partition('"')[0] in document["components"]["schemas"]
