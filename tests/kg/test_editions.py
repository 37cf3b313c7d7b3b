"""Which provisions the editions have, and what is not known."""

import json
from pathlib import Path

import pytest

from corpus.errors import NotFoundError, SettingsError
from kg.editions import Existence, editions, inventory, load
from kg.provision import Letters, Provision, parse


@pytest.mark.parametrize(
    ("edition", "written", "existence"),
    [
        ("1997", "12C3", Existence.YES),
        ("1987", "12C3", Existence.NO),
        ("1987", "15C1", Existence.YES),
        ("1997", "15C1", Existence.NO),
        ("1987", "29C", Existence.NO),
        ("2017", "63C", Existence.NO),
        ("1997", "31A2(b)", Existence.YES),
        ("1997", "31A2(c)", Existence.UNKNOWN),
        ("1997", "5A", Existence.UNKNOWN),
        ("2017", "94", Existence.NO),
        ("1987", "94A", Existence.NO),
        ("2007", "93", Existence.YES),
    ],
)
def test_existence(edition: str, written: str, existence: Existence) -> None:
    assert inventory(edition).exists(parse(written)) is existence


def test_unconfirmed_is_plausible_but_proves_nothing() -> None:
    laws = inventory("1997")
    assert laws.plausible(parse("5A"))
    assert laws.exists(parse("5A")) is Existence.UNKNOWN


@pytest.mark.parametrize("edition", ["1987", "1997", "2007", "2017"])
def test_every_edition_has_93_laws_with_subjects(edition: str) -> None:
    laws = inventory(edition)
    assert [str(one) for one in laws.provisions() if not one.depth] == [
        str(number) for number in range(1, 94)
    ]
    assert all(laws.subject(number) and laws.subject(number, "en") for number in range(1, 94))
    assert not laws.confirmed & laws.unconfirmed
    assert all(up in laws.confirmed for one in laws.confirmed for up in one.ancestors)


def test_children_are_in_order() -> None:
    assert [str(one) for one in inventory("1997").children(Provision(12))] == ["12A", "12B", "12C"]


def test_an_unknown_edition_is_named_with_the_known_ones() -> None:
    with pytest.raises(NotFoundError, match="1987, 1997, 2007, 2017"):
        inventory("1932")


def test_a_users_translation_is_one_more_file(tmp_path: Path) -> None:
    path = tmp_path / "club.json"
    path.write_text(
        json.dumps(
            {
                "edition": "club",
                "letters": "cyrillic",
                "laws": [{"law": 27, "ru": "недостаточное назначение", "has": "27A 27B 27C1(c)"}],
            }
        ),
        encoding="utf-8",
    )
    own = load(path)
    assert own.letters is Letters.CYRILLIC
    assert own.exists(parse("27C1")) is Existence.YES
    assert list(editions([path])) == ["1987", "1997", "2007", "2017", "club"]


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"edition": "x"}', '{"edition": "x", "laws": [{"law": "abc"}]}']
)
def test_a_wrong_file_is_refused_in_one_line(tmp_path: Path, content: str) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        load(path)
    assert "\n" not in str(caught.value)
    assert "Опись издания" in str(caught.value)
