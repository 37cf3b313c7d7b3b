"""OpenDocument texts (``.odt``): headings, paragraphs, list numbers, tables, notes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from odf.namespaces import STYLENS, TABLENS, TEXTNS
from odf.opendocument import load

from corpus.errors import ReadingError
from corpus.reading.blocks import joined, row, tidy
from corpus.reading.numbering import BULLET, OPEN_DOCUMENT, written
from corpus.reading.suspicion import open_archive, read_member

_PARAGRAPHS = {(TEXTNS, "p"), (TEXTNS, "h")}
_SKIPPED = {(TEXTNS, "tracked-changes"), (TEXTNS, "sequence-decls"), (TEXTNS, "bookmark")}
_LIST, _NOTE = (TEXTNS, "list"), (TEXTNS, "note")
_POINTS = {(TEXTNS, "list-item"), (TEXTNS, "list-header")}


def extract(data: bytes) -> str:
    """The text of a document. Raises ``ReadingError`` for archives that are none."""
    with open_archive(data, ".odt") as archive:
        names = set(archive.namelist())
        sealed = "encrypted-package" in names or (
            "META-INF/manifest.xml" in names
            and b"encryption-data" in read_member(archive, "META-INF/manifest.xml")
        )
    if sealed:
        raise ReadingError("файл защищён паролем: снимите пароль и добавьте снова")
    document = load(io.BytesIO(data))
    return joined(_Reader(document).blocks(document.text))


class _Reader:
    """Walks a document's elements, counting list points and gathering the notes met."""

    def __init__(self, document: Any) -> None:
        self._styles = _list_styles(document)
        self._met: list[str] = []
        self._counts: list[int] = []
        self._last: dict[int, int] = {}
        self._style = ""

    def blocks(self, parent: Any) -> Iterator[str]:
        """Paragraphs, list points and tables below ``parent``, each with its notes below it."""
        for node in parent.childNodes:
            name = getattr(node, "qname", None)
            if name in _PARAGRAPHS:
                yield tidy(self._text(node))
                yield from self._noted()
            elif name == _LIST:
                yield from self._list(node)
            elif name == (TABLENS, "table"):
                yield "\n".join(self._rows(node))
                yield from self._noted()
            elif name is not None and name not in _SKIPPED:
                yield from self.blocks(node)

    def _noted(self) -> Iterator[str]:
        notes, self._met = self._met, []
        yield from notes

    def _list(self, node: Any) -> Iterator[str]:
        outer = self._style
        self._style = node.attributes.get((TEXTNS, "style-name")) or outer
        continued = node.attributes.get((TEXTNS, "continue-numbering")) == "true"
        depth = len(self._counts) + 1
        levels = self._styles.get(self._style, {})
        start = levels.get(depth, ("", "", "", 1, 1))[3]
        self._counts.append(self._last.get(depth, start - 1) if continued else start - 1)
        for item in node.childNodes:
            if getattr(item, "qname", None) not in _POINTS:
                continue
            label = ""
            if item.qname == (TEXTNS, "list-item"):
                said = item.attributes.get((TEXTNS, "start-value"))
                self._counts[-1] = int(said) if said else self._counts[-1] + 1
                label = self._label(levels)
            for number, block in enumerate(self.blocks(item)):
                is_head = number == 0 and block and not self._begins_with_list(item)
                yield f"{label} {block}" if is_head and label else block
        self._last[depth] = self._counts.pop()
        self._style = outer

    def _begins_with_list(self, item: Any) -> bool:
        first = next((n for n in item.childNodes if getattr(n, "qname", None)), None)
        return first is not None and first.qname == _LIST

    def _label(self, levels: dict[int, tuple[str, str, str, int, int]]) -> str:
        depth = len(self._counts)
        form, before, after, _, shown = levels.get(depth, ("bullet", "", "", 1, 1))
        if form == "bullet":
            return BULLET
        if not form:
            return ""
        first = max(1, depth - shown + 1)
        numbers = (
            written(self._counts[level - 1], levels.get(level, levels[depth])[0])
            for level in range(first, depth + 1)
        )
        return before + ".".join(numbers) + after

    def _rows(self, table: Any) -> Iterator[str]:
        for node in table.childNodes:
            name = getattr(node, "qname", None)
            if name == (TABLENS, "table-row"):
                cells = (c for c in node.childNodes if getattr(c, "qname", None))
                yield row("\n".join(self.blocks(cell)) for cell in cells)
            elif name is not None:
                yield from self._rows(node)

    def _text(self, element: Any) -> str:
        pieces = []
        for node in element.childNodes:
            name = getattr(node, "qname", None)
            if name is None:
                pieces.append(str(node.data))
            elif name == (TEXTNS, "s"):
                pieces.append(" ")
            elif name == (TEXTNS, "tab"):
                pieces.append("\t")
            elif name in ((TEXTNS, "line-break"), (TEXTNS, "soft-page-break")):
                pieces.append("\n" if name[1] == "line-break" else "")
            elif name == _NOTE:
                pieces.append(self._note(node))
            elif name in _PARAGRAPHS:
                pieces.append("\n" + self._text(node))
            elif name not in _SKIPPED:
                pieces.append(self._text(node))
        return "".join(pieces)

    def _note(self, node: Any) -> str:
        sign, words = "", ""
        for part in node.childNodes:
            if getattr(part, "qname", None) == (TEXTNS, "note-citation"):
                sign = self._text(part).strip()
            elif getattr(part, "qname", None) == (TEXTNS, "note-body"):
                words = " ".join(" ".join(self.blocks(part)).split())
        self._met.append(f"[{sign}] {words}")
        return f"[{sign}]"


def _list_styles(document: Any) -> dict[str, dict[int, tuple[str, str, str, int, int]]]:
    """Per list style and level: form, prefix, suffix, first number, how many levels are shown."""
    styles: dict[str, dict[int, tuple[str, str, str, int, int]]] = {}
    for home in (document.styles, document.automaticstyles):
        for style in home.childNodes:
            if getattr(style, "qname", None) != (TEXTNS, "list-style"):
                continue
            levels: dict[int, tuple[str, str, str, int, int]] = {}
            for level in style.childNodes:
                said = getattr(level, "attributes", {})
                place = said.get((TEXTNS, "level"))
                if place is None:
                    continue
                if level.qname == (TEXTNS, "list-level-style-number"):
                    form = OPEN_DOCUMENT.get(str(said.get((STYLENS, "num-format")) or ""), "")
                    levels[int(place)] = (
                        form,
                        str(said.get((STYLENS, "num-prefix")) or ""),
                        str(said.get((STYLENS, "num-suffix")) or ""),
                        int(said.get((TEXTNS, "start-value")) or 1),
                        int(said.get((TEXTNS, "display-levels")) or 1),
                    )
                else:
                    levels[int(place)] = ("bullet", "", "", 1, 1)
            styles[str(style.attributes.get((STYLENS, "name")))] = levels
    return styles
