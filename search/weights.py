"""The few numbers of ranking, each with a name; how they were set and checked: docs/search.md."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each sign counts. All are relative to a full match of one notion, which is 1."""

    # understanding
    narrower: float = 0.75  # a kind of what is asked for: «недостаточная заявка» for «заявка»
    related: float = 0.3
    broader: float = 0.25
    law_of_concept: float = 0.45  # passage is about a law the glossary ties to the notion
    own_words: float = 0.3  # words of a longer name, beside the name itself
    nested: float = 0.5  # a notion inside the name of another
    family: float = 0.6  # a word of the same root
    meaning: float = 0.4  # a word of the same meaning
    small_word: float = 0.3  # не, до, после, без, вне
    weak_word: float = 0.5
    law: float = 1.5  # a law number in the query
    bare_law: float = 1.2
    law_in_text: float = 0.3  # the number stands in the passage's own words
    other_reading: float = 0.7
    # passages
    k1: float = 1.0  # how soon repetition stops to count
    b: float = 0.4  # how much long passages are held back
    heading: float = 0.75
    subject: float = 0.2  # the subject of a law the passage treats of
    about: float = 0.95  # is about the law, against standing under it
    cites: float = 0.85
    inside: float = 0.9  # a part of the law asked for, against the law itself
    parent: float = 0.35  # the law that holds the one asked for
    # the whole
    coverage: float = 1.0  # how much uncovered notions cost
    nearness: float = 0.17
    order: float = 0.15
    exact: float = 0.05
    kind: float = 0.03
