"""The editor's report on an opened library or on any text, with what the library knows besides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from pathlib import Path

from corpus.curation import Curation
from corpus.read import read_documents
from kg.citations import cite
from kg.editions import Inventory
from kg.lint import Finding, Original, bundled_originals, load_originals, run
from workspace.opened import Workspace

ORIGINALS = "originals.json"
"""The library's own records of where translations differ from their originals."""


def lint_library(
    workspace: Workspace,
    *,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    only: Iterable[str] | None = None,
) -> list[Finding]:
    """The report on a library; ``only``: ids of the documents to report on.

    Raises ``NotFoundError`` for an unknown document or rule, ``SettingsError`` for a wrong side
    file.
    """
    chosen = None if only is None else [workspace.document(one).meta.id for one in only]
    return run(
        workspace.read_documents(),
        workspace.citations,
        originals=_originals(workspace.path),
        graph=workspace.graph,
        known_word=known_word,
        select=select,
        ignore=ignore,
        only=chosen,
    )


def lint_text(
    text: str,
    file: str,
    *,
    meta: Mapping[str, str] | None = None,
    curation: Curation | None = None,
    editions: Mapping[str, Inventory] | None = None,
    originals: Sequence[Original] = (),
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
) -> list[Finding]:
    """The report on any text, without adding it to a library.

    ``meta`` may say ``kind`` and ``edition``; otherwise they are guessed from the text.
    """
    documents = read_documents(text, file, meta, curation)
    return run(
        documents,
        chain.from_iterable(cite(document, editions) for document in documents),
        editions=editions,
        originals=(*bundled_originals(), *originals),
        known_word=known_word,
        select=select,
        ignore=ignore,
    )


@lru_cache(maxsize=1 << 16)
def known_word(word: str) -> bool:
    """Whether the general dictionary or the lexicon of bridge has this form."""
    from search.inflection import in_dictionary
    from search.lexicon import is_known

    return in_dictionary(word) or is_known(word)


def _originals(library: Path) -> tuple[Original, ...]:
    own = library / ORIGINALS
    return (*bundled_originals(), *(load_originals(own) if own.exists() else ()))
