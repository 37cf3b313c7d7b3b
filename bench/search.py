"""Search beside SQLite FTS5, over the same passages, in the same run.

    python -m bench.search                         # 1x, 10x with Whoosh and tantivy
    python -m bench.search --scales 1 10 100       # 100x: about 28,000 passages
    python -m bench.search --scales 1000 --engines tantivy

Larger libraries are the bundled passages and then new ones made of their sentences, shuffled, with
other numbers and invented surnames. FTS5 gets what it is usually given: one column of dictionary
forms, the query's content words joined by OR, bm25, ten hits with the same kind of snippet. Ours is
the whole answer: understanding, candidates, ranking, facets, snippets. Query times are CPU
milliseconds, which other work on the machine hardly changes; compare the ratios. A build is given
by the clock, since a large one is read on all processors, and by the CPU time of all of them.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from search.analysis import Analyzer
from search.finder import build_index, open_finder
from search.passages import Passage, passages
from search.stopwords import DROPPED

ROOT = Path(__file__).resolve().parents[1]
SEED = 1
QUERIES = """фальшренонс после претензии
уступка взятки
отмена неправдоподобной уступки
период коррекции протеста
искусственный присуждённый результат
выход из очереди
недостаточная заявка
контра вне очереди
открытая карта защитника
наказание карты первого хода
пас вне очереди в торговле
неалертированная заявка дезинформация
изменение заявки партнёром
судья вызван до окончания торговли
болван участвует в розыгрыше
право выбора разыгрывающего
нелегальная информация от партнёра
размышление без причины
исправление фальшренонса
число карт в руке
пропущенный алерт и первый ход
блефовые заявки и игра
конвенционная карточка
средний плюс невиновной стороне
протест апелляционный комитет решение
сдача аннулирована судьёй
вопросы о заявках противника
логическая альтернатива
Правило 71 примечание
козырная масть разыгрывающий взял взятку""".splitlines()


def bundled_passages() -> list[Passage]:
    """The passages of the bundled texts."""
    from corpus.read import bundled_documents
    from kg.citations import cite

    documents = bundled_documents()
    return list(passages(documents, [c for document in documents for c in cite(document)]))


def scaled(base: Sequence[Passage], size: int) -> Iterator[Passage]:
    """``size`` passages: the real ones, then shuffled sentences with a growing vocabulary."""
    chance = random.Random(SEED)
    sentences = [
        (s.strip(), p)
        for p in base
        for s in re.split(r"(?<=[.!?;:])\s+", p.text)
        if len(s.strip()) > 15
    ]
    syllables = [c + v for c in "бвгдзклмнпрстфхшч" for v in "аоиуея"]
    endings = ["", "а", "у", "ом", "е", "ы", "ов", "ам"]
    yield from base[:size]
    for number in range(len(base), size):
        parts = []
        model = base[0]
        for _ in range(chance.choice((1, 2, 2, 3, 3, 4))):
            sentence, model = chance.choice(sentences)
            sentence = re.sub(r"\d+", lambda _: str(chance.randint(1, 99)), sentence)
            if chance.random() < 0.12:
                k = int(chance.paretovariate(0.5)) % 40000
                stem = syllables[k % 102] + syllables[(k // 102) % 102] + syllables[(k * 7) % 102]
                sentence = f"{sentence.rstrip('.')} {stem.capitalize()}н{chance.choice(endings)}."
            parts.append(sentence)
        text = " ".join(parts)
        yield replace(model, id=f"made/{number}", text=text, start=0, end=len(text))


class Fts5:
    """The peer: FTS5 over dictionary forms, raw text in a side table."""

    def __init__(self, folder: Path):
        self._path = folder / "fts5.sqlite"
        self._analyzer = Analyzer()

    def build(self, items: Iterator[Passage]) -> None:
        """Write the table."""
        with sqlite3.connect(self._path) as base:
            base.execute("pragma journal_mode=wal")
            base.execute("create virtual table words using fts5(lemmas, content='')")
            base.execute("create table raw(id integer primary key, text text)")
            for number, passage in enumerate(items, 1):
                lemmas = " ".join(t.lemmas[0] for t in self._analyzer.tokens(passage.text))
                base.execute("insert into words(rowid, lemmas) values (?, ?)", (number, lemmas))
                base.execute("insert into raw values (?, ?)", (number, passage.text))
        base.close()

    def open(self) -> None:
        """Open it again."""
        self._base = sqlite3.connect(self._path)

    def search(self, query: str) -> list[str]:
        """Ten snippets."""
        wanted = {t.lemmas[0] for t in self._analyzer.tokens(query)} - DROPPED
        match = " OR ".join(f'"{lemma}"' for lemma in sorted(wanted))
        rows = self._base.execute(
            "select rowid from words where words match ? order by rank limit 10", (match,)
        ).fetchall()
        found = []
        for (number,) in rows:
            text = self._base.execute("select text from raw where id = ?", (number,)).fetchone()[0]
            found.append(self._marked(text, wanted))
        return found

    def _marked(self, text: str, wanted: set[str], width: int = 300) -> str:
        spans = [t for t in self._analyzer.tokens(text) if t.lemmas[0] in wanted]
        first = max(0, (spans[0].start if spans else 0) - 40)
        last = min(len(text), first + width)
        pieces, at = [], first
        for token in spans:
            if first <= token.start and token.end <= last:
                pieces += [
                    escape(text[at : token.start]),
                    f"<b>{escape(text[token.start : token.end])}</b>",
                ]
                at = token.end
        return "".join([*pieces, escape(text[at:last])])


def timed(answer: Callable[[str], object], rounds: int) -> list[float]:
    """CPU milliseconds of every query, after one warm round; sorted."""
    for query in QUERIES:
        answer(query)
    found = []
    for _ in range(rounds):
        for query in QUERIES:
            started = process_time()
            answer(query)
            found.append((process_time() - started) * 1000)
    return sorted(found)


def all_processors() -> float:
    """CPU seconds of this process and of those it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def measure(engine: str, scale: int, folder: Path, rounds: int) -> dict[str, Any]:
    """Build and query one engine at one scale; runs in a process of its own."""
    base = bundled_passages()
    items = list(scaled(base, scale * len(base)))
    started, wall = all_processors(), perf_counter()
    if engine == "fts5":
        peer = Fts5(folder)
        peer.build(iter(items))
    else:
        build_index(items, folder / "index", engine)
    built, built_wall = all_processors() - started, perf_counter() - wall
    build_memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    size = sum(p.stat().st_size for p in folder.rglob("*") if p.is_file()) / 1e6
    if engine == "fts5":
        peer.open()
        times = timed(peer.search, rounds)
    else:
        finder = open_finder(folder / "index")
        times = timed(finder.search, rounds)
    return {
        "engine": engine,
        "scale": scale,
        "passages": len(items),
        "build_s": round(built_wall, 2),
        "build_cpu_s": round(built, 2),
        "mb": round(size, 1),
        "memory_mb": build_memory,
        "p50": round(statistics.median(times), 2),
        "p95": round(times[int(len(times) * 0.95)], 2),
    }


def cold_start(runs: int = 5) -> float:
    """Median wall seconds of ``pravila search`` in a fresh process, library already built."""
    command = [sys.executable, "-m", "cli", "search", "фальшренонс после претензии", "--json"]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    found = []
    for _ in range(runs):
        started = perf_counter()
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        found.append(perf_counter() - started)
    return statistics.median(found)


HEAD = (
    *("engine", "scale", "passages", "build s", "CPU s", "MB", "RSS MB", "p50 ms", "p95 ms"),
    *("build/fts5", "CPU/fts5", "p50/fts5"),
)


def line(*cells: object) -> str:
    """One line of the table; the last three columns are ratios to FTS5."""
    return f"{cells[0]!s:9s}" + "".join(f"{cell!s:>11s}" for cell in cells[1:])


def main() -> None:
    """Build and ask every engine at every scale."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scales", type=int, nargs="+", default=[1, 10])
    parser.add_argument("--engines", nargs="+", default=["whoosh", "tantivy"])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cold", action="store_true", help="also time a fresh process")
    parser.add_argument(
        "--one", nargs=3, metavar=("ENGINE", "SCALE", "FOLDER"), help=argparse.SUPPRESS
    )
    options = parser.parse_args()
    if options.one:
        engine, scale, folder = options.one
        print(json.dumps(measure(engine, int(scale), Path(folder), options.rounds)))
        return
    print(line(*HEAD))
    for scale in options.scales:
        peer: dict[str, Any] | None = None
        for engine in ["fts5", *options.engines]:
            folder = Path(tempfile.mkdtemp(prefix="bench-search-"))
            try:
                command = [sys.executable, "-m", "bench.search", "--rounds", str(options.rounds)]
                command += ["--one", engine, str(scale), str(folder)]
                done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
            finally:
                shutil.rmtree(folder, ignore_errors=True)
            row = json.loads(done.stdout.splitlines()[-1])
            peer = peer or row
            names = ("passages", "build_s", "build_cpu_s", "mb", "memory_mb", "p50", "p95")
            ratios = (f"{row[name] / peer[name]:.2f}" for name in ("build_s", "build_cpu_s", "p50"))
            print(line(engine, f"{scale}x", *(row[name] for name in names), *ratios), flush=True)
    if options.cold:
        print(f"pravila search, fresh process: {cold_start():.2f} s")


if __name__ == "__main__":
    main()
