"""What the API answers: the same as the command line, with its ETag, on the newest generation."""

from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import httpx
import pytest
from commanding import Data, printed_by

from api import shapes


@pytest.fixture
def printed(library: Path, capsys: pytest.CaptureFixture[str]) -> Data:
    """Run a command on the library in this process and read the JSON it prints."""
    return printed_by(library, capsys)


def without_time(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in answer.items() if name != "took_ms"}


SAME: list[tuple[str, dict[str, Any], list[str], type[Any]]] = [
    (
        "/v1/search",
        {"q": "фальшренонс после претензии"},
        ["search", "фальшренонс после претензии"],
        shapes.Results,
    ),
    (
        "/v1/search",
        {"q": "63А3", "limit": 3, "kind": "протокол", "explain": "true"},
        ["search", "63А3", "-n", "3", "--kind", "протокол", "--explain"],
        shapes.Results,
    ),
    (
        "/v1/search",
        {
            "q": "уступка",
            "edition": ["1987", "1997"],
            "law": "69",
            "since": "1998",
            "until": "2001",
        },
        [
            *("search", "уступка", "--edition", "1987", "--edition", "1997", "--law", "69"),
            *("--since", "1998", "--until", "2001"),
        ],
        shapes.Results,
    ),
    (
        "/v1/search",
        {"q": "фальшреннонс", "as_typed": "фальшреннонс", "document": "minutes-2000-01-12"},
        [
            *("search", "фальшреннонс", "--as-typed", "фальшреннонс"),
            *("--document", "minutes-2000-01-12"),
        ],
        shapes.Results,
    ),
    (
        "/v1/search",
        {"q": "карт", "verbatim": "true"},
        ["search", "карт", "--verbatim"],
        shapes.Results,
    ),
    ("/v1/laws/25B", {}, ["law", "25B"], shapes.Law),
    ("/v1/laws/25В", {"edition": "1997"}, ["law", "25B", "--edition", "1997"], shapes.Law),
    ("/v1/laws/31A2(b)", {}, ["law", "31A2(b)"], shapes.Law),
    ("/v1/chains", {"from": "29C", "to": "26B"}, ["chain", "29C", "26B"], shapes.Chains),
    (
        "/v1/chains",
        {"from": "29C", "limit": 3, "document": "minutes-2001-10-30"},
        ["chain", "29C", "-n", "3", "--document", "minutes-2001-10-30"],
        shapes.Chains,
    ),
    ("/v1/chains", {"from": "1", "to": "93"}, ["chain", "1", "93"], shapes.Chains),
    ("/v1/documents/minutes-2001-10-30", {}, ["show", "minutes-2001-10-30"], shapes.Document),
    ("/v1/units/laws-1987/12C2", {}, ["show", "laws-1987/12C2"], shapes.ShownUnit),
    ("/v1/units/laws-1987%2F12C2", {}, ["show", "laws-1987/12C2"], shapes.ShownUnit),
]


@pytest.mark.parametrize(("path", "asked", "command", "shape"), SAME)
def test_an_answer_is_what_the_command_prints(
    client: httpx.Client,
    printed: Data,
    path: str,
    asked: dict[str, Any],
    command: list[str],
    shape: type[Any],
) -> None:
    answer = client.get(path, params=asked)
    assert answer.status_code == 200, answer.text
    (said,) = printed(*command)
    assert without_time(answer.json()) == without_time(said)
    shape.model_validate(answer.json(), strict=False)


def test_lists_hold_what_the_commands_print_line_by_line(
    client: httpx.Client, printed: Data
) -> None:
    assert client.get("/v1/documents").json()["documents"] == printed("documents")
    ready = client.get("/v1/queries").json()["queries"]
    assert [{**one, "text": ""} for one in ready] == [
        {**one, "text": ""} for one in printed("sparql", "--list")
    ]


TEXT = "Судья применил Правило 25В2б2, а потом и статью 64С; п. 12 кодекса не помог."


@pytest.mark.parametrize(
    "sent",
    [
        {"content": TEXT.encode(), "headers": {"content-type": "text/plain"}},
        {"content": TEXT.encode(), "headers": {"content-type": 'text/plain; charset="UTF-8"'}},
        {"json": {"text": TEXT}},
        {"content": (part.encode() for part in (TEXT[:20], TEXT[20:]))},
    ],
    ids=["plain", "charset", "json", "chunked"],
)
def test_citations_of_a_posted_text(
    client: httpx.Client,
    printed: Data,
    monkeypatch: pytest.MonkeyPatch,
    sent: dict[str, Any],
) -> None:
    sent.setdefault("headers", {} if "json" in sent else {"content-type": "text/plain"})
    answer = client.post("/v1/citations", **sent)
    assert answer.status_code == 200, answer.text
    found = answer.json()["citations"]
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(TEXT.encode())))
    assert found == printed("citations", "-")
    assert [TEXT[c["source"]["start"] : c["source"]["end"]] for c in found] == [
        c["surface"] for c in found
    ]
    shapes.Citations.model_validate(answer.json())
    assert answer.headers["cache-control"] == "no-store"


def test_what_is_known_of_a_posted_text_is_used(client: httpx.Client) -> None:
    sent = {"text": "По Правилу 25В2б2 …", "edition": "1987", "kind": "протокол"}
    (found,) = client.post("/v1/citations", json=sent).json()["citations"]
    assert found["edition"] == "1987"


def test_suggestions_begin_with_what_was_typed(client: httpx.Client) -> None:
    answer = client.get("/v1/suggest", params={"q": "фальш", "limit": 3})
    shapes.Suggestions.model_validate(answer.json())
    offers = answer.json()["suggestions"]
    assert offers
    assert len(offers) <= 3
    assert all("фальш" in one["label"].lower() for one in offers[:1])


# -- ETag ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/v1/laws/25B", "/v1/search?q=25B", "/v1/documents"])
def test_a_copy_that_is_still_good_is_not_sent_again(client: httpx.Client, path: str) -> None:
    first = client.get(path)
    tag = first.headers["etag"]
    assert tag.startswith("W/") == ("search" in path)
    assert "must-revalidate" in first.headers["cache-control"]
    for asked in (tag, f'"else", {tag}', "*", tag.removeprefix("W/")):
        again = client.get(path, headers={"if-none-match": asked})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    other = client.get(path, headers={"if-none-match": '"else"'})
    assert other.status_code == 200


def test_the_tag_is_of_the_answer_and_not_of_the_way_it_was_asked_for(client: httpx.Client) -> None:
    def tag(path: str) -> str:
        return str(client.get(path).headers["etag"])

    asked = "/v1/search?q=%D0%BA%D0%B0%D1%80%D1%82%D0%B0&limit=10"
    assert tag(asked) == tag("/v1/search?limit=10&q=карта") == tag("/v1/search?q=карта")
    assert tag(asked) != tag("/v1/search?q=карта&limit=9")
    assert tag("/v1/laws/25B") != tag("/v1/laws/25B?edition=1997")


def test_head_is_get_without_the_body(client: httpx.Client) -> None:
    got, head = client.get("/v1/laws/25B"), client.head("/v1/laws/25B")
    assert (head.status_code, head.content) == (200, b"")
    for name in ("etag", "content-length", "content-type", "x-pravila-generation"):
        assert head.headers[name] == got.headers[name]


def test_the_server_tells_of_itself(client: httpx.Client, library: Path) -> None:
    assert client.get("/health").json() == {"status": "ok"}
    ready = client.get("/ready").json()
    assert ready["generation"] == (library / "current").read_text("utf-8").split()[0]
    assert ready["documents"] == len(client.get("/v1/documents").json()["documents"])
    assert client.get("/v1/laws/1").headers["x-pravila-generation"] == ready["generation"]
    page = client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    for path in client.get("/openapi.json").json()["paths"]:
        assert path in page.text
    assert "://" not in page.text  # it loads nothing


def test_counts_are_of_all_workers_together(client: httpx.Client, server: Any) -> None:
    def counted() -> float:
        wanted = 'pravila_requests_total{method="GET",route="/v1/laws/{law}",status="404"} '
        lines = client.get("/metrics").text.splitlines()
        return sum(float(one.removeprefix(wanted)) for one in lines if one.startswith(wanted))

    before = counted()
    for _ in range(20):  # each over a connection of its own, so that both workers get some
        assert httpx.get(f"{server.url}/v1/laws/99Z9", timeout=30).status_code in (404, 422)
        assert httpx.get(f"{server.url}/v1/laws/199", timeout=30).status_code == 404
    assert counted() == before + 20
    assert "pravila_memory_bytes" in client.get("/metrics").text
