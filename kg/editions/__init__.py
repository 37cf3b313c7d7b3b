"""The editions of the Laws: which provisions each has, and what its laws are about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from corpus.errors import NotFoundError
from kg.editions.inventory import Existence, Inventory, load, read_inventory

__all__ = ["Existence", "Inventory", "editions", "inventory", "load", "read_inventory"]

_FOLDER = Path(__file__).parent


@lru_cache(maxsize=1)
def _bundled() -> Mapping[str, Inventory]:
    read = (load(path) for path in sorted(_FOLDER.glob("*.json")))
    return MappingProxyType({one.edition: one for one in read})


def editions(extra: Iterable[Path] = ()) -> Mapping[str, Inventory]:
    """All known editions by name, oldest first: the bundled ones and a user's own files.

    A user's file with the name of a bundled edition takes its place. Raises ``SettingsError``
    when a file is wrong.
    """
    own = {one.edition: one for one in map(load, extra)}
    return MappingProxyType({**_bundled(), **own}) if own else _bundled()


def inventory(edition: str) -> Inventory:
    """The inventory of a bundled edition. Raises ``NotFoundError`` when there is none."""
    known = _bundled()
    if edition not in known:
        raise NotFoundError(f"Издание «{edition}» неизвестно. Известны: {', '.join(known)}.")
    return known[edition]
