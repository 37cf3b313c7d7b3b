"""References to notes: «примечание к Правилу 17D», «сноска к Правилам 69, 70 и 71»."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from kg.citations.mention import Mention
from kg.citations.places import Places
from kg.provision import Provision

_NOTE = re.compile(
    r"(?:примечани(?:ями|ям|ях|ем|е|я|ю|й|и)|сноск(?:ами|ам|ах|ой|ою|а|и|у|е)|сносок|footnotes?)(?!\w)",
    re.IGNORECASE,
)
_HINT = re.compile(r"[пПсСFf](?:римечан|РИМЕЧАН|нос[ко]|НОС[КО]|ootnote)")
_TO = re.compile(
    r"\s*+(?:\(?\*{1,4}\)?|[№#]?\s*\d{1,2}\b)?\s*+"
    r"(?:,\s*)?(?:[а-яё]+(?:ой|ым|ому|ую|ее|ие|ся|ному)\s+)?"
    r"(?:к\s+(?:тексту\s+)?|в\s+(?:тексте\s+)?|во\s+|из\s+|под\s+|на\s+|(?:to|in|of|under|on)\s+)?"
    r"(?:первой\s+фразе\s+)?(?=[^\s])",
    re.IGNORECASE,
)
_SEE = re.compile(r"(?:\b(?:см\.?|смотри|смотрите|see)\s*(?:также\s+|also\s+)?)$", re.IGNORECASE)
_AT_ITS_LAW = re.compile(r"\s*[,(]\s*(?:см\.?\s*)?|\s+со?\s+")
_MARK = re.compile(r"\s*\(?\*{1,4}\)?")
_TO_IT = re.compile(r"\s+к\s+(?:не(?P<one>му|й)|ним)(?!\w)", re.IGNORECASE)
_PRONOUN_REACH = 40
"""How far before «сноску к нему» the law may end: further off «нему» may be anything else."""
_BREAK = re.compile(r"[.;:!?¶\n]")


def note_mentions(text: str, laws: Sequence[Mention], places: Places) -> Iterator[Mention]:
    """Notes tied to a law by words, by the law just named, or by the place they stand in.

    ``laws`` are the law mentions found before, in order of their runs.
    """
    triggers = [mention.run[0] for mention in laws]
    for hint in _HINT.finditer(text):
        found = _NOTE.match(text, hint.start())
        if not found:
            continue
        start, end = found.span()
        if start and (text[start - 1].isalnum() or text[start - 1] == "-"):
            continue
        if text[end : end + 1] == ":":
            continue
        owners, reason = _owners(text, start, end, laws, triggers)
        mark = _MARK.match(text, end)
        seen = _SEE.search(text, max(0, start - 20), start)
        if not owners and (seen or mark):
            law = places.at(start).law
            if law:
                owners = [Provision(law.law)]
                reason = f"сноска того Правила, в тексте которого стоит: {law}"
        if owners:
            yield Mention(
                "footnote",
                "footnote",
                start,
                end,
                (start, end),
                targets=tuple(f"{owner}#note" for owner in dict.fromkeys(owners)),
                reasons=(reason,),
            )


def _owners(
    text: str, start: int, end: int, laws: Sequence[Mention], triggers: Sequence[int]
) -> tuple[list[Provision], str]:
    to = _TO.match(text, end)
    if to:
        index = bisect_left(triggers, end)
        if index < len(laws):
            gap = text[to.end() : laws[index].run[0]]
            if len(gap) <= 14 and re.fullmatch(r"[А-Яа-яёA-Za-z§.№]*\s*\(?", gap):
                run = laws[index].run
                owners: list[Provision] = []
                while index < len(laws) and laws[index].run == run:
                    owners += laws[index].readings[:1]
                    index += 1
                return owners, "названо вместе с Правилом"
    index = bisect_left(triggers, start) - 1
    if index >= 0:
        previous = laws[index]
        between = text[previous.run[1] : start]
        if len(between) <= 12 and _AT_ITS_LAW.fullmatch(between):
            return [previous.readings[0]] if previous.readings else [], "названо при Правиле"
    return [], ""


def notes_to_it(text: str, laws: Sequence[Mention], notes: Sequence[Mention]) -> Iterator[Mention]:
    """«Правило 73 и сноску к нему»: the note of the law just named in the same clause.

    ``laws`` are the law mentions in order of place, ``notes`` what ``note_mentions`` found. Of
    several laws named together «к нему» does not say which: all stay.
    """
    taken = {note.start for note in notes}
    ends = [law.end for law in laws]
    for hint in _HINT.finditer(text):
        found = _NOTE.match(text, hint.start())
        to = _TO_IT.match(text, found.end()) if found else None
        if not to or hint.start() in taken or text[hint.start() - 1 : hint.start()].isalnum():
            continue
        start = hint.start()
        index = bisect_left(ends, start + 1) - 1
        if index < 0 or start - ends[index] > _PRONOUN_REACH:
            continue
        if _BREAK.search(text, ends[index], start):
            continue
        together: list[Provision] = []
        run = laws[index].run
        while index >= 0 and laws[index].run == run:
            together += laws[index].readings[:1]
            index -= 1
        if owners := tuple(dict.fromkeys(reversed(together))):
            yield Mention(
                "implicit",
                "anaphora",
                start,
                to.end(),
                (start, to.end()),
                targets=tuple(f"{owner}#note" for owner in owners),
                certain=len(owners) == 1 or not to["one"],
                reasons=("сноска Правила, названного перед ней",),
            )
