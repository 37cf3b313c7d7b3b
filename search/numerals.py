"""Law numbers written in words: «семнадцатое правило», «по двадцать пятому закону», «закон
шестнадцать».

An ordinal may stand on either side of the word for a law, a cardinal only after it and in its
first form: «правило двух взяток», «правило одиннадцати» are no laws.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from search import lexicon
from search.folding import fold

_CARDINAL = """
один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать
четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать
двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто
"""
_ORDINAL = """
первый второй третий четвертый пятый шестой седьмой восьмой девятый десятый одиннадцатый
двенадцатый тринадцатый четырнадцатый пятнадцатый шестнадцатый семнадцатый восемнадцатый
девятнадцатый
двадцатый тридцатый сороковой пятидесятый шестидесятый семидесятый восьмидесятый девяностый
"""
_VALUES = (*range(1, 20), *range(20, 100, 10))
_CARDINALS = dict(zip(_CARDINAL.split(), _VALUES, strict=True))
_ORDINALS = dict(zip(_ORDINAL.split(), _VALUES, strict=True))
_FIRST = 5
"""«Первое правило» is more often no number of a law."""
_LAST = 93

_WORD = re.compile(r"[А-Яа-яЁё]+")
_LAW = re.compile(
    r"закон(?:а|у|ом|е|ы|ов|ам|ами|ах)?|правил(?:о|а|у|ом|е|ам|ами|ах)?"
    r"|стать(?:я|и|е|ю|ей|ям|ями|ях)|статей",
    re.IGNORECASE,
)


def worded_laws(text: str) -> Iterator[tuple[int, int, int]]:
    """Start, end and number of each law named in words, the word for a law included."""
    words = list(_WORD.finditer(text))
    forms = [fold(word.group()) for word in words]
    for at, word in enumerate(words):
        if not _LAW.fullmatch(word.group()):
            continue
        after = _number(forms[at + 1 : at + 3])
        if after is not None:
            size, number = after
            first, last = at, at + size
        else:
            before = _ordinal_before(forms[max(0, at - 2) : at])
            if before is None:
                continue
            size, number = before
            first, last = at - size, at
        if _FIRST <= number <= _LAST:
            yield words[first].start(), words[last].end(), number


def _number(forms: Sequence[str]) -> tuple[int, int] | None:
    """How many of ``forms`` are a number at their beginning, and which."""
    if not forms:
        return None
    tens = _CARDINALS.get(forms[0], 0)
    if len(forms) > 1 and tens >= 20:
        ones = _ordinal(forms[1]) or _CARDINALS.get(forms[1], 0)
        if 0 < ones < 10:
            return 2, tens + ones
    number = tens or _ordinal(forms[0])
    return (1, number) if number else None


def _ordinal_before(forms: Sequence[str]) -> tuple[int, int] | None:
    ones = _ordinal(forms[-1]) if forms else 0
    if not ones:
        return None
    tens = _CARDINALS.get(forms[-2], 0) if len(forms) > 1 else 0
    return (2, tens + ones) if tens >= 20 and ones < 10 else (1, ones)


def _ordinal(form: str) -> int:
    return next((_ORDINALS[lemma] for lemma in lexicon.lemmas(form) if lemma in _ORDINALS), 0)
