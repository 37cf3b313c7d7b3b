"""From text to index terms: the same code for passages and for queries.

A *token* is one word at one position. It carries every dictionary form (lemma) it may come from,
so that whichever of them a query means is found at that position: «пики» is «пика» and «пик».
Capitals decide what a lower-case index never could: «ПО» is the right-hand opponent, «по» a
preposition.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from search import lexicon
from search.abbreviations import ABBREVIATIONS, abbreviation_lemma
from search.normalise import normal_form, words

Lemmatise = Callable[[str], tuple[str, ...]]


class Token(NamedTuple):
    """One word: its place in the text, its folded form, its lemmas (most probable first)."""

    start: int
    end: int
    form: str
    lemmas: tuple[str, ...]


LAW_MARK = "§"
"""Before the bare number of the law that «12С2» lies in: «двенадцать карт» are no part of it."""

_LAW_PARENTS = re.compile(r"(\d{1,3})([a-z])(\d{0,2})((?:\([a-z0-9]{1,4}\))*)")


@lru_cache(maxsize=1 << 14)
def law_and_parents(form: str) -> tuple[str, ...]:
    """A folded law number and what it lies in: "31a2(b)" → "31a2(b)", "31a2", "31a", "31".

    A footnote ("69#note") lies in its law.
    """
    number, _, note = form.partition("#")
    if note:
        return (form, *law_and_parents(number))
    match = _LAW_PARENTS.fullmatch(form)
    if not match:
        return (form,)
    law, letter, digit, rest = match.groups()
    found = [law, law + letter]
    if digit:
        found.append(law + letter + digit)
    for part in re.findall(r"\([a-z0-9]{1,4}\)", rest):
        found.append(found[-1] + part)
    return tuple(reversed(found))


class Analyzer:
    """Turns text into tokens; keeps what it learned of every word form."""

    def __init__(
        self,
        known: dict[str, tuple[str, ...]] | None = None,
        lemmatise: Lemmatise = lexicon.lemmas,
    ):
        """``lemmatise`` gives the lemmas of a folded form; ``known`` those worked out before."""
        self._lemmatise = lemmatise
        self._lemmas: dict[str, tuple[str, ...]] = dict(known or {})
        self._words: dict[str, tuple[str, tuple[str, ...]]] = {}  # raw word -> form, lemmas

    @property
    def known_lemmas(self) -> dict[str, tuple[str, ...]]:
        """Every form met so far with its lemmas."""
        return self._lemmas

    def learn(self, known: dict[str, tuple[str, ...]]) -> None:
        """Take over what another analyzer of the same dictionary worked out."""
        self._lemmas.update(known)

    def lemmas(self, form: str) -> tuple[str, ...]:
        """Lemmas of a folded form; a law number brings its parents."""
        found = self._lemmas.get(form)
        if found is None:
            found = self._lemmas[form] = self._lemmas_of(form)
        return found

    def tokens(self, text: str) -> list[Token]:
        """The tokens of ``text`` in order."""
        known = self._words
        found: list[Token] = []
        for match in words(text):
            raw = match.group()
            word = known.get(raw)
            if word is None:
                if raw in ABBREVIATIONS:
                    found.append(self._abbreviation(raw, text, match.start()))
                    continue
                form = normal_form(raw)
                word = known[raw] = (form, self.lemmas(form))
            start, end = match.span()
            found.append(Token(start, end, word[0], word[1]))
        return found

    def _lemmas_of(self, form: str) -> tuple[str, ...]:
        if form[:1].isdigit():
            return tuple(
                LAW_MARK + n if n != form and n.isdigit() else n for n in law_and_parents(form)
            )
        lemma = abbreviation_lemma(form, heading=True)
        if lemma is not None:
            return (lemma,)
        found = self._lemmatise(form)
        if "-" in form and not lexicon.is_known(form):
            # «Мастрихт-3», «плюс-минус»: found whole and by either half.
            halves = [self.lemmas(half) for half in form.split("-") if half]
            return tuple(dict.fromkeys([*found, *(lemma for half in halves for lemma in half)]))
        return found

    def _abbreviation(self, raw: str, text: str, start: int) -> Token:
        """An abbreviation in a line that also has small letters is no ordinary word."""
        line_start = text.rfind("\n", 0, start) + 1
        line_end = text.find("\n", start)
        line = text[line_start : line_end if line_end >= 0 else len(text)]
        heading = len(line.split()) > 1 and not any(c.islower() for c in line)
        form = normal_form(raw)
        lemma = abbreviation_lemma(raw, heading=heading)
        return Token(start, start + len(raw), form, (lemma,) if lemma else self.lemmas(form))
