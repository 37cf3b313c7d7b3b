"""What to ask the engine for, given what a query was understood to mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from search.analysis import law_and_parents
from search.engine import Clause, EngineQuery
from search.filters import Filters
from search.notions import Notion, Role
from search.store import NOTION
from search.understanding import Plan
from search.vocabulary import Vocabulary
from search.weights import Weights


def engine_query(
    plan: Plan,
    rarities: Sequence[float],
    limits: Filters,
    vocabulary: Vocabulary,
    weights: Weights,
) -> EngineQuery | None:
    """The engine's query for ``plan`` within ``limits``; None when nothing can match.

    ``rarities[i]`` is the rarity of notion ``i``.
    """
    must = _limits(limits, vocabulary)
    if must is None or not (plan.notions or must or plan.excluded):
        return None
    alone = len(plan.notions) == 1
    phrases = tuple(
        notion.words
        for notion in plan.notions
        if notion.role is Role.PHRASE and (len(notion.words) > 1 or alone)
    )
    should = _clauses(plan.notions, rarities, vocabulary, weights)
    if plan.notions and not should and not phrases:
        return None
    must_not = tuple(
        Clause("form" if key.field == "phrase" else key.field, key.term)
        for keys in plan.excluded
        for key in keys
        if " " not in key.term
    )
    return EngineQuery(should, must, must_not, phrases)


def unwanted_phrases(plan: Plan) -> list[tuple[str, ...]]:
    """The quoted phrases a passage must not hold: engines are not asked for those."""
    terms = [key.term for keys in plan.excluded for key in keys]
    return [tuple(term.split(" ")) for term in terms if " " in term]


def _clauses(
    notions: Sequence[Notion],
    rarities: Sequence[float],
    vocabulary: Vocabulary,
    weights: Weights,
) -> tuple[Clause, ...]:
    """The terms of all notions that the index has, each field's term once."""
    found: dict[tuple[str, str], float] = {}
    for notion, rarity in zip(notions, rarities, strict=True):
        for field, term, weight in _terms(notion, weights):
            worth = rarity * notion.factor * weight
            if worth and (field == "form" or vocabulary.count(field, term)):
                found[field, term] = max(worth, found.get((field, term), 0.0))
    return tuple(Clause(field, term, worth) for (field, term), worth in found.items())


def _terms(notion: Notion, weights: Weights) -> Iterator[tuple[str, str, float]]:
    """Fields, terms and weights by which the engine may find a passage for a notion."""
    for key in notion.keys:
        if key.field == "phrase":
            for form in key.term.split(" "):
                yield "form", form, key.weight
            continue
        yield key.field, key.term, key.weight
        if key.field == "law" and notion.role is Role.LAW:
            for above in law_and_parents(key.term)[1:]:
                yield "law", above, key.weight * weights.parent
        if key.field in ("lemma", "notion") and notion.role is not Role.SMALL:
            term = NOTION + key.term if key.field == "notion" else key.term
            yield "heading", term, key.weight
            yield "subject", term, key.weight


def _limits(limits: Filters, vocabulary: Vocabulary) -> tuple[tuple[Clause, ...], ...] | None:
    """What every passage must have; None when none can have it."""
    groups: list[tuple[Clause, ...]] = []
    for name, values in (
        ("kind", limits.kinds),
        ("edition", limits.editions),
        ("document", limits.documents),
        ("law", tuple(law.lower() for law in limits.laws)),
    ):
        if values:
            groups.append(tuple(Clause(name, value) for value in values))
    if limits.since or limits.until:
        first = (limits.since or "0000")[:4]
        last = (limits.until or "9999")[:4]
        years = [y for y in vocabulary.df.get("year", ()) if first <= y <= last]
        if not years:
            return None
        groups.append(tuple(Clause("year", year) for year in sorted(years)))
    return tuple(groups)
