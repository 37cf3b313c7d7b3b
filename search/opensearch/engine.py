"""The engine on a cluster: an ``engine`` folder holds the name and identity of an index there."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from corpus.cluster import Cluster
from corpus.errors import LibraryError, ServerError
from corpus.storage import write_durably
from search.engine import EngineQuery, Entry, OpenIndex
from search.opensearch.connection import Connection
from search.opensearch.indices import Indices
from search.opensearch.loading import load
from search.opensearch.translation import PARAMETERS, body

RECORD = "index.json"
_FAREWELL_SECONDS = 5.0  # given to deleting what a failed build leaves; the next writer does it too


@dataclass(frozen=True, slots=True)
class Record:
    """What a generation knows of its index: name, identity, number of passages."""

    index: str
    uuid: str
    passages: int


class OpenSearchEngine:
    """Builds and opens indices on one cluster for one library."""

    name = "opensearch"

    def __init__(self, cluster: Cluster) -> None:
        """``cluster.name`` is set. Nothing is asked of the cluster yet."""
        self._cluster = cluster

    @cached_property
    def _indices(self) -> Indices:
        return Indices(Connection(self._cluster))

    def build(self, entries: Iterable[Entry], folder: Path) -> None:
        """Fill a new index, wait until it is whole, write down which it is."""
        connection = Connection(self._cluster)
        indices = Indices(connection)
        connection.check()
        name = indices.create()
        try:
            passages = load(connection, name, entries)
            indices.finish(name, passages)
            found = indices.find(name)
            if found is None:
                raise ServerError("указатель пропал с кластера: повторите pravila build")
            folder.mkdir(parents=True, exist_ok=True)
            record = Record(name, found.uuid, passages)
            write_durably(folder / RECORD, json.dumps(asdict(record), indent=1).encode())
        except BaseException:
            with suppress(ServerError):
                Indices(Connection(self._cluster)).delete(name, _FAREWELL_SECONDS)
            raise
        finally:
            connection.close()

    def open(self, folder: Path) -> OpenIndex:
        """Open what ``build`` wrote; the cluster is first asked when one searches."""
        record = read_record(folder)
        if record is None:
            raise LibraryError(
                f"в {folder} не сказано, какой указатель на кластере: постройте его заново – "
                "pravila build"
            )
        return OpenSearchIndex(Connection(self._cluster), record)

    def amiss(self, folder: Path) -> str | None:
        """Why the index on the cluster is not the one that was built; none when it is."""
        record = read_record(folder)
        if record is None:
            return "Запись об указателе на кластере повреждена"
        found = self._indices.find(record.index)
        if found is None or found.uuid != record.uuid:
            return f"Указателя {record.index} на кластере нет"
        if not found.sealed:
            return f"Указатель {record.index} на кластере кто-то открыл для записи"
        held = self._indices.count(record.index)
        if held != record.passages:
            return f"В указателе {record.index} на кластере {held} мест вместо {record.passages}"
        return None

    def published(self, folder: Path) -> None:
        """Let the alias mean the index of the generation in use, unless it is gone (``amiss``)."""
        record = read_record(folder)
        found = self._indices.find(record.index) if record is not None else None
        if record is not None and found is not None and found.uuid == record.uuid:
            self._indices.publish(record.index, found)

    def tidy(self, kept: Iterable[Path]) -> None:
        """Delete this library's indices that no generation names: pruned, or left by a kill."""
        records = [read_record(folder) for folder in kept]
        self._indices.delete_except({record.index for record in records if record is not None})


class OpenSearchIndex:
    """One index on the cluster; safe to share between threads."""

    def __init__(self, connection: Connection, record: Record) -> None:
        self._connection = connection
        self._index = record.index
        self._passages = record.passages

    def candidates(self, query: EngineQuery, limit: int) -> list[tuple[int, float]]:
        """The best passages by BM25. Raises ``ServerError``; never answers in part."""
        found: list[tuple[int, float]] = []
        after: list[Any] | None = None
        while len(found) < limit:
            asked = body(query, limit - len(found), after)
            hits = self._hits(asked)
            found += [(int(number), float(score)) for score, number in hits]
            if len(hits) < asked["size"]:
                break
            after = hits[-1]
        return found

    def _hits(self, asked: dict[str, Any]) -> list[list[Any]]:
        """Score and number of each hit."""
        answer = self._connection.ask(
            lambda client, given: client.search(
                index=self._index, body=asked, params={**given, **PARAMETERS}
            ),
            at_once=True,
        )
        try:
            shards = answer["_shards"]
            whole = not answer["timed_out"] and shards["successful"] == shards["total"]
            hits = [hit["sort"] for hit in answer["hits"]["hits"]]
            foreign = any(not 0 <= int(number) < self._passages for _, number in hits)
        except (KeyError, TypeError, ValueError) as error:
            raise ServerError("кластер поиска ответил непонятно: тот ли это кластер?") from error
        if not whole:
            raise ServerError("кластер поиска ответил не полностью: проверьте его узлы")
        if foreign:
            raise ServerError(
                f"в указателе {self._index} на кластере чужие места: постройте его заново – "
                "pravila build --force"
            )
        return hits

    def close(self) -> None:
        """Close the connections."""
        self._connection.close()


def read_record(folder: Path) -> Record | None:
    """What a generation's engine folder says; none when it is no such record."""
    try:
        said = json.loads((folder / RECORD).read_text(encoding="utf-8"))
        return Record(str(said["index"]), str(said["uuid"]), int(said["passages"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
