"""How one passage argues from provision to provision.

A passage that says «начнем с Правила 29С … затем переходим к Правилу 31 … по Правилу 26В» proves
a path through the laws. Reading it needs no understanding of bridge, only of how such texts are
built:

* an argument begins where somebody says so («начнем с») or begins to speak («Секретарь ответил:
  …»); what was named before only frames it;
* mentions side by side («Правила 25А, 21В и 16С») are one layer of parallel steps;
* mentions one after the other that are nested or siblings are one step, named by their most
  specific common provision (31, 31A2(a), 31A2(b) → 31A2);
* the words before a mention carry the argument to it (``kg/cues.py``): in a *walk* from the step
  before it, otherwise from what the sentence or the passage is about.

A mention with no such words is only a mention: nothing is concluded from mere neighbourhood.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from corpus.document import Document, Kind, Unit
from corpus.span import Span
from kg import cues
from kg.citation import Citation, Status
from kg.cues import Cue
from kg.evidence import CURATED, POSITION, TEXT, Evidence
from kg.nodes import common, nested, siblings

SURE = (Status.RESOLVED, Status.UNVERIFIED)
"""What is known to exist, or not known to be absent; what is neither proves nothing."""
_TRUSTED = {"high": 0.9, "medium": 0.6}
_RUNNING = ("item", "subitem", "paragraph", "note")
_LEAD = 500  # characters before a mention that can still carry an argument to it
_OPENING = 80  # characters of a paragraph in which «Затем …» ties it to the one before


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
class _Open:
    """A step while the passage is being read."""

    index: int
    mentions: list[Mention]
    sources: dict[int, float] = field(default_factory=dict)
    inner: list[tuple[str, str, float]] = field(default_factory=list)

    @property
    def number(self) -> str:
        return common(tuple(m.number for m in self.mentions)) or self.mentions[0].number

    def takes(self, number: str) -> bool:
        known = {m.number for m in self.mentions} | {self.number}
        return any(nested(number, n) or siblings(number, n) for n in known)


@dataclass(slots=True)
class _Reader:
    """Reads one segment of a passage, mention by mention."""

    walk: bool
    steps: list[_Open] = field(default_factory=list)
    layer: list[_Open] = field(default_factory=list)
    group: list[_Open] = field(default_factory=list)
    topic: list[_Open] = field(default_factory=list)
    given: bool = False
    back: list[_Open] = field(default_factory=list)
    listing: _Open | None = None  # a step known before, that a list begins with

    def open(self, mention: Mention) -> _Open:
        step = _Open(len(self.steps), [mention])
        self.steps.append(step)
        return step

    def about(self, mentions: Sequence[Mention]) -> None:
        """What the passage is about before it says a word: by its place, or as an editor says."""
        self.topic = self.layer = self.group = [self.open(m) for m in mentions]
        self.given = any(m.evidence.by == POSITION for m in mentions)

    def read(self, mention: Mention, cue: Cue, near: bool, joined: bool, placed: bool) -> None:
        """Take the next mention: ``near`` in the same sentence as the last one, ``joined`` to it
        in one enumeration, ``placed`` where a reference to the last one stands."""
        home = None if cue.negated else self._home(mention.number)
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

    def _home(self, number: str) -> _Open | None:
        return next((s for s in reversed(self.layer) if s.takes(number)), None)

    def _arrive(self, step: _Open, cue: Cue, near: bool) -> None:
        if cue.start or cue.negated:
            return
        sources = self._sources(step, cue, near)
        if cue.moves or (cue.aside and bool(sources)):
            sure = cue.sequence or cue.consequence or cue.reference or cue.see
            self._move(sources, step, 0.95 if sure else 0.8 if cue.apply else 0.6)
        elif self.walk and not near:
            self._move(sources, step, 0.5)

    def _sources(self, step: _Open, cue: Cue, near: bool) -> list[_Open]:
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

    def _move(self, sources: Iterable[_Open], step: _Open, strength: float) -> None:
        for source in sources:
            if source is not step:
                step.sources[source.index] = max(strength, step.sources.get(source.index, 0.0))


@dataclass(frozen=True, slots=True)
class _Read:
    mention: Mention
    cue: Cue
    near: bool
    joined: bool
    placed: bool
    cut: bool


def _mentions(original: str, citations: Sequence[Citation]) -> list[_Read]:
    """The mentions of a passage in reading order, each with what the words around it say."""
    found: list[_Read] = []
    last_end, last_sentence, last_run = 0, Span(-1, -1), Span(-1, -1)
    for at, citation in enumerate(citations):
        near = citation.sentence_span == last_sentence
        begin = max(last_end if near else citation.sentence_span.start, citation.span.start - _LEAD)
        following = citations[at + 1] if at + 1 < len(citations) else None
        end = citation.sentence_span.end
        if following is not None and following.span.start < end:
            end = max(following.span.start, citation.span.end)
        lead = original[begin : citation.span.start]
        before = original[
            max(citation.sentence_span.start, citation.span.start - _LEAD) : citation.span.start
        ]
        cue = cues.read(
            lead, original[citation.span.end : min(end, citation.span.end + _LEAD)], before
        )
        listed = citation.run == last_run or (bool(found) and near and cues.joined(lead))
        cut = bool(found) and (
            cue.start or cues.speech(original[last_end : citation.sentence_span.start + 1])
        )
        evidence = Evidence.of(citation)
        for nth, number in enumerate(_numbers(citation)):
            found.append(
                _Read(
                    Mention(number, evidence),
                    cue,
                    near or nth > 0,
                    listed or nth > 0,
                    near and cues.place(lead),
                    cut and nth == 0,
                )
            )
        last_end, last_sentence, last_run = citation.span.end, citation.sentence_span, citation.run
    return found


def _segments(reads: Sequence[_Read]) -> list[list[_Read]]:
    parts: list[list[_Read]] = []
    for read in reads:
        if read.cut or not parts:
            parts.append([])
        parts[-1].append(read)
    return parts


def prose(
    original: str, citations: Sequence[Citation], topic: Sequence[Mention] = ()
) -> tuple[tuple[Step, ...], tuple[Move, ...]]:
    """The steps and moves of one passage of running text.

    ``citations`` are its sure citations of laws in reading order; ``topic`` what the passage is
    about by its place or by curation.
    """
    steps: list[Step] = []
    moves: list[Move] = []
    for segment in _segments(_mentions(original, citations)):
        walk = segment[0].cue.start or sum(r.cue.sequence for r in segment) > 1
        reader = _Reader(walk)
        reader.about(topic)
        for read in segment:
            reader.read(read.mention, read.cue, read.near, read.joined, read.placed)
        first = len(steps)
        steps += [Step(s.number, tuple(s.mentions), tuple(s.inner)) for s in reader.steps]
        for step in reader.steps:
            for source, strength in sorted(step.sources.items()):
                if not nested(reader.steps[source].number, step.number):
                    both = (*step.mentions, *reader.steps[source].mentions)
                    sure = min(m.evidence.confidence for m in both)
                    moves.append(Move(first + source, first + step.index, strength * sure))
    return tuple(steps), tuple(moves)


def _own_text(
    law: str, citations: Sequence[Citation], place: Evidence
) -> tuple[tuple[Step, ...], tuple[Move, ...]]:
    """What a law's own text refers to: one move from the law to each provision it names."""
    by_target: dict[str, list[Mention]] = {}
    for citation in citations:
        for number in _numbers(citation):
            if not nested(number, law):
                by_target.setdefault(number, []).append(Mention(number, Evidence.of(citation)))
    steps = [Step(law, (Mention(law, place),))]
    steps += [Step(number, tuple(found)) for number, found in by_target.items()]
    moves = [
        Move(0, i, max(m.evidence.confidence for m in s.mentions)) for i, s in enumerate(steps) if i
    ]
    return tuple(steps), tuple(moves)


def arguments(document: Document, citations: Iterable[Citation]) -> tuple[Argument, ...]:
    """The arguments of every passage of a document, in reading order; those with a move only."""
    units = {u.id: u for u in document.units}
    grouped: dict[str, list[Citation]] = {}
    for citation in sorted(citations, key=lambda c: c.span):
        if citation.unit in units and _of_laws(citation) and _numbers(citation):
            home = units.get(citation.unit or "")
            if home is not None:
                grouped.setdefault(_passage(home, units).id, []).append(citation)
    found: list[Argument] = []
    for passage, cited in _runs(grouped, units):
        unit = units[passage]
        place = _place(document, unit)
        if document.meta.kind is Kind.LAWS:
            own = unit.law
            steps, moves = _own_text(own, cited, place) if own else ((), ())
        else:
            topic = [Mention(unit.law, place)] if unit.law else _curated(unit, place)
            steps, moves = prose(document.original, cited, topic)
        if moves or any(step.inner for step in steps):
            edition = cited[0].edition or unit.edition
            found.append(Argument(document.meta.id, passage, edition, steps, moves))
    return tuple(found)


def _numbers(citation: Citation) -> tuple[str, ...]:
    """The provisions a mention surely means: an ambiguous one, what all its readings lie in."""
    if citation.status in SURE:
        return citation.targets
    if citation.status is Status.AMBIGUOUS and len(citation.targets) > 1:
        shared = common(citation.targets)
        return (shared,) if shared and shared not in citation.targets else ()
    return ()


def _of_laws(citation: Citation) -> bool:
    """Whether a citation names laws, in words or by «это Правило»."""
    named = citation.kind in ("law", "implicit") and bool(citation.targets)
    return named and all(t[0].isdigit() and not set(t) & {".", "#"} for t in citation.targets)


def _passage(unit: Unit, units: Mapping[str, Unit]) -> Unit:
    """The item or paragraph a unit belongs to; in laws the unit itself."""
    while unit.kind is not Kind.LAWS and unit.parent:
        above = units.get(unit.parent)
        if above is None or above.level not in _RUNNING:
            break
        unit = above
    return unit


def _runs(
    grouped: Mapping[str, list[Citation]], units: Mapping[str, Unit]
) -> list[tuple[str, list[Citation]]]:
    """The passages with their citations; one that goes on from the last («Затем …») joins it."""
    runs: list[tuple[str, list[Citation]]] = []
    for passage, cited in grouped.items():
        unit = units[passage]
        before = units[runs[-1][0]] if runs else None
        opening = unit.text[:_OPENING]
        if (
            before is not None
            and unit.kind is not Kind.LAWS
            and (before.parent, before.law, before.number) == (unit.parent, unit.law, unit.number)
            and cues.goes_on(opening)
        ):
            runs[-1][1].extend(cited)
        else:
            runs.append((passage, list(cited)))
    return runs


def _place(document: Document, unit: Unit) -> Evidence:
    return Evidence(
        document=document.meta.id,
        unit=unit.id,
        file=document.meta.file,
        sentence="",
        sentence_span=unit.span,
        by=TEXT if document.meta.kind is Kind.LAWS else POSITION,
        edition=unit.edition,
        note=unit.label,
    )


def _curated(unit: Unit, place: Evidence) -> list[Mention]:
    """What an editor says the passage is about, where that is one law and not a mere guess."""
    found: dict[str, Mention] = {}
    for said in unit.attribution[:1]:  # the others are of the paragraphs that continue it
        if said.confidence in _TRUSTED and len(said.laws) == 1:
            evidence = replace(
                place, by=CURATED, confidence=_TRUSTED[said.confidence], note=said.evidence
            )
            found.setdefault(said.laws[0], Mention(said.laws[0], evidence))
    return list(found.values())
