"""tantivy by itself: its Russian stop words and stemmer, its query parser, its snippets."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import tantivy

from bench.peers import Answer, InProcess, folder_size
from search.passages import Passage

_HEAP = 256_000_000  # bytes, as our own use of it has


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    builder.add_text_field("text", stored=True, tokenizer_name="russian", index_option="position")
    return builder.build()


def _index(folder: Path) -> tantivy.Index:
    index = tantivy.Index(_schema(), path=str(folder))
    chain = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
    for step in (
        tantivy.Filter.lowercase(),
        tantivy.Filter.stopword("russian"),
        tantivy.Filter.stemmer("russian"),
    ):
        chain = chain.filter(step)
    index.register_tokenizer("russian", chain.build())
    return index


class TantivyAlone(InProcess):
    """One text field with positions."""

    def __init__(self, folder: Path):
        self._folder = folder

    def build(self, passages: Iterable[Passage]) -> int:
        """Write the index."""
        writer = _index(self._folder).writer(heap_size=_HEAP)
        for passage in passages:
            document = tantivy.Document()
            document.add_text("id", passage.id)
            document.add_text("text", passage.text)
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()
        return folder_size(self._folder)

    def open(self) -> float:
        """Open it for reading."""
        self._index = _index(self._folder)
        self._index.reload()
        self._searcher = self._index.searcher()
        return 0.0

    def ask(self, query: str, limit: int) -> list[Answer]:
        """The best by BM25."""
        parsed, _ = self._index.parse_query_lenient(query, ["text"])
        snippets = tantivy.SnippetGenerator.create(
            self._searcher, parsed, self._index.schema, "text"
        )
        snippets.set_max_num_chars(300)
        documents = [self._searcher.doc(at) for _, at in self._searcher.search(parsed, limit).hits]
        return [(str(d.get_first("id")), snippets.snippet_from_doc(d).to_html()) for d in documents]

    def close(self) -> None:
        """Nothing is held open."""
