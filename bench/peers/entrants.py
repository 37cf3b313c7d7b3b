"""Who takes part, in the order of the table."""

from __future__ import annotations

from pathlib import Path

from bench.peers import Entrant, Peer, lacking


def _never(_: str) -> str:
    return ""


def _whoosh(folder: Path, _: str) -> Peer:
    from bench.peers.ours import Ours

    return Ours("whoosh", folder)


def _tantivy(folder: Path, _: str) -> Peer:
    from bench.peers.ours import Ours

    return Ours("tantivy", folder)


def _opensearch(folder: Path, urls: str) -> Peer:
    from bench.peers.on_cluster import OnCluster

    return OnCluster(urls, folder)


def _no_opensearch(urls: str) -> str:
    if not urls:
        return "no cluster: --opensearch URL"
    return lacking("opensearchpy", extra="cluster")


def _fts5_lemmas(folder: Path, _: str) -> Peer:
    from bench.peers.sqlite import Fts5Lemmas

    return Fts5Lemmas(folder)


def _fts5_raw(folder: Path, _: str) -> Peer:
    from bench.peers.sqlite import Fts5Raw

    return Fts5Raw(folder)


def _postgres(folder: Path, _: str) -> Peer:
    from bench.peers.postgres import Postgres

    return Postgres(folder)


def _no_postgres(_: str) -> str:
    if absent := lacking("psycopg"):
        return absent
    from bench.peers.postgres import missing

    return missing()


def _tantivy_alone(folder: Path, _: str) -> Peer:
    from bench.peers.tantivy_alone import TantivyAlone

    return TantivyAlone(folder)


def _bm25s(folder: Path, _: str) -> Peer:
    from bench.peers.bm25_arrays import Bm25s

    return Bm25s(folder)


def _no_tantivy(_: str) -> str:
    return lacking("tantivy")


ENTRANTS = (
    Entrant("whoosh", "ours", _whoosh, _never),
    Entrant("tantivy", "ours", _tantivy, _no_tantivy),
    Entrant("opensearch", "ours", _opensearch, _no_opensearch),
    Entrant("fts5-lemmas", "SQLite, our dictionary forms", _fts5_lemmas, _never),
    Entrant("fts5-raw", "SQLite, raw text", _fts5_raw, _never),
    Entrant("postgres", "russian, ts_rank", _postgres, _no_postgres),
    Entrant("tantivy-alone", "its Russian stemmer", _tantivy_alone, _no_tantivy),
    Entrant("bm25s", "Snowball stems", _bm25s, lambda _: lacking("bm25s", "Stemmer")),
)


def entrant(name: str) -> Entrant:
    """The entrant called ``name``. Raises ``KeyError`` when nobody is."""
    return {one.name: one for one in ENTRANTS}[name]
