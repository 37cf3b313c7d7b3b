"""Chains of texts written for the purpose and judged by hand before the program read them."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from handmade import made

from corpus.document import Kind
from corpus.read import read_documents
from kg.chains import LOOSE, chains
from kg.citations import cite
from kg.editions import editions
from kg.graph import Graph, build
from kg.routes import LONGEST
from kg.standing import standing

TEXTS = tomllib.loads((Path(__file__).parent.parent / "data" / "chains.toml").read_text("utf-8"))


@pytest.mark.parametrize("row", TEXTS["text"], ids=lambda row: row["words"][:40])
def test_a_text_nobody_has_read_before(row: dict[str, Any]) -> None:
    documents = read_documents(row["words"], "own.txt")
    graph = build(documents, [c for d in documents for c in cite(d)])
    found = [" → ".join(c.provisions) for c in chains(graph, row["from"], row.get("to"))]
    if "first" in row:
        assert found[:1] == [row["first"]]
    else:
        assert sorted(found) == sorted(row["all"])


@pytest.mark.parametrize("between", [" " * 490, " ,;" * 160, "по " * 160, " не" * 160, "(" * 400])
def test_no_words_between_two_mentions_are_read_without_end(between: str) -> None:
    """Marks in plenty once took minutes; this ends at once or not at all."""
    text = f"Начнем с Правила 31.{between} Правило 26. Затем, {between}x Правило 12."
    documents = read_documents(text, "own.txt")
    graph = build(documents, [c for d in documents for c in cite(d)])
    assert graph.net.number_of_nodes() > 0


def _read(text: str) -> Graph:
    documents = read_documents(text, "own.txt")
    return build(documents, [c for d in documents for c in cite(d)])


def test_passages_that_meet_only_in_a_whole_and_its_part_prove_less() -> None:
    tight = "Правило 2 отсылает к Правилу 7.\n\nОтдельно: Правило 7 отсылает к Правилу 9."
    loose = "Правило 2 отсылает к Правилу 7А.\n\nОтдельно: Правило 7 отсылает к Правилу 9."
    strengths = [chains(_read(text), "2", "9")[0].strength for text in (tight, loose)]
    assert strengths[1] == pytest.approx(strengths[0] * LOOSE)


def test_a_walk_without_end_is_cut() -> None:
    laws = "; затем применяется Правило ".join(str(n) for n in range(2, 40))
    (found,) = chains(_read(f"Начнем с Правила {laws}."), "2")
    assert len(found.hops) <= LONGEST + 1


def test_a_law_whose_text_is_here_exists_whatever_the_list_says() -> None:
    document, found = made("Текст.", "laws", Kind.LAWS, law="93D9", edition="1997")
    rows = standing(build([document], found), "93D9", editions())
    assert rows["1997"]["exists"] is True
