"""Every form of every announcing word, every ordinal from 1 to 93, nouns after numerals."""

from functools import cache

import pymorphy3
import pytest
from citation_tables import document

from corpus.document import Kind
from kg.citations import cite


def words(text: str) -> list[str]:
    return text.split()


ONES = words(
    "первое второе третье четвертое пятое шестое седьмое восьмое девятое десятое одиннадцатое"
    " двенадцатое тринадцатое четырнадцатое пятнадцатое шестнадцатое семнадцатое восемнадцатое"
    " девятнадцатое"
)
TENS = words(
    "двадцатое тридцатое сороковое пятидесятое шестидесятое семидесятое восьмидесятое девяностое"
)
ROUND = words("двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто")


@cache
def morph() -> pymorphy3.MorphAnalyzer:
    return pymorphy3.MorphAnalyzer()


def forms(word: str, part_of_speech: str = "NOUN") -> list[str]:
    """All forms of a noun, the neuter singular ones of an ordinal; nothing rare."""
    parse = next(one for one in morph().parse(word) if part_of_speech in one.tag)
    if part_of_speech == "ADJF":
        return sorted(
            {
                one.word
                for one in parse.lexeme
                if {"neut", "sing"} in one.tag and "Supr" not in one.tag
            }
        )
    return sorted({one.word for one in parse.lexeme if not one.tag.grammemes & {"V-be", "Infr"}})


def laws(text: str, kind: str = "law") -> list[str]:
    found = cite(document(text, Kind.MINUTES, "1997"))
    return [target for one in found if one.kind == kind for target in one.targets]


@pytest.mark.parametrize("word", ["правило", "закон", "статья"])
def test_every_form_announces_a_law(word: str) -> None:
    for form in forms(word):
        for written in (form, form.capitalize(), form.upper()):
            assert laws(f"согласно {written} 27, судья решает") == ["27"], written
            assert laws(f"согласно {written} 27В1, судья решает") == ["27B1"], written


@pytest.mark.parametrize("word", ["раздел", "пункт", "подпункт", "параграф", "часть"])
def test_every_form_announces_a_part(word: str) -> None:
    for form in forms(word):
        assert laws(f"согласно {form} 27В1, судья решает") == ["27B1"], form
        assert laws(f"согласно {form} А Правила 16") == ["16A"], form


def test_every_form_announces_a_note() -> None:
    for form in [*forms("примечание"), *forms("сноска")]:
        assert laws(f"текст {form} к Правилу 27", "footnote") == ["27#note"], form


def ordinal(number: int) -> tuple[str, str]:
    """The words before the last one, and the last one in the nominative."""
    if number < 20:
        return "", ONES[number - 1]
    tens = number // 10 - 2
    return ("", TENS[tens]) if not number % 10 else (ROUND[tens] + " ", ONES[number % 10 - 1])


@pytest.mark.parametrize("number", range(1, 94))
def test_every_ordinal_in_every_case(number: int) -> None:
    before, last = ordinal(number)
    for form in forms(last, "ADJF"):
        assert laws(f"Правило {before}{form} гласит") == [str(number)], form
        assert laws(f"{before}{form} Правило гласит") == [str(number)], form


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("нарушение правил 12 игроками", []),
        ("нарушение правил 12 игроков", []),
        ("правила 21 игрок знает", []),
        ("правила 22 игрок знает", ["22"]),
        ("по Правилам 12 и 16 игрок", ["12", "16"]),
        ("по Правилам 12 и 16 игроков", ["12"]),
        ("по Правилу 64, 2 взятки", ["64"]),
        ("по Правилу 64, 2 взяток", ["64"]),
    ],
)
def test_a_noun_that_agrees_with_the_numeral_is_counted(text: str, found: list[str]) -> None:
    assert laws(text) == found
