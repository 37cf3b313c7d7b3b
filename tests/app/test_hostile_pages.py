"""Markup of every kind in a text, its title, its file's name, a notion and an address: on no page
does it become more than words."""

from pathlib import Path
from urllib.parse import urlencode

import pytest

from workspace import add_files

SCRIPT = '<script>window.hacked=1</script><img src=x onerror="window.hacked=1">'
MARKDOWN = "[нажмите](javascript:window.hacked=1) ![x](http://evil.example/x.png) :red[a] $x^2$"
BREAKOUT = "\"'></script></style></title><svg onload=window.hacked=1><b class=out>вышел</b>"
ALL = f"{SCRIPT} {BREAKOUT} {MARKDOWN} {{{{7*7}}}}"
TEXT = f"""ПРОТОКОЛ

1. Комитет постановил: {ALL} фальшренонс по Правилу 63А3.

2. По Правилу 64А2 {ALL} уступка взяток. Судъя обьявил «клейм" по Правилу 99Я.
"""
NAME = "<img src=x onerror=window.hacked=1> [x](javascript:1) $x$.txt"
GLOSSARY = f"""@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <https://example.org/own#> .
:evil a skos:Concept ; skos:prefLabel '''злое понятие {ALL} '''@ru ;
  skos:altLabel "злопонятие"@ru ; skos:definition '''{ALL} '''@ru .
"""
INJECTED = """() => [
  ...document.querySelectorAll('[onerror],[onload],.out,iframe,object,embed'),
  ...document.querySelectorAll('img[src="x"],img[src*="evil"],a[href^="javascript"]'),
  ...document.querySelectorAll('.stMain .katex, .stMain script'),
].map(e => e.outerHTML.slice(0, 200))"""


@pytest.mark.browser
def test_words_stay_words_on_every_page(visit, own, tmp_path: Path):
    url, library = own
    source = tmp_path / NAME
    source.write_text(TEXT, encoding="utf-8")
    (library / "glossary.ttl").write_text(GLOSSARY, encoding="utf-8")
    try:
        report = add_files(library, [source], kind="minutes", title=ALL)
        (document,) = report.documents
        visitor = visit(url=url)
        dialogs: list[str] = []
        visitor.page.on("dialog", lambda d: (dialogs.append(d.message), d.dismiss()))
        visitor.open()
        places = [
            *({"q": "фальшренонс"}, {"q": ALL}, {"q": "злопонятие", "take": "1"}),
            *({"law": "63A3"}, {"law": ALL}, {"doc": document}, {"doc": document, "raw": "1"}),
            *({"unit": f"{document}/2", "q": ALL}, {"unit": ALL}, {"graph": f"{document}/1"}),
            *({"chain": "63A3", "to": "64A2"}, {"chain": ALL, "to": ALL}, {"graph": ALL}),
            *({"glossary": "evil"}, {"report": "all", "document": document}, {"report": ALL}),
            *({"library": document}, {"library": ALL}),
        ]
        for place in places:
            page = visitor.go("?" + urlencode(place))
            assert page.evaluate("window.hacked") is None, place
            assert page.evaluate(INJECTED) == [], place
        assert "<img src=x" in visitor.go(f"?doc={document}").locator("h1.title").inner_text()
        visitor.search(ALL)
        visitor.page.wait_for_timeout(500)
        assert visitor.page.evaluate("window.hacked") is None
        assert dialogs == []
    finally:
        (library / "glossary.ttl").unlink()
