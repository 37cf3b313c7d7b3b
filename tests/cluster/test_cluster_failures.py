"""Nodes killed under load, a cluster that is full, busy or away: no wrong answer, nothing lost."""

import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from engine_cases import ENTRIES
from running import Place, RunningCluster

from corpus.cluster import Cluster
from corpus.errors import LibraryError, PravilaError, ServerError
from search.engine import Clause, EngineQuery, Entry, engine_named
from search.finder import build_index, open_finder
from search.opensearch import loading
from search.passages import Passage

QUERIES = ["фальшренонс после претензии", "63А3", "UI от партнёра", '"открытая карта"', "судья"]
READERS = 4


def entries(count: int) -> list[Entry]:
    """So many passages, each with a word of its own and one it shares with every seventh."""
    return [
        Entry(n, {"lemma": (f"w{n % 7}", f"v{n}"), "form": ("а", f"v{n}")}) for n in range(count)
    ]


def test_a_node_is_killed_under_load(
    cluster: RunningCluster, place: Place, bundled: list[Passage], tmp_path: Path
) -> None:
    where = place(shards=3, replicas=1)
    build_index(bundled, tmp_path / "index", "opensearch", cluster=where)
    finders = [open_finder(tmp_path / "index", cluster=where) for _ in range(READERS)]
    right = {q: [hit.passage.id for hit in finders[0].search(q).hits] for q in QUERIES}
    assert all(right.values())
    wrong: list[object] = []
    asked = [0] * READERS
    done = threading.Event()

    def ask(number: int) -> None:
        while not done.is_set():
            query = QUERIES[asked[number] % len(QUERIES)]
            try:
                ids = [hit.passage.id for hit in finders[number].search(query).hits]
            except Exception as error:
                wrong.append(repr(error))
            else:
                if ids != right[query]:
                    wrong.append((query, ids))
            asked[number] += 1

    readers = [threading.Thread(target=ask, args=(n,)) for n in range(READERS)]
    for reader in readers:
        reader.start()
    time.sleep(1)
    victim = manager(cluster)
    before = sum(asked)
    cluster.kill(victim)
    time.sleep(6)
    while_away = sum(asked) - before
    cluster.restart(victim)
    cluster.wait("green", 3)
    time.sleep(1)
    done.set()
    for reader in readers:
        reader.join()
    assert wrong == []
    assert min(asked) > 10
    assert while_away > 10
    assert engine_named("opensearch", where).amiss(tmp_path / "index" / "engine") is None
    (name,) = cluster.ask(f"/{where.name}-*")
    for copy in ("_primary", "_replica"):
        count = cluster.ask(f"/{name}/_count?preference={copy}")
        assert count["count"] == len(bundled)
    for finder in finders:
        finder.close()


def test_a_node_that_hangs_is_not_waited_for(
    cluster: RunningCluster, place: Place, tmp_path: Path
) -> None:
    where = place(shards=3, replicas=1, timeout=30.0)
    engine = engine_named("opensearch", where)
    engine.build(entries(60), tmp_path / "engine")
    index = engine.open(tmp_path / "engine")
    every = EngineQuery(should=(Clause("lemma", "w1"),))
    right = index.candidates(every, 100)
    cluster.pause(2)
    try:
        started = time.monotonic()
        for _ in range(12):
            assert index.candidates(every, 100) == right
        assert time.monotonic() - started < 60
    finally:
        cluster.pause(2, on=False)
    index.close()


def manager(cluster: RunningCluster) -> int:
    """The node that leads: to lose it is worst."""
    (leader,) = cluster.ask("/_cat/cluster_manager?format=json")
    return [node.name for node in cluster.nodes].index(leader["node"])


def test_a_node_is_killed_while_an_index_is_filled(
    cluster: RunningCluster, place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loading, "CHUNK_PASSAGES", 50)
    where = place(shards=3, replicas=1)
    engine = engine_named("opensearch", where)
    given = entries(3_000)

    def slowly() -> Iterator[Entry]:
        for number, entry in enumerate(given):
            if number == 1_000:
                cluster.kill(2)
            yield entry

    engine.build(slowly(), tmp_path / "engine")
    cluster.restart(2)
    cluster.wait("green", 3)
    assert engine.amiss(tmp_path / "engine") is None
    index = engine.open(tmp_path / "engine")
    everything = [number for number, _ in index.candidates(EngineQuery(), 5_000)]
    assert everything == list(range(3_000))
    for number in range(0, 3_000, 271):
        only = EngineQuery(must=((Clause("lemma", f"v{number}"),),))
        assert [n for n, _ in index.candidates(only, 9)] == [number]
    index.close()


def test_every_failed_build_leaves_the_cluster_as_it_was(
    cluster: RunningCluster, place: Place, tmp_path: Path
) -> None:
    engine = engine_named("opensearch", place())

    def broken() -> Iterator[Entry]:
        yield from ENTRIES
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        engine.build(broken(), tmp_path / "engine")
    assert cluster.ask(f"/{place().name}-*") == {}


def test_a_passage_the_cluster_refuses_is_an_error(place: Place, tmp_path: Path) -> None:
    engine = engine_named("opensearch", place())
    wrong = Entry(2**40, {"lemma": ("а",)})  # no number the field can hold
    with pytest.raises(ServerError, match="не взял место"):
        engine.build([*ENTRIES, wrong], tmp_path / "engine")


def test_a_disk_that_is_full_is_said(cluster: RunningCluster, place: Place, tmp_path: Path) -> None:
    """The block is the one OpenSearch sets itself when its disks pass the last watermark."""
    where = place()

    def filling() -> Iterator[Entry]:
        yield ENTRIES[0]
        (name,) = cluster.ask(f"/{where.name}-*")
        block = {"index.blocks.read_only_allow_delete": True}
        cluster.ask(f"/{name}/_settings", block, method="PUT")
        yield from ENTRIES[1:]

    engine = engine_named("opensearch", where)
    with pytest.raises(ServerError, match="кончается место") as raised:
        engine.build(filling(), tmp_path / "engine")
    assert "\n" not in str(raised.value)
    assert cluster.ask(f"/{where.name}-*") == {}


def test_a_cluster_that_may_not_be_written_to(
    cluster: RunningCluster, place: Place, tmp_path: Path
) -> None:
    setting = "cluster.blocks.create_index"
    cluster.ask("/_cluster/settings", {"persistent": {setting: True}}, method="PUT")
    try:
        with pytest.raises(ServerError, match="запретил запись"):
            engine_named("opensearch", place()).build(ENTRIES, tmp_path / "engine")
    finally:
        cluster.ask("/_cluster/settings", {"persistent": {setting: None}}, method="PUT")


def test_a_shard_that_is_away_is_an_error_and_no_shorter_answer(
    cluster: RunningCluster, place: Place, tmp_path: Path
) -> None:
    where = place(shards=3, replicas=0, timeout=3.0)
    engine = engine_named("opensearch", where)
    engine.build(entries(60), tmp_path / "engine")
    index = engine.open(tmp_path / "engine")
    every = EngineQuery(should=(Clause("lemma", "w1"),))
    right = index.candidates(every, 100)
    (name,) = cluster.ask(f"/{where.name}-*")
    shards = cluster.ask(f"/_cat/shards/{name}?format=json")
    cluster.kill([node.name for node in cluster.nodes].index(shards[0]["node"]))
    with pytest.raises(ServerError, match=r"не может ответить|не отвечает"):
        index.candidates(every, 100)
    with pytest.raises(ServerError):
        engine.amiss(tmp_path / "engine")  # not known to be lost: nothing is built anew
    cluster.heal()
    assert index.candidates(every, 100) == right
    assert engine.amiss(tmp_path / "engine") is None
    index.close()


def test_an_index_that_goes_while_it_is_read(place: Place, tmp_path: Path) -> None:
    engine = engine_named("opensearch", place())
    engine.build(ENTRIES, tmp_path / "engine")
    index = engine.open(tmp_path / "engine")
    assert index.candidates(EngineQuery(), 1)
    engine.tidy([])
    with pytest.raises(LibraryError, match="pravila build"):
        index.candidates(EngineQuery(), 1)
    index.close()


def test_a_small_and_busy_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One node that takes one thing at a time: what it has no room for is sent again."""
    monkeypatch.setattr(loading, "CHUNK_PASSAGES", 400)
    tiny = {"thread_pool.write.size": 1, "thread_pool.write.queue_size": 1}
    with (
        tempfile.TemporaryDirectory(prefix="pravila-cluster-") as folder,
        RunningCluster(Path(folder), nodes=1, extra=tiny) as busy,
    ):
        where = Cluster(tuple(busy.urls), shards=8, name="busy", key="k1", timeout=30.0)
        engine = engine_named("opensearch", where)
        engine.build(entries(4_000), tmp_path / "engine")
        pools = busy.ask("/_nodes/stats/thread_pool")["nodes"].values()
        assert sum(node["thread_pool"]["write"]["rejected"] for node in pools) > 0
        index = engine.open(tmp_path / "engine")
        assert len(index.candidates(EngineQuery(), 9_999)) == 4_000
        busy.stop()
        short = engine_named("opensearch", Cluster(where.urls, name="busy", timeout=1.0))
        for attempt in (
            lambda: short.open(tmp_path / "engine").candidates(EngineQuery(), 5),
            lambda: short.amiss(tmp_path / "engine"),
            lambda: short.build(ENTRIES, tmp_path / "more"),
        ):
            with pytest.raises(PravilaError, match="кластер поиска не отвечает") as raised:
                attempt()
            assert "\n" not in str(raised.value)
        index.close()
