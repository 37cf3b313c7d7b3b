"""A passage: what search indexes, scores and shows – one unit with what the graph knows of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields

from corpus.document import Document, Unit
from kg.citation import Citation, Status

# A citation in one of these states points at a provision that exists, or may exist.
_LINKING = frozenset({Status.RESOLVED, Status.AMBIGUOUS, Status.UNVERIFIED, Status.WRONG_EDITION})


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
    about: Callable[[str], Iterable[str]] | None = None,
    cited_by: Callable[[str], int] | None = None,
) -> Iterator[Passage]:
    """The passages of ``documents`` in reading order.

    ``about(unit_id)`` gives the provisions a unit is about, ``cited_by(law)`` how many citations
    point at a law (both from the graph); without them curated attributions and the citations
    given here are used.
    """
    cited: dict[str, list[str]] = {}
    inbound: dict[str, int] = {}
    for citation in citations:
        if citation.kind not in ("law", "footnote") or citation.status not in _LINKING:
            continue
        for target in citation.targets:
            inbound[target] = inbound.get(target, 0) + 1
            if citation.unit is not None:
                cited.setdefault(citation.unit, []).append(target)
    count = cited_by or (lambda law: inbound.get(law, 0))
    for document in documents:
        yield from _of_document(document, cited, about or (lambda _: ()), count)


def _of_document(
    document: Document,
    cited: Mapping[str, list[str]],
    about: Callable[[str], Iterable[str]],
    cited_by: Callable[[str], int],
) -> Iterator[Passage]:
    units = {unit.id: unit for unit in document.units}
    inside: dict[str, list[Unit]] = {}
    for unit in document.units:
        holder = _passage_above(unit, units)
        if holder is not None:
            inside.setdefault(holder, []).append(unit)
    for unit in document.units:
        if not unit.passage:
            continue
        own = [unit, *inside.get(unit.id, ())]
        laws = [target for piece in own for target in cited.get(piece.id, ())]
        subjects = [target for piece in own for target in about(piece.id)]
        for piece in own:
            for attribution in piece.attribution:
                if attribution.confidence != "low":
                    subjects.extend(attribution.targets or attribution.laws)
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
            about=tuple(dict.fromkeys(subjects)),
            cited_by=cited_by(unit.law) if unit.law else 0,
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
