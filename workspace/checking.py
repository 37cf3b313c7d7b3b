"""Checking a library from top to bottom, without putting anything right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from corpus.document import Document
from corpus.errors import PravilaError
from corpus.library import Library, Settings
from corpus.progress import Progress, Silent
from corpus.sources import user_source
from workspace.building import damaged, manifest_of, own_glossary, stale
from workspace.elsewhere import amiss
from workspace.location import location
from workspace.records import Manifest, SourceEntry, unpack_reading

REBUILD = "pravila build --force"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: where, what (Russian), and what to do about it (Russian).

    ``error`` is false for what only asks for attention, as a library that will be rebuilt when it
    is next opened.
    """

    where: str
    what: str
    remedy: str
    error: bool = True


def check(path: Path | None = None, *, progress: Progress | None = None) -> tuple[Problem, ...]:
    """Everything wrong with a library: built files, sources, ids, spans. Empty when it is sound.

    Raises ``LibraryError`` where there is no library.
    """
    library = Library(location(path))
    settings = library.settings()
    held = library.lease()  # kept, so that what is being checked is not pruned
    manifest = manifest_of(held.manifest) if held else None
    if held is None or manifest is None:
        built = library.current() is not None
        what = "список построенного не читается" if built else "библиотека ещё не построена"
        unbuilt = Problem(str(library.path), what, REBUILD, error=built)
        return (*_glossary_problems(library), unbuilt)
    progress = progress or Silent()
    progress.step("Проверяю построенное", len(manifest.files))
    problems = [
        Problem(name, "файл пропал или изменён после постройки", REBUILD)
        for name in damaged(library.built / held.name, manifest, thorough=True)
    ]
    progress.advance(len(manifest.files))
    progress.step("Проверяю источники", len(manifest.sources))
    for entry in manifest.sources:
        problems.extend(_source_problems(library, entry))
        progress.advance()
    if not any(problem.where.startswith("readings/") for problem in problems):
        problems.extend(_reading_problems(library, manifest))
    problems.extend(_glossary_problems(library))
    problems.extend(_index_problems(library, settings, manifest, held.name))
    reason = stale(library, settings, manifest)
    if reason is not None:
        changed = reason.partition(":")[0]  # the rest says that it is being rebuilt: not here
        problems.append(Problem(str(library.path), changed, "pravila build", error=False))
    return tuple(problems)


def _index_problems(
    library: Library, settings: Settings, manifest: Manifest, generation: str
) -> Iterator[Problem]:
    """What is wrong with an index that lies on a cluster."""
    try:
        lost = amiss(library, settings, manifest.engine, generation)
    except PravilaError as error:
        yield Problem(manifest.engine, str(error), "проверьте кластер и повторите")
        return
    if lost is not None:
        yield Problem(manifest.engine, lost, "pravila build")


def _glossary_problems(library: Library) -> Iterator[Problem]:
    try:
        own_glossary(library)
    except PravilaError as error:
        yield Problem(library.glossary.name, str(error), "исправьте эту строку или уберите файл")


def _source_problems(library: Library, entry: SourceEntry) -> Iterator[Problem]:
    if entry.refused:
        yield Problem(entry.file, f"не прочитан: {entry.refused}", "добавьте исправленный файл")
    if entry.bundled:
        return
    again = f"добавьте его заново: pravila add …/{entry.file}"
    try:
        user_source(library.sources / entry.id)
    except PravilaError:
        yield Problem(entry.file, "сохранённый файл пропал или изменён", again)


def _reading_problems(library: Library, manifest: Manifest) -> Iterator[Problem]:
    folder = library.built / (library.current() or "")
    documents: set[str] = set()
    units: set[str] = set()
    for entry in manifest.sources:
        try:
            found = unpack_reading((folder / entry.reading).read_bytes()).documents
        except (OSError, msgspec.MsgspecError) as error:
            yield Problem(entry.reading, f"не читается: {error}", REBUILD)
            continue
        for document in found:
            if document.meta.id in documents:
                yield Problem(document.meta.id, "два документа с одним именем", REBUILD)
            documents.add(document.meta.id)
            yield from _unit_problems(document, units)


def _unit_problems(document: Document, units: set[str]) -> Iterator[Problem]:
    size, clean_size = len(document.original), len(document.clean.text)
    for unit in document.units:
        if unit.id in units:
            yield Problem(unit.id, "две единицы с одним именем", REBUILD)
        units.add(unit.id)
        if not 0 <= unit.span.start <= unit.span.end <= size:
            yield Problem(unit.id, f"место {tuple(unit.span)} вне файла", REBUILD)
        if not 0 <= unit.clean.start <= unit.clean.end <= clean_size:
            yield Problem(unit.id, f"место {tuple(unit.clean)} вне очищенного текста", REBUILD)
    for repair in document.repairs:
        if document.original[repair.span.start : repair.span.end] != repair.before:
            yield Problem(document.meta.id, f"починка не сходится: {tuple(repair.span)}", REBUILD)
