"""Words of a text: one shape, every lemma, capitals, law numbers; forms find each other."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.analysis import Analyzer, law_and_parents
from search.finder import build_index, open_finder
from search.normalise import normal_form
from search.passages import Passage

FORMS = json.loads(
    (Path(__file__).parents[1] / "data" / "headword_forms.json").read_text(encoding="utf-8")
)
LEAST_RECALL = 0.97


@pytest.mark.parametrize(
    ("raw", "form"),
    [
        ("Ещё", "еще"),
        ("биддинг–бокс", "биддинг-бокс"),
        ("инфор-\n  мации", "информации"),
        ("инфор\u00adмация", "информация"),
        ("пoмощью", "помощью"),  # a Latin o
        ("Cудья", "судья"),  # a Latin C
        ("71С", "71c"),
        ("31А2(в)", "31a2(b)"),
        ("и\u0306гра", "йгра"),
        ("NT", "nt"),
    ],
)
def test_one_shape_however_typed(raw: str, form: str) -> None:
    assert normal_form(raw) == form


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("Правило 63А3, п. 17.4", ["правило", "63a3", "п", "17.4"]),
        ("60% от 1NT", ["60", "%", "от", "1", "nt"]),
        ("инфор-\nмация", ["информация"]),
        ("слово—слово", ["слово", "слово"]),
        ("“впоследствии”", ["впоследствии"]),
        ("", []),
    ],
)
def test_words_of_a_text(text: str, forms: list[str]) -> None:
    assert [token.form for token in Analyzer().tokens(text)] == forms


def test_capitals_tell_a_player_from_a_preposition() -> None:
    (player, *_, preposition) = Analyzer().tokens("ПО вправе идти по")
    assert player.lemmas == ("#по",)
    assert preposition.lemmas == ("по",)
    (heading, *_) = Analyzer().tokens("ПО ПРАВИЛУ")
    assert heading.lemmas == ("по",)


def test_a_law_number_brings_what_it_lies_in() -> None:
    assert law_and_parents("31a2(b)") == ("31a2(b)", "31a2", "31a", "31")
    assert law_and_parents("69#note") == ("69#note", "69")
    assert law_and_parents("судья") == ("судья",)


@given(st.text(alphabet="абвАБ12()-–\n ёЁoc.,\u00ad", max_size=60))
def test_tokens_are_places_in_the_text_in_order(text: str) -> None:
    end = 0
    for token in Analyzer().tokens(text):
        assert end <= token.start < token.end <= len(text)
        assert token.lemmas
        end = token.end


def test_all_forms_of_a_headword_find_each_other(tmp_path: Path) -> None:
    """Mean recall over ordered pairs of forms: a passage holds one form, the query is another."""
    forms = sorted({form for listed in FORMS.values() for form in listed})
    build_index(
        [
            Passage(form, "words", form, "prose", "words.txt", 0, 0, f"{form} здесь")
            for form in forms
        ],
        tmp_path / "index",
    )
    finder = open_finder(tmp_path / "index")
    found = {
        form: {hit.passage.id for hit in finder.search(form, limit=100).hits} for form in forms
    }
    recalls = []
    for listed in FORMS.values():
        pairs = [(one, other) for one in listed for other in listed if one != other]
        if pairs:
            recalls.append(sum(other in found[one] for one, other in pairs) / len(pairs))
    assert sum(recalls) / len(recalls) >= LEAST_RECALL


@pytest.mark.parametrize(
    ("text", "lemma", "has"),
    [
        ("(см. Правило 16)", "смотреть", False),
        ("Смотри предшествующее положение", "смотреть", False),
        ("он смотрит карты", "смотреть", True),
        ("по Правилу 12С2", "12", False),
        ("по Правилу 12С2", "§12", True),
        ("двенадцать карт", "12", True),
        ("более 70% игроков", "процент", True),
        ("семьдесят процентов", "70", True),
    ],
)
def test_what_a_word_of_a_text_stands_for(text: str, lemma: str, has: bool) -> None:
    lemmas = {lemma for token in Analyzer().tokens(text) for lemma in token.lemmas}
    assert (lemma in lemmas) is has
