"""A plan on paper for very large libraries, worked out from what was measured.

    python -m bench.plan                       10⁸ passages
    python -m bench.plan --passages 1e7 --rate 20

Prints how many shards, nodes, gigabytes and hours it takes, what it costs, and what changes when a
measured figure is wrong by a factor of two. Where the figures come from and what the plan means:
docs/performance.md. The model is deliberately plain – everything that grows is taken to grow in
proportion, from the largest size measured – so that it errs on the dear side.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from math import ceil

HOURS_A_MONTH = 730
TANTIVY_MS_PER_MILLION = 14.0
"""What the same candidates cost tantivy: where a cluster's engine may get to."""
FIGURES = (
    "shard_ms",
    "engine_ms_per_million",
    "index_bytes",
    "record_packed_bytes",
    "rest_ms",
    "annotate_ms",
    "load_passages",
)
"""The measured figures that are taken to be wrong, one after the other."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured; units in the names. docs/performance.md says by which command."""

    words: float = 56  # in a passage
    characters: float = 440  # in a passage
    first_forms: float = 3_515  # in ...
    first_words: float = 12_496
    heaps: float = 0.62  # forms grow with words ** heaps
    form_bytes: float = 650  # memory of a form in an open vocabulary
    record_bytes: float = 3_640  # of a passage in the store
    record_packed_bytes: float = 1_000  # of the same, compressed in blocks
    index_bytes: float = 1_360  # of a passage in one copy of a shard
    graph_bytes: float = 6_900  # memory of a passage's part of the graph
    shard_ms: float = 8.0  # a core's time for one question on one shard, however small
    engine_ms_per_million: float = 80.0  # and for each million passages
    rest_ms: float = 5.0  # understanding, ranking, snippets: does not grow
    annotate_ms: float = 0.9  # a core's time to read a passage for words and notions
    read_characters: float = 1.4e6  # decoded, cleaned and outlined, a second on a core
    cite_characters: float = 2.3e6  # a second on a core
    load_passages: float = 2_600  # of one copy a second taken by the cluster on a core


@dataclass(frozen=True, slots=True)
class Assumed:
    """What was chosen: how much is asked, on what machines, at what price."""

    passages: float = 1e8
    questions_per_second: float = 50.0  # at the busiest
    busy: float = 0.5  # share of the processors used then
    copies: int = 2  # of every shard: one replica
    zones: int = 3
    shard_gb: float = 20.0  # in the middle of what is advised for searching
    slowest_ms: float = 150.0  # the slowest shard is what one waits for
    cores: int = 16  # of a node
    node_gb: float = 64.0
    heap_gb: float = 16.0  # of a node; the rest but 4 GB caches the index
    node_price: float = 0.653  # USD an hour
    disk_price: float = 0.08  # USD a GB and month
    builders: int = 64  # processors that read passages


@dataclass(frozen=True, slots=True)
class Plan:
    """What it takes."""

    index_gb: float  # one copy
    records_gb: float  # one copy, compressed
    shards: int
    nodes: int
    why: str  # what decides the number of nodes
    fronts: int  # machines that understand and rank
    slowest_ms: float  # a shard's part of an answer, alone on a core
    forms: float
    vocabulary_gb: float  # as it is kept now, in each process
    graph_gb: float  # likewise
    read_hours: float
    load_hours: float
    build_cost: float
    month_cost: float


def plan(m: Measured, a: Assumed) -> Plan:
    """Work it out."""
    index_gb = a.passages * m.index_bytes / 1e9
    records_gb = a.passages * m.record_packed_bytes / 1e9
    growing_ms = a.passages / 1e6 * m.engine_ms_per_million
    shards = max(
        ceil((index_gb + records_gb) / a.shard_gb),
        ceil(growing_ms / max(a.slowest_ms - m.shard_ms, 1)),
    )
    shards = ceil(shards / a.zones) * a.zones  # the same load for every zone
    engine_ms = growing_ms + shards * m.shard_ms
    busy_cores = a.questions_per_second * engine_ms / 1000 / a.busy
    cached_gb = a.node_gb - a.heap_gb - 4
    wanted = {
        "processors": ceil(busy_cores / a.cores),
        "memory for the index": ceil(a.copies * index_gb / cached_gb),
        "zones": a.zones,
    }
    nodes = ceil(max(wanted.values()) / a.zones) * a.zones
    front_cores = a.questions_per_second * m.rest_ms / 1000 / a.busy
    fronts = max(2, ceil(front_cores / a.cores))  # two, so that one may fail
    forms = m.first_forms * (a.passages * m.words / m.first_words) ** m.heaps
    each_character = 1 / m.read_characters + 1 / m.cite_characters
    read_s = a.passages * (m.annotate_ms / 1000 + m.characters * each_character)
    load_s = a.passages * a.copies / (m.load_passages * nodes * a.cores)
    hours = read_s / 3600 / a.builders
    disk_gb = a.copies * 2 * (index_gb + records_gb)  # the old index beside the new one
    return Plan(
        index_gb=index_gb,
        records_gb=records_gb,
        shards=shards,
        nodes=nodes,
        why=max(wanted, key=lambda name: wanted[name]),
        fronts=fronts,
        slowest_ms=engine_ms / shards,
        forms=forms,
        vocabulary_gb=forms * m.form_bytes / 1e9,
        graph_gb=a.passages * m.graph_bytes / 1e9,
        read_hours=hours,
        load_hours=load_s / 3600,
        build_cost=hours * a.builders / a.cores * a.node_price,
        month_cost=(nodes + fronts) * a.node_price * HOURS_A_MONTH + disk_gb * a.disk_price,
    )


def show(m: Measured, a: Assumed) -> None:
    """Print the plan and how it moves."""
    p = plan(m, a)
    rows = [
        ("passages", f"{a.passages:,.0f}"),
        ("index, one copy", f"{p.index_gb:,.0f} GB"),
        ("records, one copy, compressed", f"{p.records_gb:,.0f} GB"),
        (
            "disk, two copies, old beside new",
            f"{a.copies * 2 * (p.index_gb + p.records_gb):,.0f} GB",
        ),
        ("shards × copies", f"{p.shards} × {a.copies}"),
        ("a shard's part of an answer", f"{p.slowest_ms:.0f} ms of a core"),
        ("nodes of the cluster", f"{p.nodes} × {a.cores} cores, {a.node_gb:.0f} GB ({p.why})"),
        ("front machines", f"{p.fronts} × {a.cores} cores"),
        ("word forms", f"{p.forms / 1e6:.1f} M"),
        ("vocabulary in memory as now", f"{p.vocabulary_gb:,.1f} GB a process"),
        ("graph in memory as now", f"{p.graph_gb:,.0f} GB a process"),
        ("reading", f"{p.read_hours:.2f} h on {a.builders} cores, {p.build_cost:,.0f} USD"),
        ("loading the cluster", f"{p.load_hours:.2f} h"),
        ("a month", f"{p.month_cost:,.0f} USD"),
    ]
    print("|  |  |\n|---|---|")
    for name, value in rows:
        print(f"| {name} | {value} |")
    print("\n| if … were | | nodes | shards | a month, USD | build, h |\n|---|---|---|---|---|---|")
    for name in FIGURES:
        for factor in (2.0, 0.5):
            _case(name, factor, plan(replace(m, **{name: getattr(m, name) * factor}), a))
    quick = plan(replace(m, engine_ms_per_million=TANTIVY_MS_PER_MILLION), a)
    _case("engine ms per million", TANTIVY_MS_PER_MILLION / m.engine_ms_per_million, quick)
    for factor in (2.0, 0.5):
        asked = replace(a, questions_per_second=a.questions_per_second * factor)
        _case("questions_per_second", factor, plan(m, asked))


def _case(name: str, factor: float, p: Plan) -> None:
    hours = p.read_hours + p.load_hours
    print(
        f"| {name.replace('_', ' ')} | ×{factor:.2g} | {p.nodes} | {p.shards} "
        f"| {p.month_cost:,.0f} | {hours:.2f} |"
    )


def main() -> None:
    """Print it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--passages", type=float, default=1e8)
    parser.add_argument(
        "--rate", type=float, default=50.0, help="questions a second at the busiest"
    )
    options = parser.parse_args()
    show(Measured(), Assumed(passages=options.passages, questions_per_second=options.rate))


if __name__ == "__main__":
    main()
