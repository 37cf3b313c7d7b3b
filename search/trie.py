"""Names of notions as a tree of words: one pass over a text finds where every one of them stands.

Used for the passages of a library, which are many; queries, which are short, are matched more
loosely (``search.matching``). A name stands where its words follow one another with few words
between, none of them a barrier.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

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


class Word(NamedTuple):
    """A word of a text as the tree sees it.

    ``terms``: its lemmas and the notions they name; ``names``: the names of one word it is itself;
    ``starts``: where names that begin with it go on; ``barrier``: no name reaches across it.
    """

    terms: tuple[str, ...]
    names: tuple[Label, ...]
    starts: tuple[Node, ...]
    barrier: bool


Placed = tuple[Label, tuple[int, ...]]


def walk(words: Sequence[Word], spare: int) -> list[Placed]:
    """Every place of every name of two words and more, with at most ``spare`` words between."""
    found: list[Placed] = []
    size = len(words)

    def onwards(node: Node, places: tuple[int, ...], spare: int) -> None:
        for label in node.labels:
            found.append((label, places))
        follow = node.next
        if not follow:
            return
        for at in range(places[-1] + 1, min(size, places[-1] + 2 + spare)):
            for term in terms[at]:
                if term in follow:
                    onwards(follow[term], (*places, at), spare)
            if words[at].barrier:
                return
            spare -= 1

    terms = [word.terms for word in words]
    for start, word in enumerate(words):
        if word.starts:
            # Most names go on with a word that is nowhere near: seen at once, not step by step.
            near: set[str] = set().union(*terms[start + 1 : start + 2 + spare])
            for node in word.starts:
                if not node.next.keys().isdisjoint(near):
                    onwards(node, (start,), spare)
    return found
