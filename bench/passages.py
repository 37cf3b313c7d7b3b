"""The passages benchmarks run on: the bundled ones, and as many more as are asked for.

A library 1000 times as large as the bundled one has to be made. It begins with the real passages;
the others are their sentences, mixed, with other numbers, and with new words in place of old ones
as often as new words come in real text (Heaps' law): so the vocabulary grows, a word of a query
stands in fewer passages than mere copies would have, and no two passages are the same. The same
size always gives the same passages, and a smaller library is the beginning of a larger one.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from search.passages import Passage, passages

SEED = 1
HEAPS = 0.6
"""Exponent of the vocabulary's growth, forms ~ tokens ** HEAPS. The bundled texts, halved and
halved again, show 0.72, 0.70, 0.65: it falls as a collection grows, so a little less is taken.
"""

_SENTENCE_END = re.compile(r"(?<=[.!?;:])\s+")
_WORD = re.compile(r"\w+")
_LONG_WORD = re.compile(r"\b[А-Яа-яЁё]{4,}\b")
_NUMBER = re.compile(r"\d+")
_SHORTEST = 15  # characters; less is a heading or a number
_SENTENCES = (1, 2, 2, 3, 5, 6)  # in a made passage, each as likely: the bundled mean is 3.4
_FIRST_MADE = 200  # new words before any is used again, or the first ones would be everywhere
_DOCUMENT = 200  # made passages in one document: about as many as in the bundled minutes


def bundled_passages() -> list[Passage]:
    """The passages of the bundled texts."""
    from corpus.read import bundled_documents
    from kg.citations import cite

    documents = bundled_documents()
    return list(passages(documents, [c for document in documents for c in cite(document)]))


def scaled(base: Sequence[Passage], size: int) -> Iterator[Passage]:
    """``size`` passages: those of ``base``, then made ones."""
    yield from base[:size]
    chance = random.Random(SEED)
    wording = _Wording(base, chance)
    sentences = [
        (sentence, passage)
        for passage in base
        for sentence in _SENTENCE_END.split(passage.text)
        if len(sentence) > _SHORTEST
    ]
    seen = {passage.text for passage in base}
    for number in range(len(base), size):
        text, model = "", base[0]
        while not text or text in seen:
            parts = []
            for _ in range(chance.choice(_SENTENCES)):
                sentence, model = chance.choice(sentences)
                parts.append(wording.changed(sentence))
            text = " ".join(parts)
        seen.add(text)
        document = f"made-{number // _DOCUMENT}"
        yield replace(
            model, id=f"{document}/{number}", document=document, text=text, start=0, end=len(text)
        )


class _Wording:
    """Puts new words and numbers into sentences.

    Each word is replaced by one never met before as often as Heaps' law asks, and as often by one
    made earlier, the commoner the likelier (Simon's process): about two thirds of the made words
    stay single.
    """

    def __init__(self, base: Iterable[Passage], chance: random.Random):
        words = [w for p in base for w in _WORD.findall(p.text.lower())]
        self._chance = chance
        self._tokens = len(words)
        self._known = set(words)
        self._forms = len(self._known)
        self._first = self._forms / max(1, self._tokens) ** HEAPS
        # Only long words are replaced; they are replaced the more often for it.
        self._share = sum(1 for w in words if _LONG_WORD.fullmatch(w)) / max(1, len(words))
        self._made: list[str] = []
        self._next: dict[str, list[str]] = defaultdict(list)
        for word in sorted(set(filter(_LONG_WORD.fullmatch, words))):
            for at in range(len(word) + 1):
                self._next[word[max(0, at - 3) : at]].append(word[at : at + 1])
        self._rate = self._new_share()

    def _new_share(self) -> float:
        """How likely the next long word is a new one: the slope of Heaps' law."""
        if not self._share:
            return 0.0
        slope: float = self._first * HEAPS * self._tokens ** (HEAPS - 1)
        return slope / self._share

    def changed(self, sentence: str) -> str:
        """The sentence with some other words and numbers."""
        self._tokens += len(_WORD.findall(sentence))
        self._rate = self._new_share()
        sentence = _NUMBER.sub(lambda _: str(self._chance.randint(1, 99)), sentence)
        return _LONG_WORD.sub(self._word, sentence)

    def _word(self, found: re.Match[str]) -> str:
        drawn = self._chance.random()
        if drawn >= 2 * self._rate:
            return found.group()
        if drawn < self._rate or len(self._made) < _FIRST_MADE:
            word = self._new_word()
        else:
            word = self._chance.choice(self._made)
        self._made.append(word)
        return word.capitalize() if found.group()[0].isupper() else word

    def _new_word(self) -> str:
        """A word that looks Russian: each letter follows the three before it as in the texts."""
        word = ""
        while word in self._known or not _LONG_WORD.fullmatch(word):
            word, letter = "", self._chance.choice(self._next[""])
            while letter and len(word) < 24:
                word += letter
                letter = self._chance.choice(self._next[word[-3:]])
        self._known.add(word)
        return word


def write_passages(items: Iterable[Passage], path: Path) -> int:
    """Write passages one a line, for other processes to read; returns how many there are."""
    encoder, count = msgspec.json.Encoder(), 0
    with path.open("wb") as file:
        for item in items:
            file.write(encoder.encode(item) + b"\n")
            count += 1
    return count


def read_passages(path: Path) -> Iterator[Passage]:
    """The passages ``write_passages`` wrote, one at a time."""
    decoder = msgspec.json.Decoder(Passage)
    with path.open("rb") as file:
        for line in file:
            yield decoder.decode(line)
