"""Plain text and Markdown: read as it stands, so that offsets are those of the file."""

from __future__ import annotations

from corpus.errors import ReadingError
from corpus.reading.encoding import decode

_ALLOWED = {"\t", "\n", "\r", "\f", "\v", "\x1a", "\x1b", "\x08", "\x07", "\x00"}
_SAMPLE = 200_000


def extract(data: bytes, encoding: str | None) -> tuple[str, str]:
    """Text and encoding. Raises ``ReadingError`` for what is no text."""
    text, used = decode(data, encoding)
    head = text[:_SAMPLE]
    control = sum(1 for c in head if c < " " and c not in "\t\n\r\f\v\x1a")
    if control > 0.02 * len(head):
        raise ReadingError("это не текст, а двоичные данные")
    return text, used
