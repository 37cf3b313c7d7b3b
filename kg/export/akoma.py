"""Documents as Akoma Ntoso 3.0 (OASIS LegalDocML): structure, numbers, headings, references.

Laws are an ``act``; everything else is a ``doc``. Every word of the document is in the file once;
every sure reference is a ``ref`` to the provision's address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from corpus.document import Document, Kind, Unit
from corpus.span import Span
from kg import nodes
from kg.export.printable import printable
from kg.graph import CITING, Graph
from kg.rdf.vocabulary import BASE, resource

if TYPE_CHECKING:
    from lxml.etree import _Element

NAMESPACE = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"
_ELEMENTS = {
    "part": "part",
    "chapter": "chapter",
    "law": "article",
    "section": "section",
    "paragraph": "paragraph",
    "item": "point",
    "subitem": "subparagraph",
}
_LANGUAGES = {"ru": "rus", "en": "eng"}
_AUTHOR, _EDITOR = "#author", "#pravila"


@dataclass(frozen=True, slots=True)
class _Reference:
    span: Span  # in the clean text
    href: str


@dataclass(slots=True)
class _Builder:
    document: Document
    children: dict[str | None, list[Unit]]
    references: list[_Reference]
    names: set[str] = field(default_factory=set)

    def element(self, parent: _Element, tag: str, text: str = "", **attributes: str) -> _Element:
        from lxml import etree

        clean = {name: printable(value) for name, value in attributes.items()}
        made = etree.SubElement(parent, f"{{{NAMESPACE}}}{tag}", clean)
        if text:
            made.text = printable(text)
        return made

    def name(self, unit: Unit) -> str:
        """A name unique in the file, made from the unit's own."""
        plain = re.sub(r"[^\w]+", "-", unit.id.split("/", 1)[-1]).strip("-") or "unit"
        name, count = f"u_{plain}", 1
        while name in self.names:
            count += 1
            name = f"u_{plain}-{count}"
        self.names.add(name)
        return name

    def unit(self, parent: _Element, unit: Unit) -> None:
        """A unit with all its words: what stands before, between and after its children."""
        tag = _ELEMENTS.get(unit.level, "hcontainer")
        extra = {"name": unit.level} if tag == "hcontainer" else {}
        name = self.name(unit)
        made = self.element(parent, tag, eId=name, **extra)
        if unit.number:
            self.element(made, "num", unit.number)
        if unit.heading:
            self.element(made, "heading", " ".join(unit.heading.split()))
        below = self.children.get(unit.id, [])
        if not below:
            self.words(self.element(made, "content"), unit.clean, unit.heading)
            return
        place = unit.clean.start
        for index, child in enumerate(below):
            self.between(made, Span(place, child.clean.start), name, index, unit.heading)
            self.unit(made, child)
            place = max(place, child.clean.end)
        self.between(made, Span(place, unit.clean.end), name, len(below), None)

    def between(
        self, parent: _Element, span: Span, name: str, index: int, heading: str | None
    ) -> None:
        """The words beside a unit's children: an introduction, or a container of their own."""
        if not self.document.clean.text[span.start : span.end].strip():
            return
        if index == 0:
            self.words(self.element(parent, "intro"), span, heading)
        else:
            own = self.element(parent, "hcontainer", eId=f"{name}__t{index}", name="text")
            self.words(self.element(own, "content"), span, None)

    def words(self, parent: _Element, span: Span, heading: str | None) -> None:
        """Paragraphs of text with references; a heading already given is not given twice."""
        text = self.document.clean.text
        start = span.start + _heading_length(text[span.start : span.end], heading)
        empty = True
        for found in re.finditer(r"[^\n]*(?:\n(?!\s*\n)[^\n]*)*", text[start : span.end]):
            if found[0].strip():
                self.paragraph(parent, start + found.start(), start + found.end())
                empty = False
        if empty:
            self.element(parent, "p")

    def paragraph(self, parent: _Element, start: int, end: int) -> None:
        text = self.document.clean.text
        made = self.element(parent, "p")
        place, last = start, None
        for reference in self.references:
            if start <= reference.span.start and reference.span.end <= end:
                before = printable(text[place : reference.span.start])
                if last is None:
                    made.text = before
                else:
                    last.tail = before
                words = reference.span.of(text)
                last = self.element(made, "ref", words, href=reference.href)
                place = reference.span.end
        rest = printable(text[place:end])
        if last is None:
            made.text = rest
        else:
            last.tail = rest


def _heading_length(text: str, heading: str | None) -> int:
    """How much of the beginning of ``text`` is the heading (as words, whatever the spaces)."""
    words = (heading or "").split()
    if not words:
        return 0
    found = re.match(r"\s*" + r"\s+".join(map(re.escape, words)) + r"(?=\s|$)", text)
    return found.end() if found else 0


def _references(document: Document, graph: Graph, base: str) -> Iterator[_Reference]:
    """The sure references of a document, the outermost where two overlap, in order."""
    seen: dict[tuple[int, int], _Reference] = {}
    for unit in document.units:
        for _, goal, data in graph.net.out_edges(nodes.unit(unit.id), data=True):
            evidence = data.get("evidence")
            sure = data["type"] in CITING and evidence.status not in ("ambiguous", "dangling")
            if sure and evidence.span and evidence.document == document.meta.id:
                span = document.clean.clean(*evidence.span)
                found = _Reference(span, resource(goal, base))
                key = (span.start, -span.end)
                if span.end > span.start and (key not in seen or found.href < seen[key].href):
                    seen[key] = found
    end = -1
    for key in sorted(seen):
        if seen[key].span.start >= end:
            end = seen[key].span.end
            yield seen[key]


def akoma(document: Document, graph: Graph, base: str = BASE) -> bytes:
    """A document as Akoma Ntoso; valid against the schema of the standard (see the tests)."""
    from lxml import etree

    children: dict[str | None, list[Unit]] = {}
    known = {u.id for u in document.units}
    for unit in sorted(document.units, key=lambda u: (u.clean.start, -u.clean.end, u.order)):
        children.setdefault(unit.parent if unit.parent in known else None, []).append(unit)
    builder = _Builder(document, children, list(_references(document, graph, base)))
    laws = document.meta.kind is Kind.LAWS
    root = etree.Element(f"{{{NAMESPACE}}}akomaNtoso", nsmap={None: NAMESPACE})
    whole = builder.element(root, "act" if laws else "doc", name=str(document.meta.kind))
    _meta(builder, whole)
    preface = builder.element(builder.element(whole, "preface"), "p")
    builder.element(preface, "docTitle", document.meta.title)
    body = builder.element(whole, "body" if laws else "mainBody")
    for unit in children.get(None, []):
        builder.unit(body, unit)
    if len(body) == 0:
        empty = builder.element(body, "hcontainer", eId="u_empty", name="empty")
        builder.element(builder.element(empty, "content"), "p")
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8")) + b"\n"


def _meta(builder: _Builder, whole: _Element) -> None:
    meta = builder.document.meta
    date = (meta.date or "1000-01-01") + "-01-01"[len(meta.date or "1000-01-01") - 4 :]
    kind = "act" if meta.kind is Kind.LAWS else "doc"
    work = f"/akn/un/{kind}/{(meta.date or '1000')[:10]}/{meta.id}"
    language = _LANGUAGES.get(meta.language, "und")
    name = "date" if meta.date else "unknown"
    head = builder.element(whole, "meta")
    identity = builder.element(head, "identification", source=_EDITOR)
    for level, address in (
        ("FRBRWork", work),
        ("FRBRExpression", f"{work}/{language}@"),
        ("FRBRManifestation", f"{work}/{language}@.akn"),
    ):
        part = builder.element(identity, level)
        builder.element(part, "FRBRthis", value=f"{address}/!main")
        builder.element(part, "FRBRuri", value=address)
        builder.element(part, "FRBRdate", date=date, name=name)
        builder.element(part, "FRBRauthor", href=_AUTHOR)
        if level == "FRBRWork":
            builder.element(part, "FRBRcountry", value="un")
        elif level == "FRBRExpression":
            builder.element(part, "FRBRlanguage", language=language)
    references = builder.element(head, "references", source=_EDITOR)
    builder.element(
        references,
        "TLCOrganization",
        eId="author",
        href="/akn/ontology/organization/un/wbf",
        showAs=meta.source or meta.title,
    )
    builder.element(
        references,
        "TLCOrganization",
        eId="pravila",
        href="/akn/ontology/organization/un/pravila",
        showAs="pravila",
    )
