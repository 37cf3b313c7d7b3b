"""Text that remembers where every character came from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.aligned import AlignedText, Change, Edit
from corpus.span import Span


def test_an_untouched_text_maps_one_to_one() -> None:
    text = AlignedText.of("Правило 16")
    assert text.origin(8, 10) == Span(8, 10)
    assert text.clean(8, 10) == Span(8, 10)


def test_a_deleted_stretch_is_skipped_and_a_replaced_one_taken_whole() -> None:
    text = AlignedText.of("прису-\nждённый Öн").edit([Edit(5, 7, ""), Edit(15, 16, "Г-")])
    assert text.text == "присуждённый Г-н"
    assert text.origin(0, 12).of(text.original) == "прису-\nждённый"
    assert text.origin(13, 15) == text.origin(14, 15) == Span(15, 16)
    assert text.clean(15, 16) == Span(13, 15)


def test_a_map_survives_further_edits() -> None:
    once = AlignedText.of("a  b  c").edit([Edit(1, 3, " "), Edit(4, 6, " ")])
    twice = once.edit([Edit(1, 4, "-")])
    assert twice.text == "a-c"
    assert twice.origin(1, 2).of(twice.original) == "  b  "


@pytest.mark.parametrize(
    ("stretch", "back"),
    [((0, 2), (0, 3)), ((2, 5), (1, 4)), ((2, 3), (1, 3)), ((0, 1), (0, 1)), ((4, 5), (3, 4))],
)
def test_a_replaced_stretch_that_is_touched_is_found_whole(
    stretch: tuple[int, int], back: tuple[int, int]
) -> None:
    text = AlignedText.of("абвгд").edit([Edit(1, 4, "XX")])
    assert text.clean(*stretch) == back


@pytest.mark.parametrize(
    "edits", [[Edit(2, 1, "")], [Edit(0, 9, "")], [Edit(2, 3, ""), Edit(1, 2, "")]]
)
def test_edits_that_overlap_or_leave_the_text_are_refused(edits: list[Edit]) -> None:
    with pytest.raises(ValueError, match="overlap"):
        AlignedText.of("слово").edit(edits)


def test_an_empty_text_has_a_place_for_nothing() -> None:
    text = AlignedText.of("")
    assert text.origin(0, 0) == Span(0, 0)
    assert text.edit([Edit(0, 0, "новое")]).text == "новое"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Edit(2, 4, "XXXX"), [Edit(4, 4, "Y")]),  # put into a replaced stretch
        (Edit(2, 5, "XX"), [Edit(2, 3, "YYY")]),  # in place of its half
        (Edit(2, 5, "XX"), [Edit(3, 4, "")]),
        (Edit(2, 3, "XX"), [Edit(3, 3, "Y")]),
        (Edit(2, 5, "XX"), [Edit(1, 3, "Y")]),  # over its edge
        (Edit(2, 4, "XX"), [Edit(3, 5, "Y")]),
        (Edit(2, 3, "XX"), [Edit(3, 3, "Y"), Edit(5, 6, "")]),  # with others around it
        (Edit(2, 3, "XX"), [Edit(1, 1, "Y"), Edit(3, 3, "Y"), Edit(5, 5, "Y")]),
        (Edit(2, 3, "XXX"), [Edit(1, 1, "Y"), Edit(3, 4, ""), Edit(6, 6, "Y")]),
    ],
)
def test_a_replaced_stretch_that_is_cut_keeps_one_place(first: Edit, second: list[Edit]) -> None:
    text = AlignedText.of("абвгде").edit([first]).edit(second)
    _check_runs(text)
    assert text.origin(0, len(text.text)) == Span(0, 6)
    kept = [place for place, char in enumerate(text.text) if char not in "XY"]
    assert [text.origin(place, place + 1).of("абвгде") for place in kept] == [
        text.text[place] for place in kept
    ]


def _check_runs(text: AlignedText) -> None:
    """Runs follow one another in both texts; the places of characters never run backwards."""
    assert list(text.clean_starts) == sorted(set(text.clean_starts))
    bounds = [0]
    for start, end in zip(text.origin_starts, text.origin_ends, strict=True):
        bounds += [start, end]
    assert bounds == sorted(bounds)
    places = [text.origin(place, place + 1) for place in range(len(text.text))]
    assert places == sorted(places)
    assert [place.end for place in places] == sorted(place.end for place in places)


@st.composite
def _edited(draw: st.DrawFn) -> tuple[AlignedText, list[Change]]:
    """A text after some rounds of random edits, and the edits of the last round."""
    text = AlignedText.of(draw(st.text("абв \n", max_size=40)))
    changes: list[Change] = []
    for _ in range(draw(st.integers(1, 3))):
        cuts = sorted(draw(st.lists(st.integers(0, len(text.text)), max_size=8)))
        pairs = zip(cuts[::2], cuts[1::2], strict=False)
        changes = [(a, b, draw(st.text("XYZ", max_size=3))) for a, b in pairs]
        text = text.rewrite(changes)[0]
    return text, changes


@given(_edited())
def test_what_was_kept_is_found_at_its_place(case: tuple[AlignedText, list[Change]]) -> None:
    text, _ = case
    _check_runs(text)
    last = 0
    for place, char in enumerate(text.text):
        span = text.origin(place, place + 1)
        assert 0 <= span.start <= span.end <= len(text.original)
        assert span.start >= last
        last = span.start
        if char not in "XYZ":
            assert span.of(text.original) == char


@given(_edited(), st.integers(0, 60), st.integers(0, 60))
def test_a_stretch_has_the_place_of_its_parts(
    case: tuple[AlignedText, list[Change]], a: int, b: int
) -> None:
    text, _ = case
    start, end = sorted((min(a, len(text.text)), min(b, len(text.text))))
    whole = text.origin(start, end)
    for place in range(start, end):
        assert whole.contains(text.origin(place, place + 1))


@given(_edited(), st.integers(0, 45), st.integers(0, 45))
def test_the_way_back_finds_what_came_from_a_stretch(
    case: tuple[AlignedText, list[Change]], a: int, b: int
) -> None:
    text, _ = case
    start, end = sorted((min(a, len(text.original)), min(b, len(text.original))))
    back = text.clean(start, end)
    for place in range(len(text.text)):
        span = text.origin(place, place + 1)
        if start < span.end and span.start < end and span.start < span.end and start < end:
            assert back.start <= place < back.end
        if span.start < span.end and (span.end <= start or span.start >= end):
            assert not back.start <= place < back.end
