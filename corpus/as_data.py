"""Documents and units as plain data: the JSON contract of ``docs/architecture.md``, one place for
every face that speaks it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from corpus.document import Document, Gap, Metadata, Repair, Unit
    from corpus.span import Span


def place(file: str, span: Span) -> dict[str, Any]:
    """A span of an original file in the contract's form."""
    return {"file": file, "start": span.start, "end": span.end}


def unit_data(unit: Unit, document: Document) -> dict[str, Any]:
    """One unit, as ``pravila units --json`` prints it."""
    return {
        "id": unit.id,
        "document": unit.document,
        "kind": str(unit.kind),
        "label": unit.label,
        "law": unit.law,
        "edition": unit.edition,
        "date": unit.date,
        "parent": unit.parent,
        "text": unit.text,
        "source": place(document.meta.file, unit.span),
        "level": unit.level,
        "number": unit.number,
        "heading": unit.heading,
        "passage": unit.passage,
        "curated": unit.curated,
        "attribution": [asdict(a) for a in unit.attribution],
    }


def repair_data(repair: Repair, document: Document) -> dict[str, Any]:
    """One repair, as ``pravila repairs --json`` prints it."""
    return {
        "document": document.meta.id,
        "kind": repair.kind,
        "before": repair.before,
        "after": repair.after,
        "note": repair.note,
        "kept": repair.kept,
        "source": place(document.meta.file, repair.span),
    }


def gap_data(gap: Gap, document: Document) -> dict[str, Any]:
    """One gap."""
    return {
        "kind": gap.kind,
        "note": gap.note,
        "source": place(document.meta.file, gap.span),
    }


def metadata_data(meta: Metadata) -> dict[str, Any]:
    """What is known of a document apart from its words."""
    return {
        "id": meta.id,
        "title": meta.title,
        "kind": str(meta.kind),
        "edition": meta.edition,
        "date": meta.date,
        "language": meta.language,
        "file": meta.file,
        "source": meta.source,
        "encoding": meta.encoding,
        "numbering": meta.numbering,
        "work": meta.work,
        "guessed": dict(meta.guessed),
    }


def document_data(document: Document) -> dict[str, Any]:
    """One document, as ``pravila show DOCUMENT --json`` prints it."""
    return {
        **metadata_data(document.meta),
        "units": [unit.id for unit in document.units],
        "gaps": [gap_data(gap, document) for gap in document.gaps],
        "repairs": dict(sorted(Counter(r.kind for r in document.repairs).items())),
    }


def shown_unit(unit: Unit, document: Document) -> dict[str, Any]:
    """One unit with its original words and what was repaired in it: ``pravila show --json``."""
    return {
        **unit_data(unit, document),
        "original": unit.span.of(document.original),
        "repairs": [repair_data(r, document) for r in inside(document.repairs, unit)],
        "gaps": [gap_data(g, document) for g in inside(document.gaps, unit)],
    }


def inside(marks: Iterable[Any], unit: Unit) -> list[Any]:
    """The repairs or gaps (anything with a span) that touch a unit."""
    return [m for m in marks if m.span.start < unit.span.end and m.span.end > unit.span.start]
