"""Where a provision stands: in which editions it exists, and its text where the library has it.

A law whose text is not here is a law all the same: it stands with «текста нет в библиотеке».
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from corpus.errors import NotFoundError
from kg import nodes
from kg.editions import Existence, Inventory, editions
from kg.graph import Graph
from kg.provision import Provision, normalise, parse

NO_TEXT = "текста нет в библиотеке"


def standing(
    graph: Graph, number: str, inventories: Mapping[str, Inventory]
) -> dict[str, dict[str, Any]]:
    """For each edition: whether the provision exists (None: not known), why, and its text."""
    provision = parse(number)
    rows: dict[str, dict[str, Any]] = {}
    for name, inventory in inventories.items():
        exists = inventory.exists(provision)
        text, units = words(graph, number, name)
        rows[name] = {
            "exists": True if text else _TRUTH[exists],
            "plausible": inventory.plausible(provision),
            "why": inventory.why_absent(provision),
            "text": text,
            "note": None if text else NO_TEXT,
            "units": units,
        }
    for node in graph.provisions_of(number):  # a user's edition without an inventory
        name = str(graph.node(node).get("edition") or "")
        if name and name not in rows and name not in editions():
            text, units = words(graph, number, name)
            note = None if text else NO_TEXT
            rows[name] = {
                "exists": True if text else None,
                "plausible": True,
                "why": None,
                "text": text,
                "note": note,
                "units": units,
            }
    return rows


def known_edition(graph: Graph, name: str | None) -> None:
    """Raise ``NotFoundError`` for an edition that neither we nor the library know of."""
    if name is None or name in editions():
        return
    own = {str(d["edition"]) for _, d in graph.net.nodes(data=True) if d.get("edition")}
    if name not in own:
        known = ", ".join(sorted({*editions(), *own}))
        raise NotFoundError(f"Издание «{name}» неизвестно. Известны: {known}.")


def must_be_known(graph: Graph, number: str) -> None:
    """Raise ``NotFoundError`` for a number that no inventory has and no text names."""
    asked = parse(number)
    if graph.provisions_of(str(asked)):
        return
    if not any(inventory.plausible(asked) for inventory in editions().values()):
        raise NotFoundError(
            f"Нет такого Правила: {asked}. Ни описи изданий, ни тексты библиотеки его не знают."
        )


_TRUTH = {Existence.YES: True, Existence.NO: False, Existence.UNKNOWN: None}


def words(graph: Graph, number: str, edition: str) -> tuple[str | None, list[str]]:
    """The provision's own text in an edition, None when the library has none, and its units."""
    node = nodes.law(number, edition)
    if node not in graph.net:
        return None, []
    units = [s for s, _, k in graph.net.in_edges(node, keys=True) if k == "text-of"]
    units.sort(key=lambda u: (graph.node(u)["document"], graph.node(u)["order"]))
    texts = [str(graph.node(u).get("text") or "") for u in units]
    return "\n".join(t for t in texts if t) or None, [u.removeprefix("unit:") for u in units]


def compare(
    graph: Graph,
    number: str,
    names: Iterable[str],
    inventories: Mapping[str, Inventory] | None = None,
) -> list[dict[str, Any]]:
    """A provision and its parts side by side in several editions: which exist, text where known.

    Raises ``NotFoundError`` for an edition nobody knows and where none of them has the provision.
    """
    known = editions() if inventories is None else inventories
    wanted = list(names)
    number = normalise(number)
    for name in wanted:
        if name not in known:
            known_edition(graph, name)
    chosen = {name: known[name] for name in wanted if name in known}
    parts = {number}
    for inventory in chosen.values():
        queue = [parse(number)]
        while queue:
            children: tuple[Provision, ...] = inventory.children(queue.pop())
            queue += children
            parts |= {str(c) for c in children if inventory.exists(c) is Existence.YES}
    for name in wanted:
        parts |= set(graph.parts_of(number, name))
    rows: list[dict[str, Any]] = []
    for part in sorted(parts, key=nodes.order):
        standing_here = standing(graph, part, chosen)
        rows.append({"law": part, "editions": {n: standing_here.get(n) for n in wanted}})
    if all(cell is not None and cell["exists"] is False for cell in rows[0]["editions"].values()):
        raise NotFoundError(f"Правила {number} нет ни в одном из изданий: {', '.join(wanted)}.")
    return rows
