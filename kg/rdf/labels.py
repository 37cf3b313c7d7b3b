"""The labels of a glossary in SKOS."""

from __future__ import annotations

_SKOS = "http://www.w3.org/2004/02/skos/core#"
_LABELS = (f"{_SKOS}prefLabel", f"{_SKOS}altLabel", f"{_SKOS}hiddenLabel")


def labels(turtle: bytes) -> dict[str, list[str]]:
    """Every label of each notion under each of its preferred labels.

    Raises ``ValueError`` when the bytes are not Turtle.
    """
    import pyoxigraph as ox

    found: dict[str, list[tuple[bool, str]]] = {}
    for quad in ox.parse(turtle, format=ox.RdfFormat.TURTLE):
        if quad.predicate.value in _LABELS and isinstance(quad.object, ox.Literal):
            preferred = quad.predicate.value == _LABELS[0]
            found.setdefault(str(quad.subject), []).append((preferred, quad.object.value))
    return {
        label: sorted({written for _, written in said})
        for said in found.values()
        for preferred, label in said
        if preferred
    }
