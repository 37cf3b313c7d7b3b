"""How fast the application answers: many sessions at once, and one person in a browser.

    python -m bench.app [--sessions 20] [--seconds 60] [--think 2] [--no-browser]

Sessions are websocket clients that speak Streamlit's protocol; each search is a rerun with a new
query, from the request to ``script_finished``. The browser measures what a person sees.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import statistics
import time
from urllib.parse import urlencode

from bench.serving import memory, percentile, served
from bench.sessions import QUERIES, Session


async def load(url: str, pid: int, sessions: int, seconds: float, think: float) -> None:
    """Many sessions at once."""
    before = memory(pid)
    people = [Session(url, seed) for seed in range(sessions)]
    await asyncio.gather(*(one.run(seconds, think) for one in people))
    times = [t for one in people for t in one.times]
    firsts = [one.first for one in people]
    errors = sum(one.errors for one in people)
    print(
        f"{sessions} sessions, {seconds:.0f} s, think {think:g} s: {len(times)} reruns, "
        f"errors {errors}, p50 {percentile(times, 0.5):.0f} ms, "
        f"p95 {percentile(times, 0.95):.0f} ms, "
        f"first run p50 {percentile(firsts, 0.5):.0f} ms; "
        f"memory {before:.0f} → {memory(pid):.0f} MB"
    )


PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/156 Mobile Safari/537.36"


def browser(url: str, rounds: int = 12) -> None:
    """What one person sees: cold start, Enter → painted, a law's page, an emulated phone."""
    from playwright.sync_api import Page, sync_playwright

    painted = "() => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))"

    def cold(page: Page) -> float:
        started = time.perf_counter()
        page.goto(f"{url}/?{urlencode({'q': QUERIES[0]})}")
        page.locator(".card mark").first.wait_for()
        page.evaluate(painted)
        return time.perf_counter() - started

    with sync_playwright() as driver:
        chrome = driver.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"),
            args=["--headless", "--no-sandbox"],
        )
        colds, bytes_read = [], []
        for _ in range(4):
            context = chrome.new_context(viewport={"width": 1280, "height": 800})
            page = context.new_page()
            network = context.new_cdp_session(page)
            network.send("Network.enable")
            read: list[float] = []
            network.on(
                "Network.loadingFinished", lambda e, read=read: read.append(e["encodedDataLength"])
            )
            colds.append(cold(page))
            page.wait_for_timeout(1500)
            bytes_read.append(sum(read) / 1e6)
            context.close()
        print(
            f"search visible, cold: {statistics.median(colds):.2f} s; "
            f"first load {statistics.median(bytes_read):.2f} MB"
        )

        context = chrome.new_context(viewport={"width": 1280, "height": 800})
        page = context.new_page()
        cold(page)
        enter, laws = [], []
        box = page.locator(".st-key-search_row input")
        for number in range(rounds):
            query = [q for q in QUERIES if not q[0].isdigit()][number % 12]
            box.fill(query)
            title = f"{query} – поиск"
            enter.append(_shown(page, lambda: box.press("Enter"), title))
            law = f"{12 + number}"
            link = page.locator(f"a[href='?law={law}']")
            page.evaluate(
                """law => { const a = document.createElement('a'); a.dataset.nav = '';
                   a.href = '?law=' + law; a.id = 'bench'; document.body.append(a); }""",
                law,
            )
            del link
            laws.append(
                _shown(
                    page, lambda: page.evaluate("bench.click(); bench.remove()"), f"Правило {law}"
                )
            )
        print(
            f"Enter → painted: median {percentile(enter, 0.5):.0f} ms; "
            f"page of a law → painted: median {percentile(laws, 0.5):.0f} ms"
        )
        context.close()

        context = chrome.new_context(
            viewport={"width": 390, "height": 844}, user_agent=PHONE, has_touch=True
        )
        page = context.new_page()
        network = context.new_cdp_session(page)
        network.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        speed = 9e6 / 8
        network.send(
            "Network.emulateNetworkConditions",
            {
                "offline": False,
                "latency": 60,
                "downloadThroughput": speed,
                "uploadThroughput": speed,
            },
        )
        print(f"emulated phone (CPU ÷ 4, 9 Mbit/s), search visible, cold: {cold(page):.2f} s")
        chrome.close()


def _shown(page: object, act: object, title: str) -> float:
    """Seconds from ``act`` until the page with this title in its tab is painted."""
    watch = """title => { window.shown = new Promise(done => {
        const look = () => document.title.startsWith(title) &&
          document.querySelector('[data-test-script-state=notRunning]')
          ? requestAnimationFrame(() => done(performance.now())) : requestAnimationFrame(look);
        look(); }); window.began = performance.now(); }"""
    page.evaluate(watch, title)  # type: ignore[attr-defined]
    act()  # type: ignore[operator]
    return page.evaluate("window.shown.then(at => (at - window.began) / 1000)")  # type: ignore[attr-defined,no-any-return]


def main() -> None:
    """Run it all and print one line a measurement."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--sessions", type=int, default=20)
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--think", type=float, default=2)
    options.add_argument("--no-browser", action="store_true")
    chosen = options.parse_args()
    with served("app") as (url, pid):
        asyncio.run(load(url, pid, 1, 10, 0.2))
        asyncio.run(load(url, pid, chosen.sessions, chosen.seconds, chosen.think))
        if not chosen.no_browser:
            browser(url)


if __name__ == "__main__":
    main()
