"""One opened library: the same object behind the command line, the application and the API."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec

from corpus.document import Document, Metadata, Unit
from corpus.errors import LibraryError, NotFoundError, ServerError
from corpus.library import Library, Settings
from corpus.progress import Progress, Silent
from corpus.storage import Lease
from kg.citation import Citation
from workspace.building import (
    GRAPH,
    LOG,
    BuildReport,
    build,
    damaged,
    stale,
    unspoilt,
)
from workspace.elsewhere import INDEX, amiss, cluster_of
from workspace.location import chosen, location
from workspace.records import (
    Manifest,
    SourceEntry,
    unpack_citations,
    unpack_manifest,
    unpack_reading,
)

if TYPE_CHECKING:
    from kg.graph import Graph
    from search.finder import Finder

T = TypeVar("T")
CHECKED_AT_OPENING = 16_000_000
"""Bytes: a built library up to this size has all its checksums verified when it is opened;
of a larger one sizes are checked then, and checksums as the files are read."""


class Workspace:
    """One generation of a library, opened for reading; everything is loaded when first asked for.

    Safe to share between threads. It keeps showing the generation it was opened on while others
    rebuild; ``refresh()`` gives the newest. ``notices`` are Russian lines about what had to be put
    right on the way (a damaged file rebuilt, a library that could not be updated).
    """

    def __init__(
        self,
        library: Library,
        settings: Settings,
        state: _State,
        *,
        report: BuildReport | None = None,
        notices: tuple[str, ...] = (),
    ) -> None:
        self.path = library.path
        self.settings = settings
        self.report = report
        self.notices = list(notices)
        self._library = library
        self._state = state
        self._lock = RLock()
        self._loaded: dict[str, Any] = {}

    @property
    def generation(self) -> str:
        """Name of the generation this workspace shows."""
        return self._state.identity[0]

    @property
    def identity(self) -> tuple[str, str]:
        """Name of the generation and checksum of its manifest: equal ones hold equal things."""
        return self._state.identity

    @property
    def manifest(self) -> Manifest:
        """What the generation is made of."""
        return self._state.manifest

    def is_stale(self) -> bool:
        """Whether another generation is in use since this one was opened. Costs one read."""
        return self._library.in_use() not in (None, self.identity)

    def refresh(self) -> Workspace:
        """This workspace, or a new one when the library has been rebuilt since."""
        if not self.is_stale():
            return self
        return open_workspace(self.path)

    def close(self) -> None:
        """Let the generation be pruned. Happens by itself when the process ends."""
        self._state.lease.close()

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def documents(self) -> tuple[Metadata, ...]:
        """Metadata of every document, bundled ones first."""
        return tuple(meta for entry in self.manifest.sources for meta in entry.documents)

    def document(self, identity: str) -> Document:
        """One document with its words and units. Raises ``NotFoundError``."""
        for entry in self.manifest.sources:
            for place, meta in enumerate(entry.documents):
                if meta.id == identity:
                    return self._reading(entry)[place]
        self._tell_where_it_went(identity)
        raise NotFoundError(f"нет документа «{identity}»: список – pravila documents")

    def read_documents(self) -> Iterator[Document]:
        """Every document in full, one source loaded at a time."""
        for entry in self.manifest.sources:
            yield from self._reading(entry)

    @property
    def units(self) -> Mapping[str, Unit]:
        """Every unit by its id, in reading order; looking one up loads only its document."""
        return _Units(self)

    def unit(self, identity: str) -> Unit:
        """One unit; letters of the other alphabet that look alike are forgiven.

        Raises ``NotFoundError`` which, where it can, says where the unit went.
        """
        found = self._unit(identity)
        if found is not None:
            return found
        self._tell_where_it_went(identity)
        from workspace.naming import law_number, likely_ids

        for likely in likely_ids(identity):
            if (found := self._unit(likely)) is not None:
                return found
        if (law := law_number(identity)) is not None:
            raise NotFoundError(f"«{identity}» – номер Правила, а не имя: pravila law {law}")
        raise NotFoundError(f"нет единицы «{identity}»: список – pravila units")

    def _tell_where_it_went(self, identity: str) -> None:
        """Raise ``NotFoundError`` when an earlier version of a file had a unit or text so named."""
        for entry in self.manifest.sources:
            if identity in entry.former:
                now = entry.former[identity]
                where = f"теперь это {now}" if now else "в новой её нет"
                raise NotFoundError(f"«{identity}» была в прежней версии {entry.file}: {where}")
            moved = [now for old, now in entry.former.items() if old.startswith(f"{identity}/")]
            if moved:
                names = sorted({now.partition("/")[0] for now in moved if now})
                where = f"теперь это {', '.join(names)}" if names else "в новой такого текста нет"
                raise NotFoundError(f"«{identity}» – прежнее имя {entry.file}: {where}")

    def _unit(self, identity: str) -> Unit | None:
        prefix = identity.split("/", 1)[0]
        for entry in self.manifest.sources:
            if prefix in entry.prefixes:
                found = self._units_of(entry).get(identity)
                if found is not None:
                    return found
        return None

    def document_of(self, unit: Unit) -> Document:
        """The document a unit belongs to."""
        return self.document(unit.document)

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Every citation of every document, in reading order."""
        return self._once("citations", self._all_citations)

    def _all_citations(self) -> tuple[Citation, ...]:
        found: list[Citation] = []
        for entry in self.manifest.sources:
            found.extend(self._file(entry.citations, unpack_citations))
        return tuple(found)

    @property
    def graph(self) -> Graph:
        """The graph of laws, units and citations."""
        return self._once("graph", self._make_graph)

    def _make_graph(self) -> Graph:
        from kg.graph import Graph

        return self._file(GRAPH, lambda data: Graph.from_json(msgspec.msgpack.decode(data)))

    @property
    def finder(self) -> Finder:
        """Search over the passages of this generation."""
        return self._once("finder", self._open_finder)

    def _open_finder(self) -> Finder:
        from search.finder import open_finder

        for _ in range(2):
            spoilt = self._spoilt_index()
            if spoilt is not None:
                self._heal(_damage(f"Файл {spoilt}"))
                continue
            lost = amiss(self._library, self.settings, self.manifest.engine, self.generation)
            if lost is None:
                break
            LOG.warning(line := f"{lost}: перестраиваю библиотеку из исходных текстов")
            self._heal(line, everything=False)
        cluster = cluster_of(self._library, self.settings)
        return open_finder(self.folder / INDEX, cluster=cluster)

    def _spoilt_index(self) -> str | None:
        """The first file of the index that is not as it was built; the search trusts them all."""
        for name, entry in self.manifest.files.items():
            path = self.folder / name
            if name.startswith(f"{INDEX}/") and not unspoilt(path, entry):
                return name
        return None

    @property
    def folder(self) -> Path:
        """Where the generation's files lie."""
        return self._library.built / self.generation

    def _once(self, name: str, make: Callable[[], T]) -> T:
        """What ``make`` gives, made once however many threads ask."""
        if name not in self._loaded:
            with self._lock:
                if name not in self._loaded:
                    self._loaded[name] = make()
        return cast("T", self._loaded[name])

    def _reading(self, entry: SourceEntry) -> tuple[Document, ...]:
        return self._once(
            entry.reading, lambda: self._file(entry.reading, unpack_reading).documents
        )

    def _units_of(self, entry: SourceEntry) -> dict[str, Unit]:
        return self._once(
            f"units of {entry.reading}",
            lambda: {u.id: u for document in self._reading(entry) for u in document.units},
        )

    def _file(self, name: str, unpack: Callable[[bytes], T]) -> T:
        """One built file, its checksum verified; rebuilt from the sources when it is damaged."""
        for attempt in (1, 2):
            try:
                data = (self.folder / name).read_bytes()
                if hashlib.sha256(data).hexdigest() == self.manifest.files[name].sha256:
                    return unpack(data)
            except (OSError, KeyError, msgspec.MsgspecError):
                pass
            if attempt == 1:
                self._heal(_damage(f"Файл {name}"))
        raise LibraryError(
            f"файл {self.folder / name} повреждён: pravila build --library {self.path}"
        )

    def _heal(self, line: str, *, everything: bool = True) -> None:
        """Rebuild the library from its sources and go on with the new generation.

        Unless ``everything`` is in doubt, what is whole is taken over.
        """
        if not self._library.exists():
            raise LibraryError(f"библиотеки {self.path} больше нет: её удалили или перенесли")
        self.notices.append(line)
        build(self.path, force=everything)
        state = _open_state(self._library)
        if state is None:
            raise LibraryError(f"библиотека {self.path} не строится: pravila check")
        self._state.lease.close()
        self._state = state


class _Units(Mapping[str, Unit]):
    """Units by id, loaded document by document."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def __getitem__(self, identity: str) -> Unit:
        found = self._workspace._unit(identity)
        if found is None:
            raise KeyError(identity)
        return found

    def __iter__(self) -> Iterator[str]:
        for document in self._workspace.read_documents():
            yield from (unit.id for unit in document.units)

    def __len__(self) -> int:
        return sum(sum(entry.units) for entry in self._workspace.manifest.sources)


@dataclass(frozen=True, slots=True)
class _State:
    """A generation held open."""

    identity: tuple[str, str]
    manifest: Manifest
    lease: Lease


def _open_state(library: Library) -> _State | None:
    held = library.lease()
    if held is None:
        return None
    try:
        return _State((held.name, held.digest), unpack_manifest(held.manifest), held.lease)
    except msgspec.MsgspecError:
        held.lease.close()
        return None


def open_workspace(
    path: Path | None = None,
    *,
    bare: bool = False,
    progress: Progress | None = None,
    as_built: bool = False,
) -> Workspace:
    """Open a library; one that is not built, out of date or damaged is built first.

    Without ``path`` the user's own library is meant, and made if it is not there. ``bare`` asks
    for a library without the bundled texts. ``as_built`` asks for what is built, be it out of
    date, and never builds. Raises ``LibraryError`` (one Russian line).
    """
    progress = progress or Silent()
    library = Library(location(path))
    report = None
    notices: tuple[str, ...] = ()
    if not library.exists() and not as_built:
        if chosen(path):
            library.settings()
        report = build(path, progress=progress, bare=bare or None)
    settings = library.settings()
    if bare and not settings.bare:
        raise LibraryError(
            f"библиотека {library.path} построена вместе со встроенными текстами; "
            "без них: pravila build --bare"
        )
    state = _open_state(library)
    reason = _reason(library, settings, state)
    if reason is not None and as_built:
        if state is None or _damaged(library, state, thorough=False):
            raise LibraryError(f"библиотека {library.path} не построена: pravila build")
    elif reason is not None:
        report, notices = _rebuilt(library, state, reason, progress)
        if report is not None and state is not None:
            state.lease.close()
        state = _open_state(library) if report is not None else state
    if state is None:
        raise LibraryError(f"библиотека {library.path} не строится: pravila check")
    return Workspace(library, settings, state, report=report, notices=notices)


def _reason(library: Library, settings: Settings, state: _State | None) -> str | None:
    """Why the library must be built before it can be read; none when it need not be."""
    if state is None:
        if library.current() is not None:
            return _damage("Список построенного")
        return "Строю библиотеку из исходных текстов"
    reason = stale(library, settings, state.manifest)
    if reason is not None:
        return reason
    size = sum(entry.size for entry in state.manifest.files.values())
    bad = _damaged(library, state, thorough=size <= CHECKED_AT_OPENING)
    return _damage(f"Файл {bad[0]}") if bad else None


def _damaged(library: Library, state: _State, *, thorough: bool) -> list[str]:
    """Damaged files of the generation held, which may be another than the one in use by now."""
    return damaged(library.built / state.identity[0], state.manifest, thorough=thorough)


def _damage(what: str) -> str:
    LOG.warning(line := f"{what} библиотеки повреждён: перестраиваю её из исходных текстов")
    return line


def _rebuilt(
    library: Library, state: _State | None, reason: str, progress: Progress
) -> tuple[BuildReport | None, tuple[str, ...]]:
    """Build; a library of older code that cannot be written is used as it is, and that is said."""
    progress.step(reason)
    try:
        return build(library.path, progress=progress), (reason,)
    except (LibraryError, ServerError) as error:
        if state is None or _damaged(library, state, thorough=False):
            raise
        LOG.warning(line := f"Библиотека устарела, но обновить её нельзя: {error}")
        return None, (line,)
