"""Names of the graph's nodes: one short readable key for everything that can be cited.

unit:minutes-2001-10-30/10      a unit of a document in the library
document:minutes-2001-10-30     a document in the library
law:31A2(b)                     a provision above the editions
law:1997:31A2(b)                the same provision in one edition
note:1997:69                    the footnote to a provision
section:1997:SCOPE              a named section without a number
term:Convention                 a defined term
paragraph:17.2                  a commentary paragraph whose text is not in the library
external:OCHO-RIOS              a document that is not in the library
"""

from __future__ import annotations

from functools import lru_cache

from corpus.errors import QueryError
from kg.provision import parse


@lru_cache(maxsize=65536)
def ancestors(number: str) -> tuple[str, ...]:
    """The provisions a provision lies in, nearest first: 31A2(b) → 31A2, 31A, 31."""
    try:
        return tuple(str(provision) for provision in parse(number).ancestors)
    except QueryError:
        return ()


@lru_cache(maxsize=65536)
def order(number: str) -> tuple[tuple[int, ...], str]:
    """A sort key that puts provisions in the order of the book: 2 < 12 < 12A < 12A2 < 12B."""
    try:
        return parse(number).key, ""
    except QueryError:
        return (10**6,), number


def within(number: str, whole: str) -> bool:
    """Whether ``number`` is ``whole`` or lies inside it."""
    return number == whole or whole in ancestors(number)


def nested(one: str, other: str) -> bool:
    """Whether one of the two lies inside the other (or they are the same)."""
    return within(one, other) or within(other, one)


def common(numbers: tuple[str, ...]) -> str | None:
    """The most specific provision that holds all of them once nested mentions have collapsed.

    Mentions of a whole give way to mentions of its parts (31, 31A2(a) → 31A2(a)); parts that
    remain meet in their nearest common parent (31A2(a), 31A2(b) → 31A2). None when they share
    no law.
    """
    inner = [n for n in numbers if not any(m != n and within(m, n) for m in numbers)]
    line = (inner[0], *ancestors(inner[0]))
    return next((n for n in line if all(within(m, n) for m in inner)), None)


def siblings(one: str, other: str) -> bool:
    """Whether both stand directly under one and the same provision (31A2(a) and 31A2(b))."""
    mine, theirs = ancestors(one), ancestors(other)
    return bool(mine) and bool(theirs) and mine[0] == theirs[0]


def law(number: str, edition: str | None = None) -> str:
    """The node of a provision, in an edition or above them."""
    return f"law:{edition}:{number}" if edition else f"law:{number}"


def unit(identifier: str) -> str:
    """The node of a unit."""
    return f"unit:{identifier}"


def document(identifier: str) -> str:
    """The node of a document in the library."""
    return f"document:{identifier}"


def paragraph(number: str, edition: str | None = None) -> str:
    """The node of a paragraph of the commentary on an edition."""
    return f"paragraph:{edition}:{number}" if edition else f"paragraph:{number}"


def target(identifier: str, edition: str | None) -> str:
    """The node of a citation's target that is not a document or a commentary paragraph."""
    if identifier.startswith("DEF:"):
        return f"term:{identifier.removeprefix('DEF:')}"
    place = f"{edition}:" if edition else ""
    if identifier.endswith("#note"):
        return f"note:{place}{identifier.removesuffix('#note')}"
    if identifier[:1].isdigit():
        return f"law:{place}{identifier}"
    return f"section:{place}{identifier}"
