"""Real files of every kind become text."""

from __future__ import annotations

import io
from pathlib import Path

import making
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pdfminer.high_level import extract_text

from corpus.errors import ReadingError
from corpus.reading import MAX_BYTES, read_text
from corpus.reading.numbering import letters, roman


def text_of(tmp_path: Path, name: str, data: bytes, encoding: str | None = None) -> str:
    path = tmp_path / name
    path.write_bytes(data)
    return read_text(path, encoding).text


LIST = [
    f"A. {making.POINTS[0]}",
    "A1. Первая подробность",
    "A2. Вторая",
    f"B. {making.POINTS[1]}",
]


def test_word_gives_headings_list_numbers_and_tables(tmp_path: Path) -> None:
    text = text_of(tmp_path, "правила.docx", making.word())
    assert text.split("\n\n") == [
        making.HEADING,
        making.PARAGRAPH,
        *LIST,
        "• точка списка",
        "W\tN\tE\tS\n1БК\tпас\t2♣\tпас",
        "Конец.\n",
    ]


def test_a_word_footnote_stands_below_its_paragraph_with_its_mark(tmp_path: Path) -> None:
    text = text_of(tmp_path, "a.docx", making.word(footnote=True))
    assert text.split("\n\n")[1:3] == [f"{making.PARAGRAPH}[1]", f"[1] {making.NOTE}"]


def test_deleted_words_are_gone_and_inserted_ones_there(tmp_path: Path) -> None:
    text = text_of(tmp_path, "a.docx", making.word(deleted=True))
    assert f"{making.PARAGRAPH} вписано" in text
    assert "вычеркнуто" not in text


def test_open_document_gives_headings_list_numbers_tables_and_notes(tmp_path: Path) -> None:
    text = text_of(tmp_path, "правила.odt", making.open_document())
    assert text.split("\n\n") == [
        making.HEADING,
        f"{making.PARAGRAPH}[1]",
        f"[1] {making.NOTE}",
        f"A. {making.POINTS[0]}",
        "1. Первая подробность",
        "2. Вторая",
        f"B. {making.POINTS[1]}",
        "W\tN\tE\tS\n1БК\tпас\t2♣\tпас\n",
    ]


def test_rich_text_gives_paragraphs_tables_and_notes(tmp_path: Path) -> None:
    text = text_of(tmp_path, "правила.rtf", making.rich_text())
    assert text.split("\n\n") == [
        making.HEADING,
        f"{making.PARAGRAPH}[1]",
        f"[1] {making.NOTE}",
        "W\tN\tE\tS\n1\t2\t3\t4",
        "ссылка",
        "{в скобках}\n",
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "cp1251", "koi8-r"])
def test_a_web_page_gives_words_without_scripts(tmp_path: Path, encoding: str) -> None:
    data = making.web_page(encoding)
    text = text_of(tmp_path, "правила.html", data)
    assert text.split("\n\n") == [
        making.HEADING,
        "Если игрок пасует вне очереди, применяется Правило 30А[1] и 102 раз.\nНовая строка",
        f"A. {making.POINTS[0]}",
        "1. Первая подробность",
        "2. Вторая",
        f"B. {making.POINTS[1]}",
        "• точка списка",
        "W\tN\tE\tS\n1БК\tпас\t2\tпас\n",
    ]


def test_a_page_that_lies_about_its_encoding_is_read_all_the_same(tmp_path: Path) -> None:
    data = making.web_page("cp1251").replace(b"cp1251", b"utf-8")
    assert making.HEADING in text_of(tmp_path, "a.htm", data)


def test_an_old_page_that_leaves_its_tags_open_is_read(tmp_path: Path) -> None:
    words = "".join(f"<font size=2><p>Правило {number}" for number in range(120))
    text = text_of(tmp_path, "a.html", words.encode())
    assert text.split("\n\n")[-1] == "Правило 119\n"


def test_pdf_gives_lines_as_set_and_a_form_feed_a_page(tmp_path: Path) -> None:
    data = making.portable([making.HEADING, "применяется Прави-", "ло 30А"], ["Вторая страница"])
    text = text_of(tmp_path, "правила.pdf", data)
    assert text == f"{making.HEADING}\nприменяется Прави-\nло 30А\n\n\fВторая страница\n\n\f"


def test_columns_are_read_one_after_the_other_as_pdfminer_does(tmp_path: Path) -> None:
    data = making.columns()
    text = text_of(tmp_path, "столбцы.pdf", data)
    assert text == extract_text(io.BytesIO(data))
    assert text.index("левый столбец 9") < text.index("правый столбец 0")


def test_a_book_gives_its_chapters_in_order(tmp_path: Path) -> None:
    text = text_of(tmp_path, "правила.epub", making.book(tmp_path))
    expected = ["Глава 1", making.PARAGRAPH, "Глава 2", making.NOTE]
    assert [part.strip() for part in text.split("\n\n")] == expected


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_line_ends_are_read_as_python_reads_them(tmp_path: Path, ends: str) -> None:
    path = tmp_path / "старый.txt"
    path.write_bytes(f"Правило 1{ends}Колода{ends}\fПравило 2".encode())
    text = read_text(path)
    assert text.text == path.read_text(encoding="utf-8") == "Правило 1\nКолода\n\fПравило 2"
    assert (text.encoding, text.format, text.file) == ("utf-8", "txt", "старый.txt")


def test_offsets_in_a_utf8_file_with_a_mark_are_pythons_own(tmp_path: Path) -> None:
    path = tmp_path / "блокнот.md"
    path.write_bytes("\ufeffПравило 1".encode())
    assert read_text(path).text == path.read_text(encoding="utf-8") == "\ufeffПравило 1"


@pytest.mark.parametrize(
    ("number", "alphabet", "expected"), [(1, "абв", "а"), (3, "абв", "в"), (5, "абв", "бб")]
)
def test_letters_of_list_points(number: int, alphabet: str, expected: str) -> None:
    assert letters(number, alphabet) == expected


@settings(deadline=None)
@given(st.integers(min_value=1, max_value=3999))
def test_roman_numerals_read_back(number: int) -> None:
    values = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
    written = [values[sign] for sign in roman(number)]
    pairs = zip(written, [*written[1:], 0], strict=True)
    assert sum(-one if one < after else one for one, after in pairs) == number


def test_the_limit_is_told_before_the_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "шум.txt"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES * 2)
    with pytest.raises(ReadingError, match="200 МБ"):
        read_text(path)
