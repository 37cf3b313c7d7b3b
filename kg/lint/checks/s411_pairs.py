"""S411: a quotation mark or bracket without its pair."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text

_PAIRS = {"“": "”", "«": "»", "(": ")", "[": "]"}
_CLOSERS = {closer: opener for opener, closer in _PAIRS.items()}
_SIGN = re.compile(r"[“”«»()\[\]]")
TEARS = ("lost-pages", "cut-start", "cut-end")
"""Gaps in which the other sign of a pair may have been lost."""
_LIST_MARK = re.compile(r"(?:(?:^|\n|[;:,.]\s|\sи\s)(?:\d{1,2}|[a-zа-я]|[ivx]{2,4})|\s\d)$")


def check(text: Text) -> Iterator[Problem]:
    """Unpaired signs inside a passage; a quotation may run over its paragraphs."""
    torn = [text.local(gap.span).start for gap in text.document.gaps if gap.kind in TEARS]
    waiting: dict[str, list[tuple[int, int]]] = {}  # opener → its places and paragraphs
    for number, paragraph in enumerate(text.paragraphs):
        words = paragraph.text
        for match in _SIGN.finditer(words):
            sign, place = match[0], paragraph.start + match.start()
            if sign in _PAIRS:
                waiting.setdefault(sign, []).append((place, number))
            elif waiting.get(_CLOSERS[sign]):
                waiting[_CLOSERS[sign]].pop()
            elif not (sign == ")" and _is_list_mark(words, match.start())):
                yield _problem(text, place, sign, "закрыта, но не открыта")
        for sign, places in waiting.items():
            patience = 4 if sign in "“«" else 1
            given_up = [one for one in places if number - one[1] >= patience]
            waiting[sign] = places[len(given_up) :]
            yield from _left_open(text, sign, given_up, torn, paragraph.end)
    for sign, places in waiting.items():
        yield from _left_open(text, sign, places, torn, len(text.text))


def _left_open(
    text: Text, sign: str, places: list[tuple[int, int]], torn: list[int], end: int
) -> Iterator[Problem]:
    """Openers given up, but for those whose other half a gap may have swallowed."""
    for place, _ in places:
        if not any(place <= tear <= end for tear in torn):
            yield _problem(text, place, sign, "открыта, но не закрыта")


def _is_list_mark(words: str, place: int) -> bool:
    """Whether «)» closes a list's number: «1) это», «(ср. a) и b)»."""
    return bool(_LIST_MARK.search(words, max(0, place - 6), place))


def _problem(text: Text, place: int, sign: str, what: str) -> Problem:
    noun = "скобка" if sign in "()[]" else "кавычка"
    return Problem(text.origin(place, place + 1), f"{noun.capitalize()} «{sign}» {what}")


RULE = Rule(
    code="S411",
    level=Level.WARNING,
    title="Кавычка или скобка без пары",
    why=(
        "Не видно, где кончаются чужие слова: где цитата из Кодекса и где мнение комитета. "
        "В толковании правил это разные вещи."
    ),
    authority="Правила русской пунктуации: парные знаки.",
    examples=(
        Example("Комитет решил: “Карта сыграна. Игра продолжается.", ("“",)),
        Example("Судья вправе (см. Правило 12 решить сам.", ("(",)),
        Example("Комитет решил: “Карта сыграна”. Возможны 1) пас; 2) контра."),
        Example("Комитет: “Первый абзац\n\nи второй абзац той же цитаты”."),
    ),
    check=check,
)
