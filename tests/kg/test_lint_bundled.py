"""What the editor must see in the bundled texts."""

import re

import pytest
from linting import bundled, lint, originals, report

from kg.lint import Example, Finding, Level
from kg.lint.characters import TWINS

WORDING = (
    "Для целей Правил 69, 70 и 71 “нормальная” включает игру, которая для класса данного игрока "
    "была бы небрежной или плохой, но не противоречащей здравому смыслу."
)


def found(code: str, document: str = "") -> list[Finding]:
    return [f for f in report() if f.code == code and f.document.startswith(document)]


def test_every_finding_gives_the_very_words_and_their_line() -> None:
    for finding in report():
        text = originals()[finding.file]
        assert text[finding.span.start : finding.span.end] == finding.words
        line = text.split("\n")[finding.line - 1]
        first = finding.words.split("\n")[0]
        assert line[finding.column - 1 :].startswith(first)
        assert finding.excerpt[finding.mark.start : finding.mark.end].replace(" ", "") in (
            finding.words.replace("\t", " ").split("\n")[0].replace(" ", "")
        )
        if finding.fix is not None:
            assert finding.fix.span.of(text) != finding.fix.replacement


def test_the_unclear_note_of_69_to_71_with_the_committees_wording() -> None:
    (finding,) = found("F305")
    assert finding.words == "сноска к Правилам 69, 70 и 71"
    assert finding.unit == "minutes-2000-08-30/3"
    assert finding.suggestion == WORDING
    assert "Правилам 69, 70 и 71" in finding.message


def test_the_moved_note_of_law_17() -> None:
    (finding,) = found("F306")
    assert finding.words == "передвижение знака примечания"
    assert finding.unit == "minutes-1997-10-19/3"
    assert "Правилу 17" in finding.message
    assert "от его отмененной заявки" in finding.suggestion


def test_notes_named_by_a_whole_law() -> None:
    assert [f.words for f in found("F302")] == [
        "примечание к Правилу 17D",
        "сноска к Правилам 69, 70 и 71",
    ]


def test_every_number_with_a_letter_of_the_other_alphabet() -> None:
    marked = {(f.file, f.span) for f in found("N201")}
    _, citations = bundled()
    laws = {(c.file, c.span): c.surface for c in citations if c.kind == "law"}
    mixed = {
        place
        for place, words in laws.items()
        if any("\u0400" <= sign <= "\u04ff" and sign != "в" for sign in words)
    }
    assert marked == mixed
    assert len(marked) > 70
    for finding in found("N201"):
        assert finding.fix is not None
        assert all(f"U+{ord(s):04X}" in finding.message for s in finding.words if s in TWINS)
        assert re.fullmatch(r"[\x00-\x7f]+", finding.suggestion.replace("в", ""))


def test_the_message_names_the_place_and_the_character() -> None:
    finding = next(f for f in found("N201") if f.words == "71С")
    assert finding.message.startswith("«71С»: третий знак – кириллическая С (U+0421)")
    assert finding.suggestion == "71C"


def test_a_letter_with_two_readings_is_a_note_where_the_inventory_decides() -> None:
    for finding in found("N202"):
        assert (finding.level, finding.words, finding.suggestion) == (Level.NOTE, "в", "31A2(b)")
    assert len(found("N202")) == 2


def test_the_lost_suit_signs() -> None:
    (finding,) = found("S409")
    assert (finding.words, finding.document) == (" , , , ", "laws-1987")
    assert "4" in finding.message
    assert finding.level is Level.ERROR


def test_the_missing_pages_of_the_1987_laws() -> None:
    said = [f.message for f in found("S407")]
    for pages in ("41–43", "45–47", "49–51", "53–55"):
        assert sum(pages in message for message in said) == 1
    assert len(said) == 4


def test_the_lost_headings_of_the_minutes() -> None:
    headless = {f.document for f in found("S401") if "другой документ" in f.message}
    assert headless == {
        "minutes-1998-08-30",
        "minutes-2000-01-12",
        "minutes-2000-08-30",
        "minutes-2001-10-30",
        "regulations-2000-06",
    }
    pointing = {f.words: f.suggestion for f in found("S401", "minutes-1998")}
    assert pointing["Это Правило"] == "Правило 92D"
    titles = {f.suggestion for f in found("S401", "code-of-practice")}
    assert {"Голосование", "Этика", "Состав комитета", "Процедурные наказания"} <= titles
    assert found("S401", "laws-1987")


def test_43b2b_against_the_originals_43b2c() -> None:
    (finding,) = found("P601")
    assert (finding.words, finding.suggestion) == ("43B2(b)", "43B2(c)")
    assert finding.unit == "minutes-2000-01-12/3"


def test_one_notion_under_two_names() -> None:
    words = " ".join(f.message for f in found("T502", "commentary-1987-laws-12-16"))
    assert "нелегальная информация" in words
    assert "несанкционированная информация" in words


def test_extracts_that_start_and_end_in_mid_sentence() -> None:
    places = {(f.document, f.words) for f in found("S408")}
    assert places >= {
        ("commentary-1987-laws-12-16", "предлагает"),
        ("commentary-1987-laws-17-21", "(см."),
        ("laws-1987", "2.Нормальный розыгрыш"),
    }
    assert any(d == "commentary-1987-laws-17-21" and w.startswith("и") for d, w in places)


def test_the_misprints_and_the_quotation_left_open() -> None:
    misprints = {f.words: f.suggestion for f in found("T504")}
    assert set(misprints) == {"использоовать", "достатоыное", "длинее", "впоследствие"}
    assert misprints["достатоыное"] == "достаточное"
    assert "впоследствии" in misprints["впоследствие"]
    assert [f.words for f in found("S411", "code-of-practice")] == ["“"]


@pytest.mark.parametrize("code", ["R101", "R102"])
def test_what_cannot_be_told_is_not_called_wrong(code: str) -> None:
    """The bundled texts cite nothing that is known to be absent."""
    assert found(code) == []
    assert all(f.level is Level.NOTE for f in found("R107"))


def test_errors_are_few_and_certain() -> None:
    errors = {f.code for f in report() if f.level is Level.ERROR}
    assert errors <= {"S407", "S408", "S409", "R101", "R102", "R104"}


def test_findings_are_in_order_and_keys_are_their_own() -> None:
    keys = [f.key for f in report()]
    assert len(set(keys)) == len(keys)
    by_file: dict[str, list[Finding]] = {}
    for finding in report():
        by_file.setdefault(finding.file, []).append(finding)
    for group in by_file.values():
        assert group == sorted(group, key=lambda f: (f.span, f.code, f.message))


SAID_OF_NOTES = (
    (
        "Примечание к Правилу 21 признано неудачным и должно читаться так: «Заявка в силе».",
        ("F305", "Примечание к Правилу 21", "Заявка в силе"),
    ),
    (
        "Сноска к Правилу 25 неточна. Предлагается следующая редакция: “Заявка по ошибке”.",
        ("F305", "Сноска к Правилу 25", "Заявка по ошибке"),
    ),
    (
        "Комитет рекомендует заменить примечание к Правилу 17D текстом «Торговля продолжается».",
        ("F305", "примечание к Правилу 17D", "Торговля продолжается"),
    ),
    (
        "Сноска к Правилам 69, 70 и 71 вводит в заблуждение.",
        ("F305", "Сноска к Правилам 69, 70 и 71", ""),
    ),
    (
        "Решено перенести знак сноски в Правиле 21 и поставить его после слов «до заявки».",
        ("F306", "перенести знак сноски", "поставить знак сноски после слов «до заявки»"),
    ),
    (
        "Звёздочку в Правиле 25 надлежит переставить: ей место перед словом «заявка».",
        (
            "F306",
            "Звёздочку в Правиле 25 надлежит переставить",
            "поставить знак сноски перед словами «заявка»",
        ),
    ),
    ("Примечание к Правилу 16 вполне ясно.", None),
    ("Примечание: результат надо изменить следующим образом: «60 на 40».", None),
    ("Комитет обсудил сноску к Правилу 16 и перенёс заседание.", None),
)


@pytest.mark.parametrize(("sentence", "expected"), SAID_OF_NOTES)
def test_what_a_committee_says_of_notes_in_other_words(
    sentence: str, expected: tuple[str, str, str] | None
) -> None:
    said = [
        (f.code, f.words, f.suggestion)
        for f in lint(Example(f"1. {sentence}\n"))
        if f.code in ("F305", "F306")
    ]
    assert said == ([expected] if expected else [])
