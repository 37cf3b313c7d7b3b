"""What a passage is about – which is not the same as what it cites.

Three sources, never mixed up: its *place* (a commentary paragraph under its law), an editor's
*curated* attribution, or this program's *inference* for passages that name nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from corpus.document import Document, Kind, Unit
from kg.evidence import CURATED, POSITION, Evidence

CONFIDENCE = {"high": 0.95, "medium": 0.7, "low": 0.4}
"""An editor's word for how sure it is, as a number."""


@dataclass(frozen=True, slots=True)
class About:
    """A unit is about a target ("25B", "SCOPE", "DEF:Convention", "69#note")."""

    unit: str
    target: str
    by: str
    evidence: Evidence


def targets(said: str) -> tuple[str, ...]:
    """The citable targets an editor's id stands for; a shared footnote has one per law.

    >>> targets("69-71:footnote"), targets("SCOPE")
    (('69#note', '70#note', '71#note'), ('SCOPE',))
    """
    if not said.endswith(":footnote"):
        return (said,)
    first, _, last = said.removesuffix(":footnote").partition("-")
    if first.isdigit() and last.isdigit():
        return tuple(f"{number}#note" for number in range(int(first), int(last) + 1))
    return (f"{first}#note",)


def place(document: Document, unit: Unit) -> Evidence:
    """The evidence for something said of a whole unit."""
    return Evidence(
        document=document.meta.id,
        unit=unit.id,
        file=document.meta.file,
        sentence="",
        sentence_span=unit.span,
        edition=unit.edition or document.meta.edition,
        by=POSITION,
        note=unit.label,
    )


def stated(document: Document) -> tuple[About, ...]:
    """What the units of a document are about by their place and by curation."""
    found: list[About] = []
    for unit in document.units:
        here = place(document, unit)
        if unit.kind is Kind.COMMENTARY and unit.law and unit.passage:
            found.append(About(unit.id, unit.law, POSITION, here))
        for said in unit.attribution:
            evidence = replace(
                here,
                by=CURATED,
                confidence=CONFIDENCE.get(said.confidence, 0.4),
                note=said.evidence,
            )
            for target in (*said.laws, *said.targets):
                found += [About(unit.id, one, CURATED, evidence) for one in targets(target)]
    return tuple(found)
