"""The graph in a real browser: a click on a dot moves the focus, one on a tie shows its words."""

from itertools import islice
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

CANVAS = "[data-testid=stMain] canvas"


def points(page):
    """Places of the picture over which the pointer becomes a hand, top to bottom."""
    box = page.locator(CANVAS).first.bounding_box()
    for y in range(70, int(box["height"]) - 20, 12):
        for x in range(20, int(box["width"]) - 40, 12):
            page.mouse.move(box["x"] + x, box["y"] + y)
            hand = page.evaluate(
                f"getComputedStyle(document.querySelector('{CANVAS}').parentElement).cursor"
            )
            if hand == "pointer":
                yield box["x"] + x, box["y"] + y


def focus(page) -> str:
    return parse_qs(urlsplit(page.url).query)["graph"][0]


def test_a_click_on_a_dot_moves_the_focus_and_back_returns(visit):
    visitor = visit()
    page = visitor.open("?graph=26B")
    page.locator(CANVAS).first.wait_for()
    page.wait_for_timeout(600)
    for x, y in islice(points(page), 12):
        page.mouse.click(x, y)
        page.wait_for_timeout(500)
        if "graph=26B" not in page.url:
            break
    assert "graph=26B" not in page.url
    page.go_back()
    expect(page.locator(".boxh", has_text="Правило 26B").first).to_be_visible()
    assert focus(page) == "26B"


def test_switches_are_links_that_can_be_sent(visit):
    visitor = visit()
    page = visitor.open("?graph=12C2")
    page.locator(".switches a", has_text="Комментарии").click()
    expect(page.locator(".switches a", has_text="Комментарии")).to_have_attribute(
        "aria-pressed", "false"
    )
    sent = page.url
    other = visit()
    again = other.open(sent.split("/", 3)[3])
    expect(again.locator(".switches a", has_text="Комментарии")).to_have_attribute(
        "aria-pressed", "false"
    )
    expect(again.locator(".refs li.commentary")).to_have_count(0)


def test_in_print_there_is_the_law_and_nothing_to_click(visit):
    visitor = visit()
    page = visitor.open("?law=25B&take=1")
    expect(page.locator("[data-testid=stDownloadButton]").first).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator("h1.title")).to_be_visible()
    expect(page.locator(".line").first).to_be_visible()
    for hidden in (".top nav", ".st-key-search_row", ".strip.noprint", ".foot"):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.locator("[data-testid=stDownloadButton]").first).to_be_hidden()
