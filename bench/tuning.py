"""Tuning the weights of ranking, with cross-validation and with a glossary that knows less.

    python -m bench.tuning                    what the present weights are worth
    python -m bench.tuning --seconds 600      search for better ones, then say what held out says
    python -m bench.tuning --queries Q.jsonl --qrels R.jsonl      judged queries of one's own

Judged queries are few and the glossary was written by people who may have seen them. So beside the
full glossary every weight is judged with *thinned* ones, from which half of the colloquial names
and a fifth of the synonyms are taken away at random: a query nobody foresaw looks like that.
Weights are searched one at a time over four fifths of the queries and reported on the fifth.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

from bench.passages import bundled_passages
from search.finder import Finder, build_index, open_finder
from search.glossary import Glossary
from search.passages import Passage
from search.understanding import Reader
from search.weights import Weights

DATA = Path(__file__).resolve().parents[1] / "tests" / "data"
FOLDS = 5
THINNED = 2
FIRST_SHARE = 0.25  # what a direct answer at the first place is worth beside nDCG
LEAST_GAIN = 0.0008  # smaller gains are noise

Place = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Judged:
    """A query and the stretches of files that answer it, each with its grade."""

    text: str
    grades: Mapping[Place, int]


def read_judged(queries: Path, qrels: Path) -> list[Judged]:
    """Queries of one JSON-lines file, judged by another (file, start, end, grade)."""
    grades: dict[str, dict[Place, int]] = {}
    for line in qrels.read_text("utf-8").splitlines():
        row = json.loads(line)
        place = (row["file"], row["start"], row["end"])
        grades.setdefault(row["qid"], {})[place] = row["grade"]
    rows = map(json.loads, queries.read_text("utf-8").splitlines())
    return [Judged(row["text"], grades[row["qid"]]) for row in rows if row["qid"] in grades]


def score(hits: Sequence[Passage], grades: Mapping[Place, int]) -> float:
    """nDCG@10 and a share for a direct answer at the first place."""
    left = dict(grades)
    gains = []
    for hit in hits[:10]:
        met = [
            (grade, place)
            for place, grade in left.items()
            if place[0] == hit.file
            and 2 * (min(hit.end, place[2]) - max(hit.start, place[1]))
            >= min(hit.end - hit.start, place[2] - place[1])
        ]
        gain, place = max(met, default=(0, None))
        if place is not None:
            del left[place]
        gains.append(gain)
    best = sorted(grades.values(), reverse=True)[:10]

    def gained(row: Sequence[int]) -> float:
        return sum(gain / math.log2(n + 2) for n, gain in enumerate(row))

    return gained(gains) / gained(best) + FIRST_SHARE * (gains[:1] == [2])


def thinned(glossary: Glossary, seed: int) -> Glossary:
    """The glossary without some of its names; the preferred ones stay."""
    chance = random.Random(seed)
    kept = []
    for concept in glossary.concepts.values():
        for label in glossary.labels(concept.id):
            lost = 0.5 if label.weight < 1 else 0.2
            if label.text in (concept.pref_ru, concept.pref_en) or chance.random() >= lost:
                kept.append(label)
    return Glossary(tuple(glossary.concepts.values()), kept, glossary.digest)


class Laboratory:
    """One index, asked with many weights and several glossaries."""

    def __init__(self, folder: Path):
        self._finder = open_finder(folder)
        whole = self._finder.glossary
        self._glossaries = [whole, *(thinned(whole, seed) for seed in range(1, THINNED + 1))]

    def values(self, weights: Weights, queries: Sequence[Judged]) -> list[float]:
        """What each query is worth: half with the whole glossary, half with the thinned ones."""
        rows = [self._run(self._with(weights, g), queries) for g in self._glossaries]
        return [0.5 * row[0] + 0.5 * sum(row[1:]) / THINNED for row in zip(*rows, strict=True)]

    def _with(self, weights: Weights, glossary: Glossary) -> Finder:
        finder = self._finder.reweighted(weights)
        finder.reader = Reader(finder.analyzer, glossary, finder.vocabulary, weights)
        return finder

    @staticmethod
    def _run(finder: Finder, queries: Sequence[Judged]) -> list[float]:
        return [
            score([hit.passage for hit in finder.search(q.text).hits], q.grades) for q in queries
        ]


def better(worth: Callable[[Weights], float], start: Weights, seconds: float, seed: int) -> Weights:
    """The best weights found by changing one at a time until the time is up."""
    chance = random.Random(seed)
    best, most = start, worth(start)
    names = [item.name for item in fields(Weights)]
    steps = dict.fromkeys(names, 0.5)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        name = chance.choice(names)
        for factor in (1 + steps[name], 1 / (1 + steps[name])):
            tried = replace(best, **{name: round(getattr(best, name) * factor, 3)})
            found = worth(tried)
            if found > most + LEAST_GAIN:
                best, most = tried, found
                break
        else:
            steps[name] *= 0.7
    return best


def mean(values: Sequence[float]) -> float:
    """Arithmetic mean."""
    return sum(values) / len(values)


def main() -> None:
    """Measure, and search when time is given."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--queries", type=Path, default=DATA / "queries.jsonl")
    parser.add_argument("--qrels", type=Path, default=DATA / "qrels.jsonl")
    parser.add_argument("--seconds", type=float, default=0.0, help="time for each fold")
    options = parser.parse_args()
    judged = read_judged(options.queries, options.qrels)
    with tempfile.TemporaryDirectory() as folder:
        build_index(bundled_passages(), Path(folder) / "index")
        laboratory = Laboratory(Path(folder) / "index")
        present = Weights()
        print(f"present weights: {mean(laboratory.values(present, judged)):.4f}")
        if not options.seconds:
            return
        order = list(range(len(judged)))
        random.Random(0).shuffle(order)
        for fold in range(FOLDS):
            held = [judged[n] for n in order[fold::FOLDS]]
            rest = [judged[n] for k in range(FOLDS) if k != fold for n in order[k::FOLDS]]
            found = better(
                lambda w, rest=rest: mean(laboratory.values(w, rest)),  # type: ignore[misc]
                present,
                options.seconds,
                fold,
            )
            before, after = (mean(laboratory.values(w, held)) for w in (present, found))
            changed = {
                item.name: getattr(found, item.name)
                for item in fields(Weights)
                if getattr(found, item.name) != getattr(present, item.name)
            }
            print(f"fold {fold + 1}: held out {before:.4f} -> {after:.4f}  {changed}", flush=True)


if __name__ == "__main__":
    main()
