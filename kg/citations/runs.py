"""The grammar of a run: from the first number of a reference to its last («69, 70 и 71»)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from kg.citations.counting import counts
from kg.citations.damaged import read_damaged
from kg.citations.numbers import Number, read_law
from kg.citations.vocabulary import (
    CONJUNCTION,
    HIGHEST_BID,
    LAW_TRIGGER,
    RANGE_SIGN,
    SEPARATOR,
    UNITS_AFTER,
)
from kg.provision import Letters, Provision, between, item_readings, section_readings


@dataclass(frozen=True, slots=True)
class Scheme:
    """How the numbers of a text are written, and which of them there can be.

    ``plausible`` tells whether any known edition may have a provision; ``last_law`` is the highest
    law number of any edition.
    """

    letters: Letters
    plausible: Callable[[Provision], bool]
    last_law: int


@dataclass(frozen=True, slots=True)
class Item:
    """One number of a run and how it is joined: named, list-item or range (its last end)."""

    number: Number
    form: str
    inside: tuple[Provision, ...] = ()


_TRIGGER_AHEAD = re.compile(rf"{LAW_TRIGGER}\s*")
_CONJUNCTION = re.compile(CONJUNCTION)
_TAIL_LETTER = re.compile(
    r"(?:(?P<section>[A-KАВСЕБГДФ])(?P<number>[1-9]\d?)?|(?P<digit>[1-9]\d?)|\((?P<item>[a-kа-и])\)"
    r"|\((?P<sub>i{1,3}|iv|vi{0,3})\))(?![\w]|-\w|\.\d)"
)
_RANGE_TAIL = re.compile(
    r"(?P<section>[A-KАВСЕ])(?P<number>[1-9]\d?)?(?!\w)|\((?P<item>[a-kа-и])\)"
)
_ROMAN = re.compile(r"i{1,3}|iv|vi{0,3}")
_LIST_NUMBERING = re.compile(r"[1-9]\d?[.)]\s+[A-ZА-ЯЁ]")
_LIST_GOES_ON = re.compile(r"\*{0,3}\s*(?:[,;)]|\.(?!\d)|$|(?:и|или|and|or)\s+\d|[—–]\s+[^\d\s])")
_SENTENCE_ENDS = re.compile(r"\*{0,3}[.;)](?!\w)")
_NOTE_SIGN = re.compile(r"[*¹²³⁴]{1,3}")
_COMMENT = re.compile(r"\s\([^()\d]{2,40}\)(?=[,;]?\s)")
_BRACKET = re.compile(r"\s\([^()\d]")

_LINE = 300
_DIGIT = re.compile(r"[1-9]\d?(?!\w)")
_ADJECTIVE = re.compile(r"(?:ые|ие|ых|их|ого|его)\Z")
_LOWER_WORD = re.compile(r"\s+([а-яёa-z]+)")
_GOES_ON = re.compile(
    r"(?:\w{2,}(?:[аеуя]ет|[аеуя]ют|[еиу]тся|[аюя]тся|ются|лось|лась|лись)"
    r"|(?!начало|село|тело|дело|мыло|масло)\w{3,}[аиея]ло|и|или|либо|а|но|не|в|во|на|к|ко|по|для|о|об|от|из|у|с|со|я|мы|вы|он|она|они|его|её|ее|их|же|также|уже|еще|ещё|только|как|так"
    r"|что|чтобы|если|когда|где|то|это|этого|выше|ниже|кодекса|применя\w+|может|могут|можно|следует"
    r"|долж\w+|определя\w+|предусм\w+|гласит|говор\w+|указыва\w+|относ\w+|регулир\w+|описыва\w+|имеет"
    r"|имеют|был\w*|является|являются|даёт|дает|дают|позволя\w+|обязыва\w+|требу\w+|действу\w+"
    r"|остал\w+|станов\w+|касающ\w+|and|or|of|in|to|the|is|are|does|do|apply|applies|may|shall|also"
    r"|above|below|when|if|for|under|as|that|which|not)\Z"
)


_NOTE_SIGNS = "¹²³⁴⁵⁶⁷⁸⁹"


def stands_alone(text: str, number: Number) -> bool:
    """True when nothing glued to the number makes it something else («7БК», «12-е», «17.2»)."""
    after = text[number.end : number.end + 3]
    if not after:
        return True
    if after[0] in _NOTE_SIGNS:
        return True
    if after[0].isalnum() or after[0] in "%°@_":
        return False
    if after[0] in ".:" and after[1:2].isdigit():
        return bool(number.first.depth) and after[0] != ":"
    return not (after[0] in "-–" and after[1:2].isalpha() and not number.first.depth)


def counts_something(text: str, number: Number) -> bool:
    """True for a bare number followed by what it counts («Правилу 64, 2 взятки»)."""
    return not number.first.depth and counts(text, number.end, number.first.law)


def _goes_on(text: str, end: int) -> bool:
    """True when no adjective follows whose noun the number may count («и 2 штрафные карты»)."""
    word = _LOWER_WORD.match(text, end)
    return not word or not _ADJECTIVE.search(word[1]) or bool(_GOES_ON.match(word[1]))


def stands_free(text: str, end: int) -> bool:
    """True when a capital letter, which may be a word, is followed by no word it would govern."""
    word = _LOWER_WORD.match(text, end)
    return not word or bool(_GOES_ON.match(word[1]))


def _tail(text: str, start: int, before: Number, letters: Letters) -> Number | None:
    """«16А и В», «12С1 и 2», «27В1(а) или (b)»: an item that leaves out what it shares."""
    found = _TAIL_LETTER.match(text, start)
    first = before.first
    if not found or not first.depth:
        return None
    end = found.end()
    if found["section"]:
        sign = found["section"]
        if not found["number"] and sign in "АВСКОИA" and not stands_free(text, end):
            return None
        sections = section_readings(sign, letters)
        tail = (found["number"],) if found["number"] else ()
        readings = tuple(Provision(first.law, (one, *tail)) for one in sections)
    elif found["digit"]:
        number = found["digit"]
        if first.depth != 2 or int(number) <= int(first.parts[1]) or counts(text, end, int(number)):
            return None
        readings = (first.sibling(number),)
    elif first.depth == 4:  # «12C1(e)(i) и (ii)»
        sub = found["sub"] or found["item"]
        if first.parts[-1].isdigit() or not _ROMAN.fullmatch(sub):
            return None
        readings = (first.sibling(sub),)
    else:
        if first.depth != 3 or not found["item"]:
            return None
        readings = tuple(first.sibling(one) for one in item_readings(found["item"], letters))
    return Number(start, end, readings) if readings else None


def _range_end(text: str, start: int, first: Number, scheme: Scheme) -> Number | None:
    letters = scheme.letters
    number = read_law(text, start, letters)
    if number and not stands_alone(text, number):
        number = read_damaged(text, start, scheme)
    if (
        number
        and stands_alone(text, number)
        and not counts_something(text, number)
        and first.first < number.first
        and first.first.depth == number.first.depth  # «12С1–2» does not end at law 2
    ):
        return number
    found = _RANGE_TAIL.match(text, start)
    if found and first.first.depth:
        parent = Provision(first.first.law)
        if found["section"]:
            tail = (found["number"],) if found["number"] else ()
            readings = tuple(
                Provision(parent.law, (one, *tail))
                for one in section_readings(found["section"], letters)
            )
        else:
            readings = tuple(
                first.first.sibling(one) for one in item_readings(found["item"], letters)
            )
        readings = tuple(one for one in readings if between(first.first, one))
        return Number(start, found.end(), readings) if readings else None
    digit = _DIGIT.match(text, start)
    beyond = digit and first.first.depth == 2 and int(digit[0]) > int(first.first.parts[1])
    if digit and beyond and not counts(text, digit.end(), int(digit[0])):
        return Number(start, digit.end(), (first.first.sibling(digit[0]),))
    return None


def _backwards(text: str, start: int, first: Number, scheme: Scheme) -> Number | None:
    """The end of a range that runs backwards («64–62»): cited all the same, nothing between."""
    number = read_law(text, start, scheme.letters)
    if not number or number.first.law > scheme.last_law or not stands_alone(text, number):
        return None
    if counts_something(text, number) or number.first.depth != first.first.depth:
        return None
    return number if number.first < first.first else None


def _numbers_a_point(text: str, at: int, start: int) -> bool:
    """True for «нарушение Правила 16А; 2) указание…»: the bracket was not opened before."""
    digit = _DIGIT.match(text, at)
    if not digit or text[digit.end() : digit.end() + 1] != ")":
        return False
    closed = 0
    for sign in reversed(text[max(0, start - _LINE) : at]):
        if sign == ")":
            closed += 1
        elif sign == "(":
            if not closed:
                return False
            closed -= 1
    return True


def _is_listed(
    text: str,
    last: Number,
    number: Number,
    conjoined: bool,
    in_a_list: bool,
    commented: bool,
    joint: str,
) -> bool:
    """Whether a plain number goes on with a list whose trigger («Правило») was singular."""
    two_digits = number.first.law > 9
    bracketed = bool(_BRACKET.match(text, number.end))
    if two_digits and bracketed and (commented or joint.strip() == ";"):
        return True  # «49 (вистующий) или 48 (разыгрывающий)»
    goes_on = bool(_LIST_GOES_ON.match(text, number.end))
    if not conjoined:
        return (last.first < number.first or in_a_list) and goes_on
    if last.first < number.first and _goes_on(text, number.end):
        return True
    return two_digits and (bool(_SENTENCE_ENDS.match(text, number.end)) or (in_a_list and goes_on))


@dataclass(frozen=True, slots=True)
class _Run:
    """What the items of one run share: the text, how it was announced, the scheme of numbers."""

    text: str
    start: int
    plural: bool
    opened: bool
    scheme: Scheme


def _joint(run: _Run, end: int) -> tuple[re.Match[str], bool] | None:
    """What joins the next item of a list, and whether a remark stood before it («49 (…) или»)."""
    comment = _COMMENT.match(run.text, end)
    passed = comment or _NOTE_SIGN.match(run.text, end)
    joint = SEPARATOR.match(run.text, passed.end() if passed else end)
    if not joint:
        return None
    at = joint.end()
    if "\n" in joint[0] and _LIST_NUMBERING.match(run.text, at):
        return None
    if _numbers_a_point(run.text, at, run.start):
        return None
    return joint, bool(comment)


def _range_item(run: _Run, last: Item) -> Item | None:
    """The end of a range that begins with ``last``."""
    sign = RANGE_SIGN.match(run.text, last.number.end) if last.form != "range" else None
    if not sign:
        return None
    first = last.number
    worded = sign[0].strip().isalpha()
    at = sign.end()
    again = _TRIGGER_AHEAD.match(run.text, at) if worded else None
    if again:
        at = again.end()
    english = worded and run.plural and sign[0].strip().isascii()
    ends = not worded or run.opened or english
    end = _range_end(run.text, at, first, run.scheme) if ends else None
    spaced = sign[0] != sign[0].strip()
    plain = end and not end.first.depth
    if end and (not plain or run.plural or run.opened or not spaced):
        return Item(end, "range", between(first.first, end.first)[1:-1])
    if run.plural and not end and (back := _backwards(run.text, at, first, run.scheme)):
        return Item(back, "range")
    return None


def _sharing(run: _Run, at: int, last: Number, number: Number | None) -> Number | None:
    """An item that leaves out what it shares with ``last``, unless ``number`` is a whole one."""
    sibling = _tail(run.text, at, last, run.scheme.letters)
    if not sibling or (number and number.first.depth):
        return None
    plausible = run.scheme.plausible
    if run.text[at : at + 1].isdigit():
        follows = sibling.first.parts[-1] == str(int(last.first.parts[-1]) + 1)
        return sibling if follows and plausible(sibling.first) else None
    known = any(map(plausible, sibling.readings))
    deep = sibling.first.depth == last.first.depth == 4
    return sibling if run.plural or known or deep else None


def _list_item(run: _Run, last: Item) -> Item | None:
    """The item of a list that goes on after ``last``."""
    joined = _joint(run, last.number.end)
    if not joined:
        return None
    text, scheme, before = run.text, run.scheme, last.number
    joint, commented = joined
    at = joint.end()
    number = read_law(text, at, scheme.letters, spaced_list=before.spaced)
    if sibling := _sharing(run, at, before, number):
        return Item(sibling, "list-item")
    in_a_list = last.form == "list-item" and not before.first.depth
    readable = number and stands_alone(text, number)
    if not readable and (damaged := read_damaged(text, at, scheme)):
        known = damaged.first.depth and scheme.plausible(damaged.first)
        due = in_a_list and before.first < damaged.first
        if run.plural or known or (due and _LIST_GOES_ON.match(text, damaged.end)):
            return Item(damaged, "list-item")
    if not number or not readable or number.first.law > scheme.last_law:
        return None
    if number.first.depth:
        # «в статье 20F4 и в 40F», known to us or not, but not «1С, 2D»
        listed = (
            run.plural
            or number.first.depth > 1
            or number.first.law > HIGHEST_BID
            or scheme.plausible(number.first)
        )
    elif UNITS_AFTER.match(text, number.end) or counts_something(text, number):
        return None
    else:
        conjoined = bool(_CONJUNCTION.search(joint[0]))
        aside = joint["aside"] and _LIST_GOES_ON.match(text, number.end)
        listed = (
            run.plural
            or bool(aside)
            or _is_listed(text, before, number, conjoined, in_a_list, commented, joint[0])
        )
    return Item(number, "list-item") if listed else None


def read_run(
    text: str,
    first: Number,
    *,
    plural: bool,
    opened: bool,
    scheme: Scheme,
) -> list[Item]:
    """The items of the run whose first number has been read.

    ``plural`` – the trigger was plural; ``opened`` – «с», "from" stood before the number.
    """
    run = _Run(text, first.start, plural, opened, scheme)
    items = [Item(first, "named")]
    while item := _range_item(run, items[-1]) or _list_item(run, items[-1]):
        items.append(item)
    return items
