"""What words an index holds and how common each is: for weights, spelling and suggestions."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import log
from pathlib import Path

from corpus.errors import LibraryError

FILE = "vocabulary.json"
FORMAT = 1


@dataclass
class Vocabulary:
    """Counts over the passages of one index.

    ``df[field][term]``: in how many passages a term stands (``lemma``, ``notion``, ``law``,
    ``kind``, ``edition``, ``document``, ``year``). ``forms``: how often a word form occurs;
    ``lemmas``: a form's lemmas; ``titles``: document id → title; ``texts``: law (lower case) → id
    of the passage that is its text, the latest edition's. ``names``: the words of the glossary's
    names; ``slips``: known misspelling → right word.
    """

    passages: int = 0
    words: int = 0
    df: dict[str, Counter[str]] = field(default_factory=dict)
    forms: Counter[str] = field(default_factory=Counter)
    lemmas: dict[str, tuple[str, ...]] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    names: frozenset[str] = frozenset()
    slips: dict[str, str] = field(default_factory=dict)

    @property
    def average_length(self) -> float:
        """Mean number of words in a passage, at least 1."""
        return max(1.0, self.words / self.passages) if self.passages else 1.0

    def count(self, name: str, term: str) -> int:
        """How many passages have ``term`` in field ``name``."""
        counts = self.df.get(name)
        return counts.get(term, 0) if counts else 0

    def idf(self, frequency: float) -> float:
        """Weight of something found in ``frequency`` passages (BM25's, never negative)."""
        return log(1 + (self.passages - min(frequency, self.passages) + 0.5) / (frequency + 0.5))

    def add(self, rows: Iterable[tuple[Mapping[str, Iterable[str]], Sequence[str]]]) -> None:
        """Count some passages: the terms of each one's fields, and its word forms."""
        standing: dict[str, list[str]] = {}
        written: list[str] = []
        for fields, forms in rows:
            for name, terms in fields.items():
                standing.setdefault(name, []).extend(set(terms))
            written.extend(forms)
            self.passages += 1
        # A counter is filled at once: many small updates took a tenth of the build.
        for name, found in standing.items():
            self.df.setdefault(name, Counter()).update(found)
        self.forms.update(written)
        self.words += len(written)

    @cached_property
    def _forms_in_order(self) -> list[str]:
        return sorted(self.forms)

    @cached_property
    def _lemmas_in_order(self) -> list[str]:
        return sorted(self.df.get("lemma", ()))

    def beginning(self, start: str) -> list[str]:
        """The word forms that begin with ``start``, in order."""
        return _beginning(self._forms_in_order, start)

    def relatives(self, key: str) -> list[str]:
        """The lemmas of the index in the derivational family ``key``, in order."""
        from search.families import family

        # A family's key is what its words begin with, so not every word need be looked at.
        return [lemma for lemma in _beginning(self._lemmas_in_order, key) if family(lemma) == key]

    def with_any_prefix(self, root: str) -> list[str]:
        """The lemmas of the index with this root, prefixed or not, in order."""
        from search.families import prefixed

        return sorted(lemma for key in prefixed(root) for lemma in self.relatives(key))

    def save(self, folder: Path) -> None:
        """Write ``vocabulary.json``."""
        values = {
            "format": FORMAT,
            "passages": self.passages,
            "words": self.words,
            "df": {name: dict(sorted(counts.items())) for name, counts in sorted(self.df.items())},
            "forms": {
                form: [count, *self.lemmas.get(form, ())]
                for form, count in sorted(self.forms.items())
            },
            "titles": dict(sorted(self.titles.items())),
            "texts": dict(sorted(self.texts.items())),
            "names": sorted(self.names),
            "slips": dict(sorted(self.slips.items())),
        }
        text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
        (folder / FILE).write_text(text, encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> Vocabulary:
        """Read what ``save`` wrote. Raises ``LibraryError`` when it is missing or damaged."""
        try:
            values = json.loads((folder / FILE).read_text(encoding="utf-8"))
            if values["format"] != FORMAT:
                raise ValueError(f"формат {values['format']}")
            forms = values["forms"]
            return cls(
                passages=values["passages"],
                words=values["words"],
                df={name: Counter(counts) for name, counts in values["df"].items()},
                forms=Counter({form: row[0] for form, row in forms.items()}),
                lemmas={form: tuple(row[1:]) for form, row in forms.items()},
                titles=values["titles"],
                texts=values["texts"],
                names=frozenset(values["names"]),
                slips=values["slips"],
            )
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise LibraryError(
                f"Указатель в {folder} повреждён ({error}): постройте его заново – pravila build."
            ) from error


def _beginning(ordered: Sequence[str], start: str) -> list[str]:
    """What begins with ``start`` in an ordered list of words."""
    first = last = bisect_left(ordered, start)
    while last < len(ordered) and ordered[last].startswith(start):
        last += 1
    return list(ordered[first:last])
