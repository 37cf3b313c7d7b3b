"""The glossary: the game's notions, their names in two languages, and how they hang together.

``glossary.ttl`` beside this module is SKOS and meant to be edited; a library may add its own file.
The compiled form (``to_json``) keeps every name already analysed, so that a search reads one JSON
file and neither rdflib nor the lemmatiser is imported.

    glossary = Glossary.load()
    glossary.match([["не"], ["дать"], ["в"], ["масть"]])   # [ConceptMatch("revoke", 0, 4, …)]
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from search.concepts import Concept, ConceptMatch, Label
from search.folding import fold
from search.labels import analyse
from search.matching import LabelIndex, choose
from search.skos import read_file, read_turtle

__all__ = ["Concept", "ConceptMatch", "Glossary", "Label", "bundled", "compile_bundled"]

SOURCE = Path(__file__).with_name("glossary.ttl")
COMPILED = Path(__file__).with_name("glossary.json")

NARROWER_WEIGHT = 0.5
RELATED_WEIGHT = 0.3
BROADER_WEIGHT = 0.25
"""How much a neighbouring notion counts for the one asked about, one step away."""


class Glossary:
    """The notions of one library. Immutable; ``match`` may be called from many threads."""

    def __init__(
        self, concepts: Sequence[Concept], labels: Sequence[Label] | None = None, digest: str = ""
    ) -> None:
        self.concepts: Mapping[str, Concept] = {concept.id: concept for concept in concepts}
        self.digest = digest
        self._labels = tuple(labels if labels is not None else analyse(concepts))
        self._index = LabelIndex(self._labels)
        self._kin: dict[str, frozenset[str]] = {}

    @classmethod
    def load(cls, path: Path | None = None) -> Glossary:
        """The bundled glossary, or the bundled one with the user's file ``path`` added.

        A notion of the user's file with a known id adds its names to that notion; its preferred
        names win. Raises ``SettingsError``, one Russian line with the file's line number.
        """
        text = read_file(SOURCE)
        digest = hashlib.sha256(text.encode()).hexdigest()
        if path is None:
            if COMPILED.exists():
                compiled = cls.from_json(COMPILED.read_text(encoding="utf-8"))
                if compiled.digest == digest:
                    return compiled
            return cls(read_turtle(text, SOURCE.name), digest=digest)
        added = read_file(path)
        concepts = _merge(read_turtle(text, SOURCE.name), added, path.name)
        return cls(concepts, digest=hashlib.sha256((digest + added).encode()).hexdigest())

    def to_json(self, lines: bool = False) -> str:
        """The compiled form: concepts and analysed names, deterministic.

        ``lines``: each value on a line of its own, for a file kept under version control.
        """
        data = {
            "digest": self.digest,
            "concepts": [
                {key: value for key, value in asdict(concept).items() if value}
                for concept in self.concepts.values()
            ],
            "labels": [
                [label.concept, label.text, label.weight, [" ".join(t) for t in label.tokens]]
                for label in self._labels
            ],
        }
        return json.dumps(data, ensure_ascii=False, indent=0 if lines else None) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Glossary:
        """The glossary ``to_json`` wrote."""
        data = json.loads(text)
        labels = [
            Label(concept, name, weight, tuple(tuple(token.split()) for token in tokens))
            for concept, name, weight, tokens in data["labels"]
        ]
        return cls([_concept(item) for item in data["concepts"]], labels, data["digest"])

    def match(self, tokens: Sequence[Sequence[str]], hidden: bool = True) -> list[ConceptMatch]:
        """The notions named in ``tokens`` (alternative lemmas at each position), by place.

        ``hidden``: as a query is read, also by colloquial words and misspellings and in another
        order of words; without it as a text is read, by proper names only (faster).
        """
        return choose(self._index.find(tokens, loose=hidden), tokens, self.kin)

    def labels(self, concept_id: str) -> tuple[Label, ...]:
        """The analysed names of a notion, for putting them into a query."""
        return tuple(label for label in self._labels if label.concept == concept_id)

    def kin(self, concept_id: str) -> frozenset[str]:
        """Ids of every broader notion, and of the narrower and related ones a step away."""
        if concept_id not in self._kin:
            concept = self.concepts[concept_id]
            found = {concept_id, *concept.narrower, *concept.related}
            front = set(concept.broader)
            while front:
                found |= front
                front = {up for item in front for up in self.concepts[item].broader} - found
            self._kin[concept_id] = frozenset(found)
        return self._kin[concept_id]

    def related_weights(self, concept_id: str) -> dict[str, float]:
        """Neighbouring notions and how much each counts (0–1), strongest first; not itself."""
        concept = self.concepts[concept_id]
        weights: dict[str, float] = {}

        def add(ids: Sequence[str], weight: float) -> None:
            for item in ids:
                if item != concept_id:
                    weights[item] = max(weight, weights.get(item, 0.0))

        add(concept.broader, BROADER_WEIGHT)
        add(concept.related, RELATED_WEIGHT)
        add(concept.narrower, NARROWER_WEIGHT)
        for child in concept.narrower:
            add(self.concepts[child].narrower, NARROWER_WEIGHT**2)
        return dict(sorted(weights.items(), key=lambda item: (-item[1], item[0])))

    def starting_with(self, prefix: str, limit: int = 10) -> list[Concept]:
        """Notions with a shown name that begins with ``prefix`` (or a word of it does)."""
        wanted = fold(prefix).strip()
        if not wanted:
            return []
        ranked: list[tuple[bool, int, str, Concept]] = []
        for concept in self.concepts.values():
            for number, name in enumerate(concept.shown()):
                folded = fold(name)
                if folded.startswith(wanted) or f" {wanted}" in folded:
                    inside = not folded.startswith(wanted)
                    ranked.append((inside, number, concept.pref_ru, concept))
                    break
        return [row[-1] for row in sorted(ranked, key=lambda row: row[:3])[:limit]]


@lru_cache(maxsize=1)
def bundled() -> Glossary:
    """The bundled glossary, read once."""
    return Glossary.load()


def compile_bundled() -> str:
    """The text ``glossary.json`` should have."""
    text = read_file(SOURCE)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return Glossary(read_turtle(text, SOURCE.name), digest=digest).to_json(lines=True)


def _merge(base: Sequence[Concept], added: str, name: str) -> list[Concept]:
    """Read the user's file knowing the bundled ids, and join the notions with the same id."""
    merged = {concept.id: concept for concept in base}
    mine = read_turtle(added, name, known=merged)
    for concept in mine:
        old = merged.get(concept.id)
        merged[concept.id] = concept if old is None else _joined(old, concept)
    return _with_both_directions(sorted(merged.values(), key=lambda concept: concept.id))


def _joined(old: Concept, new: Concept) -> Concept:
    def union(*rows: Sequence[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(item for row in rows for item in row if item))

    pref_ru, pref_en = new.pref_ru or old.pref_ru, new.pref_en or old.pref_en
    return replace(
        old,
        pref_ru=pref_ru,
        pref_en=pref_en,
        alt_ru=tuple(n for n in union(old.alt_ru, new.alt_ru, [old.pref_ru]) if n != pref_ru),
        alt_en=tuple(n for n in union(old.alt_en, new.alt_en, [old.pref_en]) if n != pref_en),
        hidden_ru=union(old.hidden_ru, new.hidden_ru),
        hidden_en=union(old.hidden_en, new.hidden_en),
        broader=union(old.broader, new.broader),
        narrower=union(old.narrower, new.narrower),
        related=union(old.related, new.related),
        definition_ru=new.definition_ru or old.definition_ru,
        definition_source=new.definition_source or old.definition_source,
        laws={**old.laws, **new.laws},
    )


def _with_both_directions(concepts: Sequence[Concept]) -> list[Concept]:
    """Narrower for every broader and the reverse, related both ways."""
    by_id = {concept.id: concept for concept in concepts}
    narrower = {key: set(concept.narrower) for key, concept in by_id.items()}
    related = {key: set(concept.related) for key, concept in by_id.items()}
    for concept in concepts:
        for parent in concept.broader:
            narrower[parent].add(concept.id)
        for other in concept.related:
            related[other].add(concept.id)
    return [
        replace(
            concept,
            narrower=tuple(sorted(narrower[concept.id])),
            related=tuple(sorted(related[concept.id])),
        )
        for concept in concepts
    ]


def _concept(item: dict[str, Any]) -> Concept:
    values: dict[str, Any] = {
        key: tuple(row) if isinstance(row, list) else row for key, row in item.items()
    }
    values["laws"] = {edition: tuple(row) for edition, row in item.get("laws", {}).items()}
    return Concept(**values)
