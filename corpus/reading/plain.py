"""Plain text and Markdown: read as it stands, so that offsets are those of the file."""

from __future__ import annotations

from corpus.reading.encoding import decode
from corpus.reading.suspicion import refuse_binary


def extract(data: bytes, encoding: str | None) -> tuple[str, str]:
    """Text and encoding. Raises ``ReadingError`` for what is no text."""
    if encoding is None:
        refuse_binary(data)
    return decode(data, encoding)
