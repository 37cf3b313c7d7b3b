"""Whatever is wrong with a request: a problem document with a Russian line, never a traceback."""

import json
import re
import socket
from contextlib import suppress
from typing import Any
from urllib.parse import quote

import httpx
import pytest

RUSSIAN = re.compile("[а-яё]{3}", re.IGNORECASE)

WRONG: list[tuple[str, int, str]] = [
    ("/v1/search", 422, "q: не указано"),
    ("/v1/search?q=", 422, "q: пусто"),
    ("/v1/search?q=%20%09", 422, "q: не так написано"),
    ("/v1/search?q=x&limit=0", 422, "limit: слишком мало"),
    ("/v1/search?q=x&limit=1001", 422, "limit: слишком много, можно не больше 100"),
    ("/v1/search?q=x&limit=ten", 422, "limit: нужно целое число"),
    ("/v1/search?q=x&kind=письмо", 422, "kind.0: Нет вида «письмо». Есть: "),
    ("/v1/search?q=вид:письмо", 422, "Нет вида «письмо»"),
    ("/v1/search?q=x&since=вчера", 422, "since: не так написано, нужна дата: 2000, "),
    ("/v1/search?q=x&law=абв", 422, "law.0: не так написано"),
    ("/v1/search?q=x&nothing=1", 422, "nothing: такого параметра нет"),
    ("/v1/search?q=x&verbatim=maybe", 422, "verbatim: нужно true или false"),
    ("/v1/search?q=" + "я" * 2001, 422, "q: слишком длинно"),
    ("/v1/search?q=" + "x" * 60_000, 414, "длиннее"),
    ("/v1/search?q=%00", 400, "знак с кодом 0"),
    ("/v1/search?q=%FF%FE", 400, "не в UTF-8"),
    ("/v1/units/%C3%28", 400, "не в UTF-8"),
    ("/v1/laws/999", 404, "Правила 999 нет"),
    ("/v1/laws/абв", 422, "law: не так написано, нужен номер Правила, например 25B"),
    ("/v1/laws/25B?edition=1901", 404, "Издание «1901» неизвестно"),
    ("/v1/chains", 422, "from: не указано"),
    ("/v1/chains?from=29C&to=29C", 404, "совпадают"),
    ("/v1/chains?from=29C&to=199", 404, "Нет такого Правила: 199"),
    ("/v1/chains?from=29C&document=nothing", 404, "нет документа «nothing»"),
    ("/v1/documents/nothing", 404, "нет документа «nothing»: список – /v1/documents"),
    ("/v1/units/nothing/1", 404, "нет единицы «nothing/1»"),
    ("/v1/units/25B", 404, "номер Правила, а не имя: /v1/laws/25B"),
    ("/v1/units/..%2F..%2Fetc%2Fpasswd", 404, "нет единицы"),
    ("/v1/units/%2Fetc%2Fpasswd", 404, "нет единицы"),
    ("/v1/documents/..", 404, "нет"),
    ("/v1/units/a%0D%0ASet-Cookie:%20x=1", 404, "Такого адреса нет"),
    ("/v1/units/a%09b", 422, "unit: не так написано"),
    ("/v1/sparql", 422, "query: не указано"),
    ("/v1/sparql?query=hello", 400, "не понят"),
    ("/nothing", 404, "Такого адреса нет"),
    ("/v1/../../etc/passwd", 404, "Такого адреса нет"),
]


def checked(answer: httpx.Response, status: int, words: str) -> dict[str, Any]:
    assert answer.status_code == status, answer.text[:500]
    assert answer.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = answer.json()
    assert problem["status"] == status
    assert problem["title"]
    assert words in problem["detail"]
    assert RUSSIAN.search(problem["detail"])
    assert "\n" not in problem["detail"]
    assert "Traceback" not in answer.text
    return problem


@pytest.mark.parametrize(("address", "status", "words"), WRONG, ids=range(len(WRONG)))
def test_a_wrong_request_is_told_what_is_wrong(
    client: httpx.Client, address: str, status: int, words: str
) -> None:
    checked(client.get(address), status, words)


POSTED: list[tuple[dict[str, Any], int, str]] = [
    ({"content": b"text", "headers": {"content-type": "application/pdf"}}, 415, "text/plain"),
    ({"content": b"text"}, 415, "text/plain"),
    ({"content": b"\xff\xfe", "headers": {"content-type": "text/plain"}}, 400, "не UTF-8"),
    (
        {"content": b"text", "headers": {"content-type": "text/plain; charset=koi8-r"}},
        415,
        "UTF-8",
    ),
    ({"content": b" \n", "headers": {"content-type": "text/plain"}}, 422, "не так написано"),
    ({"content": b"", "headers": {"content-type": "text/plain"}}, 422, "пусто"),
    ({"content": b"{", "headers": {"content-type": "application/json"}}, 400, "не JSON"),
    (
        {"content": b"[" * 100_000, "headers": {"content-type": "application/json"}},
        400,
        "не JSON",
    ),
    ({"json": {}}, 422, "text: не указано"),
    ({"json": []}, 422, "неверн"),
    ({"json": {"text": 5}}, 422, "text"),
    ({"json": {"text": "x", "kind": "письмо"}}, 422, "kind"),
    ({"json": {"text": "x", "more": 1}}, 422, "more: такого параметра нет"),
    (
        {"content": b"x" * 300_001, "headers": {"content-type": "text/plain"}},
        413,
        "больше 300000 байт",
    ),
    (
        {
            "content": iter([b"x" * 100_000] * 4),
            "headers": {"content-type": "text/plain"},
        },
        413,
        "больше 300000 байт",
    ),
]


@pytest.mark.parametrize(("sent", "status", "words"), POSTED)
def test_a_wrong_text_is_told_what_is_wrong(
    server: Any, sent: dict[str, Any], status: int, words: str
) -> None:
    checked(httpx.post(f"{server.url}/v1/citations", timeout=30, **sent), status, words)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
@pytest.mark.parametrize("path", ["/v1/search", "/v1/laws/25B", "/v1/units/a/b", "/health"])
def test_other_methods_are_refused(client: httpx.Client, method: str, path: str) -> None:
    answer = client.request(method, path)
    checked(answer, 405, "способ")
    assert answer.headers["allow"] == "GET"


HEADERS = {
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
}


@pytest.mark.parametrize("path", ["/v1/search?q=x", "/v1/laws/999", "/nothing", "/metrics"])
def test_every_answer_has_the_security_headers(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert "server" not in answer.headers


SCRIPT = "<script>alert(1)</script> фальшренонс \" onload='x'"


def test_script_in_a_question_comes_back_as_data(client: httpx.Client) -> None:
    answer = client.get("/v1/search", params={"q": SCRIPT})
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["query"] == SCRIPT
    assert all("<script" not in hit["snippet"] for hit in answer.json()["hits"])
    problem = client.get(f"/v1/units/{quote(SCRIPT)}")
    assert problem.headers["content-type"] == "application/problem+json"


RAW = [
    b"GET /v1/search?q=a\x01b HTTP/1.1\r\nHost: x\r\n\r\n",
    b"BREW /health HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /health HTTP/1.1\r\n\r\n",
    b"GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
    b"GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: 1e9\r\n\r\n",
    b"POST /v1/citations HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nab",
    b"POST /v1/citations HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    b"GET /health HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 300_000 + b"\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET http://elsewhere.example/ HTTP/1.1\r\nHost: x\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /v1/search?q=клейм HTTP/1.1\r\nHost: x\r\n\r\n".encode(),  # as curl sends it
    b"CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: x\r\n\r\n",
]


@pytest.mark.parametrize("sent", RAW, ids=range(len(RAW)))
def test_what_is_hardly_http_is_refused(server: Any, client: httpx.Client, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), 10) as line:
        said = b""
        with suppress(OSError):  # it may close before it has read everything
            line.sendall(sent)
            line.shutdown(socket.SHUT_WR)
            while part := line.recv(65_536):
                said += part
    if said:
        assert re.match(rb"HTTP/1\.1 (4\d\d|505) ", said), said[:200]
        assert b"application/problem+json" in said
    assert b"Traceback" not in said
    assert client.get("/health").status_code == 200


def test_nothing_unforeseen_happened(server: Any, client: httpx.Client) -> None:
    client.get("/health")
    assert not server.log.exists() or not server.log.read_text("utf-8").strip()
    assert "Traceback" not in server.said()


def test_the_access_log_has_no_questions_in_it(server: Any, client: httpx.Client) -> None:
    client.get("/v1/search", params={"q": "тайный вопрос"})
    client.get("/v1/units/laws-1987/12C2")
    lines = (server.log.parent / "access.log").read_text("utf-8").splitlines()
    kept = [json.loads(line) for line in lines]
    assert {"time", "method", "route", "status", "ms", "bytes"} == set(kept[-1])
    assert kept[-2]["route"] == "/v1/search"
    assert kept[-1]["route"] == "/v1/units/{unit:path}"
    assert "тайный" not in "".join(lines)
    assert quote("тайный") not in "".join(lines)
    assert "127.0.0.1" not in "".join(lines)


# -- pages of other sites ------------------------------------------------------------------------


def test_only_the_sites_named_may_read_answers(client: httpx.Client) -> None:
    ours = client.get("/v1/laws/25B", headers={"origin": "https://bridge.example"})
    assert ours.headers["access-control-allow-origin"] == "https://bridge.example"
    assert "ETag" in ours.headers["access-control-expose-headers"]
    assert "origin" in ours.headers["vary"].lower()
    theirs = client.get("/v1/laws/25B", headers={"origin": "https://else.example"})
    assert "access-control-allow-origin" not in theirs.headers
    asked = {"access-control-request-method": "POST", "origin": "https://bridge.example"}
    assert client.options("/v1/citations", headers=asked).status_code == 200
    asked["origin"] = "https://else.example"
    assert client.options("/v1/citations", headers=asked).status_code == 400
    too_long = f"/v1/search?q={'x' * 60_000}"
    refused = client.get(too_long, headers={"origin": "https://bridge.example"})
    assert refused.status_code == 414
    assert refused.headers["access-control-allow-origin"] == "https://bridge.example"
