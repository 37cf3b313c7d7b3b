"""What is counted over the passages of an index."""

from collections import Counter

import pytest

from search.vocabulary import Vocabulary


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
    roots = vocabulary.roots
    assert any("торговля" in words for words in roots.values())
    assert ("намеренно", "преднамеренно") in roots.values()


@pytest.mark.parametrize("start", ["взят", "взятка", "яя", "а", ""])
def test_forms_that_begin_so_are_those_a_walk_through_all_finds(start: str) -> None:
    words = ("взятка", "взятки", "взять", "ах", "яма", "взяткою")
    vocabulary = Vocabulary(forms=Counter(words))
    found = vocabulary.beginning(start)
    assert found == sorted(word for word in words if word.startswith(start))
