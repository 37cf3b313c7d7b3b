"""All forms of a word, by the dictionary or by the pattern of another word.

``pymorphy3`` is loaded at the first word that needs it (0.15 s of CPU, 29 MB), so a search whose
words are all known beforehand never pays for it.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import Any

from search.folding import fold, is_cyrillic

MIN_SCORE = 0.05
"""Lemmas less probable than this are dropped («для» is not a form of «длить»): measured on 3,319
forms, the first lemma alone loses 11.5 % of inflection pairs, this threshold 2.3 %."""

_lock = threading.Lock()
_analyzer: Any = None


def analyzer() -> Any:
    """The one ``pymorphy3.MorphAnalyzer`` of the process, made on first use."""
    global _analyzer
    if _analyzer is None:
        with _lock:
            if _analyzer is None:
                import pymorphy3

                _analyzer = pymorphy3.MorphAnalyzer(lang="ru")
    return _analyzer


@lru_cache(maxsize=1 << 18)
def dictionary_lemmas(form: str) -> tuple[str, ...]:
    """Folded lemmas of a folded Russian ``form``, most probable first; never empty."""
    found: list[str] = []
    for parse in analyzer().parse(form):
        lemma = fold(parse.normal_form)
        if (parse.score >= MIN_SCORE or not found) and lemma not in found:
            found.append(lemma)
    return tuple(found) or (form,)


def in_dictionary(form: str) -> bool:
    """True when the general Russian dictionary has this very form."""
    return bool(analyzer().word_is_known(form))


def inflect(word: str, like: str = "NOUN") -> tuple[str, ...]:
    """Every folded form of ``word``.

    ``like`` is a part of speech of pymorphy3 («NOUN», «ADJF», «INFN», «PRTF»: take the dictionary's
    own paradigm), «-» (the word does not change) or another word whose endings it takes («гид» for
    «кю-бид»), which is what words unknown to the dictionary need.
    """
    word = fold(word)
    if like == "-" or not is_cyrillic(word.replace("-", "")):
        return (word,)
    if like.isupper() and like.isascii():
        return _paradigm(word, like)
    model = fold(like)
    forms = _paradigm(model, "NOUN")
    stem = _common_stem(model, forms)
    ending = model[len(stem) :]
    if not word.endswith(ending):
        return (word,)
    root = word[: len(word) - len(ending)]
    return _unique([word, *(root + form[len(stem) :] for form in forms)])


def _paradigm(word: str, part_of_speech: str) -> tuple[str, ...]:
    parses = [p for p in analyzer().parse(word) if fold(p.normal_form) == word]
    fitting = [p for p in parses if part_of_speech in p.tag] or parses
    if not fitting:
        return (word,)
    # Comparatives («почервовее») are forms of the paradigm that nobody writes about cards.
    lexeme = (form.word for form in fitting[0].lexeme if "COMP" not in form.tag)
    return _unique([word, *lexeme])


def _common_stem(model: str, forms: tuple[str, ...]) -> str:
    stem = model
    for form in forms:
        while not form.startswith(stem):
            stem = stem[:-1]
    return stem


def _unique(forms: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(fold(form) for form in forms))
