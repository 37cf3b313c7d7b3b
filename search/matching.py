"""Finding the names of notions in a row of analysed words.

A name of several words matches in order with up to two words between («не дал пику в масть»), or,
when it holds no small word whose place carries the meaning, in another order close by («карта
штрафная»). Longer names win over the shorter ones inside them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from search.concepts import ConceptMatch, Label

MAX_GAP = 2
"""Words that may stand between those of one name, altogether; one more in a name of four words
(«не дал в девятой взятке в масть»)."""

GAP_FACTOR = 0.9
"""What each such word costs."""

SHUFFLED_FACTOR = 0.8
"""What another order of the words costs."""

NEGATED_FACTOR = 0.5
"""What «не» before a name that has none costs."""

NESTED_FACTOR = 0.5
"""What standing inside a longer name costs."""

_BARRIERS = frozenset({"не", "ни", "и", "или", "а", "но", "если", "что", "чтобы", "когда", "без"})
_ORDERED = _BARRIERS | {"в", "во", "на", "за", "с", "со", "из", "от", "до", "после", "вне", "к"}

Tokens = Sequence[Sequence[str]]
Found = tuple[Label, tuple[int, ...], float]


class LabelIndex:
    """The labels of a glossary, each reachable by its rarest word. Immutable, thread-safe."""

    def __init__(self, labels: Sequence[Label]) -> None:
        count = Counter(lemma for label in labels for token in label.tokens for lemma in token)
        # lemma of a label's rarest word -> the label, that word's number, the other words
        self._at: dict[str, list[tuple[Label, int, tuple[frozenset[str], ...]]]] = {}
        for label in labels:
            if not label.tokens:
                continue
            rarity = [max(count[lemma] for lemma in token) for token in label.tokens]
            rarest = sorted(range(len(rarity)), key=lambda n: (rarity[n], n))
            others = tuple(frozenset(label.tokens[n]) for n in rarest[1:])
            for lemma in label.tokens[rarest[0]]:
                self._at.setdefault(lemma, []).append((label, rarest[0], others))

    def find(self, tokens: Tokens, least: float = 0.0) -> Iterator[Found]:
        """Every place of every label whose own weight is at least ``least``.

        Gives the label, its positions (sorted), its weight there. Names of which a word is nowhere
        in ``tokens`` are dropped before any place is tried: most are.
        """
        where: dict[str, list[int]] = {}
        for position, lemmas in enumerate(tokens):
            for lemma in lemmas:
                where.setdefault(lemma, []).append(position)
        present = set(where)
        for lemma, positions in where.items():
            for label, anchor, others in self._at.get(lemma, ()):
                if label.weight < least:
                    continue
                if not others:
                    for position in positions:
                        yield label, (position,), label.weight
                    continue
                if any(map(present.isdisjoint, others)):
                    continue
                for position in positions:
                    placed = _in_order(label, anchor, tokens, position)
                    factor = 1.0
                    if placed is None:
                        placed, factor = _shuffled(label, anchor, tokens, position), SHUFFLED_FACTOR
                    if placed is None:
                        continue
                    gaps = placed[-1] - placed[0] + 1 - len(placed)
                    yield label, placed, label.weight * factor * GAP_FACTOR**gaps


def _in_order(label: Label, anchor: int, tokens: Tokens, position: int) -> tuple[int, ...] | None:
    places = [position]
    spare = MAX_GAP + (len(label.tokens) >= 4)
    for step, wanted in (
        (-1, range(anchor - 1, -1, -1)),
        (1, range(anchor + 1, len(label.tokens))),
    ):
        at = position
        for number in wanted:
            at += step
            while not _fits(label.tokens[number], tokens, at):
                if spare == 0 or not 0 <= at < len(tokens) or _BARRIERS.intersection(tokens[at]):
                    return None
                spare -= 1
                at += step
            places.append(at)
    return tuple(sorted(places))


def _shuffled(label: Label, anchor: int, tokens: Tokens, position: int) -> tuple[int, ...] | None:
    size = len(label.tokens)
    if not 2 <= size <= 4 or any(_ORDERED.intersection(token) for token in label.tokens):
        return None
    reach = range(max(0, position - size), min(len(tokens), position + size + 1))
    if any(_BARRIERS.intersection(tokens[at]) for at in reach if abs(at - position) < size):
        return None
    places = {position}
    for number, wanted in enumerate(label.tokens):
        if number == anchor:
            continue
        near = [at for at in reach if at not in places and _fits(wanted, tokens, at)]
        if not near:
            return None
        places.add(min(near, key=lambda at: (abs(at - position), at)))
    if max(places) - min(places) + 1 > size + 1:
        return None
    return tuple(sorted(places))


def _fits(wanted: Sequence[str], tokens: Tokens, at: int) -> bool:
    return 0 <= at < len(tokens) and any(lemma in tokens[at] for lemma in wanted)


def choose(
    found: Iterator[Found],
    tokens: Tokens,
    kin: Callable[[str], frozenset[str]],
) -> list[ConceptMatch]:
    """The matches worth reporting, in order of place.

    Of one notion at overlapping places the best one; of a notion inside a longer name only what is
    no kin (broader, narrower, related) of the longer one, and at a lower weight.
    """
    ranked: list[tuple[int, float, int, str, tuple[int, ...], Label]] = []
    for label, places, weight in found:
        start = places[0]
        if start and "не" in tokens[start - 1] and not any("не" in t for t in label.tokens):
            weight *= NEGATED_FACTOR
        ranked.append((-len(places), -weight, start, label.concept, places, label))
    ranked.sort(key=lambda item: item[:5])
    kept: list[tuple[frozenset[int], str, ConceptMatch]] = []
    by_place: dict[int, list[int]] = {}
    for _, minus_weight, start, concept, places, label in ranked:
        weight = -minus_weight
        cover = frozenset(places)
        for number in sorted({n for place in places for n in by_place.get(place, ())}):
            other_cover, other, _match = kept[number]
            if other == concept:
                break
            if cover < other_cover:
                if concept in kin(other):
                    break
                weight = -minus_weight * NESTED_FACTOR
        else:
            for place in places:
                by_place.setdefault(place, []).append(len(kept))
            match = ConceptMatch(concept, start, places[-1] + 1, round(weight, 4), label.text)
            kept.append((cover, concept, match))
    return sorted(
        (match for _, _, match in kept),
        key=lambda match: (match.start, -match.end, -match.weight, match.concept_id),
    )
