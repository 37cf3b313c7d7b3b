"""The process a question runs in: a line of JSON and N-Triples come in, a line of JSON goes out."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from corpus.memory import bound_memory

if TYPE_CHECKING:
    from rdflib import Graph

MEMORY = 4 * 1024**3
"""Bytes of address space a question may take, where the system can enforce it."""


def loaded(data: bytes, store: str = "Oxigraph") -> Graph:
    """N-Triples in an rdflib graph; ``store`` is rdflib's name of the engine behind it."""
    from rdflib import Graph

    graph = Graph(store=store)
    graph.parse(data=data, format="ox-nt" if store == "Oxigraph" else "nt")
    return graph


def rows_of(graph: Graph, query: str, rows: int) -> dict[str, Any]:
    """The rows of an answer, at most ``rows``, or {"error": why}."""
    try:
        result = graph.query(query)
        if result.type == "ASK":
            said = "да" if result.askAnswer else "нет"
            return {"columns": ["ответ"], "rows": [{"ответ": said}], "truncated": False}
        columns = ["s", "p", "o"]
        if result.type == "SELECT":
            columns = [str(variable) for variable in result.vars or ()]
        found: list[dict[str, str | None]] = []
        for row in result:
            if len(found) == rows:
                return {"columns": columns, "rows": found, "truncated": True}
            values = (None if v is None else str(v) for v in row)  # type: ignore[union-attr]
            found.append(dict(zip(columns, values, strict=False)))
        if result.type != "SELECT":
            found.sort(key=lambda r: [r[c] or "" for c in columns])
    except (SyntaxError, ValueError, TypeError, RuntimeError, OSError) as error:
        return {"error": " ".join(str(error).split())[:300]}
    except Exception as error:  # rdflib's parser raises pyparsing's own errors
        if type(error).__module__.split(".")[0] not in ("pyparsing", "rdflib"):
            raise
        return {"error": " ".join(str(error).split())[:300]}
    return {"columns": columns, "rows": found, "truncated": False}


def main() -> None:
    """Read the question, answer it."""
    bound_memory(MEMORY)
    head, _, data = sys.stdin.buffer.read().partition(b"\n")
    asked = json.loads(head)
    said = rows_of(loaded(data), asked["query"], asked["rows"])
    sys.stdout.buffer.write(json.dumps(said, ensure_ascii=False).encode())


if __name__ == "__main__":
    main()
