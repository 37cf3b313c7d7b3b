"""The same questions, asked of a server the graph was published on."""

from __future__ import annotations

import io

from rdflib import XSD, Graph, Literal
from rdflib.query import Result

from corpus.errors import ServerError
from kg.graphstore.service import JSON, NTRIPLES, Service
from kg.sparql import ROWS, SECONDS, Answer, prepared, question

_ACCEPT = f"{JSON}, {NTRIPLES};q=0.9"


def ask(
    service: Service,
    text: str,
    graph: str | None = None,
    seconds: float = SECONDS,
    rows: int = ROWS,
) -> Answer:
    """The answer to a question (its text, or the name of a ready one) in the form ``run`` gives.

    ``graph`` names the graph that was published to; ``None`` is the server's default graph.
    Raises ``QueryError`` when it is no question and ``ServerError`` when the server fails.
    """
    reply = service.query(prepared(question(text)), graph, _ACCEPT, seconds)
    if reply.media == NTRIPLES:
        return _statements(reply.body, rows)
    return _table(reply.body, rows)


def _table(body: bytes, rows: int) -> Answer:
    try:
        result = Result.parse(io.BytesIO(body), format="json")
        if result.type == "ASK":
            return Answer(("ответ",), ({"ответ": "да" if result.askAnswer else "нет"},))
        columns = tuple(str(variable) for variable in result.vars or ())
        found = [
            {name: _value(row[name]) for name in columns}  # type: ignore[call-overload,index]
            for _, row in zip(range(rows + 1), result, strict=False)
        ]
    except (ValueError, KeyError, TypeError, AttributeError, NotImplementedError) as error:
        raise ServerError("Ответ сервера – не таблица SPARQL: проверьте адрес.") from error
    return Answer(columns, tuple(found[:rows]), len(found) > rows)


def _value(term: object) -> str | None:
    """A value as the library's own engine writes it: decimal numbers without idle zeros."""
    if term is None:
        return None
    if isinstance(term, Literal) and term.datatype == XSD.decimal:
        text = str(term)
        return (text.rstrip("0").rstrip(".") if "." in text else text) or "0"
    return str(term)


def _statements(body: bytes, rows: int) -> Answer:
    columns = ("s", "p", "o")
    graph = Graph().parse(data=body, format="nt")
    found: list[dict[str, str | None]] = [
        dict(zip(columns, map(_value, triple), strict=True)) for triple in graph
    ]
    found.sort(key=lambda row: [row[name] or "" for name in columns])
    return Answer(columns, tuple(found[:rows]), len(found) > rows)
