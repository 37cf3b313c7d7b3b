"""Evidence as one reads it: the sentence with the citing words marked, and where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from corpus.errors import NotFoundError
from kg.evidence import Evidence
from ui import words
from ui.address import link
from ui.markup import esc, folded, marked
from workspace import Workspace

BY = {
    "text": "",
    "position": "по месту в комментарии",
    "curated": "по сведениям редактора",
    "inferred": "предположено программой",
}
"""Who said so; the text itself needs no remark."""


def unit_label(workspace: Workspace, unit: str | None, document: str) -> str:
    """How a person would name the place."""
    if unit:
        try:
            return workspace.unit(unit).label
        except NotFoundError:
            return unit
    return next((m.title for m in workspace.documents if m.id == document), document)


def unit_link(workspace: Workspace, unit: str | None, document: str, cls: str = "h") -> str:
    """A link to the place, labelled as a person would name it."""
    label = esc(unit_label(workspace, unit, document))
    return link(label, cls, unit=unit) if unit else link(label, cls, doc=document)


def sentences(evidence: Iterable[Evidence]) -> list[tuple[Evidence, list[str]]]:
    """Each sentence once, with all the words in it that cite; order is kept."""
    grouped: dict[tuple[object, ...], tuple[Evidence, list[str]]] = {}
    for one in evidence:
        key = (one.document, one.unit, one.sentence_span, one.by)
        grouped.setdefault(key, (one, []))[1].append(one.surface)
    return list(grouped.values())


def quote(workspace: Workspace, one: Evidence, surfaces: Iterable[str]) -> str:
    """The sentence itself; what is known without words says by whom."""
    if one.sentence:
        return marked(" ".join(one.sentence.split()), surfaces)
    said = BY.get(one.by, "")
    note = f": {one.note}" if words.is_russian(one.note) and one.by != "position" else ""
    return f"<i>{esc(said + note)}</i>"


def listing(workspace: Workspace, evidence: Iterable[Evidence], limit: int = 5) -> str:
    """A list of sentences with their places; the rest is folded away."""
    items = [
        f'<li class="{esc(kind_of(workspace, one.document))}">'
        f"{unit_link(workspace, one.unit, one.document)}"
        f'<div class="q">{quote(workspace, one, surfaces)}</div></li>'
        for one, surfaces in sentences(evidence)
    ]
    return folded(items, limit)


def kind_of(workspace: Workspace, document: str) -> str:
    """The kind of a document, for its colour."""
    return next((str(m.kind) for m in workspace.documents if m.id == document), "prose")


def by_kind(workspace: Workspace, evidence: Iterable[Evidence]) -> list[tuple[str, list[Evidence]]]:
    """Evidence grouped by the kind of document it stands in, in a fixed order of kinds."""
    order = list(words.KINDS)
    known = {m.id: str(m.kind) for m in workspace.documents}

    def kind(one: Evidence) -> int:
        name = known.get(one.document, "prose")
        return order.index(name) if name in order else len(order)

    ranked = sorted(evidence, key=kind)
    return [
        (order[number] if number < len(order) else "prose", list(group))
        for number, group in groupby(ranked, key=kind)
    ]
