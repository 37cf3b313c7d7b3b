"""Questions in SPARQL: the ready ones answer, one's own are bounded, mistakes are told."""

import time
from pathlib import Path

import pytest
import rdflib
from handmade import made

from corpus.errors import NotFoundError, QueryError
from kg.export.linked import ntriples
from kg.graph import Graph, build
from kg.rdf.vocabulary import BASE
from kg.sparql import FOLDER, prepared, question, ready, run
from kg.sparql.worker import loaded, rows_of

GLOSSARY = (Path(__file__).parents[2] / "search" / "glossary.ttl").read_bytes()
EXPECTED = {
    # what each ready question must at least find in the bundled texts: column → value
    "most-cited": {"law": "25B"},
    "cited-together": {"one": "13", "other": "14"},
    "interpretations": {"what": "64A2", "does": "подтверждает", "date": "2000-01-12"},
    "said-about-12c": {"law": "12C3", "does": "подтверждает"},
    "chain-from-29c": {"law": "26B"},
    "no-text": {"label": "Правило 25B (1997)"},
    "doubtful": {"status": "external"},
    "about-not-named": {"about": "Правило 92D (1997)", "by": "редактор"},
    "documents": {"kind": "протокол", "date": "2001-10-30"},
    "law-cites-law": {"law": "12C1", "cites": "88"},
    "editions": {"law": "12C3", "lacks": "Правило 12C3 (1987)"},
    "quotations": {"words": "31А2(в)", "law": "31A2(b)"},
    "footnotes": {"law": "69"},
    "notions": {"law": "64", "notion": "фальшренонс", "english": "revoke"},
}


@pytest.fixture(scope="module")
def store(library: Graph) -> rdflib.Graph:
    return loaded(ntriples(library, BASE, GLOSSARY))


def test_a_ready_question_is_asked_by_its_name(library: Graph) -> None:
    answer = run(library, "footnotes", seconds=60)
    assert answer.columns == ("footnote", "law", "passage", "date", "sentence")
    assert {row["law"] for row in answer.rows} >= {"69", "70", "71"}


def test_every_ready_question_is_checked_and_explained() -> None:
    assert {one.name for one in ready()} == set(EXPECTED)
    assert len(EXPECTED) >= 12
    for one in ready():
        assert one.title
        assert len(one.explanation) > 30


@pytest.mark.parametrize("name", EXPECTED)
def test_a_ready_question_finds_what_is_known(store: rdflib.Graph, name: str) -> None:
    rows = rows_of(store, prepared(question(name)), 10_000)["rows"]
    wanted = EXPECTED[name]
    assert any(all(row[k] == v for k, v in wanted.items()) for row in rows), rows[:5]


def test_a_law_and_another_that_begins_with_its_digits_are_a_pair() -> None:
    text = "Правила [[6=6]], [[61=61]], [[61В=61B]] и [[61В2=61B2]]."
    made_all = [made(text, name) for name in ("a", "b")]
    graph = build([d for d, _ in made_all], [c for _, found in made_all for c in found])
    store = loaded(ntriples(graph, BASE, None))
    rows = rows_of(store, prepared(question("cited-together")), 100)["rows"]
    assert {(r["one"], r["other"]) for r in rows} == {("6", "61"), ("6", "61B"), ("6", "61B2")}


def test_no_ready_question_shows_a_law_as_citing_itself(store: rdflib.Graph) -> None:
    rows = rows_of(store, prepared(question("law-cites-law")), 1000)["rows"]
    assert all(row["law"] != row["cites"] for row in rows)


def test_a_question_of_one_s_own_needs_no_prefixes(library: Graph) -> None:
    answer = run(library, 'SELECT ?p WHERE { ?p eli:number "26B" } ORDER BY ?p', seconds=60)
    assert answer.columns == ("p",)
    assert answer.rows[0]["p"] == "https://w3id.org/pravila/id/law/1997/26B"


def test_yes_or_no_and_statements(library: Graph) -> None:
    assert run(library, 'ASK { ?p eli:number "26B" }', 60).rows == ({"ответ": "да"},)
    answer = run(library, "CONSTRUCT { ?p eli:number ?n } WHERE { ?p eli:number ?n } LIMIT 3", 60)
    assert answer.columns == ("s", "p", "o")
    assert len(answer.rows) == 3


def test_a_file_is_a_question_too(library: Graph, tmp_path: Path) -> None:
    path = tmp_path / "own.rq"
    path.write_text("\ufeffASK { ?s ?p ?o }", encoding="utf-8")
    assert run(library, str(path), 60).rows == ({"ответ": "да"},)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(QueryError, match="UTF-8"):
        question(str(path))


def test_an_endless_question_is_stopped(library: Graph) -> None:
    start = time.monotonic()
    endless = "SELECT (COUNT(*) AS ?n) WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . FILTER(?c != ?i) }"
    with pytest.raises(QueryError, match="не уложился"):
        run(library, endless, seconds=3)
    assert time.monotonic() - start < 20


def test_rows_are_bounded(library: Graph) -> None:
    answer = run(library, "SELECT ?s WHERE { ?s ?p ?o }", 60, rows=10)
    assert len(answer.rows) == 10
    assert answer.truncated


REFUSED = [
    "INSERT DATA { <http://a> <http://b> <http://c> }",
    "DELETE WHERE { ?s ?p ?o }",
    "SELECT * WHERE { SERVICE <http://example.org/sparql> { ?s ?p ?o } }",
    "SELECT * { FILTER(?q=x:y)SERVICE?z{?a ?b ?c} }",
    "PREFIX SERVICE: <http://h/> SELECT * { SERVICE:a {?a ?b ?c} }",
    "PREFIX x: <http://h/> SELECT * { SERVICEx:a {?a ?b ?c} }",
    "SELECT * { ?s ?p 1service silent<http://h/> {?a ?b ?c} }",
    'SELECT * { ?s ?p """x" \'\'\' # """ SERVICE <http://h/> {?a ?b ?c} }',
    "SELECT * { FILTER(?a<?b)SERVICE?z{?c?d?e}FILTER(?c>1) }",
    "LOAD <http://example.org/x.ttl> INTO GRAPH <http://g> # {",
    "CLEAR ALL # {",
    "",
    "   # только пояснение {",
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_would_change_data_or_leave_the_machine_is_refused(text: str) -> None:
    with pytest.raises(QueryError, match=r"[а-я]"):
        prepared(text)


@pytest.mark.parametrize(
    "text",
    [
        'SELECT ?s WHERE { ?s rdfs:label "delete service insert"@en }',
        'SELECT ?s WHERE { ?s rdfs:label """a "service" b""" ; rdfs:label \'a "service"\' }',
        "SELECT ?service WHERE { ?service ?delete ?add } # load",
        "SELECT ?s WHERE { ?s <http://example.org/delete> ?o }",
    ],
)
def test_words_inside_names_and_strings_are_not_commands(text: str) -> None:
    assert prepared(text).endswith(text)


@pytest.mark.parametrize("text", ["SELECT WHERE {", "SELECT ?x { ?x nope:y ?z }", "{{{"])
def test_what_is_no_sparql_is_told_in_one_russian_line(library: Graph, text: str) -> None:
    with pytest.raises(QueryError, match="не понят") as caught:
        run(library, text, 60)
    assert "\n" not in str(caught.value)


def test_an_unknown_name_tells_the_known_ones() -> None:
    with pytest.raises(NotFoundError, match="most-cited"):
        question("нет-такого")
    assert FOLDER.is_dir()
