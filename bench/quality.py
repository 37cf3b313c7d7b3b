"""How good the ten best passages are: nDCG@10, MRR@10, success@1 on judged queries.

A folder of judgements holds ``queries.jsonl`` (``qid``, ``text``), ``passages.jsonl`` (``pid``,
``file``, ``start``, ``end``: offsets into the original text) and ``qrels.jsonl`` (``qid``, ``pid``,
``grade``: 2 a direct answer, 1 helps). ``data/open`` is 30 queries judged by two people.

What engines answer and what was judged need not be cut alike. A result stands for every judged
passage of its file that it overlaps by at least half of the shorter of the two; each takes one
rank, at its first result, the best grade first; a result that stands for nothing new takes a rank
as a miss. Only the first 2500 characters of a result count. The measures are ir-measures'.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

OPEN = Path(__file__).parent / "data" / "open"
DEPTH = 20  # results asked of an engine: one may stand for nothing
_LONGEST = 2500

Place: TypeAlias = tuple[str, int, int]
"""File, start, end."""


@dataclass(frozen=True, slots=True)
class Judgements:
    """Queries by id, judged passages by id, grades by query and passage."""

    queries: Mapping[str, str]
    passages: Mapping[str, Place]
    grades: Mapping[str, Mapping[str, int]]


def read_judgements(folder: Path) -> Judgements:
    """Read a folder of judgements. Raises ``OSError``, ``KeyError`` or ``ValueError``."""
    grades: dict[str, dict[str, int]] = defaultdict(dict)
    for row in _rows(folder / "qrels.jsonl"):
        grades[row["qid"]][row["pid"]] = row["grade"]
    return Judgements(
        {q["qid"]: q["text"] for q in _rows(folder / "queries.jsonl") if q["qid"] in grades},
        {p["pid"]: (p["file"], p["start"], p["end"]) for p in _rows(folder / "passages.jsonl")},
        grades,
    )


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def judged_ranking(results: Sequence[Place], judged: Judgements, qid: str) -> list[str]:
    """The judged passages the results stand for, in rank order; a miss is an id of its own."""
    grades = judged.grades.get(qid, {})
    ranking: list[str] = []
    for number, (file, start, end) in enumerate(results):
        end = min(end, start + _LONGEST)
        met = []
        for pid, (other, first, last) in judged.passages.items():
            shared = min(end, last) - max(start, first)
            if (
                other == file
                and pid not in ranking
                and shared > 0
                and 2 * shared >= min(end - start, last - first)
            ):
                met.append((-grades.get(pid, 0), first, pid))
        ranking += [pid for _, _, pid in sorted(met)] or [f"miss-{number}"]
    return ranking


def quality(runs: Mapping[str, Sequence[Place]], judged: Judgements) -> dict[str, float]:
    """Means over all judged queries of what each query's results are worth.

    "S@1" takes any relevant passage, "S@1(2)" only a direct answer.
    """
    import ir_measures
    from ir_measures import RR, Qrel, ScoredDoc, Success, nDCG

    measures = {
        "nDCG@10": nDCG @ 10,
        "MRR@10": RR(rel=1) @ 10,
        "S@1": Success(rel=1) @ 1,
        "S@1(2)": Success(rel=2) @ 1,
    }
    wanted = [
        Qrel(qid, pid, grade) for qid in judged.queries for pid, grade in judged.grades[qid].items()
    ]
    found = []
    for qid in judged.queries:
        # A query without an answer is a query answered wrongly, not one left out.
        ranking = judged_ranking(runs.get(qid, ()), judged, qid) or ["miss"]
        found += [ScoredDoc(qid, pid, float(-rank)) for rank, pid in enumerate(ranking)]
    values = ir_measures.calc_aggregate(list(measures.values()), wanted, found)
    return {name: round(values[measure], 3) for name, measure in measures.items()}
