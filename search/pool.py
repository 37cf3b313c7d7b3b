"""Reading the passages of a large library on all processors, in order.

Finding words and notions is most of the work of an index, and every passage is read by itself. A
small library is read here; from ``_LARGE`` passages on the rest goes in batches to other
processes, and comes back in the order it went. The result is the same either way.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import TypeAlias

from search.annotation import Annotator
from search.glossary import Glossary
from search.passages import Passage
from search.store import encoded

_Fields: TypeAlias = dict[str, tuple[str, ...]]
Read: TypeAlias = tuple[Passage, bytes, _Fields]
"""A passage, its line of the store, its engine fields."""

_LARGE = 1000  # passages; below, starting processes costs more than it saves
_BATCH = 200
_AHEAD = 4  # batches under way for each process: enough to keep it busy, few in memory

_Lemmas: TypeAlias = dict[str, tuple[str, ...]]
_annotator: Annotator | None = None  # of this worker process
_told: set[str] = set()  # forms whose lemmas the builder has from this worker process


def annotated(
    passages: Iterable[Passage], annotator: Annotator, glossary: Glossary, processes: int = 0
) -> Iterator[Read]:
    """Read ``passages`` in order; ``annotator`` learns every form met, whoever met it.

    ``processes`` is 0 for as many as there are processors.
    """
    left = iter(passages)
    several = processes or os.cpu_count() or 1
    for passage in left if several == 1 else islice(left, _LARGE):
        yield passage, *_read_one(annotator, passage)
    if several > 1:
        yield from _in_processes(left, annotator, glossary, several)


def _read_one(annotator: Annotator, passage: Passage) -> tuple[bytes, _Fields]:
    read = annotator.annotate(passage)
    return encoded(read.record), read.fields


def _in_processes(
    passages: Iterator[Passage], annotator: Annotator, glossary: Glossary, processes: int
) -> Iterator[Read]:
    first = list(islice(passages, _BATCH))
    if not first:
        return
    waiting: deque[tuple[list[Passage], Future[tuple[list[tuple[bytes, _Fields]], _Lemmas]]]]
    waiting = deque()
    # Fresh processes, not forks: the application that builds has threads.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, context, _start, (glossary.to_json(),))
    try:
        batch = first
        while batch or waiting:
            if batch:
                waiting.append((batch, pool.submit(_read, batch)))
                batch = list(islice(passages, _BATCH))
            if waiting and (not batch or len(waiting) >= processes * _AHEAD):
                sent, future = waiting.popleft()
                rows, lemmas = future.result()
                annotator.analyzer.learn(lemmas)
                for passage, (line, fields) in zip(sent, rows, strict=True):
                    yield passage, line, fields
    finally:
        pool.shutdown(cancel_futures=True)


def _start(glossary: str) -> None:
    """Make this worker ready, and let it end with the process that builds, however that ends."""
    global _annotator
    _annotator = Annotator(Glossary.from_json(glossary))
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _read(batch: list[Passage]) -> tuple[list[tuple[bytes, _Fields]], _Lemmas]:
    if _annotator is None:
        raise RuntimeError("the worker was not started")
    rows = [_read_one(_annotator, passage) for passage in batch]
    known = _annotator.analyzer.known_lemmas
    new = {form: lemmas for form, lemmas in known.items() if form not in _told}
    _told.update(new)
    return rows, new
