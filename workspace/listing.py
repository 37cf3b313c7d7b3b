"""The documents of a library as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from corpus.as_data import metadata_data
from workspace.opened import Workspace


def listing(workspace: Workspace) -> Iterator[dict[str, Any]]:
    """Every document with its number of units, as ``pravila documents --json`` prints them."""
    for entry in workspace.manifest.sources:
        for meta, units in zip(entry.documents, entry.units, strict=True):
            yield {**metadata_data(meta), "units": units, "bundled": entry.bundled}
