"""Search on three OpenSearch nodes on loopback beside the engines that work in files.

    python -m bench.cluster                      # 1x and 10x
    python -m bench.cluster --scales 1 10 100    # 100x: about 21,000 passages
    python -m bench.cluster --serve              # only start the nodes and print their addresses

Needs Maven and Java, as ``make test-cluster`` does. Times are by the clock: a cluster works in
other processes, here on the same processors. ``search`` is the whole answer, ``engine`` only the
candidates, which is all that the cluster is asked for. CPU is that of all processes together, the
nodes' too, and says more than the clock on a busy machine. Bytes are of one copy of every shard.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import statistics
import sys
import tempfile
import threading
from contextlib import suppress
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

from bench.passages import bundled_passages, scaled
from corpus.cluster import Cluster
from search.building import ENGINE
from search.engine import EngineQuery, OpenIndex
from search.finder import build_index, open_finder
from search.opensearch.engine import OpenSearchEngine, read_record

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "tests" / "cluster"))  # the tests' cluster is this bench's too

from running import RunningCluster, missing  # noqa: E402

ROUNDS = 3


class Timed:
    """An open index that notes how long each answer took, in milliseconds."""

    def __init__(self, index: OpenIndex):
        self._index = index
        self.took: list[float] = []

    def candidates(self, query: EngineQuery, limit: int) -> list[tuple[int, float]]:
        """The candidates, timed."""
        started = perf_counter()
        found = self._index.candidates(query, limit)
        self.took.append((perf_counter() - started) * 1000)
        return found

    def close(self) -> None:
        """Close it."""
        self._index.close()


def folder_size(folder: Path) -> int:
    """Bytes of all files below."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def cpu(nodes: RunningCluster | None) -> float:
    """CPU seconds used so far: this process, its children that have ended, the nodes."""
    mine = os.times()
    used = mine.user + mine.system + mine.children_user + mine.children_system
    ticks = os.sysconf("SC_CLK_TCK")
    for node in nodes.nodes if nodes else ():
        if node.process is not None:
            stat = Path(f"/proc/{node.process.pid}/stat").read_text("ascii", "replace")
            user, system = stat.rpartition(")")[2].split()[11:13]
            used += (int(user) + int(system)) / ticks
    return used


def primary_bytes(nodes: RunningCluster, index: str) -> int:
    """Bytes of one copy of every shard; by segments, since ``_stats`` is ten seconds late."""
    shards = nodes.ask(f"/{index}/_segments")["indices"][index]["shards"].values()
    return sum(
        segment["size_in_bytes"]
        for copies in shards
        for copy in copies
        if copy["routing"]["primary"]
        for segment in copy["segments"].values()
    )


def spread(times: list[float]) -> str:
    """Median and 95th percentile."""
    return f"{statistics.median(times):6.1f} {statistics.quantiles(times, n=20)[-1]:6.1f}"


def measure(
    engine: str,
    size: int,
    folder: Path,
    nodes: RunningCluster | None,
    queries: list[str],
    **given: Any,
) -> None:
    """Build, ask, print one line."""
    cluster = None
    if nodes is not None:
        cluster = Cluster(tuple(nodes.urls), name="pravila-bench", key="bench", **given)
    started, worked = perf_counter(), cpu(nodes)
    passages = islice(scaled(bundled_passages(), size), size)
    count = build_index(passages, folder, engine, cluster=cluster)
    built, worked = perf_counter() - started, cpu(nodes) - worked
    if nodes is not None:
        record = read_record(folder / ENGINE)
        assert record is not None
        stored = primary_bytes(nodes, record.index)
    else:
        stored = folder_size(folder / ENGINE)
    finder = open_finder(folder, engine, cluster=cluster)
    timed = Timed(finder._engine)  # nothing else sees the engine alone
    finder._engine = timed
    whole: list[float] = []
    for number in range(ROUNDS + 1):
        if number == 1:  # the first round only warms up
            whole.clear()
            timed.took.clear()
            before = cpu(nodes)
        for query in queries:
            started = perf_counter()
            finder.search(query)
            whole.append((perf_counter() - started) * 1000)
    each = (cpu(nodes) - before) * 1000 / len(whole)
    how = f"{engine} {given.get('shards', 1)}×{given.get('replicas', 1) + 1}" if nodes else engine
    print(
        f"{count:9,} {how:16} {built:7.1f} {worked:7.1f} {spread(whole)} {spread(timed.took)} "
        f"{each:7.1f} "
        f"{stored / count:8.0f} {folder_size(folder) / count:8.0f}",
        flush=True,
    )
    finder.close()
    if cluster is not None:
        OpenSearchEngine(cluster).tidy(())


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--scales", type=int, nargs="+", default=[1, 10], help="sizes in bundled libraries"
    )
    engines = ["whoosh", "tantivy", "opensearch"]
    parser.add_argument("--engines", nargs="+", choices=engines, default=engines)
    parser.add_argument(
        "--serve",
        action="store_true",
        help="start the nodes, print their addresses for --url, wait for Ctrl-C",
    )
    options = parser.parse_args()
    if (lack := missing()) is not None:
        raise SystemExit(lack)
    lines = (ROOT / "bench/data/open/queries.jsonl").read_text("utf-8").splitlines()
    queries = [str(json.loads(line)["text"]) for line in lines]
    base = len(bundled_passages())
    with (
        tempfile.TemporaryDirectory(prefix="pravila-bench-") as folder,
        RunningCluster(Path(folder) / "nodes") as nodes,
    ):
        if options.serve:
            print(",".join(nodes.urls), flush=True)
            signal.signal(signal.SIGTERM, signal.default_int_handler)
            with suppress(KeyboardInterrupt):
                threading.Event().wait()
            return
        heads = ("search, ms", "engine, ms", "CPU", "bytes", "files")
        print(
            f"{'passages':>9} {'engine':16} {'build, s':>15} {heads[0]:>13} {heads[1]:>13} "
            f"{heads[2]:>7} {heads[3]:>8} {heads[4]:>8}"
        )
        print(
            f"{'':26} {'clock':>7} {'CPU':>7} {'p50':>6} {'p95':>6} {'p50':>6} {'p95':>6} "
            f"{'ms each':>7} {'each':>8} {'each':>8}"
        )
        for scale in options.scales:
            for engine in options.engines:
                place = Path(folder) / f"{scale}-{engine}"
                if engine == "opensearch":
                    for shards, replicas in ((1, 1), (3, 1)):
                        there = place.with_name(f"{place.name}-{shards}")
                        given = {"shards": shards, "replicas": replicas, "timeout": 60.0}
                        measure(engine, base * scale, there, nodes, queries, **given)
                else:
                    measure(engine, base * scale, place, None, queries)


if __name__ == "__main__":
    main()
