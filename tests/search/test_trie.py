"""Names in a row of words, with few words between."""

from search.concepts import Label
from search.trie import Node, Word, walk

NAME = Label("n", "а б в г", 1.0, (("а",), ("б",), ("в",), ("г",)))


def places(text: str, spare: int = 3) -> list[tuple[int, ...]]:
    root = Node()
    root.add(NAME, NAME.tokens)
    words = [
        Word((w,), (), (root.next[w],) if w in root.next else (), w == "не") for w in text.split()
    ]
    return [found for _, found in walk(words, spare)]


def test_words_between_are_counted_over_the_whole_name() -> None:
    assert places("а б в г") == [(0, 1, 2, 3)]
    assert places("а x б x в x г") == [(0, 2, 4, 6)]
    assert places("а x x б x в x г") == []


def test_no_name_reaches_across_a_barrier() -> None:
    assert places("а б не в г") == []
