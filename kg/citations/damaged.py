"""Law numbers whose digits were recognised as letters: «Правило 7З», «правила б4», «Правило 1ОА».

What was printed is likely, never sure: such a mention is kept for the editor as unverified, or as
ambiguous where the letter may be a section after all («Правило 7б»: 76 or 7B).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kg.citations.anchors import Anchor
from kg.citations.counting import measures
from kg.citations.mention import Mention
from kg.citations.numbers import read_law
from kg.citations.runs import Scheme
from kg.citations.stretches import Stretches
from kg.citations.vocabulary import FILLER
from kg.provision import Provision

_DIGITS = str.maketrans("ЗзОоOoбIlІ", "3300006111")
_DIGIT = r"[0-9ЗзОоOoбIlІ]"
_NUMBER = re.compile(
    rf"{FILLER}(?P<number>(?=[^\n]{{0,8}}\d)(?P<law>{_DIGIT}{{1,2}})"
    rf"(?P<rest>[A-HАВСЕД](?P<digit>[1-9ЗзбIlІ])?|))(?![\w%]|[./:-]\d)"
)


def _is_damaged(digits: str) -> bool:
    return not digits.isdigit()


def damaged_laws(
    text: str, anchors: Sequence[Anchor], taken: Stretches, scheme: Scheme
) -> Iterator[Mention]:
    """What «Правило 7З» was before it was recognised; ``anchors`` the words that announce laws."""
    for anchor in anchors:
        found = _NUMBER.match(text, anchor.end)
        if not found or found.start("number") in taken or measures(text, found.end()):
            continue
        law, digit = found["law"], found["digit"] or ""
        damaged = _is_damaged(law), bool(digit) and _is_damaged(digit)
        if not any(damaged) or not any(map(str.isdigit, law)):
            continue
        section = found["rest"][:1]
        repaired = law.translate(_DIGITS) + section + digit.translate(_DIGITS)
        number = read_law(repaired, 0, scheme.letters)
        if not number or number.end != len(repaired) or number.first.law > scheme.last_law:
            continue
        readings = [one for one in number.readings if not one.depth or scheme.plausible(one)]
        own = Provision(int(law[0]), ("B",)) if law[1:] == "б" and not section else None
        if own and scheme.plausible(own):
            readings.append(own)
        if readings:
            start, end = found.span("number")
            reason = f"похоже на {repaired}: цифра прочитана как буква; сверьте с оригиналом"
            yield Mention(
                "law",
                "named",
                start,
                end,
                (anchor.start, end),
                tuple(readings),
                certain=False,
                reasons=(reason,),
            )
