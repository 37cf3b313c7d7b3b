"""Word documents (``.docx``): paragraphs, list numbers, tables, footnotes and endnotes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import docx
from docx.oxml.ns import qn

from corpus.reading.blocks import joined, mark, row, tidy
from corpus.reading.numbering import BULLET, written
from corpus.reading.suspicion import open_archive

_SKIPPED = {qn("w:del"), qn("w:moveFrom"), qn("w:instrText"), qn("w:pPr"), qn("w:rPr")} | {
    "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback",
}
_SIGNS = {
    qn("w:tab"): "\t",
    qn("w:br"): "\n",
    qn("w:cr"): "\n",
    qn("w:noBreakHyphen"): "\u2011",
}
_NOTES = {qn("w:footnoteReference"): "footnotes", qn("w:endnoteReference"): "endnotes"}
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"


def extract(data: bytes) -> str:
    """The text of a document. Raises ``ReadingError`` for archives that are none."""
    open_archive(data, ".docx").close()
    document = docx.Document(io.BytesIO(data))
    return joined(_Reader(document).blocks(document.element.body))


class _Reader:
    """Walks a document's XML, counting list points and gathering the notes met on the way."""

    def __init__(self, document: Any) -> None:
        self._numbers = _Numbers(document)
        self._notes = {kind: _notes(document, kind) for kind in ("footnotes", "endnotes")}
        self._met: list[tuple[str, str]] = []
        self._count = {"footnotes": 0, "endnotes": 0}

    def blocks(self, parent: Any) -> Iterator[str]:
        """Paragraphs and tables below ``parent``, each with the notes it refers to."""
        for element in parent:
            if element.tag == qn("w:p"):
                yield self._paragraph(element)
                yield from self._noted()
            elif element.tag == qn("w:tbl"):
                yield "\n".join(self._rows(element))
                yield from self._noted()
            elif element.tag not in _SKIPPED:
                yield from self.blocks(element)

    def _noted(self) -> Iterator[str]:
        while self._met:
            sign, kind_and_id = self._met.pop(0)
            kind, identity = kind_and_id.split(":", 1)
            note = self._notes[kind].get(identity)
            if note is not None:
                words = " ".join(self._text(p) for p in note.iter(qn("w:p")))
                yield tidy(f"[{sign}] {words}")

    def _rows(self, table: Any) -> Iterator[str]:
        for line in table.iter(qn("w:tr")):
            cells = (c for c in line if c.tag == qn("w:tc"))
            yield row("\n".join(self._paragraph(p) for p in c.iter(qn("w:p"))) for c in cells)

    def _paragraph(self, paragraph: Any) -> str:
        number = self._numbers.next(paragraph)
        text = tidy(self._text(paragraph))
        return f"{number} {text}" if number and text else text

    def _text(self, element: Any) -> str:
        pieces: list[str] = []
        self._gather(element, pieces)
        return "".join(pieces)

    def _gather(self, element: Any, pieces: list[str]) -> None:
        for child in element:
            tag = child.tag
            if tag == qn("w:t"):
                text = child.text or ""
                pieces.append(mark(text, "".join(pieces[-1:])) if _raised(child) else text)
            elif tag in _SIGNS:
                pieces.append(_SIGNS[tag])
            elif tag in _NOTES:
                pieces.append(self._meet(_NOTES[tag], child))
            elif tag == qn("w:p"):  # a text box inside the paragraph
                pieces.append("\n")
                self._gather(child, pieces)
            elif tag not in _SKIPPED:
                self._gather(child, pieces)

    def _meet(self, kind: str, reference: Any) -> str:
        self._count[kind] += 1
        sign = str(self._count[kind]) if kind == "footnotes" else f"e{self._count[kind]}"
        self._met.append((sign, f"{kind}:{reference.get(qn('w:id'))}"))
        return f"[{sign}]"


def _raised(text: Any) -> bool:
    """Whether a ``w:t`` stands in a run that is set as superscript."""
    properties = text.getparent().find(qn("w:rPr"))
    align = properties.find(qn("w:vertAlign")) if properties is not None else None
    return align is not None and align.get(qn("w:val")) == "superscript"


def _notes(document: Any, kind: str) -> dict[str, Any]:
    """Foot- or endnotes by their ids; the separators Word keeps among them left out."""
    from docx.oxml.parser import parse_xml

    for relation in document.part.rels.values():
        if relation.reltype == _RELATION + kind and not relation.is_external:
            root = parse_xml(relation.target_part.blob)
            return {n.get(qn("w:id")): n for n in root if n.get(qn("w:type")) in (None, "normal")}
    return {}


class _Numbers:
    """Counts list points the way Word does, from ``numbering.xml`` and the styles."""

    def __init__(self, document: Any) -> None:
        self._styles: dict[str, Any] = {
            s.get(qn("w:styleId")): s for s in document.styles.element.iter(qn("w:style"))
        }
        self._levels: dict[str, dict[int, tuple[str, str, int]]] = {}
        self._abstract: dict[str, str] = {}
        self._counts: dict[tuple[str, int], int] = {}
        for relation in document.part.rels.values():
            if relation.reltype == _RELATION + "numbering" and not relation.is_external:
                self._read(relation.target_part.element)

    def _read(self, numbering: Any) -> None:
        abstract = {
            a.get(qn("w:abstractNumId")): {
                int(level.get(qn("w:ilvl"))): _level(level) for level in a.iter(qn("w:lvl"))
            }
            for a in numbering.iter(qn("w:abstractNum"))
        }
        for num in numbering.findall(qn("w:num")):
            identity = num.get(qn("w:numId"))
            shared = _value(num, "w:abstractNumId") or ""
            levels = dict(abstract.get(shared, {}))
            for changed in num.findall(qn("w:lvlOverride")):
                place, start = int(changed.get(qn("w:ilvl"))), _value(changed, "w:startOverride")
                own = changed.find(qn("w:lvl"))
                if own is not None:
                    levels[place] = _level(own)
                if start is not None and place in levels:
                    levels[place] = (*levels[place][:2], int(start))
                    shared = f"{shared}/{identity}"
            self._levels[identity], self._abstract[identity] = levels, shared

    def next(self, paragraph: Any) -> str:
        """The number drawn before a paragraph; empty for one that is no list point."""
        identity, place = self._list_of(paragraph)
        level = self._levels.get(identity, {}).get(place)
        if level is None:
            return ""
        form, pattern, start = level
        if form == "bullet":
            return BULLET
        if form == "none":
            return ""
        shared = self._abstract[identity]
        count = self._counts.get((shared, place), start - 1) + 1
        self._counts[shared, place] = count
        for deeper in [key for key in self._counts if key[0] == shared and key[1] > place]:
            del self._counts[deeper]
        for above in range(place + 1):
            upper = self._levels[identity].get(above, level)
            reached = self._counts.setdefault((shared, above), upper[2])
            pattern = pattern.replace(f"%{above + 1}", written(reached, upper[0]))
        return pattern

    def _list_of(self, paragraph: Any) -> tuple[str, int]:
        """The list and the level of a paragraph, its own or its style's."""
        properties = paragraph.find(qn("w:pPr"))
        place: str | None = None
        seen: set[str] = set()
        while properties is not None:
            numbering = properties.find(qn("w:numPr"))
            if numbering is not None:
                place = place or _value(numbering, "w:ilvl")
                identity = _value(numbering, "w:numId")
                if identity is not None:
                    return identity, int(place or 0)
            name = _value(properties, "w:pStyle")
            if name is None and properties.getparent().tag == qn("w:style"):
                name = _value(properties.getparent(), "w:basedOn")
            style = self._styles.get(name or "")
            if style is None or (name or "") in seen:
                return "", 0
            seen.add(name or "")
            properties = style.find(qn("w:pPr"))
            while properties is None and style is not None:
                name = _value(style, "w:basedOn") or ""
                style = None if name in seen else self._styles.get(name)
                seen.add(name)
                properties = style.find(qn("w:pPr")) if style is not None else None
        return "", 0


def _value(parent: Any, tag: str) -> str | None:
    child = parent.find(qn(tag))
    value: str | None = child.get(qn("w:val")) if child is not None else None
    return value


def _level(level: Any) -> tuple[str, str, int]:
    """Form, pattern and first number of a list level."""
    start = _value(level, "w:start")
    return (
        _value(level, "w:numFmt") or "decimal",
        _value(level, "w:lvlText") or "",
        int(start) if start and start.lstrip("-").isdigit() else 1,
    )
