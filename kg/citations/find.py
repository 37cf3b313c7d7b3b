"""All mentions of a document: the readers of each form, in the order they depend on each other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain

from corpus.document import Document, Kind, Metadata
from kg.citations.anchors import Anchor, law_anchors, section_anchors
from kg.citations.footnotes import note_mentions, notes_to_it
from kg.citations.implicit import anaphora, neighbours, same_place
from kg.citations.indexes import blocks, index_mentions
from kg.citations.laws import bare_laws, named_laws, seen_laws
from kg.citations.mention import Mention
from kg.citations.names import edition_mentions, name_mentions
from kg.citations.numerals import worded_laws
from kg.citations.ordinals import ordinal_laws
from kg.citations.own_items import own_items
from kg.citations.paragraphs import item_mentions, paragraph_mentions
from kg.citations.parts import composed, relative
from kg.citations.places import Places
from kg.citations.recalled import noted_laws, recalled_laws, speaking_laws
from kg.citations.runs import Scheme
from kg.citations.stretches import Stretches
from kg.citations.subjects import subject_mentions
from kg.editions import Inventory
from kg.provision import Letters, Provision, candidates

_LEGAL = frozenset(
    {Kind.LAWS, Kind.COMMENTARY, Kind.MINUTES, Kind.CODE, Kind.REGULATIONS, Kind.APPEALS}
)
_ONLY_LAWS = frozenset({Kind.LAWS, Kind.COMMENTARY})
_LETTERED = re.compile(r"(?:[89]|[1-9]\d)(?:(?P<cyrillic>[БГ])|[СCDFG])(?=\d?(?![\w/-]))")


@dataclass(frozen=True, slots=True)
class Found:
    """The mentions of a document in reading order; ``years`` are those that name an edition."""

    mentions: tuple[Mention, ...]
    years: tuple[Mention, ...]


def _letters(text: str, own: Inventory | None, meta: Metadata) -> Letters:
    """The series of the section letters: the edition's, else what the text itself shows.

    A text that writes 27Б and never 27D or 12С letters its sections А, Б, В; so do laws whose own
    sections are (the points а, б, в of minutes say nothing about the laws they cite).
    """
    if own and own.letters is Letters.CYRILLIC:
        return Letters.CYRILLIC
    headed = meta.kind is Kind.LAWS and meta.numbering == "russian"
    cyrillic = latin = 0
    for found in _LETTERED.finditer(text):
        cyrillic += found["cyrillic"] is not None
        latin += found["cyrillic"] is None
    return Letters.CYRILLIC if (cyrillic or headed) and not latin else Letters.LATIN


def _scheme(text: str, document: Document, known: Mapping[str, Inventory]) -> Scheme:
    everywhere = tuple(known.values())
    meta = document.meta
    own: set[Provision] = set()  # what a text of Laws has, it has, whatever editions are known
    for unit in document.units if meta.kind is Kind.LAWS else ():
        own.update(candidates(unit.number)[:1] if unit.number else ())

    @cache
    def plausible(provision: Provision) -> bool:
        return provision in own or any(one.plausible(provision) for one in everywhere)

    return Scheme(
        letters=_letters(text, known.get(meta.edition or ""), meta),
        plausible=plausible,
        last_law=max((one.last_law for one in everywhere), default=93),
    )


def _by_place(mentions: Iterable[Mention]) -> list[Mention]:
    return sorted(mentions, key=lambda one: (one.start, one.end, one.kind, one.form))


def _taken(mentions: Iterable[Mention], lines: Sequence[tuple[int, int]]) -> Stretches:
    return Stretches(
        [*((min(one.run[0], one.start), max(one.run[1], one.end)) for one in mentions), *lines]
    )


def _outside(anchors: Sequence[Anchor], taken: Stretches) -> list[Anchor]:
    return [one for one in anchors if one.start not in taken]


def find(document: Document, text: str, places: Places, known: Mapping[str, Inventory]) -> Found:
    """Every mention in ``text``, the clean text of the document."""
    edition = document.meta.edition
    scheme = _scheme(text, document, known)
    listed = blocks(text, scheme)
    lines = [(block.start, block.end) for block in listed]
    anchors = _outside(law_anchors(text), Stretches(lines))
    parts = _outside(section_anchors(text), Stretches(lines))

    laws = [*index_mentions(listed, scheme), *composed(text, parts, scheme)]
    laws += named_laws(text, _outside(anchors, _taken(laws, ())), places, scheme)
    ordinals = list(ordinal_laws(text, anchors, _taken(laws, ()), scheme))
    laws += ordinals
    laws += worded_laws(text, _outside(anchors, _taken(ordinals, ())), scheme)
    signs = [one for one in anchors if one.word[0] == "§"]
    paragraphs = list(paragraph_mentions(text, [*parts, *signs], places, scheme.last_law))
    paragraphs += item_mentions(text, _taken(paragraphs, lines), places)
    paragraphs += own_items(text, parts, _taken([*laws, *paragraphs], lines), places)
    trusted = bool(laws) or places.kind in _LEGAL
    laws += bare_laws(text, _taken([*laws, *paragraphs], lines), scheme, trusted)
    if places.kind in _ONLY_LAWS:
        laws += seen_laws(text, _taken([*laws, *paragraphs], lines), scheme)
        laws += speaking_laws(text, _taken([*laws, *paragraphs], lines), scheme)
    if trusted:
        laws += noted_laws(text, _taken([*laws, *paragraphs], lines), scheme)
    known_laws = [one for one in _by_place(laws) if one.kind == "law"]
    taken = _taken([*laws, *paragraphs], lines)
    laws += recalled_laws(text, taken, known_laws, places, scheme)
    taken = _taken([*laws, *paragraphs], lines)
    before = [one for one in _by_place(laws) if one.kind == "law"]
    laws = _by_place([*laws, *relative(text, parts, taken, before, places, scheme)])

    numbered = [one for one in laws if one.kind == "law"]
    notes = list(note_mentions(text, numbered, places))
    explicit = _by_place([*laws, *paragraphs, *notes])
    years = tuple(edition_mentions(text))
    implicit = chain(
        anaphora(text, anchors, [one for one in numbered if one.form != "relative"], places),
        notes_to_it(text, numbered, notes),
        neighbours(text, places, scheme.last_law),
        same_place(text, explicit, places),
        subject_mentions(text, anchors, edition, known),
        name_mentions(text),
    )
    return Found(tuple(_by_place([*explicit, *implicit, *years])), years)
