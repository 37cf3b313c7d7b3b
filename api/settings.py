"""How this server was asked to run; told to every worker through the environment."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

VARIABLE = "PRAVILA_API"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the workers need to know.

    ``library`` is the folder of the library (None: the user's own). ``cors`` are origins whose
    pages may read answers («*»: all). ``rate`` is how much one client may ask, as ``limits`` writes
    it («600/minute»), empty: any. ``max_text`` bytes of a posted text, ``max_url`` bytes of an
    address. ``seconds`` a request may take, ``sparql_seconds`` a question in SPARQL,
    ``sparql_bytes`` its answer, ``citations_bytes`` that to a posted text. ``threads`` that compute
    in one worker (0: as many as suit the search engine); ``waiting`` requests it keeps before it
    refuses more. ``cache`` bytes of answers each worker keeps. ``run`` is a folder for what the
    workers share (counts, metrics). ``access`` is where a line a request goes (empty: nowhere, «-»:
    standard error).
    """

    library: str | None = None
    cors: tuple[str, ...] = ()
    rate: str = ""
    max_text: int = 1_000_000
    max_url: int = 60_000
    seconds: float = 30.0
    sparql_seconds: float = 10.0
    sparql_bytes: int = 10_000_000
    citations_bytes: int = 32_000_000
    threads: int = 0
    waiting: int = 500
    cache: int = 32_000_000
    run: str = ""
    access: str = ""

    @classmethod
    def current(cls) -> Settings:
        """Read them from the environment."""
        return msgspec.json.decode(os.environ.get(VARIABLE, "{}"), type=cls)

    def publish(self) -> None:
        """Write them to the environment, for the workers."""
        os.environ[VARIABLE] = msgspec.json.encode(self).decode()

    @property
    def folder(self) -> Path | None:
        """The library's folder as a path."""
        return Path(self.library) if self.library else None
