"""What the library knows of law numbers: which there are, what they are about, where they stand."""

from __future__ import annotations

from collections.abc import Iterable

from corpus.document import Kind, Unit
from corpus.errors import QueryError
from kg import nodes
from kg.editions import editions as inventories
from kg.provision import Provision, candidates, parse
from workspace import Workspace


def known(workspace: Workspace) -> list[str]:
    """Every provision the library's texts hold or name, in the order of the book."""
    kept = workspace.graph.kept.get("ui.known")
    if isinstance(kept, list):
        return list(kept)
    net = workspace.graph.net
    found = sorted(
        {name.removeprefix("law:") for name in net if _above(name)},
        key=nodes.order,
    )
    workspace.graph.kept["ui.known"] = found
    return list(found)


def _above(name: str) -> bool:
    return name.startswith("law:") and name.count(":") == 1


def laws(workspace: Workspace) -> list[str]:
    """The whole laws among them."""
    return [number for number in known(workspace) if number.isdigit()]


def only(text: str) -> str | None:
    """The provision a text is nothing but: «25B», «Правило 31 А 2»; None for anything else."""
    readings = candidates(text.strip())
    return str(readings[0]) if readings else None


def law_of(number: str) -> str | None:
    """The whole law a provision belongs to; None for what is no law number."""
    try:
        return str(parse(number).law)
    except QueryError:
        return None


def subject(workspace: Workspace, number: str) -> str | None:
    """What the law is about, in our own words.

    A number changes its subject between editions (23 became «сопоставимая заявка» in 2017): the
    newest edition the library's texts speak of goes before the newest of all.
    """
    law = law_of(number)
    if law is None:
        return None
    spoken = {meta.edition for meta in workspace.documents}
    known = sorted(inventories().values(), key=lambda i: (i.edition in spoken, i.edition))
    return next((said for i in reversed(known) if (said := i.subject(int(law)))), None)


def editions(number: str) -> list[tuple[str, str]]:
    """(edition, yes / no / unknown) for every edition whose numbers we know."""
    try:
        provision: Provision = parse(number)
    except QueryError:
        return []
    return [(i.edition, str(i.exists(provision))) for i in inventories().values()]


def laws_with_text(workspace: Workspace) -> frozenset[str]:
    """The whole laws of which the library holds at least a part in their own words."""
    kept = workspace.graph.kept.get("ui.with_text")
    if isinstance(kept, frozenset):
        return kept
    graph = workspace.graph
    found = frozenset(number for number in laws(workspace) if graph.has_text(number))
    graph.kept["ui.with_text"] = found
    return found


def texts_within(workspace: Workspace, number: str) -> list[Unit]:
    """The units that are the text of this provision or of a part of it, in reading order."""
    graph = workspace.graph
    return _units(workspace, [number, *graph.parts_of(number)])


def texts(workspace: Workspace, number: str) -> list[Unit]:
    """The units that are the text of exactly this provision, newest edition first."""
    return sorted(_units(workspace, [number]), key=lambda u: u.edition or "", reverse=True)


def _units(workspace: Workspace, numbers: Iterable[str]) -> list[Unit]:
    graph = workspace.graph
    names = [node for number in numbers for node in graph.provisions_of(number)]
    units = [
        source.removeprefix("unit:")
        for node in names
        for source, _, data in graph.net.in_edges(node, data=True)
        if data["type"] == "text-of" and source.startswith("unit:")
    ]
    found = [workspace.unit(unit) for unit in dict.fromkeys(units)]
    return [unit for unit in found if unit.kind is Kind.LAWS]
