"""Law numbers whose digits were recognised as letters: «Правило 7З», «правила б4», «Правило 1ОА».

What was printed is likely, never sure: such a mention is kept for the editor as unverified, or as
ambiguous where the letter may be a section after all («Правило 7б»: 76 or 7B).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.citations.counting import counts
from kg.citations.numbers import Number, read_law
from kg.provision import Provision

if TYPE_CHECKING:
    from kg.citations.runs import Scheme

_DIGITS = str.maketrans("ЗзОоOoбIlІ", "3300006111")
_DIGIT = r"[0-9ЗзОоOoбIlІ]"
_NUMBER = re.compile(
    rf"(?=[^\n]{{0,8}}\d)(?P<law>{_DIGIT}{{1,2}})"
    r"(?P<rest>[A-HАВСЕД](?P<digit>[1-9ЗзбIlІ])?|[ ][A-HАВСЕ](?=[.,;)])|)(?![\w%]|[./:]\d)"
)


def _is_damaged(digits: str) -> bool:
    return not digits.isdigit()


def read_damaged(text: str, start: int, scheme: Scheme) -> Number | None:
    """The damaged number that begins at ``start`` with all it may have been; else None."""
    found = _NUMBER.match(text, start)
    if not found:
        return None
    law, digit = found["law"], found["digit"] or ""
    damaged = _is_damaged(law), bool(digit) and _is_damaged(digit)
    if not any(damaged) or not any(map(str.isdigit, law)):
        return None
    section = found["rest"].strip()[:1]
    repaired = law.translate(_DIGITS) + section + digit.translate(_DIGITS)
    number = read_law(repaired, 0, scheme.letters)
    if not number or number.end != len(repaired) or number.first.law > scheme.last_law:
        return None
    if counts(text, found.end(), number.first.law) and not number.first.depth:
        return None
    readings = [one for one in number.readings if not one.depth or scheme.plausible(one)]
    own = Provision(int(law[0]), ("B",)) if law[1:] == "б" and not section else None
    if own and scheme.plausible(own):
        readings.append(own)
    if not readings:
        return None
    return Number(start, found.end(), tuple(readings), repaired=repaired)


def suspicion(repaired: str) -> str:
    """Why a number that was repaired is not sure."""
    return f"похоже на {repaired}: цифра прочитана как буква; сверьте с оригиналом"
