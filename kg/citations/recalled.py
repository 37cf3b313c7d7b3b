"""Plain numbers that can only be laws, though no word announces them: «сперва 26, затем 23».

A plain number is anything – a count, a score, a board. It is taken for a law where the same unit
has just named the law by that number, where a note is said to be «к 27», or where a text that
speaks of laws only says what the number «гласит»; and always only where nothing is counted.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from kg.citations.counting import counts_anything
from kg.citations.mention import Mention
from kg.citations.numbers import Number, read_law
from kg.citations.places import Places
from kg.citations.runs import Scheme, read_run, stands_alone, stands_free
from kg.citations.stretches import Stretches

REACH = 400
"""How far back the law must have been named, in characters."""

_PLAIN = re.compile(r"[1-9]\d?(?=[.,;:)!?»”]?(?:\s|$))(?<=\s\d\d|.\s\d)")
_POINTED = re.compile(
    r"(?<![\w-])(?:по|из|к|от|об?|под|между|с(?:перва|начала)|затем|потом|плюс|именно|лишь|только"
    r"|(?:а|но)\s+не|to|under|from|then|not)\s+$"
)
_CLOSED = re.compile(r"[.,;:)!?»”]|\s+(?:и|или|а|но|же|не|and|or|but|not)\s")
_NOTE_HINT = re.compile(r"[сСпП](?:носк|римечани)")
_NOTED = re.compile(r"[а-яё]{1,3}\s+к\s+(?P<law>[1-9]\d?)(?![\w%]|[.,:]\d)")
_SUBJECT = re.compile(
    r"(?<![\w.,:№-])(?:[Оо]днако|[Нн]о|[Аа]|[Ии]|[Зз]десь|[Тт]огда|что|как|[Тт]акже)\s+$"
)
_SAYS = re.compile(
    r"\s+(?:да[её]т|гласит|позволяет|требует|предусматривает|запрещает|разрешает|устанавливает"
    r"|определяет|обязывает|регулирует|применяется|неприменимо|описывает)\b"
)
_BEFORE = 16
_LEAST = 8
"""Smaller numbers are counts, levels of bids and items more often than laws."""


def _mention(number: Number, form: str, reason: str) -> Mention:
    span = (number.start, number.end)
    return Mention("law", form, *span, span, number.readings, reasons=(reason,))


def recalled_laws(
    text: str, taken: Stretches, laws: Sequence[Mention], places: Places, scheme: Scheme
) -> Iterator[Mention]:
    """Plain numbers that repeat a law of ``laws`` (in order of place) named just before."""
    ends = [one.end for one in laws]
    for found in _PLAIN.finditer(text) if laws else ():
        start, end = found.span()
        if not _CLOSED.match(text, end) or not _POINTED.search(
            text, max(0, start - _BEFORE), start
        ):
            continue
        if start in taken or counts_anything(text, end):
            continue
        law = int(found[0])
        if law < _LEAST:
            continue
        index = bisect_left(ends, start) - 1
        low = max(places.at(start).start, start - REACH)
        while index >= 0 and laws[index].start >= low:
            if any(one.law == law for one in laws[index].readings):
                number = read_law(text, start, scheme.letters)
                if number and not number.first.depth and stands_alone(text, number):
                    yield _mention(number, "bare", "Правило с этим номером названо выше")
                break
            index -= 1


def noted_laws(text: str, taken: Stretches, scheme: Scheme) -> Iterator[Mention]:
    """«сноска к 27», «примечания к 17 и 40»: a note is a law's, whatever the number counts."""
    for hint in _NOTE_HINT.finditer(text):
        found = _NOTED.match(text, hint.end())
        if not found or text[hint.start() - 1 : hint.start()].isalnum():
            continue
        number = read_law(text, found.start("law"), scheme.letters)
        if not number or number.start in taken or number.first.law > scheme.last_law:
            continue
        if not stands_alone(text, number):
            continue
        items = read_run(text, number, plural=True, opened=False, scheme=scheme)
        run = (number.start, items[-1].number.end)
        if counts_anything(text, run[1]) or not stands_free(text, run[1]):
            continue
        for index, one in enumerate(items):
            if one.number.start in taken:
                continue
            form = one.form if index else "bare"
            yield Mention("law", form, one.number.start, one.number.end, run, one.number.readings)


def speaking_laws(text: str, taken: Stretches, scheme: Scheme) -> Iterator[Mention]:
    """«Однако 91 дает и другие средства», where a text speaks of nothing but laws."""
    for found in _PLAIN.finditer(text):
        start, end = found.span()
        if not _SAYS.match(text, end) or not _SUBJECT.search(text, max(0, start - _BEFORE), start):
            continue
        number = read_law(text, start, scheme.letters)
        if not number or number.first.depth or number.first.law > scheme.last_law:
            continue
        if number.start not in taken:
            yield _mention(number, "bare", "о номере сказано, что он предписывает")
