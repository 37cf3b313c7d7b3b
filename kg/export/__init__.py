"""The graph in the formats other programs read; ``FORMATS`` names them all."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from corpus.document import Document
from corpus.errors import LibraryError, SettingsError
from corpus.storage import write_output
from kg.export import linked, network
from kg.graph import Graph
from kg.rdf.vocabulary import BASE

LINKED: dict[str, tuple[str, Callable[[Graph, str, bytes | None], bytes]]] = {
    "turtle": ("pravila.ttl", linked.turtle),
    "jsonld": ("pravila.jsonld", linked.jsonld),
    "nquads": ("pravila.nq", linked.nquads),
    "rdfxml": ("pravila.rdf", linked.rdfxml),
}
NETWORKS: dict[str, tuple[str, Callable[[Graph], bytes]]] = {
    "graphml": ("pravila.graphml", network.graphml),
    "gexf": ("pravila.gexf", network.gexf),
    "dot": ("pravila.dot", network.dot),
    "cytoscape": ("pravila.cyjs", network.cytoscape),
    "nodes": ("nodes.csv", network.nodes_csv),
    "edges": ("edges.csv", network.edges_csv),
}
FORMATS = (*LINKED, *NETWORKS, "akoma")
"""Every format by name; "akoma" is one file a document."""


def export(graph: Graph, form: str, base: str = BASE, glossary: bytes | None = None) -> bytes:
    """The graph in one format. Raises ``SettingsError`` for a name that is none."""
    if form in LINKED:
        return LINKED[form][1](graph, base, glossary)
    if form in NETWORKS:
        return NETWORKS[form][1](graph)
    raise SettingsError(f"Формат «{form}» неизвестен. Есть: {', '.join(FORMATS)}.")


def export_all(
    graph: Graph,
    documents: Iterable[Document],
    folder: Path,
    base: str = BASE,
    glossary: bytes | None = None,
) -> list[Path]:
    """Every format into a folder, made when it is missing; the files written, in order.

    Raises ``LibraryError`` when the folder cannot be written.
    """
    from kg.export.akoma import akoma

    written: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for form, (name, _) in {**LINKED, **NETWORKS}.items():
            written.append(folder / name)
            write_output(written[-1], export(graph, form, base, glossary))
        written.append(folder / "ontology.ttl")
        write_output(written[-1], linked.ontology())
        for document in sorted(documents, key=lambda d: d.meta.id):
            written.append(folder / f"{document.meta.id}.akn.xml")
            write_output(written[-1], akoma(document, graph))
    except OSError as error:
        raise LibraryError(f"В папку {folder} нельзя записать ({error.strerror}).") from error
    return written
