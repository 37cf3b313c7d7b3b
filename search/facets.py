"""Counts beside the hits: how many of each kind, edition, document, year and law were found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from search.analysis import law_and_parents
from search.passages import Passage
from search.results import passage_laws

MOST_LAWS = 30
"""Of the laws only the commonest are listed."""


def facets(passages: Iterable[Passage]) -> dict[str, Mapping[str, int]]:
    """Facet → value → how many of ``passages``; values commonest first, years in order."""
    counts: dict[str, Counter[str]] = {
        name: Counter() for name in ("kind", "edition", "document", "year", "law")
    }
    for passage in passages:
        counts["kind"][passage.kind] += 1
        counts["document"][passage.document] += 1
        if passage.edition:
            counts["edition"][passage.edition] += 1
        if passage.year:
            counts["year"][str(passage.year)] += 1
        counts["law"].update(
            {law_and_parents(law.lower())[-1] for law in passage_laws(passage) if law[0].isdigit()}
        )
    found: dict[str, Mapping[str, int]] = {}
    for name, counter in counts.items():
        if name == "year":
            rows = sorted(counter.items())
        else:
            rows = sorted(counter.items(), key=lambda row: (-row[1], row[0]))
        found[name] = dict(rows[:MOST_LAWS] if name == "law" else rows)
    return found
