"""Laws meant without their number: «этого Правила», «следующий пункт», «там же».

An antecedent is looked for only where the reader would look: backwards in the same unit, at most
``REACH`` characters, never past the end of an item or out of a quotation; then the law whose text
or commentary one is reading; then what an editor has said the passage is about.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from kg.citations.anchors import Anchor
from kg.citations.mention import Mention
from kg.citations.places import Place, Places
from kg.provision import Provision

REACH = 600
"""How far back an antecedent may stand, in characters."""

_DETERMINER = re.compile(
    r"(?<!\w)(?:то(?:го|му|м|й)?\s+же(?:\s+сам\w+)?|тем\s+же"
    r"|эт(?:ого|ому|им|ом|о|их|ими|и|от|ой|у|а)|данн(?:ого|ому|ым|ом|ое|ых|ыми|ые|ая|ой|ую)"
    r"|указанн(?:ого|ому|ым|ом|ое|ых|ыми|ые)|упомянут(?:ого|ому|ым|ом|ое|ых)"
    r"|выше(?:указанн|упомянут|названн)(?:ого|ому|ым|ом|ое|ых)"
    r"|this|that|the\s+said|these|those|the\s+same)\s+$",
    re.IGNORECASE,
)
_PLURAL_DETERMINER = re.compile(r"(?:их|ими|ых|ыми|эти|ые|these|those)\s+$", re.IGNORECASE)
_PLURAL_WORD = re.compile(r"(?:правил(?:ам|ами|ах)?|закон(?:ы|ов|ам|ами|ах)|laws)", re.IGNORECASE)
_NUMBER_FOLLOWS = re.compile(r"\s*(?:№\s*)?\d")
_SINGULAR = re.compile(r"Правил(?:ом|о|у|е)|Закон(?:ом|у|е)?")
_NEIGHBOUR = re.compile(
    r"(?P<which>[Пп]редыдущ|[Пп]редшеству|[Сс]ледующ|[Пп]оследующ)(?:его|ему|им|ем|ий|ее|ей|ую|ая)\s+"
    r"(?P<what>[Пп]ункт|параграф|абзац|Правил|правил|стать)[а-яё]*(?!\w)(?!\s+\d)"
)
_NEIGHBOUR_HINT = re.compile(r"[ПпСс](?:редыдущ|редшеству|ледующ|оследующ)")
_THERE = re.compile(r"[тТiI](?:ам\s+же|bid(?:em)?)(?!\w)")
_NOTE_WORD = re.compile(r"[сСпП](?:носк|римечани)[а-я]{1,3}(?!\w)")
_NOTE_DETERMINER = re.compile(
    r"(?<!\w)(?:эт(?:у|о|а|ой|ого|ому|им|ом|и)|данн[а-я]+|указанн[а-я]+)\s+$", re.IGNORECASE
)
_OPENING = "«“"
_CLOSING = "»”"


def _leaves_quotation(text: str, start: int, end: int) -> bool:
    """True when a quotation that holds the antecedent is closed before the mention."""
    if text.find("»", start, end) < 0 and text.find("”", start, end) < 0:
        return False
    depth = 0
    for sign in text[start:end]:
        if sign in _OPENING:
            depth += 1
        elif sign in _CLOSING:
            if not depth:
                return True
            depth -= 1
    return False


def antecedent(
    text: str,
    place: Place,
    start: int,
    laws: Sequence[Mention],
    ends: Sequence[int],
    unnamed: int,
    plural: bool,
) -> tuple[tuple[Provision, ...], str]:
    """What «этого Правила» at ``start`` points to, and why (Russian)."""
    index = bisect_left(ends, start + 1) - 1
    while index >= 0:
        before = laws[index]
        if before.end <= place.start or start - before.end > REACH:
            break
        if unnamed > before.end:
            return (), "между ними названо Правило без номера"
        if before.readings and not _leaves_quotation(text, before.end, start):
            if not plural:
                return before.readings[:1], f"последнее названное выше: {before.readings[0]}"
            together: list[Provision] = []
            while index >= 0 and laws[index].run == before.run:
                together += laws[index].readings[:1]
                index -= 1
            return tuple(together[::-1]), "названы выше вместе"
        index -= 1
    if plural:
        return (), "к чему относится, из текста не видно"
    if place.law:
        return (place.law,), f"Правило, в тексте или комментарии которого стоит: {place.law}"
    return (), "к чему относится, из текста не видно"


def _curated(place: Place) -> tuple[str, ...]:
    for statement in place.attribution:
        if statement.laws and statement.confidence in ("high", "medium"):
            return statement.laws
    return ()


def anaphora(
    text: str, anchors: Sequence[Anchor], laws: Sequence[Mention], places: Places
) -> Iterator[Mention]:
    """«этого Правила», «данное правило», «указанного Правила», "this Law" with their antecedents.

    ``laws`` are the law mentions found before, in order of place.
    """
    ends = [mention.end for mention in laws]
    unnamed = -1
    for anchor in anchors:
        if len(anchor.word) < 3 or anchor.word.endswith("."):
            continue
        found = _DETERMINER.search(text, max(0, anchor.start - 28), anchor.start)
        if _NUMBER_FOLLOWS.match(text, anchor.end):
            continue
        if not found:
            if _SINGULAR.fullmatch(anchor.word):
                unnamed = anchor.start
            continue
        plural = bool(_PLURAL_DETERMINER.search(found[0]) or _PLURAL_WORD.fullmatch(anchor.word))
        place = places.at(anchor.start)
        owners, reason = antecedent(text, place, anchor.start, laws, ends, unnamed, plural)
        targets = tuple(map(str, owners))
        certain = True
        if not targets and not plural and (curated := _curated(place)):
            targets, certain = curated, len(curated) == 1
            reason = "по сведениям редактора о предмете отрывка"
        yield Mention(
            "implicit",
            "anaphora",
            found.start(),
            anchor.end,
            (found.start(), anchor.end),
            targets=targets,
            certain=certain,
            reasons=(reason,),
        )


def neighbours(text: str, places: Places, last_law: int) -> Iterator[Mention]:
    """«следующий пункт» of a commentary, «предыдущее Правило» of the Laws."""
    for hint in _NEIGHBOUR_HINT.finditer(text):
        found = _NEIGHBOUR.match(text, hint.start())
        if not found or text[found.start() - 1 : found.start()].isalpha():
            continue
        place = places.at(found.start())
        step = -1 if found["which"].lower().startswith("пред") else 1
        what = found["what"].lower()
        target = None
        if what.startswith(("пункт", "параграф", "абзац")) and place.paragraph:
            law, number = map(int, place.paragraph.split("."))
            target = f"{law}.{number + step}" if number + step > 0 else None
        elif what.startswith(("правил", "стать")) and place.law and not place.paragraph:
            law = place.law.law + step
            target = str(law) if 1 <= law <= last_law else None
        if target:
            here = place.paragraph or place.law
            yield Mention(
                "implicit",
                "relative",
                *found.span(),
                found.span(),
                targets=(target,),
                reasons=(f"{'перед' if step < 0 else 'после'} {here}",),
            )


def same_place(text: str, found: Sequence[Mention], places: Places) -> Iterator[Mention]:
    """«там же» and «эту сноску»: the last reference in the same unit."""
    ends = [mention.end for mention in found]
    for again in _THERE.finditer(text):
        if text[again.start() - 1 : again.start()].isalpha():
            continue
        index = bisect_left(ends, again.start() + 1) - 1
        if index < 0:
            continue
        before = found[index]
        if before.end <= places.at(again.start()).start or again.start() - before.end > REACH:
            continue
        yield Mention(
            "implicit",
            "relative",
            *again.span(),
            again.span(),
            targets=before.targets or tuple(map(str, before.readings[:1])),
            reasons=("последняя ссылка выше",),
        )
    notes = [one for one in found if one.kind == "footnote"]
    note_ends = [one.end for one in notes]
    for word in _NOTE_WORD.finditer(text) if notes else ():
        determiner = _NOTE_DETERMINER.search(text, max(0, word.start() - 14), word.start())
        index = bisect_left(note_ends, word.start()) - 1
        if not determiner or index < 0:
            continue
        start, end = determiner.start(), word.end()
        if start - notes[index].end <= REACH and notes[index].end > places.at(start).start:
            yield Mention(
                "implicit",
                "anaphora",
                start,
                end,
                (start, end),
                targets=notes[index].targets,
                reasons=("сноска, названная выше",),
            )
