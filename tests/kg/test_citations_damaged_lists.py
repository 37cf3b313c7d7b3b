"""Numbers whose digits were recognised as letters, alone and in a list: found, never sure."""

import pytest
from citation_tables import document

from corpus.document import Kind
from kg.citations import cite

TEXTS = [
    ("Правило 7З не применяется.", [("7З", ["73"], "unverified")]),
    ("Правило 1б не применяется.", [("1б", ["16", "1B"], "ambiguous")]),
    (
        "Правила 9, 1O и 11 применяются здесь.",
        [
            ("9", ["9"], "resolved"),
            ("1O", ["10"], "unverified"),
            ("11", ["11"], "resolved"),
        ],
    ),
    (
        "Правила б2, 63 и б4 применяются.",
        [
            ("б2", ["62"], "unverified"),
            ("63", ["63"], "resolved"),
            ("б4", ["64"], "unverified"),
        ],
    ),
    ("Правила 1б и 17.", [("1б", ["16", "1B"], "ambiguous"), ("17", ["17"], "resolved")]),
    # a number that counts, a word that begins a sentence
    ("Правило 12, З взятки.", [("12", ["12"], "resolved")]),
    ("Правила 12, 1З очков.", [("12", ["12"], "resolved")]),
    ("Правила 12 и О них.", [("12", ["12"], "resolved")]),
]


@pytest.mark.parametrize(("text", "expected"), TEXTS)
def test_damaged_numbers(text: str, expected: list[tuple[str, list[str], str]]) -> None:
    cited = cite(document(text, Kind.MINUTES, "1997"))
    found = [(one.surface, list(one.targets), one.status) for one in cited if one.kind == "law"]
    assert found == expected
