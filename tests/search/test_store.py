"""How a passage has to do with laws."""

from dataclasses import replace

from search.passages import Passage
from search.store import ABOUT, CITES, OWN, law_roles

PASSAGE = Passage("d/1", "d", "1", "minutes", "f.txt", 0, 10, "")


def test_the_strongest_tie_to_a_law_and_to_what_holds_it() -> None:
    passage = replace(PASSAGE, law="64A2", about=("63A3",), laws=("64C", "63A3", "16B"))
    exact, within = law_roles(passage)
    assert exact == {"64a2": OWN, "63a3": ABOUT, "64c": CITES, "16b": CITES}
    assert within == {
        "64a": OWN, "64": OWN, "63a": ABOUT, "63": ABOUT, "16": CITES,
    }  # fmt: skip
