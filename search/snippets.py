"""The part of a passage worth showing, with the words that matched marked, as safe HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from search.analysis import Token
from search.ranking import Match

LENGTH = 360
"""Characters of text in a snippet, about; a passage a little longer is shown whole."""

_SLACK = 1.25
_WIDEN = 40


def marks(tokens: Sequence[Token], matches: Sequence[Match | None]) -> list[tuple[int, int]]:
    """The stretches of the text that matched, sorted, none overlapping another."""
    spans: list[tuple[int, int]] = []
    for match in matches:
        if match is None:
            continue
        for start, length in match.places:
            last = min(start + length, len(tokens)) - 1
            if start <= last:
                spans.append((tokens[start].start, tokens[last].end))
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def snippet(
    text: str,
    tokens: Sequence[Token],
    matches: Sequence[Match | None],
    worth: Sequence[float],
    length: int = LENGTH,
) -> str:
    """HTML of the stretch of ``text`` that shows most of what matched.

    ``worth[i]`` is how much notion ``i`` counts. Everything of the text is escaped; the only tags
    are ``<mark>`` … ``</mark>``.
    """
    start, end = 0, len(text)
    if len(text) > length * _SLACK:
        start, end = _window(text, tokens, matches, worth, length)
    pieces = ["…" if start else ""]
    at = start
    for first, last in marks(tokens, matches):
        if last <= start or first >= end:
            continue
        first, last = max(first, start), min(last, end)
        pieces.append(escape(text[at:first]))
        pieces.append(f"<mark>{escape(text[first:last])}</mark>")
        at = last
    pieces.append(escape(text[at:end]))
    pieces.append("…" if end < len(text) else "")
    return "".join(pieces)


def _window(
    text: str,
    tokens: Sequence[Token],
    matches: Sequence[Match | None],
    worth: Sequence[float],
    length: int,
) -> tuple[int, int]:
    """The window of ``length`` characters with the most valuable matches, cut between words."""
    found = [
        (tokens[place].start, number)
        for number, match in enumerate(matches)
        if match is not None
        for place, _ in match.places
        if place < len(tokens)
    ]
    found.sort()
    best, start = -1.0, 0
    for at, _ in found:
        inside = [number for place, number in found if at <= place < at + length - _WIDEN]
        value = sum(worth[number] for number in set(inside)) + 0.05 * len(inside)
        if value > best:
            best, start = value, at
    begin = _sentence_start(text, start) if found else 0
    stop = min(len(text), begin + length)
    if stop < len(text):
        cut = text.rfind(" ", begin + length // 2, stop)
        stop = cut if cut > 0 else stop
    return begin, stop


def _sentence_start(text: str, at: int) -> int:
    """The beginning of the sentence ``at`` is in if it is near, else a word a little before."""
    for sign in (". ", "\n", "; "):
        place = text.rfind(sign, max(0, at - 3 * _WIDEN), at)
        if place >= 0:
            return place + len(sign)
    if at <= 3 * _WIDEN:
        return 0
    place = text.rfind(" ", 0, at - _WIDEN)
    return place + 1
