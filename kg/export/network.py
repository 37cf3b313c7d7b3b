"""The graph for programs that draw and measure networks: GraphML, GEXF, DOT, Cytoscape, CSV."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kg.export.cells import cell
from kg.export.printable import printable
from kg.graph import Graph

if TYPE_CHECKING:
    from networkx import MultiDiGraph

NODE_COLUMNS = (
    *("id", "type", "label", "number", "edition", "document", "kind", "level", "date"),
    *("heading", "file", "start", "end", "text"),
)
EDGE_COLUMNS = (
    *("id", "source", "target", "type", "document", "unit", "surface", "sentence", "file"),
    *("start", "end", "status", "confidence", "by", "form", "edition", "words", "note", "strength"),
)


def _clean(value: object) -> str | int | float:
    """A value every format can hold; characters XML forbids become a space."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return value
    return printable(str(value))


def node_rows(graph: Graph) -> Iterator[dict[str, Any]]:
    """The nodes as flat rows, by name; empty values are left out."""
    for name in sorted(graph.net.nodes):
        data = graph.net.nodes[name]
        row = {"id": name, **{k: data[k] for k in NODE_COLUMNS if data.get(k) is not None}}
        if data["type"] == "document":
            row["label"] = graph.title(name)
        yield {k: _clean(v) for k, v in row.items()}


def edge_rows(graph: Graph) -> Iterator[dict[str, Any]]:
    """The edges as flat rows, by ends and key; parallel edges are rows of their own."""
    for source, target, key, data in sorted(
        graph.net.edges(keys=True, data=True), key=lambda e: e[:3]
    ):
        row: dict[str, Any] = {
            "id": f"{source}|{key}|{target}",
            "source": source,
            "target": target,
            "type": data["type"],
            "document": data.get("document"),
            "unit": data.get("unit"),
            "strength": data.get("strength"),
        }
        evidence = data.get("evidence")
        if evidence is not None:
            span = evidence.span or evidence.sentence_span
            row.update({k: getattr(evidence, k) for k in _FROM_EVIDENCE})
            row.update(start=span.start, end=span.end)
        yield {k: _clean(row[k]) for k in EDGE_COLUMNS if row.get(k) not in (None, "")}


_FROM_EVIDENCE = (
    *("unit", "surface", "sentence", "file", "status", "confidence", "by", "form", "edition"),
    *("words", "note"),
)


def flat(graph: Graph) -> MultiDiGraph:
    """A copy whose attributes are plain values, in a fixed order."""
    from networkx import MultiDiGraph

    net = MultiDiGraph()
    for row in node_rows(graph):
        net.add_node(row.pop("id"), **row)
    for row in edge_rows(graph):
        net.add_edge(row.pop("source"), row.pop("target"), key=row["id"], **row)
    return net


def graphml(graph: Graph) -> bytes:
    """GraphML (yEd, Gephi, igraph)."""
    from networkx import write_graphml_xml

    net = flat(graph)
    for _, _, data in net.edges(data=True):
        data["edge_id"] = data.pop("id")
    out = io.BytesIO()
    write_graphml_xml(net, out, prettyprint=True, named_key_ids=True)
    return out.getvalue()


def gexf(graph: Graph) -> bytes:
    """GEXF (Gephi). The date of writing, which would make every file differ, is left out."""
    from networkx import generate_gexf

    text = "\n".join(generate_gexf(flat(graph), encoding="utf-8"))
    text = re.sub(r' lastmodifieddate="[^"]*"', "", text)
    return ('<?xml version="1.0" encoding="utf-8"?>\n' + text + "\n").encode()


def dot(graph: Graph) -> bytes:
    """DOT (Graphviz): names, labels, types; long texts stay out of a drawing."""
    lines = ["digraph pravila {", "  rankdir=LR;", "  node [shape=box];"]
    for row in node_rows(graph):
        shape = _SHAPES.get(str(row["type"]), "box")
        lines.append(
            f"  {_quoted(row['id'])} [label={_quoted(row.get('label', ''))}, shape={shape}];"
        )
    for row in edge_rows(graph):
        ends = f"{_quoted(row['source'])} -> {_quoted(row['target'])}"
        lines.append(f"  {ends} [label={_quoted(row['type'])}];")
    return ("\n".join([*lines, "}"]) + "\n").encode()


_SHAPES = {"law": "ellipse", "document": "folder", "term": "hexagon", "note": "note"}


def _quoted(value: object) -> str:
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def cytoscape(graph: Graph) -> bytes:
    """Cytoscape JSON, as cytoscape.js and Cytoscape desktop take it."""
    elements = {
        "nodes": [{"data": row} for row in node_rows(graph)],
        "edges": [{"data": row} for row in edge_rows(graph)],
    }
    data = {"data": {"name": "pravila"}, "directed": True, "multigraph": True, "elements": elements}
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode()


def nodes_csv(graph: Graph) -> bytes:
    """The nodes as a table; UTF-8 with a mark, so that spreadsheets see Russian.

    A text that a spreadsheet would compute has an apostrophe before it.
    """
    return _table(NODE_COLUMNS, node_rows(graph))


def edges_csv(graph: Graph) -> bytes:
    """The edges as a table."""
    return _table(EDGE_COLUMNS, edge_rows(graph))


def _table(columns: tuple[str, ...], rows: Iterator[dict[str, Any]]) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows({name: cell(value) for name, value in row.items()} for row in rows)
    return b"\xef\xbb\xbf" + out.getvalue().encode()
