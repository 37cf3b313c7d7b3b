"""Footnotes as a text has them: marks in the words, notes at paragraph beginnings, their pairs."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from kg.lint.text import Text

_MARK = re.compile(r"(?<=[\w»”\").!?…,;:])(?:(\*{1,4})(?![\w*])|\[(\d{1,3})\]|([¹²³⁴-⁹]{1,2}))")
_NOTE = re.compile(r"(?:(\*{1,4})(?![\w*])|\[(\d{1,3})\]|([¹²³⁴-⁹]{1,2}))\s*\)?\s*(?=\S)")
_NUMBERED_NOTE = re.compile(r"(\d{1,3})(?:[.)]\s|\s+)(?=[А-ЯЁA-Z«“\"])")
_BOLD = re.compile(r"(?<![\w*])\*{1,3}(?=[^\s*])")
_TALK = re.compile(r"(?:сноск|примечани|звёздочк|звездочк)\w*\s*\(?$", re.IGNORECASE)
_SUPERSCRIPT = str.maketrans("¹²³⁴⁵⁶⁷⁸⁹", "123456789")


@dataclass(frozen=True, slots=True)
class Sign:
    """A mark in the text or the beginning of a note; offsets into ``Text.text``.

    ``label`` is the mark without its dress: «*», «24». ``body`` is the note's text, else empty.
    """

    start: int
    end: int
    label: str
    body: str = ""
    is_note: bool = False


def signs(text: Text) -> list[Sign]:
    """Every mark and every note of a text, in order of place."""
    found: list[Sign] = []
    numbered: list[Sign] = []
    for paragraph in text.paragraphs:
        position = paragraph.start
        for line in paragraph.text.split("\n"):
            note = _NOTE.match(line)
            first = 0
            if note:
                label = _label(note)
                body = line[note.end() :]
                found.append(Sign(position, position + note.end(), label, body, True))
                first = note.end()
            else:
                plain = _NUMBERED_NOTE.match(line)
                if plain:
                    body = line[plain.end() :]
                    numbered.append(Sign(position, position + plain.end(), plain[1], body, True))
            found += _marks(line, first, position)
            position += len(line) + 1
    found += _plain_notes(found, numbered)
    found.sort(key=lambda sign: sign.start)
    return _without_bullets(found)


def _label(match: re.Match[str]) -> str:
    return match[1] or match[2] or match[3].translate(_SUPERSCRIPT)


def _marks(line: str, first: int, position: int) -> list[Sign]:
    if "*" not in line and "[" not in line and not any(s in line for s in "¹²³⁴⁵⁶⁷⁸⁹"):
        return []
    bold = [m.start() for m in _BOLD.finditer(line)] if "*" in line else []
    opened = 0  # how many of them have been closed by a later mark
    found = []
    for match in _MARK.finditer(line, first):
        if match[1] and bisect_left(bold, match.start()) > opened:
            opened = bisect_left(bold, match.start())
            continue
        if _TALK.search(line, max(0, match.start() - 24), match.start()):
            continue
        if match[3] and line[match.start() - 1].isdigit():
            continue
        found.append(Sign(position + match.start(), position + match.end(), _label(match)))
    return found


def _plain_notes(found: Sequence[Sign], numbered: Sequence[Sign]) -> list[Sign]:
    """Paragraphs «24 …», «24. …» that follow an open mark 24: notes at a page's end."""
    marks: dict[str, list[int]] = {}
    for sign in found:
        if not sign.is_note and sign.label.isdigit():
            marks.setdefault(sign.label, []).append(sign.start)
    noted = {sign.label for sign in found if sign.is_note}
    chosen = []
    for sign in numbered:
        places = marks.get(sign.label, [])
        if places and places[0] < sign.start and sign.label not in noted:
            noted.add(sign.label)
            chosen.append(sign)
    return chosen


def _without_bullets(found: list[Sign]) -> list[Sign]:
    """Without rows of stars that are bullets of a list: labels with notes but never a mark."""
    marked = {sign.label for sign in found if not sign.is_note}
    count = {label: sum(s.is_note and s.label == label for s in found) for label in ("*", "**")}
    return [
        s
        for s in found
        if not (s.is_note and s.label in count and count[s.label] > 1 and s.label not in marked)
    ]


def unpaired(found: Sequence[Sign]) -> list[Sign]:
    """Marks that no later note answers, and notes no mark before them asks for.

    A note answers every open mark of its label; a mark whose note stood earlier on (the same
    label, not repeated since) refers to it again.
    """
    open_marks: dict[str, list[Sign]] = {}
    answered: set[str] = set()
    alone: list[Sign] = []
    for sign in found:
        if not sign.is_note:
            open_marks.setdefault(sign.label, []).append(sign)
        elif open_marks.pop(sign.label, None):
            answered.add(sign.label)
        else:
            alone.append(sign)
    for label, marks in open_marks.items():
        if not (label.isdigit() and label in answered):
            alone += marks
    return sorted(alone, key=lambda sign: sign.start)
