"""A numbered document that sends to its own items: «пункт 2 выше», «п. 3 настоящего протокола»."""

import pytest
from citation_tables import document
from hypothesis import given
from hypothesis import strategies as st

from corpus.document import Kind
from corpus.read import read_documents
from kg import nodes
from kg.citations import cite, cite_text
from kg.graph import build
from kg.lint.checks.r106_unanchored import RULE
from workspace.linting import lint_text

HEAD = "Протокол заседания\n\n1. Обсудили Правило 16.\n\n2. Решено применять Правило 73.\n\n"
OWN_KINDS = [Kind.MINUTES, Kind.APPEALS, Kind.REGULATIONS]


def own(text: str, kind: Kind = Kind.MINUTES) -> list[tuple[str, tuple[str, ...]]]:
    found = cite(document(text, kind, "1997"))
    assert all(text[one.span.start : one.span.end] == one.surface for one in found)
    return [(one.surface, one.targets) for one in found if one.kind == "section"]


@pytest.mark.parametrize("kind", OWN_KINDS)
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("В соответствии с пунктом 2 выше арбитр прав.", "2"),
        ("Пункт 1 выше отменён.", "1"),
        ("См. п. 2 (выше).", "2"),
        ("Согласно п. 2 настоящего протокола.", "2"),
        ("По пункту 3 настоящего Регламента.", "3"),
        ("Пункты 1 и 2 выше отменены.", "1 2"),
        ("См. пункт 2 выше и п. 4 ниже.", "2 4"),
        ("См. п.п. 1–2 выше.", "1 2"),
        ("Правило 12C и пункт 2 выше.", "2"),
        ("Пункт 2 ниже.", ""),
        ("Пункт 4 выше.", ""),
        ("Пункт 3 выше.", ""),
        ("Пункт 9 выше.", ""),
        ("Сказано: «см. пункт 2 выше».", ""),
        ("Пункт 2 Регламента.", ""),
        ("Пункт 2 Правила 16.", ""),
    ],
)
def test_an_item_seen_on_the_side_named_is_meant(kind: Kind, words: str, expected: str) -> None:
    text = f"{HEAD}3. {words}\n\n4. Следующее заседание в мае.\n"
    assert own(text, kind) == [(number, (number,)) for number in expected.split()]


def test_items_called_by_the_word_are_items_too() -> None:
    text = "Протокол\n\nПункт 1. Обсудили Правило 16.\n\nПункт 2. По пункту 1 выше решено.\n"
    assert own(text) == [("1", ("1",))]


@pytest.mark.parametrize("kind", [Kind.LAWS, Kind.COMMENTARY])
def test_in_the_laws_and_their_commentary_an_item_is_a_part_of_a_law(kind: Kind) -> None:
    assert own(f"{HEAD}3. По пункту 2 выше.", kind) == []


def test_a_text_whose_kind_is_guessed_is_read_the_same() -> None:
    found = cite_text(f"{HEAD}3. В соответствии с пунктом 2 выше арбитр прав.")
    assert [one.targets for one in found if one.surface == "2"] == [("2",)]


def test_what_is_found_is_not_reported_as_leaning_on_nothing() -> None:
    def reported(words: str) -> list[str]:
        text = f"{HEAD}3. {words}"
        found = lint_text(text, "мой.txt", meta={"kind": "minutes"}, select=(RULE.code,))
        return [text[one.span.start : one.span.end] for one in found]

    assert reported("В соответствии с пунктом 2 выше арбитр прав.") == []
    assert reported("В соответствии с пунктом 9 выше арбитр прав.") == ["9"]


@given(st.integers(1, 99), st.integers(1, 12))
def test_a_link_is_made_only_to_an_item_that_is_there(number: int, last: int) -> None:
    items = "".join(f"{one}. Решение принято.\n\n" for one in range(1, last))
    text = f"{items}{last}. Согласно пункту {number} выше."
    assert own(text) == ([(str(number), (str(number),))] if number < last else [])


def test_in_the_graph_the_item_is_a_passage_and_never_the_law_of_that_number() -> None:
    text = f"{HEAD}3. В соответствии с пунктом 2 выше арбитр прав.\n"
    (read,) = read_documents(text, "мой.txt", {"kind": "minutes"})
    graph = build([read], cite(read))
    assert graph.cited_by("2") == []
    (item,) = [unit.id for unit in read.units if unit.number == "2"]
    goals = {goal for _, goal, kind in graph.net.edges(data="type") if kind == "cites"}
    assert nodes.unit(item) in goals
