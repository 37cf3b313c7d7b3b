"""Anyone can use it: axe-core finds nothing serious, a phone never scrolls sideways, the keyboard
reaches everything, no English is left."""

import re
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")
PAGES = {
    "home": "",
    "search": "?q=фальшренонс после претензии",
    "law": "?law=25B",
    "law-with-text": "?law=12C2",
    "document": "?unit=minutes-2000-01-12/4",
    "original": "?doc=laws-1987&raw=1",
    "chain": "?chain=29C&to=26B",
    "graph": "?graph=12C2",
    "glossary": "?glossary=-",
    "term": "?glossary=revoke",
    "report": "?report=all",
    "library": "?library=-",
}
RULES = "{runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']}"


def settled(visitor: object, query: str) -> object:
    page = visitor.go(query) if visitor.page.url.startswith(visitor.url) else visitor.open(query)
    page.wait_for_timeout(250)
    return page


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious(visit, dark):
    visitor = visit(dark=dark)
    wrong = []
    for name, query in PAGES.items():
        page = settled(visitor, query)
        if not page.evaluate("typeof axe === 'object'"):
            page.evaluate(AXE)
        found = page.evaluate(f"async () => (await axe.run(document, {RULES})).violations")
        for one in found:
            if one["impact"] in ("serious", "critical"):
                wrong.append((name, one["id"], [n["html"][:160] for n in one["nodes"][:3]]))
    assert not wrong


def test_a_phone_never_scrolls_sideways(visit):
    visitor = visit(phone=True)
    wide = []
    for name, query in PAGES.items():
        page = settled(visitor, query)
        width = page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth")
        if width > 390:
            wide.append((name, width))
    assert not wide


def test_no_english_is_left_on_the_pages(visit):
    """Words of the widgets; what the texts and the glossary have in English is theirs."""
    visitor = visit()
    english = re.compile(
        r"\b(search|upload|browse|drag|drop|file|choose|select|press|enter|clear|open|close|"
        r"skip|content|results?|options?|limit|per|download|fullscreen|running|stop|add)\b",
        re.IGNORECASE,
    )
    left = []
    for name, query in PAGES.items():
        page = settled(visitor, query)
        said = page.evaluate(
            """() => {
              const out = [];
              const root = document.querySelector('[data-testid=stApp]');
              for (const el of root.querySelectorAll('*')) {
                if (el.closest('.stHtml') || el.closest('style,script')) continue;
                for (const a of ['aria-label', 'title', 'placeholder'])
                  if (el.getAttribute(a)) out.push(a + ': ' + el.getAttribute(a));
                for (const n of el.childNodes)
                  if (n.nodeType === 3 && el.checkVisibility() && n.nodeValue.trim() &&
                      !el.matches('[data-testid=stIconMaterial]'))
                    out.push(n.nodeValue.trim());
              }
              return out;
            }"""
        )
        left += [(name, text) for text in said if english.search(text)]
    assert not left, sorted({text for _, text in left})


def test_the_keyboard_alone_finds_and_opens(visit):
    visitor = visit()
    page = visitor.open()
    expect(page.locator(".st-key-search_row input")).to_be_focused()
    page.keyboard.type("штрафная карта")
    page.keyboard.press("Enter")
    expect(page.locator(".card").first).to_be_visible()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("!!document.activeElement.closest('.card h3')"):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".sub.on, h1.title").first).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "ru"


def test_the_search_box_offers_laws_notions_and_past_queries(visit):
    visitor = visit()
    page = visitor.open()
    visitor.search("штрафная карта")
    expect(page.locator(".card").first).to_be_visible()
    page.locator(".top .brand").click()
    box = page.locator(".st-key-search_row input")
    expect(box).to_have_attribute("list", "pravila-words")
    offered = page.locator("#pravila-words option").evaluate_all("all => all.map(o => o.value)")
    assert offered[0] == "штрафная карта"
    assert {"Правило 25", "фальшренонс"} <= set(offered)
    box.click()
    page.keyboard.type("afkm")
    option = page.locator("#pravila-words option[label^='afkm']").first
    expect(option).to_have_attribute("value", "фальшренонс")


def test_a_letter_of_the_glossary_leads_to_its_notions(visit):
    visitor = visit()
    page = visitor.open("?glossary=-")
    page.locator(".numbers a", has_text="Ф").click()
    expect(page.locator(f"#letter-{ord('Ф')}")).to_be_in_viewport()
    assert page.locator(".term").count() > 100


def test_a_citation_is_copied_with_its_words_and_place(visit):
    visitor = visit()
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visitor.open("?unit=minutes-2000-01-12/4")
    page.get_by_role("button", name="Копировать цитату").click()
    expect(page.locator("#pravila-live")).to_have_text("Скопировано")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "Правило 63A3" in copied
    assert "Протокол 12.01.2000, п. 4" in copied
    page.get_by_role("button", name="Ссылка").click()
    page.wait_for_timeout(200)
    assert page.evaluate("navigator.clipboard.readText()").endswith("?unit=minutes-2000-01-12%2F4")
