"""Reading files: whatever people keep texts in becomes text, or one clear refusal.

``FORMATS`` says which module reads which suffix; each has one function ``extract``.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from corpus.errors import ReadingError
from corpus.reading.source_text import SourceText
from corpus.reading.suspicion import MAX_BYTES, refuse_impostor

__all__ = ["FORMATS", "MAX_BYTES", "SourceText", "read_text", "readable"]

FORMATS = {
    ".txt": "plain",
    ".text": "plain",
    ".md": "plain",
    ".markdown": "plain",
    ".docx": "docx",
    ".odt": "odt",
    ".rtf": "rtf",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".pdf": "pdf",
    ".epub": "epub",
}

_WITH_ENCODING = {"plain", "html"}


def readable(path: Path) -> bool:
    """Whether the name ends in a suffix we read."""
    return path.suffix.lower() in FORMATS


def read_text(path: Path, encoding: str | None = None) -> SourceText:
    """The text of a file.

    ``encoding`` overrides detection for plain text, HTML and RTF. Raises ``ReadingError``: one
    Russian line saying what is wrong with the file and what to do.
    """
    suffix = path.suffix.lower()
    try:
        if path.is_dir():
            raise ReadingError(f"{path}: это папка, а не файл; назовите файлы в ней")
        if not path.exists():
            raise ReadingError(f"{path}: нет такого файла")
        if not path.is_file():
            raise ReadingError(f"{path}: это не файл, а устройство или канал: назовите файл")
        size = path.stat().st_size
        if suffix not in FORMATS:
            known = " ".join(sorted(FORMATS))
            raise ReadingError(f"{path.name}: такой вид файла не читается (читаются {known})")
        if size == 0:
            raise ReadingError(f"{path.name}: файл пуст")
        if size > MAX_BYTES:
            raise ReadingError(
                f"{path.name}: {size // 1_000_000} МБ – больше {MAX_BYTES // 1_000_000} МБ: "
                "разделите файл на части"
            )
        data = path.read_bytes()
    except OSError as error:
        raise ReadingError(f"{path}: файл не читается ({error.strerror or error})") from error
    try:
        refuse_impostor(data, suffix)
        text, used = _extract(FORMATS[suffix], data, encoding)
    except ReadingError as error:
        raise ReadingError(f"{path.name}: {error}") from error
    if not text.strip():
        raise ReadingError(f"{path.name}: в файле нет текста")
    return SourceText(text, path.name, used, suffix[1:])


def _extract(form: str, data: bytes, encoding: str | None) -> tuple[str, str | None]:
    """Text and encoding by the module of the form; imported here, as each brings a library."""
    module = import_module(f"corpus.reading.{form}")
    try:
        if form in _WITH_ENCODING:
            text, used = module.extract(data, encoding)
            return text, used
        if form == "rtf":
            return module.extract(data, encoding), encoding
        return module.extract(data), None
    except ReadingError:
        raise
    except Exception as error:
        # The libraries raise whatever they stumble over; a file that trips them is damaged.
        raise ReadingError("файл повреждён: возьмите его заново или сохраните в .txt") from error
