"""The graph: edges keep their evidence, parts roll up, documents come and go."""

import json
import random

import pytest
from handmade import PARIS, made
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.document import Attribution, Kind
from corpus.errors import LibraryError
from corpus.read import bundled_documents
from kg.citations import cite
from kg.graph import Graph, build

LAW = made("См. Правило [[86=86]].", "laws", Kind.LAWS, law="12C1")
COMMENT = made("12.1. См. Правило [[90А=90A]].", "comment", Kind.COMMENTARY, law="12")
ABOUT = made(
    "Это решение принято единогласно. См. [[SCOPE=SCOPE]] и сноску [[к Правилу 69=69#note]].",
    "minutes",
    about={0: Attribution(("12C1",), ("69-71:footnote",), "high", "English heading", "heading")},
)
ALL = (LAW, COMMENT, ABOUT, made(PARIS, "paris"))


def whole(parts: list[tuple[object, list[object]]] | tuple = ALL) -> Graph:
    return build([d for d, _ in parts], [c for _, found in parts for c in found])


def names(edges: list) -> list[tuple[str, str, str]]:
    return [(e.source, e.type, e.scope) for e in edges]


def test_every_mention_is_an_edge_of_its_own() -> None:
    edges = whole().cited_by("31", rollup=False)
    assert [e.evidence.surface for e in edges] == ["31"] * 4
    assert len({e.evidence.span for e in edges}) == 4


def test_parts_roll_up_and_are_told_apart() -> None:
    graph = whole()
    assert {e.scope for e in graph.cited_by("31A2(b)")} == {"exact"}
    by_scope = {s: sum(e.scope == s for e in graph.cited_by("31")) for s in ("exact", "part")}
    assert by_scope == {"exact": 4, "part": 4}
    assert graph.cited_by("31A2", rollup=False) == []
    assert [e.scope for e in graph.cited_by("31A2")] == ["part"] * 3


def test_place_curation_and_words_are_different_edges() -> None:
    graph = whole()
    assert names(graph.cited_by("12")) == [
        ("unit:comment/1", "comments", "exact"),
        ("unit:minutes/1", "about", "part"),
    ]
    assert graph.cited_by("12C1")[0].evidence.by == "curated"
    assert names(graph.cited_by("70")) == [("unit:minutes/1", "about", "note")]
    assert ("unit:minutes/1", "cites", "note") in names(graph.cited_by("69"))


def test_what_a_law_cites_is_what_its_own_text_cites() -> None:
    graph = whole()
    assert [(e.target, e.scope) for e in graph.cites("12C1")] == [("law:1997:86", "exact")]
    assert [(e.target, e.scope) for e in graph.cites("12")] == [("law:1997:86", "part")]


def test_a_law_without_a_text_is_a_node_all_the_same() -> None:
    graph = whole()
    assert graph.node("law:1997:31A2(b)")["number"] == "31A2(b)"
    assert not graph.has_text("31A2")
    assert graph.has_text("12C1")
    assert graph.has_text("12")
    assert not graph.has_text("12", "1987")


def test_unknown_numbers_give_empty_answers() -> None:
    graph = whole()
    assert graph.cited_by("92D") == []
    assert graph.cites("92D") == []
    assert graph.node("law:92D") == {}


def test_the_order_of_the_input_does_not_matter() -> None:
    shuffled = list(ALL)
    random.Random(7).shuffle(shuffled)
    assert json.dumps(whole(shuffled).to_json()) == json.dumps(whole().to_json())


def test_json_gives_the_same_graph_back() -> None:
    data = json.loads(json.dumps(whole().to_json(), ensure_ascii=False))
    graph = Graph.from_json(data)
    assert graph.to_json() == whole().to_json()
    assert graph.arguments == whole().arguments
    with pytest.raises(LibraryError, match="заново"):
        Graph.from_json({**data, "format": 0})


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(range(len(ALL))), min_size=1, max_size=6))
def test_a_changed_document_touches_only_its_own_edges(changes: list[int]) -> None:
    graph = whole()
    expected = graph.to_json()
    for index in changes:
        document, found = ALL[index]
        graph.remove(document.meta.id)
        assert graph.to_json() == whole([p for p in ALL if p is not ALL[index]]).to_json()
        graph.add(document, found)
        assert graph.to_json() == expected


@pytest.mark.parametrize("index", range(len(bundled_documents())))
def test_each_bundled_document_can_go_and_come_back(index: int) -> None:
    documents = bundled_documents()
    citations = {d.meta.id: cite(d) for d in documents}
    graph = build(documents, [c for found in citations.values() for c in found])
    before = graph.to_json()
    gone = documents[index]
    others = [d for d in documents if d is not gone]
    graph.remove(gone.meta.id)
    without = build(others, [c for d in others for c in citations[d.meta.id]])
    assert graph.to_json() == without.to_json()
    graph.add(gone, citations[gone.meta.id])
    assert graph.to_json() == before
