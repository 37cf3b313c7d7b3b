"""The game's dictionary: inflected forms find each other, ordinary words stay themselves."""

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.errors import SettingsError
from search import lexicon
from search.abbreviations import abbreviation_lemma

DATA = Path(__file__).resolve().parents[1] / "data"
HEADWORDS: dict[str, list[str]] = json.loads(
    (DATA / "headword_forms.json").read_text(encoding="utf-8")
)


def recall(forms: list[str]) -> float:
    """Share of ordered pairs of forms that share a lemma."""
    pairs = list(permutations(forms, 2))
    return sum(bool({*lexicon.lemmas(a)} & {*lexicon.lemmas(b)}) for a, b in pairs) / len(pairs)


def test_forms_of_a_headword_find_each_other() -> None:
    figures = {word: recall(forms) for word, forms in HEADWORDS.items()}
    assert len(figures) >= 52
    assert sum(figures.values()) / len(figures) >= 0.97, sorted(figures.items(), key=str)[:5]
    assert min(figures.values()) >= 0.9, min(figures.items(), key=lambda item: item[1])


@pytest.mark.parametrize(
    ("form", "lemma"),
    [
        ("пик", "пика"),
        ("пиками", "пика"),
        ("червей", "черва"),
        ("черви", "черва"),
        ("треф", "трефа"),
        ("бубён", "бубна"),
        ("алертов", "алерт"),
        ("кю–бидом", "кю-бид"),
        ("кюбидов", "кю-бид"),
        ("биддинг–боксов", "биддинг-бокс"),
        ("матч-пунктах", "матчпункт"),
        ("IMP", "имп"),
        ("Б/К", "бескозырь"),
        ("разыгрывающего", "разыгрывающий"),
        ("клаймом", "клейм"),
        ("ОНЁРАМИ", "онер"),
        ("заклеймил", "клейм"),
        ("блефовой", "блеф"),
        ("спасует", "пас"),
        ("апелляционному", "апелляция"),
        ("отменить", "отмена"),
    ],
)
def test_lemma_of_a_word_of_the_game(form: str, lemma: str) -> None:
    assert lemma in lexicon.lemmas(form)


@pytest.mark.parametrize(
    ("form", "not_lemma"),
    [
        ("паса", "пасти"),
        ("червей", "червь"),
        ("алерта", "алерот"),
        ("для", "длить"),
        ("после", "посол"),
        ("разыгрывающий", "разыгрывать"),
    ],
)
def test_lemma_that_would_mislead(form: str, not_lemma: str) -> None:
    assert not_lemma not in lexicon.lemmas(form)


@pytest.mark.parametrize(
    ("form", "lemmas"),
    [
        ("не", {"не"}),
        ("вне", {"вне"}),
        ("без", {"без"}),
        ("до", {"до"}),
        ("после", {"после"}),
        ("судьи", {"судья"}),
        ("право", {"право"}),
        ("туз", {"туз"}),
    ],
)
def test_ordinary_words_keep_their_lemma(form: str, lemmas: set[str]) -> None:
    assert lemmas <= set(lexicon.lemmas(form))


@pytest.mark.parametrize(
    ("form", "base"),
    [
        ("revokes", "revoke"),
        ("revoked", "revoke"),
        ("claiming", "claim"),
        ("unauthorised", "unauthorized"),
        ("penalties", "penalty"),
        ("bidding", "bid"),
        ("honours", "honor"),
        ("boxes", "box"),
        ("director's", "director"),
        ("passed", "pass"),
    ],
)
def test_english_forms(form: str, base: str) -> None:
    assert base in lexicon.lemmas(form)


def test_headword_is_shown_with_its_yo() -> None:
    assert lexicon.headword("онер") == "онёр"
    assert lexicon.headword("партнер") == "партнёр"
    assert lexicon.headword("неведомое") == "неведомое"


def test_forms_of_a_headword() -> None:
    assert {"кю-бид", "кю-бидом", "кюбидов"} <= set(lexicon.forms_of("кю-бид"))
    assert {"туз", "тузом", "тузы"} <= set(lexicon.forms_of("туз"))


@pytest.mark.parametrize(
    ("token", "heading", "lemma"),
    [
        ("ПО", False, "#по"),
        ("по", False, None),
        ("ПО", True, None),
        ("По", False, None),
        ("ВБФ", True, "#вбф"),
        ("вбф", False, "#вбф"),
        ("UI", False, "#ui"),
        ("ui", False, "#ui"),
        ("НИ", False, "#ни"),
        ("ни", False, None),
        ("стол", False, None),
    ],
)
def test_capitals_decide_on_abbreviations(token: str, heading: bool, lemma: str | None) -> None:
    assert abbreviation_lemma(token, heading=heading) == lemma


def test_compiled_forms_are_those_of_the_source() -> None:
    assert lexicon.COMPILED.read_text(encoding="utf-8") == lexicon.compile_bundled(), (
        "run python -m search.compile_language"
    )


def test_a_user_file_adds_words(tmp_path: Path) -> None:
    path = tmp_path / "my.tsv"
    path.write_text(
        "# мои слова\nбланк\nмизер\tмастер\tмизерок:класс\tмизерный\n", encoding="utf-8"
    )
    mine = lexicon.bundled().extended(path)
    assert mine.lemmas("мизера") == ("мизер",)
    assert mine.lemmas("мизерка") != ()
    assert set(mine.lemmas("мизерного")) == {"мизерный", "мизер"}
    assert mine.lemmas("пик") == ("пика",)
    assert mine.digest != lexicon.bundled().digest


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe\x00", "UTF-8"),
        ("пас\tкласс\tодин\tдва\tтри".encode(), "строка 1"),
        ("пас\n\tкласс".encode(), "строка 2"),
    ],
)
def test_a_broken_user_file_is_one_clear_line(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "bad.tsv"
    path.write_bytes(content)
    with pytest.raises(SettingsError, match=said) as error:
        lexicon.load(path)
    assert "\n" not in str(error.value)


def test_a_missing_user_file_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="не читается"):
        lexicon.load(tmp_path / "нет.tsv")


def test_many_threads_get_the_same_lemmas() -> None:
    words = sorted({form for forms in HEADWORDS.values() for form in forms})
    alone = [lexicon.lemmas(word) for word in words]
    lexicon.lemmas.cache_clear()
    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(lambda _: [lexicon.lemmas(word) for word in words], range(16)):
            assert found == alone


@given(st.text(max_size=30))
def test_any_token_has_lemmas(text: str) -> None:
    found = lexicon.lemmas(text)
    assert found
    assert len(set(found)) == len(found)


@pytest.mark.parametrize(
    ("lines", "word", "deeds", "meanings"),
    [
        ("дать\t*\t\tдавать", "давать", {"дать"}, set()),
        ("нечаянно\t~\t\tслучайно accidentally", "accidentally", set(), {"нечаянно", "случайно"}),
        # a word of two lines has the words of both, which are none of each other's
        ("а\t~\t\tб\nб\t~\t\tв", "б", set(), {"а", "в"}),
        ("а\t~\t\tб\nб\t~\t\tв", "а", set(), {"б"}),
        ("спорить\t*\t\tпоспорить\nспорить\t~\t\tdispute", "спорить", {"поспорить"}, {"dispute"}),
    ],
)
def test_words_that_stand_for_each_other(
    tmp_path: Path, lines: str, word: str, deeds: set[str], meanings: set[str]
) -> None:
    path = tmp_path / "words.tsv"
    path.write_text(lines + "\n", encoding="utf-8")
    read = lexicon.load(path)
    assert set(read.partners.get(word, ())) == deeds
    assert set(read.synonyms.get(word, ())) == meanings


def test_words_of_one_meaning_are_symmetric() -> None:
    synonyms = lexicon.bundled().synonyms
    assert len(synonyms) > 300
    for word, others in synonyms.items():
        assert word not in others
        assert all(word in synonyms[other] for other in others), word
