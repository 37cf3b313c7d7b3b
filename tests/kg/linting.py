"""Linting a text in a test as the library would."""

import json
from functools import lru_cache

from corpus.curation import parse_curation
from corpus.document import Document
from corpus.read import bundled_documents, read_documents
from kg.citation import Citation
from kg.citations import cite
from kg.graph import build
from kg.lint import Example, Finding, Original, run

MISSPELT = {"достатоыное", "использоовать"}


def known_word(word: str) -> bool:
    """A dictionary of everything but the misspellings of the tests."""
    return word not in MISSPELT and word in KNOWN


KNOWN = {"достаточное", "назначение", "использовать", "фальшренонс", "установлен"}


def lint(example: Example, code: str | None = None) -> list[Finding]:
    """What is found in the text of an example (not in the texts beside it)."""
    curation = parse_curation(json.loads(example.curation)) if example.curation else None
    meta = {"kind": example.kind, "edition": example.edition, "date": example.date, "id": "text"}
    documents: list[Document] = list(read_documents(example.text, "text.txt", meta, curation))
    for number, (kind, edition, date, words) in enumerate(example.beside):
        beside = {"kind": kind, "edition": edition, "date": date, "id": f"beside-{number}"}
        documents += read_documents(words, f"beside-{number}.txt", beside)
    citations = [one for document in documents for one in cite(document)]
    found = run(
        documents,
        citations,
        synonyms=dict(example.synonyms) or None,
        originals=[
            Original("*", quote, here, original, source)
            for quote, here, original, source in example.originals
        ],
        graph=build(documents, citations),
        known_word=known_word,
        select=[code] if code else ["ALL"],
    )
    return [finding for finding in found if finding.file == "text.txt"]


@lru_cache(maxsize=1)
def bundled() -> tuple[tuple[Document, ...], tuple[Citation, ...]]:
    """The bundled texts with their citations."""
    documents = bundled_documents()
    return documents, tuple(one for document in documents for one in cite(document))


@lru_cache(maxsize=1)
def report() -> tuple[Finding, ...]:
    """The report on the bundled texts, every rule on, as the workspace makes it."""
    from workspace.linting import known_word as dictionary

    documents, citations = bundled()
    graph = build(documents, citations)
    return tuple(run(documents, citations, graph=graph, known_word=dictionary, select=["ALL"]))


@lru_cache(maxsize=1)
def originals() -> dict[str, str]:
    """The original text of each bundled file."""
    return {d.meta.file: d.original for d in bundled()[0]}
