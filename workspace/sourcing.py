"""From sources to documents and citations: the part of a build that goes source by source.

What an earlier generation has of an unchanged source, made by unchanged code, is taken over.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from corpus.document import Document
from corpus.errors import LibraryError, PravilaError
from corpus.identity import Names, moved
from corpus.library import Library
from corpus.sources import ORIGIN, Source
from corpus.storage import checksum, link_or_copy
from kg.citation import Citation
from workspace import stamps
from workspace.records import (
    Manifest,
    SourceEntry,
    pack_citations,
    pack_reading,
    unpack_citations,
    unpack_reading,
)


@dataclass(frozen=True, slots=True)
class Fresh:
    """A source just read: its decoded text and the documents in it.

    ``replaces`` is the id of the source it is a new version of.
    """

    original: str
    documents: tuple[Document, ...]
    replaces: str | None = None


def read_source(source: Source, text: str | None = None, replaces: str | None = None) -> Fresh:
    """Read a source, or only its documents when its ``text`` is known already.

    Raises ``ReadingError``, ``SettingsError`` or, for a kept file that is lost or damaged,
    ``LibraryError`` with a Russian line.
    """
    if source.spoilt is not None:
        raise LibraryError(source.spoilt)
    from corpus.curation import load_curation
    from corpus.read import read_documents
    from corpus.reading import read_text

    if text is None:
        encoding = source.meta.get("encoding")
        text = read_text(source.path, str(encoding) if encoding else None).text
    curation = load_curation(source.curation) if source.curation else None
    meta = {key: value for key, value in source.meta.items() if key != ORIGIN}
    return Fresh(text, tuple(read_documents(text, source.file, meta, curation)), replaces)


@dataclass(slots=True)
class Sourcing:
    """Gathers what the sources give into the folder of a generation that is being made.

    Without ``reuse`` nothing is taken over from the generation ``before`` but names – what its
    documents were called, what its units used to be – and the readings of sources whose kept file
    is lost or damaged: there is no other copy of those words.
    """

    library: Library
    before: Manifest | None
    fresh: Mapping[str, Fresh]
    staged: Path
    reuse: bool = True
    names: Names = field(default_factory=Names)
    entries: list[SourceEntry] = field(default_factory=list)
    documents: list[Document] = field(default_factory=list)
    citations: list[Citation] = field(default_factory=list)
    reused: int = 0

    def take(self, source: Source) -> None:
        """Read and cite one source, or take both over. A refusal is noted, not raised."""
        known = self._known(source.id)
        read = self._taken_over(source, known) or self._read(source, known)
        entry, documents = read
        citations_name = f"citations/{_key(entry.reading, stamps.citations())}.msgpack"
        data = self._carry(citations_name)
        if data is not None:
            citations = unpack_citations(data)
        else:
            citations = _cite(documents)
            (self.staged / citations_name).write_bytes(pack_citations(citations))
        self.documents.extend(documents)
        self.citations.extend(citations)
        self.entries.append(_with(entry, source, documents, citations_name))

    def _known(self, identity: str) -> SourceEntry | None:
        entries = self.before.sources if self.before is not None else ()
        return next((entry for entry in entries if entry.id == identity), None)

    def _taken_over(
        self, source: Source, known: SourceEntry | None
    ) -> tuple[SourceEntry, tuple[Document, ...]] | None:
        if known is None or known.digest != source.digest or self.before is None:
            return None
        lost = source.spoilt is not None
        if not lost and self.before.stamps.get("readings") != stamps.readings():
            return None
        if {m.id for m in known.documents} & self.names.documents:
            return None
        data = self._carry(known.reading, again=lost)
        if data is None:
            return None
        try:
            documents = unpack_reading(data).documents
        except msgspec.MsgspecError:  # of a source that is lost, written by older code
            return None
        self.names.settle(documents, {})
        self.reused += 1
        return known, documents

    def _read(
        self, source: Source, known: SourceEntry | None
    ) -> tuple[SourceEntry, tuple[Document, ...]]:
        refused, original = None, ""
        documents: tuple[Document, ...] = ()
        fresh = self.fresh.get(source.digest)
        try:
            fresh = fresh or read_source(source)
            original, documents = fresh.original, fresh.documents
        except PravilaError as error:
            refused = str(error)
        ancestor = self._known(fresh.replaces) if fresh and fresh.replaces else known
        documents, given = self.names.settle(documents, ancestor.names if ancestor else {})
        name = f"readings/{_key(source.digest, stamps.readings(), json.dumps(given))}.msgpack"
        (self.staged / name).write_bytes(pack_reading(original, documents))
        entry = SourceEntry(
            id=source.id,
            file=source.file,
            digest=source.digest,
            sha256=source.sha256,
            bundled=source.bundled,
            reading=name,
            citations="",
            names=given,
            former=self._former(ancestor, documents),
            refused=refused,
        )
        return entry, documents

    def _former(
        self, ancestor: SourceEntry | None, documents: tuple[Document, ...]
    ) -> dict[str, str]:
        """The ids that earlier versions of a file had and this one has not."""
        if ancestor is None:
            return {}
        try:
            folder = self.library.built / (self.library.current() or "")
            older = unpack_reading((folder / ancestor.reading).read_bytes()).documents
        except (OSError, msgspec.MsgspecError):
            return dict(ancestor.former)
        gone = moved(older, documents)
        now = {unit.id for document in documents for unit in document.units}
        earlier = {
            old: gone.get(new, new) for old, new in ancestor.former.items() if old not in now
        }
        return earlier | gone

    def _carry(self, name: str, *, again: bool = False) -> bytes | None:
        """Carry a built file over, if anything is or ``again``; none when it is not there, or is
        not whole.
        """
        wanted = self.before is not None and (self.reuse or again)
        known = self.before.files.get(name) if self.before is not None and wanted else None
        path = self.library.built / (self.library.current() or "") / name
        try:
            if known is None or checksum(path) != known.sha256:
                return None
            if not (self.staged / name).exists():
                link_or_copy(path, self.staged / name)
            return path.read_bytes()
        except OSError:
            return None


def _with(
    entry: SourceEntry, source: Source, documents: tuple[Document, ...], citations: str
) -> SourceEntry:
    from dataclasses import replace

    return replace(
        entry,
        citations=citations,
        documents=tuple(d.meta for d in documents),
        units=tuple(len(d.units) for d in documents),
        prefixes=tuple(sorted({u.id.split("/", 1)[0] for d in documents for u in d.units})),
    )


def _cite(documents: Iterable[Document]) -> tuple[Citation, ...]:
    from kg.citations import cite

    return tuple(citation for document in documents for citation in cite(document))


def _key(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]
