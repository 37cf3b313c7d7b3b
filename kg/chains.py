"""Chains: how one gets from one provision to another, each hop proved by words.

A hop is a move of an argument (``kg/argument.py``): the law's own text cites the next provision, or
one passage argues from one to the next. Chains within one passage come first, then those that need
fewer passages, then shorter ones, then those with stronger evidence. Every hop keeps all its
evidence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from corpus.errors import QueryError
from kg import nodes
from kg.evidence import Evidence
from kg.graph import Graph
from kg.routes import LONGEST, Route, outward, shortest
from kg.standing import known_edition
from kg.steps import Argument, Mention, Step
from kg.ways import Place, Ways

LIMIT = 20
LOOSE = 0.7
"""What a chain keeps of its strength where two passages meet only in a whole and its part."""


@dataclass(frozen=True, slots=True)
class Hop:
    """One step of a chain with all that proves it, strongest passage first."""

    source: str
    target: str
    evidence: tuple[Evidence, ...]
    passages: tuple[str, ...]
    strength: float

    def to_json(self) -> dict[str, Any]:
        """The contract's form: one entry a sentence, with every number it names for this hop."""
        sentences: dict[tuple[object, ...], list[Evidence]] = {}
        for e in self.evidence:
            sentences.setdefault((e.unit, e.by, e.sentence_span), []).append(e)
        return {
            "from": self.source,
            "to": self.target,
            "strength": round(self.strength, 3),
            "evidence": [
                {
                    "unit": together[0].unit,
                    "document": together[0].document,
                    "sentence": together[0].sentence or together[0].note,
                    "by": together[0].by,
                    "note": together[0].note,
                    "mentions": [
                        {"surface": e.surface, **e.source, "status": e.status}
                        for e in together
                        if e.span
                    ],
                    "source": {
                        "file": together[0].file,
                        "start": together[0].sentence_span.start,
                        "end": together[0].sentence_span.end,
                    },
                }
                for together in sentences.values()
            ],
        }


@dataclass(frozen=True, slots=True)
class Chain:
    """A way through the laws; ``passages`` is how many passages its proof needs at least."""

    provisions: tuple[str, ...]
    hops: tuple[Hop, ...]
    passages: int
    strength: float

    def to_json(self) -> dict[str, Any]:
        """The contract's form."""
        return {
            "provisions": list(self.provisions),
            "passages": self.passages,
            "strength": round(self.strength, 3),
            "hops": [hop.to_json() for hop in self.hops],
        }


@dataclass(frozen=True, slots=True)
class Found:
    """The chains, and when there are none what can be reached from either end."""

    start: str
    end: str | None
    chains: tuple[Chain, ...]
    from_start: tuple[str, ...] = ()
    to_end: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The contract's form; ``nearest`` only where there is no chain."""
        row: dict[str, Any] = {
            "from": self.start,
            "to": self.end,
            "chains": [chain.to_json() for chain in self.chains],
        }
        if not self.chains:
            row["nearest"] = {"from": list(self.from_start), "to": list(self.to_end)}
        return row


def find(
    graph: Graph,
    start: str,
    end: str | None = None,
    via: str | None = None,
    document: str | None = None,
    edition: str | None = None,
    limit: int = LIMIT,
) -> Found:
    """Chains from ``start`` (to ``end``, through ``via``), or what is nearest when there are none.

    A provision asked for is met where the text names it or a part of it. ``document`` and
    ``edition`` keep to the passages of one. Raises ``QueryError`` for numbers that are none and
    when start and end are the same, ``NotFoundError`` for an edition nobody knows.
    """
    from kg.provision import normalise

    start, end, via = normalise(start), end and normalise(end), via and normalise(via)
    if end == start:
        raise QueryError(f"Начало и конец цепочки совпадают: {start}. Назовите разные правила.")
    known_edition(graph, edition)
    ways = Ways.of(graph, document, edition)
    paths = list(_inside(ways, start, end, via))
    paths += _across(ways, start, end, via, limit)
    chains = _ranked(ways, paths, limit)
    if chains or not ways.arguments:
        return Found(start, end, chains)
    after = _near(ways, start, after=True)
    before = _near(ways, end, after=False) if end else ()
    return Found(start, end, (), after, before)


def chains(
    graph: Graph,
    start: str,
    end: str | None = None,
    via: str | None = None,
    document: str | None = None,
    edition: str | None = None,
    limit: int = LIMIT,
) -> list[Chain]:
    """The chains of ``find`` alone."""
    return list(find(graph, start, end, via, document, edition, limit).chains)


@dataclass(frozen=True, slots=True)
class _Path:
    """A candidate: the places of its hops, and whether one passage proves it all."""

    edition: str
    provisions: tuple[str, ...]
    hops: tuple[tuple[str, str], ...]  # the numbers the hops' arcs are kept under
    passage: Argument | None
    strength: float
    passages: int


def _shown(asked: str | None, step: Step) -> str:
    """The name of a chain's end: as asked where the text says just that, else as the step says."""
    said = asked is not None and any(m.number == asked for m in step.mentions)
    return asked if said and asked is not None else step.number


def _meets(step: Step, number: str) -> bool:
    return nodes.within(step.number, number) or any(
        nodes.within(m.number, number) for m in step.mentions
    )


def _inside(ways: Ways, start: str, end: str | None, via: str | None) -> Iterator[_Path]:
    """The ways through single passages."""
    candidates = ways.inside.get(start, set())
    for wanted in (end, via):
        if wanted:
            candidates = candidates & ways.inside.get(wanted, set())
    for index in sorted(candidates):
        argument = ways.arguments[index]
        onward: dict[int, list[tuple[int, float]]] = {}
        for move in argument.moves:
            onward.setdefault(move.source, []).append((move.target, move.strength))
        for first, step in enumerate(argument.steps):
            if _meets(step, start) and first in onward:
                for walk, strength in _walks(argument, onward, first, end):
                    if via is None or any(_meets(argument.steps[i], via) for i in walk[1:-1]):
                        yield _path(argument, walk, strength, start, end)
            if end and not via:
                for source, target, strength in step.inner:
                    if nodes.within(source, start) and nodes.within(target, end):
                        edition = argument.edition or ""
                        pair = (source, target)
                        yield _Path(edition, pair, (pair,), argument, strength, 1)


def _walks(
    argument: Argument, onward: dict[int, list[tuple[int, float]]], first: int, end: str | None
) -> Iterator[tuple[tuple[int, ...], float]]:
    """Simple walks from a step to ``end``, or as far as they lead."""
    stack: list[tuple[tuple[int, ...], float]] = [((first,), 1.0)]
    while stack:
        walk, strength = stack.pop()
        here = argument.steps[walk[-1]]
        if end and len(walk) > 1 and _meets(here, end):
            yield walk, strength
            continue
        seen = [argument.steps[i].number for i in walk]
        further = [
            ((*walk, target), strength * force)
            for target, force in onward.get(walk[-1], ())
            if len(walk) <= LONGEST
            and not any(nodes.nested(argument.steps[target].number, n) for n in seen)
        ]
        if not further and end is None and len(walk) > 1:
            yield walk, strength
        stack.extend(further)


def _path(
    argument: Argument, walk: tuple[int, ...], strength: float, start: str, end: str | None
) -> _Path:
    steps = [argument.steps[i] for i in walk]
    numbers = [s.number for s in steps]
    shown = [_shown(start, steps[0]), *numbers[1:-1], _shown(end, steps[-1])]
    pairs = tuple(pairwise(numbers))
    return _Path(argument.edition or "", tuple(shown), pairs, argument, strength, 1)


def _across(ways: Ways, start: str, end: str | None, via: str | None, limit: int) -> list[_Path]:
    """The ways that need several passages."""
    if via and end:
        first = _meeting(ways, shortest(ways, start, via, limit), start, via)
        second = _meeting(ways, shortest(ways, via, end, limit), via, end)
        joined = [(*a, *b) for a in first for b in second if _joinable(a, b)]
        return [_measured(ways, route, start, end) for route in joined]
    found = shortest(ways, start, end, limit) if end else outward(ways, start, limit * 4)
    routes = _meeting(ways, found, start, end)
    if via:
        routes = [r for r in routes if any(nodes.within(t[1], via) for _, t in r[:-1])]
    return [_measured(ways, route, start, end) for route in routes]


def _meeting(ways: Ways, routes: Iterable[Route], start: str, end: str | None) -> list[Route]:
    """The routes whose first and last passage really name what was asked for, or a part of it."""
    return [
        route
        for route in routes
        if any(_meets(arc.source, start) for arc in ways.arcs[route[0]])
        and (end is None or any(_meets(arc.target, end) for arc in ways.arcs[route[-1]]))
    ]


def _measured(ways: Ways, route: Route, start: str | None, end: str | None) -> _Path:
    """A route as a candidate: what it is called, how many passages it needs, how strong it is."""
    pairs = tuple((s[1], t[1]) for s, t in route)
    shown = [pairs[0][0]]
    strength = 1.0
    for number, (source, target) in enumerate(pairs):
        if number and source != pairs[number - 1][1]:
            shown[-1] = max(source, pairs[number - 1][1], key=lambda n: len(nodes.ancestors(n)))
            strength *= LOOSE
        shown.append(target)
        strength *= max(arc.strength for arc in ways.arcs[route[number]])
    for at, asked, place in ((0, start, route[0][0]), (-1, end, route[-1][1])):
        if asked and asked in _said(ways, route[at], at == 0) and place[1] != asked:
            shown[at] = asked
    return _Path(route[0][0][0], tuple(shown), pairs, None, strength, _passages(ways, route))


def _said(ways: Ways, hop: tuple[Place, Place], first: bool) -> set[str]:
    """The provisions the passages of a hop name at its beginning or end."""
    return {
        mention.number
        for arc in ways.arcs[hop]
        for mention in (arc.source if first else arc.target).mentions
    }


def _passages(ways: Ways, route: Route) -> int:
    """The least number of passages that prove a route: as long runs in one passage as can be."""
    count, running = 0, set[str]()
    for hop in route:
        here = {arc.argument.passage for arc in ways.arcs[hop]}
        running &= here
        if not running:
            count += 1
            running = here
    return count


def _joinable(first: Route, second: Route) -> bool:
    if first[0][0][0] != second[0][0][0] or not nodes.nested(first[-1][1][1], second[0][0][1]):
        return False
    names = [first[0][0][1], *(t[1] for _, t in first)]
    return not any(nodes.nested(t[1], n) for _, t in second for n in names)


def _ranked(ways: Ways, paths: Iterable[_Path], limit: int) -> tuple[Chain, ...]:
    """The best chains, each once; its hops with all their evidence."""
    best: dict[tuple[str, tuple[str, ...]], _Path] = {}
    for path in paths:
        key = (path.edition, path.provisions)
        if key not in best or _rank(path) < _rank(best[key]):
            best[key] = path
    chosen = [p for p in sorted(best.values(), key=_rank) if not _begun(p, best)]
    return tuple(_chain(ways, path) for path in chosen[:limit])


def _begun(path: _Path, best: dict[tuple[str, tuple[str, ...]], _Path]) -> bool:
    """Whether another chain of as few passages only goes on where this one stops."""
    size = len(path.provisions)
    return any(
        len(other.provisions) > size
        and other.passages == path.passages
        and (other.edition, other.provisions[:size]) == (path.edition, path.provisions)
        for other in best.values()
    )


def _rank(path: _Path) -> tuple[Any, ...]:
    line = tuple(nodes.order(n) for n in path.provisions)
    return (path.passages, len(path.hops), -path.strength, line, path.edition)


def _chain(ways: Ways, path: _Path) -> Chain:
    hops = []
    for (shown, following), (source, target) in zip(
        pairwise(path.provisions), path.hops, strict=True
    ):
        key = ((path.edition, source), (path.edition, target))
        arcs = ways.arcs.get(key, [])
        first = path.passage.passage if path.passage else None
        arcs = sorted(arcs, key=lambda a: (a.argument.passage != first, -a.strength))
        mentions = [m for arc in arcs for m in (*arc.source.mentions, *arc.target.mentions)]
        strength = max((arc.strength for arc in arcs), default=path.strength)
        if not arcs and path.passage:
            mentions = _within_step(path.passage, source, target)
        passages = dict.fromkeys(a.argument.passage for a in arcs)
        if path.passage and not passages:
            passages = {path.passage.passage: None}
        hops.append(Hop(shown, following, _evidence(mentions), tuple(passages), strength))
    return Chain(path.provisions, tuple(hops), path.passages, path.strength)


def _within_step(argument: Argument, source: str, target: str) -> list[Mention]:
    return [
        m
        for step in argument.steps
        if any(pair[:2] == (source, target) for pair in step.inner)
        for m in step.mentions
        if m.number in (source, target)
    ]


def _evidence(mentions: Iterable[Mention]) -> tuple[Evidence, ...]:
    found: dict[tuple[object, ...], Evidence] = {}
    for mention in mentions:
        e = mention.evidence
        found.setdefault((e.unit, e.by, e.sentence_span, e.span), e)
    return tuple(found.values())


def _near(ways: Ways, number: str, *, after: bool) -> tuple[str, ...]:
    """The provisions one hop away from a provision or from a part of it."""
    found = set[str]()
    for place in ways.places(number):
        for other in (ways.after if after else ways.before).get(place, ()):
            hop = (place, other) if after else (other, place)
            ends = (arc.source if after else arc.target for arc in ways.arcs[hop])
            if not nodes.nested(other[1], number) and any(_meets(step, number) for step in ends):
                found.add(other[1])
    return tuple(sorted(found, key=nodes.order)[:LIMIT])
