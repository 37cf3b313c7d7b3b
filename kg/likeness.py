"""Likeness of texts: BM25 over shortened words.

Russian words are compared by their first letters, which is all the grammar that telling one law
from another needs; numbers, bids and short words say nothing about the subject and are left out.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from math import log

STEM = 6
"""Letters of a word that are compared."""
_WORD = re.compile(r"[а-яёa-z]{3,}")
_COMMON_WORDS = """
    для как что это эта этот эти его она они или если когда который которая которые при чтобы
    может могут быть был была было были есть нет тот того только также уже еще все всех после перед
    затем том тем так либо между более менее именно такой такая такие другой следует должен обязан
    комите правил закон раздел пункт судья игрок кодекс
"""
_COMMON = frozenset(_COMMON_WORDS.split())
"""Words (shortened) that stand in any legal text and tell no law from another."""
_K1, _B = 1.2, 0.75  # the customary values of Okapi BM25


def stems(text: str) -> list[str]:
    """The words of a text, shortened; without those every text has."""
    words = (w.replace("ё", "е")[:STEM] for w in _WORD.findall(text.casefold()))
    return [w for w in words if w not in _COMMON]


def words_of(text: str) -> dict[str, str]:
    """For each shortened word the first whole word of the text it comes from."""
    found: dict[str, str] = {}
    for match in _WORD.finditer(text.casefold()):
        found.setdefault(match[0].replace("ё", "е")[:STEM], match[0])
    return found


@dataclass(slots=True)
class Likeness:
    """Texts one can compare another with; each has a name, and one name may have many texts."""

    texts: list[tuple[str, Counter[str], int]] = field(default_factory=list)
    _found_in: Counter[str] = field(default_factory=Counter)
    _postings: dict[str, list[int]] = field(default_factory=dict)
    _words: int = 0

    def add(self, name: str, text: str) -> None:
        """Take a text in under a name."""
        counts = Counter(stems(text))
        length = sum(counts.values())
        for word in counts:
            self._found_in[word] += 1
            self._postings.setdefault(word, []).append(len(self.texts))
        self.texts.append((name, counts, length))
        self._words += length

    def weight(self, word: str) -> float:
        """How much a shortened word tells: rare ones much, common ones little."""
        seen = self._found_in[word]
        return log(1 + (len(self.texts) - seen + 0.5) / (seen + 0.5))

    def compare(self, text: str) -> list[tuple[str, float, tuple[str, ...]]]:
        """The names by their likest text: (name, score, the words that decided), likest first."""
        average = self._words / len(self.texts) if self.texts else 1.0
        scores: dict[int, dict[str, float]] = {}
        for word in sorted(set(stems(text))):
            weight = self.weight(word)
            for index in self._postings.get(word, ()):
                _, counts, length = self.texts[index]
                often = counts[word]
                part = often * (_K1 + 1) / (often + _K1 * (1 - _B + _B * length / average))
                scores.setdefault(index, {})[word] = weight * part
        best: dict[str, tuple[float, tuple[str, ...]]] = {}
        for index, parts in scores.items():
            name, total = self.texts[index][0], sum(parts.values())
            if total > best.get(name, (0.0, ()))[0]:
                telling = tuple(sorted(parts, key=lambda w: (-parts[w], w))[:4])
                best[name] = (total, telling)
        ranked = sorted(best.items(), key=lambda item: (-item[1][0], item[0]))
        return [(name, score, words) for name, (score, words) in ranked]
