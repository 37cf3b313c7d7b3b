"""Corrections: the right word first, and nothing corrected that is right."""

import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.folding import fold
from search.lexicon import bundled, is_known
from search.spelling import Speller

TEXTS = Path(__file__).resolve().parents[2] / "corpus" / "texts"
LETTERS = "абвгдежзийклмнопрстуфхцчшщъыьэюя"


@pytest.fixture(scope="module")
def counts() -> Counter[str]:
    words: Counter[str] = Counter()
    for path in sorted(TEXTS.glob("*.txt")):
        for word in path.read_text(encoding="utf-8").split():
            plain = fold(word.strip(".,;:!?()[]“”\"'«»-—…¶*"))
            if plain and all(c in LETTERS for c in plain):
                words[plain] += 1
    return words


@pytest.fixture(scope="module")
def speller(counts: Counter[str]) -> Speller:
    return Speller({**dict.fromkeys(bundled().forms, 0), **counts}, is_known)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("притензия", "претензия"),
        ("фальшренос", "фальшренонс"),
        ("фальшриносс", "фальшренонс"),
        ("аппеляция", "апелляция"),
        ("апиляция", "апелляция"),
        ("аппеляционом", "апелляционном"),
        ("алертт", "алерт"),
        ("дисцеплинарное", "дисциплинарное"),
        ("искуственный", "искусственный"),
        ("манерезм", "манеризм"),
        ("калебания", "колебания"),
        ("недостаточьное", "недостаточное"),
        ("разигрывающий", "разыгрывающий"),
        ("вестующий", "вистующий"),
        ("балван", "болван"),
        ("рекнотра", "реконтра"),
        ("регламентт", "регламент"),
        ("Деноменация", "деноминация"),
        ("ытрзщк", None),
    ],
)
def test_the_likeliest_word_comes_first(speller: Speller, typed: str, meant: str | None) -> None:
    found = speller.correct(typed)
    assert [s.text for s in found[:1]] == ([meant] if meant else [])


@pytest.mark.parametrize(("typed", "meant"), [("неудар", "не удар"), ("нетзаявки", "нет заявки")])
def test_words_run_together_are_split(typed: str, meant: str) -> None:
    small = Speller({"не": 9, "удар": 1, "нет": 3, "заявки": 4, "биддинг-бокс": 2})
    assert small.correct(typed)[0].text == meant


def test_a_lost_hyphen_is_put_back() -> None:
    small = Speller({"биддинг-бокс": 2, "бокс": 1, "кю-бид": 1})
    assert small.correct("биддингбокс")[0].text == "биддинг-бокс"
    assert small.correct("кюбид")[0].text == "кю-бид"


def test_words_torn_apart_are_joined(speller: Speller) -> None:
    joined = speller.join("фальш", "ренонс")
    assert joined is not None
    assert joined.text == "фальшренонс"
    assert speller.join("не", "дал") is None


@pytest.mark.parametrize(
    "typed",
    [
        "претензия",
        "ПРЕТЕНЗИЯ",
        "пас",
        "ПО",
        "ВБФ",
        "NT",
        "64А2",
        "63a3",
        "12.14",
        "1NT",
        "",
    ],
)
def test_right_words_numbers_and_abbreviations_stay(speller: Speller, typed: str) -> None:
    assert speller.correct(typed) == []


def test_a_dictionary_word_is_only_a_question(speller: Speller) -> None:
    found = speller.correct("клеим")
    assert found[0].text == "клейм"
    assert not any(s.sure for s in found)


def typo(word: str, rng: random.Random) -> str:
    at = rng.randrange(len(word) - 1)
    return [
        word[:at] + word[at + 1 :],
        word[:at] + rng.choice(LETTERS) + word[at:],
        word[:at] + rng.choice(LETTERS) + word[at + 1 :],
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
    ][rng.randrange(4)]


def test_one_slip_is_put_right_95_times_in_100(speller: Speller, counts: Counter[str]) -> None:
    rng = random.Random(1997)
    words = sorted(w for w in counts if len(w) >= 5)
    right = tried = 0
    while tried < 300:
        word = rng.choice(words)
        typed = typo(word, rng)
        if len(typed) < 4 or typed in counts or bundled().has(typed) or is_known(typed):
            continue
        tried += 1
        right += [s.text for s in speller.correct(typed, 1)] == [word]
    assert right / tried >= 0.95, f"{right} of {tried}"


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=30))
def test_any_word_is_taken(text: str) -> None:
    small = Speller({"претензия": 3, "биддинг-бокс": 1, "не": 5, "дал": 2})
    for found in (small.correct(text), small.correct("прет" + text)):
        assert [s.cost for s in found] == sorted(s.cost for s in found)


def test_frequency_breaks_a_tie_and_order_is_fixed() -> None:
    small = Speller({"взятка": 9, "взятки": 30, "взятку": 30})
    assert [s.text for s in small.correct("взятк")] == ["взятки", "взятку", "взятка"]
