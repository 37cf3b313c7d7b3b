"""Naming characters exactly: «третий знак – кириллическая С (U+0421)»."""

from __future__ import annotations

import unicodedata

from kg.provision import LOOKALIKE

TWINS = {**LOOKALIKE, **{k.lower(): v.lower() for k, v in LOOKALIKE.items() if k in "АСЕОРХ"}}
"""Cyrillic letters drawn like a Latin one, both cases."""
LATIN_TWINS = {latin: cyrillic for cyrillic, latin in TWINS.items()}

_PLACES = (
    *("первый", "второй", "третий", "четвёртый", "пятый"),
    *("шестой", "седьмой", "восьмой", "девятый", "десятый"),
)


def is_cyrillic(sign: str) -> bool:
    """Whether a character is a Cyrillic letter."""
    return "\u0400" <= sign <= "\u04ff"


def is_latin(sign: str) -> bool:
    """Whether a character is a Latin letter."""
    return sign.isascii() and sign.isalpha()


def code_point(sign: str) -> str:
    """«U+0421»."""
    return f"U+{ord(sign):04X}"


def named(sign: str) -> str:
    """«кириллическая С (U+0421)»; anything but a letter by its Unicode name."""
    if is_cyrillic(sign):
        return f"кириллическая {sign} ({code_point(sign)})"
    if is_latin(sign):
        return f"латинская {sign} ({code_point(sign)})"
    if sign.isdigit():
        return f"цифра {sign} ({code_point(sign)})"
    if sign.isalpha():
        return f"буква {sign} ({code_point(sign)})"
    name = unicodedata.name(sign, "знак без имени").lower()
    shown = f"«{sign}» " if sign.isprintable() else ""
    return f"{shown}{name} ({code_point(sign)})"


def place(index: int) -> str:
    """«третий знак»; ``index`` counts from 0."""
    return f"{_PLACES[index] if index < len(_PLACES) else f'{index + 1}-й'} знак"


def spelled(words: str, indexes: list[int]) -> str:
    """Every doubtful character of ``words`` with its place and name."""
    return ", ".join(f"{place(i)} – {named(words[i])}" for i in indexes)
