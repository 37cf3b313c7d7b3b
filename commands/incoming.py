"""What comes in from outside the library, never more of it than memory can hold."""

import sys
from pathlib import Path
from typing import BinaryIO

from corpus.errors import ReadingError
from corpus.reading import MAX_BYTES


def standard_input(encoding: str | None) -> str:
    """The text on standard input. Raises ``ReadingError`` when there is none or too much."""
    from corpus.reading.plain import extract

    data = _bounded(sys.stdin.buffer, "вход") if sys.stdin is not None else b""
    text, _ = extract(data, encoding)
    if not text.strip():
        raise ReadingError("на входе нет текста: подайте его через | или < файл")
    return text


def bytes_of(path: Path) -> bytes:
    """All bytes of a file or a pipe; a device that never ends is refused.

    Raises ``OSError``, and ``ReadingError`` for more than ``MAX_BYTES``.
    """
    with path.open("rb") as file:
        return _bounded(file, str(path))


def _bounded(file: BinaryIO, name: str) -> bytes:
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise ReadingError(f"{name}: больше {MAX_BYTES // 1_000_000} МБ: разделите на части")
    return data
