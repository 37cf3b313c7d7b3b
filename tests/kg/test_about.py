"""What a passage is about: by place, by an editor, or inferred – and always told which."""

from pathlib import Path

import pytest
from handmade import made
from hypothesis import given
from hypothesis import strategies as st

from bench.about import measure
from corpus.document import Attribution, Kind
from corpus.read import bundled_documents
from kg.about import stated, targets
from kg.citations import cite
from kg.graph import build
from kg.history import law
from kg.inference import contexts, guesses, infer, learn
from kg.likeness import Likeness, stems
from kg.rdf.labels import labels, laws_of_labels

TERMS = [
    ("фальшренонс", ("61", "62", "63", "64")),
    ("установленный фальшренонс", ("63",)),
    ("логическая альтернатива", ("16A",)),
]
KNOWN = made(
    "Болван не должен смотреть в карты защитника и не вправе участвовать в розыгрыше.",
    "comment",
    Kind.COMMENTARY,
    law="43",
)
GLOSSARY = """
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <https://w3id.org/pravila/glossary#> .
:a a skos:Concept ; skos:prefLabel "фальшренонс"@ru ; skos:altLabel "ревок"@ru ; :laws "61 64" .
:b a skos:Concept ; skos:prefLabel "пас"@ru ; :laws "1987 1997: 23", "2007: 26" .
""".encode()


def test_place_and_curation_are_stated_and_told_apart() -> None:
    (by_place,) = stated(KNOWN[0])
    assert (by_place.target, by_place.by) == ("43", "position")
    said = Attribution(("92D",), ("69-71:footnote",), "medium", "English heading", "heading")
    document, _ = made("Это решение.", about={0: said})
    found = stated(document)
    assert [link.target for link in found] == ["92D", "69#note", "70#note", "71#note"]
    assert {(link.by, link.evidence.confidence) for link in found} == {("curated", 0.7)}
    assert found[0].evidence.note == "English heading"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("SCOPE", ("SCOPE",)),
        ("DEF:Convention", ("DEF:Convention",)),
        ("17D:footnote", ("17D#note",)),
        ("69-71:footnote", ("69#note", "70#note", "71#note")),
    ],
)
def test_targets_of_an_editor(said: str, expected: tuple[str, ...]) -> None:
    assert targets(said) == expected


INFERRED = [
    ("Установленный фальшренонс обнаружен после сдачи, защитник возражает против наказания.", "63"),
    ("Значительная часть игроков сочла бы такое действие: есть логическая альтернатива.", "16A"),
    ("Болван заглянул в карты защитника и стал участвовать в розыгрыше сдачи за столом.", "43"),
]


@pytest.mark.parametrize(("text", "expected"), INFERRED)
def test_a_passage_that_names_nothing_is_inferred_with_score_and_reasons(
    text: str, expected: str
) -> None:
    document, found = made(text)
    links = infer([KNOWN[0], document], KNOWN[1] + found, TERMS, fewest=0.0)
    first = links[0]
    assert (first.unit, first.target, first.by) == ("own/1", expected, "inferred")
    assert 0 < first.evidence.confidence <= 0.85
    assert any(word in first.evidence.note for word in ("термины", "похоже"))


def test_nothing_is_inferred_where_something_is_said() -> None:
    named, found = made("Установленный фальшренонс по Правилу [[64А=64A]] обсуждался долго.")
    said = Attribution(("61",), (), "high", "heading", "heading")
    curated, _ = made("Установленный фальшренонс обсуждался долго и снова.", about={0: said})
    assert infer([named], found, TERMS, fewest=0.0) == ()
    assert infer([curated], [], TERMS, fewest=0.0) == ()
    short, _ = made("Пас. Контра.")
    assert infer([short], [], TERMS, fewest=0.0) == ()


def test_an_inference_is_marked_in_the_graph_and_in_the_history() -> None:
    document, found = made(INFERRED[0][0])
    links = infer([document], found, TERMS, fewest=0.0)
    graph = build([document], found, links)
    edges = graph.cited_by("63", types=("about",))
    assert [e.evidence.by for e in edges] == ["inferred"]
    (event,) = law(graph, "63").history
    assert (event.by, event.confidence) == ("inferred", links[0].evidence.confidence)


def test_a_paragraph_goes_on_from_the_one_before() -> None:
    text = (
        "Применяется Правило [[92D=92D]].\n\nЭто требование касается согласия обоих игроков пары."
    )
    document, found = made(text)
    model = learn([], [], TERMS)
    around = contexts(document, found)
    assert around["own/2"].before == ("92D",)
    ranked = guesses(model, document.units[1], around["own/2"])
    (guess,) = [g for g in ranked if g.target == "92D"]
    assert guess.reasons == ("продолжает предыдущий отрывок",)


def test_the_glossary_s_laws_and_labels_are_read() -> None:
    assert labels(GLOSSARY)["фальшренонс"] == ["ревок", "фальшренонс"]
    assert laws_of_labels(GLOSSARY, "1997") == [
        ("пас", ("23",)),
        ("ревок", ("61", "64")),
        ("фальшренонс", ("61", "64")),
    ]
    assert ("пас", ("26",)) in laws_of_labels(GLOSSARY, "2007")


def test_the_measured_accuracy_does_not_sink() -> None:
    """Leave one meeting out; the floors stand below what was measured (bench/about.py)."""
    documents = bundled_documents()
    citations = {d.meta.id: list(cite(d)) for d in documents}
    path = Path(__file__).parents[2] / "search" / "glossary.ttl"
    found = measure(documents, citations, laws_of_labels(path.read_bytes(), "1997"), False)
    size = len(found["law@1"])
    assert size > 40
    assert sum(found["law@1"]) / size > 0.6
    assert sum(found["law@3"]) / size > 0.75
    assert sum(found["exact@3"]) / size > 0.55


@given(st.text(max_size=200), st.text(max_size=200))
def test_likeness_takes_any_text(one: str, other: str) -> None:
    likeness = Likeness()
    likeness.add("1", one)
    for name, score, _ in likeness.compare(other):
        assert name == "1"
        assert score > 0
    assert all(len(word) <= 6 for word in stems(one))
