"""One ranking for every engine: how well a passage answers the notions of a query.

    score = Σ (rarity × saturated matches) / Σ rarity  ×  coverage        every notion once
            + nearness and order of the notions in the text
            + words exactly as typed + weak prior of the passage's kind

Every part is between 0 and 1 and kept, so that a hit can say why it stands where it does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from search.analysis import law_and_parents
from search.notions import Key, Notion, Role
from search.store import ABOUT, CITES, OWN, Record
from search.subjects import Subjects
from search.weights import Weights

KIND_PRIOR: Mapping[str, float] = {
    "minutes": 1.0,
    "laws": 0.8,
    "commentary": 0.7,
    "code-of-practice": 0.7,
    "regulations": 0.5,
    "appeals": 0.5,
    "prose": 0.0,
}
"""Between equals: a committee's decision before the law's text before a comment on it."""

_NEAR = 6.0
_ORDER_WITHIN = 8


@dataclass(frozen=True, slots=True)
class Match:
    """How one notion is met in one passage: the strongest key, and the positions in the text."""

    key: Key
    strength: float
    amount: float
    places: tuple[tuple[int, int], ...]
    where: str


@dataclass(frozen=True, slots=True)
class Scored:
    """A passage with its score, the parts of it and the match of each notion (or None)."""

    record: Record
    score: float
    parts: Mapping[str, float]
    matches: tuple[Match | None, ...]


class Ranker:
    """Scores passages for one query."""

    def __init__(
        self,
        notions: Sequence[Notion],
        rarities: Sequence[float],
        average_length: float,
        subjects: Subjects,
        weights: Weights,
    ):
        self._notions = notions
        self._worth = [
            rarity * notion.factor for notion, rarity in zip(notions, rarities, strict=True)
        ]
        self._total = sum(self._worth) or 1.0
        self._average = average_length
        self._subjects = subjects
        self._weights = weights

    def score(self, record: Record) -> Scored | None:
        """The passage's score, or None when it meets no notion of substance."""
        subject = self._subjects.of(record.passage)
        matches = tuple(self._match(notion, record, subject) for notion in self._notions)
        if not any(
            match is not None and notion.role is not Role.SMALL
            for match, notion in zip(matches, self._notions, strict=True)
        ):
            if any(notion.role is not Role.SMALL for notion in self._notions):
                return None
            if not any(matches):
                return None
        weights = self._weights
        long = weights.k1 * (1 - weights.b + weights.b * record.length / self._average)
        matched = covered = 0.0
        for worth, match in zip(self._worth, matches, strict=True):
            if match is not None:
                # A law is not mentioned less in a long passage: only words are held back.
                held = weights.k1 if match.where == "law" else long
                matched += worth * match.amount / (match.amount + held) * (1 + weights.k1)
                covered += worth * match.strength
        coverage = covered / self._total
        base = matched / self._total
        near, ordered = self._closeness(matches)
        parts = {
            "слова": base * coverage**weights.coverage,
            "рядом": weights.nearness * near,
            "порядок": weights.order * ordered,
            "как написано": weights.exact * self._exact(record),
            "вид": weights.kind * KIND_PRIOR.get(record.passage.kind, 0.0),
        }
        return Scored(record, sum(parts.values()), parts, matches)

    # -- one notion in one passage ---------------------------------------------------------

    def _match(self, notion: Notion, record: Record, subject: frozenset[str]) -> Match | None:
        places: dict[tuple[int, int], float] = {}
        best: tuple[float, Key, str] | None = None
        extra = 0.0
        for key in notion.keys:
            found, aside, where = self._find(key, record, subject)
            for place, weight in found:
                places[place] = max(weight, places.get(place, 0.0))
            strength = max([weight for _, weight in found] + [aside])
            extra = max(extra, aside)
            if strength > 0 and (best is None or strength > best[0]):
                best = (strength, key, where)
        if best is None:
            return None
        return Match(
            key=best[1],
            strength=min(1.0, best[0]),
            amount=_amount(places) + extra,
            places=tuple(sorted(places)),
            where=best[2],
        )

    def _find(
        self, key: Key, record: Record, subject: frozenset[str]
    ) -> tuple[list[tuple[tuple[int, int], float]], float, str]:
        """Places in the text with their weights; weight of a match beside the text; where."""
        weights = self._weights
        if key.field == "law":
            return [], key.weight * self._law(key.term, record), "law"
        if key.field == "number":
            return [], key.weight * (record.passage.number == key.term), "number"
        if key.field == "phrase":
            words = tuple(key.term.split(" "))
            return [((n, len(words)), key.weight) for n in runs(words, record)], 0.0, "text"
        if key.field == "notion":
            found = [
                ((start, length), key.weight * weight)
                for start, length, weight in record.notions.get(key.term, ())
            ]
            term = "@" + key.term
        else:
            found = [((place, 1), key.weight) for place in record.places.get(key.term, ())]
            term = key.term
        aside, where = 0.0, "text"
        if term in record.heading:
            aside, where = key.weight * weights.heading, "heading"
        elif term in subject:
            aside, where = key.weight * weights.subject, "subject"
        return found, aside, "text" if found else where

    def _law(self, law: str, record: Record) -> float:
        weights = self._weights
        strength = {OWN: 1.0, ABOUT: weights.about, CITES: weights.cites}
        if law in record.exact_laws:
            return strength[record.exact_laws[law]]
        if law in record.within_laws:
            return strength[record.within_laws[law]] * weights.inside
        for above in law_and_parents(law)[1:]:
            if above in record.exact_laws:
                return strength[record.exact_laws[above]] * weights.parent
        return 0.0

    # -- the notions together ---------------------------------------------------------------

    def _closeness(self, matches: Sequence[Match | None]) -> tuple[float, float]:
        """How near neighbouring notions of the query stand in the text, and in their order."""
        near = ordered = total = 0.0
        row = zip(self._worth, matches, strict=True)
        for (left_worth, left), (right_worth, right) in pairwise(row):
            worth = min(left_worth, right_worth)
            total += worth
            if left is None or right is None or not left.places or not right.places:
                continue
            gap, forward = _gap(left.places, right.places)
            strength = min(left.strength, right.strength)
            near += worth * strength / (1 + gap / _NEAR)
            if forward and gap <= _ORDER_WITHIN:
                ordered += worth * strength
        return (near / total, ordered / total) if total else (0.0, 0.0)

    def _exact(self, record: Record) -> float:
        """Share of the typed words that stand in the text in that very form."""
        typed = [form for notion in self._notions for form in notion.forms]
        if not typed:
            return 0.0
        present = set(record.forms)
        return sum(form in present for form in typed) / len(typed)


def _amount(places: Mapping[tuple[int, int], float]) -> float:
    """Sum of the weights, each stretch of text counted once (a name and a word in it)."""
    amount, end = 0.0, -1
    for (start, length), weight in sorted(places.items(), key=lambda i: (i[0][0], -i[0][1])):
        if start < end:
            continue
        amount += weight
        end = start + length
    return amount


def _gap(left: Sequence[tuple[int, int]], right: Sequence[tuple[int, int]]) -> tuple[int, bool]:
    """Fewest words between the two notions, and whether the left one stands first there."""
    best, forward = 1 << 30, False
    for start, length in left:
        for other, other_length in right:
            if other >= start:
                gap, ahead = max(0, other - start - length), True
            else:
                gap, ahead = max(0, start - other - other_length), False
            if gap < best or (gap == best and ahead and not forward):
                best, forward = gap, ahead
    return best, forward


def runs(words: tuple[str, ...], record: Record) -> list[int]:
    """Where in the text the forms stand one after the other."""
    forms = record.forms
    size = len(words)
    return [n for n, form in enumerate(forms) if form == words[0] and forms[n : n + size] == words]
