"""What the search box offers while one types: laws with their subjects, notions."""

from __future__ import annotations


def words() -> list[tuple[str, str]]:
    """(what to search, what it is), laws first."""
    return []
