"""Files that are not what their names say, and files that are out to hurt.

Everything here looks at bytes and at the lists of contents of archives, before any reader of a
format unpacks or parses them.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib

from corpus.errors import ReadingError
from corpus.reading.encoding import wide

MAX_BYTES = 100_000_000
"""Largest file read; the longest code of laws with pictures is a tenth of it."""
MAX_UNPACKED = 300_000_000
"""Most that an archive or a PDF may unpack to."""
MAX_MEMBERS = 10_000
MAX_RATIO = 200
"""A member of an archive that shrinks more than this, and is large, is a bomb: text shrinks 20×."""
_SMALL = 5_000_000

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
_MAGIC = (
    (b"%PDF-", "PDF", {".pdf"}),
    (b"{\\rtf", "RTF", {".rtf"}),
    (b"PK\x03\x04", "архив ZIP", {".docx", ".odt", ".epub"}),
    (_OLE, "документ старого Word", set[str]()),
    (b"\x89PNG\r\n", "картинка PNG", set[str]()),
    (b"\xff\xd8\xff\xe0", "картинка JPEG", set[str]()),
    (b"\xff\xd8\xff\xe1", "картинка JPEG", set[str]()),
    (b"GIF87a", "картинка GIF", set[str]()),
    (b"GIF89a", "картинка GIF", set[str]()),
    (b"II*\x00", "картинка TIFF", set[str]()),
    (b"MM\x00*", "картинка TIFF", set[str]()),
    (b"\x1f\x8b\x08", "архив gzip", set[str]()),
    (b"BZh", "архив bzip2", set[str]()),
    (b"7z\xbc\xaf\x27\x1c", "архив 7z", set[str]()),
    (b"\xfd7zXZ\x00", "архив xz", set[str]()),
    (b"Rar!\x1a\x07", "архив RAR", set[str]()),
    (b"\x7fELF", "программа", set[str]()),
    (b"MZ\x90\x00", "программа", set[str]()),
    (b"AT&TFORM", "DjVu", set[str]()),
    (b"SQLite format 3\x00", "база данных", set[str]()),
)
_CONTENTS = (
    ("word/document.xml", ".docx", "документ Word"),
    ("xl/workbook.xml", "", "таблица Excel"),
    ("ppt/presentation.xml", "", "презентация PowerPoint"),
)
_MIMETYPES = {
    b"application/vnd.oasis.opendocument.text": (".odt", "документ ODT"),
    b"application/vnd.oasis.opendocument.text-template": (".odt", "шаблон ODT"),
    b"application/epub+zip": (".epub", "книга EPUB"),
}
_NEEDS_MAGIC = {".pdf": "PDF", ".rtf": "RTF"}
_ARCHIVES = {".docx": "документ Word", ".odt": "документ ODT", ".epub": "книга EPUB"}
_CONTROL = bytes(set(range(32)) - set(b"\t\n\r\f\v\x1a\x1b")) + b"\x7f"
_CONTROL_CHARACTERS = frozenset(map(chr, _CONTROL))
_BINARY = "это не текст, а двоичные данные: проверьте, тот ли это файл"
_STREAM = re.compile(rb"stream\r?\n")


def refuse_impostor(data: bytes, suffix: str) -> None:
    """Raise ``ReadingError`` when the bytes belong to another kind of file than the name says."""
    head = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n") if suffix != ".pdf" else data[:1024]
    for magic, what, suffixes in _MAGIC:
        found = magic in head if magic == b"%PDF-" and suffix == ".pdf" else head.startswith(magic)
        if found and suffix not in suffixes:
            raise ReadingError(_impostor(data, suffix, magic, what))
        if found:
            return
    if suffix in _NEEDS_MAGIC:
        raise ReadingError(f"это не {_NEEDS_MAGIC[suffix]}: проверьте, тот ли это файл")
    if suffix in _ARCHIVES:
        raise ReadingError(f"это не {_ARCHIVES[suffix]}, или файл повреждён: возьмите его заново")


def _impostor(data: bytes, suffix: str, magic: bytes, what: str) -> str:
    if magic == _OLE and suffix == ".docx":
        if _ENCRYPTED_PACKAGE in data:
            return "файл защищён паролем: снимите пароль в Word и добавьте снова"
        return "на самом деле это старый .doc: сохраните его в Word как .docx"
    return f"на самом деле это {what}: назовите файл по его виду или возьмите нужный"


def refuse_binary(data: bytes) -> None:
    """Raise ``ReadingError`` when bytes that should be text are noise."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return
    if (name := wide(data)) is not None:
        text = data[:65536].decode(name, "replace")
        if sum(char in _CONTROL_CHARACTERS for char in text) > 0.02 * len(text):
            raise ReadingError(_BINARY)
        return
    middle = len(data) // 2
    sample = data[:65536] + data[middle : middle + 65536] + data[-65536:]
    control = len(sample) - len(sample.translate(None, _CONTROL))
    if control > 0.02 * len(sample):
        raise ReadingError(_BINARY)


def open_archive(data: bytes, suffix: str) -> zipfile.ZipFile:
    """The archive inside a ``.docx``, ``.odt`` or ``.epub``, weighed before it is unpacked.

    Raises ``ReadingError`` for a truncated archive, a bomb, another kind of document, XML entities.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        members = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise ReadingError("файл усечён или повреждён: возьмите его заново") from error
    if len(members) > MAX_MEMBERS or sum(m.file_size for m in members) > MAX_UNPACKED:
        raise ReadingError("внутри слишком много данных (похоже на «zip-бомбу»): не распаковываю")
    for member in members:
        if member.file_size > max(_SMALL, MAX_RATIO * member.compress_size):
            raise ReadingError(f"«{member.filename}» внутри – «zip-бомба»: не распаковываю")
        if member.flag_bits & 1:
            raise ReadingError("файл защищён паролем: снимите пароль и добавьте снова")
    _refuse_wrong_contents(archive, {m.filename for m in members}, suffix)
    for member in members:
        if member.filename.lower().endswith((".xml", ".rels", ".xhtml", ".html", ".opf", ".ncx")):
            refuse_entities(read_member(archive, member.filename))
    return archive


def _refuse_wrong_contents(archive: zipfile.ZipFile, names: set[str], suffix: str) -> None:
    found = next(((end, what) for name, end, what in _CONTENTS if name in names), None)
    if "mimetype" in names:
        mimetype = read_member(archive, "mimetype").strip()
        found = _MIMETYPES.get(mimetype, ("", "другой документ в архиве ZIP"))
    if found is None:
        raise ReadingError(f"это не {_ARCHIVES[suffix]}, а архив ZIP: распакуйте его")
    if found[0] != suffix:
        raise ReadingError(f"на самом деле это {found[1]}: назовите файл по его виду")


def read_member(archive: zipfile.ZipFile, name: str) -> bytes:
    """The bytes of a member. Raises ``ReadingError`` when they are damaged or missing."""
    try:
        return archive.read(name)
    except KeyError:
        raise ReadingError(f"внутри нет «{name}»: файл повреждён, возьмите его заново") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError):
        raise ReadingError(f"«{name}» внутри повреждён: возьмите файл заново") from None


def refuse_entities(xml: bytes) -> None:
    """Raise ``ReadingError`` for XML that declares entities: no honest document needs them."""
    text = xml
    if xml.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = xml.decode("utf-16", "replace").encode()
    elif xml[:2] in (b"<\x00", b"\x00<"):
        text = xml.replace(b"\x00", b"")
    if b"<!ENTITY" in text:
        raise ReadingError("внутри объявлены сущности XML, это опасно: файл не читаю")


def refuse_pdf_bomb(data: bytes) -> None:
    """Raise ``ReadingError`` when a PDF's compressed streams unpack beyond all measure."""
    total = 0
    for match in _STREAM.finditer(data):
        start = match.end()
        if data[start : start + 1] not in (b"\x78", b"\x68", b"\x58", b"\x48", b"\x38"):
            continue
        unpacker = zlib.decompressobj()
        try:
            chunk = unpacker.decompress(memoryview(data)[start:], MAX_UNPACKED - total + 1)
        except zlib.error:
            continue
        total += len(chunk)
        if total > MAX_UNPACKED:
            raise ReadingError("внутри слишком много сжатых данных: PDF не распаковываю")
