"""Behind nginx under a path of a site: links, history, downloads and the websocket work."""

import os
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from corpus.errors import SettingsError
from ui import serve as server

pytestmark = pytest.mark.browser

NGINX = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
CONF = """
daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 64; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  map $http_upgrade $connection_upgrade {{ default upgrade; '' close; }}
  server {{
    listen 127.0.0.1:{port};
    location /bridge/ {{
      proxy_pass http://{upstream};
      proxy_http_version 1.1;
      proxy_set_header Host {host};
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
    }}
  }}
}}
"""


@pytest.fixture(scope="module")
def inner(tmp_path_factory: pytest.TempPathFactory, serve: Callable[..., object]) -> Iterator[str]:
    """The application under a path, known under the name the proxy gives it."""
    if NGINX is None:
        if os.environ.get("CI"):
            pytest.fail("нет nginx: apt-get install nginx-light")
        pytest.skip("нет nginx: apt-get install nginx-light")
    options = ("--base-path", "bridge", "--site", "inner.example", "--read-only")
    with serve(tmp_path_factory.mktemp("inner"), *options, prefix="/bridge") as url:
        yield url


@pytest.fixture(scope="module", params=["$http_host", "inner.example"], ids=["host", "no-host"])
def site(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    inner: str,
    port: Callable[[], int],
) -> Iterator[str]:
    """nginx in front of the application; with and without passing the visitor's Host on."""
    folder = tmp_path_factory.mktemp("site")
    public_port = port()
    conf = folder / "nginx.conf"
    upstream = inner.removeprefix("http://").split("/")[0]
    conf.write_text(
        CONF.format(folder=folder, port=public_port, upstream=upstream, host=request.param)
    )
    process = subprocess.Popen([NGINX, "-c", str(conf), "-p", str(folder)])
    try:
        public = f"http://127.0.0.1:{public_port}/bridge"
        end = time.monotonic() + 20
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{public}/_stcore/health", timeout=2):
                    break
            except OSError:
                time.sleep(0.05)
        yield public
    finally:
        process.terminate()
        process.wait(10)


def test_a_deep_link_an_inner_link_back_and_a_download(visit, site: str):
    visitor = visit(url=site)
    page = visitor.open("?chain=29C&to=26B")
    expect(page.locator("ol.chain .node")).to_have_count(3)
    page.locator("ol.chain .node").first.click()
    expect(page.locator("h1.title .num")).to_have_text("Правило 29C")
    assert page.url.startswith(f"{site}/?law=29C")
    page.go_back()
    expect(page.locator("ol.chain .node")).to_have_count(3)
    with page.expect_download() as waiting:
        page.locator(".st-key-chain_md button").click()
    assert "31А2" in Path(waiting.value.path()).read_text("utf-8")


@pytest.mark.parametrize(
    ("host", "port", "said"),
    [
        ("127.0.0.1", 0, "Порт 0 невозможен"),
        ("127.0.0.1", 70000, "Порт 70000 невозможен"),
        ("нет.такого.узла.invalid", 8501, "не найден"),
        ("203.0.113.7", 8501, "занять нельзя"),
    ],
)
def test_a_place_that_cannot_be_had_is_said_in_one_line(host: str, port: int, said: str):
    with pytest.raises(SettingsError, match=said):
        server.serve(host, port)


def test_a_port_in_use_is_said_in_one_line(app_url: str):
    port = int(app_url.rsplit(":", 1)[1])
    with pytest.raises(SettingsError, match=f"Порт {port} занят"):
        server.serve("127.0.0.1", port)
