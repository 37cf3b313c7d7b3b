"""Numbers that a word processor draws and does not write: list points get theirs back.

A law in a ``.docx`` may read «A. Право на …» on the page while the file holds only «Право на …»
and "level 2, upper-case letters". Without the number nobody can cite it.
"""

from __future__ import annotations

from collections.abc import Callable

BULLET = "•"
_RUSSIAN = "абвгдежзиклмнопрстуфхцчшщэюя"
_LATIN = "abcdefghijklmnopqrstuvwxyz"
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip


def roman(number: int) -> str:
    """Lower-case Roman numeral of a positive number below 4000, else decimal.

    >>> roman(14)
    'xiv'
    """
    if not 0 < number < 4000:
        return str(number)
    written = ""
    for value, sign in _ROMAN:
        count, number = divmod(number, value)
        written += sign * count
    return written


def letters(number: int, alphabet: str) -> str:
    """The letter of a positive number; after the last one letters double, as in Word.

    >>> letters(2, "abc"), letters(4, "abc")
    ('b', 'aa')
    """
    if number < 1:
        return str(number)
    times, place = divmod(number - 1, len(alphabet))
    return alphabet[place] * (times + 1)


FORMS: dict[str, Callable[[int], str]] = {
    "decimal": str,
    "decimalZero": lambda n: f"{n:02d}",
    "lowerLetter": lambda n: letters(n, _LATIN),
    "upperLetter": lambda n: letters(n, _LATIN).upper(),
    "lowerRoman": roman,
    "upperRoman": lambda n: roman(n).upper(),
    "russianLower": lambda n: letters(n, _RUSSIAN),
    "russianUpper": lambda n: letters(n, _RUSSIAN).upper(),
}
"""How a number is written, by the names of Word's number formats."""

OPEN_DOCUMENT = {
    "1": "decimal",
    "a": "lowerLetter",
    "A": "upperLetter",
    "i": "lowerRoman",
    "I": "upperRoman",
    "а, б, .., аа, аб, ...": "russianLower",
    "А, Б, .., АА, АБ, ...": "russianUpper",
}
"""OpenDocument's and HTML's names for them."""


def written(number: int, form: str) -> str:
    """``number`` in the form named; an unknown form is written in digits."""
    return FORMS.get(form, str)(number)
