"""Putting a query right: words typed in the other keyboard layout, misspelled words.

A word the texts, the dictionaries or the glossary know is never touched, nor is a law number.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rapidfuzz.distance import OSA

from search import lexicon
from search.analysis import Analyzer, Token
from search.english import base_forms
from search.folding import fold, is_latin
from search.glossary import Glossary
from search.lawrefs import LawMention
from search.layout import fix_layout
from search.normalise import normal_form, words
from search.spelling import MIN_LENGTH, Speller
from search.stopwords import DROPPED, KEPT
from search.vocabulary import Vocabulary


@dataclass
class Notes:
    """What was noticed while a query was read; becomes ``search.notions.Understood``."""

    corrected: list[tuple[str, str]] = field(default_factory=list)
    layout: list[tuple[str, str]] = field(default_factory=list)
    laws: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    concepts: list[tuple[str, str, str]] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


class Corrections:
    """Corrects against the words of one index. Thread-safe."""

    def __init__(self, analyzer: Analyzer, vocabulary: Vocabulary):
        self._analyzer = analyzer
        self._vocabulary = vocabulary
        self._names = vocabulary.names
        self._misspellings = vocabulary.slips

    @cached_property
    def speller(self) -> Speller:
        """Suggestions out of the words of the texts, the dictionary and the glossary."""
        forms = dict.fromkeys((*lexicon.bundled().forms, *self._names), 1)
        forms.update(self._vocabulary.forms)
        return Speller(forms, self.knows)

    def knows(self, word: str) -> bool:
        """Whether the texts, the game's dictionary, the glossary or Russian have this word."""
        form = normal_form(word)
        if form in self._vocabulary.forms or form in self._names:
            return True
        if form in KEPT or form in DROPPED:
            return True
        if is_latin(form):
            return any(base in self._names for base in base_forms(form))
        return lexicon.is_known(form)

    def layout(self, text: str, notes: Notes, typed: frozenset[str]) -> str:
        """``text`` with words of the other layout converted; ``typed`` are left alone."""

        def known(word: str) -> bool:
            return fold(word) in typed or self.knows(word)

        fixed, changed = fix_layout(text, known)
        if not changed:
            return text
        before, after = text.split(), fixed.split()
        if len(before) == len(after):
            pairs = [(b, a) for b, a in zip(before, after, strict=True) if b != a]
            if any(fold(b) in typed for b, _ in pairs):
                return text
            notes.layout.extend(pairs)
        else:
            notes.layout.append((text, fixed))
        return fixed

    def spelling(
        self,
        tokens: Sequence[Token],
        held: Sequence[LawMention | None],
        text: str,
        notes: Notes,
        typed: frozenset[str],
    ) -> tuple[list[Token], list[LawMention | None]]:
        """The tokens with misspelled words replaced; ``held[i]`` is the law number token ``i`` is
        part of, and comes back in step with the tokens.
        """
        found: list[Token] = []
        mentions: list[LawMention | None] = []
        number = 0
        while number < len(tokens):
            token, mention = tokens[number], held[number]
            number += 1
            if mention is not None or token.form in typed or self.knows(token.form):
                found.append(token)
                mentions.append(mention)
                continue
            replacement, end = [token], token.end
            joined = None
            if number < len(tokens) and held[number] is None:
                joined = self.speller.join(token.form, tokens[number].form)
            if joined is not None:
                end = tokens[number].end
                number += 1
                replacement = [self._token(token.start, end, joined.text)]
            elif token.form in self._misspellings:
                replacement = [self._token(token.start, end, self._misspellings[token.form])]
            else:
                written = text[token.start : token.end]
                best = next(iter(self.speller.correct(written, 1)), None)
                if best is not None and best.sure:
                    replacement = [
                        self._token(token.start, end, part) for part in best.text.split()
                    ]
            if replacement != [token]:
                shown = " ".join(new.form for new in replacement)
                notes.corrected.append((text[token.start : end], shown))
            found.extend(replacement)
            mentions.extend([None] * len(replacement))
        return found, mentions

    def _token(self, start: int, end: int, form: str) -> Token:
        return Token(start, end, form, self._analyzer.lemmas(form))


def name_words(glossary: Glossary) -> frozenset[str]:
    """Every word form in the glossary's names, and the base forms of English ones."""
    raw = {
        match.group()
        for concept in glossary.concepts.values()
        for name in (*concept.shown(), *concept.hidden_ru, *concept.hidden_en)
        for match in words(name)
    }
    forms = {normal_form(word) for word in raw}
    return frozenset(forms.union(*(base_forms(form) for form in forms if is_latin(form))))


def known_slips(glossary: Glossary, forms: Container[str]) -> dict[str, str]:
    """Hidden names of one word that are a slip of a proper name's word: slip → right word.

    ``forms`` are the word forms of the texts: what stands there is no slip.
    """
    found: dict[str, str] = {}
    for concept in glossary.concepts.values():
        proper = [normal_form(m.group()) for name in concept.shown() for m in words(name)]
        for hidden in (*concept.hidden_ru, *concept.hidden_en):
            form = normal_form(hidden)
            if " " in form or len(form) < MIN_LENGTH or form in forms:
                continue
            near = min(((OSA.distance(form, word), word) for word in proper), default=None)
            if near and 0 < near[0] <= 2 and not lexicon.is_known(form):
                found[form] = near[1]
    return found
