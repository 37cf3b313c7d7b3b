"""Everything ever said about a provision: where it exists, its text, who names it, and the dated
line of interpretations – which decision confirms, amends or replaces which.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from corpus.document import Kind
from corpus.errors import NotFoundError
from kg import nodes
from kg.editions import Inventory, editions
from kg.evidence import CURATED
from kg.graph import CITING, SAYING, Edge, Graph
from kg.provision import normalise, parse
from kg.relations import relation
from kg.standing import known_edition, standing

TYPES = {"supersedes": "replaces"}
"""How edge types are called in the history; the others keep their name."""
_RANK = (
    *("supersedes", "amends", "confirms", "interprets", "defines", "example"),
    *("comments", "about", "cites"),
)
_LINKING = ("supersedes", "amends", "confirms")
_SENTENCE_END = re.compile(r"(?<=[.!?:])\s+(?=[А-ЯЁA-Z“«])|\n\s*\n")
_SCOPES = ("exact", "part", "note", "whole")


@dataclass(frozen=True, slots=True)
class Link:
    """What an event does to another: ``to`` is a unit or a document, ``words`` the verb."""

    type: str
    to: str
    label: str
    document: str
    words: str | None
    in_library: bool

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "type": self.type,
            "to": self.to,
            "label": self.label,
            "document": self.document,
            "words": self.words,
            "in_library": self.in_library,
        }


@dataclass(frozen=True, slots=True)
class Event:
    """One passage's word on a provision.

    ``scope`` is "exact", "part" (it speaks of a part), "whole" (of a whole that holds the
    provision) or "note" (of its footnote). ``type`` is the strongest thing the passage does.
    """

    date: str | None
    unit: str
    label: str
    type: str
    scope: str
    names: tuple[str, ...]
    sentence: str
    words: str | None
    by: str
    confidence: float
    document: str
    authority: str
    kind: str
    source: dict[str, Any]
    links: tuple[Link, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The contract's form."""
        row = {name: getattr(self, name) for name in self.__slots__}
        return {**row, "names": list(self.names), "links": [link.to_json() for link in self.links]}


@dataclass(frozen=True, slots=True)
class Law:
    """The answer to ``law``; every field in the contract's form."""

    law: str
    subject: str | None
    editions: dict[str, dict[str, Any]]
    cites: list[dict[str, Any]]
    cited_by: list[dict[str, Any]]
    about: list[dict[str, Any]]
    history: tuple[Event, ...]
    leads_to: tuple[str, ...] = field(default=())
    comes_from: tuple[str, ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """The contract's form."""
        return {
            "law": self.law,
            "subject": self.subject,
            "editions": self.editions,
            "cites": self.cites,
            "cited_by": self.cited_by,
            "about": self.about,
            "leads_to": list(self.leads_to),
            "comes_from": list(self.comes_from),
            "history": [event.to_json() for event in self.history],
        }


def law(
    graph: Graph,
    number: str,
    edition: str | None = None,
    inventories: Mapping[str, Inventory] | None = None,
) -> Law:
    """Everything about a provision, in one edition or in all.

    Raises ``QueryError`` when ``number`` is none and ``NotFoundError`` when the edition is unknown
    or no edition can have such a law and nothing is said about it.
    """
    number = normalise(number)
    known = editions() if inventories is None else inventories
    known_edition(graph, edition)
    if edition:
        known = {name: one for name, one in known.items() if name == edition}
    existing = standing(graph, number, known)
    into = graph.cited_by(number, edition)
    wholes = [
        Edge(*edge[:4], "whole")
        for above in nodes.ancestors(number)
        for edge in graph.cited_by(above, edition, rollup=False, types=CITING)
        if edge.scope == "exact"
    ]
    if not into and not wholes and all(row["exists"] is False for row in existing.values()):
        raise NotFoundError(
            f"Правила {number} нет ни в одном известном издании, и в библиотеке о нём не говорится."
        )
    subject = next(
        (s for one in reversed(list(known.values())) if (s := one.subject(parse(number).law))), None
    )
    said = [e for e in into if e.type in ("about", "comments")]
    cited = [e for e in into if e.type not in ("about", "comments")]
    arcs = [(u, v) for n in graph.provisions_of(number, edition) for u, v in _leads(graph, n)]
    here = set(graph.provisions_of(number, edition))
    return Law(
        number,
        subject,
        existing,
        [_row(graph, e) for e in graph.cites(number, edition)],
        [_row(graph, e) for e in _by_kind_and_date(graph, cited)],
        [_row(graph, e) for e in _by_kind_and_date(graph, said)],
        events(graph, [*into, *wholes]),
        _numbers(graph, {v for u, v in arcs if u in here}),
        _numbers(graph, {u for u, v in arcs if v in here}),
    )


def _leads(graph: Graph, node: str) -> Iterable[tuple[str, str]]:
    for u, v, d in graph.net.out_edges(node, data=True):
        if d["type"] == "leads-to":
            yield u, v
    for u, v, d in graph.net.in_edges(node, data=True):
        if d["type"] == "leads-to":
            yield u, v


def _numbers(graph: Graph, names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({str(graph.node(n)["number"]) for n in names}, key=nodes.order))


def _row(graph: Graph, edge: Edge) -> dict[str, Any]:
    """One edge as a row; evidence and the place it stands in."""
    unit = graph.node(edge.source)
    goal = graph.node(edge.target)
    row: dict[str, Any] = {
        "unit": edge.source.split(":", 1)[1],
        "label": unit.get("label"),
        "document": unit.get("document"),
        "kind": unit.get("kind"),
        "date": unit.get("date"),
        "names": goal.get("number") or goal.get("label"),
        "edition": goal.get("edition"),
        "type": TYPES.get(edge.type, edge.type),
        "scope": edge.scope,
    }
    evidence = edge.evidence
    if evidence is not None:
        row.update(
            sentence=evidence.sentence,
            by=evidence.by,
            status=evidence.status,
            confidence=evidence.confidence,
            note=evidence.note,
            source=evidence.source,
        )
    return row


def _by_kind_and_date(graph: Graph, edges: Iterable[Edge]) -> list[Edge]:
    def key(edge: Edge) -> tuple[Any, ...]:
        node = graph.node(edge.source)
        evidence = edge.evidence
        place = (evidence.file, evidence.span or evidence.sentence_span) if evidence else ()
        return (str(node.get("kind")), node.get("date") or "9999", place, edge.type, edge.target)

    return sorted(edges, key=key)


def events(graph: Graph, edges: Iterable[Edge]) -> tuple[Event, ...]:
    """The dated line: one event a passage, in order of date, linked where one acts on another."""
    by_unit: dict[str, list[Edge]] = {}
    for edge in edges:
        if edge.type in SAYING:
            by_unit.setdefault(edge.source, []).append(edge)
    found = [_event(graph, unit, said) for unit, said in by_unit.items()]
    found.sort(key=lambda e: (e.date or "9999", e.document, e.source["start"], e.unit))
    return tuple(_linked(graph, event, found) for event in found)


def _event(graph: Graph, unit: str, said: list[Edge]) -> Event:
    node = graph.node(unit)
    scope = next(s for s in _SCOPES if any(e.scope == s for e in said))
    near = [e for e in said if e.scope == scope]
    best = min(
        near, key=lambda e: (_RANK.index(e.type), e.evidence.span or () if e.evidence else ())
    )
    evidence = best.evidence
    if evidence is None:  # every saying edge carries its evidence
        raise AssertionError(best)
    document = graph.node(nodes.document(str(node.get("document"))))
    text = str(node.get("text") or "")
    kind, sentence, words = best.type, evidence.sentence or _opening(text), evidence.words
    stated = kind == "about" and evidence.by == CURATED  # an inference decides nothing
    act = _act(text, str(node.get("kind"))) if stated else None
    if act is not None:
        kind, sentence, words = act
    names = {str(graph.node(e.target).get("number") or graph.node(e.target)["label"]) for e in near}
    return Event(
        date=node.get("date") or document.get("date"),
        unit=unit.split(":", 1)[1],
        label=str(node.get("label") or ""),
        type=TYPES.get(kind, kind),
        scope=scope,
        names=tuple(sorted(names, key=nodes.order)),
        sentence=sentence,
        words=words,
        by=evidence.by,
        confidence=evidence.confidence,
        document=str(node.get("document") or ""),
        authority=str(document.get("label") or ""),
        kind=str(node.get("kind") or document.get("kind") or ""),
        source=evidence.source,
    )


def _act(text: str, kind: str) -> tuple[str, str, str] | None:
    """What a committee's passage as a whole does: the verb's relation, its sentence, its words."""
    found = relation(text, len(text), len(text), Kind(kind) if kind in set(Kind) else None)
    if found.words is None:
        return None
    at = text.find(found.words)
    starts = [0, *(m.end() for m in _SENTENCE_END.finditer(text, 0, at))]
    ending = _SENTENCE_END.search(text, at + len(found.words))
    return found.name, " ".join(text[starts[-1] : ending and ending.end()].split()), found.words


def _opening(text: str, length: int = 240) -> str:
    """The first words of a passage, for what is said of it as a whole."""
    text = " ".join(text.split())
    if len(text) <= length:
        return text
    return text[:length].rsplit(" ", 1)[0] + " …"


def _linked(graph: Graph, event: Event, line: list[Event]) -> Event:
    """The event with the documents its passage names, and what it does to them in its own words.

    Where it confirms, amends or replaces, the link goes to that document's words on the same
    provision; what the words do not say is not concluded.
    """
    links: dict[str, Link] = {}
    done = {event.document}
    edges = graph.net.out_edges(nodes.unit(event.unit), data=True)
    for _, goal, data in sorted(edges, key=_strongest_first):
        node, document = graph.node(goal), goal.split(":", 1)[1]
        if data["type"] not in CITING or node.get("type") != "document" or document in done:
            continue
        done.add(document)
        kind, evidence = TYPES.get(data["type"], data["type"]), data["evidence"]
        earlier = [e for e in line if e.document == document]
        if data["type"] in _LINKING and earlier:
            for one in earlier:
                links[one.unit] = Link(kind, one.unit, one.label, document, evidence.words, True)
        else:
            here = "document" in node
            label = str(node["label"]) if here else evidence.surface
            links[document] = Link(kind, document, label, document, evidence.words, here)
    return replace(event, links=tuple(links.values())) if links else event


def _strongest_first(edge: tuple[str, str, dict[str, Any]]) -> tuple[int, str]:
    kind = edge[2]["type"]
    return (_RANK.index(kind) if kind in _RANK else len(_RANK), edge[1])
