"""The graph on a real server: the same triples, the same answers, nobody else's touched."""

import re
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from graphservers import Server, oxigraph
from handmade import made
from storing import (
    dropped,
    graphs,
    held,
    packed_text,
    triples,
    unfinished,
    version,
    versions,
    writing,
)

from corpus.errors import PravilaError, SettingsError
from kg.export.linked import ntriples
from kg.graph import Graph, build
from kg.graphstore import Access, Addresses, Service, connect, packed, publish
from kg.graphstore import record as records
from kg.rdf.vocabulary import BASE
from kg.sparql import Answer, prepared, question, ready
from kg.sparql.remote import ask
from kg.sparql.worker import loaded, rows_of

ROOT = Path(__file__).parents[2]
GLOSSARY = (ROOT / "search" / "glossary.ttl").read_bytes()
OWN = "https://bridge.example/граф"
IN_DOCUMENTS = sorted(
    (path.name, text)
    for path in (ROOT / "docs").glob("*.md")
    for text in re.findall(r"```sparql\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)
)
Here = Callable[[str], dict[str, Any]]
TARGETS = [None, OWN]


@pytest.fixture
def service(server: Server) -> Service:
    """An empty server."""
    return dropped(writing(server))


@pytest.fixture(scope="module")
def data(library: Graph) -> bytes:
    return ntriples(library, BASE, GLOSSARY)


@pytest.fixture(scope="module")
def here(data: bytes) -> Here:
    """The answer of the library itself to a question, asked once."""
    store = loaded(data)
    return cache(lambda text: rows_of(store, prepared(question(text)), 10_000))


@pytest.fixture(scope="module")
def published(server: Server, library: Graph) -> Service:
    """A server with the graph of the bundled texts as its default graph and as a named one."""
    service = dropped(writing(server))
    with packed(library, BASE, GLOSSARY) as payload:
        for target in TARGETS:
            assert publish(service, payload, target).status == "published"
    return service


def same(answer: Answer, expected: dict[str, Any]) -> None:
    assert list(answer.columns) == expected["columns"]
    assert list(answer.rows) == expected["rows"]
    assert answer.rows


@pytest.mark.parametrize("target", TARGETS)
def test_the_server_holds_what_an_export_has(
    published: Service, server: Server, data: bytes, target: str | None
) -> None:
    assert held(server, target) == triples(data)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", [one.name for one in ready()])
def test_ready_questions_have_the_same_answers_there(
    published: Service, here: Here, name: str, target: str | None
) -> None:
    same(ask(published, name, target, 60), here(name))


def test_the_documentation_has_questions() -> None:
    assert IN_DOCUMENTS


@pytest.mark.parametrize(("file", "text"), IN_DOCUMENTS)
def test_questions_of_the_documentation_have_the_same_answers_there(
    published: Service, here: Here, file: str, text: str
) -> None:
    same(ask(published, text, None, 60), here(text))


ASKED = [
    'ASK { ?p eli:number "26B" }',
    'ASK { ?p eli:number "999" }',
    'CONSTRUCT { ?p eli:number ?n } WHERE { ?p eli:number ?n . FILTER(STRSTARTS(?n, "12")) }',
    "SELECT ?n ?l { ?p eli:number ?n . OPTIONAL { ?p dcterms:title ?l } } ORDER BY ?n ?l LIMIT 40",
    "SELECT ?c ?x { ?c pravila:confidence ?x } ORDER BY ?c ?x LIMIT 40",
]


@pytest.mark.parametrize("text", ASKED)
def test_every_kind_of_question_has_the_same_answer_there(
    published: Service, here: Here, text: str
) -> None:
    same(ask(published, text, None, 60), here(text))


def test_rows_from_a_server_are_bounded_too(published: Service) -> None:
    answer = ask(published, "SELECT ?s ?p ?o { ?s ?p ?o }", None, 60, rows=10)
    assert (len(answer.rows), answer.truncated) == (10, True)


def test_what_is_sent_is_the_same_each_time(library: Graph, data: bytes) -> None:
    for _ in range(2):
        with packed(library, BASE, GLOSSARY) as payload:
            assert b"".join(payload.parts(10_000)) == data
            assert payload.size == len(data)
            assert payload.triples == data.count(b"\n")


@pytest.mark.parametrize("target", TARGETS)
def test_publishing_the_same_again_is_noticed(service: Service, target: str | None) -> None:
    first = publish(service, version("1", 10), target)
    assert (first.status, first.replaced) == ("published", 0)
    assert publish(service, version("1", 10), target).status == "unchanged"
    again = publish(service, version("1", 10), target, force=True)
    assert (again.status, again.replaced) == ("published", 10)
    other = publish(service, version("2", 7), target)
    assert (other.status, other.replaced, other.triples) == ("published", 10, 7)
    assert versions(service, target) == {"2": 7}


def test_the_record_says_what_was_published(service: Service) -> None:
    payload = version("1", 3)
    publish(service, payload, OWN, version='2026-"1"')
    found = records.read(service, OWN)
    assert found is not None
    assert (found.digest, found.triples, found.version) == (payload.digest, 3, '2026-"1"')
    assert records.read(service, None) is None


def test_a_dry_run_changes_nothing(service: Service) -> None:
    outcome = publish(service, version("1", 3), dry_run=True)
    assert (outcome.status, outcome.triples) == ("planned", 3)
    assert service.count(None) == 0
    assert service.rows("SELECT ?g { GRAPH ?g { ?s ?p ?o } }") == []


@pytest.mark.parametrize("target", TARGETS)
def test_somebody_else_s_triples_are_left_alone(service: Service, target: str | None) -> None:
    theirs = "<urn:a> <urn:b> 'чужое'"
    inserted = f"INSERT DATA {{ {f'GRAPH <{target}> {{ {theirs} }}' if target else theirs} }}"
    service.update(inserted)
    with pytest.raises(SettingsError, match="чужие тройки"):
        publish(service, version("1", 3), target)
    assert service.count(target) == 1
    publish(service, version("1", 3), target, force=True)
    service.update(inserted)
    with pytest.raises(SettingsError, match="его меняли"):
        publish(service, version("2", 3), target)
    assert versions(service, target) == {"1": 3}
    publish(service, version("2", 3), target, force=True)
    assert service.count(target) == 3
    assert versions(service, target) == {"2": 3}


def test_other_graphs_stay_and_left_over_uploads_go(service: Service) -> None:
    theirs = {"urn:theirs", f"{records.PUBLICATIONS}/of-mine", "https://example.org/staging/1"}
    lost = {records.staging(None), records.staging(None)}
    elsewhere = {records.staging("urn:elsewhere")}  # somebody may be at it just now
    for name in theirs | lost | elsewhere:
        service.update(f"INSERT DATA {{ GRAPH <{name}> {{ <urn:a> <urn:b> <urn:c> }} }}")
    assert publish(service, version("1", 3)).swept == 2
    assert graphs(service) == theirs | elsewhere
    assert publish(service, version("2", 3), OWN).swept == 0
    assert graphs(service) == theirs | elsewhere | {OWN}


@pytest.mark.parametrize("target", TARGETS)
def test_a_publication_that_lost_its_upload_changes_nothing(
    service: Service, target: str | None
) -> None:
    publish(service, version("1", 3), target)
    before = records.read(service, target)
    lost = records.Record("0" * 64, 5, "", "2026-01-01T00:00:00Z", records.staging(target))
    service.update(records.replacing(target, lost))
    assert versions(service, target) == {"1": 3}
    assert records.read(service, target) == before


def test_two_who_publish_at_once_leave_one_whole_graph(service: Service, server: Server) -> None:
    went_well = []

    def one(name: str) -> None:
        mine = writing(server)
        for _ in range(4):
            try:
                publish(mine, version(name, 3000), force=True)
                went_well.append(name)
            except PravilaError:  # the other one was quicker
                continue

    threads = [threading.Thread(target=one, args=(name,)) for name in ("а", "б")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert went_well
    assert list(versions(service).values()) == [3000]
    publish(service, version("в", 3000), force=True)
    assert unfinished(service) == set()


HARD = (
    'См. [[29С=29C]]: «кавычки», "прямые", обратная \\ черта, <b>, таб\tи 𝔘𝔫𝔦, \u2028 \\u0022 {{}}'
)


def by_store(service: Service) -> Service:
    return service


def by_update(service: Service) -> Service:
    return Service(service.client, Addresses(service.at.query, service.at.update))


@pytest.mark.parametrize("way", [by_store, by_update])
def test_letters_and_signs_arrive_as_they_are(
    service: Service, server: Server, way: object
) -> None:
    document, found = made(HARD, "имя с пробелом")
    graph = build([document], found)
    base = "https://bridge.example/библиотека/"
    with packed(graph, base) as payload:
        publish((by_update if way is by_update else by_store)(service), payload, OWN)
    expected = triples(ntriples(graph, base))
    assert any("𝔘𝔫𝔦" in str(triple[2]) for triple in expected)
    assert held(server, OWN) == expected


def test_an_empty_graph_is_published_too(service: Service) -> None:
    publish(service, version("1", 3))
    with pytest.raises(SettingsError, match="пуст"):
        publish(service, packed_text(""))
    assert versions(service) == {"1": 3}


def test_addresses_are_found_from_any_of_them(server: Server) -> None:
    found = writing(server).at
    assert found.store == server.store
    for address in (server.url + "/", found.query, found.update or ""):
        assert connect(address, Access(), writing=True).at.store == server.store
    given = connect(None, Access(), query=found.query, update=found.update, store=found.store)
    assert given.at == found


def test_a_server_that_joins_its_graphs_is_not_published_on(tmp_path: Path) -> None:
    with oxigraph(tmp_path / "data", "--union-default-graph") as joined:
        service = writing(joined)
        with pytest.raises(SettingsError, match="объединение"):
            publish(service, version("1", 3), OWN)
        assert graphs(service) == set()
