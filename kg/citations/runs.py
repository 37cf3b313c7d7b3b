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
_LIST_GOES_ON = re.compile(r"\s*(?:[,;)]|\.(?!\d)|$|(?:и|или|and|or)\s+\d|[—–]\s+[^\d\s])")
_SENTENCE_ENDS = re.compile(r"[.;)](?!\w)")
_COMMENT = re.compile(r"\s\([^()\d]{2,40}\)(?=[,;]?\s)")
_BRACKET = re.compile(r"\s\([^()\d]")

_LINE = 300
_DIGIT = re.compile(r"[1-9]\d?(?!\w)")
_ADJECTIVE = re.compile(r"(?:ые|ие|ых|их|ого|его)\Z")
_LOWER_WORD = re.compile(r"\s+([а-яёa-z]+)")
_GOES_ON = re.compile(
    r"(?:\w{2,}(?:[аеуя]ет|[аеуя]ют|[еиу]тся|[аюя]тся|ются|лось|лась|лись)"
    r"|(?!начало|село|тело|дело|мыло|масло)\w{3,}[аиея]ло|и|или|либо|а|но|не|в|во|на|к|ко|по|для|о|об|от|из|у|с|со|же|также|уже|еще|ещё|только|как|так"
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
    before = text[max(0, start - _LINE) : at]
    return before.count("(") <= before.count(")")


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
    items = [Item(first, "named")]
    while True:
        last = items[-1].number
        sign = RANGE_SIGN.match(text, last.end)
        if sign and items[-1].form != "range":
            worded = sign[0].strip().isalpha()
            at = sign.end()
            again = _TRIGGER_AHEAD.match(text, at) if worded else None
            if again:
                at = again.end()
            english = worded and plural and sign[0].strip().isascii()
            ends = not worded or opened or english
            end = _range_end(text, at, last, scheme) if ends else None
            spaced = sign[0] != sign[0].strip()
            plain = end and not end.first.depth
            if end and (not plain or plural or opened or not spaced):
                inside = between(last.first, end.first)[1:-1]
                items.append(Item(end, "range", inside))
                continue
            if plural and not end and (back := _backwards(text, at, last, scheme)):
                items.append(Item(back, "range"))
                continue
        comment = _COMMENT.match(text, last.end)
        joint = SEPARATOR.match(text, comment.end() if comment else last.end)
        if not joint:
            return items
        at = joint.end()
        if "\n" in joint[0] and _LIST_NUMBERING.match(text, at):
            return items
        if _numbers_a_point(text, at, first.start):
            return items
        conjoined = bool(_CONJUNCTION.search(joint[0]))
        number = read_law(text, at, scheme.letters, spaced_list=last.spaced)
        sibling = _tail(text, at, last, scheme.letters)
        if sibling and (not number or not number.first.depth):
            near = text[at : at + 1].isdigit()
            follows = near and sibling.first.parts[-1] == str(int(last.first.parts[-1]) + 1)
            known = any(map(scheme.plausible, sibling.readings))
            fits = plural or known or sibling.first.depth == last.first.depth == 4
            if fits and (not near or (follows and scheme.plausible(sibling.first))):
                items.append(Item(sibling, "list-item"))
                continue
        readable = number and stands_alone(text, number)
        if plural and not readable and (damaged := read_damaged(text, at, scheme)):
            items.append(Item(damaged, "list-item"))
            continue
        if not number or not readable or number.first.law > scheme.last_law:
            return items
        if UNITS_AFTER.match(text, number.end) and not number.first.depth:
            return items
        if not number.first.depth:
            in_a_list = items[-1].form == "list-item" and not last.first.depth
            listed = plural or _is_listed(
                text, last, number, conjoined, in_a_list, bool(comment), joint[0]
            )
            if not listed or counts_something(text, number):
                return items
        elif not (
            scheme.plausible(number.first)
            or plural
            or number.first.depth > 1
            or number.first.law > HIGHEST_BID  # «в статье 20F4 и в 40F», known to us or not
        ):
            return items
        items.append(Item(number, "list-item"))
