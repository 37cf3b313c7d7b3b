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
_TRIGGER = (
    r"(?:(?:правил|закон|раздел|стать|пункт)[а-яё]*|п{1,2}\.(?:\s*п\.)?|пр\.|ст\.|§{1,2}|laws?|l)"
)
_START = re.compile(
    r"\b(?:начн[а-яё]+|начин[а-яё]+|начать|начав|начал[аи]?)\s+(?:\w+\s+){0,2}?(?:с|со)\b"
    r"|\b(?:сначала|сперва|прежде всего|первым делом|во-первых|в первую очередь)\b[^.;:()]{0,50}$"
    r"|\b(?:отправн|исходн)[а-яё]+ точк[а-яё]+\b[^.;:()]{0,50}$"
    r"|\bисход(?:им|ить|я|ит)\s+из\b"
    r"|\b(?:begin|start|starting|beginning)\s+(?:with|from|at)\b|\bfirst(?:ly)?\b",
    _FLAGS,
)
_SEQUENCE = re.compile(
    r"(?:^\W*|[.;:,()–—]\s*|\b(?:и|а|но|то|лишь|только)\s+)(?:затем|далее|дальше|потом|следом"
    r"|после (?:этого|чего)|вслед за (?:этим|тем)|наконец|в свою очередь|отсюда|оттуда|в-третьих"
    r"|во-вторых)\b"
    r"|\b(?:пере(?:йд|йт|ход|ш[её]?л)[а-яё]*|при(?:ход[а-яё]+|ш[её]?л[а-яё]*) к"
    r"|прив(?:одит|[её]л|ела|ело|ели) к|вед[её]т к|попада[а-яё]+ (?:в|на))\b"
    r"|\b(?:продолж|законч|заканчив|заверш)[а-яё]+\b[^.;:()]{0,20}$"
    r"|\b(?:then|next|finally|thence|turn(?:s|ed|ing)? to|lead(?:s|ing)? to|led to|in turn"
    r"|(?:move[sd]?|go|goes|went) on to|proceed(?:s|ed|ing)? to|(?:brings|takes) us to"
    r"|followed by|from there|(?:continue[sd]?|end(?:s|ed)?|conclude[sd]?) with)\b"
    r"|(?:→|⇒|->|=>)",
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
    r"|направля[а-яё]+|отправля[а-яё]+)\b"
    r"|\b(?:определен[а-яё]*|определён[а-яё]*|предусмотрен[а-яё]*|установлен[а-яё]*|указан[а-яё]*"
    r"|описан[а-яё]*|предписан[а-яё]*|изложен[а-яё]*|требу[а-яё]+)\b(?=[^.;:]{0,40}$)"
    r"|\b(?:refers?|referring|sends?(?: \w+){0,2} to|pursuant|provided|specified|defined"
    r"|prescribed)\b",
    _FLAGS,
)
_APPLY = re.compile(
    r"\b(?:примен[а-яё]+|руководств[а-яё]+|воспольз[а-яё]+|использ(?:овать|ует|уя|уем|уйте)"
    r"|рассматрива[а-яё]+|рассмотре[а-яё]+|прису(?:жд|д)[а-яё]+|назнач(?:ает|ают|ил[аи]?|ить|ается|аться|аются|ен[аоы]?)"
    r"|исправл[а-яё]+|корректир[а-яё]+|разбира[а-яё]+|разрешить|разреша[а-яё]+|трактова[а-яё]+|действ(?:ует|уют|овать)|решать|решает"
    r"|подпада[а-яё]+|подчиня[а-яё]+|регулиру[а-яё]+|обра(?:титься|щаться|тимся|тился|щаемся|щается)"
    r"|нарушени(?:е|я|ем|ю)|нарушает|нарушил[аи]?|противореч[а-яё]+|уместн[а-яё]+"
    r"|квалифицир[а-яё]+|ограничен[а-яё]*|наказани[а-яё]+|быть|вступа[а-яё]+|след(?:ует|уя|уйте)(?!\s+(?:из|за)\b))\b[^.;:]{0,80}$"
    r"|\b(?:appl(?:y|ies|ied|ying)|govern(?:s|ed)?|under|accordance|award(?:s|ed)?|adjust(?:s|ed)?"
    r"|breach|subject to|use[sd]?)\b[^.;:]{0,80}$"
    r"|\b(?:в соответствии с|согласно|на основании|руководствуясь|в порядке|в силу)\b"
    r"[^.;:,]{0,30}$",
    _FLAGS,
)
_APPLY_AFTER = re.compile(
    r"^[^.;:()]{0,60}?\b(?:примен(?:я|и)[а-яё]+|действу[а-яё]+|вступа[а-яё]+|appl(?:y|ies)"
    r"|(?:назнача|присужда|налага|накладыва)(?:ет|ют)ся|is awarded)\b",
    _FLAGS,
)
_NEGATED = re.compile(
    r"\bне\s+(?:\w+\s+){0,2}?(?:примен[а-яё]+|отсыла[а-яё]+|использ[а-яё]+|может|могут|подпада[а-яё]+"
    r"|касается|следует|действу[а-яё]+|нарушен[а-яё]*|нарушает|нарушил[аи]?)\b[^.;:,()]*$"
    r"|\b(?:нельзя|незачем|нет оснований|ошибочно|неверно|неправильно|напрасно)\s+(?:\w+\s+)?"
    r"(?:примен|использ|ссыла|сосла|обращ|обрат|руководств)[а-яё]+\b[^.;:,()]*$"
    r"|\bneither\b[^.;:,()]*$"
    r"|\b(?:а|но|и|and|but)?\s*(?:не|not|never)\s+(?:к|по|на|в|с|о|to|under|in|by)?\s*"
    rf"(?:{_TRIGGER})?\s*$"
    r"|\b(?:not|never)\s+(?:\w+\s+){0,2}?(?:apply|applied|under|refer)\b[^.;:,()]*$",
    _FLAGS,
)
_DOUBTED = re.compile(
    r"\bне\s+(?:полага[а-яё]+|счита[а-яё]+|дума[а-яё]+),?\s+что\b[^.;:()]*$"
    r"|\bnot\s+(?:think|believe|consider)\b[^.;:()]*$",
    _FLAGS,
)
_NEGATED_AFTER = re.compile(
    r"^[\s)]*(?:\w+\s+){0,3}?(?:не\s+(?:\w+\s+)?(?:примен|отсыла|действу|подход|годи[тл]"
    r"|относи[тл]|име(?:ет|ют|ло) отношения|был[аио]? (?:примен|наруш)|нарушен)"
    r"|не мо(?:жет|гут)\s+(?:быть\s+)?примен|неприменим|ни при ч[её]м"
    r"|(?:(?:при)?мен[а-яё]+\s+)?нельзя|применению не подлежит"
    r"|(?:(?:do|does|did|is|are|was|can|should)\s+not|cannot|never)\s+(?:be\s+)?"
    r"(?:appl(?:y|ies|ied|icable)|relevant)|is\s+(?:inapplicable|irrelevant))",
    _FLAGS,
)
_BESIDE = re.compile(
    r"(?:\b(?:для сравнения|в отличие от|по аналогии с[о]?|аналогично|подобно|минуя|вместо|помимо"
    r"|кроме|как и в (?:случае|ситуации)|не путать с[о]?|unlike|instead of|rather than"
    r"|as opposed to|by analogy with|by contrast|compare|apart from)\b)[,:]?[^.;,()]{0,30}$",
    _FLAGS,
)
_ELLIPSIS = re.compile(
    r"(?:^|\b(?:последн[а-яё]+|он|она|оно|то|тот|та|это|этого|него|неё|нее|которого|latter|it))"
    rf"\s*[–—-]\s*(?:уже\s+|снова\s+)?(?:к|на|в|to)\s+(?:{_TRIGGER})?\s*$",
    _FLAGS,
)
_PURPOSE = re.compile(r"\b(?:для|ради)\b[^.;:,()]{0,60}$|\bfor\b[^.;:,()]{0,60}$", _FLAGS)
_BACK = re.compile(
    r"\b(?:ссылк[а-яё]+|отсылк[а-яё]+|references?)\b[^.;:()]{0,40}?\b(?:на|к|to)\b[^.;:()]{0,20}$",
    _FLAGS,
)
_PASSIVE = re.compile(
    r"^\s*,?\s*(?:к|на) котор[а-яё]+\s+(?:\w+\s+)?(?:отсыла|ссыла|указыва|направля|вед)[а-яё]+"
    r"(?:\s+нас)?\s+(?:текст\s+)?"
    rf"(?:{_TRIGGER})?\s*$"
    r"|^\s*,?\s*(?:упомянут|назван|указанн|упоминаем)[а-яё]+\s+(?:в|во)\s+"
    rf"(?:{_TRIGGER})?\s*$"
    r"|^\s*,?\s*(?:to which|mentioned in|referred to (?:in|by))\s+(?:the\s+)?"
    rf"(?:{_TRIGGER})?\s*$",
    _FLAGS,
)
_PLACE = re.compile(
    r"^\s*+[,(]?\s*+(?:в частности|например|а именно|in particular)?\s*+[,–—-]?\s*+"
    r"(?:содерж[а-яё]+\s+|есть\s+|име[а-яё]+\s+|имеется\s+|стоит\s+)?\b(?:в|во|из|in|from)\b[^.;:]{0,20}$",
    _FLAGS,
)
_PREPOSITIONS = "ко?|по|во?|на|со?|из|от|of|by|to|under|from"
_JOIN = re.compile(
    rf"^[\s,;]*(?:(?:и|или|либо|ни|а также|а равно|как и|так и|но и|но также"
    r"|and|or|nor|but also|as well as)\b)?"
    rf"[\s,;(]*(?:(?P<preposition>{_PREPOSITIONS})\s+)?(?:{_TRIGGER})?\s*$",
    _FLAGS,
)
_GOVERNED = re.compile(rf"\b(?P<preposition>{_PREPOSITIONS})\s+(?:{_TRIGGER})\s*$", _FLAGS)
_ASIDE = re.compile(rf"[(–—-]\s*(?:{_TRIGGER})?\s*$", _FLAGS)
_RUN = re.compile(r"\s+|([-,;:.–—])(?:\s*\1)+")
_LINK = 60  # characters that can stand between two items of an enumeration
_ADJACENT = 24  # characters: «(но см. также Правило»
_SPEECH = re.compile(r":\s*[“«„\"]")


@dataclass(frozen=True, slots=True)
class Cue:
    """What the words around a mention do; several can hold at once.

    ``adjacent``: hardly anything stands between it and the last mention. ``aside``: it stands alone
    in brackets or after a dash; ``inside``: somewhere within brackets. ``beside``: it is named only
    to compare, or as what is passed by. ``doubted``: somebody thinks that it does *not* hold, which
    leads nowhere, but is what the next sentence speaks about. ``passive``: it is what refers to the
    mention before it («Правило 26, к которому отсылает Правило 31В»).
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
    beside: bool = False
    doubted: bool = False
    passive: bool = False

    @property
    def moves(self) -> bool:
        """Whether the words carry the argument to the mention."""
        carried = self.sequence or self.consequence or self.reference or self.see or self.apply
        return carried and not self.idle and not self.doubted

    @property
    def idle(self) -> bool:
        """Whether the mention has no part in the argument: ruled out, or named beside it."""
        return self.negated or self.beside


def joined(between: str, governed: str = "") -> bool:
    """Whether two mentions stand side by side as one enumeration («Правила 25А, 21В и 16С»).

    ``governed`` is the preposition the first stands under: where another one follows, a new clause
    begins («переходим к Правилу 46В, и по Правилу 57А назначается…»).
    """
    found = _link(between)
    if found is None:
        return False
    own = (found["preposition"] or "").lower()
    return not own or own == governed


def _link(between: str) -> re.Match[str] | None:
    between = _squeezed(between)
    return _JOIN.match(between) if len(between) <= _LINK else None


def _squeezed(text: str) -> str:
    """The text with each run of the same mark or of white space as one, which keeps the
    expressions linear."""
    return _RUN.sub(lambda run: " " if run[0].isspace() else run[1], text)


def preposition(lead: str) -> str:
    """The preposition that ends a lead («переходим к Правилу» → «к»); empty when there is none."""
    found = _GOVERNED.search(_squeezed(lead))
    return found["preposition"].lower() if found else ""


def speech(between: str) -> bool:
    """Whether somebody's direct speech begins or ends between two mentions."""
    return bool(_SPEECH.search(between)) or bool(re.search(r"[”»]\s*(?:\n|$)", between))


def back_reference(lead: str) -> bool:
    """Whether the mention that follows ``lead`` is what others refer to («ссылки на Правило»)."""
    return bool(_BACK.search(lead))


def onward(between: str, governed: str) -> bool:
    """Whether two mentions are the ends of a way («от Правила 49 к Правилу 50»); ``governed`` is
    the preposition the first stands under."""
    found = _link(between)
    own = (found["preposition"] or "").lower() if found else ""
    return governed in ("от", "с", "со", "из", "from") and own in ("к", "ко", "на", "to")


def place(between: str) -> bool:
    """Whether the mention after ``between`` is where a reference stands («в Правилах 30, 31»)."""
    return bool(_PLACE.search(_squeezed(between)))


def goes_on(opening: str) -> bool:
    """Whether a paragraph that opens so takes up the one before («Затем …», «Далее …»)."""
    return bool(re.match(rf"\W*(?:{_SEQUENCE.pattern})", opening, _FLAGS))


def read(lead: str, tail: str, before: str = "") -> Cue:
    """Name what ``lead`` (from the sentence's start or the last mention) and ``tail`` say.

    ``tail`` runs to the next mention or the end of the sentence; ``before`` is all of the sentence
    that precedes the mention.
    """
    lead, tail, before = _squeezed(lead), _squeezed(tail), _squeezed(before)
    clause = re.split(r"[;]", lead)[-1]
    applies = bool(_APPLY.search(clause)) and not _PURPOSE.search(clause)
    return Cue(
        start=bool(_START.search(lead)),
        sequence=bool(_SEQUENCE.search(lead)) or bool(_ELLIPSIS.search(lead)),
        consequence=bool(_CONSEQUENCE.search(lead)),
        reference=bool(_REFERENCE.search(clause)),
        see=bool(_SEE.search(clause)),
        adjacent=len(lead.strip()) <= _ADJACENT and ")" not in lead,
        apply=applies or bool(_APPLY_AFTER.match(tail)),
        negated=bool(_NEGATED.search(clause)) or bool(_NEGATED_AFTER.match(tail)),
        back=back_reference(lead),
        aside=bool(_ASIDE.search(lead)),
        beside=bool(_BESIDE.search(clause)),
        passive=bool(_PASSIVE.search(lead)),
        doubted=bool(_DOUBTED.search(clause)),
        inside=before.count("(") > before.count(")"),
    )
