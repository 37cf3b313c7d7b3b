"""Every encoding Russian texts are met in, found without being told."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.errors import ReadingError
from corpus.reading import read_text
from corpus.reading.encoding import SINGLE_BYTE, decode
from corpus.reading.plain import extract

TEXTS = Path(__file__).resolve().parents[2] / "corpus" / "texts"
SHORT = [
    "Правило 12",
    "Судья присуждает скорректированный счёт.",
    "ПРАВИЛО 23. НЕСДАННЫЙ ХОД",
    "Если игрок пасует вне очереди, применяется Правило 30А.",
    "– Кто сдавал? – спросил судья.",
    "«Ренонс» — отказ от обязательной масти № 5",
    "юг сказал пас, запад – контра",
    "1. e4 сыграл Юг; 2. пас",
]
MARKED = ["utf-8-sig", "utf-16", "utf-32"]
WIDE = ["utf-8", "utf-16-le", "utf-16-be"]


@pytest.mark.parametrize("encoding", [*MARKED, *WIDE, *SINGLE_BYTE])
@pytest.mark.parametrize("text", SHORT)
def test_a_line_in_any_encoding_is_read(text: str, encoding: str) -> None:
    data = text.encode(encoding, "ignore")
    found, _ = extract(data, None)
    assert found.removeprefix("\ufeff") == data.decode(encoding)


@pytest.mark.parametrize("encoding", [*MARKED, *WIDE, *SINGLE_BYTE])
def test_a_whole_text_in_any_encoding_is_read(encoding: str) -> None:
    for path in sorted(TEXTS.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        for heading in ("", "КОММЕНТАРИИ К МЕЖДУНАРОДНОМУ КОДЕКСУ ПРАВИЛО 62. ПОЛНОМОЧИЯ\n"):
            data = (heading + text).encode(encoding, "ignore")
            found, _ = extract(data, None)
            assert found.removeprefix("\ufeff") == data.decode(encoding).removeprefix("\ufeff")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_small_numbers_are_no_wide_text(encoding: str) -> None:
    data = "".join(map(chr, range(1, 200))).encode(encoding) * 20
    with pytest.raises(ReadingError, match="двоичные данные"):
        extract(data, None)


@pytest.mark.parametrize("size", [80, 1000])
def test_pieces_of_the_bundled_texts_are_read(size: int) -> None:
    chance = random.Random(size)
    texts = [path.read_text(encoding="utf-8") for path in sorted(TEXTS.glob("*.txt"))]
    wrong = []
    for _ in range(60):
        text = chance.choice(texts)
        start = chance.randrange(len(text) - size)
        for encoding in SINGLE_BYTE:
            data = text[start : start + size].encode(encoding, "ignore")
            if decode(data)[0] != data.decode(encoding):
                wrong.append((encoding, text[start : start + size]))
    assert len(wrong) <= 2, wrong


def test_the_encoding_can_be_said(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("Правило".encode("cp866"))
    assert read_text(path, "cp866").text == "Правило"
    assert read_text(path, "koi8-r").text == "Правило".encode("cp866").decode("koi8-r")


@pytest.mark.parametrize(
    ("data", "encoding", "message"),
    [
        ("Правило".encode("cp1251"), "utf-8", "не в кодировке utf-8"),
        (b"text", "klingon", "кодировка «klingon» неизвестна"),
        (b"text", "base64", "не кодировка текста"),
        (("Правило о судье" * 4).encode()[:-1], None, "файл усечён"),
        ("Правило о судье ".encode() + b"\xff" + "Правило".encode(), None, "байт 29"),
    ],
)
def test_what_does_not_fit_is_refused(data: bytes, encoding: str | None, message: str) -> None:
    with pytest.raises(ReadingError, match=message):
        decode(data, encoding)


@settings(deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_are_text_or_one_refusal(data: bytes) -> None:
    refusal, text, encoding = "", "", "ascii"
    try:
        text, encoding = decode(data)
    except ReadingError as error:
        refusal = str(error)
    assert "\n" not in refusal
    if not refusal:
        assert "\r" not in text
        assert data.decode(encoding).replace("\r\n", "\n").replace("\r", "\n") == text


@settings(deadline=None)
@given(st.text(st.characters(codec="utf-8", exclude_characters="\r"), min_size=1))
def test_utf8_is_always_utf8(text: str) -> None:
    assert decode(text.encode())[1] in ("utf-8", "utf-16-le", "utf-16-be", "utf-32", "utf-16")
