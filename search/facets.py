"""Counts beside the hits: how many of each kind, edition, document, year and law were found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from search.store import Record

MOST_LAWS = 30
"""Of the laws only the commonest are listed."""


def facets(records: Sequence[Record]) -> dict[str, Mapping[str, int]]:
    """Facet → value → how many of ``records``; values commonest first, years in order."""
    passages = [record.passage for record in records]
    laws = [
        law
        for record in records
        for law in dict.fromkeys((*record.exact_laws, *record.within_laws))
        if law.isdigit()
    ]
    years = Counter([str(p.year) for p in passages if p.date and p.year])
    return {
        "kind": _commonest(Counter([p.kind for p in passages])),
        "edition": _commonest(Counter([p.edition for p in passages if p.edition])),
        "document": _commonest(Counter([p.document for p in passages])),
        "year": dict(sorted(years.items())),
        "law": _commonest(Counter(laws), MOST_LAWS),
    }


def _commonest(counts: Counter[str], most: int | None = None) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda row: (-row[1], row[0]))[:most])
