"""From a document to its citations: find, place, resolve, record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

from corpus.document import Document, Kind
from kg.citation import Citation, Status
from kg.citations.footnotes import note_mentions
from kg.citations.laws import bare_laws, named_laws
from kg.citations.mention import Mention
from kg.citations.paragraphs import item_mentions, paragraph_mentions
from kg.citations.places import Place, Places
from kg.citations.sentences import sentence_around
from kg.editions import Inventory, editions
from kg.provision import Letters, Provision
from kg.resolve import Decision, resolve

_LEGAL = frozenset(
    {Kind.LAWS, Kind.COMMENTARY, Kind.MINUTES, Kind.CODE, Kind.REGULATIONS, Kind.APPEALS}
)


def _stretches(mentions: Iterable[Mention]) -> list[tuple[int, int]]:
    return sorted((mention.run[0], mention.run[1]) for mention in mentions)


def find(document: Document, known: Mapping[str, Inventory]) -> tuple[list[Mention], Places]:
    """All mentions of a document in reading order, and its places."""
    text = document.clean.text
    places = Places(document)
    own = known.get(document.meta.edition or "")
    letters = own.letters if own else Letters.LATIN
    last_law = max((one.last_law for one in known.values()), default=93)
    inventories = (own,) if own else tuple(known.values())

    def plausible(provision: Provision) -> bool:
        return any(one.plausible(provision) for one in inventories) or any(
            one.plausible(provision) for one in known.values()
        )

    laws = list(named_laws(text, places, letters, plausible, last_law))
    paragraphs = list(paragraph_mentions(text, places, last_law))
    trusted = bool(laws) or document.meta.kind in _LEGAL
    taken = _stretches([*laws, *paragraphs])
    bare = list(bare_laws(text, taken, letters, plausible, last_law, trusted))
    every_law = sorted((one for one in [*laws, *bare] if one.kind == "law"), key=lambda m: m.start)
    notes = note_mentions(text, every_law, places)
    mentions = chain(laws, paragraphs, bare, item_mentions(text, places), notes)
    return sorted(mentions, key=lambda one: (one.start, one.end, one.kind)), places


def _decide(
    mention: Mention, edition: str | None, known: Mapping[str, Inventory], places: Places
) -> tuple[tuple[str, ...], Decision]:
    if mention.readings:
        decision = resolve(mention.readings, edition, known)
        return tuple(map(str, decision.targets)), decision
    if mention.kind == "commentary":
        here = all(target in places.paragraphs for target in mention.targets)
        status = Status.RESOLVED if here else Status.UNVERIFIED
        reason = "параграф есть в этом тексте" if here else "параграфа в этом тексте нет"
        return mention.targets, Decision((), status, 1.0 if here else 0.9, (reason,))
    return mention.targets, Decision((), Status.RESOLVED, 0.9, ())


def _citation(
    document: Document,
    mention: Mention,
    place: Place,
    known: Mapping[str, Inventory],
    places: Places,
) -> Citation:
    clean = document.clean
    edition = mention.edition or place.edition or document.meta.edition
    targets, decision = _decide(mention, edition, known, places)
    first, last = sentence_around(
        clean.text, mention.start, mention.end, place.start, max(place.end, mention.end)
    )
    span = clean.origin(mention.start, mention.end)
    return Citation(
        unit=place.unit,
        document=document.meta.id,
        file=document.meta.file,
        span=span,
        run=clean.origin(*mention.run),
        surface=clean.original[span.start : span.end],
        kind=mention.kind,
        form=mention.form,
        targets=targets,
        edition=edition,
        status=decision.status,
        confidence=decision.confidence,
        sentence=clean.text[first:last],
        sentence_span=clean.origin(first, last),
        reasons=(*mention.reasons, *decision.reasons),
    )


def cite(document: Document, known: Mapping[str, Inventory] | None = None) -> tuple[Citation, ...]:
    """Every reference in a document, in reading order.

    ``known`` are the editions to resolve against (default: the bundled ones).
    """
    inventories = editions() if known is None else known
    mentions, places = find(document, inventories)
    return tuple(
        _citation(document, mention, places.at(mention.start), inventories, places)
        for mention in mentions
    )
