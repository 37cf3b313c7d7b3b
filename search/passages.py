"""A passage: what search indexes, scores and shows – one unit with what the graph knows of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields

from corpus.document import Document, Unit
from kg.about import About, stated
from kg.citation import Citation, Status
from kg.evidence import POSITION

# A citation in one of these states points at a provision that exists, or may exist.
_LINKING = frozenset({Status.RESOLVED, Status.AMBIGUOUS, Status.UNVERIFIED, Status.WRONG_EDITION})
_SURE = 0.7  # an editor's "medium" and better


@dataclass(frozen=True, slots=True)
class Passage:
    """One passage of a library.

    ``law`` is the law it is, or stands under; ``number`` its own number ("17.4"); ``laws`` are the
    provisions it cites; ``about`` those it decides or treats whether or not it names them;
    ``cited_by`` counts the citations that point at its law; ``heading`` joins the headings above
    it; ``text`` is clean text; ``start``/``end`` are offsets into the original ``file``.
    """

    id: str
    document: str
    label: str
    kind: str
    file: str
    start: int
    end: int
    text: str
    edition: str | None = None
    date: str | None = None
    heading: str = ""
    law: str | None = None
    number: str | None = None
    laws: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    cited_by: int = 0
    title: str = ""

    @property
    def year(self) -> int | None:
        """Year of the passage's date, if it has one."""
        return int(self.date[:4]) if self.date and self.date[:4].isdigit() else None

    def to_json(self) -> dict[str, object]:
        """As plain JSON values; ``from_json`` reads it back."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, object]) -> Passage:
        """The passage ``to_json`` wrote; unknown keys are ignored."""
        known = {f.name: values[f.name] for f in fields(cls) if f.name in values}
        for name in ("laws", "about"):
            if name in known:
                known[name] = tuple(known[name])  # type: ignore[arg-type]
        return cls(**known)  # type: ignore[arg-type]


def passages(
    documents: Iterable[Document],
    citations: Iterable[Citation],
    about: Iterable[About] = (),
) -> Iterator[Passage]:
    """The passages of ``documents`` in reading order.

    ``about`` are statements inferred elsewhere of what a unit is about; those made by its place
    or by an editor are read from the documents themselves, the unsure ones left out.
    """
    cited: dict[str, list[str]] = {}
    inbound: Counter[str] = Counter()
    for citation in citations:
        if citation.kind not in ("law", "footnote") or citation.status not in _LINKING:
            continue
        inbound.update(citation.targets)
        if citation.unit is not None:
            cited.setdefault(citation.unit, []).extend(citation.targets)
    subjects: dict[str, list[str]] = {}
    for link in about:
        subjects.setdefault(link.unit, []).append(link.target)
    for document in documents:
        yield from _of_document(document, cited, subjects, inbound)


def _of_document(
    document: Document,
    cited: Mapping[str, list[str]],
    inferred: Mapping[str, list[str]],
    inbound: Mapping[str, int],
) -> Iterator[Passage]:
    units = {unit.id: unit for unit in document.units}
    inside: dict[str, list[Unit]] = {}
    for unit in document.units:
        holder = _passage_above(unit, units)
        if holder is not None:
            inside.setdefault(holder, []).append(unit)
    subjects: dict[str, list[str]] = {}
    for link in stated(document):
        if link.by != POSITION and link.evidence.confidence >= _SURE:
            subjects.setdefault(link.unit, []).append(link.target)
    for unit in document.units:
        if not unit.passage:
            continue
        own = [unit, *inside.get(unit.id, ())]
        laws = [target for piece in own for target in cited.get(piece.id, ())]
        about = [
            target
            for piece in own
            for target in (*subjects.get(piece.id, ()), *inferred.get(piece.id, ()))
        ]
        yield Passage(
            id=unit.id,
            document=unit.document,
            label=unit.label,
            kind=str(unit.kind),
            file=document.meta.file,
            start=unit.span.start,
            end=unit.span.end,
            text=document.clean.text[unit.clean.start : unit.clean.end].strip(),
            edition=unit.edition or document.meta.edition,
            date=unit.date or document.meta.date,
            heading=_headings(unit, units),
            law=unit.law,
            number=unit.number,
            laws=tuple(dict.fromkeys(laws)),
            about=tuple(dict.fromkeys(about)),
            cited_by=inbound.get(unit.law, 0) if unit.law else 0,
            title=document.meta.title,
        )


def _passage_above(unit: Unit, units: Mapping[str, Unit]) -> str | None:
    """Id of the passage a smaller unit lies in, or None."""
    parent = unit.parent
    while parent is not None and parent in units:
        if units[parent].passage:
            return parent
        parent = units[parent].parent
    return None


def _headings(unit: Unit, units: Mapping[str, Unit]) -> str:
    """Headings from the outermost inwards, joined by « · »."""
    found: list[str] = []
    at: Unit | None = unit
    while at is not None:
        if at.heading and at.heading not in found:
            found.append(at.heading)
        at = units.get(at.parent) if at.parent else None
    return " · ".join(reversed(found))
