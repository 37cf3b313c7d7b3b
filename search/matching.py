"""Finding the names of notions in a row of analysed words.

A word that is a notion's name stands for its other names of one word inside longer ones: «директор
ошибся» is «судья ошибся». A name of several words matches in order with up to two words between
(«не дал пику в масть»), or, when it holds no small word whose place carries the meaning, in another
order close by («карта штрафная»). Longer names win over the shorter ones inside them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from search.concepts import ConceptMatch, Label
from search.lexicon import bundled
from search.trie import Node, Word, walk

MAX_GAP = 2
"""Words that may stand between those of one name, altogether; one more in a name of four words
(«не дал в девятой взятке в масть»)."""

GAP_FACTOR = 0.9
"""What each such word costs."""

SHUFFLED_FACTOR = 0.8
"""What another order of the words costs."""

MEANING_FACTOR = 0.8
"""What each word costs that only means the same as the name's."""

NEGATED_FACTOR = 0.5
"""What «не» before a name that has none costs."""

NESTED_FACTOR = 0.5
"""What standing inside a longer name costs."""

_CONJUNCTIONS = frozenset({"и", "или", "а", "но", "если", "что", "чтобы", "когда"})
_BARRIERS = _CONJUNCTIONS | {"не", "ни", "без"}
_SMALL = "не ни без в во на за с со из от до после вне к по при для о об у под над перед"
_BOUND = frozenset(_SMALL.split())
"""Small words that belong to the word after them."""

_ENCLITIC = frozenset({"ли", "бы", "же"})
"""Small words that follow their word at once: «контра ли» is not «контра, имеет ли»."""

Tokens = Sequence[Sequence[str]]
Words = tuple[frozenset[str], ...]
Found = tuple[Label, tuple[int, ...], float]
"""A name, the places of its words in order, its weight there."""


class _Longer(NamedTuple):
    """A name of several words, kept under its rarest word and its second rarest."""

    label: Label
    words: Words
    anchor: int
    others: tuple[frozenset[str], ...]
    reach: int
    units: tuple[tuple[int, ...], ...]


class _Anchored(NamedTuple):
    """What a lemma is the rarest word of: names of one word, and longer ones by their next word."""

    single: list[Label]
    longer: dict[str, list[_Longer]]


class LabelIndex:
    """The labels of a glossary, each reachable by its rarest word. Immutable, thread-safe."""

    def __init__(self, labels: Sequence[Label]) -> None:
        single = [label for label in labels if len(label.tokens) == 1]
        self._notions = _names(single)
        proper = _names([label for label in single if label.weight == 1])
        # Caches, as words repeat: what a word is a name of, and what to look for after it.
        self._seen: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._words: dict[tuple[str, ...], Word] = {}
        rows = [(label, tuple(_widened(t, proper) for t in label.tokens)) for label in labels]
        count = Counter(lemma for _, tokens in rows for token in tokens for lemma in token)
        self._all: dict[str, _Anchored] = {}
        for label, tokens in rows:
            if not tokens:
                continue
            rarity = [max(count[lemma] for lemma in token) for token in tokens]
            rarest = sorted(range(len(rarity)), key=lambda n: (rarity[n], n))
            self._add(self._all, label, tokens, rarest)
        self._rows = tuple(rows)

    @staticmethod
    def _add(
        table: dict[str, _Anchored],
        label: Label,
        tokens: tuple[tuple[str, ...], ...],
        rarest: Sequence[int],
    ) -> None:
        if len(tokens) == 1:
            # A name of one word is found by its own lemmas only.
            for lemma in label.tokens[0]:
                table.setdefault(lemma, _Anchored([], {})).single.append(label)
            return
        first, second, *rest = rarest
        words = tuple(map(frozenset, tokens))
        others = tuple(words[n] for n in rest)
        entry = _Longer(label, words, first, others, len(tokens) + MAX_GAP + 1, _units(label))
        for lemma in tokens[first]:
            longer = table.setdefault(lemma, _Anchored([], {})).longer
            for other in tokens[second]:
                longer.setdefault(other, []).append(entry)

    def _token(self, lemmas: Sequence[str]) -> tuple[str, ...]:
        key = tuple(lemmas)
        found = self._seen.get(key)
        if found is None:
            found = self._seen[key] = _widened(key, self._notions)
        return found

    def find(self, row: Tokens, loose: bool) -> Iterator[Found]:
        """Every place of every label: the label, its positions (sorted), its weight there.

        ``loose``: hidden names too, and words in another order. Names of which a word is nowhere
        in ``row`` are dropped before any place is tried: most are.
        """
        if not loose:
            yield from self._strict(row)
            return
        own = [self._token(lemmas) for lemmas in row]
        tokens = [(*token, *_meanings(lemmas)) for token, lemmas in zip(own, row, strict=True)]
        where: dict[str, list[int]] = {}
        for position, lemmas in enumerate(tokens):
            for lemma in lemmas:
                if lemma in where:
                    where[lemma].append(position)
                else:
                    where[lemma] = [position]
        table = self._all
        present = where.keys()
        for lemma in table.keys() & present:
            positions = where[lemma]
            anchored = table[lemma]
            for label in anchored.single:
                for position in positions:
                    if lemma in row[position]:
                        yield label, (position,), label.weight
            for second in anchored.longer.keys() & present:
                near = where[second]
                for entry in anchored.longer[second]:
                    if any(map(present.isdisjoint, entry.others)):
                        continue
                    for position in positions:
                        if _close(position, near, entry.reach):
                            yield from _placed(entry, tokens, own, position)

    @cached_property
    def _proper(self) -> tuple[dict[str, list[Label]], Node]:
        """The proper names: those of one word by their lemma, the longer ones as a tree."""
        single: dict[str, list[Label]] = {}
        longer = Node()
        for label, tokens in self._rows:
            if label.weight < 1:
                continue
            if len(tokens) == 1:
                for lemma in label.tokens[0]:
                    single.setdefault(lemma, []).append(label)
            else:
                # A lemma that names a notion stands in a text together with the notion's mark.
                longer.add(label, [_marks(words) for words in tokens])
        return single, longer

    def _strict(self, row: Tokens) -> Iterator[Found]:
        """Proper names in their own order."""
        known = self._words
        words: list[Word] = []
        for position, lemmas in enumerate(row):
            key = tuple(lemmas)
            word = known.get(key)
            if word is None:
                word = known[key] = self._word(key)
            words.append(word)
            for label in word.names:
                yield label, (position,), label.weight
        for label, placed in walk(words, MAX_GAP + 1):
            gaps = placed[-1] - placed[0] + 1 - len(placed)
            if gaps <= MAX_GAP or len(placed) >= 4:
                yield label, placed, label.weight * GAP_FACTOR**gaps

    def _word(self, lemmas: tuple[str, ...]) -> Word:
        """What there is to know of a word of a text; words repeat, so it is kept."""
        single, longer = self._proper
        terms = self._token(lemmas)
        return Word(
            terms,
            tuple(label for lemma in lemmas for label in single.get(lemma, ())),
            tuple(longer.next[term] for term in terms if term in longer.next),
            not _BARRIERS.isdisjoint(terms),
        )


def _meanings(lemmas: Sequence[str]) -> Iterator[str]:
    """Words that mean the same as one of ``lemmas``."""
    synonyms = bundled().synonyms
    return (other for lemma in lemmas for other in synonyms.get(lemma, ()))


def _marks(words: Sequence[str]) -> tuple[str, ...]:
    """The notions a word of a name stands for, else the word's lemmas."""
    return tuple(word for word in words if word[0] == "@") or tuple(words)


def _close(position: int, near: Sequence[int], reach: int) -> bool:
    for other in near:  # noqa: SIM110 – a generator would cost more than the loop
        if -reach <= other - position <= reach:
            return True
    return False


def _placed(entry: _Longer, tokens: Tokens, own: Tokens, position: int) -> Iterator[Found]:
    """Where the name stands with its rarest word at ``position``, if it does.

    ``own`` are the tokens without the words of the same meaning.
    """
    label, words, anchor, _, _, units = entry
    factor = 1.0
    placed = _in_order(words, anchor, tokens, position)
    if placed is None:
        placed, factor = _shuffled(words, units, anchor, tokens, position), SHUFFLED_FACTOR
    if placed is not None:
        gaps = placed[-1] - placed[0] + 1 - len(placed)
        meant = sum(all(word.isdisjoint(own[at]) for word in words) for at in placed)
        factor *= MEANING_FACTOR**meant
        yield label, placed, label.weight * factor * GAP_FACTOR**gaps


def _names(labels: Sequence[Label]) -> dict[str, tuple[str, ...]]:
    """Lemma → the notions («@judge») of which it is a name by itself."""
    found: dict[str, tuple[str, ...]] = {}
    for label in labels:
        for lemma in label.tokens[0]:
            found[lemma] = tuple(dict.fromkeys((*found.get(lemma, ()), "@" + label.concept)))
    return found


def _widened(lemmas: Sequence[str], notions: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """``lemmas`` and the notions they are names of."""
    marks = [mark for lemma in lemmas for mark in notions.get(lemma, ())]
    return tuple(dict.fromkeys((*lemmas, *marks))) if marks else tuple(lemmas)


def _in_order(words: Words, anchor: int, tokens: Tokens, position: int) -> tuple[int, ...] | None:
    places = [position]
    spare = MAX_GAP + (len(words) >= 4)
    for step, wanted in (
        (-1, range(anchor - 1, -1, -1)),
        (1, range(anchor + 1, len(words))),
    ):
        at = position
        for number in wanted:
            at += step
            bound = not _ENCLITIC.isdisjoint(words[number if step > 0 else number + 1])
            while not _fits(words[number], tokens, at):
                if (
                    bound
                    or spare == 0
                    or not 0 <= at < len(tokens)
                    or not _BARRIERS.isdisjoint(tokens[at])
                ):
                    return None
                spare -= 1
                at += step
            places.append(at)
    return tuple(sorted(places))


def _units(label: Label) -> tuple[tuple[int, ...], ...]:
    """The words of a name in the groups that may change places: a small word stays before the
    word it belongs to («не туда | сели», «вне очереди | пас»); none when they may not.
    """
    found: list[tuple[int, ...]] = []
    small: tuple[int, ...] = ()
    for number, lemmas in enumerate(label.tokens):
        if not (_CONJUNCTIONS | _ENCLITIC).isdisjoint(lemmas):
            return ()
        if not _BOUND.isdisjoint(lemmas):
            small = (*small, number)
        else:
            found.append((*small, number))
            small = ()
    return tuple(found) if not small and 2 <= len(found) <= 4 and len(label.tokens) <= 5 else ()


def _shuffled(
    words: Words, units: Sequence[tuple[int, ...]], anchor: int, tokens: Tokens, position: int
) -> tuple[int, ...] | None:
    """The places of a name's words in another order, each group of them together."""
    if not units:
        return None
    size = len(words)
    reach = range(max(0, position - size), min(len(tokens), position + size + 1))
    places: set[int] = set()
    for unit in sorted(units, key=lambda unit: anchor not in unit):
        fitting = [
            at
            for at in reach
            if all(
                at + n not in places and _fits(words[w], tokens, at + n) for n, w in enumerate(unit)
            )
            and (anchor not in unit or at + unit.index(anchor) == position)
        ]
        if not fitting:
            return None
        first = min(fitting, key=lambda at: (abs(at - position), at))
        places.update(range(first, first + len(unit)))
    span = range(min(places), max(places) + 1)
    if len(span) > size + 1 or any(
        at not in places and not _BARRIERS.isdisjoint(tokens[at]) for at in span
    ):
        return None
    return tuple(sorted(places))


def _fits(wanted: frozenset[str], tokens: Tokens, at: int) -> bool:
    return 0 <= at < len(tokens) and not wanted.isdisjoint(tokens[at])


def choose(
    found: Iterator[Found],
    tokens: Tokens,
    kin: Callable[[str], frozenset[str]],
) -> list[ConceptMatch]:
    """The matches worth reporting, in order of place.

    Of one notion at overlapping places the best one; of a notion inside a longer name only what is
    no kin (broader, narrower, related) of the longer one, and at a lower weight.
    """
    ranked: list[tuple[int, float, int, str, tuple[int, ...], str]] = []
    negated = [position + 1 for position, lemmas in enumerate(tokens) if "не" in lemmas]
    for label, places, weight in found:
        start = places[0]
        if start in negated and not any("не" in token for token in label.tokens):
            weight *= NEGATED_FACTOR
        ranked.append((-len(places), -weight, start, label.concept, places, label.text))
    ranked.sort()
    kept: list[tuple[tuple[int, ...], str]] = []
    chosen: list[tuple[int, int, float, str, str]] = []
    by_place: dict[int, list[int]] = {}
    for minus_size, minus_weight, start, concept, places, text in ranked:
        nested = 1.0
        rivals: Iterable[int] = by_place.get(start, ())
        if minus_size < -1:
            rivals = sorted({n for place in places for n in by_place.get(place, ())})
        for number in rivals:
            cover, other = kept[number]
            if other == concept:
                break
            if -minus_size < len(cover) and all(place in cover for place in places):
                if concept in kin(other):
                    break
                nested = NESTED_FACTOR
        else:
            for place in places:
                by_place.setdefault(place, []).append(len(kept))
            kept.append((places, concept))
            chosen.append((start, -places[-1] - 1, round(minus_weight * nested, 4), concept, text))
    return [
        ConceptMatch(concept, start, -minus_end, -minus_weight, text)
        for start, minus_end, minus_weight, concept, text in sorted(chosen)
    ]
