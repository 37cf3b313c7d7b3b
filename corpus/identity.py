"""Ids stay unique in a library: a second text of the same name gets a number of its own.

``laws-1987`` from one file and ``laws-1987`` from another become ``laws-1987`` and
``laws-1987-2``. Whoever came first keeps the plain name; names once given are remembered by the
library and given again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from corpus.document import Document, Unit


@dataclass(slots=True)
class Names:
    """The ids already given out in a library that is being put together."""

    documents: set[str] = field(default_factory=set)
    units: set[str] = field(default_factory=set)

    def settle(
        self, documents: tuple[Document, ...], remembered: Mapping[str, str]
    ) -> tuple[tuple[Document, ...], dict[str, str]]:
        """The documents under ids that nobody has, and what was renamed to what.

        ``remembered`` is such a renaming from an earlier build; it is followed where it can be.
        """
        given: dict[str, str] = {}
        settled = []
        for document in documents:
            own = document.meta.id
            prefixes = {_prefix(unit.id) for unit in document.units} | {own}
            changed = {
                prefix: self._free(prefix, document.units, remembered, is_document=prefix == own)
                for prefix in sorted(prefixes)
            }
            document = renamed(document, changed)
            given |= {old: new for old, new in changed.items() if old != new}
            self.documents.add(document.meta.id)
            self.units.update(unit.id for unit in document.units)
            settled.append(document)
        return tuple(settled), given

    def _free(
        self,
        prefix: str,
        units: tuple[Unit, ...],
        remembered: Mapping[str, str],
        *,
        is_document: bool,
    ) -> str:
        """A name nobody has, under which no unit meets another: extracts of a work share one."""
        rests = [u.id[len(prefix) :] for u in units if _prefix(u.id) == prefix]
        wanted = name = remembered.get(prefix, prefix)
        number = 1
        while (is_document and name in self.documents) or any(
            name + rest in self.units for rest in rests
        ):
            number += 1
            name = f"{wanted}-{number}"
        return name


def renamed(document: Document, changed: Mapping[str, str]) -> Document:
    """The document with ids and the first parts of its units' ids replaced."""
    if all(old == new for old, new in changed.items()):
        return document

    def new(identity: str) -> str:
        prefix = _prefix(identity)
        return changed.get(prefix, prefix) + identity[len(prefix) :]

    units = tuple(
        replace(
            unit,
            id=new(unit.id),
            document=changed.get(unit.document, unit.document),
            parent=new(unit.parent) if unit.parent is not None else None,
        )
        for unit in document.units
    )
    meta = replace(document.meta, id=changed.get(document.meta.id, document.meta.id))
    return replace(document, meta=meta, units=units)


def moved(before: tuple[Document, ...], after: tuple[Document, ...]) -> dict[str, str]:
    """What became of the units a file no longer has: the id of the same words now, or ``""``."""
    now = {unit.id for document in after for unit in document.units}
    words: dict[str, str] = {}
    for document in after:
        for unit in document.units:
            words.setdefault(unit.text, unit.id)
    return {
        unit.id: words.get(unit.text, "")
        for document in before
        for unit in document.units
        if unit.id not in now
    }


def _prefix(identity: str) -> str:
    return identity.split("/", 1)[0]
