"""The library's data to take along: the graph in every format, or all of it in one archive."""

from __future__ import annotations

import io
import tempfile
import zipfile
from importlib.resources import files
from pathlib import Path

import streamlit as st

from kg import export
from kg.rdf.vocabulary import BASE
from ui.markup import box, put
from workspace import Workspace

NAMES = {
    "turtle": "Связанные данные, Turtle",
    "jsonld": "Связанные данные, JSON-LD",
    "nquads": "Связанные данные, N-Quads",
    "rdfxml": "Связанные данные, RDF/XML (Protégé)",
    "graphml": "Сеть, GraphML",
    "gexf": "Сеть, GEXF (Gephi)",
    "dot": "Сеть, DOT (Graphviz)",
    "cytoscape": "Сеть, Cytoscape JSON",
    "nodes": "Таблица узлов, CSV",
    "edges": "Таблица связей, CSV",
}
_FORMATS = {**export.LINKED, **export.NETWORKS}


def show(workspace: Workspace) -> None:
    """A choice of formats and two buttons; a file is made when its button is pressed."""
    put(box("Взять данные", "граф правил и ссылок для других программ"))
    with st.container(horizontal=True, vertical_alignment="bottom", key="datasets"):
        form = st.selectbox(
            "Формат",
            list(_FORMATS),
            format_func=lambda name: NAMES.get(name, name),
            key="dataset_format",
            width=330,
        )
        st.download_button(
            "Скачать",
            lambda: export.export(workspace.graph, form, BASE, _glossary()),
            _FORMATS[form][0],
            "application/octet-stream",
            on_click="ignore",
            icon=":material/download:",
            key="dataset_one",
        )
        st.download_button(
            "Всё сразу (ZIP)",
            lambda: archive(workspace),
            "pravila.zip",
            "application/zip",
            on_click="ignore",
            icon=":material/download:",
            key="dataset_all",
        )


def _glossary() -> bytes:
    return (files("search") / "glossary.ttl").read_bytes()


def archive(workspace: Workspace) -> bytes:
    """Every format in one ZIP; the same library gives the same bytes."""
    made = io.BytesIO()
    with tempfile.TemporaryDirectory(prefix="pravila-") as name:
        folder = Path(name)
        export.export_all(workspace.graph, workspace.read_documents(), folder, BASE, _glossary())
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archived:
            for path in sorted(p for p in folder.rglob("*") if p.is_file()):
                entry = zipfile.ZipInfo(path.relative_to(folder).as_posix())
                entry.compress_type = zipfile.ZIP_DEFLATED
                archived.writestr(entry, path.read_bytes())
    return made.getvalue()
