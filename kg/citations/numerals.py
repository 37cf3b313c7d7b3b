"""Law numbers in words: «Правило двенадцатое», «двадцать седьмое Правило», "Law twenty-seven"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kg.citations.anchors import Anchor
from kg.citations.mention import Mention
from kg.citations.numbers import Number
from kg.citations.parts import with_parts
from kg.citations.runs import Scheme
from kg.provision import Provision


def _split(words: str) -> list[str]:
    return words.split()


_UNITS = _split("перв втор трет четверт пят шест седьм восьм девят")
_TEENS = _split(
    "десят одиннадцат двенадцат тринадцат четырнадцат пятнадцат шестнадцат семнадцат восемнадцат"
    " девятнадцат"
)
_TENS = _split("двадцат тридцат сороков пятидесят шестидесят семидесят восьмидесят девяност")
_ROUND = _split("двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто")
_CARDINAL = _split("один два три четыре пять шесть семь восемь девять")
_CARDINAL_TEENS = [f"{stem}ь" for stem in _TEENS]
_ENGLISH = _split(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
)
_ENGLISH_TENS = _split("twenty thirty forty fifty sixty seventy eighty ninety")
_ENDING = r"(?:ьего|ьему|ьим|ьем|ье|ья|ьей|ью|ого|ому|ым|ом|ое|ый|ой|ая|ую)"
_ORDINALS = {stem: value for value, stem in enumerate(_UNITS, 1)}
_ORDINALS |= {stem: value for value, stem in enumerate(_TEENS, 10)}
_ORDINALS |= {stem: value for value, stem in zip(range(20, 100, 10), _TENS, strict=True)}
_WORDS = {word: value for value, word in enumerate(_CARDINAL, 1)}
_WORDS |= {word: value for value, word in enumerate(_CARDINAL_TEENS, 10)}
_TENS_VALUES = {word: value for value, word in zip(range(20, 100, 10), _ROUND, strict=True)}
_ENGLISH_VALUES = {word: value for value, word in enumerate(_ENGLISH, 1)}
_ENGLISH_TENS_VALUES = {
    word: value for value, word in zip(range(20, 100, 10), _ENGLISH_TENS, strict=True)
}


def _any(words: Sequence[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_ORDINAL = (
    rf"(?:(?P<tens>{_any(list(_TENS_VALUES))})\s+)?"
    rf"(?P<stem>{_any(list(_ORDINALS))}|четвёрт){_ENDING}(?!\w)"
)
ORDINAL_WORD = re.sub(r"\?P<\w+>", "?:", _ORDINAL)
"""An ordinal in words as a part of other patterns, without groups."""

_AFTER = re.compile(
    rf"\s+(?:же\s+)?(?P<number>{_ORDINAL}"
    rf"|(?P<round>{_any(list(_TENS_VALUES))})(?:\s+(?P<unit>{_any(list(_WORDS)[:9])}))?(?!\w)"
    rf"|(?P<cardinal>{_any(list(_WORDS)[9:])})(?!\w)"
    rf"|(?P<english_tens>{_any(_ENGLISH_TENS)})(?:[- ](?P<english_unit>{_any(_ENGLISH[:9])}))?"
    rf"(?!\w)"
    rf"|(?P<english>{_any(_ENGLISH)})(?!\w))",
    re.IGNORECASE,
)
_BEFORE = re.compile(rf"(?<!\w)(?P<number>{_ORDINAL})\s+$", re.IGNORECASE)
_WHOLE = re.compile(_ORDINAL, re.IGNORECASE)
_BEFORE_DIGITS = re.compile(r"(?<![\w.,-])(?P<number>[1-9]\d?)-?(?:ое|е|го|му|м|ым|й|я|х)\s+$")
_OF_SOMETHING = re.compile(r"\s+(?:хорош|этик|вежлив|игр[ыа]|жизни|термодинам|Ньютон|бридж)")


def _ordinal(found: re.Match[str]) -> int:
    tens = _TENS_VALUES[found["tens"].lower()] if found["tens"] else 0
    unit = _ORDINALS[found["stem"].lower().replace("ё", "е")]
    return tens + unit if not tens or unit < 10 else 0


def ordinal_value(words: str) -> int:
    """The number that an ordinal written as ``ORDINAL_WORD`` names; 0 when it names none."""
    found = _WHOLE.fullmatch(words)
    return _ordinal(found) if found else 0


def _value(found: re.Match[str]) -> int:
    if found["stem"]:
        return _ordinal(found)
    if found["round"]:
        unit = _WORDS[found["unit"].lower()] if found["unit"] else 0
        return _TENS_VALUES[found["round"].lower()] + unit
    if found["cardinal"]:
        return _WORDS[found["cardinal"].lower()]
    if found["english_tens"]:
        unit = _ENGLISH_VALUES[found["english_unit"].lower()] if found["english_unit"] else 0
        return _ENGLISH_TENS_VALUES[found["english_tens"].lower()] + unit
    return _ENGLISH_VALUES[found["english"].lower()]


def worded_laws(text: str, anchors: Sequence[Anchor], scheme: Scheme) -> Iterator[Mention]:
    """Laws whose number is written in words, or as a numeral with an ending («27-е Правило»).

    Low ordinals before an uncapitalised word are left alone: «второе правило» is any second rule.
    """
    for anchor in anchors:
        if len(anchor.word) < 3 or anchor.word.endswith("."):
            continue
        capital = anchor.word[0].isupper()
        found = _AFTER.match(text, anchor.end)
        value = _value(found) if found else 0
        digits = False
        if not value:
            low = max(0, anchor.start - 40)
            found = _BEFORE_DIGITS.search(text, low, anchor.start)
            digits = bool(found)
            if found:
                value = int(found["number"])
            elif found := _BEFORE.search(text, low, anchor.start):
                value = _ordinal(found)
        if not found or not 1 <= value <= scheme.last_law or _OF_SOMETHING.match(text, anchor.end):
            continue
        if value < 11 and not capital and not digits:
            continue
        start, end = found.span("number")
        run = (min(start, anchor.start), max(end, anchor.end))
        number = Number(start, end, (Provision(value),))
        if end > anchor.start and (whole := with_parts(text, number, scheme)):
            number, run = whole, (run[0], whole.end)
        yield Mention("law", "named", start, number.end, run, number.readings)
