"""Whether a line goes on with the numbering of paragraphs above it: 3.2 after 3.1, (b) after (a).

A forced line break is told by the width of the lines; a number that is due is the surer sign.
"""

from __future__ import annotations

import re

_NUMBER = re.compile(r"(\d{1,3}(?:\.\d{1,3}){0,4})(?:(\))|[.](?!\d)|(?<=\.\d)|(?<=\.\d\d))[ \t]")
_LETTER = re.compile(r"\(?([a-zа-яё]|[ivx]{2,5})\)[ \t]")
_ALPHABETS = (tuple("abcdefghijklmnopqrstuvwxyz"), tuple("абвгдежзиклмнопрстуфхцчшщэюя"))
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_MIXED = {"а": "b", "b": "с", "в": "сc", "с": "d", "е": "f"}
"""Latin lists whose look-alike letters are printed in Cyrillic: «а), b), с), d)»."""
_CITING = re.compile(
    r"(?:[Пп]ункт|[Пп]равил|[Зз]акон|[Рр]аздел|[Сс]тать|[Пп]араграф|[Сс]луча)\w{0,4}$"
    r"|(?:^|[ \t(])(?:пп?\.|ст\.|см\.|§|и|или|в|во|с|со|к|по|от|из|на|до|о|об|для|[Ll]aws?|and|or)$"
    r"|,$"
)
"""The end of a line after which a number is cited and does not begin a point."""


class Sequence:
    """Remembers the newest number and letter that paragraphs have begun with."""

    def __init__(self) -> None:
        self.number: tuple[int, ...] = ()
        self.bracketed = False
        self.letter = ""

    def begin(self, line: str) -> None:
        """Take note of a paragraph's first line."""
        if (match := _NUMBER.match(line)) is not None:
            self.number, self.bracketed = _parts(match), match.group(2) is not None
            self.letter = ""
        elif (match := _LETTER.match(line)) is not None:
            self.letter = match.group(1)

    def due(self, line: str, following: str) -> bool:
        """Whether ``following`` begins the next point or item, and ``line`` does not cite it."""
        if _CITING.search(line[-24:]):
            return False
        if (match := _NUMBER.match(following)) is not None:
            bracketed = match.group(2) is not None
            return bracketed == self.bracketed and _parts(match) in _nexts(self.number)
        match = _LETTER.match(following)
        return match is not None and match.group(1) in _next_letters(self.letter)


def _parts(match: re.Match[str]) -> tuple[int, ...]:
    return tuple(map(int, match.group(1).split(".")))


def _nexts(number: tuple[int, ...]) -> set[tuple[int, ...]]:
    """3.1 may be followed by 3.2, by 4 and 4.1, and by 3.1.1."""
    if not number:
        return set()
    found = {(*number[:depth], number[depth] + 1) for depth in range(len(number))}
    return found | {(*number, 1), (number[0] + 1, 1)}


def _next_letters(letter: str) -> set[str]:
    """(b) after (a); (ii) after (i). Nothing is due after none."""
    if not letter:
        return set()
    found = set(_MIXED.get(letter, ""))
    for row in (*_ALPHABETS, _ROMAN):
        if letter in row:
            place = row.index(letter)
            found.update(row[place + 1 : place + 2])
    return found
