"""What each law is about, in a few words, as terms: lets «перетасовать» find a passage that only
says «Правило 6»."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kg.editions import editions
from search.analysis import Analyzer, law_and_parents
from search.glossary import Glossary
from search.passages import Passage
from search.stopwords import DROPPED, KEPT


@dataclass(frozen=True, slots=True)
class Subjects:
    """Law number → lemmas and notions of its subject, over all editions and both languages."""

    terms: Mapping[str, frozenset[str]]

    @classmethod
    def collect(cls, analyzer: Analyzer, glossary: Glossary) -> Subjects:
        """The subjects recorded with the editions."""
        texts: dict[str, set[str]] = {}
        for inventory in editions().values():
            for law, names in inventory.subjects.items():
                texts.setdefault(str(law), set()).update(names.values())
        found = {
            law: {term for text in named for term in terms_of(text, analyzer, glossary)}
            for law, named in texts.items()
        }
        return cls({law: frozenset(terms) for law, terms in found.items()})

    @classmethod
    def from_json(cls, values: Mapping[str, Iterable[str]]) -> Subjects:
        """What ``to_json`` gave."""
        return cls({law: frozenset(terms) for law, terms in values.items()})

    def to_json(self) -> dict[str, list[str]]:
        """Plain values, sorted."""
        return {law: sorted(terms) for law, terms in sorted(self.terms.items())}

    def of(self, passage: Passage) -> frozenset[str]:
        """The subject terms of the laws a passage stands under or treats of, else names."""
        laws = (*((passage.law,) if passage.law else ()), *passage.about) or passage.laws[:2]
        found: set[str] = set()
        for law in laws:
            found |= self.terms.get(law_and_parents(law.lower())[-1], frozenset())
        return frozenset(found)


def terms_of(text: str, analyzer: Analyzer, glossary: Glossary) -> set[str]:
    """Lemmas and notion ids ("@revoke") of a short text, small words left out."""
    tokens = analyzer.tokens(text)
    found = {lemma for token in tokens for lemma in token.lemmas}
    found -= DROPPED | KEPT
    matches = glossary.match([token.lemmas for token in tokens])
    return found | {"@" + match.concept_id for match in matches}
