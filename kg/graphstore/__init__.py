"""The graph on a server: any that speaks SPARQL 1.1.

service = connect("http://127.0.0.1:7878", Access(), writing=True)
with packed(graph, BASE, glossary) as payload:
    outcome = publish(service, payload)
"""

from corpus.errors import SettingsError
from kg.graphstore.client import Access, Client
from kg.graphstore.payload import Payload, packed
from kg.graphstore.publish import Outcome, publish
from kg.graphstore.service import (
    Addresses,
    Service,
    checked,
    find_query,
    find_store,
    find_update,
)

__all__ = ["Access", "Addresses", "Outcome", "Payload", "Service", "connect", "packed", "publish"]


def connect(
    url: str | None,
    access: Access,
    *,
    writing: bool = False,
    query: str | None = None,
    update: str | None = None,
    store: str | None = None,
) -> Service:
    """The service at an address, for ``writing`` with where it takes changes.

    Addresses given outright are taken as they are; without ``url`` no others are looked for.
    Raises ``SettingsError`` for what is no address and ``ServerError`` when nothing answers there.
    """
    if url is None and query is None:
        raise SettingsError("Укажите адрес сервера: --url АДРЕС.")
    base = None if url is None else checked(url)
    given = [one and checked(one) for one in (query, update, store)]
    client = Client(access)
    if base is not None:
        given[0] = given[0] or find_query(client, base)
    if base is not None and writing:
        given[1] = given[1] or find_update(client, base)
        given[2] = given[2] or find_store(client, base)
    return Service(client, Addresses(given[0] or "", given[1], given[2]))
