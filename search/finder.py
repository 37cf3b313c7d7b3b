"""Search itself: query in, ranked and explained passages out.

build_index(passages, folder)           once
finder = open_finder(folder)            cheap; share it between threads
results = finder.search("фальшренонс после претензии")
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from corpus.cluster import Cluster
from corpus.errors import LibraryError, NotFoundError
from search.analysis import Analyzer
from search.building import ENGINE, FORMAT, GLOSSARY, META, SUBJECTS, build_index
from search.candidates import engine_query, unwanted_phrases
from search.engine import Clause, EngineQuery, OpenIndex, engine_named
from search.facets import facets
from search.filters import Filters
from search.gist import gist
from search.glossary import Glossary
from search.notions import Notion, Role, Understood
from search.query import parse
from search.ranking import Ranker, Scored, runs
from search.results import Hit, Results
from search.snippets import marks, snippet
from search.store import Store
from search.subjects import Subjects
from search.suggest import Suggestion, common_laws, nearest, suggest
from search.understanding import Plan, Reader
from search.vocabulary import Vocabulary
from search.weights import Weights

__all__ = ["Filters", "Finder", "build_index", "open_finder"]

CANDIDATES, CANDIDATES_LARGE, LARGE = 200, 60, 5_000
"""How many passages the engine hands to ranking at least; facets count among them. In a library of
``LARGE`` passages and more it is fewer: the first twenty are the same with 30 as with 200
(measured), and ranking is what takes the time there.
"""

_FEW = 5  # with fewer hits than this, neighbouring notions and laws are offered too


class Finder:
    """One open index. Any number of threads may search it at once."""

    def __init__(
        self,
        store: Store,
        engine: OpenIndex,
        vocabulary: Vocabulary,
        glossary: Glossary,
        subjects: Subjects,
        weights: Weights | None = None,
    ):
        self.store = store
        self.vocabulary = vocabulary
        self.glossary = glossary
        self.weights = weights or Weights()
        self.analyzer = Analyzer(vocabulary.lemmas)
        self.reader = Reader(self.analyzer, glossary, vocabulary, self.weights)
        self._engine = engine
        self._subjects = subjects

    def search(
        self,
        query: str,
        filters: Filters | None = None,
        limit: int = 10,
        verbatim: bool = False,
        as_typed: Collection[str] = (),
    ) -> Results:
        """The best ``limit`` passages for ``query``.

        ``filters`` add to those written in the query. ``verbatim`` searches for the words exactly
        as typed (no layout, spelling, law numbers or glossary); ``as_typed`` lists single words to
        leave alone. Raises ``QueryError`` for a filter that cannot be understood.
        """
        started = perf_counter()
        parsed = parse(query)
        limits = (filters or Filters()).merged(parsed.filters)
        plan = self.reader.read(parsed, verbatim, as_typed)
        if not plan.notions and limits.laws:
            # Nothing but «закон:64»: what that law is comes before what names it.
            notions = tuple(self.reader.law_notion(law) for law in limits.laws)
            plan = replace(plan, notions=notions)
        size = max(limit, CANDIDATES_LARGE if len(self.store) >= LARGE else CANDIDATES)
        ranked = self._ranked(plan, limits, size)
        if not ranked and any(notion.role is Role.PHRASE for notion in plan.notions):
            plan = self.reader.read(parsed.unquoted(), verbatim, as_typed)
            plan = replace(plan, understood=replace(plan.understood, unquoted=True))
            ranked = self._ranked(plan, limits, size)
        folded = _fold_duplicates(ranked)
        hits = tuple(
            self._hit(rank, scored, copies, plan.notions)
            for rank, (scored, copies) in enumerate(folded[:limit], 1)
        )
        few = len(folded) < _FEW and not verbatim and any(map(str.isalnum, query))
        return Results(
            query=query,
            understood=plan.understood,
            total=len(folded),
            took_ms=(perf_counter() - started) * 1000,
            hits=hits,
            facets=facets([scored.record for scored, _ in folded]),
            did_you_mean=self._did_you_mean(query, plan) if plan.understood.unknown else (),
            nearest=self._nearest(query, plan, bool(hits)) if few else (),
            filters=limits.to_json(),
            jumps={
                law: self.vocabulary.texts.get(law.lower())
                for _, targets in plan.understood.laws
                for law in targets
            },
        )

    def suggest(
        self, typed: str, recent: Sequence[str] = (), limit: int = 8
    ) -> tuple[Suggestion, ...]:
        """What to offer while a query is typed; ``recent`` are this session's, newest first."""
        return suggest(typed, self.glossary, self.vocabulary, recent, limit)

    def similar(self, passage_id: str, limit: int = 5) -> tuple[Hit, ...]:
        """«Похожие места»: the passages that share most with this one. Raises ``NotFoundError``."""
        query = EngineQuery(should=(Clause("id", passage_id),))
        number = next((n for n, _ in self._engine.candidates(query, 1)), None)
        if number is None:
            raise NotFoundError(f"Нет места «{passage_id}»: его номер – в поле id ответа на поиск.")
        record = self.store.record(number)
        plan = Plan(gist(record, self.vocabulary), (), Understood())
        ranked = [
            scored
            for scored in self._ranked(plan, Filters(), CANDIDATES_LARGE)
            if scored.number != number and scored.record.words != record.words
        ]
        return tuple(
            self._hit(rank, scored, copies, plan.notions)
            for rank, (scored, copies) in enumerate(_fold_duplicates(ranked)[:limit], 1)
        )

    def _did_you_mean(self, query: str, plan: Plan) -> tuple[str, ...]:
        """The query with one unknown word replaced by a near one."""
        found = []
        for word in plan.understood.unknown:
            for offer in self.reader.corrections.speller.correct(word, 2):
                changed = re.sub(rf"(?i)(?<!\w){re.escape(word)}(?!\w)", offer.text, query)
                if changed != query:
                    found.append(changed)
        return tuple(dict.fromkeys(found))[:3]

    def _nearest(self, query: str, plan: Plan, something: bool) -> tuple[tuple[str, str, str], ...]:
        """Neighbours of the notions understood, else names that look like the query.

        When there is not even ``something`` found, the laws most spoken of: never an empty page.
        """
        found: list[tuple[str, str, str]] = []
        for _, concept, _ in plan.understood.concepts:
            for other in list(self.glossary.related_weights(concept))[:3]:
                found.append(("concept", other, self.glossary.concepts[other].pref_ru))
        if not found:
            understood = plan.understood
            for before, after in (*understood.layout, *understood.corrected):
                query = query.replace(before, after)
            offers = nearest(query, self.glossary)
            if not offers and not something:
                offers = common_laws(self.vocabulary)
            found = [(s.kind, s.id, s.label) for s in offers]
        return tuple(dict.fromkeys(found))[:_FEW]

    def reweighted(self, weights: Weights) -> Finder:
        """The same index ranked with other weights."""
        return Finder(
            self.store, self._engine, self.vocabulary, self.glossary, self._subjects, weights
        )

    def close(self) -> None:
        """Let go of the index's files."""
        self._engine.close()
        self.store.close()

    # -- candidates and ranking ---------------------------------------------------------------

    def _ranked(self, plan: Plan, limits: Filters, size: int) -> list[Scored]:
        rarities = [self.reader.rarity(notion) for notion in plan.notions]
        query = engine_query(plan, rarities, limits, self.vocabulary, self.weights)
        if query is None:
            return []
        unwanted = unwanted_phrases(plan)
        ranker = Ranker(
            plan.notions, rarities, self.vocabulary.average_length, self._subjects, self.weights
        )
        found: list[Scored] = []
        for number, _ in self._engine.candidates(query, size):
            record = self.store.record(number)
            if not limits.allow_date(record.passage.date):
                continue
            if any(runs(words, record) for words in unwanted):
                continue
            if plan.notions:
                scored = ranker.score(number, record)
            else:
                scored = Scored(number, record, 0.0, {}, ())
            if scored is not None:
                found.append(scored)
        found.sort(key=lambda scored: (-scored.score, scored.number))
        return found

    # -- hits ---------------------------------------------------------------------------------

    def _hit(
        self, rank: int, scored: Scored, copies: Sequence[str], notions: Sequence[Notion]
    ) -> Hit:
        passage = scored.record.passage
        tokens = self.analyzer.tokens(passage.text)
        why: dict[str, str] = {}
        missing: list[str] = []
        for notion, match in zip(notions, scored.matches, strict=True):
            if match is None:
                missing.append(notion.label)
            elif match.where == "text" and match.places:
                start, length = match.places[0]
                last = min(start + length, len(tokens)) - 1
                why[notion.label] = passage.text[tokens[start].start : tokens[last].end]
            else:
                why[notion.label] = match.key.label
        return Hit(
            rank=rank,
            passage=passage,
            score=scored.score,
            snippet=snippet(passage.text, tokens, scored.matches, [n.factor for n in notions]),
            marks=tuple(marks(tokens, scored.matches)),
            why=why,
            missing=tuple(missing),
            parts=scored.parts,
            duplicates=tuple(copies),
        )


def _fold_duplicates(ranked: Sequence[Scored]) -> list[tuple[Scored, list[str]]]:
    """Passages with the very same words become one, the best placed; short ones are left alone."""
    found: list[tuple[Scored, list[str]]] = []
    seen: dict[str, int] = {}
    for scored in ranked:
        words = scored.record.words
        if scored.record.length >= 8 and words in seen:
            found[seen[words]][1].append(scored.record.passage.id)
            continue
        seen[words] = len(found)
        found.append((scored, []))
    return found


def open_finder(
    folder: Path,
    engine: str | None = None,
    weights: Weights | None = None,
    cluster: Cluster | None = None,
) -> Finder:
    """Open the index ``build_index`` wrote.

    ``engine`` is the one expected, ``cluster`` where its index is if it is on one. Raises
    ``LibraryError`` when the index cannot be used or was built by another.
    """
    try:
        meta = json.loads((folder / META).read_text(encoding="utf-8"))
        if meta["format"] != FORMAT:
            raise ValueError(f"формат {meta['format']}, нужен {FORMAT}")
        glossary = Glossary.from_json((folder / GLOSSARY).read_text(encoding="utf-8"))
        subjects = Subjects.from_json(json.loads((folder / SUBJECTS).read_text(encoding="utf-8")))
        built_by = str(meta["engine"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise LibraryError(
            f"Указатель в {folder} не читается ({error}): постройте его заново – pravila build."
        ) from error
    if engine is not None and engine != built_by:
        raise LibraryError(
            f"Указатель в {folder} построен движком {built_by}, а в настройках {engine}: "
            "постройте его заново – pravila build."
        )
    return Finder(
        store=Store(folder),
        engine=engine_named(built_by, cluster).open(folder / ENGINE),
        vocabulary=Vocabulary.load(folder),
        glossary=glossary,
        subjects=subjects,
        weights=weights,
    )
