"""Archives, markup and PDF built to fill the memory or the afternoon of whoever opens them."""

from __future__ import annotations

import io
import resource
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from time import process_time

import making
import pytest
from evil import told

from corpus.errors import PravilaError, ReadingError
from corpus.reading import read_text
from search.glossary import Glossary

MOST = 12.0
"""Seconds of processor time; each takes far less, or for ever."""
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def nested(levels: int = 40) -> bytes:
    """A zip in a zip in a zip."""
    data = bytes(1_000_000)
    for level in range(levels):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", 8) as archive:
            archive.writestr(f"{level}.zip", data)
        data = out.getvalue()
    return data


def overlapping() -> bytes:
    """A good document, and a hundred entries in its directory that share one member's bytes."""
    zeros = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = zeros.compress(bytes(20_000_000)) + zeros.flush()
    base = making.word()
    end = base.rindex(b"PK\x05\x06")
    count, size, start = struct.unpack("<HLL", base[end + 10 : end + 20])
    header = struct.pack("<4s5H3L2H", b"PK\x03\x04", 20, 0, 8, 0, 0, 0, len(body), 20_000_000, 1, 0)
    local = header + b"x" + body
    entries = b"".join(
        struct.pack(
            "<4s6H3L5H2L",
            *(b"PK\x01\x02", 20, 20, 0, 8, 0, 0, 0, len(body), 20_000_000),
            *(len(name), 0, 0, 0, 0, 0, start),
        )
        + name
        for name in (f"{n}.xml".encode() for n in range(100))
    )
    directory = base[start:end] + entries
    tail = struct.pack(
        "<4s4H2LH",
        *(b"PK\x05\x06", 0, 0, count + 100, count + 100, size + len(entries)),
        *(start + len(local), 0),
    )
    return base[:start] + local + directory + tail


def word(body: str) -> bytes:
    xml = f"<w:document {W}><w:body>{body}</w:body></w:document>"
    return making.rezipped(making.word(), {"word/document.xml": xml.encode()})


def entities(kind: str) -> bytes:
    """XML that grows, or reads a file of the machine it is opened on."""
    declared = {
        "laughs": '<!ENTITY a "ха"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">',
        "external": '<!ENTITY c SYSTEM "file:///etc/passwd">',
        "parameter": '<!ENTITY % c SYSTEM "file:///etc/passwd"> %c;',
    }[kind]
    return f'<?xml version="1.0"?><!DOCTYPE r [{declared}]><r>&c;</r>'.encode()


def recursive_pdf() -> bytes:
    """A page tree whose kids are their own parents, and an object stream that holds itself."""
    return (
        b"%PDF-1.5\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n"
        b"2 0 obj <</Type/Pages/Count 1/Kids[2 0 R 3 0 R]/Parent 3 0 R>> endobj\n"
        b"3 0 obj <</Type/Pages/Count 1/Kids[2 0 R 3 0 R]/Parent 2 0 R>> endobj\n"
        b"4 0 obj <</Type/ObjStm/N 1/First 4/Length 5 0 R/Extends 4 0 R>> stream\n"
        b"4 0 4 0 R\nendstream endobj\n5 0 obj 5 0 R endobj\n"
        b"trailer <</Root 1 0 R/Size 6/Prev 0>>\nstartxref\n0\n%%EOF"
    )


def deep_pdf() -> bytes:
    body = b"[" * 100_000 + b"]" * 100_000
    return b"%PDF-1.4\n1 0 obj " + body + b" endobj\ntrailer <</Root 1 0 R>>\nstartxref\n9\n%%EOF"


CELL = "<w:tbl><w:tr><w:tc>"
CASES: dict[str, Callable[[Path], bytes]] = {
    "матрёшка.docx": lambda _: making.rezipped(making.word(), {"x.zip": nested()}),
    "внахлёст.docx": lambda _: overlapping(),
    "много.docx": lambda _: making.rezipped(
        making.word(), {f"{n}.xml": b"<a/>" for n in range(10_100)}
    ),
    "таблицы.docx": lambda _: word(CELL * 300 + "<w:p/>" + "</w:tc></w:tr></w:tbl>" * 300),
    "широкая.docx": lambda _: word(
        "<w:tbl>" + "<w:tr>" + "<w:tc><w:p/></w:tc>" * 60_000 + "</w:tr></w:tbl>"
    ),
    "абзацы.docx": lambda _: word("<w:p><w:r><w:t>а</w:t></w:r></w:p>" * 60_000),
    "прогоны.docx": lambda _: word("<w:p>" + "<w:r><w:t>а</w:t></w:r>" * 60_000 + "</w:p>"),
    **{
        f"{kind}.{suffix}": lambda tmp, kind=kind, suffix=suffix, member=member: making.rezipped(
            {
                "docx": making.word,
                "odt": making.open_document,
                "epub": lambda: making.book(tmp),
            }[suffix](),
            {member: entities(kind)},
        )
        for kind in ("laughs", "external", "parameter")
        for suffix, member in (
            ("docx", "word/document.xml"),
            ("docx", "docProps/core.xml"),
            ("odt", "content.xml"),
            ("odt", "meta.xml"),
            ("epub", "EPUB/content.opf"),
            ("epub", "META-INF/container.xml"),
        )
    },
    "сущности.html": lambda _: entities("laughs") + b"<p>" + b"&c;" * 100_000,
    "внешние.xhtml": lambda _: entities("external"),
    "глубже.html": lambda _: b"<div>" * 100_000 + "Правило".encode(),
    "теги.html": lambda _: b"<b><i>" * 60_000 + "Правило 12".encode(),
    "атрибуты.html": lambda _: b"<p " + b'a="1" ' * 60_000 + ">Правило 12".encode(),
    "таблица.html": lambda _: b"<table>" * 2_000 + "Правило 12".encode(),
    "скобки.rtf": lambda _: rb"{\rtf1 " + b"{" * 1_000_000 + b"x" + b"}" * 1_000_001,
    "коды.rtf": lambda _: rb"{\rtf1 " + rb"\u1234?" * 200_000 + b"}",
    "кругом.pdf": lambda _: recursive_pdf(),
    "глубоко.pdf": lambda _: deep_pdf(),
    "абзацы.md": lambda _: b"> " * 200_000 + "Правило 12".encode(),
}


@pytest.mark.parametrize("name", CASES)
def test_is_read_or_refused_in_one_line_in_reasonable_time_and_memory(
    name: str, tmp_path: Path
) -> None:
    place = tmp_path / name
    place.write_bytes(CASES[name](tmp_path))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = process_time()
    try:
        text = read_text(place).text
    except ReadingError as error:
        told(error)
    else:
        assert "root:" not in text
        assert "ха" * 4 not in text
        assert len(text) < 1_000_000
    assert process_time() - started < MOST
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) < 700_000  # KiB


PREFIX = "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n@prefix : <https://e.org/#> .\n"


@pytest.mark.parametrize(
    "words",
    [
        "<!DOCTYPE r [<!ENTITY c SYSTEM 'file:///etc/passwd'>]><r>&c;</r>",
        ":a skos:prefLabel " + "(" * 20_000,
        ":a skos:prefLabel " + "[" * 20_000,
        ':a skos:prefLabel "' + "а" * 200_000 + '"@ru .',
        ":a skos:broader :a .",
        "@base <file:///etc/> . <passwd> skos:prefLabel <passwd> .",
        ':a skos:prefLabel "\x00"@ru .',
    ],
    ids=["xml", "lists", "blank", "long", "loop", "base", "nul"],
)
def test_a_hostile_glossary_is_read_or_refused_in_one_line(words: str, tmp_path: Path) -> None:
    place = tmp_path / "glossary.ttl"
    place.write_text(PREFIX + words, encoding="utf-8")
    started = process_time()
    try:
        Glossary.load(place)
    except PravilaError as error:
        told(error)
    assert process_time() - started < MOST
