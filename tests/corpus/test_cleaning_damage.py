"""Whatever the damage: cleaning never raises, keeps every place, and is done after one time."""

from importlib.resources import files

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corpus.cleaning import Cleaned, clean
from corpus.document import Document
from corpus.read import read_documents

SOURCES = [
    entry.read_text(encoding="utf-8")
    for entry in sorted((files("corpus") / "texts").iterdir(), key=lambda e: e.name)
    if entry.name.endswith(".txt")
]
DAMAGE = [
    *("\n", "\n\n", "¶", "¶\n", " ", "   ", "-\n", "–\n", "\r\n", "\r", "\f", "\t", "\u00a0"),
    *("\u00ad", "\ufeff", "\u2028", "\ufffd", "\x00", "\ud800", "□", ", , , , .", "Öн ", "—", "–"),
    *("\n- 40 -\n", "\n- 44 -\n", "\n..page4\n", "\n----------\n", "\n== == == ==\n", "стр. 5\n"),
    *("1 2 3 4 5 6 7 8 9 10 11 12", "W N E S\n- 1NT p\n", "\n• ", "\nлюбой\nлюбой\n", "24", "*"),
    *("\n(i) ", "\na) ", "\n1. ", "\n17.4. ", "\nA.", "\nПравило 12. ИМЯ\n", "o", "C", "(", "«"),
    *("W    N    E    S\n          1♠   пас\n", "\n♠ Т В    ♠ 8 7", "\n2007\n", "2.1. ", " *)"),
    *("[24]", "²", "\n24 См.", "ПРОТОКОЛ 1 мая 1998\n", "\n# ", "\n1.2.3 "),
]


@st.composite
def _damaged(draw: st.DrawFn) -> str:
    source = draw(st.sampled_from(SOURCES))
    start = draw(st.integers(0, len(source) - 1))
    text = source[start : start + draw(st.integers(1, 700))]
    for _ in range(draw(st.integers(0, 10))):
        place = draw(st.integers(0, len(text)))
        match draw(st.integers(0, 3)):
            case 0 | 1:
                text = text[:place] + draw(st.sampled_from(DAMAGE)) + text[place:]
            case 2:
                text = text[:place] + text[place + draw(st.integers(1, 40)) :]
            case _:
                other = draw(st.integers(0, len(text)))
                text = text[:place] + text[other : other + draw(st.integers(1, 90))] + text[place:]
    return text


def _check_places(original: str, result: Cleaned) -> None:
    """Every repair is where it says, and every character that was not repaired is its own."""
    touched: set[int] = set()
    for repair in result.repairs:
        assert repair.span.of(original) == repair.before
        if not repair.kept:
            touched.update(range(repair.span.start, repair.span.end))
    last = 0
    for place, char in enumerate(result.text.text):
        span = result.text.origin(place, place + 1)
        assert last <= span.start <= span.end <= len(original)
        last = span.start
        if len(span) == 1 and span.start not in touched:
            assert original[span.start] == char


@given(_damaged())
@settings(max_examples=1600, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_damaged_texts_are_cleaned_once_and_keep_their_places(text: str) -> None:
    result = clean(text)
    _check_places(text, result)
    assert clean(result.text.text).text.text == result.text.text


@given(st.text(st.characters(), max_size=120))
@settings(max_examples=300, deadline=None)
def test_any_text_at_all_is_cleaned(text: str) -> None:
    result = clean(text)
    _check_places(text, result)
    assert clean(result.text.text).text.text == result.text.text


@given(
    _damaged(), st.sampled_from(["laws", "commentary", "minutes", "regulations", "appeals", None])
)
@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_damaged_texts_become_units_with_places(text: str, kind: str | None) -> None:
    documents = read_documents(text, "текст.txt", {"kind": kind})
    ids = [unit.id for document in documents for unit in document.units]
    assert len(ids) == len(set(ids))
    covered: list[tuple[int, int]] = []
    for document in documents:
        by_id = {unit.id: unit for unit in document.units}
        for unit in document.units:
            assert unit.body.of(document.clean.text) == unit.text
            assert unit.clean.contains(unit.body)
            assert unit.span == document.clean.origin(*unit.clean)
            assert unit.span.end <= len(text)
            assert unit.parent is None or unit.parent in by_id
            if unit.passage:
                covered.append(unit.clean)
    assert all(a[1] <= b[0] for a, b in zip(sorted(covered), sorted(covered)[1:], strict=False))
    _check_nothing_is_lost(text, documents)


def _check_nothing_is_lost(text: str, documents: tuple[Document, ...]) -> None:
    """Every printed character is in a passage or a heading, or was repaired and recorded."""
    places = set(range(len(text)))
    for document in documents:
        parents = {unit.parent for unit in document.units}
        for unit in document.units:
            if unit.passage or (unit.level == "heading" and unit.id not in parents):
                places.difference_update(range(*unit.span))
        for repair in document.repairs:
            assert repair.span.of(text) == repair.before
            places.difference_update(range(*repair.span))
    if documents:
        assert "".join(text[place] for place in sorted(places)).strip() == ""
