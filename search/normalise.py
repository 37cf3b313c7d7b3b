"""Words of a text, each in the one shape it is compared in, with its place in the text.

On top of ``search.folding``: words broken at a line end are joined, a word of mixed alphabets is
brought to the alphabet of its majority («пoмощью» with a Latin o), a law number is one word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from search.folding import fold

_LETTER = "A-Za-zА-Яа-яЁё\u0300-\u036f\u00ad\u00c0-\u024f"
WORD = re.compile(
    rf"\d{{1,3}}[A-Za-zА-Яа-я]\d{{0,2}}(?![\w])(?:\([A-Za-zА-Яа-я0-9]{{1,4}}\)){{0,3}}"
    rf"|\d+(?:\.\d+)*|%"
    rf"|[{_LETTER}]+(?:(?:[-\u2010\u2011\u2013'’]|-\n[ \t]*|(?<=\u00ad)\n[ \t]*)[{_LETTER}\d]+)*"
)
"""A law number («31А2(в)»), a number («17.4»), a word with its inner hyphens and apostrophes."""

# Letters that look alike in the two alphabets, lower case.
_LATIN, _CYRILLIC = "aceopxykmhtb", "асеорхукмнтв"
_TO_CYRILLIC = str.maketrans(_LATIN, _CYRILLIC)
_TO_LATIN = str.maketrans(_CYRILLIC, _LATIN)
_BREAK = re.compile(r"-\n[ \t]*|\n[ \t]*")
_LAW = re.compile(r"\d{1,3}[a-zа-я]\d{0,2}(?:\([a-zа-я0-9]{1,4}\))*")


def words(text: str) -> Iterator[re.Match[str]]:
    """The words of ``text``, left to right; ``match.span()`` is the place of each."""
    return WORD.finditer(text)


def normal_form(raw: str) -> str:
    """``raw`` (one word as ``words`` found it) in the shape it is compared in."""
    if "\n" in raw:
        raw = _BREAK.sub("", raw)
    form = fold(raw)
    if form[:1].isdigit():
        return _law_form(form) if _LAW.fullmatch(form) else form
    return one_alphabet(form)


def one_alphabet(form: str) -> str:
    """A lower-case word of mixed alphabets in the alphabet most of its letters are of."""
    latin = sum(1 for c in form if "a" <= c <= "z")
    if not latin or latin == len(form):
        return form
    cyrillic = sum(1 for c in form if "а" <= c <= "я")
    if not cyrillic:
        return form
    return form.translate(_TO_CYRILLIC if cyrillic >= latin else _TO_LATIN)


def _law_form(form: str) -> str:
    """«31а2(в)» → "31a2(b)": look-alike letters of a law number in Latin."""
    return form.translate(_TO_LATIN)
