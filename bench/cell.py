"""One measurement in a process of its own, so that its memory and its first answer are its own.

    python -m bench.cell '{"task": "build", "engine": "whoosh", "folder": …, "passages": …}'

Started by ``bench/run``; prints one JSON object, on the last line.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

# The rest is imported where it is used: importing what an engine does not need would be counted
# in its first answer and its memory.
from bench.memory import own_peak
from bench.peers import Peer, lacking
from bench.peers.entrants import entrant
from bench.quality import DEPTH, Place, quality, read_judgements

Row: TypeAlias = dict[str, Any]

HITS = 10
_MANY, _ENOUGH = 300, 60  # timed questions; so many only when they come quickly
_PATIENCE = 20.0  # seconds after which enough are enough


def build(spec: Mapping[str, Any]) -> Row:
    """Build an index: seconds by the clock, CPU seconds of all that worked on it."""
    from bench.passages import read_passages

    peer = entrant(spec["engine"]).make(Path(spec["folder"]), spec["url"])
    spent, started = peer.cpu(), time.perf_counter()
    size = peer.build(read_passages(Path(spec["passages"])))
    took = time.perf_counter() - started
    # Of workers and of a server that was stopped again the system keeps the account.
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = peer.cpu() - spent + ended.ru_utime + ended.ru_stime
    return {"build_s": took, "build_cpu_s": spent, "bytes": size}


def ask(spec: Mapping[str, Any]) -> Row:
    """Ask an index the judged queries, and say how long answers take and how good they are.

    ``first_ms`` is from the start of the process to the first answer, ``new_p50`` the median of
    questions asked for the first time, ``p50`` and ``p95`` of questions asked again, ``cpu_ms``
    the mean processor time these took, a server's included.
    """
    judged = read_judgements(Path(spec["judgements"]))
    questions = list(judged.queries.values())
    peer = entrant(spec["engine"]).make(Path(spec["folder"]), spec["url"])
    waited = peer.open()
    peer.ask(questions[0], HITS)
    first = time.time() - spec["started"] - waited
    new = sorted(_timed(peer, question) for question in questions[1:])
    asked: list[float] = []
    spent, started = peer.cpu(), time.perf_counter()
    limits = (_ENOUGH, _ENOUGH) if spec["quick"] else (_ENOUGH, _MANY)
    while len(asked) < limits[0] or (
        len(asked) < limits[1] and time.perf_counter() - started < _PATIENCE
    ):
        asked += [_timed(peer, question) for question in questions]
    spent = peer.cpu() - spent
    asked.sort()
    row = {
        "first_ms": first * 1000,
        "new_p50": share(new, 0.5) * 1000,
        "p50": share(asked, 0.5) * 1000,
        "p95": share(asked, 0.95) * 1000,
        "cpu_ms": spent / len(asked) * 1000,
        "asked": len(asked),
    }
    if spec["quality"]:
        from bench.passages import read_passages

        base = islice(read_passages(Path(spec["passages"])), spec["base"])
        places = {p.id: (p.file, p.start, p.end) for p in base}
        runs: dict[str, list[Place]] = {
            qid: [places[name] for name, _ in peer.ask(text, DEPTH)]
            for qid, text in judged.queries.items()
        }
        row |= quality(runs, judged)
    peer.close()
    return row


def _timed(peer: Peer, question: str) -> float:
    """Seconds of one answer by the clock."""
    started = time.perf_counter()
    peer.ask(question, HITS)
    return time.perf_counter() - started


def share(ordered: Sequence[float], part: float) -> float:
    """The value below which ``part`` of the ordered values lie (nearest rank)."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def cite(spec: Mapping[str, Any]) -> Row:
    """Find the citations in a text: characters a second and what was found."""
    from bench import citations

    text = citations.prose() * spec["scale"]
    find: Callable[[str], int] | None = citations.ours
    if spec["engine"] != "ours":
        text = citations.case_law(len(text))
        find = citations.peer()
    if find is None:
        return {"absent": lacking("eyecite")}
    find(text[:10_000])  # tables and patterns are read once
    run = citations.measure(text, find, 1)
    return {"characters": run.characters, "found": run.found, "speed": run.speed}


TASKS: Mapping[str, Callable[[Mapping[str, Any]], Row]] = {
    "build": build,
    "ask": ask,
    "cite": cite,
}


def main() -> None:
    """Do what the one argument says."""
    spec = json.loads(sys.argv[1])
    try:
        row = TASKS[spec["task"]](spec)
    except Exception as error:
        print(json.dumps({"failed": f"{type(error).__name__}: {error}"}))
        raise
    row["own_peak"] = own_peak()
    print(json.dumps(row))


if __name__ == "__main__":
    main()
