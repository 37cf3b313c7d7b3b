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
from search.store import ABOUT, CITES, NOTION, OWN, Place, Record, places
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
    """A passage (and its number) with its score, the parts of it and the match of each notion."""

    number: int
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
        self._typed = [f" {form} " for notion in notions for form in notion.forms]
        small = [notion.role is Role.SMALL for notion in notions]
        self._solid = [not is_small or all(small) for is_small in small]
        # Words and notions are looked up in a passage all at once; the rest one by one.
        self._by_term: dict[str, list[tuple[int, Key]]] = {}
        self._by_notion: dict[str, list[tuple[int, Key]]] = {}
        self._others: list[tuple[int, Key]] = []
        for number, notion in enumerate(notions):
            for key in notion.keys:
                if key.field in ("lemma", "notion"):
                    term = key.term
                    if key.field == "notion":
                        self._by_notion.setdefault(term, []).append((number, key))
                        term = NOTION + term
                    self._by_term.setdefault(term, []).append((number, key))
                else:
                    self._others.append((number, key))

    def score(self, number: int, record: Record) -> Scored | None:
        """The passage's score, or None when it meets no notion of substance."""
        matches = self._matches(record)
        if not any(match is not None and self._solid[n] for n, match in enumerate(matches)):
            return None
        weights = self._weights
        long = weights.k1 * (1 - weights.b + weights.b * record.length / self._average)
        matched = covered = 0.0
        for worth, match in zip(self._worth, matches, strict=True):
            if match is not None:
                # A law is not mentioned less in a long passage: only words are held back.
                held = weights.k1 if match.where == "law" else long
                often = match.amount / match.strength
                matched += worth * match.strength * often / (often + held) * (1 + weights.k1)
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
        return Scored(number, record, sum(parts.values()), parts, matches)

    # -- each notion in one passage ----------------------------------------------------------

    def _matches(self, record: Record) -> tuple[Match | None, ...]:
        weights = self._weights
        drafts: dict[int, _Draft] = {}
        wanted = self._by_term.keys()
        for term in wanted & record.lemmas.keys():
            found = places(record.lemmas[term])
            for number, key in self._by_term[term]:
                drafts.setdefault(number, _Draft()).text(key, found)
        for name in self._by_notion.keys() & record.notions.keys():
            found = places(record.notions[name])
            for number, key in self._by_notion[name]:
                drafts.setdefault(number, _Draft()).text(key, found)
        for term in wanted & record.heading:
            for number, key in self._by_term[term]:
                strength = key.weight * weights.heading
                drafts.setdefault(number, _Draft()).beside(key, strength, "heading")
        for term in wanted & self._subjects.of(record.passage):
            for number, key in self._by_term[term]:
                strength = key.weight * weights.subject
                drafts.setdefault(number, _Draft()).beside(key, strength, "subject")
        for number, key in self._others:
            if key.field == "phrase":
                words = tuple(key.term.split(" "))
                found = [(place, len(words), 1.0) for place in runs(words, record)]
                if found:
                    drafts.setdefault(number, _Draft()).text(key, found)
                continue
            if key.field == "law":
                strength = key.weight * self._law(key.term, record)
            else:
                strength = key.weight * (record.passage.number == key.term)
            if strength:
                drafts.setdefault(number, _Draft()).beside(key, strength, key.field)
        return tuple(
            drafts[number].match() if number in drafts else None
            for number in range(len(self._notions))
        )

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
        if not self._typed:
            return 0.0
        text = f" {record.words} "
        return sum([form in text for form in self._typed]) / len(self._typed)


class _Draft:
    """The match of one notion while it is being put together."""

    __slots__ = ("_beside", "_best", "_places")

    def __init__(self) -> None:
        self._places: dict[tuple[int, int], float] = {}
        self._beside = 0.0
        self._best: tuple[tuple[float, bool, str, str, str, str], Key] | None = None

    def text(self, key: Key, found: Sequence[Place]) -> None:
        """The key stands in the text at ``(position, length, weight)`` each."""
        places = self._places
        most = 0.0
        for start, length, weight in found:
            place = (start, length)
            worth = key.weight * weight
            most = max(most, worth)
            if worth > places.get(place, 0.0):
                places[place] = worth
        self._offer(most, "text", key)

    def beside(self, key: Key, strength: float, where: str) -> None:
        """The key is met outside the text: in a heading, a law, a number."""
        self._beside = max(self._beside, strength)
        self._offer(strength, where, key)

    def _offer(self, strength: float, where: str, key: Key) -> None:
        # Keys come in no fixed order: among equals the text, then the alphabet decides.
        place = (-strength, where != "text", where, key.field, key.term, key.label)
        if self._best is None or place < self._best[0]:
            self._best = (place, key)

    def match(self) -> Match | None:
        """What was found."""
        if self._best is None:
            return None
        (minus_strength, _, where, *_), key = self._best
        return Match(
            key=key,
            strength=min(1.0, -minus_strength),
            amount=_amount(self._places) + self._beside,
            places=tuple(sorted(self._places)),
            where=where,
        )


def _amount(spots: Mapping[tuple[int, int], float]) -> float:
    """Sum of the weights, each stretch of text counted once (a name and a word in it)."""
    amount, end = 0.0, -1
    for (start, length), weight in sorted(spots.items(), key=_longest_first):
        if start < end:
            continue
        amount += weight
        end = start + length
    return amount


def _longest_first(spot: tuple[tuple[int, int], float]) -> tuple[int, int]:
    return spot[0][0], -spot[0][1]


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
    if " ".join(words) not in record.words:
        return []
    forms = tuple(record.words.split(" "))
    size = len(words)
    return [n for n, form in enumerate(forms) if form == words[0] and forms[n : n + size] == words]
