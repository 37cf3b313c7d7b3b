"""The part of the graph around a focus, made ready to be drawn: provisions and passages.

A provision is one dot whatever the edition; the unit that is a law's own text is that law's dot.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from dataclasses import dataclass, field, replace

from kg import nodes
from kg.evidence import Evidence
from kg.graph import CITING, Graph
from ui import words
from ui.drawing import Dot, Line

MOST = 300
"""Dots drawn at most; more is a cloud and no longer a picture."""
_LABEL = 12
"""Characters; a longer label would lie over other dots."""
_WORDS = 60
"""Characters of its own words by which a place is told from others of the same name."""
TYPES = {
    "cites": "ссылки",
    "about": "о чём место",
    "leads-to": "ход рассуждения",
    "part-of": "часть целого",
}
"""Groups of edge types one can switch on and off."""
_GROUP = {**dict.fromkeys(CITING, "cites"), "comments": "about", "about": "about"}
_GROUP |= {"leads-to": "leads-to", "part-of": "part-of"}
_KIND = {"commentary": "commentary", "minutes": "minutes", "laws": "law"}


@dataclass(slots=True)
class Tie:
    """All edges of one group between two dots."""

    source: str
    target: str
    group: str
    types: set[str] = field(default_factory=set)
    evidence: list[Evidence] = field(default_factory=list)


@dataclass(slots=True)
class Drawn:
    """The whole graph as dots and ties; ``around`` lists the ties at each dot."""

    dots: dict[str, Dot]
    ties: list[Tie]
    around: dict[str, list[Tie]]


def drawn(graph: Graph) -> Drawn:
    """The graph as dots and ties; made once a library and kept with it."""
    kept = graph.kept.get("ui.drawn")
    if isinstance(kept, Drawn):
        return kept
    text_of = {
        u: v
        for u, v, d in graph.net.edges(data=True)
        if d["type"] == "text-of" and v.startswith("law:")
    }
    dots: dict[str, Dot] = {}
    ties: dict[tuple[str, str, str], Tie] = {}
    texts: dict[str, dict[str, str]] = {}

    def dot(name: str) -> str | None:
        name = text_of.get(name, name)
        data = graph.node(name)
        if data.get("type") == "law":
            number = str(data["number"])
            dots.setdefault(number, Dot(number, number, "law", words.law(number)))
            return number
        if data.get("type") == "unit" and data.get("text"):
            unit = name.removeprefix("unit:")
            group = _KIND.get(str(data.get("kind")), "other")
            label = str(data.get("label") or unit)
            texts.setdefault(label, {})[unit] = str(data["text"])
            dots.setdefault(unit, Dot(unit, _short(label), group, label))
            return unit
        return None

    for source, target, data in sorted(
        graph.net.edges(data=True), key=lambda e: (e[0], e[1], str(e[2]["type"]))
    ):
        group = _GROUP.get(data["type"])
        if group is None or (group == "part-of" and not source.startswith("law:")):
            continue
        a, b = dot(source), dot(target)
        if a is None or b is None or a == b:
            continue
        tie = ties.setdefault((a, b, group), Tie(a, b, group))
        tie.types.add(str(data["type"]))
        if data.get("evidence") is not None:
            tie.evidence.append(data["evidence"])
    around: dict[str, list[Tie]] = {}
    for tie in ties.values():
        around.setdefault(tie.source, []).append(tie)
        around.setdefault(tie.target, []).append(tie)
    for label, alike in texts.items():
        for unit, text in alike.items() if len(alike) > 1 else ():
            told = f"{label}: «{textwrap.shorten(text, _WORDS, placeholder='…')}»"
            dots[unit] = replace(dots[unit], hint=told)
    made = Drawn(dots, list(ties.values()), around)
    graph.kept["ui.drawn"] = made
    return made


def _short(label: str) -> str:
    return label if len(label) <= 26 else label[:25].rstrip() + "…"


def around(
    whole: Drawn, focus: str, depth: int, kinds: frozenset[str], groups: frozenset[str]
) -> tuple[list[Dot], list[Tie]]:
    """The dots at most ``depth`` steps from the focus, nearest first, and the ties among them."""
    if focus not in whole.dots:
        return [], []
    seen = {focus: 0}
    layer = [focus]
    for step in range(1, depth + 1):
        reached: Counter[str] = Counter()
        for name in layer:
            for tie in whole.around.get(name, ()):
                other = tie.target if tie.source == name else tie.source
                if tie.group in groups and whole.dots[other].group in kinds and other not in seen:
                    reached[other] += 1
        layer = [n for n, _ in sorted(reached.items(), key=lambda r: (-r[1], nodes.order(r[0])))]
        layer = layer[: MOST - len(seen)]
        seen.update(dict.fromkeys(layer, step))
    return _among(whole, set(seen), groups)


def everything(
    whole: Drawn, kinds: frozenset[str], groups: frozenset[str]
) -> tuple[list[Dot], list[Tie]]:
    """The dots with most ties, at most ``MOST``."""
    degree: Counter[str] = Counter()
    for tie in whole.ties:
        if tie.group in groups:
            degree.update(n for n in (tie.source, tie.target) if whole.dots[n].group in kinds)
    best = sorted(degree, key=lambda n: (-degree[n], nodes.order(n)))[:MOST]
    return _among(whole, set(best), groups)


def _among(whole: Drawn, names: set[str], groups: frozenset[str]) -> tuple[list[Dot], list[Tie]]:
    dots = [whole.dots[name] for name in sorted(names, key=lambda n: (nodes.order(n), n))]
    ties = [
        tie
        for tie in whole.ties
        if tie.group in groups and tie.source in names and tie.target in names
    ]
    return dots, ties


def line(tie: Tie) -> Line:
    """A tie as it is drawn: what the words say beside it, the sentence over it."""
    first = next((one for one in tie.evidence if one.sentence), None)
    said = ", ".join(sorted({words.RELATION.get(t, TYPES.get(t, t)) for t in tie.types}))
    hint = f"{tie.source} → {tie.target}: {said}"
    if first is not None:
        hint += "\n" + " ".join(first.sentence.split())[:400]
    label = first.surface if first is not None and tie.group == "cites" else ""
    if len(label) > _LABEL:
        label = ""
    return Line(tie.source, tie.target, label, hint, tie.group in ("about", "part-of"))
