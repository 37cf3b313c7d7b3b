"""A passage turned into a query: its most telling words, notions and laws («похожие места»)."""

from __future__ import annotations

from search.notions import Key, Notion, Role
from search.stopwords import DROPPED, KEPT, WEAK
from search.store import Record
from search.vocabulary import Vocabulary

MOST_WORDS, MOST_NOTIONS, MOST_LAWS = 8, 6, 4
_LAW_FACTOR = 1.2


def gist(record: Record, vocabulary: Vocabulary) -> tuple[Notion, ...]:
    """The rarest notions, words and laws of a passage as the notions of a query."""
    notions = [
        _notion(Role.CONCEPT, "notion", name, vocabulary.idf(vocabulary.count("notion", name)))
        for name in record.notions
        if vocabulary.count("notion", name) > 1
    ]
    words = [
        _notion(Role.WORD, "lemma", lemma, vocabulary.idf(vocabulary.count("lemma", lemma)))
        for lemma in record.lemmas
        if lemma not in DROPPED | KEPT | WEAK
        and len(lemma) > 2
        and not lemma[0].isdigit()
        and vocabulary.count("lemma", lemma) > 1
    ]
    laws = [
        _notion(Role.LAW, "law", law, _LAW_FACTOR)
        for law in list(record.exact_laws)[:MOST_LAWS]
        if vocabulary.count("law", law) > 1
    ]
    best_notions = sorted(notions, key=_worth)[:MOST_NOTIONS]
    best_words = sorted(words, key=_worth)[:MOST_WORDS]
    return tuple(notion for _, _, notion in (*best_notions, *best_words, *laws))


def _worth(row: tuple[float, str, Notion]) -> tuple[float, str]:
    return (-row[0], row[1])


def _notion(role: Role, field: str, term: str, worth: float) -> tuple[float, str, Notion]:
    key = Key(field, term, 1.0, term)
    factor = worth if role is Role.LAW else 1.0
    return worth, term, Notion(role, term, term, (key,), 0, factor)
