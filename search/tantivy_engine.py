"""tantivy: the engine for large libraries on one machine (extra ``pravila[large]``)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import cast

import tantivy

from corpus.errors import LibraryError
from corpus.storage import sync_tree
from search.engine import (
    FIELD_BOOST,
    FIELDS,
    FORM_FIELD,
    Clause,
    EngineQuery,
    Entry,
    InFiles,
    OpenIndex,
)

_HEAP_BYTES = 256_000_000
_NUMBER = "number_"


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field(_NUMBER, stored=False, fast=True)
    for name in FIELDS:
        option = "position" if name == FORM_FIELD else "freq"
        builder.add_text_field(name, tokenizer_name="whitespace", index_option=option)
    return builder.build()


class TantivyEngine(InFiles):
    """Builds and opens tantivy index folders."""

    name = "tantivy"

    def build(self, entries: Iterable[Entry], folder: Path) -> None:
        """Write the index as one segment and flush it to the disk."""
        folder.mkdir(parents=True, exist_ok=True)
        index = tantivy.Index(_schema(), path=str(folder))
        # One thread: passages stay in order, so the same texts give the same index.
        writer = index.writer(heap_size=_HEAP_BYTES, num_threads=1)
        for entry in entries:
            document = tantivy.Document()
            document.add_unsigned(_NUMBER, entry.number)
            for name, terms in entry.fields.items():
                if terms:
                    document.add_text(name, " ".join(terms))
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()
        sync_tree(folder)

    def open(self, folder: Path) -> OpenIndex:
        """Open the folder for reading."""
        try:
            index = tantivy.Index(_schema(), path=str(folder))
            index.reload()
        except (ValueError, OSError) as error:
            raise LibraryError(
                f"Указатель в {folder} не открывается ({error}): постройте его заново – "
                "pravila build."
            ) from error
        return TantivyIndex(index)


class TantivyIndex:
    """An open tantivy index; its searcher is safe in threads."""

    def __init__(self, index: tantivy.Index):
        self._schema = index.schema
        self._searcher = index.searcher()

    def candidates(self, query: EngineQuery, limit: int) -> list[tuple[int, float]]:
        """The best passages by BM25."""
        found = self._searcher.search(self._translate(query), limit=limit, count=False).hits
        if not found:
            return []
        numbers = self._searcher.fast_field_values(_NUMBER, [address for _, address in found])
        return [
            (cast("int", number), float(cast("float", score)))
            for number, (score, _) in zip(numbers, found, strict=True)
        ]

    def close(self) -> None:
        """Nothing to give back: files close with the object."""

    def _term(self, clause: Clause) -> tantivy.Query:
        term = tantivy.Query.term_query(self._schema, clause.field, clause.term, "freq")
        boost = clause.weight * FIELD_BOOST.get(clause.field, 1.0)
        return tantivy.Query.boost_query(term, boost)

    def _any(self, clauses: tuple[Clause, ...]) -> tantivy.Query:
        return tantivy.Query.boolean_query(
            [(tantivy.Occur.Should, self._term(clause)) for clause in clauses]
        )

    def _translate(self, query: EngineQuery) -> tantivy.Query:
        parts: list[tuple[tantivy.Occur, tantivy.Query]] = []
        for group in query.must:
            parts.append((tantivy.Occur.Must, self._any(group)))
        for words in query.phrases:
            phrase = (
                tantivy.Query.phrase_query(self._schema, FORM_FIELD, list(words))
                if len(words) > 1
                else self._term(Clause(FORM_FIELD, words[0]))
            )
            parts.append((tantivy.Occur.Must, phrase))
        if not parts and not query.should:
            parts.append((tantivy.Occur.Must, tantivy.Query.all_query()))
        for clause in query.should:
            parts.append((tantivy.Occur.Should, self._term(clause)))
        for clause in query.must_not:
            parts.append((tantivy.Occur.MustNot, self._term(clause)))
        return tantivy.Query.boolean_query(parts)
