"""Questions about the library as a whole: what is cited most, together, never; terms; islands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

from corpus.errors import NotFoundError
from kg import nodes
from kg.editions import Existence, editions
from kg.graph import CITING, Graph


def _passages(graph: Graph) -> dict[str, dict[str, list[str]]]:
    """For each passage the provisions its words name, with the sentences."""
    found: dict[str, dict[str, list[str]]] = {}
    for source, goal, data in graph.net.edges(data=True):
        if data["type"] in CITING and graph.node(goal)["type"] == "law":
            number = str(graph.node(goal)["number"])
            sentences = found.setdefault(source, {}).setdefault(number, [])
            if data["evidence"].sentence not in sentences:
                sentences.append(data["evidence"].sentence)
    return found


def most_cited(graph: Graph, limit: int = 20) -> list[dict[str, Any]]:
    """The provisions most often named: mentions of it, of its parts, and passages that do so."""
    exact: Counter[str] = Counter()
    rolled: Counter[str] = Counter()
    passages: dict[str, set[str]] = {}
    for source, goal, data in graph.net.edges(data=True):
        if data["type"] in CITING and graph.node(goal)["type"] == "law":
            number = str(graph.node(goal)["number"])
            exact[number] += 1
            for above in nodes.ancestors(number):
                rolled[above] += 1
            passages.setdefault(number, set()).add(source)
    ranked = sorted(exact, key=lambda n: (-exact[n], nodes.order(n)))
    return [
        {"law": n, "mentions": exact[n], "of_parts": rolled[n], "passages": len(passages[n])}
        for n in ranked[:limit]
    ]


def together(graph: Graph, limit: int = 20) -> list[dict[str, Any]]:
    """Provisions named in the same passages, with the passages that prove it.

    A provision and a part of it are no pair.
    """
    proof: dict[tuple[str, str], list[str]] = {}
    for unit, named in sorted(_passages(graph).items()):
        for one, other in combinations(sorted(named, key=nodes.order), 2):
            if not nodes.nested(one, other):
                proof.setdefault((one, other), []).append(unit.split(":", 1)[1])
    ranked = sorted(proof, key=lambda p: (-len(proof[p]), nodes.order(p[0]), nodes.order(p[1])))
    return [
        {"laws": list(pair), "passages": len(proof[pair]), "units": proof[pair]}
        for pair in ranked[:limit]
    ]


def never_cited(graph: Graph, edition: str) -> list[dict[str, Any]]:
    """The laws of an edition no text in the library names, not even a part of them.

    Raises ``NotFoundError`` for an edition nobody knows.
    """
    known = editions()
    if edition not in known:
        raise NotFoundError(f"Издание «{edition}» неизвестно. Известны: {', '.join(known)}.")
    inventory = known[edition]
    named = {(nodes.ancestors(n) or (n,))[-1] for cited in _passages(graph).values() for n in cited}
    return [
        {"law": str(p), "subject": inventory.subject(p.law)}
        for p in inventory.provisions()
        if not p.parts and str(p) not in named and inventory.exists(p) is Existence.YES
    ]


def term(
    graph: Graph, name: str, forms: Mapping[str, Iterable[str]] | None = None
) -> dict[str, Any]:
    """Where a term is defined and where its words are used, in any grammatical form.

    ``forms`` are the written forms of each term (a glossary's labels); without them the name
    itself is looked for. Raises ``NotFoundError`` when nothing is known of the term.
    """
    spellings = {name.casefold().strip()} - {""}
    for label, written in (forms or {}).items():
        every = {label.casefold(), *(w.casefold() for w in written)}
        if name.casefold().strip() in every:
            spellings |= every
    patterns = [_any_form(spelling) for spelling in sorted(spellings)]
    defined, used = [], []
    for node, data in sorted(graph.net.nodes(data=True)):
        if data["type"] == "term":
            if str(data["number"]).removeprefix("DEF:").casefold() in spellings:
                defined += [
                    _definition(graph, edge) for edge in graph.net.in_edges(node, data=True)
                ]
        elif data["type"] == "unit" and data.get("passage"):
            text = str(data.get("text") or "").casefold()
            if any(pattern.search(text) for pattern in patterns):
                used.append({"unit": node.split(":", 1)[1], "label": data["label"]})
    if not defined and not used:
        raise NotFoundError(f"Термин «{name}» в библиотеке не встречается.")
    defined.sort(key=lambda row: (row["unit"], row["type"]))
    return {"term": name, "defined": defined, "used": used}


def _definition(graph: Graph, edge: tuple[str, str, dict[str, Any]]) -> dict[str, Any]:
    unit, _, data = edge
    evidence = data["evidence"]
    return {
        "unit": unit.split(":", 1)[1],
        "label": graph.node(unit).get("label"),
        "type": data["type"],
        "by": evidence.by,
        "sentence": evidence.sentence or evidence.note,
    }


_ENDING = "аеёиоуыьэюяй"


def _any_form(spelling: str) -> re.Pattern[str]:
    """A term whatever its grammatical endings, which in Russian are vowels and в, г, м, х."""
    words = [
        re.escape(word.rstrip(_ENDING) if len(word.rstrip(_ENDING)) >= 3 else word)
        + rf"[{_ENDING}вгмх]{{0,4}}"
        for word in re.findall(r"\w+", spelling)
    ]
    return re.compile(r"\b" + r"\W+".join(words) + r"\b")


def islands(graph: Graph) -> list[list[str]]:
    """Groups of laws tied by citation and argument to each other and to nothing else, largest
    first; a law named by passages that name no other is an island of one."""
    from networkx import Graph as Undirected
    from networkx import connected_components

    net = Undirected()
    for named in _passages(graph).values():
        roots = sorted({(nodes.ancestors(n) or (n,))[-1] for n in named})
        net.add_nodes_from(roots)
        net.add_edges_from((roots[0], other) for other in roots[1:])
    for found in graph.arguments.values():
        for argument in found:
            for move in argument.moves:
                ends = (argument.steps[move.source].number, argument.steps[move.target].number)
                net.add_edge(*((nodes.ancestors(n) or (n,))[-1] for n in ends))
    groups = [sorted(group, key=nodes.order) for group in connected_components(net)]
    return sorted(groups, key=lambda g: (-len(g), nodes.order(g[0])))
