"""What an open library costs: files, words, memory and seconds of each part, as it grows.

    python -m bench.footprint                          1×, 10×, 100×, built with tantivy
    python -m bench.footprint --scale 1000 --engine whoosh
    python -m bench.footprint --index FOLDER           of an index that lies there

The plan for very large libraries rests on these figures (docs/performance.md): what grows with the
passages, what with the vocabulary, and what does not grow.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

from bench.passages import bundled_passages, scaled
from bench.peers import folder_size
from search import store
from search.building import ENGINE, META
from search.engine import engine_named
from search.finder import build_index, open_finder
from search.store import Store
from search.vocabulary import FILE, Vocabulary

ROOT = Path(__file__).resolve().parents[1]
LARGEST_GRAPH = 100
QUERIES = ("фальшренонс после претензии", "карта на столе", "закон 27B", "контра вне очереди")


def resident() -> float:
    """Megabytes of this process's own memory now, pages of mapped files left out."""
    for line in Path("/proc/self/status").read_text("ascii").splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) / 1000
    raise OSError("this system does not tell")


def opened(folder: Path) -> dict[str, Any]:
    """Memory and seconds of each part, opened one after the other in this process."""
    engine = json.loads((folder / META).read_text("utf-8"))["engine"]
    steps: list[tuple[str, Callable[[], object]]] = [
        ("vocabulary", lambda: Vocabulary.load(folder)),
        ("places of passages", lambda: Store(folder)),
        ("engine", lambda: engine_named(engine).open(folder / ENGINE)),
    ]
    kept, parts = [], {}
    for name, work in steps:
        before, started = resident(), time.perf_counter()
        kept.append(work())
        parts[name] = (resident() - before, time.perf_counter() - started)
    vocabulary = kept[0]
    assert isinstance(vocabulary, Vocabulary)
    return {
        "engine": engine,
        "passages": vocabulary.passages,
        "tokens": vocabulary.words,
        "forms": len(vocabulary.forms),
        "lemmas": len(vocabulary.df["lemma"]),
        "parts": parts,
    }


def whole(folder: Path) -> tuple[float, float, float]:
    """Memory of a library that was opened and asked a little; seconds to open, to answer first."""
    started = time.perf_counter()
    finder = open_finder(folder)
    ready = time.perf_counter()
    finder.search(QUERIES[0])
    first = time.perf_counter()
    for query in QUERIES:
        finder.search(query)
    return resident(), ready - started, first - ready


def graph(scale: int) -> tuple[int, int, float]:
    """Nodes, edges and memory of the graph of so many copies of the bundled texts."""
    from bench.graph import copies
    from corpus.read import bundled_documents
    from kg.citations import cite
    from kg.graph import build

    documents = list(bundled_documents())
    citations = {document.meta.id: list(cite(document)) for document in documents}
    made = list(copies(documents, citations, scale))
    cited = [one for _, found in made for one in found]
    before = resident()
    net = build([document for document, _ in made], cited).net
    return net.number_of_nodes(), net.number_of_edges(), resident() - before


def apart(what: str, about: object) -> Any:
    """The answer of a process that does nothing else."""
    command = [sys.executable, "-m", "bench.footprint", "--part", what, "--about", str(about)]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def show(folder: Path) -> dict[str, Any]:
    """Print what one index costs."""
    found = apart("opened", folder)
    size = found["passages"]
    print(
        f"\n{found['engine']}: {size} passages, {found['tokens']} words, {found['forms']} forms, "
        f"{found['lemmas']} lemmas"
    )
    files = {
        "passages": (folder / store.LINES).stat().st_size,
        "places": (folder / store.OFFSETS).stat().st_size,
        "vocabulary": (folder / FILE).stat().st_size,
        "engine": folder_size(folder / ENGINE),
    }
    for name, size_of in files.items():
        print(f"  file    {name:20} {size_of / 1e6:9.2f} MB {size_of / size:9.0f} B/passage")
    for name, (memory, seconds) in found["parts"].items():
        share = memory * 1e6 / (found["forms"] if name == "vocabulary" else size)
        unit = "form" if name == "vocabulary" else "passage"
        print(f"  memory  {name:20} {memory:9.2f} MB {share:9.0f} B/{unit}, {seconds:.2f} s")
    memory, ready, first = apart("whole", folder)
    print(f"  memory  {'all, asked a little':20} {memory:9.2f} MB; {ready:.2f} + {first:.2f} s")
    return dict(found)


def main() -> None:
    """Build, or take, and show."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scale", default="1,10,100")
    parser.add_argument("--engine", default="tantivy")
    parser.add_argument("--index", type=Path)
    parser.add_argument("--part", help=argparse.SUPPRESS)
    parser.add_argument("--about", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.part == "graph":
        print(json.dumps(graph(int(options.about))))
        return
    if options.part:
        print(json.dumps({"opened": opened, "whole": whole}[options.part](Path(options.about))))
        return
    if options.index:
        show(options.index)
        return
    base, rows = bundled_passages(), []
    for scale in map(int, options.scale.split(",")):
        with tempfile.TemporaryDirectory(prefix="bench-") as work:
            folder = Path(work) / "index"
            build_index(scaled(base, scale * len(base)), folder, options.engine)
            rows.append(show(folder))
        if scale <= LARGEST_GRAPH:
            nodes, edges, memory = apart("graph", scale)
            each = memory * 1e6 / (scale * len(base))
            print(
                f"  memory  {'graph':20} {memory:9.2f} MB {each:9.0f} B/passage; "
                f"{nodes} nodes, {edges} edges"
            )
    for small, large in pairwise(rows):
        growth = math.log(large["forms"] / small["forms"]) / math.log(
            large["tokens"] / small["tokens"]
        )
        print(f"\nforms grow with words ** {growth:.2f}")


if __name__ == "__main__":
    main()
