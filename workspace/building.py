"""Building a library: read, cite, link and index its sources beside the generation in use, swap."""

from __future__ import annotations

import logging
import time
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from corpus.cluster import Cluster, Wishes, described
from corpus.errors import PravilaError, SettingsError
from corpus.library import FORMAT, MANIFEST, Library, Settings
from corpus.progress import Progress, Silent, tracked
from corpus.sources import Source, bundled_sources, lost_source, user_source
from corpus.storage import checksum, explained, remove_tree
from workspace import stamps
from workspace.elsewhere import INDEX, ON_CLUSTER, amiss, cluster_of, engine_of, look_after
from workspace.location import location
from workspace.records import FileEntry, Manifest, SourceEntry, pack_manifest, unpack_manifest
from workspace.sourcing import Fresh, Sourcing

if TYPE_CHECKING:
    from search.glossary import Glossary

LOG = logging.getLogger("pravila")
"""What a library had to do on its own goes here as well: a face that sets nothing up still shows
warnings as plain lines on standard error."""

GRAPH = "graph.msgpack"


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build made. ``reused`` counts the sources taken over unread; ``seconds`` is wall time.

    ``refused`` pairs a file's name with the Russian reason why it could not be read. ``built`` is
    false when the library was already up to date.
    """

    path: Path
    generation: str
    engine: str
    built: bool
    documents: int
    units: int
    passages: int
    citations: int
    reused: int = 0
    seconds: float = 0.0
    refused: tuple[tuple[str, str], ...] = ()


def build(
    path: Path | None = None,
    *,
    progress: Progress | None = None,
    engine: str | None = None,
    bare: bool | None = None,
    cluster: Wishes | None = None,
    force: bool = False,
) -> BuildReport:
    """Bring a library up to date, creating it when the folder is new or empty.

    ``engine``, ``bare`` and ``cluster`` change the library's settings when given. ``force`` builds
    even when nothing changed and takes nothing over. Raises ``LibraryError``, ``SettingsError``,
    ``ServerError``.
    """
    library = Library(location(path))
    settings = settled(library, engine, bare, cluster)
    with library.writing(progress):
        manifest = current_manifest(library)
        if manifest is not None and not force and _fresh(library, settings, manifest):
            if library.settings() != settings:
                library.write_settings(settings)
            look_after(library, settings, needed=True)
            return report_of(library, manifest, built=False)
        sources = user_sources(library, manifest)
        return make_generation(library, settings, sources, progress, manifest, reuse=not force)


def _fresh(library: Library, settings: Settings, manifest: Manifest) -> bool:
    """Whether the generation in use is what a build would make."""
    if stale(library, settings, manifest) is not None:
        return False
    if damaged(library.built / (library.current() or ""), manifest, thorough=True):
        return False
    known = library.settings().cluster
    if settings.cluster and known and settings.cluster.shards != known.shards:
        return False
    return amiss(library, settings, manifest.engine, library.current() or "") is None


def settled(
    library: Library, engine: str | None, bare: bool | None, wishes: Wishes | None = None
) -> Settings:
    """The library's settings with what was asked for; a new library is made with them.

    An old one remembers them when it has been built so. Raises ``SettingsError``.
    """
    known = library.settings() if library.exists() else Settings()
    wanted = replace(
        known,
        engine=engine or known.engine,
        bare=known.bare if bare is None else bare,
        cluster=_cluster(known, engine or known.engine, wishes or Wishes()),
        format=FORMAT,
    )
    engine_of(library, wanted)  # an unknown one, or one that is not installed, is refused here
    if not library.exists():
        library.create(wanted)
    return wanted


def _cluster(known: Settings, engine: str, wishes: Wishes) -> Cluster | None:
    if engine == ON_CLUSTER:
        return described(known.cluster, wishes)
    if wishes != Wishes():
        raise SettingsError("настройки кластера – для движка opensearch: --engine opensearch")
    return known.cluster


def current_manifest(library: Library) -> Manifest | None:
    """The manifest of the generation in use; none when there is none or it cannot be read."""
    data = library.manifest()
    return manifest_of(data) if data is not None else None


def manifest_of(data: bytes) -> Manifest | None:
    """The manifest in these bytes; none when they cannot be read as one."""
    try:
        return unpack_manifest(data)
    except msgspec.MsgspecError:
        return None


def user_sources(library: Library, manifest: Manifest | None) -> tuple[Source, ...]:
    """The user's sources in use; without a readable manifest, every one that is stored."""
    if manifest is not None:
        entries = [entry for entry in manifest.sources if not entry.bundled]
        return tuple(_stored(library, entry) for entry in entries)
    folders = sorted(library.sources.iterdir()) if library.sources.is_dir() else []
    return tuple(_found(folder) for folder in folders if folder.is_dir())


def _stored(library: Library, entry: SourceEntry) -> Source:
    """A stored source; of one that was lost or spoilt what is known of it, and that is said."""
    folder = library.sources / entry.id
    try:
        return user_source(folder)
    except PravilaError:
        return _told(lost_source(folder, entry.file, entry.digest, entry.sha256))


def _found(folder: Path) -> Source:
    """A stored source of which no list tells; one that is spoilt keeps at least its name."""
    try:
        return user_source(folder)
    except PravilaError:
        return _told(lost_source(folder, guessed=True))


def _told(lost: Source) -> Source:
    LOG.warning(lost.spoilt)
    return lost


def stale(library: Library, settings: Settings, manifest: Manifest) -> str | None:
    """Why the generation in use must be rebuilt, as a Russian line; none when it is up to date."""
    if manifest.format != FORMAT:
        return "Библиотека прежнего формата: перестраиваю её из исходных текстов"
    if manifest.stamps != stamps.stages():
        return "Программа обновилась: перестраиваю библиотеку из исходных текстов"
    if (manifest.engine, manifest.bare) != (settings.engine, settings.bare):
        return "Настройки библиотеки изменились: перестраиваю её"
    if manifest.glossary != library.glossary_digest():
        return "Словарь библиотеки изменился: перестраиваю её"
    bundled = () if settings.bare else bundled_sources()
    built = {entry.id: entry.digest for entry in manifest.sources if entry.bundled}
    if built != {source.id: source.digest for source in bundled}:
        return "Встроенные тексты изменились: перестраиваю библиотеку"
    return None


def damaged(folder: Path, manifest: Manifest, *, thorough: bool) -> list[str]:
    """Names of files of the generation in ``folder`` that are missing or changed since they were
    built. Sizes only, unless ``thorough``: then checksums too.
    """
    return [
        name
        for name, entry in sorted(manifest.files.items())
        if not unspoilt(folder / name, entry, thorough=thorough)
    ]


def unspoilt(path: Path, entry: FileEntry, *, thorough: bool = True) -> bool:
    """Whether a built file is as it was built."""
    try:
        if path.stat().st_size != entry.size:
            return False
        return not thorough or checksum(path) == entry.sha256
    except OSError:
        return False


def make_generation(
    library: Library,
    settings: Settings,
    sources: Iterable[Source],
    progress: Progress | None,
    before: Manifest | None,
    fresh: Mapping[str, Fresh] | None = None,
    *,
    reuse: bool = True,
) -> BuildReport:
    """Build from the bundled texts and the user's ``sources`` and swap; the lock is held.

    What ``before`` has of unchanged sources is taken over if ``reuse``; ``fresh`` are sources
    already read, by digest.
    """
    progress = progress or Silent()
    started = time.monotonic()
    _note_cluster(library, settings)
    look_after(library, settings, needed=True)
    everything = (*(() if settings.bare else bundled_sources()), *sources)
    with explained(library.path):
        staged = library.stage(library.built)
        try:
            sourcing = Sourcing(library, before, fresh or {}, staged, reuse)
            manifest = _fill(sourcing, settings, everything, progress)
            (staged / MANIFEST).write_bytes(pack_manifest(manifest))
            library.publish(staged)
            if library.settings() != settings:
                library.write_settings(settings)
        except BaseException:
            remove_tree(staged)
            raise
        library.prune(named_sources, chosen_state if reuse else _no_matter)
        look_after(library, settings, needed=False)
    seconds = time.monotonic() - started
    return report_of(library, manifest, built=True, reused=sourcing.reused, seconds=seconds)


def _note_cluster(library: Library, settings: Settings) -> None:
    """Write down a new cluster before anything is made there, so that a kill leaves no orphans."""
    known = library.settings()
    if known.cluster is None and settings.cluster is not None:
        library.write_settings(replace(known, cluster=settings.cluster))


def named_sources(manifest: bytes) -> set[str]:
    """The user's sources a manifest names; none of one that cannot be read."""
    try:
        return {entry.id for entry in unpack_manifest(manifest).sources if not entry.bundled}
    except msgspec.MsgspecError:
        return set()


def chosen_state(manifest: bytes) -> Hashable:
    """What the user chose of what a manifest lists: texts, engine; none if it cannot be read.

    Two generations that agree in this were not made by a change of the library.
    """
    try:
        found = unpack_manifest(manifest)
    except msgspec.MsgspecError:
        return None
    own = frozenset(entry.id for entry in found.sources if not entry.bundled)
    return own, found.engine, found.bare


def _no_matter(manifest: bytes) -> Hashable:
    """One state for all: building anew on purpose keeps nothing of what was removed before."""
    return True


def _fill(
    sourcing: Sourcing, settings: Settings, sources: tuple[Source, ...], progress: Progress
) -> Manifest:
    staged = sourcing.staged
    own_glossary(sourcing.library)  # one that cannot be read is refused before the work begins
    (staged / "readings").mkdir()
    (staged / "citations").mkdir()
    progress.step("Читаю тексты и нахожу ссылки", len(sources))
    for source in sources:
        sourcing.take(source)
        progress.advance()
    _graph(sourcing, progress, staged / GRAPH)
    passages = _index(settings, sourcing, progress, staged / INDEX)
    return Manifest(
        format=FORMAT,
        version=stamps.program(),
        engine=settings.engine,
        bare=settings.bare,
        stamps=stamps.stages(),
        sources=tuple(sourcing.entries),
        glossary=sourcing.library.glossary_digest(),
        files=_files(staged),
        passages=passages,
        citations=len(sourcing.citations),
    )


def _graph(sourcing: Sourcing, progress: Progress, path: Path) -> None:
    """Link the documents by their citations and write the graph down."""
    from kg.graph import build as build_graph
    from kg.inference import infer
    from kg.rdf.labels import laws_of_labels
    from search.glossary import SOURCE

    progress.step("Строю граф ссылок")
    terms = laws_of_labels(SOURCE.read_bytes())
    about = infer(sourcing.documents, sourcing.citations, terms)
    graph = build_graph(sourcing.documents, sourcing.citations, about)
    path.write_bytes(msgspec.msgpack.encode(graph.to_json()))


def _index(settings: Settings, sourcing: Sourcing, progress: Progress, folder: Path) -> int:
    """Index the passages; returns how many there are."""
    from search.building import build_index
    from search.passages import passages

    found = list(passages(sourcing.documents, sourcing.citations))
    progress.step("Строю указатель для поиска", len(found))
    glossary = own_glossary(sourcing.library)
    return build_index(
        tracked(found, progress),
        folder,
        settings.engine,
        glossary,
        cluster=cluster_of(sourcing.library, settings),
    )


def own_glossary(library: Library) -> Glossary | None:
    """The glossary with the library's own notions, if it has any.

    Raises ``SettingsError``, one Russian line with the number of the wrong line.
    """
    from search.glossary import Glossary

    return Glossary.load(library.glossary) if library.glossary.is_file() else None


def _files(staged: Path) -> dict[str, FileEntry]:
    entries = {}
    for path in sorted(p for p in staged.rglob("*") if p.is_file()):
        name = path.relative_to(staged).as_posix()
        entries[name] = FileEntry(path.stat().st_size, checksum(path))
    return entries


def report_of(
    library: Library, manifest: Manifest, *, built: bool, reused: int = 0, seconds: float = 0.0
) -> BuildReport:
    """What to tell of the generation in use."""
    return BuildReport(
        path=library.path,
        generation=library.current() or "",
        engine=manifest.engine,
        built=built,
        documents=sum(len(e.documents) for e in manifest.sources),
        units=sum(sum(e.units) for e in manifest.sources),
        passages=manifest.passages,
        citations=manifest.citations,
        reused=reused,
        seconds=seconds,
        refused=tuple((e.file, e.refused) for e in manifest.sources if e.refused),
    )
