"""The library as the workers hold it: one generation open, the next taken up while they answer.

Another process may rebuild the library at any time. ``Shelf`` notices within half a second, opens
the new generation beside the old one, then gives it to every request that begins; the old one is
closed when the last request that began on it is done.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar

from api import metrics
from api.cache import Cache
from api.settings import Settings
from api.sparql import Answering
from corpus.errors import LibraryError, PravilaError
from corpus.incident import record
from kg.export.linked import ntriples
from kg.rdf.vocabulary import BASE
from search.glossary import SOURCE
from workspace import Workspace, open_workspace, stamps

T = TypeVar("T")
EVERY = 0.5
"""Seconds between two looks at whether the library has been rebuilt."""
FEW = 100
"""Sources: a library up to this size is read whole when it is opened, of a larger one a document
when it is first asked for."""
AFTER_FAILURE = 5.0
LOG = logging.getLogger("pravila.api")


class Opened:
    """One generation, warm, with the answers already given from it."""

    def __init__(self, workspace: Workspace, settings: Settings) -> None:
        self.workspace = workspace
        self.generation = workspace.generation
        self.answers = Cache(settings.cache)
        self.sparql = Answering(self._triples, settings.sparql_seconds, settings.sparql_bytes)
        self.uses = 0
        self.retired = False

    def _triples(self) -> bytes:
        return ntriples(self.workspace.graph, BASE, SOURCE.read_bytes())

    def close(self) -> None:
        """Let the generation go: its lease and the index's files."""
        self.workspace.finder.close()
        self.workspace.close()


def opened(settings: Settings) -> Opened:
    """Open the newest generation and load what answers need. Takes seconds; call it in a thread."""
    workspace = open_workspace(settings.folder, as_built=True)
    workspace.finder.search("правило")
    _ = workspace.graph
    if len(workspace.manifest.sources) <= FEW:
        for document in workspace.documents:
            workspace.document(document.id)
    return Opened(workspace, settings)


def _ours(book: Opened) -> bool:
    return book.workspace.manifest.stamps == stamps.stages()


class Shelf:
    """Where the requests of one worker find the library."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._now: Opened | None = None
        self._aside = ThreadPoolExecutor(1, "pravila-generations")
        self._watching: asyncio.Task[None] | None = None
        self._closing: set[asyncio.Task[None]] = set()

    async def start(self) -> Opened:
        """Open the library and begin to watch it. Raises ``LibraryError``."""
        self._now = await self._in_thread(self._open)
        self._watching = asyncio.create_task(self._watch())
        return self._now

    async def stop(self) -> None:
        """Stop watching; close what is open."""
        if self._watching is not None:
            self._watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watching
        if self._now is not None:
            await self._now.sparql.close()
            await self._in_thread(self._now.close)
        self._aside.shutdown()

    @property
    def now(self) -> Opened | None:
        """The generation requests are answered from; None before ``start``."""
        return self._now

    @asynccontextmanager
    async def using(self) -> AsyncIterator[Opened]:
        """The newest generation, kept open until the block is left."""
        book = self._now
        assert book is not None, "the shelf was not started"
        book.uses += 1
        try:
            yield book
        finally:
            book.uses -= 1
            if book.retired and not book.uses:
                self._let_go(book)

    def _open(self) -> Opened:
        found = opened(self._settings)
        gc.collect()
        return found

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._aside, work)

    async def _watch(self) -> None:
        said = ""
        while True:
            await asyncio.sleep(EVERY)
            metrics.weigh()
            try:
                await self._look()
            except Exception as error:
                why = str(error) if isinstance(error, PravilaError) else str(record(error))
                if why != said:
                    LOG.warning("Новая сборка библиотеки не взята, отвечаю по прежней: %s", why)
                said = why
                await asyncio.sleep(AFTER_FAILURE)

    async def _look(self) -> None:
        old = self._now
        assert old is not None
        if not await self._in_thread(old.workspace.is_stale):
            return
        new = await self._in_thread(self._open)
        if new.workspace.identity == old.workspace.identity:
            new.close()
            return
        if not _ours(new) and _ours(old):
            new.close()
            raise LibraryError("её построила другая версия программы – перезапустите сервер")
        self._now = new
        metrics.SWAPS.inc()
        old.retired = True
        LOG.info("Библиотека перестроена, отвечаю по новой сборке: %s", new.generation)
        if not old.uses:
            self._let_go(old)

    def _let_go(self, book: Opened) -> None:
        task = asyncio.create_task(self._closed(book))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _closed(self, book: Opened) -> None:
        await book.sparql.close()
        await self._in_thread(book.close)
        await self._in_thread(gc.collect)
