"""«пункт 2 выше» on a page is marked as a reference and does not open the law of that number."""

from corpus.span import Span
from kg.citations import cite_text
from ui.links import target_address
from ui.reading import link_of

TEXT = "Протокол\n\n1. По Правилу 1 решено.\n\n2. См. пункт 1 выше.\n"


def test_only_the_law_is_a_link() -> None:
    opened = [
        (one.kind, link_of(one, Span(one.span.start, one.span.end)).before)
        for one in cite_text(TEXT, meta={"kind": "minutes"})
    ]
    assert [(kind, "href" in tag) for kind, tag in opened] == [("law", True), ("section", False)]


def test_the_address_of_an_item_is_no_law() -> None:
    assert target_address("1", "law") == {"law": "1"}
    assert "law" not in target_address("1", "section")
