"""A real server on a free port and a real browser; a foreign request or a console error fails."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

import pytest

from workspace import build

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
ARGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE_AGENT = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/156 Mobile Safari/537.36"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@lru_cache(maxsize=1)
def built(folder: Path) -> Path:
    """The bundled texts' library, built once; whoever wants one of their own copies it."""
    build(folder)
    return folder


@pytest.fixture(scope="session")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Path]:
    """Put a library with the bundled texts at a path: ``fresh(tmp_path / "library")``."""

    def make(place: Path) -> Path:
        whole = built(tmp_path_factory.getbasetemp() / "built")
        return Path(shutil.copytree(whole, place))

    return make


@contextmanager
def running(folder: Path, *options: str, prefix: str = "") -> Iterator[str]:
    """``pravila app`` on the library in ``folder``; stopped by its own process id."""
    port = free_port()
    log = folder / "server.log"
    with log.open("wb") as out:
        server = subprocess.Popen(
            [
                *(sys.executable, "-m", "cli", "app", "--no-browser", "--port", str(port)),
                *("--library", str(folder / "library"), *options),
            ],
            cwd=ROOT,
            stdout=out,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PRAVILA_LOG": str(folder / "app.log")},
        )
    url = f"http://127.0.0.1:{port}{prefix}"
    end = time.monotonic() + 90
    try:
        while True:
            if server.poll() is not None:
                pytest.fail("сервер не запустился:\n" + log.read_text("utf-8", "replace"))
            try:
                with urllib.request.urlopen(f"{url}/_stcore/health", timeout=1) as answer:
                    if answer.read() == b"ok":
                        break
            except OSError:
                pass
            if time.monotonic() > end:
                pytest.fail("сервер не ответил за 90 с")
            time.sleep(0.05)
        yield url
    finally:
        server.terminate()
        try:
            server.wait(8)
        except subprocess.TimeoutExpired:
            server.kill()


@pytest.fixture(scope="session")
def serve(fresh: Callable[[Path], Path]) -> Callable[..., object]:
    """Start a server of one's own: ``with serve(folder, "--read-only") as url``."""

    def start(folder: Path, *options: str, prefix: str = "") -> object:
        fresh(folder / "library")
        return running(folder, *options, prefix=prefix)

    return start


@pytest.fixture(scope="session")
def port() -> Callable[[], int]:
    """A port nobody listens on."""
    return free_port


@pytest.fixture(scope="session")
def app_url(
    tmp_path_factory: pytest.TempPathFactory, serve: Callable[..., object]
) -> Iterator[str]:
    with serve(tmp_path_factory.mktemp("app")) as url:
        yield url


@pytest.fixture(scope="session")
def own(
    tmp_path_factory: pytest.TempPathFactory, serve: Callable[..., object]
) -> Iterator[tuple[str, Path]]:
    """A second server whose library tests may change: its address and the library's folder."""
    folder = tmp_path_factory.mktemp("own")
    with serve(folder) as url:
        yield url, folder / "library"


@pytest.fixture(scope="session")
def chrome() -> Iterator[object]:
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("нет chromium: apt-get install chromium")
        pytest.skip("нет chromium: apt-get install chromium")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=15_000)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        browser.close()


class Visitor:
    """A person at the application: a page of their own and what went wrong on it."""

    def __init__(self, chrome: object, url: str, phone: bool = False, dark: bool = False) -> None:
        self.url = url
        self.context = chrome.new_context(
            viewport={"width": 390, "height": 844} if phone else {"width": 1280, "height": 800},
            locale="ru-RU",
            has_touch=phone,
            color_scheme="dark" if dark else "light",
            accept_downloads=True,
            **({"user_agent": PHONE_AGENT} if phone else {}),
        )
        self.wrong: list[str] = []
        self.context.route("**/*", self._only_here)
        self.page = self.context.new_page()
        self.page.set_default_timeout(20_000)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda e: self.wrong.append(f"ошибка страницы: {e}"[:300]))

    def _only_here(self, route: object) -> None:
        origin = self.url.split("/", 3)[2]
        if route.request.url.split("/", 3)[2:3] == [origin]:
            route.continue_()
        else:
            self.wrong.append("чужой адрес: " + route.request.url)
            route.abort()

    def _console(self, message: object) -> None:
        if message.type == "error":
            self.wrong.append("консоль: " + message.text[:300])

    def open(self, query: str = "") -> object:
        """Open an address of the application and wait until it can be used."""
        self.page.goto(f"{self.url}/{query}")
        self.ready()
        return self.page

    def go(self, query: str = "") -> object:
        """Go to another address as a link does, without loading the application again."""
        self.page.evaluate(
            """q => { history.pushState({}, '', location.pathname + q);
                      dispatchEvent(new PopStateEvent('popstate', {state: {}})); }""",
            query,
        )
        shown = "?" + urlencode(parse_qsl(query.lstrip("?")))
        self.page.locator(f'.foot[data-shows="{shown}"]').wait_for(state="attached")
        self.page.locator("[data-test-script-state=notRunning]").wait_for(state="attached")
        return self.page

    def ready(self) -> None:
        self.page.locator(".foot").wait_for(state="attached")
        self.page.locator("html[data-nav-ready]").wait_for(state="attached")
        self.page.locator(".st-key-search_row input").wait_for()

    def search(self, query: str) -> None:
        """Type a query as a person does."""
        box = self.page.locator(".st-key-search_row input")
        box.click()
        box.fill("")
        self.page.keyboard.type(query)
        self.page.keyboard.press("Enter")


@pytest.fixture
def visit(chrome: object, app_url: str) -> Iterator[Callable[..., Visitor]]:
    """Open a new visitor: ``visit(phone=True, dark=True, url=…)``."""
    visitors: list[Visitor] = []

    def make(url: str = app_url, **how: bool) -> Visitor:
        visitors.append(Visitor(chrome, url, **how))
        return visitors[-1]

    yield make
    wrong = [line for visitor in visitors for line in visitor.wrong]
    for visitor in visitors:
        visitor.context.close()
    assert not wrong, wrong
