"""Ways between provisions over several passages: bounded, in a fixed order, never in a circle."""

from __future__ import annotations

from kg import nodes
from kg.ways import Place, Ways

LONGEST = 6
"""Hops in the longest chain looked for; a longer way is no argument any more."""
EFFORT = 2_000
"""Steps of search after which what was found must do; keeps a question to milliseconds."""

Route = tuple[tuple[Place, Place], ...]
"""The hops of a way; where two meet only in a whole and its part, their ends differ."""


def _rings(ways: Ways, end: str, origins: set[Place]) -> list[set[Place]]:
    """The places at most 0, 1, 2 … hops from ``end``, as far as a search from ``origins`` needs."""
    rings = [set(ways.places(end))]
    needed = LONGEST
    while len(rings) <= needed:
        front = rings[-1] - rings[-2] if len(rings) > 1 else rings[-1]
        if not front:
            break
        rings.append(rings[-1].union(*map(ways.backward, front)))
        if needed == LONGEST and rings[-1] & origins:
            needed = min(LONGEST, len(rings) + 1)
    return rings


def shortest(ways: Ways, start: str, end: str, limit: int) -> list[Route]:
    """Simple routes in order of length: the shortest and those up to two hops longer."""
    beginnings = ways.places(start)
    rings = _rings(ways, end, set(beginnings))
    goals = rings[0]
    beginnings = [p for p in beginnings if p in rings[-1] and p not in goals]
    if not beginnings:
        return []
    nearest = next(n for n, ring in enumerate(rings) if any(p in ring for p in beginnings))
    found: list[Route] = []
    budget = EFFORT
    for length in range(nearest, min(nearest + 2, LONGEST) + 1):
        stack: list[tuple[Place, Route]] = [(p, ()) for p in reversed(beginnings)]
        while stack and budget:
            budget -= 1
            place, route = stack.pop()
            if len(route) == length:
                found.append(route)
                continue
            ring = rings[min(length - len(route) - 1, len(rings) - 1)]
            stack += [
                (target, (*route, hop))
                for target, hop in _further(ways, place, route, ring)
                if len(route) + 1 == length or target not in goals
            ]
        if len(found) >= limit:
            break
    return found


def _further(
    ways: Ways, place: Place, route: Route, ring: set[Place]
) -> list[tuple[Place, tuple[Place, Place]]]:
    """The hops that lead on into a ring without coming back to a law part already passed."""
    onward = ways.onward(place)
    names = [route[0][0][1], *(t[1] for _, t in route)] if route else [place[1]]
    targets = [
        t for t in onward.keys() & ring if not any(nodes.nested(t[1], name) for name in names)
    ]
    targets.sort(key=ways.rank, reverse=True)
    return [(target, (onward[target], target)) for target in targets]


def outward(ways: Ways, start: str, limit: int) -> list[Route]:
    """The shortest route to each provision that can be reached, nearest first."""
    found: list[Route] = []
    seen = set(ways.places(start))
    front: list[tuple[Place, Route]] = [(p, ()) for p in ways.places(start)]
    for _ in range(LONGEST):
        nearest: list[tuple[Place, Route]] = []
        for place, route in front:
            unseen = set(ways.onward(place)) - seen
            for target, hop in reversed(_further(ways, place, route, unseen)):
                seen.add(target)
                nearest.append((target, (*route, hop)))
        found += [route for _, route in nearest]
        if len(found) >= limit or not nearest:
            break
        front = nearest
    return found[:limit]
