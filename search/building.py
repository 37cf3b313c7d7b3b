"""Making an index: every passage analysed once, written to the store, the engine and the counts.

An index folder, always written whole into a folder that did not exist, then flushed:

    index.json          format, engine, number of passages, digests of dictionary and glossary
    passages.jsonl      what ranking and snippets need of each passage (``search.store``)
    vocabulary.json     how common every word, form, notion and law is
    glossary.json       the glossary the passages were read with
    subjects.json       what each law is about
    engine/             the engine's own files
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from corpus.cluster import Cluster
from corpus.document import Kind
from corpus.errors import LibraryError, PravilaError
from corpus.progress import Progress, Silent
from corpus.storage import sync_tree
from search import lexicon
from search.analysis import law_and_parents
from search.annotation import Annotator
from search.corrections import known_slips, name_words
from search.engine import Entry, engine_named
from search.glossary import Glossary
from search.glossary import bundled as bundled_glossary
from search.passages import Passage
from search.pool import annotated
from search.store import StoreWriter
from search.vocabulary import Vocabulary

FORMAT = 1
_BATCH = 500  # passages counted at once
_UNCOUNTED = ("form", "id")  # fields whose terms nobody asks the frequency of
META, GLOSSARY, SUBJECTS, ENGINE = "index.json", "glossary.json", "subjects.json", "engine"


def build_index(
    passages: Iterable[Passage],
    folder: Path,
    engine: str = "whoosh",
    glossary: Glossary | None = None,
    progress: Progress | None = None,
    cluster: Cluster | None = None,
) -> int:
    """Write a complete, durable index of ``passages`` into ``folder``; returns how many there are.

    ``folder`` must not exist or be empty; ``cluster`` is for the engine on one. Raises
    ``LibraryError`` when the folder is not empty or cannot be written, ``SettingsError`` for an
    unknown engine, ``ServerError`` when the cluster refuses.
    """
    chosen = engine_named(engine, cluster)
    notions = glossary or bundled_glossary()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise LibraryError(f"Папка {folder} не пуста: указатель строится только в новой папке.")
        build = _Build(folder, notions, progress or Silent())
        chosen.build(build.entries(passages), folder / ENGINE)
        build.finish(chosen.name)
        sync_tree(folder)
    except PravilaError:
        raise
    except OSError as error:
        raise LibraryError(
            f"Указатель в {folder} не записывается ({error.strerror or error}): "
            "проверьте место на диске и права на папку."
        ) from error
    return build.vocabulary.passages


class _Build:
    """The state of one build."""

    def __init__(self, folder: Path, glossary: Glossary, progress: Progress):
        self._folder = folder
        self._glossary = glossary
        self._progress = progress
        self._annotator = Annotator(glossary)
        self.vocabulary = Vocabulary()
        self._uncounted: list[tuple[Mapping[str, tuple[str, ...]], tuple[str, ...]]] = []
        self._text_editions: dict[str, str] = {}

    def entries(self, passages: Iterable[Passage]) -> Iterator[Entry]:
        """Analyse each passage, store it, count it, and hand it on to the engine."""
        self._progress.step("Указатель")
        with StoreWriter(self._folder) as store:
            read = annotated(passages, self._annotator, self._glossary)
            for number, (passage, line, fields) in enumerate(read):
                store.add(line)
                counted = {name: t for name, t in fields.items() if name not in _UNCOUNTED}
                self._uncounted.append((counted, fields["form"]))
                if len(self._uncounted) == _BATCH:
                    self._count()
                self.vocabulary.titles.setdefault(passage.document, passage.title)
                self._note_text(passage)
                yield Entry(number, fields)
                self._progress.advance()

    def _count(self) -> None:
        self.vocabulary.add(self._uncounted)
        self._uncounted.clear()

    def _note_text(self, passage: Passage) -> None:
        """Remember which passage is the text of a law: the latest edition's, its first part."""
        if passage.law is None or passage.kind != Kind.LAWS:
            return
        edition = passage.edition or ""
        for law in law_and_parents(passage.law.lower()):
            if edition > self._text_editions.get(law, "-"):
                self._text_editions[law] = edition
                self.vocabulary.texts[law] = passage.id

    def finish(self, engine: str) -> None:
        """Write everything that is known only at the end."""
        self._count()
        vocabulary = self.vocabulary
        known = self._annotator.analyzer.known_lemmas
        vocabulary.lemmas = {form: known[form] for form in vocabulary.forms if form in known}
        vocabulary.slips = known_slips(self._glossary, vocabulary.forms)
        vocabulary.names = name_words(self._glossary) - vocabulary.slips.keys()
        vocabulary.save(self._folder)
        (self._folder / GLOSSARY).write_text(self._glossary.to_json(), encoding="utf-8")
        _write_json(self._folder / SUBJECTS, self._annotator.subjects.to_json())
        _write_json(
            self._folder / META,
            {
                "format": FORMAT,
                "engine": engine,
                "passages": vocabulary.passages,
                "glossary": self._glossary.digest,
                "lexicon": lexicon.bundled().digest,
            },
        )


def _write_json(path: Path, values: object) -> None:
    text = json.dumps(values, ensure_ascii=False, sort_keys=True, indent=0)
    path.write_text(text, encoding="utf-8")
