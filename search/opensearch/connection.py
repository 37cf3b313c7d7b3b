"""Talking to the cluster: one client, patience with what passes, one line for what does not.

``opensearch-py`` chooses a node for every request and leaves out for a while one that failed. Its
own retries neither wait nor look at a clock, so the repeating is done here: another node at once,
then with growing pauses, until the time allowed is over.

User and password are read from the environment every time and kept nowhere.
"""

from __future__ import annotations

import logging
import os
import ssl
from base64 import b64encode
from collections.abc import Callable, Mapping
from ipaddress import ip_address
from threading import Event
from time import monotonic
from typing import Any, TypeVar
from urllib.parse import urlsplit

import opensearchpy
import urllib3
from opensearchpy import OpenSearch, TransportError

from corpus.cluster import Cluster
from corpus.errors import ServerError, SettingsError
from search.opensearch.refusals import away, explained, not_opensearch, retryable

T = TypeVar("T")
LOG = logging.getLogger("pravila")
# The client tells of every failed attempt, most of which end well a moment later on another node.
logging.getLogger("opensearch").addHandler(logging.NullHandler())

USER, PASSWORD = "PRAVILA_OPENSEARCH_USER", "PRAVILA_OPENSEARCH_PASSWORD"
OLDEST = (2, 0)
"""The oldest OpenSearch whose answers are known to be understood."""

CONNECT_SECONDS = 3.0
_DEAD_SECONDS = 5  # how long a node that failed is left alone while others answer
_FIRST_TRY = 2.0  # seconds for what is usually answered in an instant; doubled with each try
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 3.0
_CONNECTIONS = 64  # kept open to each node at most: as many threads may search at once


class Connection:
    """A client of one cluster. Safe to share between threads."""

    def __init__(self, cluster: Cluster) -> None:
        """No request is made yet. Raises ``SettingsError``."""
        self.cluster = cluster
        self.stopped = Event()
        self._client = OpenSearch(
            [_host(url) for url in cluster.urls],
            headers=_authorization(credentials(cluster)),
            ssl_context=_trust(cluster) if cluster.urls[0].startswith("https") else None,
            max_retries=0,
            retry_on_timeout=True,  # with no retries of its own: mark the node as failed
            dead_timeout=_DEAD_SECONDS,
            timeout=cluster.timeout,
            pool_maxsize=_CONNECTIONS,
        )

    def ask(
        self,
        request: Callable[[OpenSearch, Mapping[str, Any]], T],
        *,
        seconds: float | None = None,
        one_try: float | None = None,
        at_once: bool = False,
    ) -> T:
        """What ``request(client, parameters)`` gives, repeated while there is hope.

        ``seconds`` is the time for all tries (none: the cluster's timeout), ``one_try`` that of
        one. ``at_once`` is for what is usually answered in an instant: the first try is short, the
        next ones longer, since a node that hangs also holds up those that ask it for its shards.
        Raises ``ServerError``, one Russian line.
        """
        allowed = self.cluster.timeout if seconds is None else seconds
        until = monotonic() + allowed
        tries = 0
        while True:
            left = max(until - monotonic(), 0.1)
            patience = one_try or allowed / 2
            if at_once:
                patience = min(patience, _FIRST_TRY * 2.0 ** min(tries, 10))
            wait = urllib3.Timeout(connect=min(CONNECT_SECONDS, left), read=min(patience, left))
            try:
                return request(self._client, {"request_timeout": wait})
            except opensearchpy.SerializationError as error:
                raise not_opensearch(self.cluster) from error
            except TransportError as error:
                if not retryable(error):
                    raise explained(error, self.cluster) from error
                tries += 1
                pause = self._pause(tries)
                if monotonic() + pause >= until or self.stopped.is_set():
                    raise away(error, self.cluster, allowed) from error
                self.stopped.wait(pause)

    def _pause(self, tries: int) -> float:
        """Seconds before the next try: none while there are nodes that were not asked yet."""
        spare = len(self.cluster.urls)
        if tries < spare:
            return 0.0
        return min(_FIRST_PAUSE * 2.0 ** min(tries - spare, 10), _LONGEST_PAUSE)

    def check(self) -> None:
        """Ask who is there. Raises ``ServerError`` for what is no OpenSearch or too old a one."""
        about = self.ask(lambda client, given: client.info(params=given))
        version = about.get("version") if isinstance(about, dict) else None
        if not isinstance(version, dict) or version.get("distribution") != "opensearch":
            raise not_opensearch(self.cluster)
        number = str(version.get("number", ""))
        parts = tuple(int(part) for part in number.split(".")[:2] if part.isdigit())
        if parts < OLDEST:
            raise ServerError(
                f"на кластере OpenSearch {number}, нужен {OLDEST[0]}.{OLDEST[1]} или новее"
            )

    def stop(self) -> None:
        """Let nobody wait any longer."""
        self.stopped.set()

    def close(self) -> None:
        """Close the connections."""
        self.stop()
        self._client.close()


def credentials(cluster: Cluster) -> tuple[str, str] | None:
    """User and password from the environment, if they are there.

    Raises ``SettingsError`` when only one is, or when they would go over the net unprotected.
    """
    user, password = os.environ.get(USER, ""), os.environ.get(PASSWORD, "")
    if not user and not password:
        return None
    if not user or not password:
        raise SettingsError(f"для кластера нужны обе переменные: {USER} и {PASSWORD}")
    for url in cluster.urls:
        if url.startswith("http:") and not _loopback(url):
            raise SettingsError(
                f"пароль не посылается без шифрования: вместо {url} нужен адрес с https://"
            )
    return user, password


def _authorization(known: tuple[str, str] | None) -> dict[str, str]:
    """The header of basic authorisation. The client's own knows no letters outside Latin-1."""
    if known is None:
        return {}
    told = ":".join(known).encode("utf-8", "surrogateescape")
    return {"authorization": f"Basic {b64encode(told).decode()}"}


def _loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _host(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    secure = parts.scheme == "https"
    found: dict[str, Any] = {
        "host": parts.hostname,
        "port": parts.port or (443 if secure else 80),
        "use_ssl": secure,
    }
    if parts.path.strip("/"):
        found["url_prefix"] = parts.path.strip("/")
    return found


def _trust(cluster: Cluster) -> ssl.SSLContext:
    """Who may have signed the certificate: the given file's, else whom the system trusts."""
    try:
        return ssl.create_default_context(cafile=cluster.ca)
    except (OSError, ssl.SSLError) as error:
        raise SettingsError(
            f"файл сертификата {cluster.ca} не читается ({error.strerror or error}): "
            "нужен PEM – pravila build --ca ФАЙЛ"
        ) from error
