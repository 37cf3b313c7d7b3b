"""The benchmark suite: one table of ours and others, side by side, in one run (``bench/run``).

    bench/run                                  1× and 10×, every engine that is there
    bench/run --scale 1,10,100,1000            about an hour on two cores
    bench/run --engines whoosh,fts5-lemmas --scale 100 --budget 300
    bench/run --quick                          1×, few questions: does everything work?
    bench/run --gold FOLDER --json FILE        other judged queries; the figures for a program
    bench/run --opensearch URL                 a cluster too

Every index is built, and asked, in a process of its own. Times are by the clock and depend on what
else the machine does: compare within a run. What the columns mean: docs/performance.md.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.memory import Watch
from bench.passages import bundled_passages, scaled, write_passages
from bench.peers import Entrant
from bench.peers.entrants import ENTRANTS, entrant
from bench.quality import OPEN
from bench.table import CITATIONS, SEARCH, Table

ROOT = Path(__file__).resolve().parents[1]
READERS = ("ours", "eyecite")
READING = 120.0  # seconds for a text at most: reading is linear, a larger text tells nothing new


class OverBudgetError(Exception):
    """A measurement took longer than it may."""


class CellError(Exception):
    """A measurement failed; the message says why, on one line."""


def measure(task: str, budget: float, **spec: Any) -> dict[str, Any]:
    """Run one cell in a process of its own; its figures and the highest memory of its tree.

    Raises ``OverBudgetError`` after ``budget`` seconds, and ``CellError``.
    """
    spec |= {"task": task, "started": time.time()}
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.cell", json.dumps(spec)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    watch = Watch(process.pid)
    watch.start()
    try:
        out, errors = process.communicate(timeout=budget)
    except subprocess.TimeoutExpired as error:
        raise OverBudgetError from error
    finally:
        peak = watch.stop()
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)  # with what it started
            process.communicate()
    said = (out.splitlines() or ["{}"])[-1]
    if process.returncode:
        # What a library writes at the end is seldom the reason; the cell says that itself.
        reason = json.loads(said).get("failed") if said.startswith("{") else None
        raise CellError(" ".join((reason or errors[-200:] or "no message").split()))
    row: dict[str, Any] = json.loads(said)
    row["peak"] = max(peak, row.pop("own_peak"))
    return row


def searched(one: Entrant, row: dict[str, Any], spec: dict[str, Any], budget: float) -> None:
    """Build and ask one engine; the figures go into ``row``."""
    try:
        built = measure("build", budget, **spec)
    except OverBudgetError:
        row["over_budget"] = budget
        return
    row |= built | {"build_peak": built["peak"]}
    try:
        asked = measure("ask", budget, **spec)
    except OverBudgetError:
        row["ask_over"] = budget
        return
    row |= asked | {"ask_peak": asked["peak"]}


def search_rows(options: argparse.Namespace, work: Path) -> list[dict[str, Any]]:
    """Measure search, printing each row when it is known."""
    table, rows, late = Table(SEARCH), [], set[str]()
    print(table.head(), flush=True)
    base = bundled_passages()
    for scale in options.scale:
        made = work / "passages.jsonl"
        size = write_passages(scaled(base, scale * len(base)), made)
        for one in options.engines:
            row: dict[str, Any] = {"engine": one.name, "scale": scale, "passages": size}
            if absent := one.missing(options.opensearch):
                row["absent"] = absent
            elif one.name in late:
                row["over_budget"] = options.budget
            else:
                folder = work / one.name
                folder.mkdir()
                spec = {
                    "engine": one.name,
                    "folder": str(folder),
                    "url": options.opensearch,
                    "passages": str(made),
                    "judgements": str(options.gold.resolve()),
                    "base": len(base),
                    "quality": scale == 1,
                    "quick": options.quick,
                }
                try:
                    searched(one, row, spec, options.budget)
                except CellError as error:
                    row["failed"] = str(error)
                if "over_budget" in row:
                    late.add(one.name)  # it need not be asked at a larger size
                shutil.rmtree(folder)
            rows.append(row)
            print(table.row(row), flush=True)
    return rows


def citation_rows(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Measure the finding of citations, printing each row when it is known."""
    table, rows, late = Table(CITATIONS), [], set[str]()
    budget = min(options.budget, READING)
    print("\n" + table.head(), flush=True)
    for scale in options.scale:
        for reader in READERS:
            row: dict[str, Any] = {"engine": reader, "scale": scale}
            try:
                if reader in late:
                    raise OverBudgetError
                row |= measure("cite", budget, engine=reader, scale=scale)
            except OverBudgetError:
                row["over_budget"] = budget
                late.add(reader)
            except CellError as error:
                row["failed"] = str(error)
            rows.append(row)
            print(table.row(row), flush=True)
    return rows


def _scales(text: str) -> list[int]:
    return [int(part) for part in text.split(",")]


def _engines(text: str) -> list[Entrant]:
    try:
        return [entrant(name) for name in text.split(",")]
    except KeyError as error:
        names = ", ".join(one.name for one in ENTRANTS)
        raise argparse.ArgumentTypeError(f"no engine {error}: there are {names}") from error


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(
        prog="bench/run",
        description=__doc__,
        epilog="engines:\n" + "\n".join(f"  {one.name:14} {one.about}" for one in ENTRANTS),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--scale", type=_scales, metavar="N,N", help="sizes (1,10)")
    parser.add_argument(
        "--engines",
        type=_engines,
        default=list(ENTRANTS),
        metavar="NAME,NAME",
        help="only these",
    )
    parser.add_argument("--budget", type=float, default=1800.0, help="seconds for one cell")
    parser.add_argument("--gold", type=Path, default=OPEN, help="folder of judged queries")
    parser.add_argument("--opensearch", default="", metavar="URL", help="a cluster that runs")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    parser.add_argument("--quick", action="store_true", help="few questions, size 1")
    parser.add_argument("--no-citations", action="store_true", help="search only")
    options = parser.parse_args(given)
    options.scale = options.scale or ([1] if options.quick else [1, 10])
    return options


def main(given: Sequence[str] | None = None) -> int:
    """Measure and print; 1 when a measurement failed, else 0."""
    options = arguments(given)
    # Being ended, too, ends the cell and sweeps up.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    work = Path(tempfile.mkdtemp(prefix="bench-"))
    work.chmod(0o711)  # a server that runs as somebody else has to reach its own folder
    try:
        figures = {"search": search_rows(options, work)}
        if not options.no_citations:
            figures["citations"] = citation_rows(options)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    if options.json:
        options.json.write_text(json.dumps(figures, ensure_ascii=False, indent=1), "utf-8")
    return int(any("failed" in row for rows in figures.values() for row in rows))
