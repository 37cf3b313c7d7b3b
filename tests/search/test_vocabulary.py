"""What is counted over the passages of an index."""

import re
from collections import Counter

import pytest

from bench.passages import bundled_passages, scaled
from search.families import bare_roots, family
from search.vocabulary import Vocabulary

WORD = re.compile(r"\w+")


def test_a_term_counts_once_a_passage_a_form_each_time() -> None:
    vocabulary = Vocabulary()
    vocabulary.add(
        [
            ({"lemma": ("карта", "карта", "ход")}, ("карта", "карты", "карта", "хода")),
            ({"lemma": ("карта",), "kind": ("laws",)}, ("карта",)),
        ]
    )
    vocabulary.add([({"lemma": ("ход",)}, ("ход", "хода"))])
    assert vocabulary.df == {"lemma": {"карта": 2, "ход": 2}, "kind": {"laws": 1}}
    assert vocabulary.forms == {"карта": 3, "карты": 1, "хода": 2, "ход": 1}
    assert (vocabulary.passages, vocabulary.words) == (3, 7)


def test_a_root_leads_to_words_with_any_prefix() -> None:
    vocabulary = Vocabulary()
    vocabulary.add([({"lemma": ("торговля", "намеренно", "карта")}, ())])
    vocabulary.add([({"lemma": ("преднамеренно",)}, ())])
    roots = {root for word in ("намеренно", "преднамеренно") for root in bare_roots(family(word))}
    found = [vocabulary.with_any_prefix(root) for root in sorted(roots)]
    assert ["намеренно", "преднамеренно"] in found
    assert vocabulary.relatives(family("торговля") or "") == ["торговля"]


def test_relatives_are_those_a_walk_through_all_words_finds() -> None:
    made = [word for p in scaled(bundled_passages(), 600) for word in WORD.findall(p.text.lower())]
    lemmas = sorted({*made, "д'аламбер", "кю-бид", "ё", "подъём", "подъемный", "обход", "ходить"})
    vocabulary = Vocabulary(df={"lemma": Counter(lemmas)})
    families: dict[str, list[str]] = {}
    roots: dict[str, list[str]] = {}
    for lemma in lemmas:
        key = family(lemma)
        if key is not None:
            families.setdefault(key, []).append(lemma)
            for root in bare_roots(key):
                roots.setdefault(root, []).append(lemma)
    assert len(families) > 1000
    assert all(vocabulary.relatives(key) == words for key, words in families.items())
    assert all(vocabulary.with_any_prefix(root) == words for root, words in roots.items())
    assert vocabulary.relatives("ааааа") == vocabulary.with_any_prefix("ааааа") == []


@pytest.mark.parametrize("start", ["взят", "взятка", "яя", "а", ""])
def test_forms_that_begin_so_are_those_a_walk_through_all_finds(start: str) -> None:
    words = ("взятка", "взятки", "взять", "ах", "яма", "взяткою")
    vocabulary = Vocabulary(forms=Counter(words))
    found = vocabulary.beginning(start)
    assert found == sorted(word for word in words if word.startswith(start))
