"""The algebra of law numbers."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.errors import QueryError
from kg.provision import Letters, Provision, between, candidates, normalise, parse

WRITTEN = {
    "71С": "71C",
    "71c": "71C",
    "31 А 2 (в)": "31A2(b)",
    "31а2(в)": "31A2(b)",
    "42B(3)": "42B3",
    "9A2(B)(1)": "9A2(b)(1)",
    "25B2b1": "25B2(b)(1)",
    "12.С.2": "12C2",
    "12-С-2": "12C2",
    "Правило 25В": "25B",
    "Правилу 12с2": "12C2",
    "Закон 16B1(a)": "16B1(a)",
    "ст. 27": "27",
    "§ 27": "27",
    "Law 12C1(e)": "12C1(e)",
    "L27B1": "27B1",
    " 7 ": "7",
    "12С2.": "12C2",
    "27Б": "27B",
    "80B2(k)": "80B2(k)",
    "20F5(b)(ii)": "20F5(b)(ii)",
}


@pytest.mark.parametrize(("written", "canonical"), WRITTEN.items())
def test_any_way_of_writing_has_one_canonical_form(written: str, canonical: str) -> None:
    assert normalise(written) == canonical


@pytest.mark.parametrize(
    "written", ["", "правило", "0", "1NT", "7БК", "2S", "12C0", "1987", "31A2(z)", "27 марта"]
)
def test_what_is_no_law_number_is_refused_in_russian(written: str) -> None:
    with pytest.raises(QueryError, match="не номер Правила"):
        parse(written)


@pytest.mark.parametrize(
    ("written", "letters", "readings"),
    [
        ("31А2(в)", Letters.LATIN, ["31A2(b)", "31A2(c)"]),
        ("31А2(в)", Letters.CYRILLIC, ["31A2(c)"]),
        ("31А2(б)", Letters.LATIN, ["31A2(b)"]),
        ("27В", Letters.LATIN, ["27B"]),
        ("27В", Letters.CYRILLIC, ["27C"]),
        ("27Г", Letters.CYRILLIC, ["27D"]),
        ("73Д1", Letters.LATIN, ["73D1", "73E1"]),
        ("73Д1", Letters.CYRILLIC, ["73E1"]),
        ("20Ф2", Letters.LATIN, ["20F2"]),
        ("7З", Letters.LATIN, []),
        ("16B1(b)", Letters.CYRILLIC, ["16B1(b)"]),
    ],
)
def test_a_doubtful_letter_keeps_its_readings(
    written: str, letters: Letters, readings: list[str]
) -> None:
    assert [str(one) for one in candidates(written, letters)] == readings


def test_parents_and_containment() -> None:
    item = parse("31A2(b)")
    assert [str(up) for up in item.ancestors] == ["31A2", "31A", "31"]
    assert str(item.parent) == "31A2"
    assert parse("31").contains(item)
    assert parse("31A2").contains(item)
    assert item.contains(item)
    assert not parse("31B").contains(item)
    assert not parse("3").contains(item)
    assert parse("31").parent is None


def test_order_is_reading_order() -> None:
    ordered = ["9", "9A", "9A2", "9A2(b)", "9A2(b)(1)", "9B", "12", "12C2", "12C10", "31A2(b)"]
    shuffled = sorted(ordered, key=lambda one: hash(one) % 7)
    assert [str(one) for one in sorted(map(parse, shuffled))] == ordered


@pytest.mark.parametrize(
    ("first", "last", "inside"),
    [
        ("62", "64", ["62", "63", "64"]),
        ("16A", "16C", ["16A", "16B", "16C"]),
        ("12C1", "12C3", ["12C1", "12C2", "12C3"]),
        ("27B1(a)", "27B1(b)", ["27B1(a)", "27B1(b)"]),
        ("64", "62", []),
        ("64", "64", []),
        ("16A", "17C", []),
        ("16A", "16C2", []),
    ],
)
def test_ranges(first: str, last: str, inside: list[str]) -> None:
    assert [str(one) for one in between(parse(first), parse(last))] == inside


@st.composite
def provisions(draw: st.DrawFn) -> Provision:
    parts = [
        draw(st.sampled_from("ABCDEFGHK")),
        str(draw(st.integers(1, 11))),
        draw(st.sampled_from("abcdefghk")),
        str(draw(st.integers(1, 9))),
    ]
    return Provision(draw(st.integers(1, 93)), tuple(parts[: draw(st.integers(0, 4))]))


@given(provisions())
def test_the_written_form_reads_back(provision: Provision) -> None:
    assert parse(str(provision)) == provision
    assert parse(str(provision).lower()) == provision


@given(provisions(), provisions())
def test_an_ancestor_contains_and_precedes_its_descendants(
    one: Provision, other: Provision
) -> None:
    if one != other and one.contains(other):
        assert one in other.ancestors
        assert one < other


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    for provision in candidates(text):
        assert parse(str(provision)) == provision


@pytest.mark.parametrize("words", ["12A{}!", "12{}!", "12A(1{}!", "Правило{}12A{}!", "12 A{}1{}x!"])
def test_white_space_without_end_takes_no_long_time(words: str) -> None:
    """Each of a thousand spaces could belong to any of nine places of the pattern."""
    started = process_time()
    with pytest.raises(QueryError):
        parse(words.replace("{}", " " * 5_000))
    assert process_time() - started < 1
