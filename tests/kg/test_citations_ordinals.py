"""Runs of ordinals and runs of the smallest parts: every item is found, and nothing else is."""

import pytest
from citation_tables import document

from corpus.document import Kind
from kg.citations import cite

RUNS = [
    ("Смотри Правила с 62-го по 64-е.", ["62", "63", "64"]),
    ("С 62-го по 64-е Правило говорится о ренонсах.", ["62", "63", "64"]),
    ("В двенадцатом и тринадцатом Правилах сказано иначе.", ["12", "13"]),
    ("Правила двенадцатое, тринадцатое и двадцать седьмое.", ["12", "13", "27"]),
    ("От двадцать седьмого до тридцатого Правила.", ["27", "28", "29", "30"]),
    ("В 12-м и 13-м Правилах сказано иначе.", ["12", "13"]),
    ("По 12-му и по 13-му Правилам.", ["12", "13"]),
    ("Правила 62-е и 63-е применяются.", ["62", "63"]),
    ("Правило 16-е применяется.", ["16"]),
    ("Статьи 12-я и 13-я, а также статья 16-я.", ["12", "13", "16"]),
    ("Law 12C1(e)(i) and (ii) applies.", ["12C1(e)(i)", "12C1(e)(ii)"]),
    (
        "Правило 12C1(e)(i), (ii) или (iii).",
        ["12C1(e)(i)", "12C1(e)(ii)", "12C1(e)(iii)"],
    ),
    # ordinals of other things
    ("Первое и второе правила вежливости.", []),
    ("Таковы правила 12-го и 13-го туров.", []),
    ("Таковы правила 12-го тура.", []),
    ("Правила 1-го стола и 2-го дивизиона.", []),
    ("Правила 162-е и 163-е.", []),
]


def found(text: str) -> list[str]:
    cited = cite(document(text, Kind.MINUTES, "1997"))
    return [target for one in cited if one.kind in ("law", "implicit") for target in one.targets]


@pytest.mark.parametrize(("text", "expected"), RUNS)
def test_every_law_of_a_run(text: str, expected: list[str]) -> None:
    assert set(found(text)) == set(expected)


@pytest.mark.parametrize(("text", "expected"), RUNS)
def test_the_words_shown_are_in_the_text(text: str, expected: list[str]) -> None:
    for one in cite(document(text, Kind.MINUTES, "1997")):
        assert text[one.span.start : one.span.end] == one.surface
        assert one.run.start <= one.span.start <= one.span.end <= one.run.end
