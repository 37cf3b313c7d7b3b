"""The vocabularies the linked data is written in, and the names things get there."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote

FOLDER = Path(__file__).parent
BASE = "https://w3id.org/pravila/"
"""What the names of things begin with; a publisher gives the address of its own."""
OWN = "https://w3id.org/pravila/ns#"

PREFIXES = {
    "cito": "http://purl.org/spar/cito/",
    "dcterms": "http://purl.org/dc/terms/",
    "doco": "http://purl.org/spar/doco/",
    "eli": "http://data.europa.eu/eli/ontology#",
    "oa": "http://www.w3.org/ns/oa#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "prov": "http://www.w3.org/ns/prov#",
    "pravila": OWN,
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}
LANGUAGES = {
    "ru": "http://publications.europa.eu/resource/authority/language/RUS",
    "en": "http://publications.europa.eu/resource/authority/language/ENG",
}
"""The European Publications Office's names of languages, which ``eli:language`` wants."""


@lru_cache(maxsize=1)
def known_terms() -> frozenset[str]:
    """Every IRI of a public vocabulary that may be emitted."""
    data = json.loads((FOLDER / "terms.json").read_text(encoding="utf-8"))
    return frozenset(
        space + name for space, names in data["vocabularies"].items() for name in names
    )


def prefixes(base: str = BASE) -> dict[str, str]:
    """The prefixes of what is published, with "id" for the names of things under ``base``."""
    return {**PREFIXES, "id": f"{base}id/"}


def term(name: str) -> str:
    """The IRI of a prefixed name ("eli:cites"). Raises ``KeyError`` for an unknown prefix."""
    prefix, local = name.split(":", 1)
    return PREFIXES[prefix] + local


def resource(node: str, base: str = BASE) -> str:
    """The IRI of a node of the graph: ``law:1997:31A2(b)`` → ``…/id/law/1997/31A2(b)``."""
    kind, _, rest = node.partition(":")
    if kind in ("law", "note", "section", "paragraph"):
        rest = rest.replace(":", "/", 1)
    return f"{base}id/{kind}/{quote(rest, safe='/()-._~')}"
