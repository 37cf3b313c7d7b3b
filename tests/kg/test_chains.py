"""Chains: read from how a passage argues, whatever its provisions are."""

import json
import time

import pytest
from handmade import PARIS, made
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.document import Attribution, Kind
from corpus.errors import QueryError
from corpus.read import read_documents
from kg.chains import chains, find
from kg.citation import Status
from kg.citations import cite
from kg.graph import Graph, build
from kg.nodes import common, nested


def graph_of(*texts: str, **options: object) -> Graph:
    made_all = [made(text, name=f"own-{n}", **options) for n, text in enumerate(texts)]  # type: ignore[arg-type]
    return build([d for d, _ in made_all], [c for _, found in made_all for c in found])


def lines(graph: Graph, start: str, end: str | None = None, **options: object) -> list[str]:
    return [" → ".join(c.provisions) for c in chains(graph, start, end, **options)]  # type: ignore[arg-type]


def test_the_paris_answer_goes_from_29c_over_31a2_to_26b() -> None:
    graph = graph_of(PARIS)
    first, *others = chains(graph, "29C", "26B")
    assert first.provisions == ("29C", "31A2", "26B")
    assert not others
    assert first.passages == 1
    sentences = [[e.sentence for e in hop.evidence] for hop in first.hops]
    assert any("начнем с Правила 29С" in s for s in sentences[0])
    assert any("Затем переходим к Правилу 31" in s for s in sentences[0])
    assert any("должно быть по Правилу 26В" in s for s in sentences[1])


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("29C", None, ["29C → 31A2 → 23", "29C → 31A2 → 26B"]),
        ("29C", "23", ["29C → 31A2 → 23"]),
        ("31", "26B", ["31 → 26B"]),
        ("31A2(a)", "26", ["31A2(a) → 26B"]),
        ("29", "31A2(b)", ["29C → 31A2(b)"]),
        ("26B", "29C", []),
        ("31A", "29C", []),
        ("26B", "23", []),
    ],
)
def test_ends_are_met_at_every_level(start: str, end: str | None, expected: list[str]) -> None:
    assert lines(graph_of(PARIS), start, end) == expected


WALKS = [
    (
        "Начнем с Правила [[16А=16A]]. Оно отсылает к Правилу [[73=73]], а именно к "
        "[[73С=73C]]. Затем результат назначается по Правилу [[12С2=12C2]].",
        "16A",
        ["16A → 73C → 12C2"],
    ),
    (
        "Правило [[27В2=27B2]] отсылает к Правилу [[23=23]]. Правило [[23=23]] применяется вместе "
        "с возмещением, которое назначают по Правилу [[12С=12C]].",
        "27B2",
        ["27B2 → 23 → 12C"],
    ),
    (
        "Речь шла о Правиле [[40=40]]. Исходим из Правила [[45С4=45C4]]; далее переходим к "
        "Правилам {{[[47С=47C]] и [[47F=47F]]}}, и наконец к Правилу [[49=49]].",
        "45C4",
        ["45C4 → 47 → 49"],
    ),
    (
        "При нарушении Правила [[25=25]] следует применять {{Правила [[25A=25A]], [[21B=21B]] и "
        "[[16C=16C]]}}.",
        "25A",
        ["25A → 16C", "25A → 21B"],
    ),
    (
        "Комитет обсуждал перекрестные ссылки на Правило [[26=26]] (в частности — в {{Правилах "
        "[[30=30]], [[31=31]] и [[32=32]]}}).",
        "32",
        ["32 → 26"],
    ),
    (
        "Обсуждая связь Правила [[51=51]] и Правила [[50=50]], Комитет отметил, что Правило "
        "[[50=50]] определяет основные положения, а Правило [[51=51]] делает это путем обратной "
        "ссылки на Правило [[50=50]].",
        "51",
        ["51 → 50"],
    ),
    (
        "Let us start with Law [[64A1=64A1]]. It refers to Law [[61=61]]. Then turn to Law "
        "[[63A=63A]], and a penalty is awarded under Law [[90=90]].",
        "64A1",
        ["64A1 → 61 → 63A → 90"],
    ),
    (
        "Если карта открыта, применяется Правило [[24=24]].\n\nЗатем применяется Правило "
        "[[50=50]].\n\nОтдельно обсуждалось Правило [[91=91]].",
        "24",
        ["24 → 50"],
    ),
]


@pytest.mark.parametrize(("text", "start", "expected"), WALKS)
def test_other_texts_are_read_by_the_same_rules(text: str, start: str, expected: list[str]) -> None:
    assert lines(graph_of(text), start) == expected


NOTHING = [
    ("Разница в трактовках Правила [[71=71]] и Правила [[69=69]].", "71"),
    ("Правило [[15В=15B]] применяется, а Правило [[90=90]] не применяется.", "15B"),
    ("Правило [[12С1=12C1]] обсуждалось. Обсуждалось и Правило [[84Е=84E]].", "12C1"),
    ("Оно не применялось для принятия решения по Правилу [[30=30]]. См. ниже.", "26"),
    ("Обсудили Правило [[70=70]].\n\nПрименили Правило [[12А=12A]].", "70"),
]


@pytest.mark.parametrize(("text", "start"), NOTHING)
def test_what_only_stands_near_is_no_chain(text: str, start: str) -> None:
    assert lines(graph_of(text), start) == []


def test_doubtful_citations_prove_nothing() -> None:
    text = "Начнем с Правила [[29С=29C]]. Затем применяется Правило [[26В=26B]]."
    assert lines(graph_of(text), "29C") == ["29C → 26B"]
    for status in (Status.AMBIGUOUS, Status.DANGLING, Status.EXTERNAL):
        assert lines(graph_of(text, status=status), "29C") == []


def test_an_ambiguous_mention_proves_what_all_its_readings_lie_in() -> None:
    documents = read_documents(
        "Начнем с Правила 47А. Затем применяется 43В2(в). Оно отсылает нас к Правилу 64.", "a.txt"
    )
    citations = [c for d in documents for c in cite(d)]
    assert [c.targets for c in citations if c.status is Status.AMBIGUOUS] == [
        ("43B2(b)", "43B2(c)")
    ]
    assert lines(build(documents, citations), "47A") == ["47A → 43B2 → 64"]


def test_a_law_s_own_text_and_a_commentary_lead_on() -> None:
    law, from_law = made(
        "См. Правило [[86=86]] или Правило [[88=88]].", "laws", Kind.LAWS, law="12C1"
    )
    comment, from_comment = made(
        "88.1. Может применяться Правило [[90А=90A]], но не применяется Правило [[91=91]].",
        "commentary",
        Kind.COMMENTARY,
        law="88",
    )
    graph = build([law, comment], from_law + from_comment)
    assert lines(graph, "12C1") == ["12C1 → 86", "12C1 → 88", "12C1 → 88 → 90A"]
    assert lines(graph, "12C1", "90A") == ["12C1 → 88 → 90A"]
    assert chains(graph, "12C1", "90A")[0].passages == 2


def test_a_curated_subject_begins_an_argument() -> None:
    said = Attribution(("12C2",), (), "high", "heading of the English minutes", "heading")
    document, found = made(
        "Применять так, что преимущество (см. Правило [[72B1=72B1]]) истолковывается.",
        about={0: said},
    )
    chain = chains(build([document], found), "12C2")[0]
    assert chain.provisions == ("12C2", "72B1")
    assert {e.by for e in chain.hops[0].evidence} == {"curated", "text"}


def test_one_passage_before_fewer_hops_before_strength() -> None:
    graph = graph_of(
        "Правило [[2=2]] отсылает к Правилу [[7=7]].",
        "Правило [[7=7]] отсылает к Правилу [[9=9]].",
        "Начнем с Правила [[2=2]]. Затем применяется Правило [[5=5]]. Далее – Правило [[6=6]]. "
        "Потом применяется Правило [[9=9]].",
    )
    assert lines(graph, "2", "9") == ["2 → 5 → 6 → 9", "2 → 7 → 9"]


def test_every_hop_keeps_all_its_evidence() -> None:
    text = "Начнем с Правила [[16=16]]. Затем применяется Правило [[12=12]]."
    graph = graph_of(text, text, text)
    (chain,) = chains(graph, "16", "12")
    assert chain.hops[0].passages == ("own-0/1", "own-1/1", "own-2/1")
    assert len(chain.hops[0].evidence) == 6


def test_through_a_waypoint_inside_a_document_in_an_edition() -> None:
    one = made("Правило [[2=2]] отсылает к Правилу [[7=7]].", "a", edition="1987")
    two = made("Правило [[7=7]] отсылает к Правилу [[9=9]].", "b", edition="1987")
    new = made("Правило [[2=2]] отсылает к Правилу [[9=9]].", "c", edition="1997")
    graph = build([d for d, _ in (one, two, new)], [c for _, f in (one, two, new) for c in f])
    assert lines(graph, "2", "9") == ["2 → 9", "2 → 7 → 9"]
    assert lines(graph, "2", "9", via="7") == ["2 → 7 → 9"]
    assert lines(graph, "2", "9", edition="1987") == ["2 → 7 → 9"]
    assert lines(graph, "2", "9", edition="1997") == ["2 → 9"]
    assert lines(graph, "2", document="a") == ["2 → 7"]
    assert lines(graph, "2", "9", document="a") == []


def test_a_chain_never_mixes_editions() -> None:
    old = made("Правило [[2=2]] отсылает к Правилу [[7=7]].", "a", edition="1987")
    new = made("Правило [[7=7]] отсылает к Правилу [[9=9]].", "b", edition="1997")
    graph = build([old[0], new[0]], old[1] + new[1])
    assert lines(graph, "2", "9") == []


def test_without_a_chain_the_nearest_is_named() -> None:
    graph = graph_of(
        "Правило [[2=2]] отсылает к Правилу [[7=7]].",
        "Правило [[8=8]] отсылает к Правилу [[9=9]].",
    )
    found = find(graph, "2", "9")
    assert (found.chains, found.from_start, found.to_end) == ((), ("7",), ("8",))
    assert found.to_json()["nearest"] == {"from": ["7"], "to": ["8"]}


def test_answers_are_bounded_and_each_comes_once() -> None:
    texts = [
        f"Начнем с Правила [[1=1]]. Затем применяется Правило [[{n}={n}]]. Далее Правило [[93=93]]."
        for n in range(2, 60)
    ]
    found = lines(graph_of(*texts), "1", "93", limit=10)
    assert len(found) == 10
    assert len(set(found)) == 10


def test_the_json_is_the_contract_s() -> None:
    row = json.loads(json.dumps(find(graph_of(PARIS), "29C", "26B").to_json()))
    assert row["from"] == "29C"
    assert row["to"] == "26B"
    assert row["chains"][0]["provisions"] == ["29C", "31A2", "26B"]
    evidence = row["chains"][0]["hops"][1]["evidence"]
    assert {"unit", "sentence", "source"} <= set(evidence[0])
    document, _ = made(PARIS)
    for entry in evidence:
        for mention in entry["mentions"]:
            assert document.original[mention["start"] : mention["end"]] == mention["surface"]


@pytest.mark.parametrize("number", ["", "нет", "0", "12С2", "12 c 2"])
def test_numbers_are_read_in_any_form_or_refused_in_russian(number: str) -> None:
    graph = graph_of("Правило [[12С2=12C2]] отсылает к Правилу [[86=86]].")
    if number.startswith("12"):
        assert lines(graph, number) == ["12C2 → 86"]
    else:
        with pytest.raises(QueryError, match="номер"):
            chains(graph, number)


def test_a_chain_to_itself_is_refused() -> None:
    with pytest.raises(QueryError, match="совпадают"):
        chains(graph_of(PARIS), "29С", "29C")


BUNDLED = [
    # (from, to, the first chain, a passage that proves it) – each judged by reading the passage
    ("29C", "26B", "29C → 31A2 → 26B", "minutes-2001-10-30/10"),
    ("71C", "79C", "71C → 79C", "minutes-1997-10-19/1"),
    ("25B", "29", "25B → 29", "minutes-1998-08-30/takzhe-bylo-resheno-chto-esli-partner"),
    ("43B2(b)", "64", "43B2(b) → 64", "minutes-2000-01-12/3"),
    ("51", "50", "51 → 50", "minutes-2000-01-12/8"),
    ("26A", "25B", "26A → 25B", "minutes-2000-01-12/10"),
    ("25", "16C", "25 → 16C", "minutes-2000-08-30/4"),
    ("15C", "74A2", "15C → 74A2", "minutes-2001-10-30/3"),
    ("68B", "16", "68B → 16", "minutes-2001-10-30/5"),
    ("31", "26", "31 → 26", "minutes-2001-10-30/7"),
    ("81C9", "93B3", "81C9 → 93B3", "minutes-2001-10-30/15"),
    ("12C1", "84E", "12C1 → 84E", "minutes-2000-08-30/7"),
    ("12C1", "88", "12C1 → 88", "laws-1987/12C1"),
    ("21", "40C", "21B3 → 40C", "laws-1987/21B3"),
    ("17", "74C5", "17 → 16B → 74C5", "commentary-1987/17.3"),
    ("14", "64", "14 → 61 → 64", "commentary-1987/14.3"),
    ("13", "64", "13 → 14 → 61 → 64", "commentary-1987/13.4"),
]


@pytest.mark.parametrize(("start", "end", "expected", "passage"), BUNDLED)
def test_chains_of_the_bundled_texts(
    library: Graph, start: str, end: str, expected: str, passage: str
) -> None:
    first = chains(library, start, end)[0]
    assert " → ".join(first.provisions) == expected
    assert passage in first.hops[0].passages


def test_the_paris_minute_is_quoted_as_it_stands(library: Graph) -> None:
    first = chains(library, "29C", "26B")[0]
    said = " ".join(" ".join(e.sentence.split()) for hop in first.hops for e in hop.evidence)
    for words in ("начнем с Правила 29С", "Затем переходим к Правилу 31", "31А2(в)", "Правилу 26В"):
        assert words in said


def test_where_the_texts_say_nothing_there_is_no_chain(library: Graph) -> None:
    for start, end in (("92D", "93C"), ("69", "63"), ("31A", "29C"), ("26B", "31A2")):
        assert chains(library, start, end) == []


OWN_TEXTS = [
    (
        """Протокол заседания 12.03.2005

1. Комитет рассмотрел вопрос о Правиле 64А. Начнем с Правила 61В: защитник не вправе
спрашивать. Затем переходим к Правилу 63, где говорится об установлении фальшренонса; согласно
Правилу 63А1 он установлен, а Правило 63А2 добавляет свой ход. Наказание назначается по Правилу
64А2; Правило 64С позволяет судье присудить компенсирующий результат.
""",
        ("61B", "64A2"),
        "61B → 63A → 64A2",
    ),
    (
        "Судья рассуждал так. Первым делом открываем Правило 54. Оно направляет нас к Правилу 55А, "
        "а если ход не принят – к Правилу 55В. Из Правила 55В2 попадаем в Правило 50. Штрафная "
        "карта лежит по Правилу 50D1, после чего может понадобиться Правило 72В1.",
        ("54", "72B1"),
        "54 → 55 → 50D1 → 72B1",
    ),
    (
        "Ответ. Сперва смотрим Правило 28: оно не подходит. Значит, Правило 29А: ЛО не принял "
        "заявку. Тогда по Правилу 29В заявка отменяется и действует Правило 31. По Правилу 31В "
        "партнер пасует, а при ходе партнера нарушителя применяется Правило 26.",
        ("29A", "26"),
        "29A → 31B → 26",
    ),
    (
        "We begin with Law 27A. If LHO does not accept, Law 27B applies, and under Law 27B2 "
        "partner must pass. Then Law 26 governs the lead, and Law 23 may require an adjusted score "
        "under Law 12C2.",
        ("27", "12C2"),
        "27 → 26 → 23 → 12C2",
    ),
]


@pytest.mark.parametrize(("text", "ends", "expected"), OWN_TEXTS)
def test_a_user_s_own_text_from_file_to_chain(
    text: str, ends: tuple[str, str], expected: str
) -> None:
    documents = read_documents(text, "own.txt")
    graph = build(documents, [c for d in documents for c in cite(d)])
    assert lines(graph, *ends)[0] == expected


WORDS = st.sampled_from(
    [
        *("начнем с", "затем", "применяется", "не применяется", "отсылает к", "(", ")", "см.", "и"),
        *("Правило [[31=31]]", "[[31А2(а)=31A2(a)]]", "{{[[16В=16B]] и [[16С=16C]]}}", "[[26=26]]"),
        *(". Оно", ".\n\nДалее", "; ", "ссылки на", "в частности в", "“", ": “", "для решения по"),
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(WORDS, max_size=25))
def test_whatever_the_words_an_argument_is_sound(words: list[str]) -> None:
    graph = graph_of(" ".join(words))
    for found in graph.arguments.values():
        for argument in found:
            for move in argument.moves:
                source, target = argument.steps[move.source], argument.steps[move.target]
                assert not nested(source.number, target.number)
                assert 0 < move.strength <= 1
            for step in argument.steps:
                assert all(common((step.number, m.number)) for m in step.mentions)
    for chain in chains(graph, "31"):
        assert len(set(chain.provisions)) == len(chain.provisions)
        assert all(hop.evidence for hop in chain.hops)


def test_reading_stays_linear_in_one_endless_sentence() -> None:
    def seconds(size: int) -> float:
        text = "Правило [[31=31]] " + "не применяется потом для ссылки на " * size
        document, found = made(text + "Правило [[26=26]]")
        start = time.perf_counter()
        build([document], found)
        return time.perf_counter() - start

    seconds(10)
    assert seconds(40_000) < 5
