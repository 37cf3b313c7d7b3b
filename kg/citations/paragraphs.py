"""References to paragraphs of the commentary: «п.17.2. выше», «в 21.2 примере», «(iii) и (iv)»."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corpus.document import Kind
from kg.citations.anchors import Anchor
from kg.citations.counting import counts_anything
from kg.citations.mention import Mention, of_another_text, within_range
from kg.citations.numbers import ITEM, PARAGRAPH, latin, roman
from kg.citations.places import Places, begins_paragraph
from kg.citations.stretches import Stretches
from kg.citations.vocabulary import (
    EXTERNAL_PARAGRAPH,
    EXTERNAL_PARAGRAPH_BEFORE,
    FILLER,
    RANGE_SIGN,
    SEPARATOR,
)

_GAP = re.compile(rf"{FILLER}(?:\(\s*)?(?=[1-9]\d?\.[1-9])")
_BARE = re.compile(r"[1-9]\d?\.[1-9]")
_EXPECTING = re.compile(
    r"(?:[(\[]|\b(?:в|во|из|по|к|ко|с|со|от|на|под|о|об|см\.?|смотри|также|и|или|либо|выше|ниже|согласно"
    r"|подобно|указано|однако|ср|сравните?|именно|напр|комментари[а-яй]+|in|under|see|of|and|or|also))[\s.,]*$",
    re.IGNORECASE,
)
_NAMED = re.compile(r"[Кк]омментари|[Cc]ommentary")
_IN_SENTENCE = re.compile(r"[а-яёa-z,;–—][ \xa0]{1,2}$")
_DIRECTION = re.compile(r"[.,]?\s*\(?(?:выше|ниже|above|below)\b", re.IGNORECASE)
_ITEM_EXPECTING = re.compile(
    r"(?:\b(?:в|во|из|по|к|ко|от|см\.?|смотри|согласно|(?:под)?пункт[а-я]*|п\.|подп\."
    r"|случа[а-я]+,?|част[а-я]+|in|under|see|of|paragraph|item))\s*$",
    re.IGNORECASE,
)
_OF_PARAGRAPH = re.compile(
    r"\s+(?:пункта|п\.|параграфа|of\s+(?:paragraph\s+)?)\s*([1-9]\d?\.[1-9]\d?)(?![\d%])"
)
_NUMBERED = 3
"""A text with so many points of its own means its own by «п. 31.5», seen or lost."""
_HAPPENS = re.compile(r"\s*(?:начал|начин|законч|заканч|откры[лт]|закры[лт]|утра|вечера|ночи|мск)")
_SINCE = re.compile(r"\bсо?\s+$")
_UNTIL = re.compile(r"\s*до\s+\d{1,2}[.:]\d\d(?!\d)")
_QUANTITY = re.compile(r"\s*(?:час|ч\.|мин|руб|млн|тыс|кг|км|м\b|сек|hcp|балл)", re.IGNORECASE)


def _own(text: str, start: int, places: Places) -> bool:
    """True for the paragraph's own number at its beginning."""
    place = places.at(start)
    if place.paragraph is not None and not text[place.start : start].strip(" \t\n\xa0¶"):
        return True
    return begins_paragraph(text, start)


@dataclass(frozen=True, slots=True)
class _Item:
    """A number of a run; ``inside`` are the paragraphs a range passes over."""

    start: int
    end: int
    target: str
    form: str
    inside: tuple[str, ...] = ()


def _item(found: re.Match[str], form: str) -> _Item:
    written = found["item"]
    item = f"({roman(written) or latin(written) or written})" if written else ""
    target = f"{found['law']}.{found['paragraph']}{item}"
    return _Item(found.start(), found.end(), target, form)


def _range(first: _Item, last: _Item) -> _Item | None:
    """The last end of a range, knowing what lies between; None when the ends make no range."""
    if "(" in first.target + last.target:
        return None
    (law, low), (last_law, high) = (one.target.split(".") for one in (first, last))
    if int(law) < int(last_law):  # «61.1—63.5»: how many lie between is not known
        return _Item(last.start, last.end, last.target, "range")
    if law != last_law or int(low) >= int(high):
        return None
    inside = tuple(f"{law}.{number}" for number in range(int(low) + 1, int(high)))
    return _Item(last.start, last.end, last.target, "range", inside)


def _run(text: str, first: re.Match[str], form: str) -> list[_Item]:
    items = [_item(first, form)]
    while True:
        end = items[-1].end
        if text[end : end + 1] == "." and text[end : end + 2] != "..":
            end += 1
        sign = RANGE_SIGN.match(text, end) if items[-1].form != "range" else None
        following = PARAGRAPH.match(text, sign.end()) if sign else None
        ranged = _range(items[-1], _item(following, "range")) if following else None
        if ranged:
            items.append(ranged)
            continue
        joint = SEPARATOR.match(text, end)
        following = PARAGRAPH.match(text, joint.end()) if joint else None
        if not following or counts_anything(text, following.end()):
            return items
        items.append(_item(following, "list-item"))


def _mentions(items: list[_Item]) -> Iterator[Mention]:
    run = (items[0].start, items[-1].end)
    for index, item in enumerate(items):
        yield Mention("commentary", item.form, item.start, item.end, run, targets=(item.target,))
        if item.inside:
            yield within_range(items[index - 1].start, item.end, run, item.inside)


def _own_points(items: list[_Item], held: bool) -> Iterator[Mention]:
    """Points of the very text that names them, which is no commentary («п. 3.2» of regulations).

    ``held`` – at least one of them can be seen; else they are on a page that is not here.
    """
    run = (items[0].start, items[-1].end)
    for one in items:
        yield Mention(
            "section",
            one.form,
            one.start,
            one.end,
            run,
            targets=(one.target,),
            certain=held,
            reasons=("пункт того же документа",),
        )


def _announced(text: str, anchors: Sequence[Anchor]) -> dict[int, bool]:
    """Where numbers begin that a trigger word announces; True for «Устав, п. 17.2»."""
    gaps = ((anchor, _GAP.match(text, anchor.end)) for anchor in anchors)
    return {
        gap.end(): bool(
            EXTERNAL_PARAGRAPH_BEFORE.search(text, max(0, anchor.start - 48), anchor.start)
        )
        for anchor, gap in gaps
        if gap
    }


def paragraph_mentions(
    text: str, anchors: Sequence[Anchor], places: Places, last_law: int
) -> Iterator[Mention]:
    """Paragraphs by number, announced by «п.», «пункт» or, in a commentary, by the place."""
    done = 0
    in_commentary = places.kind is Kind.COMMENTARY
    if not in_commentary and not _NAMED.search(text):
        anchors = [one for one in anchors if not one.word.isascii()]  # "section 3.13" of anything
    announced = _announced(text, anchors)
    for candidate in _BARE.finditer(text):
        start = candidate.start()
        if start < done:
            continue
        found = PARAGRAPH.match(text, start)
        if not found or int(found["law"]) > last_law:
            continue
        named = start in announced
        before = text[start - 1 : start]
        if not named and (
            before.isalnum()
            or (before and before in ".,:/-+")
            or not _is_bare(text, found, places, in_commentary)
        ):
            continue
        items = _run(text, found, "named" if named else "bare")
        done = items[-1].end
        after = done + (text[done : done + 1] == ".")
        other = EXTERNAL_PARAGRAPH.match(text, after) or EXTERNAL_PARAGRAPH.match(text, done)
        if other or announced.get(start):
            yield of_another_text(text, start, other.end() if other else done)
            continue
        if not _NAMED.search(text, max(0, start - 60), start) and not _NAMED.search(
            text, done, done + 60
        ):
            own = [one for one in items if one.target in places.points]
            if own or (named and len(places.points) >= _NUMBERED):
                yield from _own_points(items, bool(own))
                continue
        yield from _mentions(items)


def _is_a_time(text: str, start: int, end: int) -> bool:
    """«в 12.15 начался тур», «с 14.30 до 15.15»."""
    if _HAPPENS.match(text, end):
        return True
    return bool(_SINCE.search(text, max(0, start - 4), start) and _UNTIL.match(text, end))


def _is_bare(text: str, found: re.Match[str], places: Places, in_commentary: bool) -> bool:
    start, end = found.span()
    if text[end : end + 1].isalpha():
        return False  # «пример 53.3А»
    if counts_anything(text, end) or _QUANTITY.match(text, end) or _own(text, start, places):
        return False
    if int(found["law"]) < 24 and _is_a_time(text, start, end):
        return False
    if _DIRECTION.match(text, end):
        return True
    if not in_commentary:
        return False
    if _EXPECTING.search(text, max(0, start - 16), start):
        return True
    number = f"{found['law']}.{found['paragraph']}"
    if (found["item"] or number in places.paragraphs) and _IN_SENTENCE.search(
        text, max(0, start - 3), start
    ):
        return True
    together = _run(text, found, "bare")  # «12.3 и 12.4 рассматривают…», «73.5-73.8»
    last = together[-1]
    return (
        len(together) > 1
        and last.target.split(".")[0] == found["law"]
        and not counts_anything(text, last.end)
    )


def _next_item(text: str, end: int) -> re.Match[str] | None:
    joint = SEPARATOR.match(text, end) or RANGE_SIGN.match(text, end)
    following = ITEM.match(text, joint.end()) if joint else None
    return following if following and roman(following["item"]) else None


def item_mentions(text: str, taken: Stretches, places: Places) -> Iterator[Mention]:
    """Items of the paragraph one is reading: «в (iii) и (iv)», «(ii) выше»."""
    done = 0
    for found in ITEM.finditer(text):
        start, end = found.span()
        if start < done or start in taken:
            continue
        expected = _ITEM_EXPECTING.search(text, max(0, start - 14), start)
        if not expected and not _DIRECTION.match(text, end):
            continue
        place = places.at(start)
        numeral = roman(found["item"])
        if begins_paragraph(text, start):
            continue
        if not numeral:  # a letter is an item only where the paragraph has such items
            numeral = latin(found["item"])
            if not numeral or f"{place.paragraph}({numeral})" not in places.paragraphs:
                continue
        items = [(found, numeral)]
        while following := _next_item(text, items[-1][0].end()):
            items.append((following, following["item"].lower()))
        done = items[-1][0].end()
        named = _OF_PARAGRAPH.match(text, done)  # «(i) и (ii) пункта 27.2»
        owner = named[1] if named else places.owner_of_item(start, numeral)
        if not owner:
            continue
        for index, (item, number) in enumerate(items):
            yield Mention(
                "commentary",
                "list-item" if index else "bare",
                item.start(),
                item.end(),
                (start, done),
                targets=(f"{owner}({number})",),
                reasons=(f"пункт параграфа {owner}",),
            )
