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
from dataclasses import dataclass, replace

from corpus.document import Document, Kind, Unit
from corpus.span import Span
from kg import cues
from kg.citation import Citation, Status
from kg.cues import Cue
from kg.evidence import CURATED, POSITION, TEXT, Evidence
from kg.nodes import common, nested
from kg.steps import Argument, Mention, Move, Reader, Step

SURE = (Status.RESOLVED, Status.UNVERIFIED)
"""What is known to exist, or not known to be absent; what is neither proves nothing."""
_TRUSTED = {"high": 0.9, "medium": 0.6}
_RUNNING = ("item", "subitem", "paragraph", "note")
_LEAD = 500  # characters before a mention that can still carry an argument to it
_OPENING = 80  # characters of a paragraph in which «Затем …» ties it to the one before


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
    last_end, last_sentence, last_run, governed = 0, Span(-1, -1), Span(-1, -1), ""
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
        if near and cues.onward(lead, governed):
            cue = replace(cue, sequence=True)
        listed = citation.run == last_run or (bool(found) and near and cues.joined(lead, governed))
        cut = bool(found) and (
            cue.start or cues.speech(original[last_end : citation.sentence_span.start + 1])
        )
        governed = cues.preposition(lead) or (governed if listed else "")
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
        reader = Reader(walk)
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
