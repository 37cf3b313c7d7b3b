"""The texts that come with the program: whole, addressable, with what is known about them."""

import hashlib
import json
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from corpus.document import Document, Unit
from corpus.read import bundled_documents, read_documents
from corpus.span import Span

SUMS = {
    "000_4596b52e269a95de.txt": "ad0ff19eeba90aabff092ffae2a988efb275397b844a4d05779376448bc53f9c",
    "001_ec7d169f183b412f.txt": "a23427f2a39166d1fe6665eb6b3f2f7e78e39eefdd9bca285582b0b715c027a2",
    "002_da6efc864040dd24.txt": "026ee5fd56a12f13779b8d46a484d3ab0ef2ec78f4b04428d7b89b26309098bb",
    "003_b5c128dfd93a3cf7.txt": "c45d5e0c76a40e85e456d673150a17ff99de7882f55f7fa5de1c0d3d177a8018",
}
"""SHA-256 of the files as they came."""

GOLD = Path(__file__).parents[1] / "data" / "passages.jsonl"


@pytest.fixture(scope="module")
def documents() -> tuple[Document, ...]:
    return bundled_documents()


@pytest.fixture(scope="module")
def units(documents: tuple[Document, ...]) -> dict[str, Unit]:
    return {unit.id: unit for document in documents for unit in document.units}


def test_the_texts_are_byte_for_byte_as_they_came() -> None:
    folder = files("corpus") / "texts"
    found = {
        hashlib.sha256(entry.read_bytes()).hexdigest()
        for entry in folder.iterdir()
        if entry.name.endswith(".txt")
    }
    assert found == set(SUMS.values())


def test_outputs_name_the_file_as_it_came(documents: tuple[Document, ...]) -> None:
    for document in documents:
        raw = document.original.encode("utf-8")
        assert hashlib.sha256(raw).hexdigest() == SUMS[document.meta.file]


def test_the_documents_are_the_ones_known(documents: tuple[Document, ...]) -> None:
    assert [d.meta.id for d in documents] == [
        "commentary-1987-laws-12-16",
        "commentary-1987-laws-17-21",
        "laws-1987",
        "minutes-1997-10-19",
        "minutes-1998-08-30",
        "code-of-practice-1999",
        "minutes-2000-01-12",
        "minutes-2000-08-30",
        "minutes-2001-10-30",
        "regulations-2000-06",
    ]


@pytest.mark.parametrize(
    ("unit_id", "number", "law", "date", "begins"),
    [
        ("laws-1987/12C2", "12C2", "12C2", "1987", "2. Оценочный результат"),
        ("laws-1987/16A1", "16A1", "16A1", "1987", "1. Когда такая информация дана"),
        ("commentary-1987/12.14", "12.14", "12", "1987", "12.14. В случае виновной стороны"),
        ("commentary-1987/17.4", "17.4", "17", "1987", "17.4. Если игрок вынимает карты"),
        ("commentary-1987/20.4(iii)", "20.4(iii)", "20", "1987", "(iii) После открытия карты"),
        ("minutes-2000-01-12/4", "4", None, "2000-01-12", "4. Комитет обратил внимание"),
        ("minutes-2001-10-30/10", "10", None, "2001-10-28", "10. Комитет согласился"),
        ("minutes-2001-10-30/12", "12", None, "2001-11-01", "12. Председатель отметил"),
        ("minutes-2001-10-30/16", "16", None, "2001-11-01", "16. Комитет подтвердил"),
    ],
)
def test_a_unit_is_found_by_the_name_one_would_cite(
    units: dict[str, Unit], unit_id: str, number: str, law: str | None, date: str, begins: str
) -> None:
    unit = units[unit_id]
    assert (unit.number, unit.law, unit.date) == (number, law, date)
    assert unit.text.startswith(begins)


def test_no_two_units_have_the_same_name(documents: tuple[Document, ...]) -> None:
    names = [unit.id for document in documents for unit in document.units]
    assert len(names) == len(set(names))
    for name in names:
        assert name.isascii()
        assert " " not in name


def test_the_date_of_an_item_comes_from_what_is_known_of_it(units: dict[str, Unit]) -> None:
    item = next(u for u in units.values() if u.span.start == 4073)
    assert item.date == "1998-09-01"
    assert item.attribution[0].laws == ("25B",)
    assert item.attribution[0].confidence == "high"


def test_a_doubtful_date_is_shown_as_doubtful(units: dict[str, Unit]) -> None:
    item = units["minutes-2000-01-12/10"]
    assert item.date == "2000-01-12"
    assert item.attribution[0].meeting == "2000-01-12 or 2000-01-20"
    assert item.label == "Протокол 12.01 или 20.01.2000, п. 10"


def test_lost_headings_are_put_back_and_marked(
    documents: tuple[Document, ...], units: dict[str, Unit]
) -> None:
    section = units["code-of-practice-1999/law-12c3"]
    assert section.curated
    assert section.heading == "Правило 12C3"
    assert section.heading not in section.text
    assert units["laws-1987/12C2"].curated
    assert not units["laws-1987/18A"].curated
    gaps = [gap.note for d in documents if d.meta.id == "laws-1987" for gap in d.gaps]
    assert "страницы 41–43 отсутствуют" in gaps
    assert "Правило 12A" in gaps


def test_lost_suit_signs_are_visible(units: dict[str, Unit]) -> None:
    assert units["laws-1987/18E"].text.endswith("NT (без козыря), □, □, □, □.")


def test_the_clean_words_are_the_words_of_the_place(documents: tuple[Document, ...]) -> None:
    for document in documents:
        touched = {p for r in document.repairs if not r.kept for p in range(*r.span)}
        for unit in document.units:
            for place in range(*unit.body):
                span = document.clean.origin(place, place + 1)
                assert unit.span.contains(span)
                if len(span) == 1 and span.start not in touched:
                    assert span.of(document.original) == document.clean.text[place]


def test_passages_cover_every_document_once(documents: tuple[Document, ...]) -> None:
    for document in documents:
        titles = [u.clean for u in document.units if u.level == "heading" and not u.passage]
        passages = sorted(unit.clean for unit in document.units if unit.passage)
        assert all(a.end <= b.start for a, b in pairwise(passages))
        end = min(unit.clean.start for unit in document.units)
        for span in sorted([*passages, *titles]):
            assert not document.clean.text[end : span.start].strip()
            end = max(end, span.end)


def gold() -> list[tuple[str, str, Span]]:
    """The 206 passages two assessors cut these files into: id, file, place."""
    rows = map(json.loads, GOLD.read_text(encoding="utf-8").splitlines())
    return [(row["pid"], row["file"], Span(row["start"], row["end"])) for row in rows]


def distance(unit: Unit, passage: Span) -> int:
    """By how many characters the unit's place differs from the passage's."""
    return abs(unit.span.start - passage.start) + abs(unit.span.end - passage.end)


def missed(documents: tuple[Document, ...]) -> list[str]:
    """The passages no single unit agrees with to within five per cent of their length."""
    found: dict[str, list[Unit]] = {}
    for document in documents:
        found.setdefault(document.meta.file, []).extend(u for u in document.units if u.passage)
    return [
        pid
        for pid, file, span in gold()
        if min(distance(unit, span) for unit in found[file]) > 0.05 * len(span)
    ]


def test_the_assessors_passages_are_units(documents: tuple[Document, ...]) -> None:
    assert len(gold()) == 206
    assert len(missed(documents)) <= 2


def test_form_alone_finds_nearly_all_of_them() -> None:
    """Without names, metadata or side files: what is lost are headings the file does not have."""
    plain: list[Document] = []
    for document in {d.meta.file: d for d in bundled_documents()}.values():
        plain.extend(read_documents(document.original, document.meta.file))
    assert len(missed(tuple(plain))) <= 8
