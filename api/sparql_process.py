"""The process SPARQL questions run in: triples come in once, then a question at a time.

Every message is its length in eight bytes and that many bytes. It ends with its standard input, or
by the system's own alarm when a question takes longer than it may, even when nobody is left to end
it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from io import BytesIO
from typing import Any

from pyoxigraph import QueryResultsFormat, QueryTriples, RdfFormat, Store
from typing_extensions import Buffer

from corpus.memory import bound_memory
from kg.rdf.vocabulary import prefixes

MEMORY = 4 * 1024**3
"""Bytes of address space a question may take, where the system can enforce it."""
TABLES = {
    "json": QueryResultsFormat.JSON,
    "xml": QueryResultsFormat.XML,
    "csv": QueryResultsFormat.CSV,
    "tsv": QueryResultsFormat.TSV,
}
TRIPLES = {
    "ttl": RdfFormat.TURTLE,
    "nt": RdfFormat.N_TRIPLES,
    "rdf": RdfFormat.RDF_XML,
    "jsonld": RdfFormat.JSON_LD,
}
KNOWN = prefixes()
"""Prefixes a question need not declare."""


class TooLarge(Exception):
    """The answer is larger than it may be."""


class Bounded(BytesIO):
    """A file in memory that holds only so much."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self._left = size

    def write(self, data: Buffer) -> int:
        """Keep ``data``. Raises ``TooLarge``."""
        written = super().write(data)
        self._left -= written
        if self._left < 0:
            raise TooLarge
        return written


def answered(store: Store, asked: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """The head of an answer and the answer."""
    out = Bounded(asked["size"])
    try:
        found = store.query(asked["query"], prefixes=KNOWN)
        if isinstance(found, QueryTriples):
            kind, form = "triples", TRIPLES.get(asked["triples"])
            if form is not None:
                found.serialize(out, form)
        else:
            kind, table = "table", TABLES.get(asked["table"])
            if table is not None:
                found.serialize(out, table)
    except SyntaxError as error:
        said = " ".join(str(error).split())[:300]
        return {"status": 400, "error": f"Запрос SPARQL не понят: {said}"}, b""
    except TooLarge:
        said = f"Ответ больше {asked['size']} байт: сузьте запрос или добавьте LIMIT."
        return {"status": 422, "error": said}, b""
    except (ValueError, RuntimeError, OSError) as error:
        said = " ".join(str(error).split())[:300]
        return {"status": 422, "error": f"Запрос не выполняется: {said}"}, b""
    if asked[kind] is None:
        return {"status": 406, "error": "В таком виде на этот запрос ответить нельзя."}, b""
    return {"kind": kind}, out.getvalue()


def received() -> bytes | None:
    """The next message; None when there will be no more."""
    head = sys.stdin.buffer.read(8)
    if len(head) < 8:
        return None
    return sys.stdin.buffer.read(int.from_bytes(head, "big"))


def send(data: bytes) -> None:
    """Write one message."""
    sys.stdout.buffer.write(len(data).to_bytes(8, "big") + data)
    sys.stdout.buffer.flush()


def stand_back() -> None:
    """Let everything else go first, where the system knows such manners."""
    if hasattr(os, "nice"):
        os.nice(5)


def main() -> None:
    """Load the triples, answer questions until there are no more."""
    bound_memory(MEMORY)
    stand_back()
    triples = received()
    if triples is None:
        return
    store = Store()
    store.bulk_load(triples, format=RdfFormat.N_TRIPLES)
    del triples
    send(b"ready")
    alarm = getattr(signal, "setitimer", None)
    while (message := received()) is not None:
        asked = json.loads(message)
        if alarm is not None:  # its default action ends the process, whatever it is doing
            alarm(signal.ITIMER_REAL, asked["seconds"] + 1)
        head, body = answered(store, asked)
        if alarm is not None:
            alarm(signal.ITIMER_REAL, 0)
        send(json.dumps(head, ensure_ascii=False).encode())
        if "error" not in head:
            send(body)


if __name__ == "__main__":
    main()
