"""What belongs to a library but does not lie in its folder: its indices on a search cluster.

The write lock of the library covers them too. A writer first clears away what killed ones left
there, and after the swap lets the cluster know of it; should it be killed in between, the next
writer does that.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

from corpus.cluster import Cluster, own_name
from corpus.errors import PravilaError, SettingsError
from corpus.library import Library, Settings
from search.engine import Engine, engine_named

LOG = logging.getLogger("pravila")
ON_CLUSTER = "opensearch"
INDEX, ENGINE = "index", "engine"  # where a generation keeps its engine's files


def cluster_of(library: Library, settings: Settings) -> Cluster | None:
    """The library's cluster with the name its indices go by there; none when it has none."""
    known = settings.cluster
    if known is None or known.name is not None:
        return known
    return replace(known, name=own_name(known.key, library.path))


def engine_of(library: Library, settings: Settings, name: str | None = None) -> Engine:
    """The engine the settings name, or the one called ``name``. Raises ``SettingsError``."""
    return engine_named(name or settings.engine, cluster_of(library, settings))


def amiss(library: Library, settings: Settings, engine: str, generation: str) -> str | None:
    """Why what a generation has elsewhere cannot be used, in Russian; none when it can.

    Raises ``ServerError`` when nobody answers there, ``SettingsError``.
    """
    return engine_of(library, settings, engine).amiss(_folder(library, generation))


def look_after(library: Library, settings: Settings, *, needed: bool) -> None:
    """Sweep away what no generation needs elsewhere, and say there which one is in use.

    The write lock is held. Raises ``ServerError`` if it is ``needed`` and cannot be done; else that
    is said in a warning, and the next writer does it.
    """
    name = settings.engine
    if settings.cluster is not None and name != ON_CLUSTER:
        name, needed = ON_CLUSTER, False  # there may still be indices of earlier generations
    try:
        engine = engine_of(library, settings, name)
        engine.tidy(_folder(library, generation) for generation in library.generations())
        current = library.current()
        if current is not None:
            engine.published(_folder(library, current))
    except PravilaError as error:
        if needed or isinstance(error, SettingsError):
            raise
        LOG.warning(f"на кластере не прибрано, это сделает следующая постройка: {error}")


def _folder(library: Library, generation: str) -> Path:
    return library.built / generation / INDEX / ENGINE
