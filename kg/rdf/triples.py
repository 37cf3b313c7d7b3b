"""The graph as linked data: plain statements, each under a fixed name, none anonymous.

The model, by the vocabularies' own terms:

* the code and its editions are ``eli:LegalResource``; a provision is an
  ``eli:LegalResourceSubdivision``, in an edition a member of the one above the editions;
* a unit is a part of a document (DoCO); a law's own words are an ``eli:LegalExpression`` of it;
* a citation is a ``cito:Citation`` that is also a Web Annotation: what it cites, the words and the
  place, who made it and how surely. A doubtful one has candidates instead of a cited entity;
* the direct link (``eli:cites``, ``eli:amends`` …) stands beside it, for simple questions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple
from urllib.parse import quote

from kg import nodes
from kg.editions import editions
from kg.evidence import Evidence
from kg.graph import SAYING, Graph
from kg.provision import parse
from kg.rdf.vocabulary import BASE, LANGUAGES, OWN, resource, term


class Literal(NamedTuple):
    """A value: its text, its datatype's prefixed name, or its language."""

    text: str
    datatype: str | None = None
    language: str | None = None


class Statement(NamedTuple):
    """One triple and the document (or "") it was read from; objects are IRIs or literals."""

    subject: str
    predicate: str
    object: str | Literal
    document: str


LINKS = {
    "cites": "eli:cites",
    "interprets": "pravila:interprets",
    "confirms": "cito:confirms",
    "amends": "eli:amends",
    "supersedes": "dcterms:replaces",
    "defines": "pravila:defines",
    "example": "pravila:givesExampleOf",
    "comments": "pravila:commentsOn",
    "about": "dcterms:subject",
}
"""The property that stands for each type of edge."""
_CHARACTER = {**LINKS, "cites": "cito:cites", "about": "cito:discusses"}
_PARTS = {
    "part": "doco:Part",
    "chapter": "doco:Chapter",
    "law": "doco:Section",
    "section": "doco:Section",
    "heading": "doco:Section",
    "note": "doco:Footnote",
}
_SECTIONS = {"SCOPE": ("Сфера действия Кодекса", "The Scope of the Laws")}
_DOUBTFUL = ("ambiguous", "dangling")
_CONTEXT = 32  # characters of prefix and suffix of a quotation, as annotation tools use


@dataclass(slots=True)
class _Writer:
    graph: Graph
    base: str
    found: list[Statement] = field(default_factory=list)
    document: str = ""

    def name(self, node: str) -> str:
        return resource(node, self.base)

    def say(self, subject: str, predicate: str, value: str | Literal | None) -> None:
        if value is not None and value != "":
            self.found.append(Statement(subject, term(predicate), value, self.document))

    def is_a(self, subject: str, *classes: str) -> None:
        for one in classes:
            self.say(subject, "rdf:type", term(one))

    def label(self, subject: str, russian: str, english: str | None = None) -> None:
        self.say(subject, "rdfs:label", Literal(russian, None, "ru"))
        if english:
            self.say(subject, "rdfs:label", Literal(english, None, "en"))


def statements(graph: Graph, base: str = BASE) -> list[Statement]:
    """Everything in the graph, sorted; the same for the same graph whatever its history."""
    writer = _Writer(graph, base)
    for node in sorted(graph.net.nodes):
        data = graph.net.nodes[node]
        writer.document = str(data.get("document") or "")
        _NODES[data["type"]](writer, node, data)
    writer.document = ""
    _code(writer)
    for source, goal, key, data in sorted(
        graph.net.edges(keys=True, data=True), key=lambda e: e[:3]
    ):
        writer.document = str(data.get("document") or "")
        if data["type"] in SAYING:
            _citation(writer, source, goal, key, data)
        elif data["type"] == "leads-to":
            _argument(writer, source, goal, key, data)
        elif data["type"] in _FRAME:
            writer.say(writer.name(source), _FRAME[data["type"]], writer.name(goal))
    return sorted(set(writer.found), key=_order)


def _order(statement: Statement) -> tuple[str, str, bool, tuple[str, str, str], str]:
    value = statement.object
    plain = (value, "", "") if isinstance(value, str) else tuple(part or "" for part in value)
    literal = not isinstance(value, str)
    return (statement.subject, statement.predicate, literal, plain, statement.document)  # type: ignore[return-value]


_FRAME = {"edition-of": "eli:is_member_of", "note-of": "pravila:noteTo"}


def _code(writer: _Writer) -> None:
    code = f"{writer.base}id/code"
    writer.is_a(code, "eli:LegalResource")
    writer.label(code, "Международный Кодекс спортивного бриджа", "Laws of Duplicate Bridge")
    named = {d.get("edition") for _, d in writer.graph.net.nodes(data=True)} - {None}
    for edition in sorted({str(n) for n in named} | set(editions())):
        one = f"{code}/{quote(edition, safe='')}"
        writer.is_a(one, "eli:LegalResource")
        writer.say(one, "eli:is_member_of", code)
        writer.label(one, f"Кодекс {edition} года", f"Laws of {edition}")
        if edition.isdigit() and len(edition) == 4:
            writer.say(one, "dcterms:issued", Literal(edition, "xsd:gYear"))


def _provision(writer: _Writer, node: str, data: dict[str, Any]) -> None:
    number, edition = str(data["number"]), data.get("edition")
    _subdivision(writer, number, edition)
    if edition:
        return
    same = [n for n in writer.graph.provisions_of(number) if n != node]
    for one, other in pairwise(same):
        writer.say(writer.name(one), "pravila:correspondsTo", writer.name(other))
    for name in editions():  # what an edition is known to have or lack, though no text says so
        if nodes.law(number, name) not in same and _existence(number, name) != "unknown":
            _subdivision(writer, number, name)
            writer.say(writer.name(nodes.law(number, name)), "eli:is_member_of", writer.name(node))


def _existence(number: str, edition: str) -> str:
    return str(editions()[edition].exists(parse(number)))


def _subdivision(writer: _Writer, number: str, edition: str | None) -> None:
    name = writer.name(nodes.law(number, edition))
    writer.is_a(name, "eli:LegalResourceSubdivision")
    writer.say(name, "eli:number", Literal(number))
    where = f" ({edition})" if edition else ""
    writer.label(name, f"Правило {number}{where}", f"Law {number}{where}")
    above = nodes.ancestors(number)
    code = f"{writer.base}id/code"
    if above:
        writer.say(name, "eli:is_part_of", writer.name(nodes.law(above[0], edition)))
    else:
        whole = f"{code}/{quote(edition, safe='')}" if edition else code
        writer.say(name, "eli:is_part_of", whole)
    if edition and edition in editions():
        writer.say(name, "pravila:existence", Literal(_existence(number, edition)))


def _note(writer: _Writer, node: str, data: dict[str, Any]) -> None:
    number = str(data["number"]).removesuffix("#note")
    writer.is_a(writer.name(node), "doco:Footnote")
    writer.label(writer.name(node), f"Сноска к Правилу {number}", f"Footnote to Law {number}")


def _term(writer: _Writer, node: str, data: dict[str, Any]) -> None:
    english = str(data["number"]).removeprefix("DEF:")
    writer.is_a(writer.name(node), "skos:Concept")
    writer.say(writer.name(node), "skos:prefLabel", Literal(english, None, "en"))


def _section(writer: _Writer, node: str, data: dict[str, Any]) -> None:
    writer.is_a(writer.name(node), "eli:LegalResourceSubdivision")
    writer.say(writer.name(node), "eli:id_local", Literal(str(data["number"])))
    names = _SECTIONS.get(str(data["number"]), (writer.graph.title(node), None))
    writer.label(writer.name(node), *names)


def _paragraph(writer: _Writer, node: str, data: dict[str, Any]) -> None:
    writer.is_a(writer.name(node), "doco:Paragraph")
    writer.say(writer.name(node), "dcterms:identifier", Literal(str(data["number"])))
    writer.label(writer.name(node), f"Комментарий, п. {data['number']}")


def _document(writer: _Writer, node: str, data: dict[str, Any]) -> None:
    name = writer.name(node)
    writer.is_a(name, "dcterms:BibliographicResource")
    language = data["language"] if data.get("language") in LANGUAGES else "ru"
    writer.say(name, "dcterms:title", Literal(writer.graph.title(node), None, language))
    if "kind" not in data:  # only named by others
        return
    writer.say(name, "dcterms:type", OWN + str(data["kind"]))
    writer.say(name, "dcterms:date", _date(data.get("date")))
    if data.get("source"):
        writer.say(name, "dcterms:source", Literal(str(data["source"])))
    if data.get("language"):
        writer.say(name, "dcterms:language", Literal(str(data["language"])))
    copy = _file(writer, str(data["file"]))
    writer.is_a(copy, "eli:Format")
    writer.say(copy, "dcterms:identifier", Literal(str(data["file"])))
    writer.say(copy, "eli:embodies", name)


def _file(writer: _Writer, file: str) -> str:
    return f"{writer.base}id/file/{quote(file, safe='')}"


def _date(date: object) -> Literal | None:
    if not date:
        return None
    kinds = {4: "xsd:gYear", 7: "xsd:gYearMonth", 10: "xsd:date"}
    return Literal(str(date), kinds.get(len(str(date)), "xsd:string"))


def _unit(writer: _Writer, node: str, data: dict[str, Any]) -> None:
    name = writer.name(node)
    if "document" not in data:
        writer.is_a(name, "doco:Paragraph")
        writer.label(name, str(data["label"]))
        return
    writer.is_a(name, _PARTS.get(str(data["level"]), "doco:Paragraph"))
    writer.label(name, str(data["label"] or data["number"] or node))
    if data.get("heading"):
        writer.say(name, "dcterms:title", Literal(str(data["heading"]), None, "ru"))
    writer.say(name, "dcterms:date", _date(data.get("date")))
    writer.say(name, "prov:wasQuotedFrom", _file(writer, str(data["file"])))
    if data.get("number"):
        writer.say(name, "dcterms:identifier", Literal(str(data["number"])))
    if data.get("text") and data.get("passage"):
        writer.say(name, "rdf:value", Literal(str(data["text"])))
    for _, goal, key in sorted(writer.graph.net.out_edges(node, keys=True)):
        if key == "part-of":
            writer.say(name, "dcterms:isPartOf", writer.name(goal))
        elif key == "text-of" and goal.startswith("law:"):
            writer.is_a(name, "eli:LegalExpression")
            writer.say(name, "eli:realizes", writer.name(goal))
            language = str(writer.graph.node(nodes.document(data["document"])).get("language"))
            writer.say(name, "eli:language", LANGUAGES.get(language))
        elif key == "text-of":
            writer.say(name, "prov:wasDerivedFrom", writer.name(goal))


_NODES = {
    "law": _provision,
    "note": _note,
    "term": _term,
    "section": _section,
    "paragraph": _paragraph,
    "document": _document,
    "unit": _unit,
}


def _citation(writer: _Writer, source: str, goal: str, key: str, data: dict[str, Any]) -> None:
    evidence: Evidence = data["evidence"]
    kind = data["type"]
    place = key.rsplit("@", 1)[1]
    name = f"{writer.base}id/citation/{quote(f'{source}/{kind}/{place}/{goal}', safe='/()-._~')}"
    writer.is_a(name, "cito:Citation", "oa:Annotation")
    writer.say(name, "cito:hasCitingEntity", writer.name(source))
    writer.say(name, "cito:hasCitationCharacterization", term(_CHARACTER[kind]))
    writer.say(name, "oa:motivatedBy", term("oa:linking"))
    writer.say(name, "prov:wasGeneratedBy", OWN + evidence.by)
    writer.say(name, "pravila:confidence", Literal(f"{evidence.confidence:.2f}", "xsd:decimal"))
    writer.say(name, "pravila:resolutionStatus", Literal(evidence.status))
    if evidence.sentence:
        writer.say(name, "pravila:sentence", Literal(evidence.sentence))
    if evidence.form:
        writer.say(name, "pravila:form", Literal(evidence.form))
    if evidence.note:
        writer.say(name, "pravila:reason", Literal(evidence.note))
    if evidence.status in _DOUBTFUL:
        writer.say(name, "pravila:candidate", writer.name(goal))
    else:
        writer.say(name, "cito:hasCitedEntity", writer.name(goal))
        writer.say(name, "oa:hasBody", writer.name(goal))
        writer.say(writer.name(source), LINKS[kind], writer.name(goal))
    _quotation(writer, name, evidence)


def _quotation(writer: _Writer, name: str, evidence: Evidence) -> None:
    """The words and the place of what a statement rests on, as Web Annotation puts it."""
    span = evidence.span or evidence.sentence_span
    target, position = f"{name}/target", f"{name}/position"
    writer.say(name, "oa:hasTarget", target)
    writer.is_a(target, "oa:SpecificResource")
    writer.say(target, "oa:hasSource", _file(writer, evidence.file))
    writer.say(target, "oa:hasSelector", position)
    writer.is_a(position, "oa:TextPositionSelector")
    writer.say(position, "oa:start", Literal(str(span.start), "xsd:nonNegativeInteger"))
    writer.say(position, "oa:end", Literal(str(span.end), "xsd:nonNegativeInteger"))
    if evidence.span and evidence.surface:
        words = f"{name}/quote"
        writer.say(target, "oa:hasSelector", words)
        writer.is_a(words, "oa:TextQuoteSelector")
        writer.say(words, "oa:exact", Literal(evidence.surface))
        begin, end = evidence.sentence_span
        if len(evidence.sentence) == end - begin:  # the sentence as it stands in the file
            before = evidence.sentence[: span.start - begin][-_CONTEXT:]
            after = evidence.sentence[span.end - begin :][:_CONTEXT]
            writer.say(words, "oa:prefix", Literal(before) if before else None)
            writer.say(words, "oa:suffix", Literal(after) if after else None)


def _argument(writer: _Writer, source: str, goal: str, key: str, data: dict[str, Any]) -> None:
    one, other = writer.name(source), writer.name(goal)
    writer.say(one, "pravila:leadsTo", other)
    name = f"{writer.base}id/argument/{quote(key.removeprefix('leads-to@'), safe='/()-._~')}"
    writer.is_a(name, "pravila:Argument")
    writer.say(name, "oa:hasBody", one)
    writer.say(name, "oa:hasBody", other)
    writer.say(name, "rdf:subject", one)
    writer.say(name, "rdf:object", other)
    writer.say(name, "oa:hasTarget", writer.name(nodes.unit(str(data["unit"]))))
    writer.say(name, "pravila:strength", Literal(f"{data['strength']:.3f}", "xsd:decimal"))


def foreign(found: Iterable[Statement], base: str = BASE) -> Iterator[str]:
    """Every IRI of a public vocabulary among the statements; what must be in ``known_terms``."""
    for statement in found:
        for value in (statement.predicate, statement.object):
            if isinstance(value, str):
                if not value.startswith((base, BASE)):
                    yield value
            elif value.datatype:
                yield term(value.datatype)
