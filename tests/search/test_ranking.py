"""How much of a notion a passage has."""

import pytest

from search.notions import Key, Notion, Role
from search.passages import Passage
from search.ranking import Ranker
from search.store import Record
from search.subjects import Subjects
from search.weights import Weights


def record(lemmas: dict[str, str], notions: dict[str, str]) -> Record:
    passage = Passage("d/1", "d", "1", "minutes", "f.txt", 0, 10, "")
    return Record(passage, "а б в г д е", 6, lemmas, notions, (), {}, {})


@pytest.mark.parametrize(
    ("lemmas", "notions", "amount"),
    [
        ({"карта": "0"}, {}, 1.0),
        ({"карта": "0 4"}, {}, 2.0),
        # a word inside a name of the same notion says nothing more
        ({"карта": "1"}, {"penalty-card": "0:2:1"}, 1.0),
        ({"карта": "1 4"}, {"penalty-card": "0:2:1"}, 2.0),
        ({}, {"penalty-card": "0:2:1 2:2:0.5"}, 1.5),
    ],
)
def test_each_stretch_of_text_counts_once(
    lemmas: dict[str, str], notions: dict[str, str], amount: float
) -> None:
    keys = (Key("lemma", "карта", 1.0, "карта"), Key("notion", "penalty-card", 1.0, "карта"))
    notion = Notion(Role.CONCEPT, "карта", "карта", keys, 0)
    ranker = Ranker([notion], [1.0], 6.0, Subjects({}), Weights())
    scored = ranker.score(0, record(lemmas, notions))
    assert scored is not None
    (match,) = scored.matches
    assert match is not None
    assert match.amount == amount
