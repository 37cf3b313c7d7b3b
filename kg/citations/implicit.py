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
_PLURAL_WORD = re.compile(r"правила(?:м|ми|х)|правил$|законы|законов|laws$", re.IGNORECASE)
_NEIGHBOUR = re.compile(
    r"(?<!\w)(?P<which>предыдущ|предшеству|следующ|последующ)(?:его|ему|им|ем|ий|ее|ей|ую|ая)\s+"
    r"(?P<what>пункт|параграф|абзац|Правил|правил|стать)[а-яё]*(?!\w)(?!\s+\d)",
    re.IGNORECASE,
)
_THERE = re.compile(r"(?<!\w)(?:там\s+же|ibid\.?|ibidem)(?!\w)", re.IGNORECASE)
_NOTE_AGAIN = re.compile(
    r"(?<!\w)(?:эт[уоайим]+|данн\w+|указанн\w+)\s+(?P<word>сноск\w+|примечани\w+)", re.IGNORECASE
)
_OPENING = "«“"
_CLOSING = "»”"


def _leaves_quotation(text: str, start: int, end: int) -> bool:
    """True when a quotation that holds the antecedent is closed before the mention."""
    depth = 0
    for sign in text[start:end]:
        if sign in _OPENING:
            depth += 1
        elif sign in _CLOSING:
            if not depth:
                return True
            depth -= 1
    return False


def _antecedent(
    text: str, place: Place, start: int, laws: Sequence[Mention], ends: Sequence[int], plural: bool
) -> tuple[tuple[Provision, ...], str]:
    """What «этого Правила» at ``start`` points to, and why (Russian)."""
    index = bisect_left(ends, start + 1) - 1
    while index >= 0:
        before = laws[index]
        if before.end <= place.start or start - before.end > REACH:
            break
        if before.readings and not _leaves_quotation(text, before.end, start):
            if not plural:
                return before.readings[:1], f"последнее названное выше: {before.readings[0]}"
            together = tuple(
                one.readings[0] for one in laws[: index + 1] if one.run == before.run and one.readings
            )
            return together, "названы выше вместе"
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
    named = {mention.start for mention in laws}
    for anchor in anchors:
        if len(anchor.word) < 3 or anchor.word.endswith("."):
            continue
        found = _DETERMINER.search(text, max(0, anchor.start - 28), anchor.start)
        if not found or any(anchor.end <= at <= anchor.end + 3 for at in named if at >= anchor.end):
            continue
        plural = bool(_PLURAL_DETERMINER.search(found[0])) and bool(_PLURAL_WORD.match(anchor.word))
        if not plural and _PLURAL_WORD.fullmatch(anchor.word):
            continue
        place = places.at(anchor.start)
        owners, reason = _antecedent(text, place, anchor.start, laws, ends, plural)
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
    for found in _NEIGHBOUR.finditer(text):
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
    for again in _NOTE_AGAIN.finditer(text):
        start = again.start()
        notes = [one for one in found if one.kind == "footnote" and one.end < start]
        if notes and start - notes[-1].end <= REACH and notes[-1].end > places.at(start).start:
            yield Mention(
                "implicit",
                "anaphora",
                *again.span(),
                again.span(),
                targets=notes[-1].targets,
                reasons=("сноска, названная выше",),
            )
