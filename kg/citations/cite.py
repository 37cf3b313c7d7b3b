"""From a document to its citations: find, place, decide, record."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from corpus.document import Document
from corpus.read import read_documents
from kg.citation import Citation
from kg.citations.decide import Decider, Years
from kg.citations.find import find
from kg.citations.places import Places, extent
from kg.citations.sentences import Sentences
from kg.editions import Inventory, editions
from kg.relations import relation


def cite(document: Document, known: Mapping[str, Inventory] | None = None) -> tuple[Citation, ...]:
    """Every reference in a document, in reading order.

    ``known`` are the editions to resolve against (default: the bundled ones).
    """
    inventories = editions() if known is None else known
    meta, clean = document.meta, document.clean
    base, end_of_text = extent(document)
    text = clean.text[base:end_of_text]
    places = Places(document, text, base)
    found = find(document, text, places, inventories)
    decider = Decider(found.mentions, meta.edition, inventories, places, text)
    years = Years(text, found.years)
    sentences = Sentences(text)
    citations = []
    for mention in found.mentions:
        place = places.at(mention.start)
        low, high = sentences.around(mention.start, mention.end, place.start, place.end)
        said = mention.edition or years.governing(mention, low)
        edition = said or place.edition or meta.edition
        targets, decision = decider.decide(mention, edition)
        sentence = text[low:high]
        act = relation(
            sentence,
            mention.start - low,
            mention.end - low,
            place.kind or meta.kind,
            targets[0] if targets else "",
            bool(place.law and mention.readings and place.law.law == mention.readings[0].law),
        )
        reasons = (*mention.reasons, *decision.reasons)
        if said and not mention.edition:
            reasons = (f"издание названо в тексте: {said}", *reasons)
        span = clean.origin(base + mention.start, base + mention.end)
        run = (mention.start, mention.end) == mention.run
        citations.append(
            Citation(
                unit=place.unit,
                document=meta.id,
                file=meta.file,
                span=span,
                run=span if run else clean.origin(base + mention.run[0], base + mention.run[1]),
                surface=clean.original[span.start : span.end],
                kind=mention.kind,
                form=mention.form,
                targets=targets,
                edition=edition,
                status=decision.status,
                confidence=decision.confidence,
                sentence=sentence,
                sentence_span=clean.origin(base + low, base + high),
                relation=act.name,
                relation_words=act.words,
                reasons=reasons,
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
