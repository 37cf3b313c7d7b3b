"""References to laws by number: announced by a word («Правило 12С2») or bare («в 15С»)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from corpus.document import Kind
from kg.citations.anchors import Anchor
from kg.citations.counting import counts_anything, measures
from kg.citations.damaged import read_damaged, suspicion
from kg.citations.mention import Mention, of_another_text, within_range
from kg.citations.numbers import Number, read_law
from kg.citations.parts import with_parts
from kg.citations.places import Places, is_law_heading
from kg.citations.runs import Item, Scheme, counts_something, read_run, stands_alone
from kg.citations.stretches import Stretches
from kg.citations.vocabulary import (
    ADDRESS_BEFORE,
    BID_BEFORE,
    BRIDGE,
    EXTERNAL,
    EXTERNAL_BEFORE,
    EXTERNAL_NAMED_BEFORE,
    EXTERNAL_PARAGRAPH_BEFORE,
    FILLER,
    HIGHEST_BID,
    NOT_A_LAW_BEFORE,
    PLURAL,
    UNITS_AFTER,
)
from kg.provision import Letters, Provision

_BEFORE = 96
"""How many characters before «ст.» may name the text it belongs to."""
_GAP = re.compile(
    rf"(?P<gap>(?:\s*:)?{FILLER}(?:\(\s*)?)(?P<opened>(?:с|со|от|from|between)\s+(?:[Пп]равил[аеу]?\s+)?)?"
    r"(?=[1-9])"
)
_FILLED = re.compile(FILLER)
_BARE = re.compile(
    r"[1-9]\d?(?=[A-KАВСЕБГДФa-kавсебгд]|[ \xa0][A-KАВСЕ][ \xa0]?\d(?!\d)|\.[A-KАВСЕ]\.\d)"
)
_WITHOUT_LAW_HEADS = (Kind.MINUTES, Kind.CODE, Kind.APPEALS, Kind.REGULATIONS)
_SUITS = frozenset("CDHSNСTТ")
_CYRILLIC_ONLY = frozenset("БГДФЖЗИ")
_SEE = re.compile(
    r"(?:[СсSs](?:м\.|р\.|ee)|[Пп]рименя[а-я]+|[Дд]ейству(?:ет|ют)|\bс\s+уч[её]том|\bappl(?:y|ies))\s+"
    r"(?:также\s+|еще\s+|ещё\s+|also\s+)?"
    r"(?=[1-9]\d?(?:\)|\s?[-–—…]\s?[1-9]\d(?=[).,;]|\s*$)|[,;]\s+[1-9]|\s+(?:и|или|либо|and|or)\s+[1-9]|\.?(?:\s*$|\s+[(А-ЯA-Z])))",
    re.MULTILINE,
)
_DAMAGED_LAST = re.compile(r"[1-9]\d?[A-FАВСЕ][Зб](?!\w)")
_GLUED_LEFT = re.compile(r"[\w./:№#\-+]")
_GLUED_RIGHT = re.compile(
    r"/(?![1-9]\d?[ .]?[A-KАВСЕ][ .]?\d?(?!\w))|[_@=#]|-(?![1-9]\d?[ .]?[A-KАВСЕ])\w"
)
_RANGED_TAIL = re.compile(r"-[2-9](?![\w-])")
_ANY_NUMBER_OF_RULES = re.compile(r"правил(?:а|ам|ами|ах)?|закон(?:ы|ов|ам|ами|ах)")
_QUOTES = ("«", "“", '"')
_END_QUOTES = ("»", "”", '"')
_LISTED = re.compile(r"\s*(?:,|и)\s*\d")
_LIST_NUMBERING = re.compile(r"[1-9]\d?\.\s+[A-ZА-ЯЁ]")
_PLAIN_BEFORE = re.compile(r"(?<![\w.,:/+#№-])(?P<law>[1-9]\d?)(?:,\s*|\s+(?:и|или|and|or)\s+)$")
_EXCEPT = re.compile(r"\b(?:кроме|исключая|за\s+исключением|except(?:ing)?|excluding)\s+$")
_OPENING_BEFORE = re.compile(r"(?<!\w)(?:с|со|от|from|between)\s+$", re.IGNORECASE)
_OPENED_QUOTE = re.compile(r"[«\"“]\s*$")
_QUOTED_NUMBER = re.compile(r"[\d\s,.;()A-KА-Иa-kиабв–-]{0,40}[»\"”]|\.|\s*$")
_RULE_OF_SO_MANY = re.compile(
    r"\s+(?:взяток|карт|очков|пунктов|сдач|туров|секунд|минут|часов|дней|процентов|баллов|импов|мастей)"
    r"\b(?!\s+(?:не|нельзя)\b)|\s+откры(?:л|в|т|ва)[а-я]*\s|\s+открытия\b|(?<=2)\s+и\s+3\b"
)
_IN_PROSE = re.compile(r"[а-яёa-z]\s+$|[(.;,–—-]\s*$")
_RANK_BEFORE = re.compile(r"(?<!\w)(?:[ТКДВAKQJT]|10|[2-9])[,\s]+$")
_ONE_MORE = re.compile(r"(?:,|\s+(?:и|или|либо))\s+[1-9]\d?(?!\w)")
_GLUED_SHORT = re.compile(r"(?<!\w)(?:пп?|[Сс]м|[Сс]р)\.$")
_HEADING_WORD = re.compile(r"(?:правил[оа]|закон[ы]?|стать[яи]|laws?)", re.IGNORECASE)
_TITLE_IN_CAPITALS = re.compile(r"\s*[.:–—-]\s*[А-ЯЁA-Z]{4}")
_POINTING = re.compile(r"(?:^|[^\w])(?:см\.?|смотри|ср\.|see|cf\.)\s+$", re.IGNORECASE)
_EXPECTING = re.compile(
    r"(?:[(\[–—-]|\b(?:в|во|из|по|к|с|от|на|под|о|об|см|см\.|case|in|under|see|of|and|or|и|или|либо|не"
    r"|насчет|насчёт|случа[ейяю]+|также|например|именно|согласно|пункт[а-я]*|раздел[а-я]*|section))"
    r"[\s–—-]*$",
    re.IGNORECASE,
)


def _mentions(items: list[Item], form: str) -> Iterator[Mention]:
    run = (items[0].number.start, items[-1].number.end)
    for index, item in enumerate(items):
        number = item.number
        yield Mention(
            "law",
            form if not index else item.form,
            number.start,
            number.end,
            run,
            number.readings,
            certain=not number.repaired,
            reasons=(suspicion(number.repaired),) if number.repaired else (),
        )
        if item.inside:
            yield within_range(items[index - 1].number.start, number.end, run, item.inside)


def _number_after(text: str, anchor: Anchor, scheme: Scheme) -> tuple[Number, bool] | None:
    """The number a trigger word announces, and whether «с» stands before it."""
    gap = _GAP.match(text, anchor.end)
    if not gap:
        return None
    at = gap.end()
    blank = gap["gap"]
    if "\n" in blank and (_numbers_a_list(text, anchor, at) or _alone_on_line(text, anchor)):
        return None
    number = read_law(text, at, scheme.letters)
    if not number or not stands_alone(text, number) or _counted(text, anchor, number):
        return None
    if anchor.word == "L" and (
        UNITS_AFTER.match(text, number.end) or (blank and not number.first.depth)
    ):
        return None
    elsewhere = EXTERNAL_PARAGRAPH_BEFORE if anchor.word[0] == "§" else EXTERNAL_BEFORE
    if elsewhere.search(text, max(0, anchor.start - 24), anchor.start):
        return None
    if "»" in text[max(0, anchor.start - 3) : anchor.start] and EXTERNAL_NAMED_BEFORE.search(
        text, max(0, anchor.start - _BEFORE), anchor.start
    ):
        return None
    if _names_a_custom(text, anchor, number):
        return None
    if _OPENED_QUOTE.search(blank) and not _QUOTED_NUMBER.match(text, number.end):
        return None  # «Правило "7 Нет"» is a name
    if ":" in blank and not (number.first.depth or _LISTED.match(text, number.end)):
        return None
    opened = bool(gap["opened"]) or bool(
        _OPENING_BEFORE.search(text, max(0, anchor.start - 10), anchor.start)
    )
    return number, opened


def _names_a_custom(text: str, anchor: Anchor, number: Number) -> bool:
    """True for «правило 15» in quotation marks: a rule of thumb, known by its number."""
    if anchor.word[0] not in "пз" or number.first.depth:
        return False
    quoted = text[anchor.start - 1 : anchor.start] in _QUOTES and anchor.start > 0
    return quoted and text[number.end : number.end + 1] in _END_QUOTES


def _damaged_after(text: str, anchor: Anchor, scheme: Scheme) -> tuple[Number, bool] | None:
    """The same for a number with letters in place of digits."""
    gap = _FILLED.match(text, anchor.end)
    number = read_damaged(text, gap.end(), scheme) if gap else None
    return (number, False) if number else None


def _counted(text: str, anchor: Anchor, number: Number) -> bool:
    """«правил 12 игроков» counts; «Правилу 12» and «правило 12» name a law whatever follows."""
    if _ANY_NUMBER_OF_RULES.fullmatch(anchor.word):
        return counts_something(text, number)
    if number.first.depth:
        return False
    if anchor.word[0].islower() and _RULE_OF_SO_MANY.match(text, number.end):
        return True  # «это правило 4 взяток»
    if anchor.word.isascii():
        return False  # «Law 64 tricks»: one law, whatever follows
    ratio = text[number.end : number.end + 1] == "/" and not PLURAL.search(anchor.word)
    return ratio or measures(text, number.end)


def _numbers_a_list(text: str, anchor: Anchor, at: int) -> bool:
    """True for «следующие правила⏎1. Игрок…»; «применяется правило⏎57. В этом» names a law."""
    if not _LIST_NUMBERING.match(text, at):
        return False
    line = text.rfind("\n", 0, anchor.start) + 1
    return not text[line : anchor.start].strip(" \t\xa0") or text[at : at + 2] == "1."


def _alone_on_line(text: str, anchor: Anchor) -> bool:
    """True for a heading («ПРАВИЛА») with a blank line under it."""
    if not _HEADING_WORD.fullmatch(anchor.word):
        return False
    line = text.rfind("\n", 0, anchor.start) + 1
    below = text[anchor.end : anchor.end + 40].lstrip(" \t\r")
    return below.startswith("\n\n") and not text[line : anchor.start].strip(" \t\xa0")


def named_laws(
    text: str, anchors: Sequence[Anchor], places: Places, scheme: Scheme
) -> Iterator[Mention]:
    """Runs announced by «Правило», «Закон», «статья», «§», Law …; headings are left out."""
    done = 0
    for anchor in anchors:
        if anchor.end < done:
            continue
        read = _damaged_after(text, anchor, scheme) or _number_after(text, anchor, scheme)
        if not read:
            continue
        number, opened = read
        if number.start < done:
            continue
        if _heads_its_law(text, anchor.start, number, places):
            done = number.end
            continue
        number = with_parts(text, number, scheme) or number
        plural = bool(PLURAL.search(anchor.word))
        items = read_run(text, number, plural=plural, opened=opened, scheme=scheme)
        done = items[-1].number.end
        if other := EXTERNAL.match(text, done):
            yield of_another_text(text, anchor.start, other.end())
        else:
            yield from _mentions(items, "named")


def _heads_its_law(text: str, start: int, number: Number, places: Places) -> bool:
    if number.first.depth or places.kind in _WITHOUT_LAW_HEADS:
        return False
    if number.repaired and _TITLE_IN_CAPITALS.match(text, number.end):
        return True
    place = places.at(start)
    begins_unit = place.unit is not None and not text[place.start : start].strip(" \t\n\xa0-=.")
    if is_law_heading(text, start, begins_unit):
        return True
    after = text[number.end : number.end + 2].strip(" \t")
    own = place.law is not None and place.law.law == number.first.law
    return begins_unit and own and not after[:1].islower()


def seen_laws(text: str, taken: Stretches, scheme: Scheme) -> Iterator[Mention]:
    """«(см. также 46, 47)»: plain numbers after «см.», where a text speaks of nothing but laws."""
    for found in _SEE.finditer(text):
        number = read_law(text, found.end(), scheme.letters)
        if not number or number.first.depth or number.start in taken:
            continue
        if number.first.law <= scheme.last_law:
            items = read_run(text, number, plural=True, opened=False, scheme=scheme)
            if not _counted_list(text, items[-1].number.end):
                mentions = _mentions(items, "bare")
                yield from (one for one in mentions if one.start not in taken)


def _counted_list(text: str, end: int) -> bool:
    """«применяя 12 и 13 карт»: the numbers count, the last of them unread or read."""
    unread = _ONE_MORE.match(text, end)
    return counts_anything(text, unread.end() if unread else end)


def bare_laws(text: str, taken: Stretches, scheme: Scheme, trusted: bool) -> Iterator[Mention]:
    """Numbers with a letter that no word announces («в 15С», «(14А)», «насчет 31А2(в)»).

    ``taken`` are the stretches already read; ``trusted`` – the text is known to cite laws.
    """
    done = 0
    speaks_of_bridge: bool | None = None
    for found in _BARE.finditer(text):
        start = found.start()
        if start < done or start in taken:
            continue
        if (
            start
            and _GLUED_LEFT.match(text[start - 1])
            and not _GLUED_SHORT.search(text, max(0, start - 5), start)
        ):
            continue
        number = (trusted and _damaged_bare(text, start, scheme)) or read_law(
            text, start, scheme.letters
        )
        if not number or not number.first.depth or number.first.law > scheme.last_law:
            continue
        if not _is_bare_law(text, number, scheme, trusted):
            continue
        if not trusted and number.first.depth < 2:
            if speaks_of_bridge is None:
                speaks_of_bridge = bool(BRIDGE.search(text))
            expecting = _EXPECTING if speaks_of_bridge else _POINTING
            if not expecting.search(text, max(0, start - 16), start):
                continue
        opened = bool(_OPENING_BEFORE.search(text, max(0, start - 10), start))
        first = _plain_before(text, done, number, taken, scheme)
        items = read_run(text, number, plural=False, opened=opened, scheme=scheme)
        if first:
            items = [Item(first, "bare"), replace(items[0], form="list-item"), *items[1:]]
        done = items[-1].number.end
        if not EXTERNAL.match(text, done):
            yield from _mentions(items, "bare")


def _damaged_bare(text: str, start: int, scheme: Scheme) -> Number | None:
    """«по 12СЗ»: the digit after the section letter was recognised as a letter."""
    if not _DAMAGED_LAST.match(text, start):
        return None
    number = read_damaged(text, start, scheme)
    known = number and number.first.law > HIGHEST_BID and scheme.plausible(number.first)
    return number if known else None


def _plain_before(
    text: str, low: int, number: Number, taken: Stretches, scheme: Scheme
) -> Number | None:
    """«для защитника — 49 и 50D1»: the plain number that shares its place with a bare law."""
    found = _PLAIN_BEFORE.search(text, max(low, number.start - 12), number.start)
    if not found or number.spaced:
        return None
    start = found.start("law")
    law = Provision(int(found["law"]))
    expected = _EXPECTING.search(text, max(0, start - 16), start)
    if start in taken or not expected or not law < number.first or law.law > scheme.last_law:
        return None
    if NOT_A_LAW_BEFORE.search(text, max(0, start - 36), start):
        return None
    return Number(start, found.end("law"), (law,))


def _is_bare_law(text: str, number: Number, scheme: Scheme, trusted: bool) -> bool:
    if not stands_alone(text, number) or UNITS_AFTER.match(text, number.end):
        return False
    if _GLUED_RIGHT.match(text, number.end) and not (
        number.first.depth == 2 and _RANGED_TAIL.match(text, number.end)
    ):
        return False
    low = max(0, number.start - 36)
    if NOT_A_LAW_BEFORE.search(text, low, number.start):
        return False
    if number.first.law <= HIGHEST_BID and BID_BEFORE.search(text, low, number.start):
        return False
    if ADDRESS_BEFORE.search(text, low, number.start):
        return False
    first = number.first
    letter = text[number.start : number.end].lstrip("0123456789. \xa0")[:1]
    if scheme.letters is Letters.LATIN and letter.upper() in _CYRILLIC_ONLY:
        # by sound, when at all: an edition must have it («73Д1»), a house may not («27Б»)
        return first.depth > 1 and letter.isupper() and any(map(scheme.plausible, number.readings))
    if first.depth == 1:
        if letter.islower() or (first.law <= 7 and letter in _SUITS):
            return False
    elif letter.islower() and first.depth < 3 and not scheme.plausible(first):
        return False
    if number.spaced and first.depth < 3:
        apart = first.depth == 2 and trusted and letter.isupper()
        before = text[max(0, number.start - 40) : number.start]
        in_prose = first.law > 10 or (_IN_PROSE.search(before) and not _RANK_BEFORE.search(before))
        if not apart or not in_prose:  # «К 9 В 2» is a hand
            return False
        return any(map(scheme.plausible, number.readings))
    if any(map(scheme.plausible, number.readings)):
        return True
    if trusted and _EXCEPT.search(text, max(0, number.start - 24), number.start):
        return True
    # no edition is known to have it, but in a text about laws it can only be a part of its parent
    return trusted and any(up.depth and scheme.plausible(up) for up in first.ancestors)
