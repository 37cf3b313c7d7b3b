"""What the search box offers while one types: laws with their subjects, notions."""

from __future__ import annotations

from functools import lru_cache

from ui import opened, provisions, words


def offered() -> list[tuple[str, str]]:
    """(what to search for, what it is): the laws the library speaks of, then the notions."""
    workspace = opened.library()
    return list(_offered(workspace.generation))


@lru_cache(maxsize=2)
def _offered(generation: str) -> tuple[tuple[str, str], ...]:
    workspace = opened.library()
    found = [
        (words.law(number), provisions.subject(number) or "")
        for number in provisions.laws(workspace)
    ]
    for concept in workspace.finder.glossary.concepts.values():
        also = ", ".join((*concept.alt_ru[:2], concept.pref_en))
        found.append((concept.pref_ru or concept.pref_en, also))
    return tuple(found)
