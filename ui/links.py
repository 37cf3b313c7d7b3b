"""Links from what the graph names to the pages that show it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from corpus.document import Document
from kg.citation import Citation
from ui import words
from ui.address import link
from ui.markup import esc
from workspace import Workspace


def target_address(target: str, kind: str = "law") -> dict[str, str]:
    """Where a citation's target ("31A2", "69#note", "DEF:Convention", "17.2") is shown."""
    if kind == "document":
        return {"doc": target}
    if target.startswith("DEF:"):
        return {"glossary": target.removeprefix("DEF:")}
    if target.endswith("#note"):
        return {"law": target.removesuffix("#note")}
    if kind in ("commentary", "section") or "." in target:
        return {"q": target}
    return {"law": target} if target[:1].isdigit() else {"q": target}


def target_link(target: str, cls: str = "") -> str:
    """A link to a target, named as people name it."""
    return link(esc(words.law(target)), cls, **target_address(target))


def place_link(row: Mapping[str, Any]) -> str:
    """A link to the passage a row of ``kg.history`` stands in."""
    label = esc(row.get("label") or row["unit"])
    unit = str(row["unit"])
    return link(label, "h", unit=unit) if "/" in unit else link(label, "h", doc=unit)


def citations_of(workspace: Workspace, document: Document) -> list[Citation]:
    """The citations of one document."""
    return [c for c in workspace.citations if c.document == document.meta.id]
