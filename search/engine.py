"""What an engine must do: keep postings, and give the best candidates for a weighted query.

An engine knows nothing of Russian, of the glossary or of laws. It is given ready terms, one set a
field, and answers with passage numbers; understanding before it and ranking after it are the same
for every engine, which is why two engines give one ranking.

Fields: ``lemma`` (words of the text), ``form`` (the forms as written, with positions, for quotes),
``heading`` (lemmas and notions of the headings), ``subject`` (of the laws treated), ``notion``
(glossary notions), ``law`` (law numbers cited, treated or stood under, with all they lie in),
``number`` (the passage's own number), and for filters ``kind``, ``edition``, ``document``,
``year``, ``id``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from corpus.cluster import Cluster
from corpus.errors import SettingsError

TERM_FIELDS = ("lemma", "heading", "subject", "notion", "law", "number")
FILTER_FIELDS = ("kind", "edition", "document", "year", "id")
FORM_FIELD = "form"
FIELDS = (*TERM_FIELDS, *FILTER_FIELDS, FORM_FIELD)

FIELD_BOOST: Mapping[str, float] = {
    "lemma": 1.0,
    "heading": 0.7,
    "subject": 0.3,
    "notion": 1.2,
    "law": 1.5,
}
"""BM25F weights of the fields when candidates are gathered; a field not named weighs 1."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One passage for an engine: the terms of every field, no term with white space in it."""

    number: int
    fields: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Clause:
    """One term wanted (or unwanted) in one field, and how much it counts."""

    field: str
    term: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class EngineQuery:
    """``should`` adds to the score; of every group in ``must`` at least one clause has to match;
    nothing in ``must_not`` may; every tuple in ``phrases`` stands in ``form`` word after word.
    """

    should: tuple[Clause, ...] = ()
    must: tuple[tuple[Clause, ...], ...] = ()
    must_not: tuple[Clause, ...] = ()
    phrases: tuple[tuple[str, ...], ...] = ()


class OpenIndex(Protocol):
    """An index opened for reading; safe to share between threads."""

    def candidates(self, query: EngineQuery, limit: int) -> list[tuple[int, float]]:
        """At most ``limit`` passage numbers with the engine's own score, best first."""

    def close(self) -> None:
        """Give back files and memory."""


class Engine(Protocol):
    """A way to build and to open an index folder.

    What an engine keeps outside the folder it looks after in ``amiss``, ``published`` and ``tidy``;
    for one that keeps all in its files (``InFiles``) there is nothing to do.
    """

    name: str

    def build(self, entries: Iterable[Entry], folder: Path) -> None:
        """Write a complete, durable index of ``entries`` into the empty ``folder``."""

    def open(self, folder: Path) -> OpenIndex:
        """Open what ``build`` wrote. Raises ``LibraryError`` when it is damaged."""

    def amiss(self, folder: Path) -> str | None:
        """Why what belongs to ``folder`` elsewhere cannot be used, in Russian; none when it can.

        Raises ``LibraryError`` when that cannot be found out now.
        """

    def published(self, folder: Path) -> None:
        """The generation of ``folder`` is now the one in use; may be said again at any time."""

    def tidy(self, kept: Iterable[Path]) -> None:
        """Only the ``kept`` folders are left; the library's write lock is held."""


class InFiles:
    """An engine whose folder holds all there is: checksums and pruning see to it."""

    def amiss(self, folder: Path) -> str | None:
        """Nothing lies elsewhere."""
        return None

    def published(self, folder: Path) -> None:
        """Nobody else need know."""

    def tidy(self, kept: Iterable[Path]) -> None:
        """The folders were all."""


ENGINES = ("whoosh", "tantivy", "opensearch")
LARGE = 27_000
"""Passages above which tantivy is worth installing (measured: 50 times faster there)."""


def engine_named(name: str, cluster: Cluster | None = None) -> Engine:
    """The engine called ``name``; ``cluster`` is where ``opensearch`` keeps its indices.

    Raises ``SettingsError`` for an unknown or missing one, or one that is not told where.
    """
    if name == "whoosh":
        from search.whoosh_engine import WhooshEngine

        return WhooshEngine()
    if name == "tantivy":
        try:
            from search.tantivy_engine import TantivyEngine
        except ImportError as error:
            raise SettingsError(
                "Движок tantivy не установлен: pip install 'pravila[large]', "
                'или выберите engine = "whoosh".'
            ) from error
        return TantivyEngine()
    if name == "opensearch":
        return _on_cluster(cluster)
    raise SettingsError(f"Нет движка «{name}»: есть {', '.join(ENGINES)}.")


def _on_cluster(cluster: Cluster | None) -> Engine:
    if cluster is None or cluster.name is None:
        raise SettingsError(
            "Не сказано, где кластер OpenSearch: pravila build --engine opensearch --url https://…"
        )
    try:
        from search.opensearch.engine import OpenSearchEngine
    except ImportError as error:
        raise SettingsError(
            "Клиент OpenSearch не установлен: pip install 'pravila[cluster]', "
            'или выберите engine = "whoosh".'
        ) from error
    return OpenSearchEngine(cluster)
