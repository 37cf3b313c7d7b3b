"""Side files: what is known about a text but not said in it."""

from pathlib import Path

import pytest

from corpus.curation import Curation, load_curation, parse_curation
from corpus.document import Kind
from corpus.errors import SettingsError
from corpus.read import read_documents

TEXT = """\
Комитет постановил, что определение адекватно.

При этом натуральное открытие не конвенционно.

2. Комитет подтвердил Правило 64А2.

Судья назначает результат.
"""


def place(words: str) -> dict[str, object]:
    start = TEXT.index(words)
    return {"start": start, "end": TEXT.index("\n", start), "quote": words}


SIDE_FILE: dict[str, object] = {
    "about": "английский протокол",
    "documents": [
        {
            "start": 0,
            "end": TEXT.index("Судья"),
            "id": "minutes-1998-08-24",
            "title": "Лилль",
            "kind": "minutes",
            "date": "1998-08-24",
            "edition": "1997",
        },
        {
            "start": TEXT.index("Судья"),
            "end": len(TEXT),
            "id": "rules",
            "title": "Правила",
            "kind": "laws",
            "edition": "1997",
        },
    ],
    "headings": [
        {
            "start": TEXT.index("Судья"),
            "quote": "Судья",
            "title": "Правило 12C",
            "slug": "12C",
            "law": "12C",
            "confidence": "high",
            "evidence": "оглавление",
        }
    ],
    "items": [
        {
            **place("Комитет постановил"),
            "meeting": "1998-08-24 or 1998-08-30",
            "date": "1998-08-24",
            "item": "3",
            "targets": ["DEF:Convention"],
            "laws": ["12C1"],
            "confidence": "medium",
            "evidence": "White Book 2004",
            "basis": "law_text_read",
            "alternatives": [{"law": "25B2", "confidence": "low", "why": "тоже"}],
        },
        {**place("При этом"), "continues": True},
    ],
}


def test_a_side_file_cuts_a_text_into_documents_and_says_what_they_are() -> None:
    minutes, laws = read_documents(TEXT, "t.txt", None, parse_curation(SIDE_FILE))
    assert (minutes.meta.id, minutes.meta.kind) == ("minutes-1998-08-24", Kind.MINUTES)
    first, second = minutes.units
    assert first.text.count("\n\n") == 1
    assert first.date == "1998-08-24"
    assert first.label.startswith("Протокол 24.08 или 30.08.1998")
    assert first.attribution[0].laws == ("12C1",)
    assert first.attribution[0].alternatives == ("25B2 · low · тоже",)
    assert second.id == "minutes-1998-08-24/2"
    assert [(u.id, u.number, u.curated) for u in laws.units] == [
        ("rules/12", "12", True),
        ("rules/12C", "12C", True),
    ]
    assert laws.units[1].attribution[0].evidence == "оглавление"
    assert laws.gaps[-1].kind == "lost-heading"


def test_a_side_file_for_another_text_is_refused() -> None:
    curation = parse_curation(SIDE_FILE)
    with pytest.raises(SettingsError, match="другой версии текста"):
        read_documents("Предисловие. " + TEXT, "t.txt", None, curation)
    with pytest.raises(SettingsError, match=r"ожидались слова|выходит за конец"):
        read_documents(TEXT[:40], "t.txt", None, curation)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ([], "ожидался объект"),
        ({"documents": {}}, "documents должно быть списком"),
        ({"documents": ["x"]}, "documents[0]: ожидался объект"),
        ({"unknown": 1}, "неизвестные поля unknown"),
        ({"items": [{"start": -1, "end": 2}]}, "целым числом"),
        ({"items": [{"start": 0, "end": True}]}, "целым числом"),
        ({"items": [{"start": 5, "end": 2}]}, "конец раньше начала"),
        ({"items": [{"start": 0, "end": 2, "confidence": "sure"}]}, "уверенность «sure»"),
        ({"items": [{"start": 0, "end": 2, "laws": "12C"}]}, "laws должно быть списком"),
        ({"items": [{"start": 0, "end": 2, "laws": [12]}]}, "laws должно быть списком"),
        ({"items": [{"start": 0, "end": 2, "continues": "да"}]}, "true или false"),
        ({"headings": [{"start": 0, "title": "Имя"}]}, "нет поля slug"),
        ({"about": 5}, "about должно быть строкой"),
        (
            {"documents": [{"start": 0, "end": 9, "id": "a", "title": "А", "kind": "book"}]},
            "вид «book» неизвестен",
        ),
    ],
)
def test_a_wrong_side_file_is_one_clear_line(data: object, says: str) -> None:
    with pytest.raises(SettingsError) as caught:
        parse_curation(data, "моё.curation.json")
    message = str(caught.value)
    assert says in message
    assert "\n" not in message
    assert message.startswith("моё.curation.json")


def test_documents_of_a_side_file_may_not_overlap() -> None:
    one = {"start": 0, "end": 9, "id": "a", "title": "А", "kind": "prose"}
    with pytest.raises(SettingsError, match="перекрываются"):
        parse_curation({"documents": [one, {**one, "start": 5, "id": "b"}]})
    with pytest.raises(SettingsError, match="с одним именем"):
        parse_curation({"documents": [one, {**one, "start": 9, "end": 12}]})


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe{}", b"[" * 50_000])
def test_a_file_that_is_no_json_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.curation.json"
    path.write_bytes(content)
    with pytest.raises(SettingsError, match=r"x\.curation\.json"):
        load_curation(path)


def test_an_empty_side_file_says_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.curation.json"
    path.write_text("{}", encoding="utf-8")
    assert load_curation(path) == Curation()


@pytest.mark.parametrize(
    ("meta", "says"),
    [
        ({"kind": "book"}, "вид «book» неизвестен"),
        ({"id": "протокол 1"}, "не годится"),
        ({"numbering": "greek"}, "нумерация «greek»"),
        ({"colour": "red"}, "неизвестные поля"),
    ],
)
def test_wrong_metadata_is_one_clear_line(meta: dict[str, str], says: str) -> None:
    with pytest.raises(SettingsError, match=says):
        read_documents(TEXT, "t.txt", meta)
