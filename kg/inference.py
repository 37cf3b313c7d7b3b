"""What a passage that names nothing is about: an inference, always marked as one.

Three kinds of reason are weighed: words of a *glossary* that belong to certain laws; *likeness* to
texts whose law is known (laws, commentary, minutes, the inventory's subjects); the *neighbours* a
passage continues. Each guess carries its score and its reasons, in Russian.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from corpus.document import Document, Kind, Unit
from kg import nodes
from kg.about import About, place, stated
from kg.argument import SURE
from kg.citation import Citation
from kg.editions import editions
from kg.evidence import INFERRED
from kg.likeness import Likeness, stems, words_of

Terms = Sequence[tuple[str, tuple[str, ...]]]
"""Written terms with the laws they belong to (a glossary's labels)."""
FEWEST_WORDS = 4
SUREST = 0.85
"""No inference is as sure as an editor."""
_LIKENESS, _TERMS, _NEIGHBOUR = 1.0, 1.5, 0.8
_INHERITED = 0.5
"""How much of a whole's score its parts get: of two, the more exact one is named."""
_GOES_ON = re.compile(
    r"\W*(?i:эт(?:о|от|а|и|ого|ой|ому|их)|так(?:ое|ой|ая|ие)|он[аои]?|его|её|ее|их|если же|однако"
    r"|кроме того|при этом|в этом случае|далее|но|а|и|примеры?)\b|\W*[а-яё(•*]",
)


@dataclass(frozen=True, slots=True)
class Term:
    """A term as it is written, its shortened words, the laws it belongs to."""

    written: str
    words: tuple[str, ...]
    laws: tuple[str, ...]


@dataclass(slots=True)
class Model:
    """What is known of the laws' words; ``terms`` by their first shortened word."""

    likeness: Likeness = field(default_factory=Likeness)
    terms: dict[str, list[Term]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Guess:
    """A provision a passage may be about; ``score`` is 0…1, ``reasons`` are Russian."""

    target: str
    score: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Context:
    """What stands around a passage: its headings, and the laws the passage before it names."""

    headings: str = ""
    before: tuple[str, ...] = ()


def contexts(document: Document, citations: Iterable[Citation]) -> dict[str, Context]:
    """The context of every passage of a document."""
    units = {u.id: u for u in document.units}
    named = _named(citations)
    found: dict[str, Context] = {}
    last: Unit | None = None
    for unit in document.units:
        if not unit.passage:
            continue
        headings, above = [unit.heading or ""], units.get(unit.parent or "")
        while above is not None:
            headings.append(above.heading or "")
            above = units.get(above.parent or "")
        beside = last is not None and last.parent == unit.parent and unit.number is None
        before = tuple(named.get(last.id, ())) if beside and last is not None else ()
        found[unit.id] = Context(" ".join(h for h in headings if h), before)
        last = unit
    return found


def _named(citations: Iterable[Citation]) -> dict[str, list[str]]:
    """The laws each unit names surely, the first named first."""
    found: dict[str, list[str]] = {}
    for citation in sorted(citations, key=lambda c: (c.document, c.span)):
        if citation.unit and citation.status in SURE and citation.kind in ("law", "implicit"):
            laws = found.setdefault(citation.unit, [])
            laws += [t for t in citation.targets if t not in laws and nodes.order(t)[0][0] < 200]
    return found


def learn(documents: Iterable[Document], citations: Iterable[Citation], terms: Terms = ()) -> Model:
    """Read the texts whose law is known: by place, by curation, by the one law they name."""
    model = Model()
    for written, belongs in terms:
        short = tuple(stems(written))
        if short and belongs:
            model.terms.setdefault(short[0], []).append(Term(written, short, tuple(belongs)))
    named = _named(citations)
    for inventory in editions().values():
        for number in sorted(inventory.subjects):
            subject = inventory.subject(number)
            if subject:
                model.likeness.add(str(number), subject)
    for document in documents:
        about: dict[str, list[str]] = {}
        for link in stated(document):
            about.setdefault(link.unit, []).append(link.target)
        for unit in document.units:
            if not unit.passage:
                continue
            laws = about.get(unit.id, [])
            if unit.kind is Kind.LAWS and unit.law:
                laws = [unit.law]
            elif not laws and len(named.get(unit.id, ())) == 1:
                laws = named[unit.id]
            for law in dict.fromkeys(laws[:3]):
                model.likeness.add(law, unit.text)
    return model


def _by_terms(model: Model, words: list[str]) -> dict[str, tuple[float, set[str]]]:
    """The laws of the glossary's terms found among the words, with the terms.

    A long term tells more than a short one, one of few laws more than one of many, a rare word
    more than a common one; terms of the same laws count once.
    """
    hits: dict[tuple[str, ...], list[Term]] = {}
    for at, word in enumerate(words):
        for term in model.terms.get(word, ()):
            if tuple(words[at : at + len(term.words)]) == term.words:
                hits.setdefault(term.laws, []).append(term)
    found: dict[str, tuple[float, set[str]]] = {}
    for laws, terms in sorted(hits.items()):
        longest = max(len(term.words) for term in terms)
        rarest = max(min(model.likeness.weight(w) for w in term.words) for term in terms)
        weight = longest**0.5 / len(laws) ** 0.7 * max(rarest / 4, 0.2)
        for law in laws:
            before, said = found.get(law, (0.0, set()))
            found[law] = (before + weight, said | {term.written for term in terms})
    return found


def guesses(model: Model, unit: Unit, context: Context) -> list[Guess]:
    """What a passage may be about, likeliest first; nothing for a passage of a few words."""
    text = f"{context.headings} {unit.text}"
    words = stems(text)
    if len(words) < FEWEST_WORDS:
        return []
    scores: dict[str, float] = {}
    reasons: dict[str, list[str]] = {}

    def add(law: str, score: float, reason: str) -> None:
        scores[law] = scores.get(law, 0.0) + score
        reasons.setdefault(law, []).append(reason)

    like = model.likeness.compare(text)[:8]
    top = like[0][1] if like else 1.0
    whole_words = words_of(text)
    for law, score, telling in like:
        said_in = ", ".join(whole_words[stem] for stem in telling)
        add(law, _LIKENESS * score / top, f"похоже на тексты о {law}: {said_in}")
    by_terms = _by_terms(model, words)
    most = max((s for s, _ in by_terms.values()), default=1.0)
    for law, (score, said) in by_terms.items():
        add(law, _TERMS * score / most, f"термины: {', '.join(sorted(said)[:3])}")
    if _GOES_ON.match(unit.text):
        for law in context.before[:1]:
            add(law, _NEIGHBOUR, "продолжает предыдущий отрывок")
    whole: dict[str, float] = {}
    for law, score in scores.items():
        root = _root(law)
        whole[root] = max(whole.get(root, 0.0), score)
    total = sum(sorted(whole.values())[-5:]) or 1.0
    ranked = [
        Guess(law, round(min(SUREST, whole[_root(law)] / total), 3), tuple(reasons[law]))
        for law in scores
    ]
    within = {
        law: score + _INHERITED * sum(scores.get(above, 0.0) for above in nodes.ancestors(law))
        for law, score in scores.items()
    }
    best = {law: (-whole[_root(law)], _root(law), -score) for law, score in within.items()}
    return sorted(ranked, key=lambda g: (best[g.target], nodes.order(g.target)))


def _root(law: str) -> str:
    return (nodes.ancestors(law) or (law,))[-1]


def infer(
    documents: Sequence[Document],
    citations: Sequence[Citation],
    terms: Terms = (),
    fewest: float = 0.3,
    most: int = 2,
) -> tuple[About, ...]:
    """What the passages are about that name nothing and of which nobody said anything.

    At most ``most`` laws a passage, each with a score of at least ``fewest``. ``terms`` are a
    glossary's labels with their laws.
    """
    model = learn(documents, citations, terms)
    spoken = {c.unit for c in citations if c.targets}
    by_document: dict[str, list[Citation]] = {}
    for citation in citations:
        by_document.setdefault(citation.document, []).append(citation)
    found: list[About] = []
    for document in documents:
        known = {link.unit for link in stated(document)}
        own = by_document.get(document.meta.id, [])
        around = contexts(document, own)
        for unit in document.units:
            if not unit.passage or unit.id in known or unit.id in spoken:
                continue
            if unit.kind is Kind.LAWS:
                continue
            for guess in guesses(model, unit, around[unit.id])[:most]:
                if guess.score >= fewest:
                    evidence = replace(
                        place(document, unit),
                        by=INFERRED,
                        confidence=guess.score,
                        note="; ".join(guess.reasons),
                    )
                    found.append(About(unit.id, guess.target, INFERRED, evidence))
    return tuple(found)
