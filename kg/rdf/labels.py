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


def laws_of_labels(turtle: bytes, edition: str | None = None) -> list[tuple[str, tuple[str, ...]]]:
    """Each label of a glossary with the laws its notion belongs to, in an edition.

    The property is any whose name ends in "laws": "63A3 64", or "1987 1997: 23" for some editions.
    """
    import pyoxigraph as ox

    labels_of: dict[str, set[str]] = {}
    laws_of: dict[str, list[str]] = {}
    for quad in ox.parse(turtle, format=ox.RdfFormat.TURTLE):
        if not isinstance(quad.object, ox.Literal):
            continue
        if quad.predicate.value in _LABELS:
            labels_of.setdefault(str(quad.subject), set()).add(quad.object.value)
        elif quad.predicate.value.endswith("laws"):
            years, _, laws = quad.object.value.rpartition(":")
            if not years or edition is None or edition in years.split():
                laws_of.setdefault(str(quad.subject), []).extend(laws.split())
    return sorted(
        (label, tuple(dict.fromkeys(laws)))
        for notion, laws in laws_of.items()
        for label in labels_of.get(notion, ())
    )
