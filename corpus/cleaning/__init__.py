"""Repairs that keep their place: a damaged text becomes a clean one with a map back.

Each repair is a small module with a ``find`` (where is it, what should stand there) and a table
of ``EXAMPLES``. ``clean`` runs them in stages and repeats the round until nothing is found, so
that cleaning a clean text changes nothing. It never raises on any ``str``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import attrgetter

from corpus.aligned import AlignedText
from corpus.cleaning import (
    addresses,
    characters,
    dashes,
    footmarks,
    gluedheads,
    layout,
    lookalikes,
    lostcharacters,
    missingspaces,
    numberrows,
    overstrikes,
    pages,
    pilcrows,
    reports,
    rulers,
)
from corpus.cleaning.finding import Found, terminated
from corpus.document import Gap, Repair
from corpus.span import Span

Finder = Callable[[str], Iterable[Found]]

STAGES: tuple[tuple[Finder, ...], ...] = (
    (pilcrows.find, pages.find, rulers.find, numberrows.find),
    (overstrikes.find, gluedheads.find),
    (layout.find,),
    (
        *(addresses.find, dashes.find, lookalikes.find, footmarks.find, missingspaces.find),
        lostcharacters.find,
    ),
)
"""Later stages read what earlier ones made: words are mended when lines have become paragraphs."""

_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A clean text, what was done to it, what is missing, what the print had emphasised.

    ``emphasis`` are spans of ``text.text``; the spans of repairs and gaps are in the original.
    """

    text: AlignedText
    repairs: tuple[Repair, ...]
    gaps: tuple[Gap, ...]
    emphasis: tuple[Span, ...]


def clean(original: str) -> Cleaned:
    """Clean a text. Cleaning ``clean(original).text.text`` again changes nothing."""
    text = AlignedText.of(original)
    repairs: list[Repair] = []
    gaps: list[Gap] = []
    stressed: list[Span] = []
    text = _apply(text, (characters.find,), repairs, gaps, stressed)
    for _ in range(_ROUNDS):
        before = text.text
        for stage in STAGES:
            text = _apply(text, stage, repairs, gaps, stressed)
        if text.text == before:
            break
    for found in reports.find(text.text):
        span = text.origin(found.start, found.end)
        repairs.append(Repair(found.kind, span, span.of(original), found.after, found.note, True))
    gaps.extend(_cut(text))
    repairs.sort(key=attrgetter("span", "kind"))
    gaps.sort(key=lambda gap: (gap.span, gap.kind))
    emphasis = sorted({text.clean(span.start, span.end) for span in stressed})
    return Cleaned(text, tuple(repairs), tuple(gaps), tuple(emphasis))


def _apply(
    text: AlignedText,
    stage: tuple[Finder, ...],
    repairs: list[Repair],
    gaps: list[Gap],
    stressed: list[Span],
) -> AlignedText:
    """One stage: all its findings in one rewriting; of two that overlap the first is kept."""
    chosen: list[Found] = []
    found = [item for finder in stage for item in finder(text.text)]
    if len(stage) > 1:
        found.sort(key=lambda item: item[:2])
    last = 0
    for item in found:
        start, end, after = item[:3]
        if start >= last and (end > start or after):
            chosen.append(item)
            last = end
    if not chosen:
        return text
    rewritten, spans = text.rewrite([item[:3] for item in chosen])
    original = text.original
    for item, span in zip(chosen, spans, strict=True):
        _, _, after, kind, note, gap, emphasis = item
        repairs.append(Repair(kind, span, original[span[0] : span[1]], after, note))
        if gap:
            gaps.append(Gap(gap, span, note))
        if emphasis is not None:
            stressed.append(text.origin(*emphasis))
    return rewritten


def _cut(text: AlignedText) -> list[Gap]:
    """A beginning or an end in mid-sentence."""
    gaps: list[Gap] = []
    words = text.text
    if words and (words[0].islower() or words[0] in ",;.)"):
        place = text.origin(0, 1)
        gaps.append(Gap("cut-start", Span(place.start, place.start), "начало утрачено"))
    tail = words[words.rfind("\n") + 1 :]
    if (len(tail) > 40 and not terminated(tail)) or tail.endswith(("(см.", "-", ",")):
        place = text.origin(len(words) - 1, len(words))
        gaps.append(Gap("cut-end", Span(place.end, place.end), "конец утрачен"))
    return gaps
