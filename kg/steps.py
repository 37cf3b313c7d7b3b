"""From mentions to steps and moves: what one passage proves about ways through the laws.

``Reader`` takes the mentions of a passage one by one, each with the words around it
(``kg/cues.py``), and keeps in mind what a reader keeps: the last layer of parallel steps, the
mentions of the last sentence, what the passage is about, and what a bracket interrupts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kg.cues import Cue
from kg.evidence import POSITION, Evidence
from kg.nodes import common, nested, siblings


@dataclass(frozen=True, slots=True)
class Mention:
    """One provision named in a passage (or given by position or curation), with its evidence."""

    number: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Step:
    """Mentions that are one step; ``number`` is their most specific common provision.

    ``inner`` are moves between siblings within it (from 27A to 27B): (source, target, strength).
    """

    number: str
    mentions: tuple[Mention, ...]
    inner: tuple[tuple[str, str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """The argument goes from step ``source`` to step ``target`` (indexes); ``strength`` is 0…1."""

    source: int
    target: int
    strength: float


@dataclass(frozen=True, slots=True)
class Argument:
    """Everything one passage proves about ways between provisions."""

    document: str
    passage: str
    edition: str | None
    steps: tuple[Step, ...]
    moves: tuple[Move, ...]


@dataclass(slots=True)
class Open:
    """A step while the passage is being read."""

    index: int
    mentions: list[Mention]
    sources: dict[int, float] = field(default_factory=dict)
    inner: list[tuple[str, str, float]] = field(default_factory=list)

    @property
    def number(self) -> str:
        """The most specific common provision of its mentions."""
        return common(tuple(m.number for m in self.mentions)) or self.mentions[0].number

    def takes(self, number: str) -> bool:
        """Whether a mention of ``number`` belongs to this step."""
        known = {m.number for m in self.mentions} | {self.number}
        return any(nested(number, n) or siblings(number, n) for n in known)


@dataclass(slots=True)
class Reader:
    """Reads one segment of a passage, mention by mention."""

    walk: bool
    steps: list[Open] = field(default_factory=list)
    layer: list[Open] = field(default_factory=list)
    group: list[Open] = field(default_factory=list)
    topic: list[Open] = field(default_factory=list)
    given: bool = False
    back: list[Open] = field(default_factory=list)
    listing: Open | None = None  # a step known before, that a list begins with
    outer: tuple[list[Open], list[Open]] | None = None  # what «(см. …)» interrupts
    idle: bool = False  # whether the last mention had no part in the argument

    def open(self, mention: Mention) -> Open:
        """Begin a new step."""
        step = Open(len(self.steps), [mention])
        self.steps.append(step)
        return step

    def about(self, mentions: Sequence[Mention]) -> None:
        """What the passage is about before it says a word: by its place, or as an editor says."""
        self.topic = self.layer = self.group = [self.open(m) for m in mentions]
        self.given = any(m.evidence.by == POSITION for m in mentions)

    def read(self, mention: Mention, cue: Cue, near: bool, joined: bool, placed: bool) -> None:
        """Take the next mention: ``near`` in the same sentence as the last one, ``joined`` to it
        in one enumeration, ``placed`` where a reference to the last one stands. What is negated or
        named beside the argument, and what is listed with it, changes nothing."""
        self.idle = cue.idle or (joined and self.idle)
        if self.idle:
            return
        if cue.inside and cue.see and self.layer:
            self.outer = self.outer or (self.layer, self.group)
        elif self.outer and not joined:
            (self.layer, self.group), self.outer = self.outer, None
        if cue.passive and self.group:
            self._move([self.open(mention)], self.group[-1], 0.9)
            return
        home = self._home(mention.number)
        if home is not None:
            refers = cue.reference or cue.see
            if refers and not joined and near and home not in self.group:
                self._move(self.group, home, 0.9)
            before = home.mentions[-1].number
            if not joined:
                self.listing = home if cue.moves else None
            if cue.moves and not joined and not nested(before, mention.number):
                home.inner.append((before, mention.number, 0.8))
            home.mentions.append(mention)
            self.group = [*self.group, home] if joined and home not in self.group else [home]
        elif joined and self.layer:
            step = self.open(mention)
            step.sources = dict(self.group[-1].sources) if self.group else {}
            if self.group and self.group[-1].index in step.sources:
                step.sources = {}
            if self.back:
                self._move([step], self.back[-1], 0.9)
            elif self.listing is not None:
                self._move([self.listing], step, 0.8)
            self.layer, self.group = [*self.layer, step], [*self.group, step]
            return
        else:
            step = self.open(mention)
            self.listing = None
            if placed and self.back:
                self._move([step], self.back[-1], 0.9)
            else:
                self.back = []
                self._arrive(step, cue, near)
            self.layer, self.group = [step], [step]
            if not self.topic and not cue.aside and not cue.inside:
                self.topic = [step]
        if not placed:
            self.back = [self.group[-1]] if cue.back else []

    def _home(self, number: str) -> Open | None:
        return next((s for s in reversed(self.layer) if s.takes(number)), None)

    def _arrive(self, step: Open, cue: Cue, near: bool) -> None:
        if cue.start or cue.doubted:
            return
        sources = self._sources(step, cue, near)
        if cue.moves or (cue.aside and bool(sources)):
            sure = cue.sequence or cue.consequence or cue.reference or cue.see
            self._move(sources, step, 0.95 if sure else 0.8 if cue.apply else 0.6)
        elif self.walk and not near:
            self._move(sources, step, 0.5)

    def _sources(self, step: Open, cue: Cue, near: bool) -> list[Open]:
        """Where the argument comes from. In a commentary that is its law, unless the words tie the
        mention to the one before it; elsewhere the sentence's last mention, or the subject."""
        if self.given and not self.walk and not cue.sequence:
            if near and ((cue.see and cue.adjacent) or cue.reference):
                return self.group
            own = any(nested(step.number, topic.number) for topic in self.topic)
            return [] if own else self.topic
        if near:
            return self.group
        onward = self.walk or cue.sequence or cue.consequence
        return self.layer if onward else self.topic or self.layer

    def _move(self, sources: Iterable[Open], step: Open, strength: float) -> None:
        for source in sources:
            if source is not step:
                step.sources[source.index] = max(strength, step.sources.get(source.index, 0.0))
