"""Parts of a law named apart from its number: «пункт 2 раздела С Правила 12», «раздел В»."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from corpus.document import Kind
from kg.citations.anchors import Anchor
from kg.citations.counting import measures
from kg.citations.implicit import antecedent
from kg.citations.mention import Mention
from kg.citations.numbers import Number, read_law
from kg.citations.places import Place, Places
from kg.citations.runs import Scheme
from kg.citations.stretches import Stretches
from kg.citations.vocabulary import (
    EXTERNAL,
    EXTERNAL_PARAGRAPH,
    FILLER,
    LAW_TRIGGER,
    SECTION_TRIGGER,
)
from kg.provision import Provision, candidates

_PART = (
    r"(?:[A-KАВСЕ](?:[1-9]\d?)?(?:\s?\([a-kа-и]\))?|[1-9]\d?(?:\s?\([a-kа-и]\))?|\([a-kа-и]\)|[a-k](?=\s))"
    r"(?![\w%])(?!\.\d)"
)
_QUOTE = r"[«\"“(]?"
_INNER = re.compile(rf"\s*{_QUOTE}(?P<part>{_PART})[»\"”]?")
_ALSO_INNER = re.compile(rf"\s*(?:(?:,|и|или|and|or)\s+|[-–—…]\s?){_QUOTE}(?P<part>{_PART})[»\"”]?")
_NEXT_INNER = re.compile(
    rf"\s*(?:of\s+|из\s+)?{SECTION_TRIGGER}\s*{_QUOTE}(?P<part>{_PART})[»\"”]?"
)
_LAW_AFTER = re.compile(
    rf"\s*,?\s*(?:of\s+|из\s+|к\s+|в\s+)?(?P<trigger>{LAW_TRIGGER}){FILLER}(?=[1-9])"
)
_OUTER = re.compile(
    rf"\s*[,(]?\s*(?:см\.\s*)?{SECTION_TRIGGER}\s*{_QUOTE}(?P<part>{_PART})(?:[»\"”](?=\W))?"
)
_OWN_LAW = re.compile(
    rf"[»\"”]?\s*(?:(?:это(?:го|й)|то(?:го|й))(?:\s+же)?(?:\s+сам(?:ого|ой))?|данн(?:ого|ой)"
    rf"|настоящ(?:его|ей)|указанного|of\s+(?:this|that|the\s+same))\s+(?:{LAW_TRIGGER})(?!\s*\d)"
)
_WHERE = r"\.?,?\s*\(?(?:см\.\s*)?(?:выше|ниже|above|below|following|preceding|hereafter)\b"
_DIRECTION = re.compile(_WHERE, re.IGNORECASE)
_DIRECTION_AFTER_LIST = re.compile(
    rf"(?:\s*(?:,|и|или|and|or)\s+{_PART}){{0,3}}{_WHERE}",
    re.IGNORECASE,
)
_FORMER = re.compile(
    r"\b(?:предыдущ|предшеству|последующ|следующ|вышеупомянут|вышеуказанн|указанн|данн|выше)[а-я]*\s+$"
    r"|\b(?:preceding|previous|following)\s+$",
    re.IGNORECASE,
)
_UNANNOUNCED = re.compile(
    r"[(A-FАВСЕБГД1-9](?:(?<=\()[a-hа-е]\)|(?<=[A-FАВСЕБГД])(?:[1-9](?:\s?\([a-hа-е]\))?)?|(?<=\d))"
    r"(?![\w%-])(?!\.\w)"
)
_SEE = re.compile(
    r"(?:^|[\s(])(?:см\.|смотри|see)\s+(?:также\s+|also\s+|выше\s+|ниже\s+)?$", re.IGNORECASE
)
_CLOSES = re.compile(r"[),;]|\.(?!\w)")
_EXPECTING = re.compile(
    r"(?:^|[\s(])(?:см\.?|согласно|в|во|по|из|к|under|in|see|of)\s+$", re.IGNORECASE
)


_MOST = 9
"""More parts in a row than this are no reference."""


def _joined(law: Provision, parts: Sequence[str], scheme: Scheme) -> tuple[Provision, ...]:
    ends_in_digit = law.depth in (0, 2, 4)
    if parts and ends_in_digit and parts[0][0].isdigit():
        return ()  # «Правило 64A1, пункт 2»: there is no such level
    written = str(law) + "".join(part.replace(" ", "") for part in parts)
    readings = candidates(written, scheme.letters)
    return readings if readings and readings[0].law == law.law else ()


def composed(text: str, anchors: Sequence[Anchor], scheme: Scheme) -> Iterator[Mention]:
    """«пункты 1 и 2 раздела С Правила 12»: from the innermost parts to the number of the law."""
    done = 0
    for anchor in anchors:
        found = _INNER.match(text, anchor.end) if anchor.start >= done else None
        if not found:
            continue
        innermost = [found]
        at = found.end()
        while len(innermost) < _MOST and (following := _ALSO_INNER.match(text, at)):
            innermost.append(following)
            at = following.end()
        outer: list[str] = []
        while len(outer) < _MOST and (following := _NEXT_INNER.match(text, at)):
            outer.insert(0, following["part"])
            at = following.end()
        law = _LAW_AFTER.match(text, at)
        number = read_law(text, law.end(), scheme.letters) if law else None
        if not number or number.first.law > scheme.last_law or EXTERNAL.match(text, number.end):
            continue
        run = (found.start("part"), number.end)
        mentions = []
        for index, part in enumerate(innermost):
            last = index + 1 == len(innermost)
            start, end = part.start("part"), number.end if last else part.end("part")
            if readings := _joined(number.first, [*outer, part["part"]], scheme):
                form = "list-item" if index else "named"
                mentions.append(Mention("law", form, start, end, run, readings))
        if len(mentions) == len(innermost):
            done = number.end
            yield from mentions


def with_parts(text: str, number: Number, scheme: Scheme) -> Number | None:
    """«12, раздел С, пункт 2»: the number together with the parts named after it.

    As many of the parts are taken as make a provision some edition may have.
    """
    named: list[tuple[str, int]] = []
    at = number.end
    while len(named) < _MOST and (found := _OUTER.match(text, at)):
        if measures(text, found.end()):
            break
        at = found.end()
        named.append((found["part"], at))
    for count in range(len(named), 0, -1):
        readings = _joined(number.first, [part for part, _ in named[:count]], scheme)
        if any(map(scheme.plausible, readings)):
            return Number(number.start, named[count - 1][1], readings)
    return None


def _within(place: Place, part: str, scheme: Scheme) -> tuple[Provision, ...]:
    """What a part named without its law is, seen from where it is named."""
    base = place.law
    if base is None:
        return ()
    own = place.own if place.own and place.own.law == base.law else None
    if part[0].isdigit():
        if not own or not own.parts:
            return ()
        return _joined(Provision(base.law, own.parts[:1]), [part], scheme)
    if part[0] == "(":
        if not own or own.depth < 2:
            return ()
        return _joined(Provision(base.law, own.parts[:2]), [part], scheme)
    return _joined(Provision(base.law), [part], scheme)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part named without its law.

    ``placed`` – the law one reads may be meant; ``pointed`` – «выше», «предыдущему» make it surely
    a reference, whatever it is to; ``same`` – «этого же Правила» sends to the law just named.
    """

    start: int
    end: int
    written: str
    placed: bool = True
    pointed: bool = False
    same: bool = False


def _just_named(
    text: str, start: int, laws: Sequence[Mention], ends: Sequence[int], place: Place
) -> Place:
    """The place seen from the law that «этого же Правила» points to."""
    owners, _ = antecedent(text, place, start, laws, ends, -1, plural=False)
    if not owners:
        return place
    return replace(place, law=Provision(owners[0].law), own=owners[0])


def relative(
    text: str,
    anchors: Sequence[Anchor],
    taken: Stretches,
    laws: Sequence[Mention],
    places: Places,
    scheme: Scheme,
) -> Iterator[Mention]:
    """«согласно предыдущему пункту 1», «раздел В», «(a) выше» – seen from the law one reads.

    ``laws`` are the law mentions found before: «раздел С этого же Правила» is of the last.
    """
    ends = [one.end for one in laws]
    parts = {part.start: part for part in _announced(text, anchors, taken, places)}
    if places.kind is Kind.LAWS:
        parts = {part.start: part for part in _unannounced(text)} | parts
    for start, part in sorted(parts.items()):
        if start in taken:
            continue
        run = (start, part.end)
        place = places.at(start)
        if part.same:
            place = _just_named(text, start, laws, ends, place)
        readings = _within(place, part.written, scheme) if part.placed else ()
        if any(map(scheme.plausible, readings)):
            where = "последнего названного выше" if part.same else "в тексте которого названа"
            reason = f"часть того Правила, {where}: {readings[0].law}"
            yield Mention("law", "relative", *run, run, readings, reasons=(reason,))
        elif part.pointed:
            reason = "часть какого Правила названа, из текста не видно"
            yield Mention("implicit", "relative", *run, run, certain=False, reasons=(reason,))


def _announced(
    text: str, anchors: Sequence[Anchor], taken: Stretches, places: Places
) -> Iterator[_Part]:
    """Parts after «раздел», «пункт», «п.»."""
    for anchor in anchors:
        found = _INNER.match(text, anchor.end)
        if not found or EXTERNAL_PARAGRAPH.match(text, found.end()) or measures(text, found.end()):
            continue
        if _follows_a_number(text, anchor.start, taken):
            continue
        kind = places.at(anchor.start).kind
        under_a_law = kind is Kind.LAWS or (kind is Kind.COMMENTARY and found["part"][0].isupper())
        pointed = bool(_DIRECTION.match(text, found.end("part"))) or bool(
            _FORMER.search(text, max(0, anchor.start - 20), anchor.start)
        )
        following: re.Match[str] | None = found
        for _ in range(_MOST):
            if not following:
                break
            start, end = following.span("part")
            letter = following["part"][0].isalpha()
            same = bool(_OWN_LAW.match(text, end))
            placed = under_a_law or same or (letter and pointed)
            if placed or pointed:
                yield _Part(start, end, following["part"], placed, pointed, same)
            following = _ALSO_INNER.match(text, following.end()) if under_a_law else None


def _unannounced(text: str) -> Iterator[_Part]:
    """«(a) выше», «см. A2», «B выше», «(see A)» in the text of a law."""
    for found in _UNANNOUNCED.finditer(text):
        start, end = found.span()
        if start and (text[start - 1].isalnum() or text[start - 1] in "(/.-"):
            continue
        if end - start > 1:
            expected = _EXPECTING.search(text, max(0, start - 12), start)
        elif found[0].isalpha() and _CLOSES.match(text, end):  # «(см. A)»
            expected = _SEE.search(text, max(0, start - 20), start)
        else:
            expected = None
        if expected or _DIRECTION_AFTER_LIST.match(text, end):
            yield _Part(start, end, found[0])


def _follows_a_number(text: str, start: int, taken: Stretches) -> bool:
    """True for «Правило 64A1, пункт 2»: the part is of that law, whatever it is."""
    before = text[max(0, start - 4) : start]
    bare = before.rstrip(" ,(")
    return len(bare) < len(before) and start - len(before) + len(bare) - 1 in taken
