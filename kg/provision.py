"""The algebra of law numbers: reading them however they are written, parents, order, ranges.

A provision is a law number apart from any text: ``12``, ``12C2``, ``31A2(b)``, ``9A2(b)(1)``.
Four levels below the law: a capital letter, a number, a small letter in brackets, a number (in some
editions a Roman one) in brackets. Translations write the letters in either alphabet:

* at the first level the Cyrillic letters are look-alikes of the Latin ones («71С» is 71C); one that
  looks like none stands by its sound («73Д1» is 73D1) or by its place in the alphabet (73E1);
* in brackets the sign may be a look-alike («(в)» drawn like b) or the third letter of the Russian
  alphabet (c). Both readings are kept (``candidates``); the inventory of an edition decides;
* another translation may letter its sections А, Б, В (``Letters.CYRILLIC``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from corpus.errors import QueryError

LOOKALIKE = dict(zip("АВСЕНКМОРТХ", "ABCEHKMOPTX", strict=True))
"""Cyrillic capitals that are drawn like a Latin one."""

LATIN_SERIES = "ABCDEFGHIJKLM"
CYRILLIC_SERIES = "АБВГДЕЖЗИКЛМН"
"""How sections are lettered in each alphabet (Ё and Й are not used for numbering)."""

_SERIES = dict(zip(CYRILLIC_SERIES, LATIN_SERIES, strict=True))
_SOUND = dict(zip("БГДФ", "BGDF", strict=True))
_NO_SECTION = frozenset("ЗИЛ")  # read for a digit or a word sooner than for a section
_LAST_LETTER = "K"  # 80B2(k) is the longest list in any edition

_TRIGGER = (
    r"(?:правил[оауеы]?м?|закон[аеу]?|стать[яеию]|раздел[ае]?|ст\.?|пр\.|§|laws?|section|l)\s*+"
)
_LETTER = r"[A-Za-zА-Яа-яЁё]"
_ROMAN = r"(?:viii|vii|vi|v|iv|iii|ii|i)"
_ROMAN_VALUES = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8}
# White space is taken whole (``*+``): what may follow it never begins with any, and a law number
# with a thousand spaces in it would be tried in a thousand million ways.
_WRITTEN = re.compile(
    rf"\s*+(?:{_TRIGGER})?(?P<law>\d{{1,3}})\s*+[.\-]?\s*+"
    rf"(?:\(?\s*+(?P<section>{_LETTER})\s*+\)?\s*+[.\-]?\s*+"
    rf"(?:\(?\s*+(?P<number>\d{{1,2}})\s*+\)?\s*+[.\-]?\s*+"
    rf"(?:\(?\s*+(?P<item>{_LETTER})\s*+\)?\s*+"
    rf"(?:\(?\s*+(?P<sub>\d|{_ROMAN})\s*+\)?)?)?)?)?\s*+\.?\s*+",
    re.IGNORECASE,
)


class Letters(StrEnum):
    """Which series the capital letters of a text belong to."""

    LATIN = "latin"
    CYRILLIC = "cyrillic"


@dataclass(frozen=True, slots=True)
class Provision:
    """A law or a subdivision of one; ``parts`` are the levels below it: ``("A", "2", "b")``."""

    law: int
    parts: tuple[str, ...] = ()

    def __str__(self) -> str:
        plain, bracketed = self.parts[:2], self.parts[2:]
        return f"{self.law}{''.join(plain)}{''.join(f'({part})' for part in bracketed)}"

    def __lt__(self, other: Provision) -> bool:
        return self.key < other.key

    @property
    def key(self) -> tuple[int, ...]:
        """Sort key: reading order, a parent before its children."""
        ranks = [_rank(part) for part in self.parts[:3]]
        return (
            self.law,
            *ranks,
            *(_ROMAN_VALUES.get(part) or int(part) for part in self.parts[3:]),
        )

    @property
    def depth(self) -> int:
        """0 for a whole law, 1 for a section, up to 4."""
        return len(self.parts)

    @property
    def parent(self) -> Provision | None:
        """The provision one level up; None for a whole law."""
        return Provision(self.law, self.parts[:-1]) if self.parts else None

    @property
    def ancestors(self) -> tuple[Provision, ...]:
        """From the parent up to the whole law."""
        return tuple(Provision(self.law, self.parts[:depth]) for depth in range(self.depth)[::-1])

    def contains(self, other: Provision) -> bool:
        """True when ``other`` is this provision or lies inside it."""
        return self.law == other.law and other.parts[: self.depth] == self.parts

    def child(self, part: str) -> Provision:
        """The provision one level down."""
        return Provision(self.law, (*self.parts, part))

    def sibling(self, part: str) -> Provision:
        """The provision beside this one; ``part`` replaces the last level."""
        return Provision(self.law, (*self.parts[:-1], part))


def _rank(part: str) -> int:
    return int(part) if part.isdigit() else ord(part.upper()) - ord("A") + 1


def section_readings(sign: str, letters: Letters = Letters.LATIN) -> tuple[str, ...]:
    """What a capital letter after a law number may stand for, likeliest first.

    >>> section_readings("С"), section_readings("В", Letters.CYRILLIC), section_readings("Д")
    (('C',), ('C',), ('D', 'E'))
    """
    sign = sign.upper()
    if sign.isascii():
        return (sign,) if "A" <= sign <= _LAST_LETTER else ()
    series, alike = _SERIES.get(sign), LOOKALIKE.get(sign)
    if letters is Letters.CYRILLIC:
        readings = [series or alike or _SOUND.get(sign)]
    elif alike:
        readings = [alike]
    else:
        readings = [_SOUND.get(sign), None if sign in _NO_SECTION else series]
    kept = [reading for reading in readings if reading and reading <= _LAST_LETTER]
    return tuple(dict.fromkeys(kept))


def item_readings(sign: str, letters: Letters = Letters.LATIN) -> tuple[str, ...]:
    """What a letter in brackets may stand for, likeliest first.

    >>> item_readings("в"), item_readings("а"), item_readings("б")
    (('b', 'c'), ('a',), ('b',))
    """
    upper = sign.upper()
    if upper.isascii():
        return (sign.lower(),) if "A" <= upper <= _LAST_LETTER else ()
    series, alike = _SERIES.get(upper), LOOKALIKE.get(upper)
    if letters is Letters.CYRILLIC and series:
        readings = [series]
    else:
        readings = [reading for reading in (alike, series) if reading]
    kept = [reading.lower() for reading in readings if reading <= _LAST_LETTER]
    return tuple(dict.fromkeys(kept))


@lru_cache(maxsize=4096)
def candidates(text: str, letters: Letters = Letters.LATIN) -> tuple[Provision, ...]:
    """Every provision the written number may mean, likeliest first; empty when it is not one.

    >>> [str(provision) for provision in candidates("31 А 2 (в)")]
    ['31A2(b)', '31A2(c)']
    """
    found = _WRITTEN.fullmatch(text)
    if not found:
        return ()
    law = int(found["law"])
    if not law:
        return ()
    if found["section"] is None:
        return (Provision(law),)
    sections = section_readings(found["section"], letters)
    if found["number"] is None:
        return tuple(Provision(law, (section,)) for section in sections)
    if not int(found["number"]):
        return ()
    number = str(int(found["number"]))
    if found["item"] is None:
        return tuple(Provision(law, (section, number)) for section in sections)
    tail = (found["sub"].lower(),) if found["sub"] else ()
    return tuple(
        Provision(law, (section, number, item, *tail))
        for section in sections
        for item in item_readings(found["item"], letters)
    )


def parse(text: str, letters: Letters = Letters.LATIN) -> Provision:
    """The likeliest reading of a written law number, with or without its trigger word.

    Raises ``QueryError`` when the text is not a law number.

    >>> str(parse("Правило 71С")), str(parse("9A2(B)(1)")), str(parse("42B(3)"))
    ('71C', '9A2(b)(1)', '42B3')
    """
    readings = candidates(text.strip(), letters)
    if not readings:
        raise QueryError(
            f"«{text.strip()[:40]}» – не номер Правила. Пишите номер так: 12, 12C2, 31A2(b)."
        )
    return readings[0]


def normalise(text: str, letters: Letters = Letters.LATIN) -> str:
    """The canonical written form of a law number. Raises ``QueryError`` as ``parse`` does.

    >>> normalise("71С"), normalise("31 а 2 (в)")
    ('71C', '31A2(b)')
    """
    return str(parse(text, letters))


def between(first: Provision, last: Provision) -> tuple[Provision, ...]:
    """All provisions of a range, both ends included; empty when the ends do not make a range.

    The ends must stand on the same level under the same parent and run forwards.

    >>> [str(p) for p in between(parse("62"), parse("64"))]
    ['62', '63', '64']
    >>> [str(p) for p in between(parse("16A"), parse("16C"))]
    ['16A', '16B', '16C']
    """
    if not first < last or first.depth != last.depth:
        return ()
    if not first.parts:
        return tuple(Provision(law) for law in range(first.law, last.law + 1))
    low, high = first.parts[-1], last.parts[-1]
    if first.parent != last.parent or low.isdigit() != high.isdigit():
        return ()
    if low.isdigit():
        return tuple(first.sibling(str(number)) for number in range(int(low), int(high) + 1))
    return tuple(first.sibling(chr(code)) for code in range(ord(low), ord(high) + 1))
