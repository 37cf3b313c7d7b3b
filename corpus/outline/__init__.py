"""From clean text to units: one reader per kind of text, by its form and not by file name."""

from __future__ import annotations

from collections.abc import Callable

from corpus.cleaning import Cleaned
from corpus.document import Kind, Metadata, Unit
from corpus.outline import commentary, laws, minutes, points
from corpus.outline.blocks import Block
from corpus.outline.draft import Draft

Reader = Callable[[list[Block], Metadata, str], Draft]

READERS: dict[Kind, Reader] = {
    Kind.LAWS: laws.draft,
    Kind.COMMENTARY: commentary.draft,
    Kind.MINUTES: minutes.draft,
    Kind.CODE: points.draft,
    Kind.REGULATIONS: points.draft,
    Kind.APPEALS: points.draft,
    Kind.PROSE: points.draft,
}


def outline(cleaned: Cleaned, found: list[Block], meta: Metadata) -> tuple[Unit, ...]:
    """The units of one document, whose paragraphs are ``found``, in reading order."""
    draft = READERS[meta.kind](found, meta, cleaned.text.text)
    return draft.units(meta, cleaned.text)
