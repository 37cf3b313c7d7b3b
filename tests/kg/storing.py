"""What the tests of publishing send, and how they look at what a server holds."""

import hashlib
import io
import urllib.request
from decimal import Decimal
from urllib.parse import quote

import pyoxigraph as ox
from graphservers import Server

from kg.graphstore import Access, Payload, Service, connect
from kg.graphstore.record import PUBLICATIONS, STAGING

XSD = "http://www.w3.org/2001/XMLSchema#"
NUMBERS = {f"{XSD}{name}" for name in ("decimal", "integer", "nonNegativeInteger")}
TIMES = "https://example.org/времена"


def packed_text(text: str) -> Payload:
    data = text.encode()
    digest = hashlib.sha256(data).hexdigest()
    return Payload(io.BytesIO(data), len(data), len(data.splitlines()), digest)


def version(name: str, triples: int) -> Payload:
    """A graph each of whose triples says which version it is of."""
    return packed_text(
        "".join(
            f'<https://example.org/вещь/{n}> <{TIMES}> "издание {name}"@ru .\n'
            for n in range(triples)
        )
    )


def writing(server: Server, **more: object) -> Service:
    return connect(server.url, Access(timeout=60), writing=True, **more)  # type: ignore[arg-type]


def held(server: Server, graph: str | None = None) -> set[tuple[str, ...]]:
    """The triples of a graph, fetched from the server by the Graph Store Protocol."""
    where = f"graph={quote(graph, safe='')}" if graph else "default"
    asked = urllib.request.Request(
        f"{server.store}?{where}", headers={"Accept": "application/n-triples"}
    )
    with urllib.request.urlopen(asked, timeout=60) as reply:
        return triples(reply.read())


def triples(data: bytes) -> set[tuple[str, ...]]:
    """The triples of N-Triples; numbers by their value: stores write 1.00 as 1, and are free to
    call what cannot be negative simply an integer."""

    def value(node: object) -> str:
        if isinstance(node, ox.Literal) and node.datatype.value in NUMBERS:
            return str(Decimal(node.value).normalize())
        return str(node)

    parsed = ox.parse(data, format=ox.RdfFormat.N_TRIPLES)
    return {(str(t.subject), str(t.predicate), value(t.object)) for t in parsed}


def versions(service: Service, graph: str | None = None) -> dict[str, int]:
    """How many triples of each version are there: more than one key is a mix."""
    rows = service.rows(
        f"SELECT ?v (COUNT(*) AS ?n) WHERE {{ ?s <{TIMES}> ?v }} GROUP BY ?v", graph
    )
    return {row["v"].removeprefix("издание "): int(row["n"]) for row in rows}


def graphs(service: Service) -> set[str]:
    """The named graphs of the server but that of the records."""
    rows = service.rows("SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } }")
    return {row["g"] for row in rows} - {PUBLICATIONS}


def unfinished(service: Service) -> set[str]:
    return {name for name in graphs(service) if name.startswith(STAGING)}


def dropped(service: Service) -> Service:
    service.update("DROP ALL")
    return service
