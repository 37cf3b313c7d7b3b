"""Everything ever said about a provision: where it exists, its text, who names it, and the dated
line of interpretations – which decision confirms, amends or replaces which.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from corpus.errors import NotFoundError
from kg import nodes
from kg.editions import Inventory, editions
from kg.evidence import CURATED, INFERRED, TEXT
from kg.graph import SAYING, Edge, Graph
from kg.provision import normalise, parse
from kg.standing import standing

TYPES = {"supersedes": "replaces"}
"""How edge types are called in the history; the others keep their name."""
_RANK = (
    *("supersedes", "amends", "confirms", "interprets", "defines", "example"),
    *("comments", "about", "cites"),
)
_LINKING = ("supersedes", "amends", "confirms")
_SCOPES = ("exact", "part", "note", "whole")


@dataclass(frozen=True, slots=True)
class Link:
    """What an event does to another: ``to`` is a unit or document, ``by`` who says so."""

    type: str
    to: str
    label: str
    by: str
    in_library: bool

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "type": self.type,
            "to": self.to,
            "label": self.label,
            "by": self.by,
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

    Raises ``QueryError`` when ``number`` is none and ``NotFoundError`` when no edition can have
    such a law and nothing is said about it.
    """
    number = normalise(number)
    known = editions() if inventories is None else inventories
    if edition:
        known = {name: one for name, one in known.items() if name == edition}
    existing = standing(graph, number, known)
    into = graph.cited_by(number, edition)
    wholes = [
        Edge(*edge[:4], "whole")
        for above in nodes.ancestors(number)
        for edge in graph.cited_by(above, edition, rollup=False)
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
    sentence = evidence.sentence or _opening(str(node.get("text") or ""))
    names = {str(graph.node(e.target).get("number") or graph.node(e.target)["label"]) for e in near}
    return Event(
        date=node.get("date") or document.get("date"),
        unit=unit.split(":", 1)[1],
        label=str(node.get("label") or ""),
        type=TYPES.get(best.type, best.type),
        scope=scope,
        names=tuple(sorted(names, key=nodes.order)),
        sentence=sentence,
        words=evidence.words,
        by=evidence.by,
        confidence=evidence.confidence,
        document=str(node.get("document") or ""),
        authority=str(document.get("label") or ""),
        kind=str(node.get("kind") or document.get("kind") or ""),
        source=evidence.source,
    )


def _opening(text: str, length: int = 240) -> str:
    """The first words of a passage, for what is said of it as a whole."""
    text = " ".join(text.split())
    if len(text) <= length:
        return text
    return text[:length].rsplit(" ", 1)[0] + " …"


def _linked(graph: Graph, event: Event, line: list[Event]) -> Event:
    """The event with what it confirms, amends or replaces: as its words name it, or else the
    decision before it on the very same provision (marked as inferred)."""
    named = list(_named(graph, event, line))
    if not named and event.kind == "minutes" and event.type in ("replaces", "amends", "confirms"):
        before = [
            e
            for e in line
            if e.kind == "minutes"
            and e.scope == event.scope == "exact"
            and e.type != "cites"
            and (e.date or "9999") < (event.date or "")
        ]
        if before:
            last = before[-1]
            named = [Link(event.type, last.unit, last.label, INFERRED, True)]
    return replace(event, links=tuple(named)) if named else event


def _named(graph: Graph, event: Event, line: list[Event]) -> Iterable[Link]:
    seen: set[str] = set()
    unit = nodes.unit(event.unit)
    for _, goal, data in sorted(
        graph.net.out_edges(unit, data=True), key=lambda e: (e[1], str(e[2].get("type")))
    ):
        node = graph.node(goal)
        if data["type"] not in SAYING or node.get("type") not in ("document", "unit"):
            continue
        verb = data["type"] if data["type"] in _LINKING else event.type
        kind = TYPES.get(verb, verb)
        earlier = [
            e
            for e in line
            if e.unit != event.unit and goal in (nodes.unit(e.unit), nodes.document(e.document))
        ]
        by = CURATED if data["evidence"].by == CURATED else TEXT
        for one in earlier:
            if one.unit not in seen:
                seen.add(one.unit)
                yield Link(kind, one.unit, one.label, by, True)
        if not earlier and goal not in seen:
            seen.add(goal)
            name = goal.split(":", 1)[1]
            yield Link(kind, name, str(node.get("label") or name), by, "document" in node)
