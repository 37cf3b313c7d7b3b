"""Accepting findings of the editor's report, by several people at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from filelock import FileLock, Timeout

from corpus.errors import SettingsError
from kg.lint import Baseline

_WAIT = 20.0
"""Seconds; a baseline is written in milliseconds, so that a longer wait means a stuck process."""


def change_baseline(path: Path, change: Callable[[Baseline], Baseline]) -> Baseline:
    """Read the baseline as it is now, change and write it, while nobody else does.

    ``change`` gets what is in the file at that moment: what others have accepted since the page
    was shown stays. Gives the baseline written. Raises ``SettingsError``.
    """
    if not path.parent.is_dir():
        raise SettingsError(f"{path}: не записывается, нет папки; укажите другой файл")
    lock = FileLock(path.with_name(f"{path.name}.lock"))
    try:
        lock.acquire(timeout=_WAIT, poll_interval=0.02)
    except Timeout:
        raise SettingsError(
            f"{path.name}: список принятого сейчас меняет другой процесс; повторите через минуту"
        ) from None
    except OSError as error:
        raise SettingsError(
            f"{path}: не записывается ({error.strerror}); укажите другой файл"
        ) from error
    try:
        changed = change(Baseline.load(path))
        changed.save(path)
        return changed
    finally:
        lock.release()
