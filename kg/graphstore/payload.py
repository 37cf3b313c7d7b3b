"""What is published: N-Triples in a temporary file, counted and hashed."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

from corpus.errors import LibraryError
from kg.export.linked import write_ntriples
from kg.graph import Graph
from kg.rdf.vocabulary import BASE

PART = 8 * 1024**2
"""Bytes that are sent in one request."""


@dataclass(frozen=True, slots=True)
class Payload:
    """Sorted N-Triples in a file; ``digest`` is the SHA-256 of its bytes."""

    file: IO[bytes]
    size: int
    triples: int
    digest: str

    def parts(self, size: int = PART) -> Iterator[bytes]:
        """The file in pieces of about ``size`` bytes, each of whole lines."""
        self.file.seek(0)
        while lines := self.file.readlines(size):
            yield b"".join(lines)


@contextmanager
def packed(graph: Graph, base: str = BASE, glossary: bytes | None = None) -> Iterator[Payload]:
    """The graph's triples, ready to be sent; the same bytes for the same graph.

    Raises ``LibraryError`` when there is no room for them.
    """
    with tempfile.TemporaryFile(prefix="pravila-") as file:
        try:
            triples = write_ntriples(file, graph, base, glossary)
            file.flush()
        except OSError as error:
            raise LibraryError(f"Во временную папку нельзя записать ({error.strerror}).") from error
        size = file.tell()
        file.seek(0)
        yield Payload(file, size, triples, hashlib.file_digest(file, "sha256").hexdigest())
