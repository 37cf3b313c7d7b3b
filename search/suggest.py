"""What to offer: while a query is typed, and when it found nothing.

Everything comes from what the library has: laws with their subjects, notions of the glossary,
words of the texts, the queries of this session.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz, process

from kg.editions import editions
from kg.provision import candidates
from search.analysis import law_and_parents
from search.concepts import Concept
from search.folding import fold
from search.glossary import Glossary
from search.layout import flip
from search.vocabulary import Vocabulary

_NEAR, _NEAR_WORD = 66.0, 75.0  # rapidfuzz ratio (0–100) from which a name, a word is alike
_SHORT = 4  # letters; shorter words are like too many others
_MAX_TYPED = 80


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One line offered. ``kind``: "law", "concept", "recent", "word"; ``text``: the query it stands
    for; ``label``: what to show; ``id``: law number or notion id.
    """

    kind: str
    text: str
    label: str
    id: str


@lru_cache(maxsize=1)
def law_subjects() -> dict[str, str]:
    """Law number → its subject in Russian, as the latest edition that records one has it."""
    found: dict[int, str] = {}
    for inventory in editions().values():
        for law, names in inventory.subjects.items():
            if names.get("ru"):
                found[law] = names["ru"]
    return {str(law): found[law] for law in sorted(found)}


def suggest(
    typed: str,
    glossary: Glossary,
    vocabulary: Vocabulary,
    recent: Sequence[str] = (),
    limit: int = 8,
) -> tuple[Suggestion, ...]:
    """Offers for the beginning of a query, likeliest first, at most ``limit``.

    ``recent`` are the session's queries, newest first. What was typed in the other keyboard layout
    is understood when nothing begins with it as it stands.
    """
    text = typed.strip()[:_MAX_TYPED]
    if not text:
        return tuple(_recent("", recent))[:limit]
    found = _unique(_offers(text, glossary, vocabulary, recent), limit)
    if not found:
        found = _unique(_offers(flip(text), glossary, vocabulary, ()), limit)
    return found


def _offers(
    text: str, glossary: Glossary, vocabulary: Vocabulary, recent: Sequence[str]
) -> Iterator[Suggestion]:
    yield from _recent(text, recent)
    yield from _laws(text, vocabulary)
    for concept in glossary.starting_with(text):
        yield Suggestion("concept", concept.pref_ru, _concept_label(concept), concept.id)
    wanted = fold(text)
    for law, subject in law_subjects().items():
        if f" {fold(subject)}".find(f" {wanted}") >= 0:
            yield _law(law)
    yield from _words(text, vocabulary)


def _recent(text: str, recent: Sequence[str]) -> Iterator[Suggestion]:
    wanted = fold(text)
    for query in recent:
        if fold(query).startswith(wanted) and fold(query) != wanted:
            yield Suggestion("recent", query, query, query)


def _laws(text: str, vocabulary: Vocabulary) -> Iterator[Suggestion]:
    """The law typed so far and what lies in it, of what the library speaks of."""
    readings = candidates(text)
    if not readings:
        return
    start = str(readings[0]).lower()
    spoken: Mapping[str, int] = vocabulary.df.get("law", {})
    same = [law for law in spoken if law.startswith(start) and law[:1].isdigit()]
    laws = set(law_subjects()) if readings[0].depth == 0 else set()
    for law in sorted({*same, *(n for n in laws if n.startswith(start))}, key=_law_order):
        yield _law(law)


def _law_order(law: str) -> tuple[int, int, str]:
    digits = next((n for n, sign in enumerate(law) if not sign.isdigit()), len(law))
    return (len(law), int(law[:digits] or 0), law)


def _law(law: str) -> Suggestion:
    shown = str(next(iter(candidates(law)), law.upper()))
    subject = law_subjects().get(law_and_parents(law.lower())[-1], "")
    label = f"Правило {shown}" + (f" – {subject}" if subject else "")
    return Suggestion("law", f"Правило {shown}", label, shown)


def _concept_label(concept: Concept) -> str:
    return f"{concept.pref_ru} ({concept.pref_en})" if concept.pref_en else concept.pref_ru


def _words(text: str, vocabulary: Vocabulary) -> Iterator[Suggestion]:
    """The last word typed, completed to the commonest words of the texts."""
    before, _, last = text.rpartition(" ")
    start = fold(last)
    if len(start) < 3:
        return
    forms = [form for form in vocabulary.beginning(start) if form != start]
    forms.sort(key=lambda form: (-vocabulary.forms[form], form))
    for form in forms[:5]:
        query = f"{before} {form}".strip()
        yield Suggestion("word", query, query, form)


def _unique(offers: Iterator[Suggestion], limit: int) -> tuple[Suggestion, ...]:
    found: dict[str, Suggestion] = {}
    for offer in offers:
        found.setdefault(fold(offer.text), offer)
        if len(found) >= limit:
            break
    return tuple(found.values())


def nearest(query: str, glossary: Glossary, limit: int = 5) -> tuple[Suggestion, ...]:
    """The notions and laws whose names look like ``query``, for when little was found.

    A name counts when it is alike as a whole or shares a word that is; a few common letters are
    no likeness, and nothing is offered for them.
    """
    wanted = fold(query)[:_MAX_TYPED]
    names = _names(glossary)
    whole = process.extract(wanted, list(names), scorer=fuzz.ratio, score_cutoff=_NEAR, limit=limit)
    scores = {name: score for name, score, _ in whole}
    worded = _worded(glossary)
    for word in wanted.split():
        if len(word) < _SHORT:
            continue
        alike = process.extract(word, list(worded), scorer=fuzz.ratio, score_cutoff=_NEAR_WORD)
        for found, score, _ in alike:
            for name in worded[found]:
                # A shared word says less of a long name than of a short one.
                share = score - len(name.split())
                scores[name] = max(scores.get(name, 0.0), share)
    ranked = sorted(scores, key=lambda name: (-scores[name], name))
    return _unique((names[name] for name in ranked), limit)


def common_laws(vocabulary: Vocabulary, limit: int = 3) -> tuple[Suggestion, ...]:
    """The laws the texts speak of most: where to begin when nothing is like the query."""
    counts: Mapping[str, int] = vocabulary.df.get("law", {})
    laws = [law for law in counts if law.isdigit()]
    return tuple(
        _law(law) for law in sorted(laws, key=lambda law: (-counts[law], int(law)))[:limit]
    )


@lru_cache(maxsize=4)
def _names(glossary: Glossary) -> dict[str, Suggestion]:
    """Every name of a notion and every law's subject, with what it stands for."""
    names: dict[str, Suggestion] = {}
    for concept in glossary.concepts.values():
        offer = Suggestion("concept", concept.pref_ru, _concept_label(concept), concept.id)
        for name in (*concept.shown(), *concept.hidden_ru):
            names.setdefault(fold(name), offer)
    for law, subject in law_subjects().items():
        names.setdefault(fold(subject), _law(law))
    return names


@lru_cache(maxsize=4)
def _worded(glossary: Glossary) -> dict[str, tuple[str, ...]]:
    """Every longer word of those names, with the names it stands in."""
    found: dict[str, list[str]] = {}
    for name in _names(glossary):
        for word in dict.fromkeys(name.split()):
            if len(word) >= _SHORT:
                found.setdefault(word, []).append(name)
    return {word: tuple(names) for word, names in found.items()}
