"""A server's life: rebuilds and deaths under load, slow clients, stopping, many at once."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

import workspace
from cli import main

NEW_TEXT = "Протокол. Комитет решил: гамбит Шеннона разрешён согласно Правилу 40B.\n"


@contextmanager
def asked_without_pause(url: str, path: str, count: int = 4) -> Iterator[list[Any]]:
    """Clients that ask over and over while the block runs; what they got: an answer or an error."""
    got: list[Any] = []
    over = threading.Event()

    def ask() -> None:
        with httpx.Client(base_url=url, timeout=30) as client:
            while not over.is_set():
                try:
                    got.append(client.get(path))
                except httpx.HTTPError as error:
                    got.append(error)

    threads = [threading.Thread(target=ask) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield got
    finally:
        over.set()
        for thread in threads:
            thread.join()


def until(true: Callable[[], bool], seconds: float = 40) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(httpx.HTTPError):
            if true():
                return True
        time.sleep(0.1)
    return False


def generations(url: str) -> set[str]:
    """What new connections, which both workers take, say of the generation."""
    return {httpx.get(f"{url}/ready", timeout=30).json()["generation"] for _ in range(12)}


def pravila(*arguments: str) -> None:
    """Another process changes the library, as a person would."""
    subprocess.run([sys.executable, "-m", "cli", *arguments], check=True, capture_output=True)


def test_a_rebuild_is_taken_up_without_a_failed_request(tmp_path: Path, start: Any) -> None:
    library = tmp_path / "library"
    workspace.build(library)
    server = start(library, "--rate", "0")
    (before,) = generations(server.url)
    text = tmp_path / "minutes.txt"
    text.write_text(NEW_TEXT, encoding="utf-8")
    question = {"q": "гамбит Шеннона"}
    assert server.client.get("/v1/search", params=question).json()["total"] == 0
    tag = server.client.get("/v1/laws/40B").headers["etag"]
    with asked_without_pause(server.url, "/v1/search?q=40B") as got:
        pravila("add", str(text), "--library", str(library))
        assert until(lambda: before not in generations(server.url))
    assert {getattr(one, "status_code", one) for one in got} == {200}
    (after,) = generations(server.url)
    told = Counter(one.headers["x-pravila-generation"] for one in got)
    assert set(told) == {before, after}
    hits = server.client.get("/v1/search", params=question).json()["hits"]
    assert "гамбит" in hits[0]["snippet"].lower()
    fresh = server.client.get("/v1/laws/40B", headers={"if-none-match": tag})
    assert fresh.status_code == 200
    assert fresh.headers["etag"] != tag
    pravila("remove", hits[0]["document"], "--library", str(library))
    assert until(lambda: after not in generations(server.url))
    assert server.client.get("/v1/search", params=question).json()["total"] == 0
    assert "Traceback" not in server.said()


def test_a_library_put_in_the_place_of_another_is_taken_up(tmp_path: Path, start: Any) -> None:
    """Both count their generations from one: the name alone does not tell them apart."""
    library, other, text = tmp_path / "library", tmp_path / "other", tmp_path / "minutes.txt"
    text.write_text(NEW_TEXT, encoding="utf-8")
    workspace.build(library)
    workspace.add_files(other, [text])
    server = start(library, "--rate", "0")
    tag = server.client.get("/v1/documents").headers["etag"]
    (before,) = generations(server.url)
    library.rename(tmp_path / "away")
    other.rename(library)
    ready = {"status": "ready", "generation": before, "documents": 11}
    assert until(lambda: all(server.client.get("/ready").json() == ready for _ in range(5)))
    fresh = server.client.get("/v1/documents", headers={"if-none-match": tag})
    assert fresh.status_code == 200
    assert fresh.headers["etag"] != tag
    assert len(fresh.json()["documents"]) == 11


def test_a_worker_that_dies_is_replaced(library: Path, start: Any) -> None:
    server = start(library, "--rate", "0")
    first = set(server.workers())
    assert len(first) == 2
    with asked_without_pause(server.url, "/v1/laws/25B") as got:
        os.kill(min(first), signal.SIGKILL)
        assert until(lambda: len(set(server.workers()) - first) == 1)
        assert until(lambda: "вместо него начат другой" in server.said())
        done = len(got)
        assert until(lambda: len(got) > done + 20)
    failed = [one for one in got if not isinstance(one, httpx.Response)]
    assert len(failed) <= 4  # those the dead one was answering
    assert {one.status_code for one in got if isinstance(one, httpx.Response)} == {200}
    assert server.stop() == 0


def test_a_worker_that_is_deaf_for_a_while_keeps_its_requests(library: Path, start: Any) -> None:
    """A busy machine or one long step may keep it so for longer than uvicorn's five seconds."""
    server = start(library, "--rate", "0")
    assert until(lambda: len(server.workers()) == 2)
    before = server.workers()
    for worker in before:
        os.kill(worker, signal.SIGSTOP)
    try:
        with asked_without_pause(server.url, "/v1/laws/25B") as got:
            time.sleep(7)
            for worker in before:
                os.kill(worker, signal.SIGCONT)
            assert until(lambda: len(got) > 20)
    finally:
        for worker in set(before) & set(server.workers()):
            os.kill(worker, signal.SIGCONT)
    assert all(isinstance(one, httpx.Response) and one.status_code == 200 for one in got)
    assert server.workers() == before
    assert "прервался" not in server.said()


def test_a_worker_that_cannot_start_again_does_not_stop_the_others(
    tmp_path: Path, start: Any
) -> None:
    library = tmp_path / "library"
    workspace.build(library)
    server = start(library, "--rate", "0")
    assert until(lambda: len(server.workers()) == 2)
    time.sleep(1)  # the supervisor has seen one serve
    (library / "current").rename(library / "away")
    os.kill(min(server.workers()), signal.SIGKILL)
    assert until(lambda: "Библиотека не открылась" in server.said())
    assert server.client.get("/v1/laws/25B").status_code == 200
    (library / "away").rename(library / "current")

    def both() -> bool:
        wanted = 'pravila_requests_total{method="GET",route="/health",status="200"}'
        httpx.get(f"{server.url}/health", timeout=30)
        return wanted in server.client.get("/metrics").text and len(server.workers()) == 2

    assert until(both)
    assert {httpx.get(f"{server.url}/v1/laws/25B").status_code for _ in range(10)} == {200}
    assert server.stop() == 0
    assert "Traceback" not in server.said()
    assert "failed to start" not in server.said()


@pytest.mark.parametrize(
    ("how", "code", "words"),
    [(signal.SIGTERM, 0, "Сервер остановлен."), (signal.SIGINT, 130, "Прервано.")],
)
def test_stopping_waits_for_requests_begun(
    library: Path, start: Any, how: int, code: int, words: str
) -> None:
    server = start(library, "--rate", "0", "--sparql-seconds", "4", "--workers", "1")
    slow = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"
    assert until(lambda: server.client.post("/v1/sparql", data={"query": "ASK {}"}).is_success)
    got: list[httpx.Response] = []

    def ask() -> None:
        got.append(httpx.post(f"{server.url}/v1/sparql", data={"query": slow}, timeout=60))

    asking = threading.Thread(target=ask)
    asking.start()
    time.sleep(1)
    assert server.stop(how) == code
    asking.join()
    assert got[0].status_code == 422  # its time was up, and it was told so
    assert server.said().splitlines()[-1] == words
    assert "Traceback" not in server.said()
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{server.url}/health")


def test_the_measure_holds_for_all_workers_together(library: Path, start: Any) -> None:
    server = start(library, "--rate", "30/hour", "--proxy", "127.0.0.1")

    def ask(address: str) -> httpx.Response:
        headers = {"x-forwarded-for": address}
        return httpx.get(f"{server.url}/v1/laws/25B", headers=headers, timeout=30)

    answers = [ask("192.0.2.7") for _ in range(50)]
    assert Counter(one.status_code for one in answers) == {200: 30, 429: 20}
    refused = answers[-1]
    assert refused.headers["content-type"] == "application/problem+json"
    assert "30 за 3600 с" in refused.json()["detail"]
    assert 0 < int(refused.headers["retry-after"]) <= 3600
    assert refused.headers["ratelimit-policy"] == '"default";q=30;w=3600'
    assert answers[0].headers["ratelimit"].startswith('"default";r=29;t=')
    assert ask("192.0.2.8").status_code == 200  # somebody else
    assert ask("2001:db8::1").headers["ratelimit"].startswith('"default";r=29')
    assert ask("2001:db8::ffff").headers["ratelimit"].startswith('"default";r=28')  # one network
    assert httpx.get(f"{server.url}/health").status_code == 200


def test_who_asks_is_believed_of_nobody_unless_told(library: Path, start: Any) -> None:
    server = start(library, "--rate", "3/hour", "--workers", "1")
    for number in range(5):
        headers = {"x-forwarded-for": f"192.0.2.{number}"}
        answer = httpx.get(f"{server.url}/v1/laws/25B", headers=headers, timeout=30)
        assert answer.status_code == (200 if number < 3 else 429)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--rate", "many"], "Мера «many» непонятна"),
        (["--rate", "0/minute"], "не пропустит ничего"),
        (["--proxy", "*"], "«*» – не адрес"),
        (["--host", "no.such.host.invalid"], "не найден"),
        (["--access-log", "/nothing/here/log"], "не записывается"),
    ],
)
def test_wrong_options_are_told_before_anything_starts(
    library: Path, capsys: pytest.CaptureFixture[str], options: list[str], words: str
) -> None:
    assert main(["serve", "--port", "0", "--library", str(library), *options]) == 2
    out, err = capsys.readouterr()
    assert words in err
    assert err.count("\n") == 1
    assert not out


def test_a_port_that_is_taken_is_told(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["serve", "--port", port, "--library", str(library)]) == 2
    assert f"Порт {port} занят" in capsys.readouterr().err


def test_a_library_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    (tmp_path / "library.toml").write_text("format = 99\n", encoding="utf-8")
    command = [sys.executable, "-m", "cli", "serve", "--port", "0", "--library", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("Ошибка: ")
    assert done.stderr.count("\n") == 1


def test_pages_are_bound_to_this_computer_unless_told(server: Any) -> None:
    listening = subprocess.run(["ss", "-Hltn"], capture_output=True, text=True, check=False).stdout
    places = [one.split()[3] for one in listening.splitlines() if f":{server.port} " in one]
    assert places in ([], [f"127.0.0.1:{server.port}"])  # none where ss is not installed
