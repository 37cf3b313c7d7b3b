"""Auction diagrams and hands, whose lines must stay lines.

A header names the seats (``W N E S``, «Запад Север Восток Юг»); the rows after it are calls
(``1NT``, «пас», «2 черва», ``-``, ``?``), and an
empty place at a row's beginning says who called first. A hand is a line that begins with a suit
sign.
"""

from __future__ import annotations

import re

_SEAT = r"(?:[WNES]|West|North|East|South|[ЗСВЮ]|Запад|Север|Восток|Юг)"
_HEADER = re.compile(rf"(?:^|(?<=[\s:]))(?:{_SEAT}[ \t]+){{2,3}}{_SEAT}\s*$")
_CALL = (
    r"(?:(?:\.\.\.|…)?"  # thought about
    r"(?:[1-7][ \t]?(?:(?i:NT|БК|Б/К|[CDHSNТБЧП])|[♣♦♥♠]"
    r"|треф[аыу]?|бубн[аыу]?|черв[аыу]?|пик[аиу]?)"
    r"|[Pp](?:ass)?|PASS|[Пп](?:ас)?|ПАС|[Кк]онтра|[Рр]еконтра|[Dd]bl|[Rr]dbl|[Xx]{1,2}|[Хх]{1,2}|//)"
    r"[!?*¹²³⁴⁵]{0,2}(?:\(\d\)|\[\d\])?"  # alerted, explained below
    r"|-|–|—|=|\?|!|…|\.\.\.|[Aa]ll[ \t]pass|[Вв]се[ \t]пас)"
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


def hands(line: str) -> bool:
    """Whether ``line`` shows the cards of two players side by side."""
    return hand(line) and sum(map(line.count, "♠♥♦♣")) > 1
