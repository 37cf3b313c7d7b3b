"""What every engine is asked, and how good a finder's answers to the judged queries are."""

import json
import math
from collections.abc import Mapping
from pathlib import Path

from search.engine import Clause, EngineQuery, Entry
from search.finder import Finder

DATA = Path(__file__).parents[1] / "data"
ENTRIES = [
    Entry(0, {"lemma": ("фальшренонс", "претензия"), "kind": ("minutes",), "form": ("а", "б")}),
    Entry(1, {"lemma": ("фальшренонс",), "kind": ("laws",), "form": ("б", "а")}),
    Entry(2, {"lemma": ("претензия", "карта"), "kind": ("laws",), "form": ("а", "в", "б")}),
    Entry(3, {"lemma": ("карта",), "law": ("63a3", "63a", "63"), "form": ("г",)}),
]


CASES: list[tuple[EngineQuery, set[int]]] = [
    (EngineQuery(should=(Clause("lemma", "карта"),)), {2, 3}),
    (EngineQuery(should=(Clause("lemma", "нет такого"),)), set()),
    (
        EngineQuery(should=(Clause("lemma", "фальшренонс"),), must=((Clause("kind", "laws"),),)),
        {1, 2},
    ),
    (EngineQuery(must=((Clause("kind", "laws"), Clause("kind", "minutes")),)), {0, 1, 2}),
    (
        EngineQuery(should=(Clause("lemma", "претензия"),), must_not=(Clause("lemma", "карта"),)),
        {0},
    ),
    (EngineQuery(must_not=(Clause("lemma", "карта"),)), {0, 1}),
    (EngineQuery(phrases=(("а", "б"),)), {0}),
    (EngineQuery(phrases=(("г",),)), {3}),
    (EngineQuery(phrases=(("а", "в", "б"),)), {2}),
    (EngineQuery(phrases=(("а", "а"),)), set()),
    (
        EngineQuery(
            must=((Clause("kind", "laws"), Clause("law", "63")), (Clause("lemma", "карта"),))
        ),
        {2, 3},
    ),
    (EngineQuery(), {0, 1, 2, 3}),
    (EngineQuery(should=(Clause("law", "63a"),)), {3}),
]


def jsonl(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


def ndcg(finder: Finder, query: str, judged: Mapping[tuple[str, int, int], int]) -> list[float]:
    """nDCG@10 and success at 1; one result meets the judged stretch it shares most text with."""
    left = dict(judged)
    gains = []
    for hit in finder.search(query).hits:
        source = hit.passage
        met = [
            (grade, place)
            for place, grade in left.items()
            if place[0] == source.file
            and 2 * (min(source.end, place[2]) - max(source.start, place[1]))
            >= min(source.end - source.start, place[2] - place[1])
        ]
        gain, place = max(met, default=(0, None))
        if place is not None:
            del left[place]
        gains.append(gain)
    best = sorted(judged.values(), reverse=True)[:10]

    def gained(row: list[int]) -> float:
        return sum(gain / math.log2(n + 2) for n, gain in enumerate(row))

    return [gained(gains) / gained(best), float(gains[:1] == [2])]


def quality(finder: Finder, name: str = "") -> list[float]:
    judged: dict[str, dict[tuple[str, int, int], int]] = {}
    for row in jsonl(f"qrels{name}.jsonl"):
        place = (str(row["file"]), int(str(row["start"])), int(str(row["end"])))
        judged.setdefault(str(row["qid"]), {})[place] = int(str(row["grade"]))
    scores = [
        ndcg(finder, str(query["text"]), judged[str(query["qid"])])
        for query in jsonl(f"queries{name}.jsonl")
        if str(query["qid"]) in judged
    ]
    return [sum(column) / len(scores) for column in zip(*scores, strict=True)]
