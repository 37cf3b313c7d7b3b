"""What an index keeps of one passage: its words, lemmas and notions, and the engine's fields."""

from __future__ import annotations

from dataclasses import dataclass

from search.analysis import Analyzer
from search.glossary import Glossary
from search.passages import Passage
from search.store import Place, Record, law_roles, pack
from search.subjects import Subjects, terms_of


@dataclass(frozen=True, slots=True)
class Annotation:
    """A passage read: what the store keeps of it, and the terms of every engine field."""

    record: Record
    fields: dict[str, tuple[str, ...]]


class Annotator:
    """Reads passages; what repeats from one to the next is worked out once."""

    def __init__(self, glossary: Glossary):
        self._glossary = glossary
        self.analyzer = Analyzer()
        self.subjects = Subjects.collect(self.analyzer, glossary)
        self._headings: dict[str, tuple[str, ...]] = {}
        self._subject_terms: dict[tuple[object, ...], tuple[str, ...]] = {}

    def annotate(self, passage: Passage) -> Annotation:
        """Read one passage."""
        tokens = self.analyzer.tokens(passage.text)
        forms = [token.form for token in tokens]
        rows = [token.lemmas for token in tokens]
        lemmas: dict[str, str] = {}
        for number, row in enumerate(rows):
            position = str(number)
            for lemma in row:
                before = lemmas.get(lemma)
                lemmas[lemma] = f"{before} {position}" if before else position
        # Colloquial names are for what people type; in texts of the Laws they only mislead.
        matches = self._glossary.match(rows, hidden=False)
        notions: dict[str, list[Place]] = {}
        for match in matches:
            place = (match.start, match.end - match.start, match.weight)
            notions.setdefault(match.concept_id, []).append(place)
        heading = self._heading(passage.heading)
        exact, within = law_roles(passage)
        record = Record(
            passage=passage,
            words=" ".join(forms),
            length=len(forms),
            lemmas=lemmas,
            notions={name: pack(found) for name, found in notions.items()},
            heading=heading,
            exact_laws=exact,
            within_laws=within,
        )
        fields: dict[str, tuple[str, ...]] = {
            "lemma": tuple([lemma for row in rows for lemma in row]),
            "form": tuple(forms),
            "heading": heading,
            "subject": self._subject(passage),
            "notion": tuple([match.concept_id for match in matches]),
            "law": tuple(sorted({*exact, *within})),
            "kind": (passage.kind,),
            "document": (passage.document,),
            "id": (passage.id,),
        }
        if passage.number:
            fields["number"] = (passage.number.lower(),)
        if passage.edition:
            fields["edition"] = (passage.edition,)
        if passage.year:
            fields["year"] = (str(passage.year),)
        return Annotation(record, fields)

    def _heading(self, text: str) -> tuple[str, ...]:
        found = self._headings.get(text)
        if found is None:
            terms = terms_of(text, self.analyzer, self._glossary)
            found = self._headings[text] = tuple(sorted(terms))
        return found

    def _subject(self, passage: Passage) -> tuple[str, ...]:
        laws = (passage.law, passage.about, passage.laws)
        found = self._subject_terms.get(laws)
        if found is None:
            found = self._subject_terms[laws] = tuple(sorted(self.subjects.of(passage)))
        return found
