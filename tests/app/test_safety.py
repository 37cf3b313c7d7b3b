"""What a hostile text, page or host name cannot do."""

import http.client
import socket
from pathlib import Path

import pytest
from playwright.sync_api import expect

from corpus.errors import SettingsError
from ui.asgi import KnownHosts
from ui.serve import check_base_path
from workspace import add_files

EVIL = """ПРОТОКОЛ <script>window.hacked=1</script>

1. Комитет постановил, что <img src=x onerror="window.hacked=1"> фальшренонс по Правилу 63А3
<svg onload="window.hacked=1"> не считается установленным. <mark>Не выделять.</mark>

2. По Правилу 64А2 <a href="javascript:window.hacked=1">нажмите</a> и {{7*7}} $x^2$.
"""
QUERIES = (
    "?q=фальшренонс",
    "?law=63A3",
    "?doc=evil",
    "?doc=evil&raw=1",
    "?graph=63A3",
    "?library=-",
    "?chain=63A3",
)


@pytest.mark.browser
def test_script_in_a_document_does_not_run(visit, own, tmp_path: Path):
    url, library = own
    visitor = visit(url=url)
    visitor.open()
    source = tmp_path / "evil.txt"
    source.write_text(EVIL, encoding="utf-8")
    report = add_files(library, [source], kind="minutes", title="<b>evil</b>")
    document = report.documents[0]
    for query in QUERIES:  # the running server has to notice the new document by itself
        page = visitor.go(query.replace("doc=evil", f"doc={document}"))
        assert page.evaluate("window.hacked") is None, query
    page = visitor.go(f"?doc={document}")
    expect(page.locator("h1.title")).to_have_text("<b>evil</b>")
    expect(page.locator(".text", has_text="<img src=x").first).to_be_visible()
    assert page.locator(".text img, .text svg, .text script").count() == 0
    page.wait_for_timeout(300)
    assert page.evaluate("window.hacked") is None


def status(url: str, path: str = "/", **headers: str) -> int:
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=10)
    try:
        connection.request(
            "GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()}
        )
        return connection.getresponse().status
    finally:
        connection.close()


UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec_WebSocket_Version": "13",
    "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


@pytest.mark.parametrize(
    ("path", "headers", "expected"),
    [
        ("/", {}, 200),
        ("/", {"Host": "evil.example"}, 403),
        (
            "/_stcore/stream",
            {**UPGRADE, "Host": "evil.example", "Origin": "http://evil.example"},
            403,
        ),
        ("/_stcore/stream", {**UPGRADE, "Origin": "http://evil.example"}, 403),
        ("/words.json", {}, 200),
        ("/_stcore/metrics", {}, 403),
        ("/../../etc/passwd", {}, 400),
    ],
)
def test_foreign_hosts_and_pages_are_refused(app_url, path, headers, expected):
    assert status(app_url, path, **headers) == expected


def test_every_answer_carries_the_policy(app_url):
    connection = http.client.HTTPConnection(app_url.removeprefix("http://"), timeout=10)
    connection.request("GET", "/")
    answer = connection.getresponse()
    policy = answer.getheader("content-security-policy") or ""
    assert "default-src 'self'" in policy
    assert "unsafe-eval" not in policy
    assert "'unsafe-inline'" not in policy.split("script-src")[1].split(";")[0]
    assert answer.getheader("x-content-type-options") == "nosniff"
    connection.close()


def finished(work):
    """The value of a coroutine that waits for nothing (the browser's driver has the loop)."""
    try:
        work.send(None)
    except StopIteration as end:
        return end.value
    raise AssertionError("ждёт")


async def asked(host: str, origin: str, hosts: tuple[str, ...], path: str, uploads: bool) -> bool:
    """Whether ``KnownHosts`` lets a request through."""
    passed = []

    async def app(scope, receive, send):
        passed.append(scope)

    async def nothing(*_):
        return {"type": "http.request"}

    headers = [(b"host", host.encode())] + ([(b"origin", origin.encode())] if origin else [])
    scope = {"type": "http", "method": "GET", "path": path, "headers": headers}
    await KnownHosts(app, hosts, uploads)(scope, nothing, nothing)
    return bool(passed)


@pytest.mark.parametrize(
    ("host", "origin", "hosts", "through"),
    [
        ("192.168.1.7:8501", "", (), True),
        ("192.168.1.7:8501", "http://192.168.1.7:8501", (), True),
        ("[fe80::1]:8501", "", (), True),
        ("localhost:8501", "", (), True),
        (socket.gethostname(), "", (), True),
        ("evil.example:8501", "http://evil.example:8501", (), False),
        ("evil.example", "", (), False),
        ("192.168.1.7:8501", "http://evil.example", (), False),
        ("192.168.1.7:8501", "null", (), False),
        ("localhost:8501", "null", ("localhost",), False),
        ("192.168.1.7.evil.example", "", (), False),
        ("", "", (), False),
        ("[::1", "", (), False),
        ("laws.example", "https://laws.example", ("laws.example",), True),
        ("laws.example", "https://evil.example", ("laws.example",), False),
        ("192.168.1.7", "", ("laws.example",), False),
    ],
)
def test_open_to_a_network_it_answers_to_no_borrowed_name(host, origin, hosts, through):
    assert finished(asked(host, origin, hosts, "/", True)) is through


def test_a_site_for_reading_only_takes_no_files_into_memory():
    path = "/bridge/_stcore/upload_file/session/file"
    assert finished(asked("localhost", "", ("localhost",), path, True))
    assert not finished(asked("localhost", "", ("localhost",), path, False))


@pytest.mark.parametrize(
    "path", ["..", "a/../b", "a b", "<script>", "a//b", "a?b", "a#b", "мост", "a\\b", "%2e%2e", "."]
)
def test_a_path_that_can_be_no_address_is_said_in_one_line(path):
    with pytest.raises(SettingsError, match="Путь"):
        check_base_path(path)


@pytest.mark.parametrize("path", ["", "bridge", "bridge/laws", "b-1_2.x~y"])
def test_a_usual_path_is_taken(path):
    check_base_path(path)
