"""The engine on a cluster answers as the others do, however its index is cut."""

from dataclasses import replace
from pathlib import Path

import pytest
from engine_cases import CASES, ENTRIES, jsonl, quality
from running import Place, RunningCluster

from corpus.errors import ServerError, SettingsError
from search.engine import Clause, EngineQuery, Entry, engine_named
from search.finder import Finder, build_index, open_finder
from search.opensearch import translation
from search.passages import Passage

TO_BE_EXACT = ["фальшренонс после претензии", "63А3", "UI от партнёра", '"открытая карта"', "64"]


@pytest.mark.parametrize("shards", [1, 3])
def test_every_case_of_the_other_engines(place: Place, shards: int, tmp_path: Path) -> None:
    engine = engine_named("opensearch", place(shards=shards))
    whoosh = engine_named("whoosh")
    engine.build(ENTRIES, tmp_path / "engine")
    whoosh.build(ENTRIES, tmp_path / "whoosh")
    index, other = engine.open(tmp_path / "engine"), whoosh.open(tmp_path / "whoosh")
    for query, expected in CASES:
        found = [number for number, _ in index.candidates(query, 10)]
        assert set(found) == expected, query
        assert len(found) == len(expected)
        assert index.candidates(query, 1) == index.candidates(query, 10)[:1]
        if not query.should:  # nothing to tell them by: in the order of the texts, as elsewhere
            assert found == [number for number, _ in other.candidates(query, 10)]
    index.close()


def test_scores_do_not_depend_on_shards(place: Place, tmp_path: Path) -> None:
    entries = [
        Entry(n, {"lemma": tuple(f"w{n % k}" for k in (2, 3, 5, 7)), "kind": (f"k{n % 4}",)})
        for n in range(300)
    ]
    query = EngineQuery(should=(Clause("lemma", "w1", 2.0), Clause("lemma", "w2", 0.5)))
    answers = []
    for shards in (1, 5):
        engine = engine_named("opensearch", place(shards=shards))
        engine.build(entries, tmp_path / str(shards))
        index = engine.open(tmp_path / str(shards))
        answers.append(index.candidates(query, 300))
        assert answers[-1] == index.candidates(query, 300)
        index.close()
    assert [number for number, _ in answers[0]] == [number for number, _ in answers[1]]
    assert [s for _, s in answers[0]] == pytest.approx([s for _, s in answers[1]], rel=1e-5)
    scores = [(-score, number) for number, score in answers[0]]
    assert scores == sorted(scores)


def test_long_lists_are_read_page_by_page(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = [Entry(n, {"lemma": ("а",), "kind": ("laws",)}) for n in range(25)]
    engine = engine_named("opensearch", place(shards=3))
    engine.build(entries, tmp_path / "engine")
    index = engine.open(tmp_path / "engine")
    monkeypatch.setattr(translation, "PAGE", 4)
    for query in (EngineQuery(should=(Clause("lemma", "а"),)), EngineQuery()):
        for limit in (1, 4, 5, 8, 25, 100):
            found = [number for number, _ in index.candidates(query, limit)]
            assert found == list(range(min(limit, 25)))
    index.close()


def test_terms_no_analyzer_expects(place: Place, tmp_path: Path) -> None:
    terms = ["а" * 300, "а" * 300 + "б", "🂡" * 130, "x" * 40_000, "\ud800", "a\u00a0b", "%_*?~^"]
    entries = [
        Entry(n, {"lemma": (term,), "form": ("перед", term), "document": (term,)})
        for n, term in enumerate(terms)
    ]
    engine = engine_named("opensearch", place())
    engine.build(entries, tmp_path / "engine")
    index = engine.open(tmp_path / "engine")
    for number, term in enumerate(terms):
        for query in (
            EngineQuery(should=(Clause("lemma", term),)),
            EngineQuery(must=((Clause("document", term),),)),
            EngineQuery(phrases=(("перед", term),)),
        ):
            assert [n for n, _ in index.candidates(query, 10)] == [number], (number, query)
    index.close()


def test_more_words_than_a_query_may_have(place: Place, tmp_path: Path) -> None:
    engine = engine_named("opensearch", place())
    engine.build(ENTRIES, tmp_path / "engine")
    index = engine.open(tmp_path / "engine")
    many = tuple(Clause("lemma", f"w{n}", 0.1) for n in range(5_000))
    wanted = (*many, Clause("lemma", "карта", 1.0))
    found = index.candidates(EngineQuery(should=wanted, phrases=(("а", "в", "б"),)), 10)
    assert [number for number, _ in found] == [2]
    assert {n for n, _ in index.candidates(EngineQuery(should=wanted), 10)} == {2, 3}
    index.close()


def test_the_judged_queries_are_answered_as_well(
    bundled: list[Passage], finder: Finder, place: Place, tmp_path: Path
) -> None:
    where = place()
    build_index(bundled, tmp_path / "index", "opensearch", cluster=where)
    other = open_finder(tmp_path / "index", cluster=where)
    for name in ("", "_more"):
        mine, theirs = quality(finder, name), quality(other, name)
        assert theirs[0] == pytest.approx(mine[0], abs=0.01)
        assert theirs[1] == pytest.approx(mine[1], abs=0.01)
    for query in TO_BE_EXACT:
        first = [hit.passage.id for hit in finder.search(query).hits]
        assert [hit.passage.id for hit in other.search(query).hits] == first
    one = finder.search(TO_BE_EXACT[0]).hits[0].passage.id
    assert [h.passage.id for h in other.similar(one)] == [h.passage.id for h in finder.similar(one)]
    assert jsonl("queries.jsonl")
    other.close()


def test_an_empty_library_can_be_searched(place: Place, tmp_path: Path) -> None:
    where = place()
    assert build_index([], tmp_path / "index", "opensearch", cluster=where) == 0
    assert not open_finder(tmp_path / "index", cluster=where).search("фальшренонс 63A3").hits


def test_an_index_is_as_its_library_asked(
    cluster: RunningCluster, place: Place, tmp_path: Path
) -> None:
    where = place(shards=3, replicas=2)
    engine = engine_named("opensearch", where)
    engine.build(ENTRIES, tmp_path / "engine")
    (name,) = cluster.ask(f"/{where.name}-*")
    about = cluster.ask(f"/{name}")[name]
    index = about["settings"]["index"]
    assert (index["number_of_shards"], index["number_of_replicas"]) == ("3", "2")
    assert index["blocks"]["write"] == "true"
    assert about["mappings"]["dynamic"] == "strict"
    assert about["mappings"]["_source"] == {"enabled": False}
    health = cluster.ask(f"/_cluster/health/{name}")
    assert (health["status"], health["active_shards"]) == ("green", 9)
    template = cluster.ask(f"/_index_template/{where.name}")["index_templates"][0]
    assert template["index_template"]["index_patterns"] == [f"{where.name}-*"]


def test_a_name_another_library_has_is_refused(place: Place, tmp_path: Path) -> None:
    where = place()
    engine_named("opensearch", where).build(ENTRIES, tmp_path / "mine")
    other = engine_named("opensearch", replace(where, key="k2"))
    with pytest.raises(SettingsError, match="занято другой библиотекой"):
        other.build(ENTRIES, tmp_path / "theirs")
    other.tidy([])  # what is not its own it does not touch
    assert engine_named("opensearch", where).amiss(tmp_path / "mine") is None


def test_an_index_somebody_may_have_written_to_is_not_the_one_that_was_built(
    cluster: RunningCluster, place: Place, tmp_path: Path
) -> None:
    where = place()
    engine = engine_named("opensearch", where)
    engine.build(ENTRIES, tmp_path / "engine")
    (name,) = cluster.ask(f"/{where.name}-*")
    cluster.ask(f"/{name}/_settings", {"index": {"blocks.write": False}}, "PUT")
    cluster.ask(f"/{name}/_doc/1?refresh=true", {"passage": 999_999, "lemma": "судья"}, "PUT")
    assert "открыл для записи" in str(engine.amiss(tmp_path / "engine"))
    index = engine.open(tmp_path / "engine")
    with pytest.raises(ServerError, match="чужие места"):
        index.candidates(EngineQuery(), 1000)
    index.close()
    cluster.ask(f"/{name}/_settings", {"index": {"blocks.write": None}}, "PUT")
    assert "открыл для записи" in str(engine.amiss(tmp_path / "engine"))


def test_names_that_begin_alike_live_side_by_side(place: Place, tmp_path: Path) -> None:
    short = place()
    long = replace(short, name=f"{short.name}-more", key="k2")
    for where, folder in ((short, "short"), (long, "long"), (short, "again")):
        engine_named("opensearch", where).build(ENTRIES, tmp_path / folder)
    engine_named("opensearch", short).tidy([tmp_path / "again"])
    assert engine_named("opensearch", short).amiss(tmp_path / "short") is not None
    assert engine_named("opensearch", short).amiss(tmp_path / "again") is None
    assert engine_named("opensearch", long).amiss(tmp_path / "long") is None
