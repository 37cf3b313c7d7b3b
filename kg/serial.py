"""The graph as plain JSON data, in an order that depends on its content alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from corpus.errors import LibraryError
from kg.evidence import Evidence
from kg.steps import Argument, Mention, Move, Step

if TYPE_CHECKING:
    from kg.graph import Graph

FORMAT = 1
"""Raised when the form of the data changes; another form must be built anew."""


def dump(graph: Graph) -> dict[str, Any]:
    """Nodes by name, edges by ends and key, arguments by document; nothing that is None."""
    net = graph.net
    return {
        "format": FORMAT,
        "nodes": [
            [name, {k: v for k, v in sorted(net.nodes[name].items()) if v is not None}]
            for name in sorted(net.nodes)
        ],
        "edges": [
            [u, v, k, _edge(d)]
            for u, v, k, d in sorted(net.edges(keys=True, data=True), key=lambda e: e[:3])
        ],
        "arguments": {
            document: [_argument(a) for a in found]
            for document, found in sorted(graph.arguments.items())
            if found
        },
    }


def _edge(data: Mapping[str, Any]) -> dict[str, Any]:
    row = {k: v for k, v in sorted(data.items()) if v is not None}
    if "evidence" in row:
        row["evidence"] = row["evidence"].to_json()
    return row


def _argument(argument: Argument) -> dict[str, Any]:
    return {
        "document": argument.document,
        "passage": argument.passage,
        "edition": argument.edition,
        "steps": [
            [
                s.number,
                [[m.number, m.evidence.to_json()] for m in s.mentions],
                [list(pair) for pair in s.inner],
            ]
            for s in argument.steps
        ],
        "moves": [[m.source, m.target, m.strength] for m in argument.moves],
    }


def load(data: Mapping[str, Any]) -> Graph:
    """The graph again. Raises ``LibraryError`` when the data are of another format."""
    from networkx import MultiDiGraph

    from kg.graph import Graph

    if data.get("format") != FORMAT:
        raise LibraryError("Граф записан другой версией программы; постройте библиотеку заново.")
    net = MultiDiGraph()
    net.add_nodes_from((name, dict(attributes)) for name, attributes in data["nodes"])
    for source, goal, key, row in data["edges"]:
        attributes = dict(row)
        attributes.setdefault("document", None)
        if "evidence" in attributes:
            attributes["evidence"] = Evidence.from_json(attributes["evidence"])
        net.add_edge(source, goal, key=key, **attributes)
    arguments = {
        document: tuple(_read_argument(row) for row in rows)
        for document, rows in data["arguments"].items()
    }
    return Graph(net, arguments)


def _read_argument(row: Mapping[str, Any]) -> Argument:
    return Argument(
        document=row["document"],
        passage=row["passage"],
        edition=row["edition"],
        steps=tuple(
            Step(
                number,
                tuple(Mention(n, Evidence.from_json(e)) for n, e in mentions),
                tuple((source, target, strength) for source, target, strength in inner),
            )
            for number, mentions, inner in row["steps"]
        ),
        moves=tuple(Move(*move) for move in row["moves"]),
    )
