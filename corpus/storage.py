"""Writing to disk so that a power cut leaves the old state or the new one, never a mixture.

A new state is made beside the old one, flushed to the disk, and put in place by one rename.
Nothing here knows what a library is.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from corpus.errors import LibraryError, PravilaError

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_FORBIDDEN = {errno.EROFS, errno.EACCES, errno.EPERM}


def write_durably(path: Path, data: bytes) -> None:
    """Write a new file and flush it to the disk; not atomic by itself."""
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def replace_durably(path: Path, data: bytes) -> None:
    """Replace the content of ``path`` in one step, or leave it as it was."""
    beside = path.with_name(f".{os.getpid()}-{os.urandom(4).hex()}.new")
    try:
        write_durably(beside, data)
        if path.exists():
            shutil.copymode(path, beside)
        os.replace(beside, path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    sync_folder(path.parent)


def write_output(path: Path, data: bytes) -> None:
    """Write a file somebody asked for: all of it, or the file stays as it was.

    A device or a pipe is written as it stands, a link leads to the file meant. Raises ``OSError``.
    """
    place = Path(os.path.realpath(path))
    if place.exists() and not place.is_file():
        with place.open("wb") as device:
            device.write(data)
        return
    replace_durably(place, data)


def sync_folder(folder: Path) -> None:
    """Flush a folder's list of names, where the system can do that (Windows cannot)."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_tree(folder: Path) -> None:
    """Flush every file and folder below ``folder``, whoever wrote them."""
    mode = "rb+" if sys.platform == "win32" else "rb"
    for base, _, names in os.walk(folder):
        for name in names:
            with open(Path(base, name), mode) as file:
                os.fsync(file.fileno())
        sync_folder(Path(base))


def publish_folder(made: Path, place: Path) -> None:
    """Give a folder made beside its final name, contents flushed first."""
    sync_tree(made)
    os.replace(made, place)
    sync_folder(place.parent)


def remove_tree(folder: Path) -> None:
    """Remove a folder if it is there; a file that cannot go now goes at the next cleaning."""
    shutil.rmtree(folder, ignore_errors=True)


def link_or_copy(source: Path, target: Path) -> None:
    """The same immutable file under a second name: a hard link where possible, else a copy."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def checksum(path: Path) -> str:
    """SHA-256 of a file's bytes, hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def in_use(path: Path) -> Iterator[bool]:
    """Ask whether another process holds a lease on ``path``; ours for the time of the question.

    Yields true when somebody reads it. On Windows the question is not needed: an open file cannot
    be removed there, so the answer is always false.
    """
    if sys.platform == "win32":
        yield False
        return
    import fcntl

    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:
        yield False
        return
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield True
        else:
            yield False
    finally:
        os.close(handle)


class Lease:
    """A reader's mark on an immutable file: while it is held nobody prunes what it stands for.

    The system drops the mark when the process ends, however it ends. A file system that knows no
    locks gives a lease that protects nothing; readers then reopen when their files vanish.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        if sys.platform != "win32":
            import fcntl

            with suppress(OSError):
                fcntl.flock(self._file.fileno(), fcntl.LOCK_SH)

    def close(self) -> None:
        """Give the mark back."""
        self._file.close()


@contextmanager
def explained(place: Path) -> Iterator[None]:
    """Turn the system's refusals while writing to ``place`` into one line a person can act on.

    Raises ``LibraryError``. Errors that already explain themselves pass through.
    """
    try:
        yield
    except PravilaError:
        raise
    except OSError as error:
        if error.errno in _FULL:
            message = f"на диске не хватило места для {place}: освободите место и повторите"
        elif error.errno in _FORBIDDEN:
            message = f"нельзя писать в папку {place}: дайте на неё право записи или укажите другую"
        else:
            message = f"не удалось записать в {place}: {error.strerror or error}"
        raise LibraryError(message) from error
