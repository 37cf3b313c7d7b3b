"""Requests one could read in two ways are refused, and answers have an end."""

import gzip
import json
from collections.abc import Iterator

import httpx
import pytest

from api.problems import Refusal
from api.routes.posting import _encoded, _posted
from api.serve import check_origins
from corpus.errors import SettingsError
from kg.citations import cite_text

TWICE = [
    ("/v1/search?q=a&q=b", "q"),
    ("/v1/search?q=a&limit=1&limit=2", "limit"),
    ("/v1/search?q=a&since=2000&since=2000", "since"),
    ("/v1/suggest?q=a&q=b", "q"),
    ("/v1/laws/25B?edition=1987&edition=1997", "edition"),
    ("/v1/chains?from=29C&from=30", "from"),
    ("/v1/chains?from=29C&document=a&document=b", "document"),
    ("/v1/sparql?query=ASK%7B%7D&query=ASK%7B%7D", "query"),
]


@pytest.mark.parametrize(("address", "name"), TWICE)
def test_one_value_given_twice_is_no_value(client: httpx.Client, address: str, name: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 422
    assert answer.json()["errors"] == [{"where": name, "what": "указано не один раз"}]


def test_lists_are_given_as_often_as_one_likes(client: httpx.Client) -> None:
    answer = client.get("/v1/search?q=25B&kind=minutes&kind=laws&edition=1987&edition=1997")
    assert answer.status_code == 200
    assert answer.json()["understood"]["filters"]["kinds"] == ["minutes", "laws"]


@pytest.mark.parametrize("path", ["/v1/laws/25B/", "/v1/search/?q=a", "/health/", "/v1/sparql/"])
def test_nobody_is_sent_elsewhere(client: httpx.Client, path: str) -> None:
    answer = client.get(path, headers={"host": "evil.example"}, follow_redirects=False)
    assert answer.status_code == 404
    assert "location" not in answer.headers
    assert "evil" not in answer.text


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "GZIP, identity"])
@pytest.mark.parametrize("path", ["/v1/citations", "/v1/sparql"])
def test_compressed_bodies_are_not_read_as_text(
    client: httpx.Client, path: str, coding: str
) -> None:
    sent = {"content-encoding": coding, "content-type": "text/plain"}
    answer = client.post(path, content=gzip.compress("Правило 16".encode()), headers=sent)
    assert answer.status_code == 415
    assert "Сжатое" in answer.json()["detail"]


@pytest.mark.parametrize(
    "since", ["2000-13", "2000-00", "2000-04-31", "2000-02-30", "0000", "２０００"]
)
def test_days_the_calendar_has_not_are_refused(client: httpx.Client, since: str) -> None:
    assert client.get("/v1/search", params={"q": "судья", "since": since}).status_code == 422


CHARSETS = [
    ("text/plain", True),
    ("text/plain; charset=utf-8", True),
    ('TEXT/PLAIN; Charset="UTF-8"', True),
    ("text/plain; charset=utf-8; format=flowed", True),
    ("text/plain; format=flowed; charset=UTF8", True),
    ("text/plain; CHARSET=koi8-r", False),
    ("text/plain; format=flowed; charset=windows-1251", False),
    ("application/json; charset=utf-16", False),
]


@pytest.mark.parametrize(("content_type", "taken"), CHARSETS)
def test_how_the_encoding_may_be_named(content_type: str, taken: bool) -> None:
    body = json.dumps({"text": "Law 16"}).encode()
    if taken:
        assert "Law 16" in _posted(content_type, body).text
        return
    with pytest.raises(Refusal, match="UTF-8") as caught:
        _posted(content_type, body)
    assert caught.value.status == 415


def test_the_answer_to_a_text_has_an_end() -> None:
    found = cite_text("См. Правило 16, 17A, " * 30, "-", {})
    whole = _encoded(found, 1_000_000)
    assert json.loads(whole) == {"citations": [one.to_json() for one in found]}
    assert json.loads(_encoded((), 10)) == {"citations": []}

    taken = 0

    def counted() -> Iterator[object]:
        nonlocal taken
        for one in found:
            taken += 1
            yield one

    with pytest.raises(Refusal, match="частями") as caught:
        _encoded(counted(), len(whole) // 2)  # type: ignore[arg-type]
    assert caught.value.status == 422
    assert taken < len(found), "the rest was made although it could not be sent"


ORIGINS = ["*", "https://bridge.ru", "http://localhost:8080", "https://xn--e1afmkfd.xn--p1ai"]
NO_ORIGINS = ["", "null", "bridge.ru", "https://bridge.ru/", "https://Bridge.ru", "https://мост.рф"]


def test_sites_are_named_as_browsers_name_them() -> None:
    check_origins([*ORIGINS, "http://[::1]:80", "app://pravila"])
    for one in [*NO_ORIGINS, "https://*.bridge.ru", "https://a b", "https://a:x", "https://a, *"]:
        with pytest.raises(SettingsError, match="не сайт"):
            check_origins([one])
