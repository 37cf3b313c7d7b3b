"""Finding references: the tables of forms, the open gold, the bundled texts, damage."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from citation_tables import COUNTED, DATA, Case, cases, document
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.document import Kind
from corpus.read import bundled_documents
from kg.citation import Citation
from kg.citations import cite, cite_text

FOUND = list(cases("citations_found.txt"))
NONE = list(cases("citations_none.txt"))


def counted(case: Case) -> list[tuple[str, tuple[str, ...]]]:
    found = cite(document(case.text, case.kind, case.edition))
    return [(one.surface, one.targets) for one in found if one.kind in COUNTED]


def test_the_tables_are_as_large_as_asked() -> None:
    assert len({case.text for case in FOUND}) >= 120
    assert len({case.text for case in NONE}) >= 60


@pytest.mark.parametrize("case", FOUND, ids=str)
def test_a_form_is_found_with_its_targets(case: Case) -> None:
    assert tuple(counted(case)) == case.expected


@pytest.mark.parametrize("case", NONE, ids=str)
def test_a_look_alike_is_left_alone(case: Case) -> None:
    assert counted(case) == []


def bundled() -> list[Citation]:
    return [one for each in bundled_documents() for one in cite(each)]


def gold(name: str) -> Counter[tuple[str, int, int, str, tuple[str, ...]]]:
    rows = map(json.loads, (DATA / name).read_text(encoding="utf-8").splitlines())
    return Counter(
        (row["file"], row["start"], row["end"], row["kind"], tuple(row["targets"])) for row in rows
    )


def test_the_bundled_texts_are_read_to_the_letter_and_nothing_else() -> None:
    """``citations_gold``: two readers who agreed; the rest of the texts was read by one."""
    found = Counter(
        (one.file, one.span.start, one.span.end, one.kind, one.targets)
        for one in bundled()
        if one.kind in COUNTED
    )
    assert found == gold("citations_gold.jsonl") + gold("citations_read_by_hand.jsonl")


def test_offsets_lead_to_the_words_in_the_bundled_texts() -> None:
    for each in bundled_documents():
        for one in cite(each):
            assert each.original[one.span.start : one.span.end] == one.surface
            assert one.run.start <= one.span.start or one.kind == "implicit"
            assert one.sentence


def test_a_text_is_cited_without_a_library_as_with_one() -> None:
    whole = {one.meta.file: one.original for one in bundled_documents()}
    expected = {(one.file, one.span, one.targets) for one in bundled() if one.kind in COUNTED}
    got = {
        (one.file, one.span, one.targets)
        for file, text in whole.items()
        for one in cite_text(text, file)
        if one.kind in COUNTED
    }
    assert got == expected


def test_the_result_does_not_depend_on_what_stands_in_other_documents() -> None:
    case = FOUND[0]
    alone = cite(document(case.text, case.kind, case.edition))
    cite(document("Правило 1. Другое", Kind.LAWS, "2017"))
    assert cite(document(case.text, case.kind, case.edition)) == alone


PIECES = st.sampled_from(
    [
        *(
            "Правило ",
            "правил",
            "Закон ",
            "п.",
            "§",
            "см. ",
            "(",
            ")",
            ",",
            " и ",
            "–",
            "...",
            "\n",
        ),
        *("\n\n", "12С2", "64", "31А2(в)", "17.2", "(ii)", "сноска к ", "этого Правила", "Law "),
        *("раздел В ", " по ", "указатель\n", "Алерт ..... 40, 75\n", "1987 года", "«", "»", "¶"),
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(PIECES, st.text(max_size=4)), max_size=40), st.sampled_from(list(Kind)))
def test_any_text_can_be_cited_and_offsets_hold(pieces: list[str], kind: Kind) -> None:
    text = "".join(pieces)
    for one in cite(document(text, kind, "1997")):
        assert text[one.span.start : one.span.end] == one.surface
        assert one.surface
        assert one.sentence_span.start <= one.sentence_span.end


SAMPLE = (
    "3. Согласовано, что сноска к Правилам 69, 70 и 71 была сформулирована не ясно. Правило 31"
    " говорит, что применяется Правило 31А2(а). Поэтому как насчет 31А2(в)? См. п.п. 62.6. и 63.3."
    " выше; Правила 62...64, раздел В Правила 16, двадцать седьмое Правило, этого Правила, там же."
)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_damaged_text_is_read_without_complaint(data: st.DataObject) -> None:
    text = SAMPLE
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 6))
        text = text[:at] + data.draw(st.text(max_size=3)) + text[at + cut :]
    for one in cite_text(text):
        assert text[one.span.start : one.span.end] == one.surface


def marked_pages() -> list[Path]:
    return sorted((DATA / "citations_pages").glob("*.txt"))


@pytest.mark.parametrize("guessed", [False, True], ids=["told", "guessed"])
@pytest.mark.parametrize("path", marked_pages(), ids=lambda path: path.stem)
def test_whole_pages_of_every_kind(path: Path, guessed: bool) -> None:
    """Pages in the manner of the sources: ``[[surface=target]]`` marks what must be found."""
    head, _, marked = path.read_text(encoding="utf-8").partition("\n")
    meta = dict(field.split("=") for field in head.strip("# ").split())
    expected = [
        (found.start() - 4 * index - sum(map(len, targets[:index])) - index, *found.groups())
        for targets in [re.findall(r"(?s)\[\[.*?=(.*?)\]\]", marked)]
        for index, found in enumerate(re.finditer(r"(?s)\[\[(.*?)=(.*?)\]\]", marked))
    ]
    text = re.sub(r"(?s)\[\[(.*?)=.*?\]\]", r"\1", marked)
    found = cite_text(text, "page.txt", {} if guessed else meta)
    got = [(c.span.start, c.surface, ",".join(c.targets)) for c in found if c.kind in COUNTED]
    assert got == expected


@pytest.mark.parametrize(
    "piece",
    [
        *("Правило ", "12С2 ", "Правила 12, ", ".", "(", "1.1.", "этого Правила ", "сноска к "),
        *("раздел В ", "версии 1987 года ", "двадцать седьмое Правило ", "Алерт ..... 12\n"),
        *("сперва 26, затем ", "Правила 25*, ", "Правило 49 (да) или ", "Правила 16А; 2) ("),
        *("«", "\n", "1", "¶", "1. Пункт 2 выше. ", "\n\n1. По пункту 2 ниже и п. 1 выше", "\n \n"),
    ],
)
def test_a_piece_repeated_without_end_is_read_to_the_end(piece: str) -> None:
    text = "Указатель\n" + piece * 2000
    for kind in (Kind.LAWS, Kind.COMMENTARY, Kind.MINUTES):
        for one in cite(document(text, kind, "1997")):
            assert text[one.span.start : one.span.end] == one.surface
