"""What a text does to the provision it cites, read from the committee's own verbs.

``comments`` (a commentary on its own law), ``interprets``, ``confirms``, ``amends``,
``supersedes``, ``defines``, ``example`` – and plain ``cites`` where the words do not say. The words
that decided are kept as evidence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from corpus.document import Kind

_COMMITTEE = frozenset({Kind.MINUTES, Kind.CODE, Kind.APPEALS})

_ACTS = {
    "amends": r"рекоменду\w+[^.]{0,120}?\bизменить|требу\w+ поправк\w+|вн[её]с\w* поправк\w+"
    r"|одобрил\w* передвижени\w+|следует (?:изменить|дополнить|читать)|изменить следующим"
    r"|дополн(?:ить|ил\w*) (?:словами|текстом)|вн[её]с\w* изменени\w+ в"
    r"|сдела\w+ изменени\w+ (?:в|к) (?:интерпретаци|толковани|текст|правил|кодекс|формулировк)\w+"
    r"|измен(?:ил|ен)\w* (?:\w+ )?(?:интерпретаци|толковани|трактовк)\w+"
    r"|recommend\w*[^.]{0,120}?\bamend|amended|is to read|should read",
    "supersedes": r"(?:от|за)меня\w+ (?:прежн|предыдущ)\w+|утратил\w* силу|вместо прежн\w+"
    r"|supersede\w*|replaces the",
    "confirms": r"подтвердил\w*|подтвержда\w+|подтвержден\w*|не вн[её]с\w* изменени\w+"
    r"|оставил\w* без изменени\w+|согласил\w+ с утверждением|confirm\w*|upheld",
    "interprets": r"интерпрет(?:аци|иру)\w+|трактуется|трактовать|истолков\w+|разъясн\w+"
    r"|уточнил\w* смысл|постановил\w*|постановлено|комитет решил|решил\w*,? что|было решено"
    r"|решено,? что|было согласовано|соглас(?:овано|овал\w*|ился|ились)|констатиру\w+"
    r"|отметил\w*,? что|было отмечено|отмечено,? что|зафиксировал\w* решение"
    r"|interpret\w*|ruled|agreed|decided|clarif\w+",
}
"""The verbs of each act; the first act in this order that a sentence performs is taken."""

_ACT = re.compile(
    r"\b(?:" + "|".join(f"(?P<{name}>{words})" for name, words in _ACTS.items()) + ")"
)
_NEGATED = re.compile(r"(?:\bне|\bnot)\s+(?:\w+\s+)?$")
_BY_LAW = re.compile(r"\b(?:кодекс|правила?|the laws?)\s+$")
"""A subject that makes the verb the law's own, and not the committee's («Кодекс констатирует»)."""
_AUTHORITY = re.compile(
    r"(?:\b(?:по|согласно|см\.?|смотри|under|see)|в соответствии с[о]?|на основании|в рамках"
    r"|в согласии с|согласно с|in accordance with|pursuant to)\s+(?:\w+\s+)?$"
)
_OPENS_CLAUSE = re.compile(
    r"\b(?:что|that)\s+(?:в\s+соответствии\s+с\s+|в\s+|по\s+|согласно\s+|under\s+|in\s+)?(?:\w+\s+)?$"
)
_DEFINES = re.compile(r"\s*(?::|[–—-]|\bозначает\b|\bmeans\b|\bэто\b)", re.IGNORECASE)
_EXAMPLE = re.compile(r"\b(?:например|(?:при|в) (?:этом )?примере?|for example|e\.g\.)")
_NEAR = 60
"""How far before a mention the words stand that make it an authority, in characters."""


@dataclass(frozen=True, slots=True)
class Relation:
    """The kind of relation and the words that say so (None for plain ``cites``)."""

    name: str = "cites"
    words: str | None = None


CITES = Relation()


def relation(
    sentence: str, start: int, end: int, kind: Kind | None, target: str = "", own: bool = False
) -> Relation:
    """What the sentence does to the provision named at ``sentence[start:end]``.

    ``kind`` is the kind of text: only a committee interprets, confirms, amends. ``target`` is the
    provision's id; ``own`` – the provision is (part of) the law the passage stands under.
    """
    if target.startswith("DEF:") and (says := _DEFINES.match(sentence, end)):
        return Relation("defines", sentence[start : says.end()].strip())
    if kind is Kind.COMMENTARY:
        return Relation("comments") if own else CITES
    if kind not in _COMMITTEE:
        return CITES
    low = _lower(sentence)
    leads = low[max(0, start - _NEAR) : start]
    leads = leads[: leads.rfind(" ", 0, max(0, len(leads) - 1)) + 1]  # without the trigger word
    boxed = low.rfind("(", 0, start) > low.rfind(")", 0, start)
    authority = (boxed or bool(_AUTHORITY.search(leads))) and not _OPENS_CLAUSE.search(leads)
    acts = _acts(low)
    for name in _ACTS:
        span = _nearest(acts, name, start)
        if span and not (authority and name != "confirms"):
            return Relation(name, sentence[span[0] : span[1]])
    example = _EXAMPLE.search(low, 0, start)
    return Relation("example", sentence[slice(*example.span())]) if example else CITES


def _lower(sentence: str) -> str:
    """The sentence in small letters, of the same length."""
    low = sentence.lower()
    return low if len(low) == len(sentence) else sentence


@lru_cache(maxsize=16)
def _acts(sentence: str) -> tuple[tuple[str, int, int], ...]:
    """The acts a sentence performs: name, start, end. Neighbouring mentions share a sentence."""
    found = []
    for act in _ACT.finditer(sentence):
        negated = _NEGATED.search(sentence, max(0, act.start() - 20), act.start())
        by_law = _BY_LAW.search(sentence, max(0, act.start() - 20), act.start())
        if act.lastgroup and not by_law and (not negated or act[0].startswith("не ")):
            found.append((act.lastgroup, act.start(), act.end()))
    return tuple(found)


def _nearest(
    acts: tuple[tuple[str, int, int], ...], name: str, start: int
) -> tuple[int, int] | None:
    """The last act of that name before the mention, or else the first after it."""
    chosen: tuple[int, int] | None = None
    for act, first, last in acts:
        if act != name:
            continue
        if chosen is not None and first > start:
            break
        chosen = (first, last)
    return chosen
