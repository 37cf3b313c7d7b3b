"""Going back to the state of a library before its last change."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec

from corpus.errors import LibraryError
from corpus.library import MANIFEST, Library
from corpus.progress import Progress
from corpus.storage import explained, link_or_copy, remove_tree
from workspace.building import BuildReport, chosen_state, named_sources, report_of, unspoilt
from workspace.elsewhere import amiss, look_after
from workspace.location import location
from workspace.records import Manifest, unpack_manifest


def rollback(path: Path | None = None, *, progress: Progress | None = None) -> BuildReport:
    """Make the generation before the last change the newest: sources, graph, index and engine.

    A change is one of texts, engine or bundled texts; a rebuild for a new version of the program is
    none. It comes back as a new generation, so that order stays the order of time, and going back
    twice is where one was. Files are shared, not built again. The user's glossary is no part of it.
    Raises ``LibraryError`` when there is nothing to go back to or it is not whole, ``ServerError``
    when its index is on a cluster that is away.
    """
    library = Library(location(path))
    settings = library.settings()
    with explained(library.path), library.writing(progress):
        name = library.before(chosen_state)
        if name is None:
            raise LibraryError(
                f"у библиотеки {library.path} нет прежнего состояния: вернуться можно только "
                "на одно изменение назад"
            )
        folder = library.built / name
        data, manifest = _read(folder)
        lost = amiss(library, settings, manifest.engine, name)
        if lost is not None:
            raise LibraryError(f"прежнее состояние не вернуть: {lost}")
        staged = library.stage(library.built)
        try:
            for file in sorted(manifest.files):
                (staged / file).parent.mkdir(parents=True, exist_ok=True)
                link_or_copy(folder / file, staged / file)
            # A copy: readers hold their lease on the manifest they opened.
            (staged / MANIFEST).write_bytes(data)
            library.publish(staged)
            chosen = replace(settings, engine=manifest.engine, bare=manifest.bare)
            if chosen != settings:
                library.write_settings(chosen)
        except BaseException:
            remove_tree(staged)
            raise
        library.prune(named_sources, chosen_state)
        look_after(library, chosen, needed=False)
        return report_of(library, manifest, built=True, reused=len(manifest.sources))


def _read(folder: Path) -> tuple[bytes, Manifest]:
    """The manifest of a generation whose files are all as they were built."""
    try:
        data = (folder / MANIFEST).read_bytes()
        manifest = unpack_manifest(data)
    except (OSError, msgspec.MsgspecError) as error:
        raise LibraryError(
            "прежнее состояние не вернуть: его список построенного не читается"
        ) from error
    for name, entry in manifest.files.items():
        if not unspoilt(folder / name, entry):
            raise LibraryError(f"прежнее состояние не вернуть: файл {name} в нём повреждён")
    return data, manifest
