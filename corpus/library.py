"""The folder of a library: settings, the user's sources, the generations built from them.

    LIBRARY/
      library.toml              format, settings
      glossary.ttl              notions of the user's own (SKOS), if there is such a file
      sources/<id>/             original.<ext> + metadata.toml (+ curation.json)
      built/<generation>/       manifest.json and what it lists; immutable once it has its name
      current                   the generation in use and its manifest's checksum
      lock                      one writer at a time

Source folders and generations never change after they got their names. Which sources belong to
the library is written in the generation's manifest, so that one replacement of ``current``
switches the sources and everything built from them together.
"""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpus.cluster import Cluster, cluster_of
from corpus.errors import LibraryError, SettingsError
from corpus.progress import Progress, Silent
from corpus.storage import (
    Lease,
    checksum,
    explained,
    in_use,
    publish_folder,
    remove_tree,
    replace_durably,
)

FORMAT = 1
"""Format of the folder; a library of a later format is refused, of an earlier one rebuilt."""

MANIFEST = "manifest.json"
"""The file of a generation that lists the others; its checksum stands in ``current``."""

_GENERATION = re.compile(r"g\d{6,}")
_POINTER = re.compile(r"(g\d{6,}) ([0-9a-f]{64})\n")
_STAGED = "staged-"


@dataclass(frozen=True, slots=True)
class Settings:
    """What a library remembers of its owner's choices (``library.toml``)."""

    engine: str = "whoosh"
    bare: bool = False
    cluster: Cluster | None = None
    format: int = FORMAT


@dataclass(frozen=True, slots=True)
class Held:
    """A generation being read: its name, its manifest's checksum and bytes, the mark that keeps
    it."""

    name: str
    digest: str
    manifest: bytes
    lease: Lease


class Library:
    """One library's folder. Cheap: touches the disk only when asked to."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.sources = path / "sources"
        self.built = path / "built"
        self.glossary = path / "glossary.ttl"
        self._settings = path / "library.toml"
        self._current = path / "current"

    def exists(self) -> bool:
        """Whether the folder holds a library (of any format)."""
        return self._settings.is_file()

    def create(self, settings: Settings) -> None:
        """Make the folder and its settings. Refuses a folder full of something else."""
        if self.path.exists() and not self.path.is_dir():
            raise LibraryError(f"{self.path} – файл, а не папка: укажите папку для библиотеки")
        with explained(self.path):
            if self.path.is_dir() and not self.exists():
                strangers = [p.name for p in self.path.iterdir() if p.name not in self._own_names()]
                if strangers:
                    raise LibraryError(
                        f"папка {self.path} не пуста и не библиотека: укажите пустую или новую"
                    )
            self.path.mkdir(parents=True, exist_ok=True)
            self.sources.mkdir(exist_ok=True)
            self.built.mkdir(exist_ok=True)
            self.write_settings(settings)

    def _own_names(self) -> set[str]:
        return {"sources", "built", "current", "lock", "library.toml", "glossary.ttl"}

    def settings(self) -> Settings:
        """The library's settings.

        Raises ``LibraryError`` for no library or a later format, ``SettingsError`` for a damaged
        or wrong file.
        """
        try:
            raw = self._settings.read_text(encoding="utf-8")
        except FileNotFoundError:
            raise LibraryError(
                f"в папке {self.path} нет библиотеки: создайте её командой "
                f"pravila build --library {self.path}"
            ) from None
        except (OSError, UnicodeDecodeError) as error:
            raise LibraryError(f"не читается {self._settings}: {error}") from error
        try:
            table = tomllib.loads(raw)
        except tomllib.TOMLDecodeError as error:
            raise SettingsError(f"{self._settings}: не TOML ({error})") from error
        return _settings_of(table, self._settings)

    def write_settings(self, settings: Settings) -> None:
        """Replace the settings file in one step."""
        import tomli_w

        table: dict[str, Any] = {"format": settings.format, "bare": settings.bare}
        table["search"] = {"engine": settings.engine}
        if settings.cluster is not None:
            table["search"]["cluster"] = settings.cluster.to_table()
        replace_durably(self._settings, tomli_w.dumps(table).encode())

    @contextmanager
    def writing(self, progress: Progress | None = None, timeout: float = 600.0) -> Iterator[None]:
        """Hold the library's one write lock; clears away what a killed writer left behind.

        While another process writes, waits with a message, at most ``timeout`` seconds.
        """
        from filelock import FileLock, Timeout

        with explained(self.path):
            lock = FileLock(self.path / "lock")
            try:
                lock.acquire(timeout=0)
            except Timeout:
                told = progress or Silent()
                told.step(f"Библиотеку {self.path} меняет другой процесс, жду его")
                try:
                    lock.acquire(timeout=timeout, poll_interval=0.05)
                except Timeout:
                    raise LibraryError(
                        f"библиотеку {self.path} всё ещё меняет другой процесс: повторите позже"
                    ) from None
            try:
                self.sources.mkdir(exist_ok=True)
                self.built.mkdir(exist_ok=True)
                self._sweep()
                yield
            finally:
                lock.release()

    def _sweep(self) -> None:
        for folder in (self.sources, self.built):
            for left in folder.glob(f"{_STAGED}*"):
                remove_tree(left)
        for left in self.path.glob(".*.new"):
            with suppress(OSError):
                left.unlink()

    def glossary_digest(self) -> str | None:
        """SHA-256 of the user's own glossary; none when there is no such file."""
        return checksum(self.glossary) if self.glossary.is_file() else None

    # -- generations ---------------------------------------------------------------------------

    def in_use(self) -> tuple[str, str] | None:
        """Name of the generation in use and checksum of its manifest; none before the first build.

        The name alone does not tell one from another: a library removed and built anew counts from
        the beginning.
        """
        try:
            found = _POINTER.fullmatch(self._current.read_text(encoding="ascii"))
        except (OSError, UnicodeDecodeError):
            return None
        return (found.group(1), found.group(2)) if found else None

    def current(self) -> str | None:
        """The name of the generation in use; none before the first build."""
        pointer = self.in_use()
        return pointer[0] if pointer else None

    def manifest(self) -> bytes | None:
        """The manifest of the generation in use, if there is one and it is as it was written."""
        held = self.lease()
        if held is None:
            return None
        held.lease.close()
        return held.manifest

    def generations(self) -> list[str]:
        """Names of the complete generations, oldest first."""
        if not self.built.is_dir():
            return []
        names = [p.name for p in self.built.iterdir() if _GENERATION.fullmatch(p.name)]
        return sorted(names, key=lambda name: int(name[1:]))

    def stage(self, below: Path) -> Path:
        """A fresh folder below ``sources`` or ``built``, to be filled and then published."""
        staged = below / f"{_STAGED}{os.getpid()}-{os.urandom(4).hex()}"
        staged.mkdir()
        return staged

    def publish(self, staged: Path) -> str:
        """Make a filled folder the generation in use; returns its name.

        Numbers, not clocks, order generations: a clock that goes back changes nothing.
        """
        known = self.generations()
        name = f"g{int(known[-1][1:]) + 1 if known else 1:06d}"
        digest = checksum(staged / MANIFEST)
        publish_folder(staged, self.built / name)
        replace_durably(self._current, f"{name} {digest}\n".encode())
        return name

    def lease(self) -> Held | None:
        """The generation in use with a reader's mark on it.

        None when nothing is built, or when its manifest is not as it was written.
        """
        for _ in range(100):
            pointer = self.in_use()
            if pointer is None:
                return None
            name, digest = pointer
            path = self.built / name / MANIFEST
            lease = None
            try:
                lease = Lease(path)
                manifest = path.read_bytes()
                whole = hashlib.sha256(manifest).hexdigest() == digest
            except OSError:
                whole = False
            if self.in_use() == pointer:
                if whole and lease is not None:
                    return Held(name, digest, manifest, lease)
                return None
            if lease is not None:
                lease.close()
        raise LibraryError(f"библиотеку {self.path} непрерывно перестраивают: повторите позже")

    def before(self, state_of: Callable[[bytes], Hashable]) -> str | None:
        """The name of the newest generation that was in another state than the one in use.

        ``state_of`` tells from a manifest what the user chose. A generation that differs in nothing
        of that was built for another reason (a new version of the program, damage): nobody means
        it by the last change. None is the state of one whose manifest cannot be read; it counts as
        different.
        """
        current = self.current()
        if current is None:
            return None
        now = self._state(current, state_of)
        for name in reversed(self.generations()):
            if name != current:
                state = self._state(name, state_of)
                if state is None or state != now:
                    return name
        return None

    def _state(self, name: str, state_of: Callable[[bytes], Hashable]) -> Hashable:
        try:
            return state_of((self.built / name / MANIFEST).read_bytes())
        except OSError:
            return None

    def prune(
        self,
        sources_of: Callable[[bytes], Collection[str]],
        state_of: Callable[[bytes], Hashable],
    ) -> None:
        """Drop generations nobody reads, and sources that none of the others names.

        The last generation before the current one stays, since a reader may be just opening it, and
        the one one can go back to (``before``), with its sources. ``sources_of`` tells which
        sources a manifest names.
        """
        current = self.current()
        older = [name for name in self.generations() if name != current]
        back = self.before(state_of)
        for name in older[:-1]:
            if name == back:
                continue
            folder = self.built / name
            with in_use(folder / MANIFEST) as read:
                if not read:
                    remove_tree(folder)
        kept: set[str] = set()
        for name in self.generations():
            with suppress(OSError):  # a generation that is spoilt names nothing
                kept.update(sources_of((self.built / name / MANIFEST).read_bytes()))
        for folder in self.sources.iterdir():
            if folder.name not in kept:
                remove_tree(folder)

    # -- sources -------------------------------------------------------------------------------

    def put_source(self, identity: str, files: dict[str, bytes]) -> None:
        """Store a source folder, whole or not at all; storing it twice changes nothing.

        One that is there already and was damaged is replaced.
        """
        place = self.sources / identity
        if place.is_dir():
            if _holds(place, files):
                return
            aside = self.stage(self.sources)
            os.replace(place, aside / "damaged")
            remove_tree(aside)
        staged = self.stage(self.sources)
        try:
            for name, data in files.items():
                (staged / name).write_bytes(data)
            publish_folder(staged, place)
        except BaseException:
            remove_tree(staged)
            raise


def _holds(folder: Path, files: Mapping[str, bytes]) -> bool:
    """Whether a folder has these files and no others."""
    try:
        return {p.name: p.read_bytes() for p in folder.iterdir()} == files
    except OSError:
        return False


def _settings_of(table: dict[str, Any], path: Path) -> Settings:
    found = table.get("format")
    if not isinstance(found, int) or found < 0:
        raise SettingsError(f"{path}: нет номера формата (format = {FORMAT})")
    if found > FORMAT:
        raise LibraryError(
            f"библиотека {path.parent} – формата {found}, эта программа знает формат {FORMAT}: "
            "обновите программу (pip install -U pravila)"
        )
    search = table.get("search", {})
    if not isinstance(search, dict):
        raise SettingsError(f"{path}: [search] должна быть таблицей")
    bare, engine = table.get("bare", False), search.get("engine", "whoosh")
    if not isinstance(bare, bool) or not isinstance(engine, str):
        raise SettingsError(f"{path}: bare должно быть true или false, engine – строкой")
    cluster = search.get("cluster")
    if cluster is not None and not isinstance(cluster, dict):
        raise SettingsError(f"{path}: [search.cluster] должна быть таблицей")
    described = cluster_of(cluster, str(path)) if cluster is not None else None
    return Settings(engine=engine, bare=bare, cluster=described, format=found)
