"""What the search box offers while one types: laws with their subjects, notions."""

from __future__ import annotations

from functools import lru_cache

from ui import opened, provisions, words

_LONGEST = 60
"""Characters; what is typed beyond them begins no notion's name."""


def offered() -> list[tuple[str, str]]:
    """(what to search for, what it is): the laws the library speaks of, then the notions."""
    workspace = opened.library()
    return list(_offered(workspace.identity))


@lru_cache(maxsize=2)
def _offered(identity: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    workspace = opened.library()
    found = [
        (words.law(number), provisions.subject(workspace, number) or "")
        for number in provisions.laws(workspace)
    ]
    for concept in workspace.finder.glossary.concepts.values():
        also = ", ".join((*concept.alt_ru[:2], concept.pref_en))
        found.append((concept.pref_ru or concept.pref_en, also))
    return tuple(found)


def for_typed(typed: str) -> list[tuple[str, str]]:
    """Offers for what has been typed so far, in the wrong keyboard layout too.

    A browser shows only offers that hold the letters typed; where they do not, as in the other
    layout, the letters stand in the label.
    """
    return list(_for_typed(opened.library().identity, typed.strip()[:_LONGEST]))


@lru_cache(maxsize=1024)
def _for_typed(identity: tuple[str, str], typed: str) -> tuple[tuple[str, str], ...]:
    shown = []
    for offer in opened.library().finder.suggest(typed):
        label = "" if offer.label == offer.text else offer.label
        if typed.casefold() not in f"{offer.text} {label}".casefold():
            label = f"{typed} → {label or offer.text}"
        shown.append((offer.text, label))
    return tuple(shown)
