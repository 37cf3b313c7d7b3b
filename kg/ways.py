"""The moves of all arguments, arranged so that a chain is found in milliseconds."""

from __future__ import annotations

from dataclasses import dataclass, field

from kg import nodes
from kg.graph import Graph
from kg.steps import Argument, Step

Place = tuple[str, str]
"""(edition, provision): a chain stays within one edition, "" being texts of no known edition."""


@dataclass(frozen=True, slots=True)
class Arc:
    """One move of one argument; ``source`` and ``target`` are its step numbers."""

    argument: Argument
    source: Step
    target: Step
    strength: float


@dataclass(slots=True)
class Ways:
    """An index over arguments.

    ``arcs`` are the moves between two places; ``after`` and ``before`` the places one hop away;
    ``met`` gives for a provision the places where it, or a part of it, is named; ``inside`` the
    arguments (by index) that name it.
    """

    arguments: list[Argument] = field(default_factory=list)
    arcs: dict[tuple[Place, Place], list[Arc]] = field(default_factory=dict)
    after: dict[Place, list[Place]] = field(default_factory=dict)
    before: dict[Place, list[Place]] = field(default_factory=dict)
    met: dict[str, set[Place]] = field(default_factory=dict)
    inside: dict[str, set[int]] = field(default_factory=dict)
    _families: dict[Place, tuple[Place, ...]] = field(default_factory=dict)
    _laws: dict[Place, list[Place]] = field(default_factory=dict)
    _onward: dict[Place, dict[Place, Place]] = field(default_factory=dict)
    _backward: dict[Place, frozenset[Place]] = field(default_factory=dict)
    _rank: dict[Place, int] = field(default_factory=dict)

    @classmethod
    def of(cls, graph: Graph, document: str | None = None, edition: str | None = None) -> Ways:
        """The index of a graph, or of one document or edition in it; kept with the graph."""
        key = (document, edition)
        kept = graph.kept.get(key)
        if isinstance(kept, cls):
            return kept
        ways = cls()
        for name in sorted(graph.arguments):
            if document is None or name == document:
                for argument in graph.arguments[name]:
                    if edition is None or argument.edition == edition:
                        ways._take(argument)
        ways._arrange()
        graph.kept[key] = ways
        return ways

    def _take(self, argument: Argument) -> None:
        index = len(self.arguments)
        self.arguments.append(argument)
        edition = argument.edition or ""
        for step in argument.steps:
            place = (edition, step.number)
            for number in {step.number, *(m.number for m in step.mentions)}:
                for one in (number, *nodes.ancestors(number)):
                    self.met.setdefault(one, set()).add(place)
                    self.inside.setdefault(one, set()).add(index)
        for move in argument.moves:
            source, target = argument.steps[move.source], argument.steps[move.target]
            key = ((edition, source.number), (edition, target.number))
            self.arcs.setdefault(key, []).append(Arc(argument, source, target, move.strength))

    def _arrange(self) -> None:
        after: dict[Place, set[Place]] = {}
        before: dict[Place, set[Place]] = {}
        for source, target in self.arcs:
            after.setdefault(source, set()).add(target)
            before.setdefault(target, set()).add(source)
        self.after = {p: sorted(near, key=_order) for p, near in after.items()}
        self.before = {p: sorted(near, key=_order) for p, near in before.items()}
        for place in sorted({*after, *before}, key=_order):
            root = (nodes.ancestors(place[1]) or (place[1],))[-1]
            self._laws.setdefault((place[0], root), []).append(place)

    def family(self, place: Place) -> tuple[Place, ...]:
        """The place itself and those of its edition that lie around or inside it."""
        known = self._families.get(place)
        if known is None:
            root = (nodes.ancestors(place[1]) or (place[1],))[-1]
            others = self._laws.get((place[0], root), [])
            kin = [p for p in others if p != place and nodes.nested(p[1], place[1])]
            known = self._families[place] = (place, *kin)
        return known

    def places(self, number: str) -> list[Place]:
        """Where a provision is met, in order."""
        return sorted(self.met.get(number, ()), key=_order)

    def onward(self, place: Place) -> dict[Place, Place]:
        """Where hops lead from a place: each target with the place its arcs start from, the place
        itself if it can, or else one of its family."""
        known = self._onward.get(place)
        if known is None:
            known = self._onward[place] = {}
            for kin in self.family(place):
                for target in self.after.get(kin, ()):
                    known.setdefault(target, kin)
        return known

    def backward(self, place: Place) -> frozenset[Place]:
        """The places from which ``onward`` leads here."""
        known = self._backward.get(place)
        if known is None:
            sources = self.before.get(place, ())
            known = frozenset(kin for source in sources for kin in self.family(source))
            self._backward[place] = known
        return known

    def rank(self, place: Place) -> int:
        """The place's number in the order of editions and laws; what sorting goes by."""
        if not self._rank:
            self._rank.update({p: n for n, p in enumerate(sorted(self._places(), key=_order))})
        return self._rank[place]

    def _places(self) -> set[Place]:
        return {place for places in self.met.values() for place in places}


def _order(place: Place) -> tuple[str, tuple[tuple[int, ...], str]]:
    return place[0], nodes.order(place[1])
