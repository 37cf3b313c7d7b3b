"""A SPARQL 1.1 service: queries, updates, the Graph Store HTTP Protocol; and where each is.

Servers put the three under different paths. ``find_…`` try the usual ones with requests that change
nothing; what they cannot find is named outright.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from corpus.errors import QueryError, ServerError, SettingsError
from kg.graphstore.client import LOOPBACK, Client, Reply, said

QUERY = ("/query", "/sparql", "")
UPDATE = ("/update", "/statements", "/sparql", "")
STORE = ("/store", "/data", "/rdf-graphs/service", "")
"""The paths tried: Oxigraph (query, update, store), Fuseki (sparql, update, data), RDF4J and
GraphDB ("", statements, rdf-graphs/service); "" is the address itself."""
JSON = "application/sparql-results+json"
NTRIPLES = "application/n-triples"
UNKNOWN = (400, 404, 405, 406, 415)
"""What a server says at an address that is there for something else."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where queries, updates and whole graphs go; ``None`` where nothing was found or wanted."""

    query: str
    update: str | None = None
    store: str | None = None


def checked(url: str) -> str:
    """The address without a slash at its end. Raises ``SettingsError`` when it is no server's."""
    try:
        parts = urlsplit(url)
        known = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        known = False
    if not known:
        raise SettingsError(f"Адрес сервера начинается с http:// или https://, а не «{url}».")
    if parts.username is not None:
        raise SettingsError(
            "Имя и пароль не пишут в адресе: параметр --user и переменная PRAVILA_SPARQL_PASSWORD."
        )
    if parts.fragment:
        raise SettingsError(f"В адресе сервера не бывает «#»: {url}.")
    return url.rstrip("/")


def _candidates(base: str, paths: Iterable[str]) -> list[str]:
    """Addresses to try; an address that is already one of a service's names its neighbours too."""
    head, _, last = base.rpartition("/")
    roots = [base]
    if f"/{last}" in (*QUERY, *UPDATE, *STORE):
        roots.insert(0, head)
    return list(dict.fromkeys(root + path for root in roots for path in paths))


def find_query(client: Client, base: str) -> str:
    """Where the service at ``base`` takes queries. Raises ``ServerError`` when there is none."""
    page = False
    for url in _candidates(base, QUERY):
        asked = {"query": "ASK {}"}
        reply = client.send("POST", url, asked, {"Accept": JSON}, expected=UNKNOWN)
        if reply.done and _is_yes(reply):
            return url
        page = page or reply.media == "text/html"
    what = "отвечает страница, а не служба SPARQL" if page else "службы SPARQL нет"
    raise ServerError(f"По адресу {base} {what}: проверьте --url или укажите --query-url.")


def _is_yes(reply: Reply) -> bool:
    try:
        answer = json.loads(reply.body)
    except ValueError:
        return False
    return isinstance(answer, dict) and answer.get("boolean") is True


def find_update(client: Client, base: str) -> str:
    """Where it takes updates. Raises ``ServerError`` when it takes none, or none from us."""
    refused = False
    for url in _candidates(base, UPDATE):
        headers = {"Content-Type": "application/sparql-update"}
        reply = client.send("POST", url, b"INSERT DATA {}", headers, expected=(*UNKNOWN, 403))
        if reply.done and reply.media != "text/html":
            return url
        refused = refused or reply.status in (403, 405)
    if refused:
        raise ServerError(
            f"Сервер {urlsplit(base).netloc} только для чтения или у вас нет прав изменять его."
        )
    raise ServerError(
        f"По адресу {base} нет службы SPARQL Update: сервер только для чтения "
        "или нужен --update-url."
    )


def find_store(client: Client, base: str) -> str | None:
    """Where it takes whole graphs, if it does."""
    for url in _candidates(base, STORE):
        headers = {"Accept": NTRIPLES}
        reply = client.send("HEAD", f"{url}?default", None, headers, expected=(*UNKNOWN, 403))
        if reply.done and reply.media != "text/html":
            return url
    return None


@dataclass(frozen=True, slots=True)
class Service:
    """A service one may query and, with the addresses for it, change."""

    client: Client
    at: Addresses

    @property
    def in_the_clear(self) -> bool:
        """Whether a password could be read on its way to another machine."""
        addresses = [urlsplit(one) for one in (self.at.query, self.at.update, self.at.store) if one]
        return any(one.scheme == "http" and one.hostname not in LOOPBACK for one in addresses)

    def query(
        self, text: str, graph: str | None = None, accept: str = JSON, seconds: float | None = None
    ) -> Reply:
        """The answer to a query; ``graph`` takes the place of the default graph.

        Raises ``QueryError`` when the server does not understand it.
        """
        asked = {"query": text} | ({"default-graph-uri": graph} if graph else {})
        reply = self.client.send(
            "POST", self.at.query, asked, {"Accept": accept}, seconds=seconds, expected=(400,)
        )
        if reply.status == 400:
            raise QueryError(f"Сервер не понял запроса{said(reply)}.")
        if reply.media == "text/html":
            raise ServerError(f"По адресу {self.at.query} отвечает страница, а не служба SPARQL.")
        return reply

    def rows(self, text: str, graph: str | None = None) -> list[dict[str, str]]:
        """The rows of a SELECT, each value without its kind."""
        answer = self._json(text, graph)
        try:
            found = answer["results"]["bindings"]
            return [{name: str(one["value"]) for name, one in row.items()} for row in found]
        except (KeyError, TypeError, AttributeError) as error:
            raise ServerError(self._nonsense) from error

    def ask(self, text: str, graph: str | None = None) -> bool:
        """The answer to an ASK."""
        return self._json(text, graph).get("boolean") is True

    def _json(self, text: str, graph: str | None) -> dict[str, Any]:
        reply = self.query(text, graph)
        try:
            answer = json.loads(reply.body)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise ServerError(self._nonsense)
        return answer

    @property
    def _nonsense(self) -> str:
        return f"По адресу {self.at.query} отвечает не служба SPARQL."

    def count(self, graph: str | None) -> int:
        """How many triples a graph has (``None``: the default graph)."""
        where = f"GRAPH <{graph}> {{ ?s ?p ?o }}" if graph else "?s ?p ?o"
        rows = self.rows(f"SELECT (COUNT(*) AS ?n) WHERE {{ {where} }}")
        try:
            return int(rows[0]["n"])
        except (IndexError, KeyError, ValueError) as error:
            raise ServerError(self._nonsense) from error

    def update(self, text: str, again: bool = False, seconds: float | None = None) -> None:
        """Do an update: one request, which a server does as a whole or not at all."""
        self._update(text.encode(), again, seconds)

    def _update(self, text: bytes, again: bool, seconds: float | None = None) -> Reply:
        if self.at.update is None:
            raise SettingsError("Не указан адрес для изменений: --update-url.")
        headers = {"Content-Type": "application/sparql-update"}
        expected = (413,) if again else ()
        return self.client.send(
            "POST",
            self.at.update,
            text,
            headers,
            again=again,
            seconds=seconds,
            expected=expected,
        )

    def load(self, graph: str, data: bytes, fresh: bool) -> Reply:
        """Make N-Triples a graph's contents (``fresh``) or add them to it.

        By the Graph Store Protocol, or as an update where there is no address for it; the graph is
        then expected to be empty. May be done twice: triples are a set. A 413 comes back as it is.
        """
        if self.at.store is None:
            return self._update(b"INSERT DATA { GRAPH <%s> {\n%s} }" % (graph.encode(), data), True)
        sign = "&" if "?" in self.at.store else "?"
        return self.client.send(
            "PUT" if fresh else "POST",
            f"{self.at.store}{sign}graph={quote(graph, safe='')}",
            data,
            {"Content-Type": NTRIPLES},
            expected=(413,),
        )
