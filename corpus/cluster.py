"""Where a library's search cluster is and how its index is to lie there (``library.toml``).

    [search.cluster]
    urls = ["https://search1.example.org:9200", "https://search2.example.org:9200"]
    shards = 1
    replicas = 1
    timeout = 30.0
    ca = "/etc/ssl/federation.pem"      # only where the system does not know who signed
    name = "pravila-federation"         # how the names of its indices begin

User and password are never part of it: they come from the environment (``search.opensearch``).
"""

from __future__ import annotations

import hashlib
import platform
import re
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from corpus.errors import SettingsError

MAX_SHARDS = 1024
MAX_REPLICAS = 100
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,99}")
"""What OpenSearch allows in the name of an index, dots and plus signs left out."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A search cluster as the library's owner described it.

    ``shards`` and ``replicas`` are those of an index; ``timeout`` is how many seconds one question,
    with all its retries, may take. ``name`` begins the names of the library's indices; none: a name
    made of the machine and the folder. ``key`` is a random word by which the library knows its own.
    """

    urls: tuple[str, ...]
    shards: int = 1
    replicas: int = 1
    timeout: float = 30.0
    ca: str | None = None
    name: str | None = None
    key: str = ""

    def to_table(self) -> dict[str, Any]:
        """The table for ``library.toml``; what is unset is left out."""
        table = {name: value for name, value in asdict(self).items() if value not in (None, "")}
        return {**table, "urls": list(self.urls)}


def cluster_of(table: Mapping[str, Any], where: str) -> Cluster:
    """The cluster a table describes. ``where`` begins a message.

    Raises ``SettingsError``, one Russian line.
    """
    unknown = sorted(set(table) - {field.name for field in fields(Cluster)})
    if unknown:
        raise SettingsError(f"{where}: неизвестные настройки кластера: {', '.join(unknown)}")
    urls = table.get("urls")
    if not isinstance(urls, list | tuple) or not all(isinstance(url, str) for url in urls):
        raise SettingsError(f"{where}: urls должен быть списком адресов")
    try:
        return checked(Cluster(**{**table, "urls": tuple(urls)}))
    except SettingsError as error:
        raise SettingsError(f"{where}: {error}") from None


@dataclass(frozen=True, slots=True)
class Wishes:
    """What somebody says of a cluster now; what is not said stays as it is.

    Each of ``urls`` may hold several addresses, separated by commas.
    """

    urls: tuple[str, ...] = ()
    shards: int | None = None
    replicas: int | None = None
    timeout: float | None = None
    ca: Path | None = None
    name: str | None = None


def described(known: Cluster | None, wishes: Wishes) -> Cluster:
    """What is known of the cluster with what was said now. Raises ``SettingsError``."""
    addresses = tuple(
        dict.fromkeys(
            part.strip().rstrip("/")
            for url in wishes.urls
            for part in url.split(",")
            if part.strip()
        )
    )
    if known is None and not addresses:
        raise SettingsError(
            "не сказано, где кластер OpenSearch: pravila build --engine opensearch --url https://…"
        )
    cluster = known or Cluster(addresses, key=secrets.token_hex(8))
    said = {name: value for name, value in asdict(wishes).items() if value is not None}
    said["urls"] = addresses or cluster.urls
    if wishes.ca is not None:
        said["ca"] = str(wishes.ca.expanduser().absolute())
    return checked(replace(cluster, **said))


def own_name(key: str, folder: Path) -> str:
    """How the names of a library's indices begin when its owner named none.

    A copy of the library, on another machine or in another folder, gets another name: it must not
    look after the indices of this one.
    """
    whose = f"{key}\0{platform.node()}\0{folder.resolve()}"
    return f"pravila-{hashlib.sha256(whose.encode('utf-8', 'replace')).hexdigest()[:12]}"


def checked(cluster: Cluster) -> Cluster:
    """The cluster, its values in order. Raises ``SettingsError``."""
    if not cluster.urls:
        raise SettingsError("нужен хотя бы один адрес кластера")
    for url in cluster.urls:
        _check_url(url)
    if len({urlsplit(url).scheme for url in cluster.urls}) > 1:
        raise SettingsError("адреса кластера – либо все https, либо все http")
    _check_number("shards", cluster.shards, 1, MAX_SHARDS)
    _check_number("replicas", cluster.replicas, 0, MAX_REPLICAS)
    timeout = cluster.timeout
    if isinstance(timeout, bool) or not isinstance(timeout, int | float) or not 0 < timeout <= 3600:
        raise SettingsError(f"timeout = {timeout!r}: нужно число секунд, больше 0 и до 3600")
    if cluster.ca is not None and not isinstance(cluster.ca, str):
        raise SettingsError("ca должен быть путём к файлу с сертификатом")
    for what, word in (("name", cluster.name or "x"), ("key", cluster.key or "x")):
        if not isinstance(word, str) or not _NAME.fullmatch(word):
            raise SettingsError(
                f"{what} = «{word}»: нужны строчные латинские буквы, цифры, «-» и «_», "
                "до 100 знаков"
            )
    return replace(cluster, timeout=float(timeout))


def _check_url(url: str) -> None:
    if "@" in url:
        raise SettingsError(
            f"уберите имя и пароль из адреса {_shown(url)}: они берутся из переменных "
            "PRAVILA_OPENSEARCH_USER и PRAVILA_OPENSEARCH_PASSWORD и не записываются"
        )
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise SettingsError(f"«{url}» – не адрес: нужно https://имя:порт") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or port == 0:
        raise SettingsError(f"«{url}» – не адрес кластера: нужно https://имя:порт")
    if parts.query or parts.fragment or any(c.isspace() or not c.isprintable() for c in url):
        raise SettingsError(f"«{url}» – не адрес кластера: лишнее после имени и порта")


def _shown(url: str) -> str:
    """The address without what may be a password."""
    return f"{urlsplit(url.partition('@')[0]).scheme or 'https'}://{url.rpartition('@')[2]}"


def _check_number(name: str, value: object, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise SettingsError(f"{name} = {value!r}: нужно целое число от {least} до {most}")
