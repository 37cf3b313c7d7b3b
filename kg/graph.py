"""The graph of who cites what: nodes and typed edges, each with its evidence.

A thin layer over ``networkx.MultiDiGraph`` (``Graph.net``). Node names are explained in
``kg/nodes.py``. Edge types:

    part-of         provision → provision above it, unit → unit, unit → document
    edition-of      provision in an edition → the provision above editions
    text-of         unit → the provision whose text it is
    comments        unit → the law it stands under in a commentary
    about           unit → what it is about (curated or inferred, never merely cited)
    note-of         footnote → its provision
    leads-to        provision → provision: a passage argues from one to the other
    cites, interprets, confirms, amends, supersedes, defines, example
                    unit → what its words name; the type is the text's own verb

Parallel edges are kept: every mention is an edge of its own. A changed document touches only its
own edges (``remove`` and ``add``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from corpus.document import Document, Kind, Unit
from kg import nodes
from kg.about import About, stated
from kg.argument import arguments
from kg.citation import Citation, Status
from kg.evidence import Evidence
from kg.steps import Argument

if TYPE_CHECKING:
    from networkx import MultiDiGraph

CITING = ("cites", "interprets", "confirms", "amends", "supersedes", "defines", "example")
"""Edge types that stand for words in a text."""
SAYING = (*CITING, "comments", "about")
"""Edge types by which a passage says something about its target."""
_PARAGRAPH = re.compile(r"\d+\.\d")
_FRAME = ("part-of", "edition-of", "text-of", "note-of")


class Edge(NamedTuple):
    """One edge as it is handed out; ``scope`` tells a roll-up apart (see ``Graph.cited_by``)."""

    source: str
    target: str
    type: str
    evidence: Evidence | None
    scope: str = "exact"


@dataclass(slots=True)
class Graph:
    """The graph of one library; build it with ``build`` or ``load``."""

    net: MultiDiGraph
    arguments: dict[str, tuple[Argument, ...]]
    kept: dict[Any, object] = field(default_factory=dict, repr=False, compare=False)
    """What was worked out from the graph (``kg/ways.py``); emptied whenever it changes."""

    def add(
        self, document: Document, citations: Iterable[Citation], about: Iterable[About] = ()
    ) -> None:
        """Put a document into the graph with its citations and what it is inferred to be about."""
        cited = sorted(citations, key=lambda c: (c.span, c.targets))
        self.kept.clear()
        self._units(document)
        for citation in cited:
            self._cite(citation)
        for link in (*stated(document), *about):
            kind = "comments" if link.by == "position" else "about"
            goal = self.provision(link.target, link.evidence.edition)
            self._edge(nodes.unit(link.unit), goal, kind, link.evidence)
        found = arguments(document, cited)
        if found:
            self.arguments[document.meta.id] = found
        for argument in found:
            self._lead(argument)

    def remove(self, document: str) -> None:
        """Take a document out with everything only it brought in; unknown names are no error."""
        self.kept.clear()
        gone = [
            (u, v, k)
            for u, v, k, d in self.net.edges(keys=True, data=True)
            if d.get("document") == document
        ]
        touched = {n for u, v, _ in gone for n in (u, v)}
        self.net.remove_edges_from(gone)
        for node in sorted(n for n in touched if self._owner(n) == document):
            if self.net.in_degree(node) == 0:
                self.net.remove_node(node)
            else:  # others still name it: what is left is a name without a text
                kind, label = node.split(":", 1)
                self.net.nodes[node].clear()
                self.net.nodes[node].update(type=kind, label=label)
        self.arguments.pop(document, None)
        self._prune({n for n in touched if n in self.net})

    def _owner(self, node: str) -> str | None:
        owner: str | None = self.net.nodes[node].get("document")
        return owner

    def _prune(self, bare: set[str]) -> None:
        """Drop provisions nothing is said about any more, from the leaves up."""
        while bare:
            node = bare.pop()
            if node not in self.net or self._owner(node) is not None:
                continue
            used = any(True for _ in self.net.in_edges(node)) or any(
                d["type"] not in _FRAME for _, _, d in self.net.out_edges(node, data=True)
            )
            if not used:
                bare.update(self.net.successors(node))
                self.net.remove_node(node)

    def provision(self, target: str, edition: str | None) -> str:
        """The node of a citable target, made with its parents when it is new."""
        name = nodes.target(target, edition)
        if name in self.net:
            return name
        kind = name.split(":", 1)[0]
        self.net.add_node(name, type=kind, number=target, edition=edition, label=target)
        if kind == "law":
            above = nodes.ancestors(target)
            if above:
                self._frame(name, self.provision(above[0], edition), "part-of")
        elif kind == "note":
            number = target.removesuffix("#note")
            self._frame(name, self.provision(number, edition), "note-of")
        if edition and kind != "term":
            self._frame(name, self.provision(target, None), "edition-of")
        return name

    def _frame(self, source: str, goal: str, kind: str, document: str | None = None) -> None:
        self.net.add_edge(source, goal, key=kind, type=kind, document=document)

    def _edge(self, source: str, goal: str, kind: str, evidence: Evidence) -> None:
        span = evidence.span
        place = f"{span.start}-{span.end}" if span else evidence.by
        self.net.add_edge(
            source,
            goal,
            key=f"{kind}@{evidence.unit}@{place}",
            type=kind,
            document=evidence.document,
            evidence=evidence,
        )

    def _units(self, document: Document) -> None:
        meta = document.meta
        home = nodes.document(meta.id)
        self.net.add_node(
            home,
            type="document",
            document=meta.id,
            label=meta.title,
            kind=str(meta.kind),
            edition=meta.edition,
            date=meta.date,
            file=meta.file,
            source=meta.source,
            language=meta.language,
        )
        for unit in document.units:
            self._unit(unit, meta.file)
        for unit in document.units:
            above = nodes.unit(unit.parent) if unit.parent else home
            self._frame(nodes.unit(unit.id), above, "part-of", meta.id)

    def _unit(self, unit: Unit, file: str) -> None:
        name = nodes.unit(unit.id)
        self.net.add_node(
            name,
            type="unit",
            document=unit.document,
            label=unit.label,
            kind=str(unit.kind),
            level=unit.level,
            number=unit.number,
            edition=unit.edition,
            date=unit.date,
            order=unit.order,
            passage=unit.passage,
            heading=unit.heading,
            text=unit.text,
            file=file,
            start=unit.span.start,
            end=unit.span.end,
        )
        if unit.kind is Kind.LAWS and unit.law:
            goal = self.provision(unit.law, unit.edition)
            self._frame(name, goal, "text-of", unit.document)
        elif unit.kind is Kind.COMMENTARY and unit.number:
            goal = self._paragraph(unit.number, unit.edition)
            self._frame(name, goal, "text-of", unit.document)

    def _cite(self, citation: Citation) -> None:
        source = nodes.unit(citation.unit) if citation.unit else nodes.document(citation.document)
        if source not in self.net:
            source = nodes.document(citation.document)
        evidence = Evidence.of(citation)
        kind = citation.relation if citation.relation in CITING else "cites"
        for target in citation.targets:
            if goal := self._target(target, citation):
                self._edge(source, goal, kind, evidence)

    def _target(self, target: str, citation: Citation) -> str | None:
        if (
            citation.kind == "section" and target.replace(".", "").isdigit()
        ):  # «пункт 2 выше», not a law
            item = nodes.unit(f"{citation.document}/{target}")
            return item if item in self.net else None
        if citation.kind == "commentary" or _PARAGRAPH.match(target):
            return self._paragraph(target, citation.edition)
        if citation.kind == "document" or citation.status is Status.EXTERNAL:
            name = nodes.document(target)
            if name not in self.net:
                self.net.add_node(name, type="document", label=target)
            return name
        return self.provision(target, citation.edition)

    def _paragraph(self, number: str, edition: str | None) -> str:
        name = nodes.paragraph(number, edition)
        if name not in self.net:
            self.net.add_node(
                name, type="paragraph", number=number, edition=edition, label=f"п. {number}"
            )
        return name

    def _lead(self, argument: Argument) -> None:
        for number, move in enumerate(argument.moves):
            source, goal = argument.steps[move.source], argument.steps[move.target]
            self.net.add_edge(
                self.provision(source.number, argument.edition),
                self.provision(goal.number, argument.edition),
                key=f"leads-to@{argument.passage}:{number}",
                type="leads-to",
                document=argument.document,
                unit=argument.passage,
                strength=move.strength,
            )

    def node(self, name: str) -> Mapping[str, Any]:
        """A node's attributes; empty when there is no such node."""
        attributes: Mapping[str, Any] = self.net.nodes.get(name, {})
        return attributes

    def title(self, name: str) -> str:
        """What a document or section is called; one the library only hears of, as texts name it:
        the shortest of their words, in the grammatical form they stand in."""
        node = self.node(name)
        if "document" in node or node.get("type") not in ("document", "section"):
            return str(node.get("label") or "")
        said = {
            " ".join(d["evidence"].surface.split()).strip("«»“”„\"'")
            for _, _, d in self.net.in_edges(name, data=True)
            if d["type"] in CITING
        } - {""}
        return min(said, key=lambda words: (len(words), words), default=str(node.get("label")))

    def provisions_of(self, number: str, edition: str | None = None) -> list[str]:
        """The nodes of a provision: in the edition asked for, or in every edition and above."""
        above = nodes.law(number)
        if edition:
            return [n for n in (nodes.law(number, edition),) if n in self.net]
        if above not in self.net:
            return []
        return [
            above,
            *sorted(s for s, _, k in self.net.in_edges(above, keys=True) if k == "edition-of"),
        ]

    def parts_of(self, number: str, edition: str | None = None) -> list[str]:
        """The numbers of all known parts of a provision, at any depth, in order."""
        found: set[str] = set()
        queue = self.provisions_of(number, edition)
        while queue:
            node = queue.pop()
            for source, _, key in self.net.in_edges(node, keys=True):
                if key == "part-of" and self.net.nodes[source]["type"] == "law":
                    found.add(self.net.nodes[source]["number"])
                    queue.append(source)
        return sorted(found, key=nodes.order)

    def cited_by(
        self,
        number: str,
        edition: str | None = None,
        *,
        rollup: bool = True,
        types: Iterable[str] = SAYING,
    ) -> list[Edge]:
        """What names a provision, is placed under it or is about it, in order of the place.

        With ``rollup`` what names a part of it counts too and has scope "part"; footnotes to it
        have scope "note"; what names it has scope "exact".
        """
        wanted = frozenset(types)
        found = list(self._into(self.provisions_of(number, edition), "exact", wanted))
        if rollup:
            for part in self.parts_of(number, edition):
                found += self._into(self.provisions_of(part, edition), "part", wanted)
        whole = [number, *(self.parts_of(number, edition) if rollup else ())]
        for law in [n for one in whole for n in self.provisions_of(one, edition)]:
            footnotes = [s for s, _, k in self.net.in_edges(law, keys=True) if k == "note-of"]
            found += self._into(footnotes, "note", wanted)
        return sorted(set(found), key=_edge_order)

    def _into(self, names: Iterable[str], scope: str, types: frozenset[str]) -> Iterator[Edge]:
        for name in names:
            for source, goal, data in self.net.in_edges(name, data=True):
                if data["type"] in types:
                    yield Edge(source, goal, data["type"], data["evidence"], scope)

    def cites(self, number: str, edition: str | None = None) -> list[Edge]:
        """What the provision's own text names; its parts' texts have scope "part"."""
        found: list[Edge] = []
        for one in (number, *self.parts_of(number, edition)):
            scope = "exact" if one == number else "part"
            for law in self.provisions_of(one, edition):
                units = [s for s, _, k in self.net.in_edges(law, keys=True) if k == "text-of"]
                for unit in units:
                    found += [
                        Edge(u, v, d["type"], d["evidence"], scope)
                        for u, v, d in self.net.out_edges(unit, data=True)
                        if d["type"] in CITING
                    ]
        return sorted(set(found), key=_edge_order)

    def has_text(self, number: str, edition: str | None = None) -> bool:
        """Whether the library holds the provision's own words (or those of a part of it)."""
        whole = [number, *self.parts_of(number, edition)]
        laws = [law for one in whole for law in self.provisions_of(one, edition)]
        return any(k == "text-of" for law in laws for _, _, k in self.net.in_edges(law, keys=True))

    def to_json(self) -> dict[str, Any]:
        """Everything, as plain data in a fixed order (see ``kg/serial.py``)."""
        from kg.serial import dump

        return dump(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Graph:
        """The inverse of ``to_json``."""
        from kg.serial import load

        return load(data)


def _edge_order(edge: Edge) -> tuple[Any, ...]:
    evidence = edge.evidence
    span = (evidence.span or evidence.sentence_span) if evidence else (0, 0)
    file = evidence.file if evidence else ""
    return (file, span, edge.type, edge.source, edge.target, edge.scope)


def build(
    documents: Iterable[Document],
    citations: Iterable[Citation],
    about: Iterable[About] = (),
) -> Graph:
    """The graph of some documents, their citations and, if wanted, what they are inferred to mean.

    ``about`` are inferred statements (``kg.about.infer``); those made by place or by an editor are
    read from the documents themselves. The order of the input does not matter.
    """
    from networkx import MultiDiGraph

    graph = Graph(MultiDiGraph(), {})
    by_document: dict[str, list[Citation]] = {}
    for citation in citations:
        by_document.setdefault(citation.document, []).append(citation)
    inferred: dict[str, list[About]] = {}
    for link in about:
        inferred.setdefault(link.evidence.document, []).append(link)
    for document in sorted(documents, key=lambda d: d.meta.id):
        name = document.meta.id
        graph.add(document, by_document.get(name, ()), inferred.get(name, ()))
    return graph
