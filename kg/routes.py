"""Ways between provisions over several passages: bounded, in a fixed order, never in a circle."""

from __future__ import annotations

from kg import nodes
from kg.ways import Place, Ways

LONGEST = 6
"""Hops in the longest chain looked for; a longer way is no argument any more."""
EFFORT = 20_000
"""Steps of search after which what was found must do; keeps a question to milliseconds."""

Route = tuple[tuple[Place, Place], ...]
"""The hops of a way; where two meet only in a whole and its part, their ends differ."""


def _distances(ways: Ways, end: str) -> dict[Place, int]:
    """How many hops each place is from ``end``, at most ``LONGEST``."""
    near = {kin: 0 for place in ways.places(end) for kin in (place,)}
    front, distance = list(near), 0
    while front and distance < LONGEST:
        distance += 1
        found = []
        for place in front:
            for source in ways.backward(place):
                if source not in near:
                    near[source] = distance
                    found.append(source)
        front = found
    return near


def shortest(ways: Ways, start: str, end: str, limit: int) -> list[Route]:
    """Simple routes in order of length: the shortest and those up to two hops longer."""
    near = _distances(ways, end)
    goals = set(ways.places(end))
    origins = [p for p in ways.places(start) if p in near and p not in goals]
    if not origins:
        return []
    found: list[Route] = []
    shortest = min(max(near[p], 1) for p in origins)
    budget = EFFORT
    for length in range(shortest, min(shortest + 2, LONGEST) + 1):
        stack: list[tuple[Place, Route]] = [(p, ()) for p in reversed(origins)]
        while stack and budget:
            budget -= 1
            place, route = stack.pop()
            if len(route) == length:
                if place in goals:
                    found.append(route)
                continue
            if route and place in goals:
                continue
            left = length - len(route) - 1
            names = [route[0][0][1], *(t[1] for _, t in route)] if route else [place[1]]
            stack += [
                (target, (*route, (source, target)))
                for source, target in reversed(list(ways.onward(place)))
                if near.get(target, LONGEST + 1) <= left
                and not any(nodes.nested(target[1], name) for name in names)
            ]
        if len(found) >= limit:
            break
    return found[: limit * 4]


def outward(ways: Ways, start: str, limit: int) -> list[Route]:
    """The shortest route to each provision that can be reached, nearest first."""
    found: list[Route] = []
    seen = set(ways.places(start))
    front: list[tuple[Place, Route]] = [(p, ()) for p in ways.places(start)]
    for _ in range(LONGEST):
        nearest: list[tuple[Place, Route]] = []
        for place, route in front:
            names = [route[0][0][1], *(t[1] for _, t in route)] if route else [place[1]]
            for source, target in ways.onward(place):
                if target not in seen and not any(nodes.nested(target[1], n) for n in names):
                    seen.add(target)
                    nearest.append((target, (*route, (source, target))))
        found += [route for _, route in nearest]
        if len(found) >= limit or not nearest:
            break
        front = nearest
    return found[:limit]
