"""Everything ever said about a provision: where it exists, its text, what it cites, who names it,
and the dated line of interpretations (``kg/events.py``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from corpus.errors import NotFoundError
from kg import nodes
from kg.editions import Inventory, editions
from kg.events import TYPES, Event, Link, events
from kg.graph import CITING, Edge, Graph
from kg.provision import normalise, parse
from kg.standing import known_edition, standing

__all__ = ["Event", "Law", "Link", "law"]


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
