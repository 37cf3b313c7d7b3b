"""Auction diagrams and hands, whose lines must stay lines.

A header names the seats (``W N E S``, «Запад Север Восток Юг»); the rows after it are calls
(``1NT``, «пас», «2 черва», ``-``, ``?``). A hand is a line that begins with a suit sign.
"""

from __future__ import annotations

import re

_SEAT = r"(?:[WNES]|West|North|East|South|[ЗСВЮ]|Запад|Север|Восток|Юг)"
_HEADER = re.compile(rf"(?:^|(?<=[\s:]))(?:{_SEAT}[ \t]+){{2,3}}{_SEAT}\s*$")
_CALL = (
    r"(?:[1-7][ \t]?(?:NT|БК|Б/К|[CDHSNТБЧП♣♦♥♠]|треф[аыу]?|бубн[аыу]?|черв[аыу]?|пик[аиу]?)"
    r"|[Pp](?:ass)?|[Пп]ас|[Кк]онтра|[Рр]еконтра|[Dd]bl|[Rr]dbl|XX?|хх?|-|–|—|\?|!|…|\.\.\.)"
)
_ROW = re.compile(rf"^[ \t]*{_CALL}(?:[ \t]+{_CALL}){{0,3}}\s*$")
_LAST_LETTERS = frozenset("WNESthЗСВЮдркг ")
_HAND = re.compile(r"^\s*[♠♥♦♣]")


def header(line: str) -> int:
    """Where the seats of a diagram's header begin in ``line``; -1 when it is none."""
    if line[-1:] not in _LAST_LETTERS:
        return -1
    tail = max(0, len(line) - 60)
    match = _HEADER.search(line, tail)
    return match.start() if match else -1


def row(line: str) -> bool:
    """Whether ``line`` holds calls only."""
    return len(line) <= 80 and _ROW.match(line) is not None


def hand(line: str) -> bool:
    """Whether ``line`` shows the cards of a suit."""
    return _HAND.match(line) is not None
