"""What a server remembers of publications: one record for each graph, in a graph of their own.

The record stands beside the published graph, not in it: what is published is exactly what
``pravila export`` writes. It changes in the same update as the graph, so it is never wrong of it.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from kg.rdf.vocabulary import BASE

if TYPE_CHECKING:
    from kg.graphstore.service import Service

PUBLICATIONS = f"{BASE}id/publications"
"""The graph that holds the records, the same for every publisher."""
STAGING = f"{PUBLICATIONS}/staging/"
"""What the names of graphs that are being uploaded begin with."""
PREFIXES = """\
PREFIX dcterms: <http://purl.org/dc/terms/>
PREFIX prov: <http://www.w3.org/ns/prov#>
PREFIX void: <http://rdfs.org/ns/void#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
"""


@dataclass(frozen=True, slots=True)
class Record:
    """One publication: of what (``digest``, ``triples``, the library's ``version``) and when."""

    digest: str
    triples: int
    version: str
    published: str
    staged: str
    """The graph it was uploaded to: a name no other publication has."""


def subject(graph: str | None) -> str:
    """What a record is about: a named graph or the default one."""
    return graph or f"{PUBLICATIONS}/default"


def _uploads(graph: str | None) -> str:
    """What the names of uploads for a graph begin with."""
    return f"{STAGING}{hashlib.sha256(subject(graph).encode()).hexdigest()[:16]}/"


def staging(graph: str | None) -> str:
    """A new name to upload a graph under; the time in it is for people who look."""
    return f"{_uploads(graph)}{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{secrets.token_hex(8)}"


def read(service: Service, graph: str | None) -> Record | None:
    """The record of the graph, if we ever published it there."""
    rows = service.rows(
        f"{PREFIXES}SELECT * WHERE {{ GRAPH <{PUBLICATIONS}> {{ <{subject(graph)}> "
        "dcterms:identifier ?digest ; void:triples ?triples ; dcterms:hasVersion ?version ; "
        "prov:generatedAtTime ?published ; prov:wasDerivedFrom ?staged } }"
    )
    if not rows or not rows[0]["triples"].isdigit():
        return None
    row = rows[0]
    return Record(
        row["digest"].removeprefix("sha256:"),
        int(row["triples"]),
        row["version"],
        row["published"],
        row["staged"],
    )


def claiming(graph: str | None, staged: str) -> str:
    """The triple that claims the place of a graph for an upload (``kg/graphstore/claim.py``)."""
    return f"<{staged}> prov:influenced <{subject(graph)}>"


def replacing(graph: str | None, record: Record) -> str:
    """The update that puts the uploaded graph in the place of the old one, and its record with it.

    Every step of it asks for the claim, which goes when the upload is dropped: a publication that
    lost its upload changes nothing. ``MOVE`` would say it all in a word, but whether it fails
    without its source is left to the server, and Jena 5.6 loses triples when it copies a graph
    over another in TDB2.
    """
    one = subject(graph)
    claimed = f"GRAPH <{PUBLICATIONS}> {{ {claiming(graph, record.staged)} }}"
    old = f"GRAPH <{PUBLICATIONS}> {{ <{one}> ?p ?o }}"
    triples = f"GRAPH <{graph}> {{ ?s ?p ?o }}" if graph else "?s ?p ?o"
    return f"""{PREFIXES}
DELETE {{ {triples} }} WHERE {{ {claimed} {triples} }} ;
INSERT {{ {triples} }} WHERE {{ {claimed} GRAPH <{record.staged}> {{ ?s ?p ?o }} }} ;
DELETE {{ {old} }} WHERE {{ {claimed} {old} }} ;
INSERT {{ GRAPH <{PUBLICATIONS}> {{
  <{one}> a void:Dataset ;
    dcterms:identifier "sha256:{record.digest}" ;
    void:triples {record.triples} ;
    dcterms:hasVersion {json.dumps(record.version)} ;
    prov:generatedAtTime "{record.published}"^^xsd:dateTime ;
    prov:wasDerivedFrom <{record.staged}> .
}} }} WHERE {{ {claimed} }} ;
{dropping(record.staged)}"""


def dropping(staged: str) -> str:
    """The update that drops an upload and the claim made for it."""
    claimed = f"GRAPH <{PUBLICATIONS}> {{ <{staged}> ?p ?o }}"
    return f"DROP SILENT GRAPH <{staged}> ; DELETE WHERE {{ {claimed} }}"


def left_over(service: Service, graph: str | None) -> list[str]:
    """The uploads for a graph that never came to their end, by their names."""
    rows = service.rows(
        "SELECT DISTINCT ?g WHERE { GRAPH ?g { ?s ?p ?o } "
        f'FILTER(STRSTARTS(STR(?g), "{_uploads(graph)}")) }}'
    )
    return sorted(row["g"] for row in rows)
