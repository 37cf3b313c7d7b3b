"""From a document to its citations: find, place, resolve, record."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain

from corpus.document import Document, Kind
from corpus.read import read_documents
from kg.citation import Citation, Status
from kg.citations.anchors import Anchor, law_anchors, section_anchors
from kg.citations.footnotes import note_mentions
from kg.citations.implicit import anaphora, neighbours, same_place
from kg.citations.indexes import Block, blocks, index_mentions
from kg.citations.laws import bare_laws, named_laws
from kg.citations.mention import Mention
from kg.citations.names import edition_mentions, name_mentions
from kg.citations.numerals import worded_laws
from kg.citations.paragraphs import item_mentions, paragraph_mentions
from kg.citations.parts import composed, relative
from kg.citations.places import Places, extent
from kg.citations.runs import Scheme
from kg.citations.sentences import sentence_around
from kg.citations.subjects import subject_mentions
from kg.editions import Inventory, editions
from kg.provision import Letters, Provision
from kg.relations import relation
from kg.resolve import Decision, resolve

_LEGAL = frozenset(
    {Kind.LAWS, Kind.COMMENTARY, Kind.MINUTES, Kind.CODE, Kind.REGULATIONS, Kind.APPEALS}
)
_COMPARED = re.compile(
    r"(?:чем|с|от|по сравнению с|в отличие от|than|from)\s+(?:в\s+)?$", re.IGNORECASE
)


def _stretches(mentions: Iterable[Mention]) -> list[tuple[int, int]]:
    return sorted((min(one.run[0], one.start), max(one.run[1], one.end)) for one in mentions)


def _scheme(edition: str | None, known: Mapping[str, Inventory]) -> Scheme:
    own = known.get(edition or "")
    everywhere = tuple(known.values())

    @cache
    def plausible(provision: Provision) -> bool:
        return any(one.plausible(provision) for one in everywhere)

    return Scheme(
        letters=own.letters if own else Letters.LATIN,
        plausible=plausible,
        last_law=max((one.last_law for one in everywhere), default=93),
    )


def _outside(anchors: list[Anchor], taken: Sequence[tuple[int, int]]) -> list[Anchor]:
    """The anchors that stand in none of the stretches (both in order)."""
    kept, index = [], 0
    for anchor in anchors:
        while index < len(taken) and taken[index][1] <= anchor.start:
            index += 1
        if index == len(taken) or anchor.start < taken[index][0]:
            kept.append(anchor)
    return kept


def _by_place(mentions: Iterable[Mention]) -> list[Mention]:
    return sorted(mentions, key=lambda one: (one.start, one.end, one.kind, one.form))


def _laws(
    text: str, places: Places, scheme: Scheme, document: Document, listed: list[Block]
) -> tuple[list[Mention], list[Mention]]:
    """Mentions of laws and of commentary paragraphs by number."""
    lines = [(block.start, block.end) for block in listed]
    anchors = _outside(law_anchors(text), lines)
    parts = _outside(section_anchors(text), lines)
    laws = [*index_mentions(listed, scheme), *composed(text, parts, scheme)]
    laws += named_laws(text, _outside(anchors, _stretches(laws)), places, scheme)
    laws += worded_laws(text, anchors, scheme.last_law)
    signs = (one for one in anchors if one.word[0] == "§")
    paragraphs = list(paragraph_mentions(text, [*parts, *signs], places, scheme.last_law))
    trusted = bool(laws) or document.meta.kind in _LEGAL
    taken = sorted([*_stretches([*laws, *paragraphs]), *lines])
    laws += bare_laws(text, taken, scheme, trusted)
    taken = sorted([*_stretches([*laws, *paragraphs]), *lines])
    laws += relative(text, parts, taken, places, scheme)
    return _by_place(laws), paragraphs


def find(
    document: Document, text: str, places: Places, known: Mapping[str, Inventory]
) -> list[Mention]:
    """All mentions of a document in reading order."""
    edition = document.meta.edition
    scheme = _scheme(edition, known)
    laws, paragraphs = _laws(text, places, scheme, document, blocks(text, scheme))
    numbered = [one for one in laws if one.kind == "law"]
    anchors = law_anchors(text)
    notes = list(note_mentions(text, numbered, places))
    explicit = _by_place([*laws, *paragraphs, *item_mentions(text, places), *notes])
    return _by_place(
        chain(
            explicit,
            anaphora(text, anchors, numbered, places),
            neighbours(text, places, scheme.last_law),
            same_place(text, explicit, places),
            subject_mentions(text, anchors, edition, known),
            name_mentions(text),
            edition_mentions(text),
        )
    )


def _decide(
    mention: Mention, edition: str | None, known: Mapping[str, Inventory], places: Places
) -> tuple[tuple[str, ...], Decision]:
    """The targets of a mention and how far it is resolved."""
    if mention.readings:
        decision = resolve(mention.readings, edition, known)
        return tuple(map(str, decision.targets)), decision
    targets = mention.targets
    if mention.kind == "commentary":
        here = all(target in places.paragraphs for target in targets)
        status = Status.RESOLVED if here else Status.UNVERIFIED
        reason = "параграф есть в этом тексте" if here else "параграфа в этом тексте нет"
        return targets, Decision((), status, 1.0 if here else 0.9, (reason,))
    if mention.kind in ("document", "section"):
        status = Status.RESOLVED if mention.certain else Status.EXTERNAL
        reason = (
            "названо по имени" if mention.certain else "названо по имени; этого текста здесь нет"
        )
        return targets, Decision((), status, 0.9, (reason,))
    if not targets:
        return targets, Decision((), Status.UNVERIFIED, 0.0, ())
    if not mention.certain:
        return targets, Decision((), Status.AMBIGUOUS, 0.5, ())
    return targets, Decision((), Status.RESOLVED, 0.7 if mention.kind == "implicit" else 0.95, ())


def _edition(
    mention: Mention,
    years: Sequence[Mention],
    starts: Sequence[int],
    text: str,
    sentence: tuple[int, int],
) -> str | None:
    """The edition the words around a mention name: «Правило 15 версии 1975 года»."""
    index = bisect_left(starts, mention.start)
    if index < len(years) and years[index].start - mention.end <= 3 and years[index] is not mention:
        between = text[mention.end : years[index].start]
        if not between.strip(" (,"):
            return years[index].edition
    if index:
        before = years[index - 1]
        compared = _COMPARED.search(text, max(0, before.start - 24), before.start)
        if before.start >= sentence[0] and not compared:
            return before.edition
    return None


def cite(document: Document, known: Mapping[str, Inventory] | None = None) -> tuple[Citation, ...]:
    """Every reference in a document, in reading order.

    ``known`` are the editions to resolve against (default: the bundled ones).
    """
    inventories = editions() if known is None else known
    clean = document.clean
    base, end_of_text = extent(document)
    text = clean.text[base:end_of_text]
    places = Places(document, text, base)
    mentions = find(document, text, places, inventories)
    years = [one for one in mentions if one.kind == "document" and one.edition]
    year_starts = [one.start for one in years]
    citations = []
    sentence = (0, 0)
    place = places.at(0)
    for mention in mentions:
        here = places.at(mention.start)
        if here is not place or not sentence[0] <= mention.start <= mention.end <= sentence[1]:
            place = here
            sentence = sentence_around(
                text, mention.start, mention.end, place.start, max(place.end, mention.end)
            )
        edition = place.edition or document.meta.edition
        reasons = mention.reasons
        if mention.edition:
            edition = mention.edition
        elif years and (said := _edition(mention, years, year_starts, text, sentence)):
            edition = said
            reasons = (*reasons, f"издание названо в тексте: {said}")
        targets, decision = _decide(mention, edition, inventories, places)
        act = relation(
            text[sentence[0] : sentence[1]],
            mention.start - sentence[0],
            mention.end - sentence[0],
            place.kind or document.meta.kind,
            targets[0] if targets else "",
            bool(place.law and mention.readings and place.law.law == mention.readings[0].law),
        )
        span = clean.origin(base + mention.start, base + mention.end)
        citations.append(
            Citation(
                unit=place.unit,
                document=document.meta.id,
                file=document.meta.file,
                span=span,
                run=clean.origin(base + mention.run[0], base + mention.run[1]),
                surface=clean.original[span.start : span.end],
                kind=mention.kind,
                form=mention.form,
                targets=targets,
                edition=edition,
                status=decision.status,
                confidence=decision.confidence,
                sentence=text[sentence[0] : sentence[1]],
                sentence_span=clean.origin(base + sentence[0], base + sentence[1]),
                relation=act.name,
                relation_words=act.words,
                reasons=(*reasons, *decision.reasons),
            )
        )
    return tuple(citations)


def cite_text(
    text: str,
    file: str = "-",
    meta: Mapping[str, str] | None = None,
    known: Mapping[str, Inventory] | None = None,
) -> tuple[Citation, ...]:
    """Every reference in any text, without adding it to a library.

    ``meta`` may say ``kind`` and ``edition``; otherwise they are guessed from the text.
    """
    documents = read_documents(text, file, meta)
    found = chain.from_iterable(cite(document, known) for document in documents)
    return tuple(sorted(found, key=lambda one: (one.span, one.kind)))
