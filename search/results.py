"""What a search gives back, and its JSON (the contract in ``docs/architecture.md``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from search.analysis import law_and_parents
from search.notions import Understood
from search.passages import Passage


@dataclass(frozen=True, slots=True)
class Hit:
    """One passage found.

    ``snippet`` is HTML whose only tags are ``<mark>``; ``marks`` are the matched stretches of
    ``passage.text``; ``why`` maps each notion met to the words (or the law, or the heading) that
    met it; ``parts`` are the terms of the score; ``duplicates`` are ids of passages with the very
    same words, folded into this one.
    """

    rank: int
    passage: Passage
    score: float
    snippet: str
    marks: tuple[tuple[int, int], ...]
    why: Mapping[str, str]
    missing: tuple[str, ...]
    parts: Mapping[str, float]
    duplicates: tuple[str, ...] = ()

    def to_json(self, explain: bool = False) -> dict[str, object]:
        """The hit as the contract has it; with ``explain`` also the parts of the score."""
        passage = self.passage
        values: dict[str, object] = {
            "rank": self.rank,
            "id": passage.id,
            "document": passage.document,
            "label": passage.label,
            "kind": passage.kind,
            "edition": passage.edition,
            "date": passage.date,
            "score": round(self.score, 4),
            "snippet": self.snippet,
            "why": dict(self.why),
            "laws": list(passage_laws(passage)),
            "source": {"file": passage.file, "start": passage.start, "end": passage.end},
        }
        if self.duplicates:
            values["duplicates"] = list(self.duplicates)
        if explain:
            values["explain"] = {
                "parts": {name: round(value, 4) for name, value in self.parts.items()},
                "missing": list(self.missing),
            }
        return values


@dataclass(frozen=True, slots=True)
class Results:
    """The answer to a query.

    ``jumps``: law named in the query → id of the passage that is its text, None when the library
    has none. ``facets``: facet → value → count over everything found; ``did_you_mean`` are whole
    queries one could try; ``nearest`` are (kind, id, label) of notions and laws to offer when
    nothing, or little, was found.
    """

    query: str
    understood: Understood
    total: int
    took_ms: float
    hits: tuple[Hit, ...]
    facets: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    did_you_mean: tuple[str, ...] = ()
    nearest: tuple[tuple[str, str, str], ...] = ()
    filters: Mapping[str, object] = field(default_factory=dict)
    jumps: Mapping[str, str | None] = field(default_factory=dict)

    def by_law(self) -> dict[str | None, tuple[Hit, ...]]:
        """The hits under the base law each has most to do with, best group first; None: under
        no law.
        """
        groups: dict[str | None, list[Hit]] = {}
        for hit in self.hits:
            laws = [law for law in passage_laws(hit.passage) if law[:1].isdigit()]
            whole = law_and_parents(laws[0].lower())[-1] if laws else None
            groups.setdefault(whole, []).append(hit)
        return {law: tuple(hits) for law, hits in groups.items()}

    def to_json(self, explain: bool = False) -> dict[str, object]:
        """The answer as the contract has it."""
        return {
            "query": self.query,
            "understood": {**self.understood.to_json(), "filters": dict(self.filters)},
            "jumps": [{"law": law, "id": unit} for law, unit in self.jumps.items()],
            "total": self.total,
            "took_ms": round(self.took_ms, 2),
            "facets": {name: dict(counts) for name, counts in self.facets.items()},
            "did_you_mean": list(self.did_you_mean),
            "nearest": [
                {"kind": kind, "id": name, "label": label} for kind, name, label in self.nearest
            ],
            "hits": [hit.to_json(explain) for hit in self.hits],
        }


def passage_laws(passage: Passage) -> tuple[str, ...]:
    """The laws to show with a passage: what it treats of, then what it names, then its own."""
    own = (passage.law,) if passage.law else ()
    return tuple(dict.fromkeys((*passage.about, *passage.laws, *own)))
