"""The words by which a legal text moves from one provision to the next.

A law text argues with few verbs: one *begins* with a rule, *then* turns to another, a rule
*applies*, it *refers* to a third, a penalty is *under* a fourth, and some rule does *not* apply.
``read`` looks at the words between two mentions and names what they do. Russian and English; every
expression is linear.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_FLAGS = re.IGNORECASE
_START = re.compile(
    r"\b(?:начн[а-яё]+|начин[а-яё]+|начать|начав|начал[аи]?)\s+(?:\w+\s+){0,2}?(?:с|со)\b"
    r"|\b(?:сначала|прежде всего|во-первых|в первую очередь)\b[^.;:()]{0,50}$"
    r"|\bисход(?:им|ить|я|ит)\s+из\b"
    r"|\b(?:begin|start|starting|beginning)\s+(?:with|from|at)\b|\bfirst(?:ly)?\b",
    _FLAGS,
)
_SEQUENCE = re.compile(
    r"(?:^\W*|[.;:,(–—]\s*|\b(?:и|а|но|то)\s+)(?:затем|далее|потом|после (?:этого|чего)|следом"
    r"|наконец|в свою очередь|отсюда|оттуда|в-третьих|во-вторых)\b"
    r"|\b(?:перейд[а-яё]+|переход[а-яё]+|приход[а-яё]+ к|приводит к|ведет к|ведёт к"
    r"|попада[а-яё]+ в)\b"
    r"|\b(?:then|next|finally|thence|turn(?:s|ing)? to|lead(?:s|ing)? to|in turn)\b",
    _FLAGS,
)
_CONSEQUENCE = re.compile(
    r"\b(?:тогда|поэтому|следовательно|значит|таким образом|в (?:этом|таком) случае)\b"
    r"|\b(?:therefore|hence|in (?:this|that) case)\b",
    _FLAGS,
)
_SEE = re.compile(r"\b(?:см|ср)\b\.?|\bсмотри(?:те)?\b|\b(?:see|cf)\b", _FLAGS)
_REFERENCE = re.compile(
    r"\b(?:отсыла[а-яё]+|отсылк[а-яё]+|отошл[а-яё]+|ссыла[а-яё]+|ссылк[а-яё]+|сослат[а-яё]+"
    r"|направля[а-яё]+)\b"
    r"|\b(?:определен[а-яё]*|определён[а-яё]*|предусмотрен[а-яё]*|установлен[а-яё]*|указан[а-яё]*"
    r"|описан[а-яё]*|предписан[а-яё]*|изложен[а-яё]*|требу[а-яё]+)\b(?=[^.;:]{0,40}$)"
    r"|\b(?:refers?|referring|pursuant|provided|specified|defined|prescribed)\b",
    _FLAGS,
)
_APPLY = re.compile(
    r"\b(?:примен[а-яё]+|руководств[а-яё]+|воспольз[а-яё]+|использ(?:овать|ует|уя|уем|уйте)"
    r"|рассматрива[а-яё]+|рассмотре[а-яё]+|присужд[а-яё]+|назнач(?:ает|ают|ить|ается|аться|аются|ен[аоы]?)"
    r"|разбира[а-яё]+|разрешить|разреша[а-яё]+|трактова[а-яё]+|действ(?:ует|уют|овать)|решать|решает"
    r"|подпада[а-яё]+|подчиня[а-яё]+|регулиру[а-яё]+|обра(?:титься|щаться|тимся|тился|щаемся|щается)"
    r"|нарушени(?:е|я|ем|ю)|нарушает|нарушил[аи]?|противореч[а-яё]+|уместн[а-яё]+"
    r"|квалифицир[а-яё]+|ограничен[а-яё]*|наказани[а-яё]+|быть|вступа[а-яё]+|след(?:ует|уя|уйте))\b[^.;:]{0,80}$"
    r"|\b(?:appl(?:y|ies|ied|ying)|govern(?:s|ed)?|under|accordance|award(?:s|ed)?|adjust(?:s|ed)?"
    r"|breach|subject to|use[sd]?)\b[^.;:]{0,80}$"
    r"|\b(?:в соответствии с|согласно|на основании|руководствуясь|в порядке|в силу)\b"
    r"[^.;:,]{0,30}$",
    _FLAGS,
)
_APPLY_AFTER = re.compile(
    r"^[^.;:()]{0,60}?\b(?:примен(?:я|и)[а-яё]+|действу[а-яё]+|вступа[а-яё]+|appl(?:y|ies))\b",
    _FLAGS,
)
_NEGATED = re.compile(
    r"\bне\s+(?:\w+\s+){0,2}?(?:примен[а-яё]+|отсыла[а-яё]+|использ[а-яё]+|может|могут|подпада[а-яё]+"
    r"|касается|следует|действу[а-яё]+)\b[^.;:,()]*$"
    r"|\bне\s+(?:полага[а-яё]+|счита[а-яё]+|дума[а-яё]+),?\s+что\b[^.;:()]*$"
    r"|\b(?:not|never)\s+(?:\w+\s+){0,2}?(?:apply|applied|under|refer)\b[^.;:,()]*$",
    _FLAGS,
)
_NEGATED_AFTER = re.compile(
    r"^\s*(?:\w+\s+){0,2}?(?:не\s+(?:\w+\s+)?(?:примен|отсыла|действу|подход|может примен)"
    r"|неприменим|(?:do|does|is|are)\s+not\s+(?:apply|applicable))",
    _FLAGS,
)
_PURPOSE = re.compile(r"\b(?:для|ради)\b[^.;:,()]{0,60}$|\bfor\b[^.;:,()]{0,60}$", _FLAGS)
_BACK = re.compile(
    r"\b(?:ссылк[а-яё]+|отсылк[а-яё]+|references?)\b[^.;:()]{0,40}?\b(?:на|к|to)\b[^.;:()]{0,20}$",
    _FLAGS,
)
_PLACE = re.compile(
    r"^\s*[,(]?\s*(?:в частности|например|а именно|in particular)?\s*[,–—-]?\s*"
    r"(?:содерж[а-яё]+\s+|есть\s+|име[а-яё]+\s+|имеется\s+|стоит\s+)?\b(?:в|во|из|in|from)\b[^.;:]{0,20}$",
    _FLAGS,
)
_TRIGGER = (
    r"(?:(?:правил|закон|раздел|стать|пункт)[а-яё]*|п{1,2}\.(?:\s*п\.)?|пр\.|ст\.|§{1,2}|laws?|l)"
)
_JOIN = re.compile(
    rf"^[\s,;]*(?:(?:и|или|либо|а также|а равно|как и|and|or|as well as)\b)?"
    rf"[\s,;(]*(?:(?:к|по|в|на|of|by|under)\s+)?(?:{_TRIGGER})?\s*$",
    _FLAGS,
)
_ASIDE = re.compile(rf"[(–—-]\s*(?:{_TRIGGER})?\s*$", _FLAGS)
_ADJACENT = 24  # characters: «(но см. также Правило»
_SPEECH = re.compile(r":\s*[“«„\"]")


@dataclass(frozen=True, slots=True)
class Cue:
    """What the words around a mention do; several can hold at once.

    ``adjacent``: hardly anything stands between it and the last mention. ``aside``: it stands alone
    in brackets or after a dash; ``inside``: somewhere within brackets.
    """

    start: bool = False
    sequence: bool = False
    consequence: bool = False
    reference: bool = False
    see: bool = False
    adjacent: bool = False
    apply: bool = False
    negated: bool = False
    back: bool = False
    aside: bool = False
    inside: bool = False

    @property
    def moves(self) -> bool:
        """Whether the words carry the argument to the mention."""
        carried = self.sequence or self.consequence or self.reference or self.see or self.apply
        return carried and not self.negated


def joined(between: str) -> bool:
    """Whether two mentions stand side by side as one enumeration («Правила 25А, 21В и 16С»)."""
    return bool(_JOIN.match(between))


def speech(between: str) -> bool:
    """Whether somebody's direct speech begins or ends between two mentions."""
    return bool(_SPEECH.search(between)) or bool(re.search(r"[”»]\s*(?:\n|$)", between))


def back_reference(lead: str) -> bool:
    """Whether the mention that follows ``lead`` is what others refer to («ссылки на Правило»)."""
    return bool(_BACK.search(lead))


def place(between: str) -> bool:
    """Whether the mention after ``between`` is where a reference stands («в Правилах 30, 31»)."""
    return bool(_PLACE.search(between))


def goes_on(opening: str) -> bool:
    """Whether a paragraph that opens so takes up the one before («Затем …», «Далее …»)."""
    return bool(re.match(rf"\W*(?:{_SEQUENCE.pattern})", opening, _FLAGS))


def read(lead: str, tail: str, before: str = "") -> Cue:
    """Name what ``lead`` (from the sentence's start or the last mention) and ``tail`` say.

    ``tail`` runs to the next mention or the end of the sentence; ``before`` is all of the sentence
    that precedes the mention.
    """
    clause = re.split(r"[;]", lead)[-1]
    applies = bool(_APPLY.search(clause)) and not _PURPOSE.search(clause)
    return Cue(
        start=bool(_START.search(lead)),
        sequence=bool(_SEQUENCE.search(lead)),
        consequence=bool(_CONSEQUENCE.search(lead)),
        reference=bool(_REFERENCE.search(clause)),
        see=bool(_SEE.search(clause)),
        adjacent=len(lead.strip()) <= _ADJACENT and ")" not in lead,
        apply=applies or bool(_APPLY_AFTER.match(tail)),
        negated=bool(_NEGATED.search(clause)) or bool(_NEGATED_AFTER.match(tail)),
        back=back_reference(lead),
        aside=bool(_ASIDE.search(lead)),
        inside=before.count("(") > before.count(")"),
    )
