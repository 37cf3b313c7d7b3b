"""References to paragraphs of the commentary: «п.17.2. выше», «в 21.2 примере», «(iii) и (iv)»."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from corpus.document import Kind
from kg.citations.anchors import Anchor
from kg.citations.counting import counts_a_fraction
from kg.citations.mention import Mention, of_another_text
from kg.citations.numbers import PARAGRAPH, ROMAN_ITEM, roman
from kg.citations.places import Places, begins_paragraph
from kg.citations.vocabulary import EXTERNAL_BEFORE, EXTERNAL_PARAGRAPH, FILLER, SEPARATOR

_GAP = re.compile(rf"{FILLER}(?:\(\s*)?(?=[1-9]\d?\.[1-9])")
_BARE = re.compile(r"[1-9]\d?\.[1-9]")
_EXPECTING = re.compile(
    r"(?:[(\[]|\b(?:в|во|из|по|к|ко|с|со|от|на|под|о|об|см\.?|смотри|также|и|или|либо|выше|ниже|согласно"
    r"|подобно|указано|комментари[а-яй]+|in|under|see|of|and|or|also))[\s.,]*$",
    re.IGNORECASE,
)
_DIRECTION = re.compile(r"[.,]?\s*\(?(?:выше|ниже|above|below)\b", re.IGNORECASE)
_ITEM_EXPECTING = re.compile(
    r"(?:\b(?:в|во|из|по|к|ко|от|см\.?|смотри|согласно|и|или|либо|как|(?:под)?пункт[а-я]*|п\.|подп\."
    r"|случа[а-я]+|част[а-я]+|in|under|see|of|and|or|paragraph|item))\s*$",
    re.IGNORECASE,
)
_QUANTITY = re.compile(r"\s*(?:час|ч\.|мин|руб|млн|тыс|кг|км|м\b|сек|hcp|балл)", re.IGNORECASE)


def _own(text: str, start: int, places: Places) -> bool:
    """True for the paragraph's own number at its beginning."""
    place = places.at(start)
    if place.paragraph is not None and not text[place.start : start].strip(" \t\n\xa0¶"):
        return True
    return begins_paragraph(text, start)


def _run(text: str, first: re.Match[str]) -> list[re.Match[str]]:
    items = [first]
    while True:
        end = items[-1].end()
        if text[end : end + 1] == ".":
            end += 1
        joint = SEPARATOR.match(text, end)
        if not joint:
            return items
        following = PARAGRAPH.match(text, joint.end())
        if not following or counts_a_fraction(text, following.end()):
            return items
        items.append(following)


def _target(found: re.Match[str]) -> str:
    item = f"({found['item']})" if found["item"] else ""
    return f"{found['law']}.{found['paragraph']}{item}"


def _mentions(items: list[re.Match[str]], form: str) -> Iterator[Mention]:
    run = (items[0].start(), items[-1].end())
    for index, item in enumerate(items):
        yield Mention(
            "commentary",
            "list-item" if index else form,
            item.start(),
            item.end(),
            run,
            targets=(_target(item),),
        )


def paragraph_mentions(
    text: str, anchors: Iterable[Anchor], places: Places, last_law: int
) -> Iterator[Mention]:
    """Paragraphs by number, announced by «п.», «пункт» or, in a commentary, by the place."""
    done = 0
    in_commentary = places.kind is Kind.COMMENTARY or len(places.paragraphs) > 1
    gaps = (_GAP.match(text, anchor.end) for anchor in anchors)
    announced = {gap.end() for gap in gaps if gap}
    announced -= {
        gap.end()
        for anchor in anchors
        if EXTERNAL_BEFORE.search(text, max(0, anchor.start - 24), anchor.start)
        and (gap := _GAP.match(text, anchor.end))
    }
    for candidate in _BARE.finditer(text):
        start = candidate.start()
        if start < done:
            continue
        found = PARAGRAPH.match(text, start)
        if not found or int(found["law"]) > last_law:
            continue
        named = start in announced
        if start and (text[start - 1].isalnum() or text[start - 1] in ",:/-+") and not named:
            continue
        if text[start - 1 : start] == "." and not named:
            continue
        if not named and not _is_bare(text, found, places, in_commentary):
            continue
        items = _run(text, found)
        done = items[-1].end()
        after = done + (text[done : done + 1] == ".")
        other = EXTERNAL_PARAGRAPH.match(text, after) or EXTERNAL_PARAGRAPH.match(text, done)
        if other:
            yield of_another_text(text, start, other.end())
            continue
        yield from _mentions(items, "named" if named else "bare")


def _is_bare(text: str, found: re.Match[str], places: Places, in_commentary: bool) -> bool:
    start, end = found.span()
    if counts_a_fraction(text, end) or _QUANTITY.match(text, end) or _own(text, start, places):
        return False
    directed = bool(_DIRECTION.match(text, end))
    if not in_commentary:
        return directed
    return directed or bool(_EXPECTING.search(text, max(0, start - 16), start))


def item_mentions(text: str, places: Places) -> Iterator[Mention]:
    """Items of the paragraph one is reading: «в (iii) и (iv)», «(ii) выше»."""
    done = 0
    for found in ROMAN_ITEM.finditer(text):
        start, end = found.span()
        if start < done or not roman(found["item"]):
            continue
        expected = _ITEM_EXPECTING.search(text, max(0, start - 14), start)
        if not expected and not _DIRECTION.match(text, end):
            continue
        place = places.at(start)
        if begins_paragraph(text, start) or not place.paragraph:
            continue
        items = [found]
        while joint := SEPARATOR.match(text, items[-1].end()):
            following = ROMAN_ITEM.match(text, joint.end())
            if not following or not roman(following["item"]):
                break
            items.append(following)
        done = items[-1].end()
        for index, item in enumerate(items):
            yield Mention(
                "commentary",
                "list-item" if index else "bare",
                item.start(),
                item.end(),
                (start, done),
                targets=(f"{place.paragraph}({roman(item['item'])})",),
                reasons=(f"пункт того же параграфа {place.paragraph}",),
            )
