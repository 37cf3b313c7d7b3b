"""Make the pictures of the documentation from the running application.

    python docs/pictures/make_pictures.py [NAME …]

Starts the application on a fresh library with the bundled texts and photographs it with Debian's
Chromium. ``story-*`` are the three users' stories, step by step.
"""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))  # so that it runs from anywhere

from bench.serving import served  # noqa: E402

PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/156 Mobile Safari/537.36"
PLACES = {
    "home": ("", ".tiles"),
    "search": ("?q=фальшренонс после претензии", ".card mark"),
    "law": ("?law=25B", ".line"),
    "document": ("?unit=minutes-2000-01-12/4&q=фальшренонс после претензии", ".sub.on mark"),
    "chain": ("?chain=29C&to=26B", "ol.chain"),
    "graph": ("?graph=12C2", "canvas"),
    "glossary": ("?glossary=revoke", "table.plain"),
    "report": ("?report=all", ".kpi"),
    "library": ("?library=-", ".term"),
}
ON_A_PHONE = ("search", "law", "chain")
IN_THE_DARK = ("law", "graph")


@contextmanager
def visitor(chrome: Browser, phone: bool = False, dark: bool = False) -> Iterator[Page]:
    """A page of its own."""
    context = chrome.new_context(
        viewport={"width": 390, "height": 844} if phone else {"width": 1280, "height": 800},
        locale="ru-RU",
        has_touch=phone,
        color_scheme="dark" if dark else "light",
        user_agent=PHONE if phone else None,
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    yield page
    context.close()


def opened(page: Page, url: str, query: str, waited: str) -> None:
    """Open an address and wait until all of it is there."""
    page.goto(f"{url}/{query}")
    page.locator(waited).first.wait_for()
    page.locator("html[data-nav-ready]").wait_for(state="attached")
    settle(page)


def settle(page: Page) -> None:
    """Let fonts and the last pieces arrive."""
    page.locator("[data-test-script-state=notRunning]").wait_for(state="attached")
    page.wait_for_timeout(900)


def pages(chrome: Browser, url: str, shoot: Callable[[Page, str], None]) -> None:
    """Every page on a desktop, some on a phone and in the dark."""
    for phone, dark, names, suffix in (
        (False, False, tuple(PLACES), ""),
        (True, False, ON_A_PHONE, "-phone"),
        (False, True, IN_THE_DARK, "-dark"),
    ):
        with visitor(chrome, phone, dark) as page:
            for name in names:
                opened(page, url, *PLACES[name])
                shoot(page, name + suffix)


def director(chrome: Browser, url: str, shoot: Callable[[Page, str], None]) -> None:
    """On a phone: query → passage → law 63A3 → back."""
    with visitor(chrome, phone=True) as page:
        opened(page, url, "", ".tiles")
        box = page.locator(".st-key-search_row input")
        box.fill("клейм оспорили, а вистующий до этого не дал в масть")
        box.press("Enter")
        page.locator(".card mark").first.wait_for()
        settle(page)
        shoot(page, "story-director-1-query")
        page.locator(".card", has_text="63A3").first.locator("h3 a").click()
        page.locator(".sub.on").wait_for()
        settle(page)
        shoot(page, "story-director-2-passage")
        page.locator(".sub.on a.cite", has_text="63").first.click()
        expect(page.locator("h1.title")).to_contain_text("63A3")
        settle(page)
        shoot(page, "story-director-3-law")
        page.go_back()
        page.locator(".sub.on").wait_for()
        settle(page)
        shoot(page, "story-director-4-back")


def committee(chrome: Browser, url: str, shoot: Callable[[Page, str], None]) -> None:
    """25B's history → the Paris minute → the chain 29C → 31A2 → 26B → DOCX."""
    with visitor(chrome) as page:
        opened(page, url, "?law=25B", ".line")
        shoot(page, "story-committee-1-history")
        opened(page, url, "?unit=minutes-2001-10-30/10", ".sub.on")
        shoot(page, "story-committee-2-minute")
        opened(page, url, "?chain=29C&to=26B", "ol.chain")
        shoot(page, "story-committee-3-chain")
        button = page.get_by_role("button", name="Word (DOCX)")
        button.scroll_into_view_if_needed()
        button.hover()
        settle(page)
        shoot(page, "story-committee-4-docx")


def editor(chrome: Browser, url: str, shoot: Callable[[Page, str], None]) -> None:
    """The report → the unclear footnote → its place → accepted with a reason → SARIF."""
    with visitor(chrome) as page:
        opened(page, url, "?report=all", ".kpi")
        shoot(page, "story-editor-1-report")
        page.locator(".finding .msg a", has_text="69, 70 и 71").first.click()
        settle(page)
        shoot(page, "story-editor-2-place")
        page.get_by_label("Принять как есть: почему").fill("оставлено до следующего издания")
        page.get_by_role("button", name="Принять").click()
        page.locator("[role=status]", has_text="Принято:").wait_for()
        settle(page)
        shoot(page, "story-editor-3-accepted")
        page.get_by_role("button", name="SARIF").scroll_into_view_if_needed()
        settle(page)
        shoot(page, "story-editor-4-sarif")


STORIES = (pages, director, committee, editor)


def main() -> None:
    """Take all pictures, or those whose names begin with one of the arguments."""
    wanted = tuple(sys.argv[1:])

    def shoot(page: Page, name: str) -> None:
        if not wanted or name.startswith(wanted):
            photo = Image.open(io.BytesIO(page.screenshot()))
            photo.quantize(128).save(HERE / f"{name}.png", optimize=True)

    with served("app") as (url, _), sync_playwright() as driver:
        chrome = driver.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"),
            args=["--headless", "--no-sandbox"],
        )
        for story in STORIES:
            story(chrome, url, shoot)
        chrome.close()


if __name__ == "__main__":
    main()
