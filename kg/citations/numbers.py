"""The grammar of one written number: a law number with its subdivisions, a commentary paragraph."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kg.provision import Letters, Provision, item_readings, section_readings

_UPPER = "A-KАВСЕНКБГДФЖЗИ"
_LOWER = "a-kавсекбгдфжзи"
_ANY = "A-Za-zА-Яа-яЁё"

LAW_NUMBER = re.compile(
    rf"""
    (?P<law>[1-9]\d{{0,2}})(?!\d)
    (?:
      (?P<gap>[ \t\xa0]?|\.|-)
      (?:(?P<section>[{_UPPER}{_LOWER}])|\([ ]?(?P<boxed>[{_UPPER}{_LOWER}])[ ]?\))(?![{_ANY}])
      (?:
        (?P<gap2>[ \xa0]?|\.|-)(?:(?P<number>[1-9]\d?)(?!\d)|\([ ]?(?P<number_boxed>[1-9]\d?)[ ]?\))
        (?:
          (?:[ \xa0]?\([ ]?(?P<item_boxed>[{_UPPER}{_LOWER}])[ ]?\)
            |(?P<item>[{_LOWER}])(?![{_ANY}]))
          (?:[ \xa0]?\([ ]?(?P<sub>\d|i{{1,3}}|iv|vi{{0,3}})[ ]?\)|(?P<sub_bare>[1-9])(?!\d))?
        )?
      )?
    )?
    """,
    re.VERBOSE,
)
"""A law number as written. The parts that stand apart are checked in ``read_law``."""

PARAGRAPH = re.compile(
    r"(?P<law>[1-9]\d?)\.(?P<paragraph>[1-9]\d?)(?![\d%])(?!\.\d)(?!,\d+(?![\d.]))"
    r"(?:\.?[ ]?\((?P<item>[ivx]{1,5}|[a-hа-е])\))?"
)
"""A paragraph of the commentary: 17.2, 20.4(iii)."""

ITEM = re.compile(r"\((?P<item>[ivxIVX]{1,5}|[a-hа-е])\)")

_NEXT_SENTENCE = re.compile(r"[.)]?\s+[А-ЯЁA-Z]")  # «Правило 64А.2. Игрок»: a point begins
_VALID_ROMAN = re.compile(r"x{0,2}(?:ix|iv|v?i{0,3})", re.IGNORECASE)
_WORDLIKE = frozenset("АВСКОИавскоиAaIi")
_AFTER_LETTER = re.compile(
    r"\s*(?:[,;:.)\]»”\"%\n–—-]|$|\d|\()"
    r"|\s+(?:и|или|либо|а также|не|применя|может|могут|гласит|говорит|определя|предусм|Кодекса"
    r"|позволя|обязыва|требует|даёт|дает|is|and|or|applies|says)"
)


@dataclass(frozen=True, slots=True)
class Number:
    """A law number read at a place: its extent and what it may mean (likeliest first).

    ``repaired`` is how a damaged number («7З») was probably printed ("73").
    """

    start: int
    end: int
    readings: tuple[Provision, ...]
    spaced: bool = False
    repaired: str = ""

    @property
    def first(self) -> Provision:
        """The likeliest reading."""
        return self.readings[0]


def _spaced_letter_is_a_section(text: str, sign: str, end: int) -> bool:
    """«Правило 31 А 2» and «Правило 31 А.», but not «Правило 27 А если…», «27 В этом случае»."""
    if sign.islower() or sign in "БГДФЖЗИ" or text[end : end + 1] in ("-", "–", "'", "’"):
        return False
    if text[end : end + 1] == "." and text[end + 1 : end + 2].isalpha():
        return False
    return sign not in _WORDLIKE or bool(_AFTER_LETTER.match(text, end))


def read_law(
    text: str, start: int, letters: Letters = Letters.LATIN, *, spaced_list: bool = False
) -> Number | None:
    """The law number that begins at ``start``, as long as it can honestly be read; else None.

    ``spaced_list`` – its neighbour in the list is written with spaces («40 B 3 и 40 А»).
    """
    found = LAW_NUMBER.match(text, start)
    if not found:
        return None
    law = int(found["law"])
    plain = Number(start, found.end("law"), (Provision(law),))
    sign = found["section"] or found["boxed"]
    if not sign:
        return plain
    spaced = bool(found["gap"])
    section_end = found.end("section") if found["section"] else found.end("boxed") + 1
    if spaced and not (
        (spaced_list and sign.isupper()) or _spaced_letter_is_a_section(text, sign, section_end)
    ):
        return plain
    if found["boxed"] and sign.islower():
        return plain
    sections = section_readings(sign, letters)
    if not sections:
        return plain
    number = found["number"] or found["number_boxed"]
    joined = found["gap2"] == "." and not _NEXT_SENTENCE.match(text, found.end("number"))
    if not number or (found["gap2"] and not spaced and not joined):
        return Number(start, section_end, tuple(Provision(law, (one,)) for one in sections), spaced)
    number_end = found.end("number") if found["number"] else found.end("number_boxed") + 1
    item = found["item_boxed"] or found["item"]
    items = item_readings(item, letters) if item else ()
    if not items:
        readings = tuple(Provision(law, (one, number)) for one in sections)
        return Number(start, number_end, readings, spaced)
    sub = found["sub"] or found["sub_bare"]
    tail = (sub,) if sub else ()
    readings = tuple(
        Provision(law, (one, number, reading, *tail)) for one in sections for reading in items
    )
    return Number(start, found.end(), readings, spaced)


def latin(text: str) -> str | None:
    """A small letter of an item as Latin («а» is a); None when it has several readings."""
    readings = item_readings(text)
    return readings[0] if len(readings) == 1 else None


def roman(text: str) -> str | None:
    """A small Roman numeral in lower case; None when the letters do not make one."""
    return text.lower() if text and _VALID_ROMAN.fullmatch(text) else None
