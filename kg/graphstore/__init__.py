"""The graph on a server: any that speaks SPARQL 1.1.

service = connect("http://127.0.0.1:7878", Access(), writing=True)
with packed(graph, BASE, glossary) as payload:
    outcome = publish(service, payload)
"""

from kg.graphstore.client import Access, Client
from kg.graphstore.payload import Payload, packed
from kg.graphstore.publish import Outcome, publish
from kg.graphstore.service import Addresses, Service, checked, find

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
    """The service at an address; addresses given outright are taken as they are.

    Raises ``SettingsError`` for what is no address and ``ServerError`` when nothing answers there.
    """
    client = Client(access)
    if url is None or (query and (not writing or (update and store))):
        given = query or url or ""
        return Service(
            client,
            Addresses(checked(given), update and checked(update), store and checked(store)),
        )
    found = find(client, url, writing and not update)
    return Service(
        client,
        Addresses(
            checked(query) if query else found.query,
            checked(update) if update else found.update,
            checked(store) if store else found.store,
        ),
    )
