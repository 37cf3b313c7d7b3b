"""Books (``.epub``), by ``ebooklib``: the chapters in reading order."""

from __future__ import annotations

import io
import warnings

from ebooklib import epub

from corpus.errors import ReadingError
from corpus.reading.encoding import decode
from corpus.reading.html import text_of
from corpus.reading.suspicion import open_archive, read_member


def extract(data: bytes) -> str:
    """The text of a book. Raises ``ReadingError`` for a protected or damaged one."""
    with open_archive(data, ".epub") as archive:
        names = set(archive.namelist())
        if "META-INF/encryption.xml" in names:
            said = read_member(archive, "META-INF/encryption.xml").lower()
            if b".xhtml" in said or b".html" in said:
                raise ReadingError("книга защищена (DRM): нужен файл без защиты")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        book = epub.read_epub(io.BytesIO(data), options={"ignore_ncx": True})
    chapters = []
    for identity, *_ in book.spine:
        item = book.get_item_with_id(identity)
        if isinstance(item, epub.EpubHtml) and not isinstance(item, epub.EpubNav):
            chapters.append(text_of(decode(item.content, None)[0]))
    return "\n".join(chapter for chapter in chapters if chapter)
