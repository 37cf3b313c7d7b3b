"""The graph in the four notations of linked data: Turtle, JSON-LD, N-Quads, RDF/XML.

Statements come sorted and every thing has a name, so the same graph gives the same bytes. The
ontology of our own terms goes with each file; a glossary (SKOS, Turtle) does when it is given.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import lru_cache
from io import BytesIO
from typing import IO, TYPE_CHECKING, Any

from kg import nodes
from kg.export.printable import printable
from kg.graph import Graph
from kg.rdf.triples import Literal, Statement, statements
from kg.rdf.vocabulary import BASE, FOLDER, prefixes, resource, term

if TYPE_CHECKING:
    import pyoxigraph

_TYPE = term("rdf:type")


def _quads(
    graph: Graph, base: str, glossary: bytes | None, named: bool
) -> Iterator[pyoxigraph.Quad]:
    """The statements as quads; with ``named`` each document's in a graph of its own."""
    import pyoxigraph as ox

    for statement in _all(graph, base, glossary):
        where: ox.NamedNode | ox.DefaultGraph = ox.DefaultGraph()
        if named and statement.document:
            where = ox.NamedNode(f"{base}id/graph/{statement.document}")
        yield ox.Quad(
            ox.NamedNode(statement.subject),
            ox.NamedNode(statement.predicate),
            _value(statement.object),
            where,
        )


def _value(value: str | Literal) -> pyoxigraph.NamedNode | pyoxigraph.Literal:
    import pyoxigraph as ox

    if isinstance(value, str):
        return ox.NamedNode(value)
    if value.language:
        return ox.Literal(value.text, language=value.language)
    if value.datatype:
        kind = value.datatype
        return ox.Literal(value.text, datatype=ox.NamedNode(kind if "//" in kind else term(kind)))
    return ox.Literal(value.text)


def _all(graph: Graph, base: str, glossary: bytes | None) -> list[Statement]:
    found = [*statements(graph, base), *_file((FOLDER / "ontology.ttl").read_bytes(), base)]
    if glossary:
        notions = _file(glossary, base)
        found += notions
        found += _subjects(graph, base, notions)
        found += _same_notions(graph, base, notions)
    return sorted({_printable(statement) for statement in found}, key=_order)


def _printable(statement: Statement) -> Statement:
    """The statement as each notation can hold it: what XML cannot, the others do without too."""
    value = statement.object
    if isinstance(value, str) or value.text == (text := printable(value.text)):
        return statement
    return statement._replace(object=value._replace(text=text))


def _same_notions(graph: Graph, base: str, notions: Iterable[Statement]) -> Iterator[Statement]:
    """The terms the laws define that a glossary has too: one notion, and its Russian name."""
    preferred = [
        (notion.subject, notion.object)
        for notion in notions
        if notion.predicate == term("skos:prefLabel") and isinstance(notion.object, Literal)
    ]
    english = {v.text.casefold(): s for s, v in preferred if v.language == "en"}
    russian = {s: v for s, v in preferred if v.language == "ru"}
    for node, data in graph.net.nodes(data=True):
        name = str(data.get("number")).removeprefix("DEF:").casefold()
        if data["type"] == "term" and name in english:
            defined = resource(node, base)
            yield Statement(defined, term("skos:exactMatch"), english[name], "")
            if english[name] in russian:
                yield Statement(defined, term("skos:prefLabel"), russian[english[name]], "")


def _subjects(graph: Graph, base: str, notions: Iterable[Statement]) -> Iterator[Statement]:
    """The laws in the graph that a glossary says a notion belongs to, as ``eli:is_about``."""
    for notion in notions:
        if notion.predicate.endswith("#laws") and isinstance(notion.object, Literal):
            for number in notion.object.text.rpartition(":")[2].split():
                if nodes.law(number) in graph.net:
                    law = resource(nodes.law(number), base)
                    yield Statement(law, term("eli:is_about"), notion.subject, "")


def _order(statement: Statement) -> tuple[Any, ...]:
    value = statement.object
    return (
        statement.subject,
        statement.predicate,
        (0, value) if isinstance(value, str) else (1, *(part or "" for part in value)),
        statement.document,
    )


@lru_cache(maxsize=4)
def _file(turtle: bytes, base: str) -> tuple[Statement, ...]:
    """The statements of a Turtle file; things without a name get one from what is said of them."""
    import pyoxigraph as ox

    quads = list(ox.parse(turtle, format=ox.RdfFormat.TURTLE))
    said: dict[ox.BlankNode, list[str]] = {}
    for quad in quads:
        if isinstance(quad.subject, ox.BlankNode):
            shown = "" if isinstance(quad.object, ox.BlankNode) else str(quad.object)
            said.setdefault(quad.subject, []).append(f"{quad.predicate} {shown}")
    nameless = sorted(said, key=lambda blank: sorted(said[blank]))
    names = {b: f"{base}id/unnamed/{n}" for n, b in enumerate(nameless)}

    def name(node: object) -> str:
        if isinstance(node, ox.BlankNode) and node not in names:  # nothing is said of it
            names[node] = f"{base}id/unnamed/{len(names)}"
        return names[node] if isinstance(node, ox.BlankNode) else str(node.value)  # type: ignore[attr-defined]

    found = []
    for quad in quads:
        value: str | Literal
        if isinstance(quad.object, ox.Literal):
            plain = quad.object.language or quad.object.datatype.value == term("xsd:string")
            kind = None if plain else quad.object.datatype.value
            value = Literal(quad.object.value, kind, quad.object.language)
        else:
            value = name(quad.object)
        found.append(Statement(name(quad.subject), name(quad.predicate), value, ""))
    return tuple(found)


def _serialised(graph: Graph, base: str, glossary: bytes | None, notation: str) -> bytes:
    import pyoxigraph as ox

    form = {
        "turtle": ox.RdfFormat.TURTLE,
        "rdfxml": ox.RdfFormat.RDF_XML,
        "nquads": ox.RdfFormat.N_QUADS,
    }[notation]
    named = notation == "nquads"
    quads: Iterator[Any] = _quads(graph, base, glossary, named)
    if not named:  # one statement read from two documents is one triple
        quads = iter(dict.fromkeys(quad.triple for quad in quads))
    if named:
        return ox.serialize(quads, format=form) or b""
    return ox.serialize(quads, format=form, prefixes=prefixes(base)) or b""


def turtle(graph: Graph, base: str = BASE, glossary: bytes | None = None) -> bytes:
    """Turtle, with prefixes."""
    return _serialised(graph, base, glossary, "turtle")


def rdfxml(graph: Graph, base: str = BASE, glossary: bytes | None = None) -> bytes:
    """RDF/XML, which Protégé and older tools read."""
    return _serialised(graph, base, glossary, "rdfxml")


def nquads(graph: Graph, base: str = BASE, glossary: bytes | None = None) -> bytes:
    """N-Quads; the fourth part names the document a statement was read from."""
    return _serialised(graph, base, glossary, "nquads")


def ntriples(graph: Graph, base: str = BASE, glossary: bytes | None = None) -> bytes:
    """N-Triples, the quickest form to load; what SPARQL questions run on."""
    file = BytesIO()
    write_ntriples(file, graph, base, glossary)
    return file.getvalue()


def write_ntriples(
    file: IO[bytes], graph: Graph, base: str = BASE, glossary: bytes | None = None
) -> int:
    """N-Triples into a file, statement by statement; how many there are. The same bytes as
    ``ntriples``, whose whole never lies in memory."""
    import pyoxigraph as ox

    written = 0

    def triples() -> Iterator[pyoxigraph.Triple]:
        nonlocal written
        last = None
        for quad in _quads(graph, base, glossary, named=False):
            if quad.triple != last:  # sorted: the same one from two documents stands together
                written += 1
                last = quad.triple
                yield last

    ox.serialize(triples(), file, format=ox.RdfFormat.N_TRIPLES)
    return written


def jsonld(graph: Graph, base: str = BASE, glossary: bytes | None = None) -> bytes:
    """JSON-LD with its context inside, one object a thing."""
    short = prefixes(base)
    things: dict[str, dict[str, Any]] = {}
    for statement in _all(graph, base, glossary):
        thing = things.setdefault(statement.subject, {"@id": _short(statement.subject, short)})
        value = statement.object
        if statement.predicate == _TYPE and isinstance(value, str):
            key, entry = "@type", _short(value, short)
        else:
            key, entry = _short(statement.predicate, short), _entry(value, short)
        values = thing.setdefault(key, [])
        if entry not in values:
            values.append(entry)
    data = {"@context": short, "@graph": list(things.values())}
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()


def _entry(value: str | Literal, prefixes: dict[str, str]) -> Any:
    if isinstance(value, str):
        return {"@id": _short(value, prefixes)}
    if value.language:
        return {"@value": value.text, "@language": value.language}
    if value.datatype:
        return {"@value": value.text, "@type": _short(value.datatype, prefixes)}
    return value.text


def _short(iri: str, prefixes: dict[str, str]) -> str:
    for prefix, space in prefixes.items():
        local = iri.removeprefix(space)
        if local != iri and local and not local.startswith("//"):
            return f"{prefix}:{local}"
    return iri


def ontology() -> bytes:
    """The ontology of our own terms, as it is kept."""
    return (FOLDER / "ontology.ttl").read_bytes()
