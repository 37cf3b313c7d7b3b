"""What reading a file gives."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SourceText:
    """A file as text; every span shown to anyone is an offset into ``text``.

    For plain text (``.txt``, ``.md``) ``text`` is what ``open(path, encoding=encoding).read()``
    gives: line ends become ``\\n`` (universal newlines), and a byte-order mark of a UTF-8 file
    stays as the first character, so that offsets are the same for everybody who reads the file
    that way. For other formats it is the text extracted: paragraphs, headings, list points and
    table rows, apart by blank lines. ``file`` is the name's last part; ``encoding`` the Python
    name of the encoding, ``None`` where the format has its own; ``format`` the suffix without dot.
    """

    text: str
    file: str
    encoding: str | None
    format: str
