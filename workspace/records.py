"""What a built library consists of on disk, and how it is written and read back.

MessagePack and JSON by ``msgspec``, checked against the types on the way in; never pickle, which
would run whatever a foreign file tells it to.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import TypeVar

import msgspec

from corpus.document import Document, Metadata
from kg.citation import Citation

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Reading:
    """One source read: its decoded text once, and the documents found in it."""

    original: str
    documents: tuple[Document, ...]


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """One source of a generation: where its reading and citations lie, what was found in it.

    ``units`` counts each document's units; ``prefixes`` are the first parts of their ids.
    ``names`` are ids this file's texts had to be given because others had theirs; ``former`` maps
    ids of its earlier versions to where those words are now, or to ``""``. ``refused`` says in
    Russian why the file could not be read; it then has no documents.
    """

    id: str
    file: str
    digest: str
    sha256: str
    bundled: bool
    reading: str
    citations: str
    documents: tuple[Metadata, ...] = ()
    units: tuple[int, ...] = ()
    prefixes: tuple[str, ...] = ()
    names: dict[str, str] = field(default_factory=dict)
    former: dict[str, str] = field(default_factory=dict)
    refused: str | None = None


@dataclass(frozen=True, slots=True)
class FileEntry:
    """Size in bytes and SHA-256 of one built file."""

    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The contents of a generation: what it was made from, by which code, and every file of it.

    ``glossary`` is the digest of the user's own glossary it was made with.
    """

    format: int
    version: str
    engine: str
    bare: bool
    stamps: dict[str, str]
    sources: tuple[SourceEntry, ...]
    files: dict[str, FileEntry]
    glossary: str | None = None
    passages: int = 0
    citations: int = 0


def pack_reading(original: str, documents: tuple[Document, ...]) -> bytes:
    """Bytes of a reading; the original is stored once however many documents share it."""
    bare = tuple(replace(d, clean=replace(d.clean, original="")) for d in documents)
    return msgspec.msgpack.encode(Reading(original, bare))


def unpack_reading(data: bytes) -> Reading:
    """The reading back, its documents sharing one original. Raises ``msgspec`` errors."""
    reading: Reading = _decoder(Reading).decode(data)
    documents = tuple(
        replace(d, clean=replace(d.clean, original=reading.original)) for d in reading.documents
    )
    return Reading(reading.original, documents)


def pack_citations(citations: tuple[Citation, ...]) -> bytes:
    """Bytes of one source's citations."""
    return msgspec.msgpack.encode(citations)


def unpack_citations(data: bytes) -> tuple[Citation, ...]:
    """The citations back."""
    found: tuple[Citation, ...] = _decoder(tuple[Citation, ...]).decode(data)
    return found


def pack_manifest(manifest: Manifest) -> bytes:
    """The manifest as readable JSON."""
    return msgspec.json.format(msgspec.json.encode(manifest), indent=1)


def unpack_manifest(data: bytes) -> Manifest:
    """The manifest back. Raises ``msgspec.DecodeError`` (a ``ValueError``) when it is not one."""
    return msgspec.json.decode(data, type=Manifest)


@cache
def _decoder(kind: type[T]) -> msgspec.msgpack.Decoder[T]:
    return msgspec.msgpack.Decoder(kind)
