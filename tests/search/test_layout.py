"""Words typed on the wrong keyboard layout, both ways, and what must be left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.glossary import bundled as glossary
from search.layout import fix_layout, flip
from search.lexicon import is_known

ENGLISH = {
    word.lower()
    for concept in glossary().concepts.values()
    for name in (concept.pref_en, *concept.alt_en)
    for word in name.split()
}


def known(word: str) -> bool:
    return word.lower() in ENGLISH or is_known(word)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("afkmihtyjyc", "фальшренонс"),
        ("htrjynhf", "реконтра"),
        ("Ghtntypbz", "Претензия"),
        ("GHTNTYPBZ", "ПРЕТЕНЗИЯ"),
        ("vfcnm ,jkdfyf", "масть болвана"),
        ("gfc dyt jxthtlb", "пас вне очереди"),
        ("yt lfk d vfcnm", "не дал в масть"),
        ("hfpsuhsdf.obq", "разыгрывающий"),
        ("ghtntypbz,", "претензия,"),
        ('"afkmihtyjyc"', '"фальшренонс"'),
        ("bvgs", "импы"),
        ("UI jn gfhnythf", "UI от партнера"),
        ("pfzdrf 1NT", "заявка 1NT"),
        ("ghfdbkj 64", "правило 64"),
        ("кумщлу фаеук сдфшь", "revoke after claim"),
        ("шьз", "imp"),
        # a slip on top of the wrong layout is left to the speller
        ("afkmihtyjc", "фальшренос"),
        # a number typed blind in a query that is otherwise converted
        ("ghfdbkj 64f2", "правило 64A2"),
        ("64ф2", "64A2"),
        ("закон 64И2", "закон 64B2"),
        ("31у2(и)", "31E2(b)"),
        ("12ц3", "12C3"),
    ],
)
def test_converted(typed: str, meant: str) -> None:
    assert fix_layout(typed, known) == (meant, True)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "фальшренонс после претензии",
        "revoke after claim",
        "IMP",
        "1NT",
        "71c",
        "31А2(в)",
        "63А3",
        "Law 64A2",
        "7БК",
        "UI",
        "ТЕ",
        "игрок B",
        "31A2(b) b",
        "keyboard",
        "playwright",
        "Stayman Jacoby",
        "... ,,, ;;;",
        "12.14",
    ],
)
def test_left_alone(typed: str) -> None:
    assert fix_layout(typed, known) == (typed, False)


def test_a_question_mark_stays_one() -> None:
    assert fix_layout("bpdtcnyj kb?", known) == ("известно ли?", True)


@given(st.text(alphabet="абвгдежзийклмнопрстуфхцчшщъыьэюя", min_size=1, max_size=20))
def test_flipping_twice_gives_the_text_back(text: str) -> None:
    assert flip(flip(text)) == text


@given(st.text(max_size=60))
def test_any_text_is_taken_and_spaces_are_kept(text: str) -> None:
    fixed, changed = fix_layout(text, known)
    assert changed == (fixed != text)
    assert [c for c in fixed if c.isspace()] == [c for c in text if c.isspace()]
