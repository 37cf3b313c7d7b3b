"""Finding the names of notions in a row of analysed words.

A name of several words matches in order with up to two words between («не дал пику в масть»), or,
when it holds no small word whose place carries the meaning, in another order close by («карта
штрафная»). Longer names win over the shorter ones inside them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from search.concepts import ConceptMatch, Label

MAX_GAP = 2
"""Words that may stand between those of one name, altogether."""

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


class LabelIndex:
    """The labels of a glossary, each reachable by its rarest word. Immutable, thread-safe."""

    def __init__(self, labels: Sequence[Label]) -> None:
        count = Counter(lemma for label in labels for token in label.tokens for lemma in token)
        self._at: dict[str, list[tuple[Label, int]]] = {}
        for label in labels:
            if not label.tokens:
                continue
            anchor = min(
                range(len(label.tokens)),
                key=lambda n: (max(count[lemma] for lemma in label.tokens[n]), n),
            )
            for lemma in label.tokens[anchor]:
                self._at.setdefault(lemma, []).append((label, anchor))

    def find(self, tokens: Tokens) -> Iterator[tuple[Label, tuple[int, ...], float]]:
        """Every place of every label: the label, its positions (sorted), its weight there."""
        for position, lemmas in enumerate(tokens):
            for lemma in lemmas:
                for label, anchor in self._at.get(lemma, ()):
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
    spare = MAX_GAP
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
    found: Iterator[tuple[Label, tuple[int, ...], float]],
    tokens: Tokens,
    kin: Callable[[str], frozenset[str]],
) -> list[ConceptMatch]:
    """The matches worth reporting, in order of place.

    Of one notion at overlapping places the best one; of a notion inside a longer name only what is
    no kin (broader, narrower, related) of the longer one, and at a lower weight.
    """
    ranked: list[tuple[tuple[int, ...], ConceptMatch]] = []
    for label, places, weight in found:
        start, end = places[0], places[-1] + 1
        negated = start > 0 and "не" in tokens[start - 1]
        if negated and not any("не" in token for token in label.tokens):
            weight *= NEGATED_FACTOR
        ranked.append((places, ConceptMatch(label.concept, start, end, weight, label.text)))
    ranked.sort(
        key=lambda item: (-len(item[0]), -item[1].weight, item[1].start, item[1].concept_id)
    )
    kept: list[tuple[frozenset[int], ConceptMatch]] = []
    by_place: dict[int, list[int]] = {}
    for places, match in ranked:
        cover = frozenset(places)
        weight = match.weight
        neighbours = sorted({n for place in places for n in by_place.get(place, ())})
        for number in neighbours:
            other_cover, other = kept[number]
            if other.concept_id == match.concept_id:
                break
            if cover < other_cover:
                if match.concept_id in kin(other.concept_id):
                    break
                weight = min(weight, match.weight * NESTED_FACTOR)
        else:
            for place in places:
                by_place.setdefault(place, []).append(len(kept))
            kept.append((cover, replace(match, weight=round(weight, 4))))
    return sorted(
        (match for _, match in kept),
        key=lambda match: (match.start, -match.end, -match.weight, match.concept_id),
    )
