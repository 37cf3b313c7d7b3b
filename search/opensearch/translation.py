"""An ``EngineQuery`` in the query language of OpenSearch.

As with the other engines only ``should`` gives a score; ``must``, ``must_not`` and phrases are
filters. Scores do not depend on how an index is cut into shards (``dfs_query_then_fetch``), equal
ones are ordered by passage number, and an answer of some shards only is an error, never an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from search.engine import FIELD_BOOST, FORM_FIELD, Clause, EngineQuery
from search.opensearch.schema import PASSAGE, word

PAGE = 10_000
"""Hits of one request at most (``index.max_result_window``); longer lists are read page by page."""

MAX_CLAUSES = 1_000
"""Scoring terms of one query at most: OpenSearch refuses more than 1024 in all."""

PARAMETERS: Mapping[str, Any] = {
    "search_type": "dfs_query_then_fetch",
    "allow_partial_search_results": "false",
}


def body(query: EngineQuery, limit: int, after: list[Any] | None = None) -> dict[str, Any]:
    """The body of a search for ``limit`` hits, those behind the sort values ``after``."""
    asked: dict[str, Any] = {
        "size": min(limit, PAGE),
        "query": {"bool": clauses(query)},
        "sort": [{"_score": "desc"}, {PASSAGE: "asc"}],
        "_source": False,
        "stored_fields": "_none_",
        "track_total_hits": False,
    }
    return {**asked, "search_after": after} if after else asked


def clauses(query: EngineQuery) -> dict[str, Any]:
    """The boolean query; an empty one finds every passage."""
    filters = [_any(group) for group in query.must]
    filters += [_phrase(words) for words in query.phrases]
    found: dict[str, Any] = {}
    if filters:
        found["filter"] = filters
    if query.must_not:
        found["must_not"] = _sets(query.must_not)
    if query.should:
        room = max(1, MAX_CLAUSES - sum(len(words) for words in query.phrases))
        found["should"] = [_scoring(clause) for clause in _heaviest(query.should, room)]
        found["minimum_should_match"] = 0 if filters else 1
    return found


def _boost(clause: Clause) -> float:
    return clause.weight * FIELD_BOOST.get(clause.field, 1.0)


def _heaviest(should: tuple[Clause, ...], room: int) -> Iterable[Clause]:
    if len(should) <= room:
        return should
    return sorted(should, key=lambda c: (-_boost(c), c.field, c.term))[:room]


def _scoring(clause: Clause) -> dict[str, Any]:
    return {"term": {clause.field: {"value": word(clause.term), "boost": _boost(clause)}}}


def _sets(group: Iterable[Clause]) -> list[dict[str, Any]]:
    """One query a field, true where the field has any of the terms."""
    terms: dict[str, list[str]] = {}
    for clause in group:
        terms.setdefault(clause.field, []).append(word(clause.term))
    return [{"terms": {field: values}} for field, values in terms.items()]


def _any(group: tuple[Clause, ...]) -> dict[str, Any]:
    sets = _sets(group)
    return sets[0] if len(sets) == 1 else {"bool": {"should": sets, "minimum_should_match": 1}}


def _phrase(words: tuple[str, ...]) -> dict[str, Any]:
    if len(words) == 1:
        return {"term": {FORM_FIELD: {"value": word(words[0])}}}
    return {"match_phrase": {FORM_FIELD: {"query": " ".join(map(word, words)), "slop": 0}}}
