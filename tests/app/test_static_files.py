"""What a browser loads first: compressed once, all named in the page, nothing else readable."""

import gzip
import http.client
import re

import pytest

from ui import static_files

pytestmark = pytest.mark.browser


def get(url: str, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=20)
    try:
        connection.request(
            "GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()}
        )
        answer = connection.getresponse()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def test_the_page_is_russian_and_names_every_script_it_will_need(app_url):
    status, headers, body = get(app_url, "/")
    page = body.decode()
    assert status == 200
    assert '<html lang="ru">' in page
    assert headers["cache-control"] == "no-cache"
    named = re.findall(r'"\./static/js/([\w.-]+\.js)"', page)
    assert len(named) == len(set(named))
    for start in static_files.ALWAYS:
        assert any(name.startswith(start) for name in named), start
    whole = static_files.imported(named, static_files.FOLDER / "js")
    assert set(whole) == set(named)


def test_a_script_is_sent_compressed_for_ever_and_plain_to_who_cannot_unpack(app_url):
    name = next(n for n in static_files.index().decode().split('"') if "/js/index." in n)[1:]
    _, headers, packed = get(app_url, name, Accept_Encoding="gzip")
    assert headers["content-encoding"] == "gzip"
    assert "immutable" in headers["cache-control"]
    assert "content-security-policy" in headers
    _, headers, plain = get(app_url, name)
    assert "content-encoding" not in headers
    assert gzip.decompress(packed) == plain


@pytest.mark.parametrize(
    "path",
    [
        "/static/../index.html",
        "/static/%2e%2e/index.html",
        "/static/../../__init__.py",
        "/static//etc/passwd",
        "/static/%2fetc/passwd",
        "/static/js/%00",
        "/static/js",
        "/static/",
        "/static/" + "x" * 5000,
    ],
)
def test_nothing_outside_the_folder_is_read(app_url, path):
    status, _, body = get(app_url, path)
    # Streamlit answers what it does not know with its page, so that addresses can be anything.
    assert status in (301, 400, 404) or b"<!DOCTYPE html>" in body
    assert b"root:" not in body
