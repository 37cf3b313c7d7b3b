"""The dated line of what was said of a provision: which decision acts on which."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from corpus.document import Kind
from kg import nodes
from kg.evidence import CURATED, INFERRED, TEXT
from kg.graph import CITING, SAYING, Edge, Graph
from kg.relations import relation

TYPES = {"supersedes": "replaces"}
"""How edge types are called in the history; the others keep their name."""
_RANK = (
    *("supersedes", "amends", "confirms", "interprets", "defines", "example"),
    *("comments", "about", "cites"),
)
_LINKING = ("supersedes", "amends", "confirms")
_SENTENCE_END = re.compile(r"(?<=[.!?:])\s+(?=[А-ЯЁA-Z“«])|\n\s*\n")
_SCOPES = ("exact", "part", "note", "whole")
_ACTING = ("replaces", "amends", "confirms")
_DECIDING = ("minutes", "code-of-practice", "appeals")
_FORMER = re.compile(
    r"\b(?:прежн|предыдущ|прошл|ранее|вновь|сво(?:ё|е|ю|его|ей)\s+(?:\w+\s+)?(?:решени|позици|толкован"
    r"|интерпретаци|мнени)|previous|earlier|former)",
    re.IGNORECASE,
)
_PROPER = re.compile(r"\b[А-ЯЁA-Z][а-яёa-z]{4,}")
_FOLLOWING = 240  # characters shown of what a sentence with a colon announces
_PLACE = 5  # letters of a place's name that its grammatical forms share


@dataclass(frozen=True, slots=True)
class Link:
    """What an event does to another: ``to`` is a unit or a document, ``words`` the verb, ``by``
    whether the text names it or this program concluded it."""

    type: str
    to: str
    label: str
    document: str
    words: str | None
    in_library: bool
    by: str

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "type": self.type,
            "to": self.to,
            "label": self.label,
            "document": self.document,
            "words": self.words,
            "in_library": self.in_library,
            "by": self.by,
        }


@dataclass(frozen=True, slots=True)
class Event:
    """One passage's word on a provision.

    ``scope`` is "exact", "part" (it speaks of a part), "whole" (of a whole that holds the
    provision) or "note" (of its footnote). ``type`` is the strongest thing the passage does.
    """

    date: str | None
    unit: str
    label: str
    type: str
    scope: str
    names: tuple[str, ...]
    sentence: str
    words: str | None
    by: str
    confidence: float
    document: str
    authority: str
    kind: str
    source: dict[str, Any]
    links: tuple[Link, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The contract's form."""
        row = {name: getattr(self, name) for name in self.__slots__}
        return {**row, "names": list(self.names), "links": [link.to_json() for link in self.links]}


def events(graph: Graph, edges: Iterable[Edge]) -> tuple[Event, ...]:
    """The dated line: one event a passage, in order of date, linked where one acts on another."""
    by_unit: dict[str, list[Edge]] = {}
    for edge in edges:
        if edge.type in SAYING:
            by_unit.setdefault(edge.source, []).append(edge)
    found = [_event(graph, unit, said) for unit, said in by_unit.items()]
    found.sort(key=lambda e: (e.date or "9999", e.document, e.source["start"], e.unit))
    return tuple(_linked(graph, event, found) for event in found)


def _event(graph: Graph, unit: str, said: list[Edge]) -> Event:
    node = graph.node(unit)
    scope = next(s for s in _SCOPES if any(e.scope == s for e in said))
    near = [e for e in said if e.scope == scope]
    best = min(
        near, key=lambda e: (_RANK.index(e.type), e.evidence.span or () if e.evidence else ())
    )
    evidence = best.evidence
    if evidence is None:  # every saying edge carries its evidence
        raise AssertionError(best)
    document = graph.node(nodes.document(str(node.get("document"))))
    text = str(node.get("text") or "")
    kind, sentence, words = best.type, evidence.sentence or _opening(text), evidence.words
    stated = kind == "about" and evidence.by == CURATED  # an inference decides nothing
    act = _act(text, str(node.get("kind"))) if stated else None
    if act is not None:
        kind, sentence, words = act
    names = {str(graph.node(e.target).get("number") or graph.node(e.target)["label"]) for e in near}
    return Event(
        date=node.get("date") or document.get("date"),
        unit=unit.split(":", 1)[1],
        label=str(node.get("label") or ""),
        type=TYPES.get(kind, kind),
        scope=scope,
        names=tuple(sorted(names, key=nodes.order)),
        sentence=_told(sentence, text),
        words=words,
        by=evidence.by,
        confidence=evidence.confidence,
        document=str(node.get("document") or ""),
        authority=str(document.get("label") or ""),
        kind=str(node.get("kind") or document.get("kind") or ""),
        source=evidence.source,
    )


def _act(text: str, kind: str) -> tuple[str, str, str] | None:
    """What a committee's passage as a whole does: the verb's relation, its sentence, its words."""
    found = relation(text, len(text), len(text), Kind(kind) if kind in set(Kind) else None)
    if found.words is None:
        return None
    at = text.find(found.words)
    starts = [0, *(m.end() for m in _SENTENCE_END.finditer(text, 0, at))]
    ending = _SENTENCE_END.search(text, at + len(found.words))
    return found.name, " ".join(text[starts[-1] : ending and ending.end()].split()), found.words


def _bare(surface: str) -> str:
    """Words of a text as they are quoted, without quotation marks of their own."""
    return " ".join(surface.split()).strip("«»“”„\"'")


def _told(sentence: str, text: str) -> str:
    """A sentence, and where it only announces what follows («… следующим образом:»), that too."""
    if not sentence.rstrip().endswith(":"):
        return sentence
    words, flat = " ".join(sentence.split()), " ".join(text.split())
    at = flat.find(words)
    return _opening(flat[at:], len(words) + _FOLLOWING) if at >= 0 else sentence


def _opening(text: str, length: int = 240) -> str:
    """The first words of a passage, for what is said of it as a whole."""
    text = " ".join(text.split())
    if len(text) <= length:
        return text
    return text[:length].rsplit(" ", 1)[0] + " …"


def _linked(graph: Graph, event: Event, line: list[Event]) -> Event:
    """The event with the documents its passage names, and what it does to them in its own words.

    Where it confirms, amends or replaces, the link goes to that document's words on the same
    provision. A passage that acts on a former decision without naming a document («отменяет прежнее
    толкование») is linked to the one whose place or date it gives, or else, marked as inferred, to
    the last before it.
    """
    links: dict[str, Link] = {}
    done = {event.document}
    edges = graph.net.out_edges(nodes.unit(event.unit), data=True)
    for _, goal, data in sorted(edges, key=_strongest_first):
        node, document = graph.node(goal), goal.split(":", 1)[1]
        if data["type"] not in CITING or node.get("type") != "document" or document in done:
            continue
        done.add(document)
        kind, evidence = TYPES.get(data["type"], data["type"]), data["evidence"]
        earlier = _nearest_scope([e for e in line if e.document == document])
        if data["type"] in _LINKING and earlier:
            for one in earlier:
                links[one.unit] = _link(kind, one, evidence.words, TEXT)
        else:
            here = "document" in node
            label = str(node["label"]) if here else f"«{_bare(evidence.surface)}»"
            links[document] = Link(kind, document, label, document, evidence.words, here, TEXT)
    if event.type in _ACTING and not any(link.type == event.type for link in links.values()):
        for link in _returning(graph, event, line):
            links.setdefault(link.to, link)
    return replace(event, links=tuple(links.values())) if links else event


def _link(kind: str, to: Event, words: str | None, by: str) -> Link:
    return Link(kind, to.unit, to.label, to.document, words, True, by)


def _nearest_scope(found: list[Event]) -> list[Event]:
    """Those that speak of the very provision, if any do."""
    return [e for e in found if e.scope == "exact"] or found


def _returning(graph: Graph, event: Event, line: list[Event]) -> list[Link]:
    """The former decisions on the same provision that the event's sentence acts on."""
    before = [
        e
        for e in line
        if e.kind in _DECIDING
        and e.scope == event.scope == "exact"
        and e.type in (*_ACTING, "interprets")
        and (e.date or "9999") < (event.date or "")
    ]
    text = " ".join(str(graph.node(nodes.unit(event.unit)).get("text") or "").split())
    named = [e for e in before if _names(text, e, [event, *line])]
    if named:
        return [_link(event.type, e, event.words, TEXT) for e in named]
    if before and _FORMER.search(event.sentence):
        return [_link(event.type, before[-1], event.words, INFERRED)]
    return []


def _names(text: str, event: Event, line: list[Event]) -> bool:
    """Whether a text gives the date of a decision, or the place only its document's title has
    among those of the line."""
    if event.date and len(event.date) == 10:
        year, month, day = event.date.split("-")
        if f"{day}.{month}.{year}" in text or event.date in text:
            return True
    others = " ".join(e.authority for e in line if e.document != event.document)
    places = (m[0][:_PLACE] for m in _PROPER.finditer(event.authority))
    return any(place in text for place in places if place not in others)


def _strongest_first(edge: tuple[str, str, dict[str, Any]]) -> tuple[int, str]:
    kind = edge[2]["type"]
    return (_RANK.index(kind) if kind in _RANK else len(_RANK), edge[1])
