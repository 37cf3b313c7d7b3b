"""The grammar of a query and the law numbers in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.errors import QueryError
from search.lawrefs import find_laws
from search.query import parse


def shape(query: str) -> list[tuple[str, str]]:
    return [("-" * a.negative + a.form, a.text) for a in parse(query).atoms]


@pytest.mark.parametrize(
    ("query", "atoms"),
    [
        ("карта хода", [("words", "карта хода")]),
        ('"карта хода" масть', [("phrase", "карта хода"), ("words", "масть")]),
        ("«карта хода»", [("phrase", "карта хода")]),
        ("“карта хода”", [("phrase", "карта хода")]),
        ('"карта хода', [("words", "карта хода")]),
        ("клейм -уступка", [("words", "клейм"), ("-words", "уступка")]),
        ('-"карта хода"', [("-phrase", "карта хода")]),
        ("фальш* карта", [("prefix", "фальш"), ("words", "карта")]),
        ("плюс-минус - 3", [("words", "плюс-минус"), ("words", "3")]),
        (
            "клейм ИЛИ уступка взятки",
            [("words", "клейм"), ("words", "уступка"), ("words", "взятки")],
        ),
        ("клейм или уступка", [("words", "клейм или уступка")]),
        ("ИЛИ", []),
        ("вид:протокол карта", [("words", "карта")]),
        ("время: 10", [("words", "время: 10")]),
        ("", []),
        ("* ** !", []),
    ],
)
def test_atoms(query: str, atoms: list[tuple[str, str]]) -> None:
    assert shape(query) == atoms


@pytest.mark.parametrize(
    ("query", "filters"),
    [
        ("вид:протокол", {"kinds": ["minutes"]}),
        ("вид:протокол,комментарий", {"kinds": ["minutes", "commentary"]}),
        ("издание:1997 закон:31А2(в)", {"editions": ["1997"], "laws": ["31A2(b)"]}),
        ("с:2000 по:2001-10-30", {"since": "2000", "until": "2001-10-30"}),
        ("год:1998", {"since": "1998", "until": "1998"}),
        ("документ:minutes-2000-01-12", {"documents": ["minutes-2000-01-12"]}),
        ("KIND:minutes", {"kinds": ["minutes"]}),
    ],
)
def test_filters(query: str, filters: dict[str, object]) -> None:
    assert parse(query).filters.to_json() == filters


def test_words_joined_by_or_are_one_group() -> None:
    groups = [atom.group for atom in parse("а ИЛИ б OR в | г д").atoms]
    assert groups == [1, 1, 1, 1, 2]


def test_a_very_long_query_is_cut_and_says_so() -> None:
    assert parse("слово " * 10_000).cut
    assert not parse("слово").cut


@given(st.text())
def test_no_text_breaks_the_grammar(query: str) -> None:
    try:
        atoms = parse(query).atoms
    except QueryError:
        atoms = ()
    assert all(atom.text for atom in atoms)


@pytest.mark.parametrize(
    ("query", "laws"),
    [
        ("закон 16", [("16",)]),
        ("Правило 63А3", [("63A3",)]),
        ("63А3", [("63A3",)]),
        ("63а3", [("63A3",)]),
        ("31А2(в)", [("31A2(b)",)]),
        ("L27B1", [("27B1",)]),
        ("law 12C1(e)", [("12C1(e)",)]),
        ("64ф2", [("64A2",)]),
        ("ст. 27", [("27",)]),
        ("§ 27", [("27",)]),
        ("Правила 69, 70 и 71", [("69",), ("70",), ("71",)]),
        ("чем 63 связано с 69", [("63",), ("69",)]),
        ("13 карт", []),
        ("12 взяток", []),
        ("60%", []),
        ("25 минут на сдачу", []),
        ("плюс-минус 3 импа", []),
        ("3 БК", []),
        ("1NT", []),
        ("7БК", []),
        ("17.4", []),
        ("в 1997 году", []),
        ("12 января 2000", []),
        ("закон 0", []),
        ("ход 5", []),
    ],
)
def test_law_numbers(query: str, laws: list[tuple[str, ...]]) -> None:
    found = [mention.targets for mention in find_laws(query, lambda _: False)]
    assert [targets[:1] for targets in found] == [targets[:1] for targets in laws]


def test_a_number_without_its_word_is_less_sure() -> None:
    assert not find_laws("63", lambda _: False)[0].sure
    assert find_laws("Правило 63", lambda _: False)[0].sure
