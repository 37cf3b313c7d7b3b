"""What cannot or must not be read is refused in one clear line, quickly."""

from __future__ import annotations

import io
import os
import random
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import making
import pytest

from corpus.errors import ReadingError
from corpus.reading import read_text

MANIFEST = (
    b'<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:'
    b'xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="content.xml"><manifest:'
    b"encryption-data/></manifest:file-entry></manifest:manifest>"
)
ENTITIES = (
    b'<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]>'
    b"<lolz>&lol2;</lolz>"
)
ZEROS = bytes(20_000_000)


def flate_bomb() -> bytes:
    stream = zlib.compress(bytes(400_000_000), 9)
    body = b"%PDF-1.4\n1 0 obj <</Length " + str(len(stream)).encode()
    return body + b"/Filter/FlateDecode>>\nstream\n" + stream + b"\nendstream\nendobj\n%%EOF"


def refusal(path: Path) -> str:
    """Why a file was refused; empty when it was read."""
    try:
        assert read_text(path).text.strip()
    except ReadingError as error:
        return str(error)
    return ""


def zip_of(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", 8) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


CASES: list[tuple[str, Callable[[Path], bytes], str]] = [
    ("пустой.txt", lambda _: b"", "файл пуст"),
    ("пробелы.txt", lambda _: b" \r\n\t ", "нет текста"),
    ("пустой.docx", lambda _: b"", "файл пуст"),
    ("шум.txt", lambda _: random.Random(1).randbytes(3_000_000), "двоичные данные"),
    ("шум.md", lambda _: random.Random(2).randbytes(5_000), "двоичные данные"),
    ("шум.html", lambda _: random.Random(3).randbytes(90_000), "двоичные данные"),
    ("шум.docx", lambda _: random.Random(4).randbytes(90_000), "это не документ Word"),
    ("шум.pdf", lambda _: random.Random(5).randbytes(90_000), "это не PDF"),
    ("шум.rtf", lambda _: random.Random(6).randbytes(90_000), "это не RTF"),
    ("скан.pdf", lambda _: making.scan(), "скан без текстового слоя"),
    ("пароль.pdf", lambda _: making.portable(["Правило"], password="секрет"), "паролем"),
    ("пароль.docx", lambda _: making.word_with_password(), "паролем"),
    (
        "пароль.odt",
        lambda _: making.rezipped(making.open_document(), {"META-INF/manifest.xml": MANIFEST}),
        "паролем",
    ),
    (
        "защита.epub",
        lambda tmp: making.rezipped(
            making.book(tmp), {"META-INF/encryption.xml": b'<e><r URI="EPUB/c1.xhtml"/></e>'}
        ),
        "DRM",
    ),
    ("усечён.pdf", lambda _: making.portable(["Правило 12"] * 40)[:-400], "усечён"),
    ("усечён.docx", lambda _: making.word()[:-3000], "усечён или повреждён"),
    ("усечён.odt", lambda _: making.open_document()[:-300], "усечён или повреждён"),
    ("усечён.epub", lambda tmp: making.book(tmp)[:-300], "усечён или повреждён"),
    ("усечён.rtf", lambda _: making.rich_text()[:-60], "усечён"),
    ("это-docx.pdf", lambda _: making.word(), "на самом деле это архив ZIP"),
    ("это-pdf.docx", lambda _: making.portable(["Правило"]), "на самом деле это PDF"),
    ("это-pdf.txt", lambda _: making.portable(["Правило"]), "на самом деле это PDF"),
    ("это-odt.docx", lambda _: making.open_document(), "на самом деле это документ ODT"),
    ("это-docx.epub", lambda _: making.word(), "на самом деле это документ Word"),
    ("это-rtf.txt", lambda _: making.rich_text(), "на самом деле это RTF"),
    ("это-zip.docx", lambda _: zip_of(a=b"1"), "архив ZIP"),
    ("это-текст.docx", lambda _: "Правило 12".encode(), "это не документ Word"),
    ("это-текст.pdf", lambda _: "Правило 12".encode(), "это не PDF"),
    ("картинка.txt", lambda _: b"\x89PNG\r\n\x1a\n" + bytes(50), "картинка PNG"),
    ("старый.docx", lambda _: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "старый .doc"),
    ("старый.doc", lambda _: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "не читается"),
    ("программа.exe", lambda _: b"MZ\x90", "не читается"),
    ("без-вида", lambda _: "Правило".encode(), "не читается"),
    (
        "бомба.docx",
        lambda _: making.rezipped(making.word(), {"word/document.xml": ZEROS}),
        "zip-бомба",
    ),
    ("бомба.odt", lambda _: making.rezipped(making.open_document(), {"x": ZEROS}), "zip-бомба"),
    (
        "бомба.epub",
        lambda tmp: making.rezipped(making.book(tmp), {"EPUB/c3.xhtml": ZEROS}),
        "zip-бомба",
    ),
    ("бомба.pdf", lambda _: flate_bomb(), "слишком много сжатых данных"),
    (
        "сущности.docx",
        lambda _: making.rezipped(making.word(), {"word/document.xml": ENTITIES}),
        "сущности XML",
    ),
    (
        "сущности16.docx",
        lambda _: making.rezipped(
            making.word(), {"word/document.xml": ENTITIES.decode().encode("utf-16")}
        ),
        "сущности XML",
    ),
    (
        "сущности.odt",
        lambda _: making.rezipped(making.open_document(), {"content.xml": ENTITIES}),
        "сущности XML",
    ),
    (
        "глубоко.docx",
        lambda _: making.rezipped(
            making.word(), {"word/document.xml": b"<a>" * 30_000 + b"</a>" * 30_000}
        ),
        "повреждён",
    ),
    ("глубоко.html", lambda _: b"<div>" * 3_000 + b"x" + b"</div>" * 3_000, "слишком глубоко"),
    ("не-xml.docx", lambda _: making.rezipped(making.word(), {"word/document.xml": b"<<"}), "повр"),
]


@pytest.mark.parametrize(("name", "make", "message"), CASES, ids=[case[0] for case in CASES])
def test_one_clear_line(
    name: str, make: Callable[[Path], bytes], message: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(make(tmp_path))
    started = monotonic()
    with pytest.raises(ReadingError, match=message) as refused:
        read_text(path)
    assert monotonic() - started < 10
    assert "\n" not in str(refused.value)
    assert name in str(refused.value)


def test_no_such_file_and_a_folder_are_said(tmp_path: Path) -> None:
    for path, said in ((tmp_path / "нет.txt", "нет такого файла"), (tmp_path, "это папка")):
        with pytest.raises(ReadingError, match=said):
            read_text(path)


def test_a_name_of_odd_bytes_is_read(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"\xff\xfe.txt")
    path.write_text("Правило 12", encoding="utf-8")
    assert read_text(path).text == "Правило 12"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("шрифты.rtf", rb"{\rtf1{\fonttbl" + rb"{\f0 " * 60_000 + rb"}" * 60_002),
        ("поля.rtf", rb"{\rtf1 x" + rb"{\field{\*\fldinst{" * 30_000 + rb"}" * 90_001),
        ("ссылки.rtf", rb"{\rtf1 x{\field{\*\fldinst{" + b'HYPERLINK "" ' * 30_000 + b"}}}}"),
        ("сноски.rtf", rb"{\rtf1 x" + rb"{\footnote " * 30_000 + rb"}" * 30_001),
        ("скобки.html", b"<p>x" + b"<" * 300_000),
        ("списки.html", b"<p>x" + b"<ul><li>" * 30_000),
        ("пробелы.html", b"<p>x" + b" " * 3_000_000 + b"\n" * 100_000),
        ("строки.txt", b"a\r" * 2_000_000),
    ],
)
def test_hostile_input_takes_no_long_time(name: str, data: bytes, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    started = monotonic()
    assert "\n" not in refusal(path)
    assert monotonic() - started < 8


@pytest.mark.parametrize(("words", "length", "refused"), [(1500, 5, False), (1000, 70, True)])
def test_a_page_strewn_with_words_takes_no_long_time(
    words: int, length: int, refused: bool, tmp_path: Path
) -> None:
    path = tmp_path / "карта.pdf"
    path.write_bytes(making.strewn(words, length))
    started = monotonic()
    if refused:
        with pytest.raises(ReadingError, match="непомерно много знаков"):
            read_text(path)
    else:
        assert len(read_text(path).text.split()) == words
    assert monotonic() - started < 12


@pytest.mark.parametrize("suffix", ["docx", "odt", "rtf", "html", "pdf", "epub", "txt"])
def test_damaged_bytes_never_raise_anything_else(suffix: str, tmp_path: Path) -> None:
    makers: dict[str, Callable[[], bytes]] = {
        "docx": making.word,
        "odt": making.open_document,
        "rtf": making.rich_text,
        "html": making.web_page,
        "pdf": lambda: making.portable([making.HEADING, making.PARAGRAPH]),
        "epub": lambda: making.book(tmp_path),
        "txt": lambda: making.PARAGRAPH.encode("cp1251") * 20,
    }
    whole = makers[suffix]()
    chance = random.Random(suffix)
    path = tmp_path / f"повреждён.{suffix}"
    for _ in range(25):
        data = bytearray(whole)
        for _ in range(chance.choice([1, 3, 30])):
            data[chance.randrange(len(data))] = chance.randrange(256)
        path.write_bytes(data[: chance.choice([len(data), chance.randrange(1, len(data))])])
        assert "\n" not in refusal(path)
