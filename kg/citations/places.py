"""Where in a document a word stands: its unit, its law, its own number, its headings.

The outline's units say it when there are any; a text without an outline (a fragment, a paste) is
read by its visible headings and numbers. Both give the same ``Place``.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from corpus.document import Attribution, Document, Kind, Unit
from kg.provision import Provision, candidates


@dataclass(frozen=True, slots=True)
class Place:
    """The innermost stretch a word stands in; offsets are in the clean text.

    ``law`` is the law the stretch is or stands under; ``own`` its own number when the stretch is
    part of a law ("25B2(b)"); ``paragraph`` the number of the commentary paragraph ("20.4") and
    ``item`` its item ("iii").
    """

    start: int
    end: int
    unit: str | None = None
    kind: Kind | None = None
    law: Provision | None = None
    own: Provision | None = None
    paragraph: str | None = None
    item: str | None = None
    edition: str | None = None
    attribution: tuple[Attribution, ...] = ()


_LAW_HEAD = re.compile(
    r"(?:Правило|ПРАВИЛО|Закон|ЗАКОН|Статья|СТАТЬЯ|[Сс]т\.|§|Law|LAW)\s*(\d{1,2})"
    r"(?:\s*[.:–—-][ \t]*(?=\n|[^\W\d_])|[ \t]*(?=\n|$)|[ \t]+(?=[А-ЯЁA-Z]{2}))(?P<title>[^\n¶]*)"
)
_RULED = re.compile(r"[¶ \t]*(?:\n[^\n]{1,70})?\n\s{0,20}[-=_–—]{3}")
_CAPITALS = re.compile(r"\s*[А-ЯЁA-Z]{4,}(?:[\s,–—-]+[А-ЯЁA-Z]+){0,3}(?!\s*[а-яёa-z])")
_PARAGRAPH_HEAD = re.compile(r"(\d{1,2}\.\d{1,2})\.?(?=\s)(?:\s+\(([ivx]+)\))?")
_ITEM_HEAD = re.compile(r"\(([ivx]{1,5})\)\s")
_SECTION_HEAD = re.compile(r"([A-HАВСЕ])\.[ \t]*(?=[^\W\d_])")
_NUMBER_HEAD = re.compile(r"(\d{1,2})\.[ \t]*(?=[^\W\d_])")
_LETTER_HEAD = re.compile(r"\(?([a-hа-е])\)[ \t]*(?=[^\W\d_])")
_LINE = re.compile(r"^[ \t\xa0]*(?=[\dПЗLАВСЕA-H(a-hа-е])", re.MULTILINE)
_NO_TITLE = re.compile(r"[,;(]$|[.?!]\s+\w|(?:Laws?|[Пп]равил[а-я]*|[Зз]акон[а-я]*)\s+\d")
_UNFINISHED = re.compile(r"(?:см|п|ст|пр|т\.\s?[ек])\.\s*$", re.IGNORECASE)
_ENDS = frozenset('.!?¶:;)»”"…')
_WORD = re.compile(r"[^\W_]")
_HEADING = re.compile(r"(?:част[ьи]|раздел|глава|приложение|part|chapter|section)\b", re.IGNORECASE)


def _line_before(text: str, start: int) -> tuple[str, bool] | None:
    """The end of the line above the one ``start`` begins, and whether a blank line is between.

    None when ``start`` does not begin its line.
    """
    line = text.rfind("\n", 0, start) + 1
    if text[line:start].strip(" \t\xa0"):
        return None
    before = text[max(0, line - 60) : line].rstrip(" \t\xa0\r\n")
    return before, text.count("\n", max(0, line - 60) + len(before), line) > 1


def begins_paragraph(text: str, start: int) -> bool:
    """True when the line that holds ``start`` does not go on with the sentence above it."""
    above = _line_before(text, start)
    if above is None:
        return False
    before, _ = above
    if not before:
        return True
    if _UNFINISHED.search(before):
        return False
    last_line = before[before.rfind("\n") + 1 :].strip()
    return (
        before[-1] in _ENDS
        or before[-1].isdigit()
        or last_line.isupper()
        or not _WORD.search(last_line)  # a ruled line
        or bool(_HEADING.match(last_line))
    )


def is_law_heading(text: str, start: int, begins_unit: bool = False) -> bool:
    """True when the words at ``start`` («Правило 18. НАЗНАЧЕНИЯ») head a law's text.

    ``begins_unit`` – the outline has a unit begin there; without that, the words must not go on
    with the sentence above, though a blank line be between.
    """
    found = _LAW_HEAD.match(text, start)
    if not found:
        return False
    if _CAPITALS.match(found["title"]):  # even glued to the sentence before it
        return True
    above = _line_before(text, start)
    if above is None or (above[0] and _UNFINISHED.search(above[0])):
        return False
    if _RULED.match(text, found.end()):
        return True
    if not begins_unit and not begins_paragraph(text, start):
        return False
    title = found["title"].strip()
    if not title or title.isupper():
        return True
    return len(title) <= 70 and not _NO_TITLE.search(title) and title[0].isupper()


def _marks(text: str, laws_document: bool) -> Iterator[tuple[int, str, re.Match[str]]]:
    for line in _LINE.finditer(text):
        at = line.end()
        sign = text[at]
        if sign in "ПЗL" and is_law_heading(text, at):
            found = _LAW_HEAD.match(text, at)
            assert found
            yield at, "law", found
        elif sign.isdigit():
            found = _PARAGRAPH_HEAD.match(text, at)
            if found and begins_paragraph(text, at):
                yield at, "paragraph", found
            elif laws_document and (found := _NUMBER_HEAD.match(text, at)):
                yield at, "number", found
        elif sign == "(" and (found := _ITEM_HEAD.match(text, at)) and begins_paragraph(text, at):
            yield at, "item", found
        elif laws_document and (found := _SECTION_HEAD.match(text, at)):
            yield at, "section", found
        elif laws_document and (found := _LETTER_HEAD.match(text, at)):
            yield at, "letter", found


def _visible_places(text: str, kind: Kind | None) -> Iterator[Place]:
    """Places of a text without an outline, by its headings and numbers."""
    law: Provision | None = None
    own: Provision | None = None
    paragraph = item = None
    start = 0
    for at, sort, found in _marks(text, kind is Kind.LAWS):
        yield Place(start, at, None, kind, law, own, paragraph, item)
        start = at
        if sort == "law":
            law = own = Provision(int(found[1]))
            paragraph = item = None
        elif sort == "paragraph":
            paragraph, item = found[1], found[2]
            law, own = Provision(int(found[1].split(".")[0])), None
        elif sort == "item":
            item = found[1] if paragraph else None
        elif law and own:
            depth = {"section": 0, "number": 1, "letter": 2}[sort]
            written = str(law) + "".join(own.parts[:depth]) + found[1]
            read = candidates(written)
            if depth <= own.depth and read and read[0].depth == depth + 1:
                own = read[0]
    yield Place(start, len(text), None, kind, law, own, paragraph, item)


_UNSURE = frozenset({Kind.PROSE, Kind.REGULATIONS})
_POINTED = _UNSURE | {Kind.MINUTES, Kind.APPEALS, Kind.CODE}
_POINTS = re.compile(r"^[ \t\xa0]*([1-9]\d?\.[1-9]\d?)\.?\s", re.MULTILINE)
_REGULATES = re.compile(
    r"^[ \t]*(?:[Рр]егламент|[Пп]оложение|Порядок|Условия|(?:[А-ЯЁ]+\s){0,3}(?:РЕГЛАМЕНТ|ПОЛОЖЕНИЕ"
    r"|ПОРЯДОК|УСЛОВИЯ)|(?:[A-Z]+\s){0,3}(?:REGULATIONS|CONDITIONS))\b",
    re.MULTILINE,
)
_TITLE = 200
"""Within so many characters of its beginning a document names itself."""
_SPOKEN = re.compile(
    r"(?<![\w.,])(?:(?:Правил[а-я]{0,3}|Laws?)\s+([1-9]\d?)(?![\d.])"
    r"|([1-9]\d?)[A-FАВСЕ](?![A-Za-zА-Яа-я]))"
)


def _is_commentary(text: str) -> bool:
    """True when the points of a text («50.4. …») are numbered after the laws it speaks of.

    A few paragraphs torn out of a commentary look like the points of any regulations; this tells
    them apart. One point proves nothing, and regulations begin with 1.1.
    """
    if _REGULATES.search(text, 0, _TITLE):
        return False
    points = [int(point[1].split(".")[0]) for point in _POINTS.finditer(text)]
    if len(points) < 2 or 1 in points:
        return False
    spoken = {int(law[1] or law[2]) for law in _SPOKEN.finditer(text)}
    return 2 * sum(point in spoken for point in points) >= len(points)


def _as_commentary(places: Iterable[Place], text: str) -> Iterator[Place]:
    """The places of a text with the paragraphs that can be seen in it."""
    visible = [one for one in _visible_places(text, Kind.COMMENTARY) if one.end > one.start]
    index = 0
    for place in places:
        at = place.start
        while at < place.end:
            while visible[index].end <= at:
                index += 1
            end = min(place.end, visible[index].end)
            yield replace(visible[index], start=at, end=end, unit=place.unit, edition=place.edition)
            at = end


_ITEM_IN_LINE = re.compile(r"[.;:][ \n\xa0]{1,20}\(([ivx]{1,5})\)[ \xa0]+(?=[А-Яа-яA-Z])")
_COMMENTARY_NUMBER = re.compile(r"(\d+\.\d+)(?:\(([ivx]+|[a-h])\))?")


def _number(written: str | None) -> Provision | None:
    read = candidates(written) if written else ()
    return read[0] if read else None


def _unit_place(unit: Unit, start: int, end: int, attribution: tuple[Attribution, ...]) -> Place:
    paragraph = item = None
    own, law = None, _number(unit.law)
    if unit.kind is Kind.COMMENTARY and unit.number:
        found = _COMMENTARY_NUMBER.fullmatch(unit.number)
        if found:
            paragraph, item = found[1], found[2]
    elif unit.kind is Kind.LAWS:
        own = _number(unit.number)
        if law is None and unit.number:  # «26.2»: a part that hangs on no section
            law = _number(unit.number.split(".")[0])
    return Place(
        start,
        end,
        unit.id,
        unit.kind,
        law,
        own,
        paragraph,
        item,
        unit.edition,
        unit.attribution or attribution,
    )


def _unit_places(units: Iterable[Unit], base: int, length: int) -> Iterator[Place]:
    """Cut the text at every unit's start and end; each piece belongs to the innermost unit."""
    ordered = sorted(units, key=lambda unit: (unit.clean.start, -unit.clean.end, unit.order))
    stack: list[Unit] = []
    inherited: list[tuple[Attribution, ...]] = [()]
    at = 0

    def close(limit: int) -> Iterator[Place]:
        nonlocal at
        while stack and stack[-1].clean.end - base <= limit:
            unit = stack.pop()
            attribution = inherited.pop()
            end = unit.clean.end - base
            if end > at:
                yield _unit_place(unit, at, end, attribution)
                at = end

    for unit in ordered:
        start = unit.clean.start - base
        yield from close(start)
        if start > at:
            yield _unit_place(stack[-1], at, start, inherited[-1]) if stack else Place(at, start)
            at = start
        stack.append(unit)
        inherited.append(unit.attribution or inherited[-1])
    yield from close(length + 1)
    if at < length:
        yield Place(at, length)


def extent(document: Document) -> tuple[int, int]:
    """The part of the clean text that is this document: several may share one file."""
    if not document.units:
        return 0, len(document.clean.text)
    return (
        min(unit.clean.start for unit in document.units),
        max(unit.clean.end for unit in document.units),
    )


class Places:
    """Finds the place of an offset in the text of a document.

    ``text`` is ``document.clean.text`` from ``base`` on; all offsets are into ``text``. ``kind`` is
    the document's, or ``COMMENTARY`` when a text of unsure kind is a page of one; ``paragraphs``
    are the numbers of a commentary, ``points`` those of a text that is none («п. 3.2» of itself).
    """

    __slots__ = ("_first", "_places", "_starts", "kind", "paragraphs", "points")

    def __init__(self, document: Document, text: str, base: int = 0) -> None:
        self.kind = document.meta.kind
        self.points: frozenset[str] = frozenset()
        found = (
            _unit_places(document.units, base, len(text))
            if document.units
            else _visible_places(text, self.kind)
        )
        if self.kind in _UNSURE and _is_commentary(text):
            self.kind = Kind.COMMENTARY
            found = _as_commentary(found, text)
        elif self.kind in _POINTED:
            self.points = frozenset(point[1] for point in _POINTS.finditer(text))
        self._places = tuple(place for place in found if place.end > place.start) or (
            Place(0, len(text)),
        )
        self._starts = tuple(place.start for place in self._places)
        self._first = next((place for place in self._places if place.paragraph), None)
        numbers: set[str] = set()
        for place in self._places:
            if place.paragraph:
                numbers.add(place.paragraph)
                if place.item:
                    numbers.add(f"{place.paragraph}({place.item})")
        if self.kind is Kind.COMMENTARY:
            for item in _ITEM_IN_LINE.finditer(text):
                if owner := self.at(item.start()).paragraph:
                    numbers.add(f"{owner}({item[1]})")
        self.paragraphs = frozenset(numbers)

    def owner_of_item(self, offset: int, item: str) -> str | None:
        """The paragraph whose item «(ii)» is meant at ``offset``: one's own, else the last before.

        A paragraph without items that says «в (i) и (iii) выше» means those of the one above.
        """
        index = max(0, bisect_right(self._starts, offset) - 1)
        own = self._places[index].paragraph
        if own is None and self._first and offset < self._first.start:
            return self._lost_paragraph()
        if own is None or f"{own}({item})" in self.paragraphs:
            return own
        law = own.split(".")[0]
        while index >= 0:
            above = self._places[index].paragraph  # None between paragraphs
            if above and above.split(".")[0] != law:
                break
            if f"{above}({item})" in self.paragraphs:
                return above
            index -= 1
        return own

    def _lost_paragraph(self) -> str | None:
        """The paragraph a page begins in the middle of: the one before the first numbered."""
        if not self._first or not self._first.paragraph:
            return None
        law, number = self._first.paragraph.split(".")
        return f"{law}.{int(number) - 1}" if int(number) > 1 else None

    def at(self, offset: int) -> Place:
        """The innermost place that holds the offset."""
        return self._places[max(0, bisect_right(self._starts, offset) - 1)]
