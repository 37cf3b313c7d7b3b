"""The graph at size: building, k-hop, chains, roll-up, history, SPARQL.

    python -m bench.graph [--sizes 1,10,100] [--sparql 1,10] [--queries 200]

A graph N times the bundled library is made of N copies of its documents, in each of which the laws
are renumbered by a permutation of their own: every copy argues differently. Times are printed in
milliseconds (median and 95th percentile over random questions), with ratios to the library's own.
"""

import argparse
import random
import signal
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from corpus.document import Document
from corpus.read import bundled_documents
from kg.chains import find
from kg.citation import Citation
from kg.citations import cite
from kg.export.linked import ntriples
from kg.graph import Graph, build
from kg.history import law
from kg.nodes import order
from kg.sparql import prepared, ready
from kg.sparql.worker import loaded, rows_of

LAWS = 93
LARGEST_ALONE = 10
"""Times the library that rdflib's own engine is still asked; beyond, it takes minutes to load."""
PATIENCE = 10
"""Seconds a SPARQL question may take on rdflib alone."""
TARGET = 50.0
"""Milliseconds a chain query may take at the 95th percentile, at 100 times the library."""


def renumbered(number: str, permutation: list[int]) -> str:
    """The provision with its law replaced; what is no law number stays."""
    digits = number[: len(number) - len(number.lstrip("0123456789"))]
    if not digits or "." in number or not 1 <= int(digits) <= LAWS:
        return number
    return f"{permutation[int(digits) - 1]}{number[len(digits) :]}"


def copies(
    documents: list[Document], citations: dict[str, list[Citation]], times: int
) -> Iterator[tuple[Document, list[Citation]]]:
    """The library, and ``times - 1`` copies of it with other laws."""
    for copy in range(times):
        permutation = list(range(1, LAWS + 1))
        if copy:
            random.Random(copy).shuffle(permutation)
        for document in documents:
            end = f"-{copy}" if copy else ""
            meta = replace(document.meta, id=document.meta.id + end, file=document.meta.file + end)
            units = tuple(
                replace(
                    u,
                    id=u.id + end,
                    document=meta.id,
                    parent=u.parent and u.parent + end,
                    law=u.law and renumbered(u.law, permutation),
                )
                for u in document.units
            )
            found = [
                replace(
                    c,
                    unit=c.unit and c.unit + end,
                    document=meta.id,
                    file=meta.file,
                    targets=tuple(renumbered(t, permutation) for t in c.targets),
                )
                for c in citations[document.meta.id]
            ]
            yield replace(document, meta=meta, units=units), found


def timed(ask: Callable[[], object]) -> float:
    """Milliseconds a call takes."""
    start = time.perf_counter()
    ask()
    return (time.perf_counter() - start) * 1000


def percentiles(times: list[float]) -> tuple[float, float]:
    """Median and 95th percentile."""
    ordered = sorted(times)
    return statistics.median(ordered), ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]


def k_hop(graph: Graph, node: str, hops: int) -> int:
    """How many nodes lie within some hops of a node, whatever the direction."""
    seen, front = {node}, {node}
    for _ in range(hops):
        front = {
            other
            for one in front
            for other in (*graph.net.successors(one), *graph.net.predecessors(one))
        } - seen
        seen |= front
    return len(seen)


def questions(graph: Graph, count: int) -> dict[str, list[float]]:
    """Random questions of each kind, timed."""
    numbers = sorted(
        {d["number"] for _, d in graph.net.nodes(data=True) if d["type"] == "law"}, key=order
    )
    choice = random.Random(1)
    pairs = [(choice.choice(numbers), choice.choice(numbers)) for _ in range(count)]
    find(graph, "29C", "26B")  # the index is made with the first question
    asked: dict[str, Callable[[str, str], object]] = {
        "chain A B": lambda a, b: find(graph, a, b) if a != b else None,
        "chain A": lambda a, _: find(graph, a),
        "2 hops": lambda a, _: k_hop(graph, f"law:{a}", 2),
        "roll-up": lambda a, _: graph.cited_by(a),
        "history": lambda a, _: law(graph, a),
    }
    few = {"2 hops": max(3, count // 10), "history": max(3, count // 10)}
    return {
        name: [timed(lambda a=a, b=b, ask=ask: ask(a, b)) for a, b in pairs[: few.get(name, count)]]
        for name, ask in asked.items()
    }


def sparql(graph: Graph, alone: bool) -> None:
    """The ready questions on Oxigraph and, with ``alone``, on rdflib's own engine."""
    data = ntriples(graph)
    stores = {}
    for store in ("Oxigraph", "default") if alone else ("Oxigraph",):
        start = time.perf_counter()
        stores[store] = loaded(data, store)
        print(f"    load {store:9} {(time.perf_counter() - start) * 1000:9.1f} ms")
    print(
        f"    {len(stores['Oxigraph'])} statements; ms: Oxigraph, rdflib alone, ratio", flush=True
    )
    for one in ready():
        text = prepared(one.text)
        times = {s: within(lambda g=g, t=text: rows_of(g, t, 10_000)) for s, g in stores.items()}
        line = f"    {one.name:24} {times['Oxigraph']:9.1f}"
        if alone:
            late = ">" if times["default"] >= PATIENCE * 1000 else " "
            ratio = times["default"] / times["Oxigraph"]
            line += f" {late}{times['default']:9.1f} {late}{ratio:7.1f}×"
        print(line, flush=True)


def within(ask: Callable[[], object]) -> float:
    """Milliseconds a call takes, or all of ``PATIENCE`` when it takes longer."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(PATIENCE)
    start = time.perf_counter()
    try:
        ask()
    except KeyboardInterrupt:
        return PATIENCE * 1000.0
    finally:
        signal.alarm(0)
    return (time.perf_counter() - start) * 1000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="1,100")
    parser.add_argument("--sparql", default="1")
    parser.add_argument("--queries", type=int, default=200)
    options = parser.parse_args()
    documents = list(bundled_documents())
    citations = {d.meta.id: list(cite(d)) for d in documents}
    first: dict[str, float] = {}
    for size in map(int, options.sizes.split(",")):
        made = list(copies(documents, citations, size))
        start = time.perf_counter()
        graph = build([d for d, _ in made], [c for _, found in made for c in found])
        took = time.perf_counter() - start
        nodes, edges = graph.net.number_of_nodes(), graph.net.number_of_edges()
        print(f"{size}×: {nodes} nodes, {edges} edges; built in {took:.2f} s", flush=True)
        one = made[0][0].meta.id
        again = timed(lambda g=graph, m=made[0], n=one: (g.remove(n), g.add(*m)))
        print(f"    one document changed: {again:.1f} ms")
        for name, times in questions(graph, options.queries).items():
            median, late = percentiles(times)
            ratio = median / first.setdefault(name, median)
            print(f"    {name:10} median {median:8.2f}  p95 {late:8.2f} ms  {ratio:7.1f}×")
            if name == "chain A B" and size == 100 and late > TARGET:
                print(f"    p95 above {TARGET} ms", file=sys.stderr)
        if str(size) in options.sparql.split(","):
            sparql(graph, size <= LARGEST_ALONE)


if __name__ == "__main__":
    main()
