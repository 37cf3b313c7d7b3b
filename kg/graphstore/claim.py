"""One publication at a time puts its upload in place.

A server need not make updates wait for each other: Oxigraph runs two replacements of one graph side
by side, and the graph then holds both. So each says first that it is about to replace, then looks
whether another has said so too; whoever sees another's claim takes its own back and comes again.
Both write before they read, so two can never both go on. The server's clock is the only one used.
"""

from __future__ import annotations

import random
import time
from datetime import datetime
from typing import TYPE_CHECKING

from corpus.errors import ServerError
from kg.graphstore.record import PREFIXES, PUBLICATIONS, claiming, subject

if TYPE_CHECKING:
    from kg.graphstore.service import Service

TRIES = 20
"""How often a claim is tried before the publication gives up."""
PAUSE = 0.5
"""Seconds between two tries, on average."""


def take(service: Service, graph: str | None, staged: str) -> None:
    """Claim the right to put an upload in the place of a graph.

    A claim older than the longest request (``Access.timeout``) is of a publication that was killed,
    and is dropped. Raises ``ServerError`` when others keep theirs.
    """
    for _ in range(TRIES):
        service.update(
            f"{PREFIXES}INSERT {{ GRAPH <{PUBLICATIONS}> {{ {claiming(graph, staged)} ; "
            "prov:startedAtTime ?now } } WHERE { BIND(NOW() AS ?now) }",
            again=True,
        )
        if not _others(service, graph, staged):
            return
        service.update(_back(staged), again=True)
        time.sleep(random.uniform(0, 2 * PAUSE))
    raise ServerError("Сейчас в этот граф публикует кто-то ещё: повторите позже.")


def _back(staged: str) -> str:
    return f"DELETE WHERE {{ GRAPH <{PUBLICATIONS}> {{ <{staged}> ?p ?o }} }}"


def _others(service: Service, graph: str | None, staged: str) -> bool:
    rows = service.rows(
        f"{PREFIXES}SELECT ?other ?began (NOW() AS ?now) WHERE {{ GRAPH <{PUBLICATIONS}> {{ "
        f"?other prov:influenced <{subject(graph)}> ; prov:startedAtTime ?began }} "
        f"FILTER(?other != <{staged}>) }}"
    )
    live = False
    for row in rows:
        if _age(row) > service.client.access.timeout:
            service.update(_back(row["other"]), again=True)
        else:
            live = True
    return live


def _age(row: dict[str, str]) -> float:
    """Seconds since a claim was made; without end for what is no time."""
    try:
        return (
            datetime.fromisoformat(row["now"]) - datetime.fromisoformat(row["began"])
        ).total_seconds()
    except (ValueError, TypeError):
        return float("inf")
