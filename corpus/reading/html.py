"""Web pages (``.html``): headings, paragraphs, list numbers, tables; scripts and styles left out.

Also reads the chapters of an EPUB.
"""

from __future__ import annotations

from bs4 import BeautifulSoup
from bs4.dammit import EncodingDetector
from bs4.element import CData, NavigableString, PageElement, Tag

from corpus.errors import ReadingError
from corpus.reading.blocks import joined, mark, row, tidy
from corpus.reading.encoding import decode
from corpus.reading.numbering import BULLET, OPEN_DOCUMENT, written
from corpus.reading.suspicion import refuse_binary

_BLOCK_NAMES = """
address article aside blockquote body caption center dd details dialog div dl dt fieldset
figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main nav ol
p pre section summary table tbody td tfoot th thead tr ul
"""
_SKIPPED_NAMES = """
script style head template noscript iframe object svg math select textarea button
"""
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_SKIPPED = frozenset(_SKIPPED_NAMES.split())
_MAX_DEPTH = 300
"""Old pages that leave their tags open nest deep, but not that deep."""


def extract(data: bytes, encoding: str | None) -> tuple[str, str]:
    """Text and encoding of a page. Raises ``ReadingError`` for what is none."""
    if encoding is None:
        refuse_binary(data)
        encoding = _declared(data)
    markup, used = decode(data, encoding)
    return text_of(markup), used


def _declared(data: bytes) -> str | None:
    """The encoding a page names, if its bytes agree; a byte-order mark goes before it."""
    if data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        return None
    named = EncodingDetector.find_declared_encoding(data[:4096], is_html=True)
    try:
        if named is None or not named.isascii():
            return None
        data.decode(named)
    except (UnicodeDecodeError, LookupError, ValueError):
        return None
    return named


def text_of(markup: str) -> str:
    """The text of HTML markup."""
    soup = BeautifulSoup(markup, "lxml")
    flow = _Flow()
    flow.read(soup.body or soup)
    return joined(flow.blocks)


class _Flow:
    """Walks a page and lays its words out in blocks."""

    def __init__(self) -> None:
        self.blocks: list[str] = []
        self._line: list[str] = []
        self._label = ""

    def read(self, element: Tag, depth: int = 0) -> None:
        """Lay out everything below ``element``."""
        if depth > _MAX_DEPTH:
            raise ReadingError("элементы вложены слишком глубоко: страница не читается")
        for child in element.children:
            if isinstance(child, Tag):
                self._tag(child, depth + 1)
            else:
                self._words(child)
        if depth == 0:
            self._end()

    def _words(self, node: PageElement) -> None:
        if type(node) in (NavigableString, CData):
            self._line.append(" ".join(f"_{node}_".split())[1:-1] if str(node) else "")

    def _tag(self, tag: Tag, depth: int) -> None:
        name = tag.name.lower()
        if name in _SKIPPED or tag.get("hidden") is not None:
            return
        if name == "br":
            self._line.append("\n")
        elif name == "sup":
            before = "".join(self._line[-1:])
            self._line.append(mark(tag.get_text(), before.rstrip()))
        elif name == "pre":
            self._end()
            self.blocks.append(tag.get_text().strip("\n"))
        elif name == "table":
            self._end()
            self._table(tag, depth)
        elif name in ("ol", "ul"):
            self._end()
            self._list(tag, depth)
        elif name in _BLOCKS:
            self._end()
            self.read(tag, depth)
            self._end()
        else:
            self.read(tag, depth)

    def _end(self) -> None:
        """Close the block under way."""
        text = tidy("".join(self._line))
        self._line = []
        if text:
            self.blocks.append(f"{self._label} {text}" if self._label else text)
            self._label = ""

    def _list(self, tag: Tag, depth: int) -> None:
        form = OPEN_DOCUMENT.get(str(tag.get("type") or "1"), "decimal")
        number = _integer(tag.get("start"), 1) - 1
        for child in tag.children:
            if not isinstance(child, Tag):
                self._words(child)
            elif child.name != "li":
                self._tag(child, depth + 1)
            else:
                number = _integer(child.get("value"), number + 1)
                self._end()
                self._label = BULLET if tag.name == "ul" else f"{written(number, form)}."
                self.read(child, depth + 1)
                self._end()
                self._label = ""

    def _table(self, tag: Tag, depth: int) -> None:
        """A table as lines; one that only lays out a page is read as blocks."""
        if tag.find(["table", "p", "ul", "ol", "h1", "h2", "h3"]) is not None:
            self.read(tag, depth)
            self._end()
            return
        lines = []
        for line in tag.find_all("tr"):
            cells = []
            for cell in line.find_all(["td", "th"], recursive=False):
                inner = _Flow()
                inner.read(cell)
                cells.append(" ".join(inner.blocks))
            lines.append(row(cells))
        caption = tag.find("caption")
        if isinstance(caption, Tag):
            self.blocks.append(tidy(caption.get_text()))
        self.blocks.append("\n".join(line for line in lines if line))


def _integer(value: object, default: int) -> int:
    try:
        return int(str(value))
    except ValueError:
        return default
