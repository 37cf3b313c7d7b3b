"""Linked data: known terms only, no anonymous things, the shapes hold, nothing is lost."""

import re
from pathlib import Path

import pyshacl
import pytest
import rdflib
from bundled import bundled_graph
from handmade import PARIS, made
from rdflib import RDF, RDFS

from corpus.read import bundled_documents, read_documents
from kg.citation import Status
from kg.citations import cite
from kg.export import linked
from kg.graph import Graph, build
from kg.inference import infer
from kg.rdf.triples import LINKS, foreign, statements
from kg.rdf.vocabulary import BASE, FOLDER, OWN, PREFIXES, known_terms, resource, term

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # rdflib's own

PARSERS = {"turtle": "turtle", "jsonld": "json-ld", "rdfxml": "xml", "ntriples": "nt"}
GLOSSARY = """
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix g: <https://w3id.org/pravila/glossary/> .
g:revoke a skos:Concept ; skos:prefLabel "фальшренонс"@ru ;
    skos:editorialNote [ skos:note "a thing without a name" ] .
""".encode()


def parsed(graph: Graph, form: str) -> rdflib.Graph:
    data = getattr(linked, form)(graph, BASE, GLOSSARY)
    return rdflib.Graph().parse(data=data, format=PARSERS[form])


@pytest.fixture(scope="module")
def whole(library: Graph) -> rdflib.Graph:
    return parsed(library, "ntriples")


@pytest.mark.parametrize("form", ["turtle", "jsonld", "rdfxml"])
def test_every_notation_says_the_same(library: Graph, whole: rdflib.Graph, form: str) -> None:
    assert set(parsed(library, form)) == set(whole)


def test_quads_say_which_document_each_statement_was_read_from(
    library: Graph, whole: rdflib.Graph
) -> None:
    data = rdflib.Dataset().parse(data=linked.nquads(library, BASE, GLOSSARY), format="nquads")
    assert {quad[:3] for quad in data.quads()} == set(whole)
    names = {str(graph.identifier) for graph in data.graphs()}
    assert f"{BASE}id/graph/minutes-2001-10-30" in names


def test_nothing_is_anonymous(whole: rdflib.Graph) -> None:
    assert not any(isinstance(part, rdflib.BNode) for triple in whole for part in triple)


def test_only_known_terms_of_public_vocabularies_are_used(library: Graph) -> None:
    unknown = {iri for iri in foreign(statements(library)) if iri not in known_terms()}
    assert unknown == set()


def test_our_own_terms_are_all_in_the_ontology_with_labels_in_two_languages() -> None:
    ontology = rdflib.Graph().parse(FOLDER / "ontology.ttl")
    used = {
        value
        for statement in statements(bundled_graph())
        for value in (statement.predicate, statement.object)
        if isinstance(value, str) and value.startswith(OWN)
    }
    assert used <= {str(s) for s in ontology.subjects(RDF.type)}
    labels = (RDFS.label, rdflib.SKOS.prefLabel)
    for subject in set(ontology.subjects(RDF.type)) - {rdflib.URIRef(OWN.rstrip("#"))}:
        found = {o.language for p in labels for o in ontology.objects(subject, p)}
        assert found == {"ru", "en"}, subject
    for part in {p for triple in ontology for p in triple if isinstance(p, rdflib.URIRef)}:
        own = str(part).startswith(BASE)
        assert own or str(part) in known_terms(), part


def test_rdflib_agrees_that_the_terms_exist() -> None:
    for prefix, space in (
        ("prov", rdflib.PROV),
        ("skos", rdflib.SKOS),
        ("dcterms", rdflib.DCTERMS),
    ):
        for iri in known_terms():
            if iri.startswith(PREFIXES[prefix]):
                assert iri.removeprefix(PREFIXES[prefix]) in space, iri


def test_the_shapes_hold(whole: rdflib.Graph) -> None:
    conforms, _, report = pyshacl.validate(whole, shacl_graph=str(FOLDER / "shapes.ttl"))
    assert conforms, report[:3000]


BREAKS = [
    ("eli:number", '"31A2(b)"', '"31А2(в)"'),
    ("oa:exact", r'"29С"', None),
    ("pravila:confidence", '"1.00"', '"1.50"'),
    ("pravila:resolutionStatus", '"resolved"', '"maybe"'),
    ("oa:hasTarget", "<", None),
    ("prov:wasGeneratedBy", "<", None),
]


@pytest.mark.parametrize(("predicate", "value", "other"), BREAKS)
def test_the_shapes_catch_what_is_wrong(predicate: str, value: str, other: str | None) -> None:
    document, found = made(PARIS)
    lines = linked.ntriples(build([document], found)).decode().splitlines()
    sign = f"<{term(predicate)}> {value}"
    at = next(i for i, line in enumerate(lines) if sign in line)
    lines[at] = lines[at].replace(value, other) if other else ""
    broken = rdflib.Graph().parse(data="\n".join(lines), format="nt")
    conforms, _, _ = pyshacl.validate(broken, shacl_graph=str(FOLDER / "shapes.ttl"))
    assert not conforms


def test_a_citation_is_found_with_its_words_and_place(whole: rdflib.Graph, library: Graph) -> None:
    target = rdflib.URIRef(resource("law:1997:29C"))
    cito, oa = rdflib.Namespace(PREFIXES["cito"]), rdflib.Namespace(PREFIXES["oa"])
    (citation,) = [
        c
        for c in whole.subjects(cito.hasCitedEntity, target)
        if "minutes-2001-10-30/10" in str(whole.value(c, cito.hasCitingEntity))
    ]
    place = whole.value(citation, oa.hasTarget)
    selectors = list(whole.objects(place, oa.hasSelector))
    values = {str(p).split("#")[-1]: o for s in selectors for p, o in whole.predicate_objects(s)}
    assert str(values["exact"]) == "29С"
    original = next(d for d in bundled_documents() if d.meta.id == "minutes-2001-10-30").original
    assert original[int(values["start"]) : int(values["end"])] == "29С"
    assert str(values["prefix"]).endswith("начнем с Правила ")


def test_a_doubtful_citation_has_candidates_and_claims_nothing() -> None:
    document, found = made("См. [[9(в)=9B]].", status=Status.AMBIGUOUS)
    said = statements(build([document], found))
    predicates = {s.predicate for s in said}
    assert term("pravila:candidate") in predicates
    assert term("cito:hasCitedEntity") not in predicates
    assert term("eli:cites") not in predicates


def test_every_type_of_edge_has_a_property() -> None:
    from kg.graph import SAYING

    assert set(LINKS) == set(SAYING)


def test_names_are_plain_addresses(whole: rdflib.Graph) -> None:
    for subject in set(whole.subjects()):
        assert re.fullmatch(r"[!-~]+", str(subject)), subject


def test_another_publisher_gives_its_own_address(library: Graph) -> None:
    data = linked.turtle(library, "https://bridge.example/").decode()
    assert "<https://bridge.example/id/" in data
    assert "pravila.example/id/" not in data


def test_the_shapes_and_ontology_are_in_the_package() -> None:
    for name in ("shapes.ttl", "ontology.ttl", "terms.json"):
        assert (Path(FOLDER) / name).stat().st_size > 500


OWN_TEXTS = [
    ("1. Комитет подтвердил Правило 12С2 и (в) в Правиле 9А2(в)(1).", {"kind": "minutes"}),
    (
        "Правило 16.\nA. Посторонняя информация\n1. См. Правило 75.",
        {"kind": "laws", "edition": "2031"},
    ),
    ("Просто текст, в котором ничего не названо, но говорится о фальшренонсе.", {}),
    ("17.2. Правило 17D, п. 17.9 выше и Правило 999.", {"kind": "commentary", "edition": "1987"}),
]


@pytest.mark.parametrize(("text", "meta"), OWN_TEXTS)
def test_the_shapes_hold_for_a_user_s_own_texts(text: str, meta: dict[str, str]) -> None:
    documents = read_documents(text, "свой файл (1).txt", meta)
    citations = [c for d in documents for c in cite(d)]
    graph = build(documents, citations, infer(documents, citations, [], fewest=0.0))
    data = rdflib.Graph().parse(data=linked.ntriples(graph), format="nt")
    conforms, _, report = pyshacl.validate(data, shacl_graph=str(FOLDER / "shapes.ttl"))
    assert conforms, report[:2000]


def test_the_shipped_glossary_goes_with_the_data(library: Graph) -> None:
    glossary = (Path(__file__).parents[2] / "search" / "glossary.ttl").read_bytes()
    data = rdflib.Graph().parse(data=linked.ntriples(library, BASE, glossary), format="nt")
    about = rdflib.URIRef(term("eli:is_about"))
    (revoke,) = data.subjects(rdflib.SKOS.prefLabel, rdflib.Literal("фальшренонс", "ru"))
    assert (rdflib.URIRef(resource("law:64")), about, revoke) in data
    iris = {str(p) for triple in data for p in triple if isinstance(p, rdflib.URIRef)}
    assert {iri for iri in iris if not iri.startswith(BASE)} <= known_terms()
    ontology = set(rdflib.Graph().parse(FOLDER / "ontology.ttl").subjects())
    assert all(p in ontology for p in data.predicates() if str(p).startswith(BASE))
