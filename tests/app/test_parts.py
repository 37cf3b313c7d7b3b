"""The small parts: markup, words, addresses, drawings, files to take along."""

import io
import json
import zipfile
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.aligned import AlignedText
from corpus.document import Document, Kind, Metadata
from corpus.span import Span
from kg.citation import Citation, Status
from ui import datasets, drawing, exports, labels, opened, words
from ui.drawing import Dot, Line
from ui.exports import Block
from ui.labels import Spot
from ui.markup import Tagged, esc, highlighted, marked, tagged
from ui.reading import text_html
from workspace import build, open_workspace

TAGS = ("<mark>", "</mark>")


@given(
    st.text(alphabet="аб<>&\"' \n", max_size=40),
    st.lists(st.tuples(st.integers(-3, 45), st.integers(-3, 45)), max_size=6),
)
def test_tagged_text_is_the_escaped_text_with_tags(text: str, spans: list[tuple[int, int]]) -> None:
    made = tagged(text, [Tagged(a, b, *TAGS) for a, b in spans])
    assert made.replace("<mark>", "").replace("</mark>", "") == esc(text)
    assert made.count("<mark>") == made.count("</mark>")


@given(st.text(max_size=60), st.lists(st.text(max_size=5), max_size=4))
def test_marking_words_never_lets_markup_through(text: str, found: list[str]) -> None:
    made = marked(text, found)
    assert made.replace("<mark>", "").replace("</mark>", "") == esc(text)


def test_of_a_snippet_only_marks_are_markup() -> None:
    assert highlighted("<b>a</b> <mark>x</mark>") == "&lt;b&gt;a&lt;/b&gt; <mark>x</mark>"


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "0 взяток"),
        (1, "1 взятка"),
        (2, "2 взятки"),
        (5, "5 взяток"),
        (11, "11 взяток"),
        (14, "14 взяток"),
        (21, "21 взятка"),
        (104, "104 взятки"),
        (111, "111 взяток"),
    ],
)
def test_plural(count: int, said: str) -> None:
    assert words.plural(count, "взятка", "взятки", "взяток") == said


@pytest.mark.parametrize(
    ("iso", "said"),
    [
        ("2001-10-30", "30 октября 2001"),
        ("2000-06", "июнь 2000"),
        ("2000-03", "март 2000"),
        ("2000-05", "май 2000"),
        ("2000-08", "август 2000"),
        ("1999", "1999"),
        ("", ""),
        (None, ""),
        ("весна", "весна"),
        ("2001-99-01", "2001-99-01"),
    ],
)
def test_date(iso: str | None, said: str) -> None:
    assert words.date(iso) == said


@pytest.mark.parametrize(
    ("surface", "label", "same"),
    [
        ("претензии", "претензия", True),
        ("Штрафную карту", "штрафная карта", True),
        ("клейм", "претензия", False),
        ("ревок", "ренонс", False),
        ("клейм оспорили", "оспоренная претензия", False),
        ("фальшренонса", "исправление фальшренонса", False),
        ("пас", "пасс", False),
    ],
)
def test_a_notion_that_is_the_word_itself_is_not_told(surface: str, label: str, same: bool) -> None:
    assert words.same_word(surface, label) is same


def citation(start: int, end: int, status: Status, *targets: str) -> Citation:
    span = Span(start, end)
    return Citation(
        unit="d/1",
        document="d",
        file="d.txt",
        span=span,
        run=span,
        surface="31А2(в)",
        kind="law",
        form="named",
        targets=targets,
        edition="1997",
        status=status,
        confidence=1.0,
        sentence="",
        sentence_span=span,
    )


TEXT = "По Правилу 31А2(в) и <i>так</i> далее."


def document(text: str) -> Document:
    meta = Metadata("d", "Документ", Kind.PROSE, "d.txt")
    return Document(meta, AlignedText.of(text), ())


@pytest.mark.parametrize(
    ("status", "targets", "expected"),
    [
        (Status.RESOLVED, ("31A2(b)",), 'class="cite resolved"'),
        (Status.DANGLING, ("31A2(b)",), 'class="cite dangling"'),
        (Status.AMBIGUOUS, ("31A2(b)", "31A2(c)"), '<span class="ambiguous"'),
    ],
)
def test_how_sure_a_reference_is_can_be_seen(
    status: Status, targets: tuple[str, ...], expected: str
) -> None:
    start = TEXT.index("31А2(в)")
    made = text_html(
        document(TEXT), Span(0, len(TEXT)), [citation(start, start + 7, status, *targets)]
    )
    assert expected in made
    assert all(f"law={t.replace('(', '%28').replace(')', '%29')}" in made for t in targets)
    assert "&lt;i&gt;" in made


EVIL = "<script>alert(1)</script> [x](javascript:alert(1)) **a** =1+1"


def test_what_is_taken_along_is_text_and_nothing_else() -> None:
    made = exports.markdown([Block("title", EVIL), Block("quote", EVIL)])
    assert "<script>" not in made
    assert "[x](" not in made
    cells = exports.table([{"a": "=1+1", "b": "@x"}, {"a": "-2", "b": "обычный"}]).decode()
    assert "'=1+1;'@x" in cells.replace("\r", "")
    assert exports.table([]).startswith(b"\xef\xbb\xbf")


def test_a_word_document_takes_any_characters() -> None:
    from docx import Document as Word

    made = exports.docx([Block("title", "a\x00\x0b\ud800"), Block("quote", EVIL)])
    said = [p.text for p in Word(io.BytesIO(made)).paragraphs]
    assert said[1] == EVIL


DOTS = [Dot("31A2", "31A2", "law"), Dot("a/1", "<b>", "minutes", "<i>")]
LINES = [Line("a/1", "31A2", "31А2", "{b} <img src=x>")]


def test_places_are_the_same_for_the_same_graph() -> None:
    ids = [dot.id for dot in DOTS]
    assert drawing.places(ids, LINES) == drawing.places(ids, LINES)
    assert drawing.places([], []) == {}
    assert set(drawing.places(["одна"], [])) == {"одна"}


def test_the_drawn_graph_holds_no_markup() -> None:
    at = drawing.places([dot.id for dot in DOTS], LINES)
    chart = drawing.chart(DOTS, LINES, at, "31A2")
    assert chart["tooltip"]["renderMode"] == "richText"
    assert "{" not in chart["series"][0]["links"][0]["tooltip"]["formatter"]
    json.dumps(chart)
    picture = ElementTree.fromstring(drawing.svg(DOTS, LINES, at, "31A2"))
    assert not [e for e in picture.iter() if e.tag.endswith(("img", "script", "}b", "}i"))]


def test_300_dots_are_drawn_with_the_labels_of_the_busiest() -> None:
    dots = [Dot(str(n), str(n), "law") for n in range(300)]
    lines = [Line(str(n), str(n % 17)) for n in range(17, 300)]
    at = drawing.places([d.id for d in dots], lines, 20)
    series = drawing.chart(dots, lines, at, "1")["series"][0]
    hidden = [d for d in series["data"] if d.get("label") == {"show": False}]
    assert len(series["data"]) == 300
    assert 300 - 45 <= len(hidden) < 300  # of the busiest those whose label finds room


@pytest.mark.parametrize(
    ("around", "side"),
    [
        ((), "right"),
        (("right",), "left"),
        (("right", "left"), "top"),
        (("right", "left", "top"), "bottom"),
    ],
)
def test_a_label_stands_where_there_is_room(around: tuple[str, ...], side: str) -> None:
    middle = Spot("31A2", 0, 0, 20, "31A2(b)")
    places = {"right": (30, 0), "left": (-30, 0), "top": (0, -20), "bottom": (0, 20)}
    dots = [Spot(name, *places[name], 16) for name in around]
    assert labels.sides([middle, *dots], (-200, -200, 200, 200))["31A2"] == side


def test_a_label_at_the_edge_stays_in_the_picture() -> None:
    spot = Spot("a", 190, 0, 20, "Протокол 12.01.2000")
    assert labels.sides([spot], (-200, -200, 200, 200))["a"] == "left"


def test_where_there_is_no_room_a_label_of_a_crowd_is_left_out() -> None:
    crowd = [Spot(str(n), n % 10 * 8, n // 10 * 8, 8) for n in range(100)]
    middle = Spot("x", 36, 36, 8, "Правило")
    bounds = (-10.0, -10.0, 90.0, 90.0)
    assert labels.sides([middle, *crowd], bounds, drop=True)["x"] is None
    assert labels.sides([middle, *crowd], bounds)["x"] is not None


@given(
    st.lists(
        st.tuples(st.floats(-100, 100), st.floats(-100, 100), st.text("аб", max_size=8)), max_size=9
    )
)
def test_labels_left_in_a_crowd_hardly_cover_each_other(
    made: list[tuple[float, float, str]],
) -> None:
    spots = [Spot(str(n), x, y, 10, label) for n, (x, y, label) in enumerate(made)]
    chosen = labels.sides(spots, (-200, -200, 200, 200), drop=True)
    assert set(chosen) == {spot.id for spot in spots if spot.label}
    boxes = [labels._text(s, chosen[s.id]) for s in spots if chosen.get(s.id)]
    for number, box in enumerate(boxes):
        assert all(box.common(before) <= 0.2 * box.area + 1e-6 for before in boxes[:number])


def test_all_data_comes_in_one_archive(tmp_path, fresh) -> None:
    workspace = open_workspace(fresh(tmp_path / "library"))
    made = datasets.archive(workspace)
    names = zipfile.ZipFile(io.BytesIO(made)).namelist()
    assert {"pravila.ttl", "pravila.graphml", "edges.csv"} <= set(names)
    assert set(datasets.NAMES) == set(datasets._FORMATS)


def test_a_rebuilt_library_is_noticed_and_the_old_generation_let_go(
    tmp_path, fresh, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = fresh(tmp_path / "library")
    monkeypatch.setattr(opened, "GRACE", 0.0)
    held = opened._Held(library)
    first = held.current()
    assert held.current() is first
    build(library, force=True)
    second = held.current()
    assert second is not first
    assert second.generation != first.generation
