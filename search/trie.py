"""Names of notions as a tree of words: one pass over a text finds where every one of them stands.

Used for the passages of a library, which are many; queries, which are short, are matched more
loosely (``search.matching``). A name stands where its words follow one another with few words
between, none of them a barrier.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from search.concepts import Label

_MOST_SPELLINGS = 64  # of one name; its words have one or two alternatives each


class Node:
    """A point of the tree: names that end here, and the words that lead on."""

    __slots__ = ("labels", "next")

    def __init__(self) -> None:
        self.labels: list[Label] = []
        self.next: dict[str, Node] = {}

    def add(self, label: Label, words: Sequence[Sequence[str]]) -> None:
        """Put a name into the tree, every combination of its words' alternatives."""
        for number, spelling in enumerate(product(*words)):
            if number == _MOST_SPELLINGS:
                break
            node = self
            for word in spelling:
                node = node.next.setdefault(word, Node())
            node.labels.append(label)


Placed = tuple[Label, tuple[int, ...]]


def walk(
    root: Node, tokens: Sequence[Sequence[str]], barriers: frozenset[str], spare: int
) -> list[Placed]:
    """Every place of every name of two words and more, with at most ``spare`` words between."""
    found: list[Placed] = []
    last = len(tokens) - 1
    follow = root.next

    def onwards(node: Node, places: tuple[int, ...], spare: int) -> None:
        for label in node.labels:
            found.append((label, places))
        follow = node.next
        at = places[-1]
        while follow and at < last and spare >= 0:
            at += 1
            lemmas = tokens[at]
            for lemma in lemmas:
                if lemma in follow:
                    onwards(follow[lemma], (*places, at), spare)
            if not barriers.isdisjoint(lemmas):
                return
            spare -= 1

    for start, lemmas in enumerate(tokens):
        for lemma in lemmas:
            if lemma in follow:
                onwards(follow[lemma], (start,), spare)
    return found
