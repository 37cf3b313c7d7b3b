"""The names of notions, analysed: what ``matching`` compares with the words of a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from search.abbreviations import ABBREVIATIONS, ALWAYS
from search.concepts import Concept, Label
from search.english import base_forms
from search.folding import fold, is_latin
from search.lexicon import bundled, lemmas

HIDDEN_WEIGHT = 0.8
"""Weight of a colloquial word or misspelling (``skos:hiddenLabel``) beside a proper name's 1.0."""

_WORD = re.compile(r"[^\W_]+(?:[-'/][^\W_]+)*|%")

Tokens = tuple[tuple[str, ...], ...]


def analyse(concepts: Sequence[Concept]) -> list[Label]:
    """Every name of every concept, abbreviations of them, and longer names with those put in."""
    found: dict[tuple[str, Tokens], Label] = {}
    for concept in concepts:
        proper = (concept.pref_ru, *concept.alt_ru, concept.pref_en, *concept.alt_en)
        named = [(name, 1.0) for name in proper if name]
        named += [(name, HIDDEN_WEIGHT) for name in (*concept.hidden_ru, *concept.hidden_en)]
        for name, weight in named:
            tokens = analyse_name(name)
            if tokens:
                found.setdefault((concept.id, tokens), Label(concept.id, name, weight, tokens))
    for label in list(_short(found.values())):
        found.setdefault((label.concept, label.tokens), label)
    for label in list(_abbreviated(found.values())):
        found.setdefault((label.concept, label.tokens), label)
    return list(found.values())


def analyse_name(text: str) -> Tokens:
    """The alternative lemmas of each word of a name, as a query's words are analysed."""
    tokens: list[tuple[str, ...]] = []
    for word in _WORD.findall(text):
        if word in ABBREVIATIONS or fold(word) in ALWAYS:
            tokens.append(("#" + fold(word),))
        elif is_latin(word) and fold(word).endswith(("ing", "ed")):
            # «carding» is not about cards: only a query's words are brought to a shorter base.
            tokens.append(base_forms(fold(word), endings=False))
        else:
            own = lemmas(word)
            partners = (verb for lemma in own for verb in bundled().partners.get(lemma, ()))
            tokens.append(tuple(dict.fromkeys((*own, *partners))))
    return tuple(tokens)


def _short(labels: Iterable[Label]) -> Iterator[Label]:
    """«КК» beside «конвенционная карта»: every abbreviation is a name of what it stands for."""
    named: dict[Tokens, list[str]] = {}
    for label in labels:
        if label.weight == 1:
            named.setdefault(label.tokens, []).append(label.concept)
    for short, full in ABBREVIATIONS.items():
        for concept in named.get(analyse_name(full), ()):
            yield Label(concept, short, 1.0, analyse_name(short))


def _abbreviated(labels: Iterable[Label]) -> Iterator[Label]:
    """«полномочия АК» beside «полномочия апелляционного комитета».

    A notion with an abbreviation for a name («АК») lends it to every name of another notion that
    holds one of its proper names.
    """
    rows = list(labels)
    short: dict[str, tuple[str, ...]] = {}
    for label in rows:
        if len(label.tokens) == 1 and label.tokens[0][0].startswith("#"):
            short[label.concept] = (*short.get(label.concept, ()), label.tokens[0][0])
    names = [
        (label.tokens, label.concept)
        for label in rows
        if label.concept in short and len(label.tokens) > 1 and label.weight == 1
    ]
    for label in rows:
        for name, concept in names:
            if concept == label.concept or len(name) >= len(label.tokens):
                continue
            for start in range(len(label.tokens) - len(name) + 1):
                if label.tokens[start : start + len(name)] == name:
                    tail = label.tokens[start + len(name) :]
                    tokens = (*label.tokens[:start], short[concept], *tail)
                    yield Label(label.concept, label.text, label.weight, tokens)
