"""References to laws by number: announced by a word («Правило 12С2») or bare («в 15С»)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.citations.mention import Mention
from kg.citations.numbers import Number, read_law
from kg.citations.places import Places, is_law_heading
from kg.citations.runs import Item, Plausible, counts_something, read_run, stands_alone
from kg.citations.vocabulary import (
    BRIDGE,
    EXTERNAL,
    EXTERNAL_BEFORE,
    FILLER,
    LAW_TRIGGER,
    NOT_A_LAW_BEFORE,
    PLURAL,
    UNITS_AFTER,
)
from kg.provision import Letters, Provision

NAMED = re.compile(
    rf"(?P<trigger>{LAW_TRIGGER})(?P<gap>{FILLER}(?:\(\s*)?)"
    rf"(?P<opened>(?:с|со|от|from|between)\s+)?(?=[1-9])"
)
_BARE = re.compile(r"[1-9]\d?(?=[A-KАВСЕБГДa-kавсебгд]|[ \xa0][A-KАВСЕ][ \xa0]?\d[ \xa0]?\()")
_SUITS = frozenset("CDHSNСTТ")
_CYRILLIC_ONLY = frozenset("БГДЖЗИ")
_BARE_LEFT = re.compile(r"[\w./:№#\-+]")
_LIST_NUMBERING = re.compile(r"[1-9]\d?\.\s+[A-ZА-ЯЁ]")
_EXPECTING = re.compile(
    r"(?:[(\[–—-]|\b(?:в|во|из|по|к|с|от|на|под|о|об|см|см\.|case|in|under|see|of|and|or|и|или|либо|не"
    r"|насчет|насчёт|случа[ейяю]+|также|например|именно|согласно|пункт[а-я]*|раздел[а-я]*|section))"
    r"[\s–—-]*$",
    re.IGNORECASE,
)


def _glued_before(text: str, start: int, trigger: str) -> bool:
    """True when the trigger is the tail of another word; «картой.Правило», «картойПравило» pass."""
    if not start:
        return False
    before = text[start - 1]
    if trigger[0] == "§":
        return False
    if not (before.isalnum() or before in "_-"):
        return False
    return not (trigger[0].isupper() and before.islower() and len(trigger) > 3)


def _mentions(items: list[Item], form: str) -> Iterator[Mention]:
    run = (items[0].number.start, items[-1].number.end)
    for index, item in enumerate(items):
        number = item.number
        yield Mention(
            "law", form if not index else item.form, number.start, number.end, run, number.readings
        )
        if item.inside:
            previous = items[index - 1].number
            yield Mention(
                "implicit",
                "range",
                previous.start,
                number.end,
                run,
                targets=tuple(map(str, item.inside)),
                reasons=("внутри диапазона, номером не назван",),
            )


def named_laws(
    text: str, places: Places, letters: Letters, plausible: Plausible, last_law: int
) -> Iterator[Mention]:
    """Runs announced by «Правило», «Закон», «статья», «§», Law …, headings left out."""
    done = 0
    for found in NAMED.finditer(text):
        start, at = found.start(), found.end()
        if at < done or _glued_before(text, start, found["trigger"]):
            continue
        gap = found["gap"]
        if "\n" in gap and (gap.count("\n") > 1 or _LIST_NUMBERING.match(text, at)):
            continue
        number = read_law(text, at, letters)
        if not number or not stands_alone(text, number) or counts_something(text, number):
            continue
        if UNITS_AFTER.match(text, number.end) and found["trigger"].startswith("L"):
            continue
        if EXTERNAL_BEFORE.search(text, max(0, start - 24), start):
            continue
        if _heads_its_law(text, start, number, places):
            done = number.end
            continue
        plural = bool(PLURAL.search(found["trigger"]))
        items = read_run(
            text,
            number,
            plural=plural,
            opened=bool(found["opened"]),
            letters=letters,
            plausible=plausible,
            last_law=last_law,
        )
        done = items[-1].number.end
        if EXTERNAL.match(text, done):
            continue
        yield from _mentions(items, "named")


def _heads_its_law(text: str, start: int, number: Number, places: Places) -> bool:
    if number.first.depth:
        return False
    if is_law_heading(text, start):
        return True
    place = places.at(start)
    return (
        place.own is not None
        and place.own == number.first
        and not text[place.start : start].strip(" \t\n\xa0-=.")
        and not text[number.end : number.end + 2].strip(" ").startswith(tuple("абвгдежзиклмнопрст"))
    )


def bare_laws(
    text: str,
    taken: list[tuple[int, int]],
    letters: Letters,
    plausible: Plausible,
    last_law: int,
    trusted: bool,
) -> Iterator[Mention]:
    """Numbers with a letter that no word announces («в 15С», «(14А)», «насчет 31А2(в)»).

    ``taken`` are the stretches already read; ``trusted`` – the text is known to cite laws.
    """
    done = 0
    taken_at = 0
    speaks_of_bridge: bool | None = None
    for found in _BARE.finditer(text):
        start = found.start()
        while taken_at < len(taken) and taken[taken_at][1] <= start:
            taken_at += 1
        if start < done or (taken_at < len(taken) and taken[taken_at][0] <= start):
            continue
        if start and _BARE_LEFT.match(text[start - 1]):
            continue
        number = read_law(text, start, letters)
        if (
            not number
            or not number.first.depth
            or not _is_bare_law(text, number, letters, plausible)
        ):
            continue
        if number.first.law > last_law:
            continue
        if not trusted and number.first.depth < 2:
            if speaks_of_bridge is None:
                speaks_of_bridge = bool(BRIDGE.search(text))
            if not speaks_of_bridge or not _EXPECTING.search(text, max(0, start - 16), start):
                continue
        items = read_run(
            text,
            number,
            plural=False,
            opened=False,
            letters=letters,
            plausible=plausible,
            last_law=last_law,
        )
        done = items[-1].number.end
        yield from _mentions(items, "bare")


def _is_bare_law(text: str, number: Number, letters: Letters, plausible: Plausible) -> bool:
    if not stands_alone(text, number) or UNITS_AFTER.match(text, number.end):
        return False
    if text[number.end : number.end + 1] in ("/", "_", "@", "="):
        return False
    if NOT_A_LAW_BEFORE.search(text, max(0, number.start - 24), number.start):
        return False
    written = text[number.start : number.end]
    first: Provision = number.first
    letter = written.lstrip("0123456789 \xa0")[:1]
    if letters is Letters.LATIN and letter.upper() in _CYRILLIC_ONLY:
        return False
    if first.depth == 1:
        if letter.islower() or (first.law <= 7 and letter in _SUITS):
            return False
    elif letter.islower() and first.depth < 3 and not plausible(first):
        return False
    if number.spaced and first.depth < 3:
        return False
    return any(map(plausible, number.readings))
