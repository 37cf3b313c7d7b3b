"""The history of a law: nothing missing, in order of date, with what each decision does."""

import json
import re
from pathlib import Path

import pytest
from handmade import made

from corpus.document import Kind
from corpus.errors import NotFoundError, QueryError
from corpus.read import bundled_documents, read_documents
from kg.citations import cite
from kg.graph import Graph, build
from kg.history import law
from kg.questions import islands, most_cited, never_cited, term, together
from kg.relations import relation
from kg.standing import compare

KNOWN = json.loads((Path(__file__).parents[1] / "data" / "history.json").read_text("utf-8"))


@pytest.mark.parametrize("number", KNOWN["laws"])
def test_nothing_said_of_a_law_is_missing(library: Graph, number: str) -> None:
    units = [library.node(f"unit:{e.unit}") for e in law(library, number).history]
    for start, end, _ in KNOWN["laws"][number]:
        assert any(
            u["file"] == KNOWN["file"] and u["start"] <= start and end <= u["end"] for u in units
        ), (number, start)


@pytest.mark.parametrize("number", [*KNOWN["laws"], "12", "31", "16"])
def test_the_line_is_in_order_of_date_and_each_passage_comes_once(
    library: Graph, number: str
) -> None:
    history = law(library, number).history
    dates = [event.date or "9999" for event in history]
    assert dates == sorted(dates)
    assert len({event.unit for event in history}) == len(history)


EVENTS = [
    ("25B", "minutes-2000-01-12/9", "interprets", "exact", "2000-01-20"),
    ("25B", "minutes-2000-01-12/11", "interprets", "exact", "2000-01-12"),
    ("25B", "minutes-2000-08-30/1", "interprets", "exact", "2000-08-30"),
    ("25B", "minutes-2000-08-30/4", "cites", "whole", "2000-08-30"),
    ("64A2", "minutes-2000-01-12/2", "confirms", "exact", "2000-01-12"),
    ("12C3", "minutes-2000-01-12/1", "confirms", "exact", "2000-01-11"),
    ("69", "minutes-2000-08-30/3", "amends", "exact", "2000-08-30"),
    ("69", "minutes-2001-10-30/1", "confirms", "exact", "2001-10-28"),
    ("31", "minutes-2001-10-30/10", "cites", "exact", "2001-10-28"),
]


@pytest.mark.parametrize(("number", "unit", "kind", "scope", "date"), EVENTS)
def test_each_decision_is_dated_and_typed_by_its_own_verb(
    library: Graph, number: str, unit: str, kind: str, scope: str, date: str
) -> None:
    (event,) = [e for e in law(library, number).history if e.unit == unit]
    assert (event.type, event.scope, event.date) == (kind, scope, date)
    assert event.authority.startswith(("Протокол", "Кодекс"))
    assert event.sentence


def test_which_minute_acts_on_which(library: Graph) -> None:
    by_unit = {e.unit: e for e in law(library, "69").history}
    (link,) = by_unit["minutes-2001-10-30/1"].links
    assert (link.type, link.to, link.words) == ("confirms", "minutes-2000-08-30/3", "подтвердил")
    assert by_unit["minutes-2000-08-30/3"].links == ()  # it changes the Laws, no other decision
    (event,) = [e for e in law(library, "43B2(b)").history if e.unit == "minutes-2000-01-12/3"]
    (amended,) = event.links
    assert (amended.type, amended.in_library) == ("amends", False)
    assert amended.label == "«протокола в Очо–Риос»"


def test_a_law_without_a_text_says_so(library: Graph) -> None:
    answer = law(library, "25B").to_json()
    assert answer["editions"]["1997"]["exists"] is True
    assert answer["editions"]["1997"]["text"] is None
    assert answer["editions"]["1997"]["note"] == "текста нет в библиотеке"
    assert answer["subject"]
    assert answer["cited_by"]
    assert law(library, "12C1").editions["1987"]["text"].startswith("1.")
    assert law(library, "12C3").editions["1987"]["exists"] is False


def test_the_json_has_the_contract_s_fields(library: Graph) -> None:
    answer = json.loads(json.dumps(law(library, "25В").to_json(), ensure_ascii=False))
    assert {"law", "editions", "cites", "cited_by", "about", "history"} <= set(answer)
    assert answer["law"] == "25B"
    for event in answer["history"]:
        assert {"date", "unit", "type", "sentence"} <= set(event)


def test_a_part_and_a_whole_are_told_apart(library: Graph) -> None:
    scopes = {e.unit: e.scope for e in law(library, "26").history}
    assert scopes["minutes-2001-10-30/7"] == "exact"
    assert scopes["minutes-2000-01-12/10"] == "part"
    assert {e.scope for e in law(library, "26B1").history} == {"whole"}


@pytest.mark.parametrize("number", ["Правило", "0", "", "999B9(z)"])
def test_what_is_no_law_is_refused_in_russian(library: Graph, number: str) -> None:
    with pytest.raises((QueryError, NotFoundError), match=r"[а-я]"):
        law(library, number)


def test_a_user_s_own_edition_stands_beside_the_others() -> None:
    document, found = made("Текст.", "own", Kind.LAWS, edition="2031", law="12C3")
    answer = law(build([document], found), "12C3")
    assert answer.editions["2031"]["text"] == "Текст."
    assert answer.editions["2031"]["exists"] is True


def test_two_editions_side_by_side(library: Graph) -> None:
    rows = {row["law"]: row["editions"] for row in compare(library, "12C", ["1987", "1997"])}
    assert list(rows)[:4] == ["12C", "12C1", "12C2", "12C3"]
    assert rows["12C3"]["1987"]["exists"] is False
    assert rows["12C3"]["1997"]["exists"] is True
    assert rows["12C1"]["1987"]["text"]
    with pytest.raises(NotFoundError, match="2099"):
        compare(library, "12C", ["2099"])
    with pytest.raises(NotFoundError, match="200 нет ни в одном из изданий: 1987, 1997"):
        compare(library, "200", ["1987", "1997"])


def test_what_a_colon_announces_is_told_with_it(library: Graph) -> None:
    (event,) = [e for e in law(library, "92D").history if e.date == "1998-08-24"]
    assert event.sentence.startswith("Это Правило трактуется следующим образом: в парных")
    assert "требуется согласие капитана" in event.sentence


VERBS = [
    ("Комитетом было сделано изменение в интерпретации Правила [[12=12]].", "amends"),
    ("Комитет изменил трактовку Правила [[12=12]].", "amends"),
    ("Игроком сделано изменение заявки по Правилу [[25=25]].", "cites"),
    ("Информация законна, когда Кодекс констатирует это в Правиле [[16=16]].", "cites"),
    ("Комитет констатирует, что Правило [[16=16]] ясно.", "interprets"),
    ("Комитет не сделал изменений в тексте Правила [[12=12]].", "cites"),
]


@pytest.mark.parametrize(("text", "kind"), VERBS)
def test_only_the_committee_s_own_verb_is_an_act(text: str, kind: str) -> None:
    at = text.index("[[")
    plain = re.sub(r"\[\[(\w+)=\w+\]\]", r"\1", text)
    assert relation(plain, at, at + 2, Kind.MINUTES).name == kind


def test_questions_about_the_whole_library(library: Graph) -> None:
    first = most_cited(library, 5)
    assert len(first) == 5
    assert [r["mentions"] for r in first] == sorted((r["mentions"] for r in first), reverse=True)
    pairs = together(library, 200)
    assert all(len(r["units"]) == r["passages"] for r in pairs)
    assert ["63", "69"] in [r["laws"] for r in pairs]
    never = {r["law"] for r in never_cited(library, "1997")}
    assert "31" not in never
    assert "77" in never
    groups = islands(library)
    assert {"26", "29", "31"} <= set(groups[0])
    assert len({n for g in groups for n in g}) == sum(map(len, groups))


def test_a_term_s_definition_and_uses(library: Graph) -> None:
    found = term(library, "логическая альтернатива")
    assert any("code-of-practice" in row["unit"] for row in found["used"])
    assert term(library, "Convention", {"Convention": ["определение конвенции"]})["defined"]
    with pytest.raises(NotFoundError, match="не встречается"):
        term(library, "кварк")


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("ущерб", "minutes-2000-01-12/6"),
        ("биддинг-бокс", "minutes-2000-08-30/4"),
        ("средний плюс", "minutes-2000-08-30/7"),
        ("компенсирующий результат", "minutes-2001-10-30/12"),
    ],
)
def test_a_term_is_found_in_any_form(library: Graph, name: str, unit: str) -> None:
    assert unit in {row["unit"] for row in term(library, name)["used"]}


def test_part_of_a_longer_word_is_no_use_of_a_term() -> None:
    document, found = made("Мастер и мастерство игрока.")
    with pytest.raises(NotFoundError):
        term(build([document], found), "масть")


ROME = """Протокол заседания Комитета по Кодексу ВБФ, Рим, 12.03.2003

1. Комитет подтвердил свое решение от 30.08.2000 по Правилу 25В.

2. Комитет отменяет прежнее толкование Правила 25В, принятое в Маастрихте.

3. Комитет отменяет прежнее толкование Правила 25В. Оно устарело.

4. Комитет подтвердил, что Правило 64С понимается буквально.
"""


@pytest.mark.parametrize(
    ("number", "unit", "kind", "to", "by"),
    [
        ("25B", "1", "confirms", "minutes-2000-08-30/1", "text"),
        ("25B", "2", "replaces", "minutes-2000-08-30/1", "text"),
        ("25B", "3", "replaces", "minutes-2000-08-30/1", "inferred"),
        ("64C", "4", "confirms", None, None),
    ],
)
def test_a_later_minute_acts_on_an_earlier_one(
    number: str, unit: str, kind: str, to: str | None, by: str | None
) -> None:
    documents = [*bundled_documents(), *read_documents(ROME, "rome.txt")]
    graph = build(documents, [c for d in documents for c in cite(d)])
    (event,) = [e for e in law(graph, number).history if e.unit == f"minutes-2003-03-12/{unit}"]
    assert event.type == kind
    assert [(link.type, link.to, link.by) for link in event.links] == (
        [(kind, to, by)] if to else []
    )


def test_no_link_between_decisions_of_the_bundled_texts_is_made_up(library: Graph) -> None:
    numbers = sorted({d["number"] for _, d in library.net.nodes(data=True) if d["type"] == "law"})
    acting = {
        (event.unit, link.type, link.to)
        for number in numbers
        for event in law(library, number).history
        for link in event.links
        if link.type in ("confirms", "amends", "replaces")
    }
    assert acting == {
        ("minutes-2000-01-12/3", "amends", "minutes-ocho-rios"),
        ("minutes-2001-10-30/1", "confirms", "minutes-2000-08-30/3"),
    }
