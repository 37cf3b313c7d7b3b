"""Many people at once: 20 in the application, 200 at the API, for five minutes each.

    nice python -m bench.load [app|api] [--users N] [--seconds 300] [--think 1.5] [--workers 2]

People at the application search and open pages; programs at the API search, read laws, units and
chains and post texts, over connections kept open, each waiting about ``--think`` seconds between
two requests (0: none, a closed loop). Printed: answers a second, p50, p95, p99, errors, and the
memory of the server's processes over time with its slope. Exits with 1 when there was an error.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from bench.serving import memory, percentile, served
from bench.sessions import PAGES, QUERIES, Session

_EVERY = 5.0
"""Seconds between two looks at the memory."""
LAWS = ("25B", "64A2", "12C2", "70", "16", "61A", "27B", "75", "40", "93C")
CHAINS = (("29C", "26B"), ("25B", "26"), ("64A2", "12C1"), ("31", "26"))
UNITS = ("laws-1987/12C2", "laws-1987/12B", "commentary-1987/12.14", "minutes-1997-10-19/1")
POSTED = (
    "Комитет постановил: по Правилу 64А2 взятка передаётся, см. также Правило 12С2 и 16А2.",
    "Согласно Правилам 25В, 26 и 27 заявка отменена; пункт (б) Правила 70 не применяется.",
)


@dataclass(slots=True)
class Seen:
    """What happened to everybody together."""

    times: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Memory:
    """MB of the server's processes at seconds since the beginning."""

    pid: int
    at: list[float] = field(default_factory=list)
    megabytes: list[float] = field(default_factory=list)

    async def watch(self) -> None:
        """Look every few seconds until cancelled."""
        began = time.perf_counter()
        while True:
            self.at.append(time.perf_counter() - began)
            self.megabytes.append(memory(self.pid))
            await asyncio.sleep(_EVERY)

    def said(self) -> str:
        """First, last, highest, and MB a minute over the second half, when all caches are warm."""
        half = len(self.at) // 2
        slope = 0.0
        if len(self.at) - half > 2:
            slope = 60 * statistics.linear_regression(self.at[half:], self.megabytes[half:]).slope
        return (
            f"memory {self.megabytes[0]:.0f} → {self.megabytes[-1]:.0f} MB, "
            f"highest {max(self.megabytes):.0f}, "
            f"{slope:+.2f} MB/min in the second half"
        )


async def ask(client: httpx.AsyncClient, chance: random.Random) -> httpx.Response:
    """One request of the mix: of ten, five searches, two laws, and one each of the rest."""
    what = chance.randrange(10)
    if what < 5:
        return await client.get("/v1/search", params={"q": chance.choice(QUERIES)})
    if what < 7:
        return await client.get(f"/v1/laws/{chance.choice(LAWS)}")
    if what == 7:
        start, end = chance.choice(CHAINS)
        return await client.get("/v1/chains", params={"from": start, "to": end})
    if what == 8:
        return await client.get(f"/v1/units/{chance.choice(UNITS)}")
    plain = {"content-type": "text/plain; charset=utf-8"}
    return await client.post("/v1/citations", content=chance.choice(POSTED), headers=plain)


async def program(url: str, seed: int, seconds: float, think: float, seen: Seen) -> None:
    """One user of the API: a connection kept open, a request every ``think`` seconds or so."""
    chance = random.Random(seed)
    limits = httpx.Limits(max_connections=1)
    async with httpx.AsyncClient(base_url=url, timeout=60, limits=limits) as client:
        await asyncio.sleep(think * chance.random())  # they do not come all at once
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            started = time.perf_counter()
            try:
                answer = await ask(client, chance)
            except httpx.HTTPError as error:
                seen.errors[type(error).__name__] += 1
            else:
                if answer.status_code == 200:
                    seen.times.append(time.perf_counter() - started)
                else:
                    seen.errors[f"{answer.status_code} {answer.request.url.path}"] += 1
            await asyncio.sleep(think * chance.uniform(0.5, 1.5))


async def person(url: str, seed: int, seconds: float, think: float, seen: Seen) -> None:
    """One user of the application."""
    session = Session(url, seed, PAGES)
    try:
        await session.run(seconds, think)
    except Exception as error:  # counted: a load test goes on without the one who was thrown out
        seen.errors[type(error).__name__] += 1
    seen.times.extend(session.times)
    if session.errors:
        seen.errors["page"] += session.errors


USERS = {"app": (20, 2.0, person), "api": (200, 1.5, program)}
"""For each face: users, seconds they think, what one of them does."""


async def load(face: str, url: str, pid: int, users: int, seconds: float, think: float) -> bool:
    """Run it and print one line; whether there were no errors."""
    seen, used = Seen(), Memory(pid)
    watching = asyncio.create_task(used.watch())
    began = time.perf_counter()
    user = USERS[face][2]
    await asyncio.gather(*(user(url, seed, seconds, think, seen) for seed in range(users)))
    took = time.perf_counter() - began
    watching.cancel()
    p50, p95, p99 = (percentile(seen.times, share) for share in (0.5, 0.95, 0.99))
    print(
        f"{face}: {users} users, {took:.0f} s, think {think:g} s: {len(seen.times)} answers "
        f"({len(seen.times) / took:.1f}/s), errors {seen.errors.total()}, "
        f"p50 {p50:.0f} ms, p95 {p95:.0f} ms, p99 {p99:.0f} ms; {used.said()}",
        flush=True,
    )
    for what, count in seen.errors.most_common(5):
        print(f"    {count} × {what}", flush=True)
    return not seen.errors


def main() -> None:
    """Run what was asked for."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("faces", nargs="*", choices=[*USERS, []], metavar="app|api", help="both")
    options.add_argument("--users", type=int, help="how many (20 in app, 200 at api)")
    options.add_argument("--seconds", type=float, default=300, help="for each face (300)")
    options.add_argument("--think", type=float, help="seconds between two requests of one")
    options.add_argument("--workers", type=int, default=2, help="of the API (2)")
    options.add_argument("--library", type=Path, help="an existing library")
    chosen = options.parse_args()
    fine = True
    for face in chosen.faces or USERS:
        users, think, _ = USERS[face]
        if face == "api":
            extra = ["--rate", "0", "--workers", str(chosen.workers)]
        else:
            extra = ["--read-only"]
        with served("app" if face == "app" else "serve", *extra, library=chosen.library) as (
            url,
            pid,
        ):
            fine &= asyncio.run(
                load(
                    face,
                    url,
                    pid,
                    chosen.users or users,
                    chosen.seconds,
                    think if chosen.think is None else chosen.think,
                )
            )
    sys.exit(not fine)


if __name__ == "__main__":
    main()
