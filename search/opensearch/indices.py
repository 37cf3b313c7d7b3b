"""The indices of one library on a cluster: names, template, alias, and what may be deleted.

Every build makes an index of its own, ``NAME-<12 hex digits>``, and a generation of the library
names the one it was built with; passages are numbers into that generation's store, so its readers
ask that very index. The alias ``NAME`` shows other programs which index is in use.

An index says in its ``_meta`` whose it is. Only what bears this library's key is ever deleted, so a
copied or a like-named library cannot take another's index away.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from corpus.errors import ServerError, SettingsError
from search.opensearch.connection import Connection
from search.opensearch.schema import SEALED, mappings, settings

_PRIORITY = 500  # of the template: above what an administrator usually gives a catch-all
_SLOW, _MERGE = 4, 20  # times the timeout: what a whole index is asked for takes longer
_CHEAP = {"filter_path": "*.mappings._meta,*.settings.index"}


@dataclass(frozen=True, slots=True)
class Found:
    """An index as it is on the cluster.

    ``uuid`` is its identity; ``sealed``: nobody can have written to it since it was built
    (``SEALED``); ``replicas``: copies of each shard, in the cluster's words.
    """

    uuid: str
    sealed: bool
    replicas: str


class Indices:
    """What a library has on a cluster, seen through one connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.cluster = connection.cluster
        self.name = str(connection.cluster.name)
        self._own_name = re.compile(re.escape(self.name) + r"-[0-9a-f]{12}")

    # -- making ------------------------------------------------------------------------------

    def create(self) -> str:
        """An empty index under a new name. Raises ``ServerError``, ``SettingsError``."""
        self._refuse_anothers()
        self._put_template()
        name = f"{self.name}-{secrets.token_hex(6)}"
        body = {"mappings": {"_meta": {"library": self.cluster.key}}}
        self._connection.ask(
            lambda client, given: client.indices.create(
                index=name, body=body, params={**given, "wait_for_active_shards": "1"}
            ),
            one_try=self.cluster.timeout,
        )
        # Before the copies are there, the loss of one node would be the loss of the index.
        self._wait_until_healthy(name)
        return name

    def _put_template(self) -> None:
        """The template all indices of this library are made by.

        The priority grows with the name: templates whose patterns overlap must not share one.
        """
        body = {
            "index_patterns": [f"{self.name}-*"],
            "priority": _PRIORITY + len(self.name),
            "template": {"settings": settings(self.cluster), "mappings": mappings()},
        }
        self._connection.ask(
            lambda client, given: client.indices.put_index_template(
                name=self.name, body=body, params=given
            )
        )

    def _refuse_anothers(self) -> None:
        strangers = sorted(
            name
            for name, about in self._all().items()
            if _key(about) not in (None, self.cluster.key)
        )
        if strangers:
            raise SettingsError(
                f"имя {self.name} на кластере занято другой библиотекой ({strangers[0]}): "
                "выберите другое – pravila build --index ИМЯ"
            )

    def finish(self, name: str, passages: int) -> None:
        """Make a filled index searchable, whole on enough nodes and closed for writing.

        Raises ``ServerError`` when it does not hold exactly ``passages`` passages.
        """
        ask, slow = self._connection.ask, _SLOW * self.cluster.timeout
        ask(lambda c, given: c.indices.refresh(index=name, params=given), seconds=slow)
        self._merge(name)
        self._wait_until_healthy(name)
        found = self.count(name)
        if found != passages:
            raise ServerError(
                f"на кластере {found} мест вместо {passages}: повторите pravila build"
            )
        ask(lambda c, given: c.indices.put_settings(index=name, body=dict(SEALED), params=given))

    def _merge(self, name: str) -> None:
        """One segment a shard: nothing is added any more. What is not merged is only slower."""
        slow = _MERGE * self.cluster.timeout
        with suppress(ServerError):
            self._connection.ask(
                lambda c, given: c.indices.forcemerge(
                    index=name, params={**given, "max_num_segments": 1}
                ),
                seconds=slow,
                one_try=slow,
            )

    def _wait_until_healthy(self, name: str) -> None:
        """Wait until every copy is there that the nodes of the cluster allow."""
        nodes = self._connection.ask(
            lambda c, given: c.cluster.health(params={**given, "level": "cluster"})
        )["number_of_data_nodes"]
        wanted = "green" if nodes > self.cluster.replicas else "yellow"
        seconds = max(1, round(self.cluster.timeout))
        for status in dict.fromkeys((wanted, "yellow")):
            said = self._connection.ask(
                lambda c, given, status=status: c.cluster.health(  # type: ignore[misc]
                    index=name,
                    params={
                        **given,
                        "wait_for_status": status,
                        "timeout": f"{seconds}s",
                        "request_timeout": seconds + 5.0,
                        "ignore": 408,
                    },
                ),
                seconds=2 * seconds + 10.0,
            )
            if not said.get("timed_out"):
                return
        raise ServerError(
            "на кластере не нашлось узла для каждой части указателя: посмотрите, что с узлами, "
            "и повторите pravila build"
        )

    # -- looking -----------------------------------------------------------------------------

    def find(self, name: str) -> Found | None:
        """What the cluster says of an index; none when there is no such index."""
        about = self._get(name).get(name)
        if not about:
            return None
        said = about["settings"]["index"]
        return Found(
            uuid=str(said["uuid"]),
            sealed=str(said.get("blocks", {}).get("write")) == "true",
            replicas=str(said.get("number_of_replicas")),
        )

    def count(self, name: str) -> int:
        """How many passages an index has. Raises ``ServerError`` when a shard does not answer."""
        said = self._connection.ask(lambda c, given: c.count(index=name, params=given))
        shards = said["_shards"]
        if shards["successful"] != shards["total"]:  # one without a node is not called failed
            raise ServerError(
                "часть указателя на кластере сейчас недоступна: проверьте, все ли узлы работают"
            )
        return int(said["count"])

    def _get(self, pattern: str) -> Mapping[str, Any]:
        found = self._connection.ask(
            lambda client, given: client.indices.get(
                index=pattern,
                params={
                    **given,
                    **_CHEAP,
                    "allow_no_indices": "true",
                    "ignore_unavailable": "true",
                    "expand_wildcards": "all",
                },
            )
        )
        return found if isinstance(found, dict) else {}

    def _all(self) -> Mapping[str, Any]:
        """Everything under this name, whoever made it."""
        found = self._get(f"{self.name}-*")
        return {name: about for name, about in found.items() if self._own_name.fullmatch(name)}

    # -- publishing and tidying --------------------------------------------------------------

    def publish(self, name: str, found: Found) -> None:
        """Let the alias mean this index and no other, in one step; set the copies asked for.

        ``found`` is what ``find`` says of it.
        """
        ask = self._connection.ask
        held = ask(
            lambda c, given: c.indices.get_alias(name=self.name, params={**given, "ignore": 404})
        )
        holders = {index for index, about in held.items() if isinstance(about, dict)}
        holders.discard("error")
        if holders != {name}:
            actions: list[dict[str, Any]] = [
                {"remove": {"index": index, "alias": self.name}}
                for index in sorted(holders - {name})
            ]
            actions.append({"add": {"index": name, "alias": self.name}})
            ask(lambda c, given: c.indices.update_aliases(body={"actions": actions}, params=given))
        replicas = str(self.cluster.replicas)
        if found.replicas != replicas:
            body = {"index": {"number_of_replicas": replicas}}
            ask(lambda c, given: c.indices.put_settings(index=name, body=body, params=given))

    def delete_except(self, kept: Collection[str]) -> list[str]:
        """Delete the indices of this library but those named; returns what went."""
        gone = sorted(
            name
            for name, about in self._all().items()
            if name not in kept and _key(about) == self.cluster.key
        )
        for name in gone:
            self.delete(name)
        return gone

    def delete(self, name: str, seconds: float | None = None) -> None:
        """Delete one index if it is there."""
        self._connection.ask(
            lambda c, given: c.indices.delete(index=name, params={**given, "ignore": 404}),
            seconds=seconds,
        )


def _key(about: Mapping[str, Any]) -> str | None:
    """The key of the library an index belongs to; none when it bears none."""
    found: str | None = about.get("mappings", {}).get("_meta", {}).get("library")
    return found
