"""What is shown of a passage: the words that matched, and nothing but text."""

import re
from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from search.analysis import Analyzer
from search.notions import Key
from search.ranking import Match
from search.snippets import LENGTH, marks, snippet

KEY = Key("lemma", "карта", 1.0, "карта")


def met(*places: tuple[int, int]) -> Match:
    return Match(KEY, 1.0, 1.0, places, "text")


def test_a_short_passage_is_shown_whole_with_its_marks() -> None:
    text = "Карта <b>хода</b> & масть."
    tokens = Analyzer().tokens(text)
    shown = snippet(text, tokens, [met((0, 1))], [1.0])
    assert shown == "<mark>Карта</mark> &lt;b&gt;хода&lt;/b&gt; &amp; масть."


def test_a_name_of_several_words_is_one_mark() -> None:
    text = "не дал пику в масть хода"
    tokens = Analyzer().tokens(text)
    assert marks(tokens, [met((0, 5)), met((2, 1))]) == [(0, 19)]


def test_a_long_passage_shows_where_most_matched() -> None:
    text = (
        "Первое слово. " + "Тут ничего нет. " * 60 + "Здесь карта и масть вместе. " + "И всё. " * 80
    )
    tokens = Analyzer().tokens(text)
    at = next(n for n, token in enumerate(tokens) if token.form == "карта")
    shown = snippet(text, tokens, [met((0, 1), (at, 1)), met((at + 2, 1))], [1.0, 1.0])
    assert "<mark>карта</mark> и <mark>масть</mark>" in shown
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert len(shown) < 2 * LENGTH


@given(
    st.text(alphabet="абв <>&\"'\n.", max_size=900),
    st.lists(st.tuples(st.integers(0, 200), st.integers(1, 3)), max_size=6),
)
def test_without_its_tags_a_snippet_is_a_stretch_of_the_text(
    text: str, places: list[tuple[int, int]]
) -> None:
    tokens = Analyzer().tokens(text)
    kept = tuple((start, length) for start, length in places if start < len(tokens))
    shown = snippet(text, tokens, [met(*kept)], [1.0])
    bare = unescape(re.sub("</?mark>", "", shown))
    assert bare.strip("…") in text
    assert not re.search("<(?!/?mark>)", shown)
