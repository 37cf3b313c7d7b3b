"""Chains of texts written for the purpose and judged by hand before the program read them."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from corpus.read import read_documents
from kg.chains import chains
from kg.citations import cite
from kg.graph import build

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
