"""Runs of ordinals: «с 62-го по 64-е Правило», «в двенадцатом и тринадцатом Правилах»."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kg.citations.anchors import Anchor
from kg.citations.mention import Mention, within_range
from kg.citations.numerals import ORDINAL_WORD, ordinal_value
from kg.citations.runs import Scheme, stands_free
from kg.citations.stretches import Stretches
from kg.provision import Provision, between

_OF_OTHER_GENDER = r"ый|ий|й|ой|ая|я|ую|ю"
_DIGITS = rf"[1-9]\d?-(?:ое|ого|ому|ыми|ые|ым|ых|ом|е|го|му|ми|м|х|{_OF_OTHER_GENDER})(?!\w)"
_ITEM = rf"(?:{_DIGITS}|{ORDINAL_WORD})"
_JOINT = (
    r"(?:\s*,\s*(?:и\s+|а\s+также\s+)?|\s+(?:и|или|либо|а\s+также|по|до)\s+|\s?[–—-]\s?)"
    r"(?:(?:в|к|по|с)\s+)?"
)
_OPENED = r"(?:(?:с|со|от)\s+)?"
_BEFORE = re.compile(
    rf"(?<![\w.,-]){_OPENED}(?P<run>{_ITEM}(?:{_JOINT}{_ITEM}){{1,8}})\s+$", re.IGNORECASE
)
_AFTER = re.compile(
    rf"\s+(?:же\s+)?{_OPENED}(?P<run>{_DIGITS}(?:{_JOINT}{_ITEM}){{0,8}}|{_ITEM}(?:{_JOINT}{_ITEM}){{1,8}})",
    re.IGNORECASE,
)
_ONE = re.compile(rf"(?P<digits>[1-9]\d?)-\w+|(?P<word>{ORDINAL_WORD})", re.IGNORECASE)
_UP_TO = re.compile(r"\s+(?:по|до)\s+|\s?[–—-]\s?", re.IGNORECASE)
_FEMININE = re.compile(rf"\d-(?:{_OF_OTHER_GENDER})(?!\w)", re.IGNORECASE)
_NEUTER_WORD = re.compile(r"прав", re.IGNORECASE)
_MAY_END = re.compile(
    r"(?:[оеь]е|[оеь]го|[оеь]му|[ыиоеь]м|[ыи]х|[ыи]ми|[ыиео]й|ая|ую|ья|ью|\d-\w{1,3})\s+$",
    re.IGNORECASE,
)
_ENDING = 12
"""A quick look at so many characters before the word spares the long one."""
_SHORTEST = 3  # letters of a word that ordinals stand beside: no sign, no single letter
_ANY_TEN = 10
_WINDOW = 160  # characters before the announcing word; nine ordinals of the longest fit


def ordinal_laws(
    text: str, anchors: Sequence[Anchor], taken: Stretches, scheme: Scheme
) -> Iterator[Mention]:
    """The laws named by runs of ordinals beside the ``anchors``, outside what is ``taken``."""
    for anchor in anchors:
        if len(anchor.word) >= _SHORTEST and not anchor.word.endswith("."):
            yield from (one for one in _run(text, anchor, scheme) if one.start not in taken)


def _run(text: str, anchor: Anchor, scheme: Scheme) -> tuple[Mention, ...]:
    """The laws a run of ordinals beside ``anchor`` names; none when there is no such run.

    «первое и второе правила» are any two rules: without a capital letter or digits a run has to
    go beyond ten.
    """
    found = _AFTER.match(text, anchor.end)
    if found and not stands_free(text, found.end()):
        found = None  # «правила 12-го и 13-го туров»
    if not found and _MAY_END.search(text, max(0, anchor.start - _ENDING), anchor.start):
        found = _BEFORE.search(text, max(0, anchor.start - _WINDOW), anchor.start)
    if not found:
        return ()
    if _FEMININE.search(found["run"]) and _NEUTER_WORD.match(anchor.word):
        return ()
    start, end = found.span("run")
    run = (min(start, anchor.start), max(end, anchor.end))
    mentions: list[Mention] = []
    laws: list[Provision] = []
    ended = start
    spelled = not any(map(str.isdigit, found["run"])) and not anchor.word[0].isupper()
    for one in _ONE.finditer(text, start, end):
        value = int(one["digits"]) if one["digits"] else ordinal_value(one["word"])
        if not 1 <= value <= scheme.last_law:
            return ()
        law = Provision(value)
        place = one.span("digits") if one["digits"] else one.span()
        ranged = bool(laws) and laws[-1] < law and bool(_UP_TO.fullmatch(text[ended : one.start()]))
        form = "range" if ranged else "list-item" if mentions else "named"
        if ranged and (inside := between(laws[-1], law)[1:-1]):
            mentions.append(within_range(mentions[-1].start, place[1], run, inside))
        mentions.append(Mention("law", form, *place, run, (law,)))
        laws.append(law)
        ended = one.end()
    if spelled and max(law.law for law in laws) <= _ANY_TEN:
        return ()
    return tuple(mentions)
