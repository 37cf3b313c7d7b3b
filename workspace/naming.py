"""What a name typed by hand may have meant: letters of the other alphabet, a law's number."""

from __future__ import annotations

from contextlib import suppress

from corpus.errors import QueryError
from kg.provision import candidates, parse

_TWINS = str.maketrans("АВСЕНКМОРТХасеорхук", "ABCEHKMOPTXaceopxyk")
"""Cyrillic letters that look like Latin ones; ids are made of Latin letters only."""


def likely_ids(identity: str) -> tuple[str, ...]:
    """The ids that «laws-1987/12С2» with a Cyrillic «С», or «laws-1987/12c2», may stand for.

    Likeliest first, without the name as it was typed.
    """
    folded = identity.translate(_TWINS)
    found = [folded]
    document, slash, rest = folded.partition("/")
    if slash:
        with suppress(QueryError):
            found.append(f"{document}/{parse(rest)}")
    return tuple(dict.fromkeys(name for name in found if name != identity))


def law_number(identity: str) -> str | None:
    """The law number that was given where a unit's id was asked for; none when it is not one."""
    readings = candidates(identity.strip()) if "/" not in identity else ()
    return str(readings[0]) if readings else None
