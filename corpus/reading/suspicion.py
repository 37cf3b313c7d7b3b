"""Files that are not what their names say, and files that are out to hurt."""

from __future__ import annotations

MAX_BYTES = 256_000_000
"""Largest file read; the longest code of laws with pictures is a hundredth of it."""

_MAGIC = (
    (b"%PDF-", ".pdf", "PDF"),
    (b"{\\rtf", ".rtf", "RTF"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "", "документ старого Word или защищённый паролем"),
    (b"\x89PNG", "", "картинка PNG"),
    (b"\xff\xd8\xff", "", "картинка JPEG"),
    (b"GIF8", "", "картинка GIF"),
    (b"\x1f\x8b", "", "архив gzip"),
    (b"7z\xbc\xaf\x27\x1c", "", "архив 7z"),
    (b"Rar!", "", "архив RAR"),
    (b"\x7fELF", "", "программа"),
    (b"MZ\x90", "", "программа"),
    (b"AT&TFORM", "", "DjVu"),
)


def refuse_impostor(data: bytes, suffix: str) -> None:
    """Raise ``ReadingError`` when the first bytes belong to another kind of file."""
