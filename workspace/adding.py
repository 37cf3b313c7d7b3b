"""Adding and removing the user's own files: read first, then one swap for all of them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from corpus.errors import LibraryError, NotFoundError, PravilaError, ReadingError, SettingsError
from corpus.library import Library
from corpus.progress import Progress, Silent
from corpus.read import checked_fields
from corpus.reading import MAX_BYTES, readable
from corpus.sources import (
    CURATION,
    METADATA,
    ORIGIN,
    Source,
    bundled_sources,
    identity_of,
    metadata_of,
    user_source,
)
from corpus.storage import explained, remove_tree
from workspace.building import (
    BuildReport,
    current_manifest,
    make_generation,
    settled,
    user_sources,
)
from workspace.location import location
from workspace.records import Manifest
from workspace.sourcing import Fresh, read_source

_CHOICES = ("kind", "edition", "date", "title", "encoding", "numbering")


@dataclass(frozen=True, slots=True)
class Refusal:
    """A file that was not taken, and the Russian reason."""

    file: Path
    reason: str


@dataclass(frozen=True, slots=True)
class AddReport:
    """What became of each file; paths are as given or found below a given folder.

    ``documents`` are the ids of the documents that the taken and replaced files gave.
    """

    taken: tuple[Path, ...] = ()
    replaced: tuple[Path, ...] = ()
    unchanged: tuple[Path, ...] = ()
    refused: tuple[Refusal, ...] = ()
    documents: tuple[str, ...] = ()
    build: BuildReport | None = None


@dataclass(slots=True)
class _Adding:
    """The state of one addition: the sources as they will be, and what to say of each file."""

    library: Library
    sources: list[Source]
    bundled: tuple[Source, ...]
    fresh: dict[str, Fresh] = field(default_factory=dict)
    taken: list[Path] = field(default_factory=list)
    replaced: list[Path] = field(default_factory=list)
    unchanged: list[Path] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)


def add_files(
    path: Path | None,
    files: Iterable[Path],
    *,
    kind: str | None = None,
    edition: str | None = None,
    date: str | None = None,
    title: str | None = None,
    encoding: str | None = None,
    numbering: str | None = None,
    curation: Path | None = None,
    bare: bool | None = None,
    progress: Progress | None = None,
) -> AddReport:
    """Add files, and whole folders of them, to a library; it is made if it is not there.

    All that can be read comes in together, in one swap; what cannot is reported with its reason.
    A file already there is reported as unchanged, a changed one replaces its old version. Beside
    ``NAME.txt`` a ``NAME.toml`` (metadata) and ``NAME.curation.json`` are read too; the options
    given here go before them. Raises ``LibraryError``, ``SettingsError``.
    """
    said = (kind, edition, date, title, encoding, numbering)
    given = dict(zip(_CHOICES, said, strict=True))
    options = checked_fields({name: said for name, said in given.items() if said is not None})
    progress = progress or Silent()
    library = Library(location(path))
    settings = settled(library, None, bare)
    with explained(library.path), library.writing(progress):
        manifest = current_manifest(library)
        state = _Adding(
            library,
            list(user_sources(library, manifest)),
            () if settings.bare else bundled_sources(),
        )
        found = list(_expanded(files, library.path))
        if len(found) > 1:
            progress.step("Читаю файлы", len(found))
        for file, below in found:
            _add(state, file, below, options, curation)
            progress.advance()
        report = None
        if state.taken or state.replaced:
            report = make_generation(
                library, settings, state.sources, progress, manifest, state.fresh
            )
    return AddReport(
        taken=tuple(state.taken),
        replaced=tuple(state.replaced),
        unchanged=tuple(state.unchanged),
        refused=tuple(state.refused),
        documents=_documents(current_manifest(library), set(state.fresh)),
        build=report,
    )


def _documents(manifest: Manifest | None, digests: set[str]) -> tuple[str, ...]:
    entries = manifest.sources if manifest is not None else ()
    return tuple(m.id for e in entries if e.digest in digests for m in e.documents)


def _expanded(files: Iterable[Path], library: Path) -> Iterator[tuple[Path, Path | None]]:
    """The files meant, each with the folder it was found in, if not named itself.

    Folders are walked in the order of names, side files left out.
    """
    for file in files:
        if not file.is_dir():
            yield file, None
            continue
        empty = True
        for base, folders, names in os.walk(file):
            folders[:] = sorted(
                f for f in folders if not f.startswith(".") and not _same(Path(base, f), library)
            )
            for name in sorted(names):
                if not name.startswith(".") and not _side_file(name, names):
                    empty = False
                    yield Path(base, name), file
        if empty:
            yield file, None


def _refuse_strays(file: Path, folder: Path) -> None:
    """Raise ``ReadingError`` for a file that a link below a folder leads to and that lies outside.

    Somebody else may have packed the folder, and what it points to need not be meant to be read.
    """
    real = folder.resolve()
    for one in (file, file.with_suffix(".toml"), file.with_suffix(".curation.json")):
        if one.is_symlink() and not one.resolve().is_relative_to(real):
            raise ReadingError(f"{one}: ссылка ведёт за пределы папки; назовите сам файл")


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _side_file(name: str, names: list[str]) -> bool:
    """Whether a file only says something of a text that lies beside it."""
    for ending in (".curation.json", ".toml"):
        if name.endswith(ending):
            stem = name.removesuffix(ending)
            return any(Path(n).stem == stem and readable(Path(n)) for n in names)
    return False


def _add(
    state: _Adding,
    file: Path,
    below: Path | None,
    options: Mapping[str, str],
    curation: Path | None,
) -> None:
    """Decide what becomes of one file; a refusal leaves everything as it was."""
    try:
        if below is not None:
            _refuse_strays(file, below)
        _take(state, file, options, curation)
    except PravilaError as error:
        state.refused.append(Refusal(file, str(error)))
    except OSError as error:
        if not isinstance(error.filename, str) or Path(error.filename) != file:
            raise
        state.refused.append(Refusal(file, f"{file}: не читается ({error.strerror or error})"))


def _take(state: _Adding, file: Path, options: Mapping[str, str], curation: Path | None) -> None:
    from corpus.reading import read_text

    if file.is_dir():
        raise ReadingError(f"{file}: в папке нет файлов")
    place, same, old = None, False, None
    name, origin = _printable(file.name), _printable(str(file.resolve()))
    # A file of /proc says that it is empty, and may be read for ever.
    data = file.read_bytes() if file.is_file() and 0 < file.stat().st_size <= MAX_BYTES else b""
    if data:
        sha256 = hashlib.sha256(data).hexdigest()
        if any(source.sha256 == sha256 for source in state.bundled):
            state.unchanged.append(file)
            return
        place, same = _place(state.sources, sha256, origin, name)
        old = state.sources[place] if place is not None else None
    side, said = _side_files(file, curation)
    kept = dict(old.meta) if old is not None else {}
    meta = {**kept, "file": name, **side, **options, ORIGIN: origin}
    if same and old is not None and old.spoilt is None:
        meta["file"], meta[ORIGIN] = kept["file"], kept[ORIGIN]
        said = said if said is not None else _bytes(old.curation)
        if meta == kept and said == _bytes(old.curation):
            state.unchanged.append(file)
            return
    elif "encoding" not in options and "encoding" not in side:
        meta.pop("encoding", None)
    text = read_text(file, meta.get("encoding"))
    if text.encoding is not None and "encoding" not in meta:
        meta["encoding"] = text.encoding
    files = {f"original{file.suffix.lower()}": data, METADATA: metadata_of(meta)}
    if said is not None:
        files[CURATION] = said
    source = _stored(state, files, text.text, old)
    if place is None:
        state.sources.append(source)
        state.taken.append(file)
    else:
        state.sources[place] = source
        state.replaced.append(file)


def _stored(state: _Adding, files: dict[str, bytes], text: str, old: Source | None) -> Source:
    """Store a source and read it; one that cannot be read leaves nothing behind."""
    identity = identity_of({n: hashlib.sha256(d).hexdigest() for n, d in files.items()})
    folder = state.library.sources / identity
    there = folder.is_dir()
    state.library.put_source(identity, files)
    try:
        source = user_source(folder)
        state.fresh[source.digest] = read_source(source, text, old.id if old else None)
    except BaseException:
        if not there:
            remove_tree(folder)
        raise
    return source


def _printable(name: str) -> str:
    """A file name whose odd bytes are replaced, so that it can be written down."""
    return name.encode("utf-8", "replace").decode("utf-8")


def _side_files(file: Path, curation: Path | None) -> tuple[dict[str, Any], bytes | None]:
    """Metadata and curation that lie beside a file, or the curation that was named."""
    import tomllib

    meta: dict[str, Any] = {}
    beside = file.with_suffix(".toml")
    if beside.is_file():
        try:
            meta = tomllib.loads(beside.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise SettingsError(f"{beside.name}: не TOML ({error})") from error
    said = curation or file.with_suffix(".curation.json")
    if curation is not None and not curation.is_file():
        raise SettingsError(f"{curation}: нет такого файла сведений")
    return meta, said.read_bytes() if said.is_file() else None


def _place(sources: list[Source], sha256: str, origin: str, name: str) -> tuple[int | None, bool]:
    """Which source a file is, if any, and whether its bytes are the same.

    The same bytes are the same file whatever it is called. Else the same place on the disk; else
    the one source of that name whose own file is gone (it was moved).
    """
    for number, source in enumerate(sources):
        if source.sha256 == sha256:
            return number, True
    for number, source in enumerate(sources):
        if source.meta.get(ORIGIN) == origin:
            return number, False
    gone = [
        number
        for number, source in enumerate(sources)
        if source.file == name and not os.path.exists(str(source.meta.get(ORIGIN, "")))
    ]
    return (gone[0], False) if len(gone) == 1 else (None, False)


def _bytes(path: Path | None) -> bytes | None:
    return path.read_bytes() if path is not None else None


def remove(path: Path | None, document: str, *, progress: Progress | None = None) -> BuildReport:
    """Remove the file that a document (by id) or a source (by file name) came from.

    Raises ``NotFoundError``; ``LibraryError`` for a bundled text, which a library without
    bundled texts does not have.
    """
    library = Library(location(path))
    settings = library.settings()
    with explained(library.path), library.writing(progress):
        manifest = current_manifest(library)
        entries = manifest.sources if manifest is not None else ()
        named = [e for e in entries if document in {m.id for m in e.documents}]
        named = named or [e for e in entries if e.file == document]
        if not named:
            raise NotFoundError(f"нет документа «{document}»: список – pravila documents")
        if len(named) > 1:
            ids = ", ".join(m.id for e in named for m in e.documents)
            raise NotFoundError(f"файлов «{document}» несколько: назовите документ ({ids})")
        if named[0].bundled:
            raise LibraryError(
                f"«{document}» – встроенный текст; без встроенных: pravila build --bare"
            )
        rest = [s for s in user_sources(library, manifest) if s.id != named[0].id]
        return make_generation(library, settings, rest, progress, manifest)
