"""Which words share a root: «нарушить», «нарушение», «нарушитель»; «апелляция», «апеллировать».

A query's verb often meets the text's noun. The key of a family is the Snowball stem of the lemma
with its derivational suffixes taken off, as long as a root of four letters stays: always something
the lemma begins with. It joins words that differ in meaning too («протест», «протестант»), so a
match through it counts for little.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from search.folding import is_cyrillic

_ROOT = 4
# Longest first; suffixes of nouns, adjectives and verbs as left by the Snowball stemmer.
_SUFFIXES = (
    "ительств", "ированн", "ирующ", "ирова", "яцион", "ацион", "ицион", "ованн", "ительн", "тельн",
    "ственн", "ировк", "ивани", "ывани", "енност", "анност",
    "ител", "ател", "ован", "ениц", "ност", "енно", "ельн",
    "ова", "ева", "ыва", "ива", "ени", "ани", "яни", "енн", "анн", "янн", "янт", "ант",
    "ник", "щик", "чик", "ист", "изм", "ств", "ост", "еск", "ичн", "очн", "ечн", "овк", "анк",
    "яц", "ац", "иц", "ен", "ан", "ян", "ив", "ск", "ок", "ир", "ар",
    "а", "я", "и", "у", "е", "н", "к",
)  # fmt: skip
_STEPS = 2


@lru_cache(maxsize=1)
def _stemmer() -> Any:
    # Whoosh brings Snowball's Russian stemmer, so no further dependency is needed.
    from whoosh.lang.snowball.russian import RussianStemmer

    return RussianStemmer()


@lru_cache(maxsize=1 << 16)
def family(lemma: str) -> str | None:
    """The root that ``lemma`` shares with its relatives, or None when it is too short to tell."""
    if len(lemma) < _ROOT or not is_cyrillic(lemma.replace("-", "")):
        return None
    stem: str = _stemmer().stem(lemma)
    for _ in range(_STEPS):
        suffix = next(
            (s for s in _SUFFIXES if stem.endswith(s) and len(stem) - len(s) >= _ROOT), ""
        )
        stem = stem.removesuffix(suffix)
    # The stemmer takes an apostrophe for a soft sign: what it makes of such a word is no beginning.
    return stem if len(stem) >= _ROOT and lemma.startswith(stem) else None


_PREFIXES = (
    "пере", "недо", "пред", "рас", "раз", "воз", "вос", "бес", "без", "изо", "обо", "ото", "подо",
    "при", "про", "пре", "под", "над", "от", "об", "из", "ис", "вы", "до", "за", "на", "не", "по",
    "со", "вз", "вс", "с", "у", "о", "в",
)  # fmt: skip


def bare_roots(family: str | None) -> tuple[str, ...]:
    """A family's key and what stays of it without a verb's prefix: «переторговл», «торговл»."""
    if family is None:
        return ()
    bare = (family.removeprefix(p) for p in _PREFIXES if family.startswith(p))
    return (family, *(root for root in bare if len(root) > _ROOT))


def prefixed(root: str) -> tuple[str, ...]:
    """The keys of all families that ``bare_roots`` gives this root."""
    if len(root) <= _ROOT:
        return (root,)
    return (root, *(prefix + root for prefix in _PREFIXES))
