"""The graph onto a server, at size: triples a second, in which step the time goes, memory here.

    python -m bench.publish --url http://127.0.0.1:7878 [--url …] [--sizes 1,100]

The graphs are those of ``bench.graph``; the server's graph ``urn:bench`` is replaced and dropped.
"""

import argparse
import resource
import time

from bench.graph import copies
from corpus.document import Document
from corpus.read import bundled_documents
from kg.citation import Citation
from kg.citations import cite
from kg.graph import Graph, build
from kg.graphstore import Access, Payload, Service, connect, packed, publish

GRAPH = "urn:bench"


class Steps:
    """Progress that notes when the upload began and when its last part had arrived."""

    began = 0.0
    ended = 0.0

    def step(self, title: str, total: int | None = None) -> None:
        """The upload begins."""
        self.began = self.ended = time.perf_counter()

    def advance(self, items: int = 1) -> None:
        """A part has arrived."""
        self.ended = time.perf_counter()


def made(documents: list[Document], citations: dict[str, list[Citation]], size: int) -> Graph:
    """A graph so many times the bundled one."""
    pairs = list(copies(documents, citations, size))
    return build([d for d, _ in pairs], [c for _, found in pairs for c in found])


def memory() -> int:
    """The most memory this process has held so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def measured(service: Service, payload: Payload, times: int) -> None:
    """Publish once onto nothing and then over what is there; print where the time goes."""
    for what in ("new", "replaced")[:times]:
        steps, start = Steps(), time.perf_counter()
        publish(service, payload, GRAPH, force=True, progress=steps)
        end = time.perf_counter()
        sent, rest = steps.ended - steps.began, end - steps.ended
        print(
            f"    {what:9} {end - start:8.2f} s: sent {sent:7.2f}, counted and moved {rest:7.2f}; "
            f"{payload.triples / (end - start):9.0f} triples/s",
            flush=True,
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", action="append", required=True)
    parser.add_argument("--sizes", default="1,100")
    parser.add_argument("--timeout", type=float, default=3600)
    options = parser.parse_args()
    services = {u: connect(u, Access(timeout=options.timeout), writing=True) for u in options.url}
    documents = list(bundled_documents())
    citations = {d.meta.id: list(cite(d)) for d in documents}
    for size in map(int, options.sizes.split(",")):
        graph = made(documents, citations, size)
        before, start = memory(), time.process_time()
        with packed(graph) as payload:
            took = time.process_time() - start
            print(
                f"{size}×: {payload.triples} triples, {payload.size / 1e6:.1f} MB, written in "
                f"{took:.1f} s of processor; memory {before} MB with the graph, {memory()} MB with "
                "its triples",
                flush=True,
            )
            del graph
            for url, service in services.items():
                print(f"  {url}")
                measured(service, payload, 2)
                service.update(f"DROP SILENT GRAPH <{GRAPH}>")
                print(f"    memory here {memory()} MB at most")


if __name__ == "__main__":
    main()
