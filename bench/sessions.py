"""People at the application without their browsers: websocket clients of Streamlit's protocol."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect

QUERIES = [
    *("фальшренонс после претензии", "штрафная карта", "заявка вне очереди", "алерт", "болван"),
    *("несанкционированная информация", "клейм", "25B", "64A2", "экран", "процедурное наказание"),
    *("блеф", "компенсирующий результат", "логическая альтернатива", "притензия", "afkmihtyjyc"),
    *("уступка взяток", "первый ход не от той руки", "изменить заявку", "неумышленная заявка"),
]
SEARCHES = tuple({"q": query} for query in QUERIES)
PAGES = (
    *SEARCHES,
    *({"law": law} for law in ("25B", "64A2", "12C2", "70", "16", "61A", "27B")),
    *({"chain": "29C", "to": "26B"}, {"graph": "12C2"}, {"doc": "laws-1987"}, {"report": "all"}),
    *({"glossary": "revoke"}, {"library": "-"}, {}),
)
"""Where people go: mostly they search."""


class Session:
    """One person: a websocket, a page every few seconds, the time each took.

    ``errors`` counts pages that told of a failure, found nothing for a query or never came.
    """

    def __init__(
        self, url: str, seed: int, places: Sequence[dict[str, str]] = SEARCHES, late: float = 60
    ) -> None:
        self.address = url.replace("http", "ws") + "/_stcore/stream"
        self.random = random.Random(seed)
        self.places = places
        self.late = late
        self.times: list[float] = []
        self.first = 0.0
        self.errors = 0

    async def run(self, seconds: float, think: float) -> None:
        """Go from page to page until the time is up."""
        async with connect(
            self.address, subprotocols=["streamlit"], max_size=None, compression=None
        ) as socket:
            started = time.perf_counter()
            await self._rerun(socket, {})
            self.first = time.perf_counter() - started
            end = time.perf_counter() + seconds
            while time.perf_counter() < end:
                await asyncio.sleep(think * self.random.uniform(0.5, 1.5))
                started = time.perf_counter()
                await self._rerun(socket, self.random.choice(self.places))
                self.times.append(time.perf_counter() - started)

    async def _rerun(self, socket: Any, place: dict[str, str]) -> None:
        message = BackMsg()
        message.rerun_script.query_string = urlencode(place)
        await socket.send(message.SerializeToString())
        try:
            body = await asyncio.wait_for(self._page(socket), self.late)
        except TimeoutError:
            body = "Код:"
        if "Код:" in body or ("q" in place and "Найдено" not in body) or (place and not body):
            self.errors += 1

    @staticmethod
    async def _page(socket: Any) -> str:
        body = b""
        async for data in socket:
            answer = ForwardMsg()
            answer.ParseFromString(data)
            if answer.WhichOneof("type") == "delta":
                body += answer.delta.new_element.html.body.encode()
            if answer.WhichOneof("type") == "script_finished":
                break
        return body.decode()
