"""What a notion of the game is: the records the glossary holds and hands out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

EDITIONS = ("1987", "1997", "2007", "2017")
"""Editions of the Laws a glossary may name."""


@dataclass(frozen=True, slots=True)
class Concept:
    """One notion (``skos:Concept``) with its names in both languages.

    ``id`` is the last part of its IRI («revoke»). ``alt_*`` are synonyms people may be shown,
    ``hidden_*`` colloquial words and misspellings that only help matching. ``broader``,
    ``narrower`` and ``related`` are ids. ``definition_ru`` is quoted from ``definition_source``
    (a text of the library) or empty. ``laws``: edition → law numbers that treat of it.
    """

    id: str
    pref_ru: str
    alt_ru: tuple[str, ...] = ()
    hidden_ru: tuple[str, ...] = ()
    pref_en: str = ""
    alt_en: tuple[str, ...] = ()
    hidden_en: tuple[str, ...] = ()
    broader: tuple[str, ...] = ()
    narrower: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    definition_ru: str = ""
    definition_source: str = ""
    laws: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def shown(self) -> tuple[str, ...]:
        """Names one may show: the preferred ones first, Russian before English."""
        return tuple(
            name for name in (self.pref_ru, self.pref_en, *self.alt_ru, *self.alt_en) if name
        )


@dataclass(frozen=True, slots=True)
class Label:
    """One name of a concept, analysed. ``tokens``: the alternative lemmas of each word."""

    concept: str
    text: str
    weight: float
    tokens: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ConceptMatch:
    """A notion found in a row of tokens: ``tokens[start:end]`` holds it, gaps included.

    ``weight`` is 1.0 for a notion's own name, less for a misspelling, for words found apart or in
    another order, after «не», or inside a longer notion. ``label`` is the name that matched.
    """

    concept_id: str
    start: int
    end: int
    weight: float
    label: str
