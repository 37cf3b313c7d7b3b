"""What a text does to the provision it cites, read from the committee's own verbs.

``comments`` (a commentary on its own law), ``interprets``, ``confirms``, ``amends``,
``supersedes``, ``defines``, ``example`` – and plain ``cites`` where the words do not say. The words
that decided are kept as evidence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from corpus.document import Kind

_COMMITTEE = frozenset({Kind.MINUTES, Kind.CODE, Kind.APPEALS})

_ACTS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(words, re.IGNORECASE))
    for name, words in (
        (
            "amends",
            r"рекоменду\w+[^.]{0,120}?\bизменить|требу\w+ поправк\w+|вн[её]с\w* поправк\w+"
            r"|одобрил\w* передвижени\w+|следует (?:изменить|дополнить|читать)|изменить следующим"
            r"|дополн(?:ить|ил\w*) (?:словами|текстом)|\bвн[её]с\w* изменени\w+ в"
            r"|recommend\w*[^.]{0,120}?\bamend|\bamended|is to read|should read",
        ),
        (
            "supersedes",
            r"(?:от|за)меня\w+ (?:прежн|предыдущ)\w+|утратил\w* силу|вместо прежн\w+"
            r"|supersede\w*|replaces the",
        ),
        (
            "confirms",
            r"подтвердил\w*|подтвержда\w+|подтвержден\w*|не вн[её]с\w* изменени\w+"
            r"|оставил\w* без изменени\w+|согласил\w+ с утверждением|\bconfirm\w*|\bupheld",
        ),
        (
            "interprets",
            r"интерпрет(?:аци|иру)\w+|трактуется|трактовать|истолков\w+|разъясн\w+"
            r"|уточнил\w* смысл|постановил\w*|постановлено|решил\w*,? что|было решено|решено,? что"
            r"|соглас(?:овано|овал\w*|ился|ились)|было согласовано|констатиру\w+|отметил\w*,? что"
            r"|отмечено,? что|было отмечено|зафиксировал\w* решение|комитет решил|\binterpret\w*"
            r"|\bruled|\bagreed|\bdecided|\bclarif\w+",
        ),
    )
)
_NEGATED = re.compile(r"(?:\bне|\bnot)\s+(?:\w+\s+)?$", re.IGNORECASE)
_AUTHORITY = re.compile(
    r"(?:\b(?:по|согласно|см\.?|смотри|under|see)|в соответствии с[о]?|на основании|в рамках"
    r"|в согласии с|согласно с|in accordance with|pursuant to)\s+(?:\w+\s+)?$|\([^)]*$",
    re.IGNORECASE,
)
_OPENS_CLAUSE = re.compile(
    r"(?:\bчто|\bthat)\s+(?:в\s+|по\s+|согласно\s+|under\s+|in\s+)?(?:\w+\s+)?$"
)
_DEFINES = re.compile(r"\s*(?::|[–—-]|\bозначает\b|\bmeans\b|\bэто\b)", re.IGNORECASE)
_EXAMPLE = re.compile(
    r"\b(?:например|(?:при|в) (?:этом )?примере?|for example|e\.g\.)", re.IGNORECASE
)


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
    before = sentence[:start]
    leads = before[: before.rfind(" ", 0, max(0, start - 1)) + 1]  # without the trigger word
    authority = bool(_AUTHORITY.search(leads)) and not _OPENS_CLAUSE.search(leads)
    for name, words in _ACTS:
        act = _nearest(words, sentence, start)
        if act and not (authority and name != "confirms"):
            return Relation(name, act)
    example = _EXAMPLE.search(before)
    return Relation("example", example[0]) if example else CITES


def _nearest(words: re.Pattern[str], sentence: str, start: int) -> str | None:
    """The act's words, the last before the mention or else the first after it, not negated."""
    chosen: str | None = None
    for found in words.finditer(sentence):
        negated = _NEGATED.search(sentence, max(0, found.start() - 20), found.start())
        if negated and not found[0].lower().startswith("не "):
            continue
        if chosen is not None and found.start() > start:
            break
        chosen = found[0]
    return chosen
