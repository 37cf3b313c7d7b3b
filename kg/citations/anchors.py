"""The cheap first pass: where a reference may begin.

One scan with a pattern whose first character is a small set (the regular-expression engine skips
everything else at memory speed); only at its hits is the full trigger word read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kg.citations.vocabulary import LAW_TRIGGER, SECTION_TRIGGER

_LAW_HINT = re.compile(
    r"[пПзЗсСLl](?:равил|РАВИЛ|акон|АКОН|тат[ье]|ТАТ[ЬЕ]|т\.|р\.|р-л|рав\.|aw|AW|\s?\d|l?\.)|§"
)
_LAW_WORD = re.compile(LAW_TRIGGER)
_SECTION_HINT = re.compile(r"[пПрРчЧsSpP](?:ункт|одп|\.|п\.|азде|арагр|аст|ectio|ara|ub-?s)")
_SECTION_WORD = re.compile(SECTION_TRIGGER)


_TAILS = frozenset({"п.", "пр."})
_AND_SO_ON = re.compile(r"(?:\bт\.\s?|\bи\s)$")
_NUMBERED = re.compile(r"\s?(?:\d|[A-FАВСЕ]\d?\s+(?:[Пп]рав|[Сс]т|[Зз]ак|of\b))")


@dataclass(frozen=True, slots=True)
class Anchor:
    """A trigger word: its extent and the word itself."""

    start: int
    end: int
    word: str


def _glued(text: str, start: int, word: str) -> bool:
    """True when the word is the tail of another («и т.п.»); «картой.Правило» is not."""
    if not start or word[0] == "§":
        return False
    if word in _TAILS and _AND_SO_ON.search(text, max(0, start - 4), start):
        # «и п. 4» names an item, «и т.п. 4 раза» does not
        return text[start - 2 : start] != "и " or not _NUMBERED.match(text, start + len(word))
    before = text[start - 1]
    if not (before.isalnum() or before in "_-"):
        return False
    return not (word[0].isupper() and before.islower() and len(word) > 3)


def _anchors(text: str, hint: re.Pattern[str], full: re.Pattern[str]) -> list[Anchor]:
    found = []
    done = 0
    for at in hint.finditer(text):
        start = at.start()
        if start < done:
            continue
        word = full.match(text, start)
        if not word or _glued(text, start, word[0]):
            continue
        done = word.end()
        last = text[done - 1]
        if last.isalpha() and last != "L" and text[done : done + 1].isalpha():
            continue
        found.append(Anchor(start, done, word[0]))
    return found


def law_anchors(text: str) -> list[Anchor]:
    """Every «Правило», «Закон», «статья», «§», Law … as a whole word, in order."""
    return _anchors(text, _LAW_HINT, _LAW_WORD)


def section_anchors(text: str) -> list[Anchor]:
    """Every «раздел», «пункт», «п.», section … as a whole word, in order."""
    return _anchors(text, _SECTION_HINT, _SECTION_WORD)
