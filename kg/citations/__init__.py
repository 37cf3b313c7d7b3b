"""Finding references: anchor → run → items → place → decision."""

from __future__ import annotations

from kg.citations.cite import cite, cite_text

__all__ = ["cite", "cite_text"]
