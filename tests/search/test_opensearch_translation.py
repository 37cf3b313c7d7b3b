"""An engine's query in the language of OpenSearch, and passages as it is sent them."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("opensearchpy")

from search.engine import Clause, EngineQuery, Entry
from search.opensearch.loading import Line, chunks, lines
from search.opensearch.schema import LONGEST, mappings, source_of, word
from search.opensearch.translation import MAX_CLAUSES, PAGE, body, clauses


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (EngineQuery(), {}),
        (
            EngineQuery(should=(Clause("lemma", "карта", 2.0), Clause("notion", "revoke"))),
            {
                "should": [
                    {"term": {"lemma": {"value": "карта", "boost": 2.0}}},
                    {"term": {"notion": {"value": "revoke", "boost": 1.2}}},
                ],
                "minimum_should_match": 1,
            },
        ),
        (
            EngineQuery(must=((Clause("kind", "laws"), Clause("kind", "minutes")),)),
            {"filter": [{"terms": {"kind": ["laws", "minutes"]}}]},
        ),
        (
            EngineQuery(must=((Clause("kind", "laws"), Clause("law", "64")),)),
            {
                "filter": [
                    {
                        "bool": {
                            "should": [{"terms": {"kind": ["laws"]}}, {"terms": {"law": ["64"]}}],
                            "minimum_should_match": 1,
                        }
                    }
                ]
            },
        ),
        (
            EngineQuery(should=(Clause("lemma", "а"),), must=((Clause("year", "1997"),),)),
            {
                "filter": [{"terms": {"year": ["1997"]}}],
                "should": [{"term": {"lemma": {"value": "а", "boost": 1.0}}}],
                "minimum_should_match": 0,
            },
        ),
        (
            EngineQuery(must_not=(Clause("lemma", "а"), Clause("form", "б"))),
            {"must_not": [{"terms": {"lemma": ["а"]}}, {"terms": {"form": ["б"]}}]},
        ),
        (
            EngineQuery(phrases=(("открытая", "карта"), ("пас",))),
            {
                "filter": [
                    {"match_phrase": {"form": {"query": "открытая карта", "slop": 0}}},
                    {"term": {"form": {"value": "пас"}}},
                ]
            },
        ),
    ],
)
def test_a_query(query: EngineQuery, expected: dict[str, Any]) -> None:
    assert clauses(query) == expected


def test_a_page_of_hits() -> None:
    asked = body(EngineQuery(), 50)
    assert asked["size"] == 50
    assert asked["sort"] == [{"_score": "desc"}, {"passage": "asc"}]
    assert asked["_source"] is False
    assert asked["track_total_hits"] is False
    assert "search_after" not in asked
    assert body(EngineQuery(), 10**6)["size"] == PAGE
    assert body(EngineQuery(), 5, [1.5, 7])["search_after"] == [1.5, 7]


def test_of_too_many_words_the_heaviest_are_asked_for() -> None:
    many = tuple(Clause("lemma", f"w{n}", n / 10) for n in range(3_000))
    kept = clauses(EngineQuery(should=many, phrases=(("а", "б"),)))["should"]
    assert len(kept) == MAX_CLAUSES - 2
    assert kept[0] == {"term": {"lemma": {"value": "w2999", "boost": 299.9}}}


@given(st.text(), st.text())
def test_a_word_stays_one_word_and_itself(one: str, other: str) -> None:
    given = word(one)
    assert len(given.encode("utf-16-le")) < 2 * LONGEST
    assert word(given) == given
    sound = [w.encode("utf-8", "replace") for w in (one, other)]
    assert (given == word(other)) == (sound[0] == sound[1])
    json.dumps(given).encode()


def test_words_longer_than_the_analyzer_takes_are_told_apart() -> None:
    assert word("а" * 254) == "а" * 254
    assert word("а" * 255) != word("а" * 256)
    assert len(word("🂡" * 200)) < LONGEST


def test_a_passage_as_it_is_sent() -> None:
    entry = Entry(7, {"lemma": ("карта", "карта"), "kind": ("laws",), "law": (), "id": ("a/1",)})
    assert source_of(entry) == {
        "passage": 7,
        "lemma": "карта карта",
        "kind": ["laws"],
        "id": ["a/1"],
    }
    (line,) = lines([entry])
    order, document = line.data.splitlines()
    assert json.loads(order) == {"create": {"_id": "7"}}
    assert json.loads(document) == source_of(entry)


def test_fields_are_all_known_and_nothing_is_guessed() -> None:
    said = mappings()
    assert said["dynamic"] == "strict"
    assert said["properties"]["form"]["index_options"] == "positions"
    assert {f["type"] for f in said["properties"].values()} == {"text", "keyword", "integer"}


@given(st.lists(st.integers(1, 30)), st.integers(min_value=1, max_value=5), st.integers(1, 60))
def test_chunks_keep_all_lines_in_order(sizes: list[int], most: int, most_bytes: int) -> None:
    given = [Line(n, "x" * size) for n, size in enumerate(sizes)]
    found = list(chunks(given, most, most_bytes))
    assert [line for chunk in found for line in chunk] == given
    for chunk in found:
        assert 1 <= len(chunk) <= most
        assert len(chunk) == 1 or sum(len(line.data) for line in chunk) <= most_bytes
