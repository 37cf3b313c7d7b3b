"""Which edition of the Laws a text speaks of, weighed from its own words.

A year counts where it stands in the name of the Laws («Правила 1987 года», «версии 1987 года», «the
1997 Laws»), more so in the headings the text begins with. A year that is only near such a word («в
1987 году было 93 Правила, в 1975 – 92») counts for nothing, and where two editions weigh the same
none is guessed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

PUBLISHED = ("1963", "1975", "1987", "1997", "2007", "2017")
"""The years of the Laws of Duplicate Bridge (World Bridge Federation)."""
KNOWN = ("1987", "1997", "2007", "2017")
"""Those whose provisions are listed (``kg/editions``); a year of these needs less evidence."""

_HEAD_WEIGHT, _KNOWN_WEIGHT, _WEIGHT = 8, 2, 1
_LONGEST = 200_000

_YEAR = re.compile(r"(?<![\w./-])(?:19[5-9]|20[0-4])[0-9](?![\w/-])")
_NAME = r"(?:кодекс|правил|закон|верси|издани|редакци)\w*|laws?|code|edition|version"
_BETWEEN = (
    r"(?:принят|утвержд|опубликован|вступ|действ|издан)\w*(?:[ \n]в[ \n]силу)?[ \n]в"
    r"|(?:спортивн|международн|мировой|дупликатн|дубликатн|контракт|бридж|издани|редакци|верси)\w*"
    r"|игры|от|вбф|wbf|of|the|duplicate|contract|bridge|edition"
)
_BEFORE = re.compile(
    rf"(?<!\w)(?:{_NAME})(?:[\s,:(«»\"“”–—-]+(?:{_BETWEEN})(?!\w))*[\s,:(«»\"“”–—-]+$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\s+(?:(?:года|г\.)\s+)?(?:laws?|edition|version|code|издани|редакци|верси)", re.IGNORECASE
)
_COMMITTEE = re.compile(r"(?:комитет|комисси)\w*\s+по\s+$", re.IGNORECASE)
"""«Комитет по Кодексу 2009» is a committee in a year."""
_SPAN = 90
"""Characters before a year in which the name of the Laws may stand."""


class Edition(NamedTuple):
    """A year and the Russian reason for it."""

    value: str
    reason: str


def mentions(text: str) -> list[tuple[str, str]]:
    """The years that name an edition, each with the words around it, in order of place."""
    found = []
    for match in _YEAR.finditer(text[:_LONGEST]):
        start, end = match.span()
        before = _BEFORE.search(text, max(0, start - _SPAN), start)
        after = _AFTER.match(text, end)
        if before is None and after is None:
            continue
        first = before.start() if before else start
        words = " ".join(text[first : after.end() if after else end].split())
        if not _COMMITTEE.search(text, max(0, first - 30), first):
            found.append((match.group(), words))
    return found


def spoken_of(text: str, heads: Sequence[str] = ()) -> Edition | None:
    """The edition with most evidence; ``heads`` are the headings the text begins with.

    A year that is not one of ``PUBLISHED`` is taken from the headings only: it may be a user's own
    edition, or the year of a tournament's rules.
    """
    found = mentions(text)
    at_head = {year for head in heads for year, _ in mentions(head)}
    weights: Counter[str] = Counter()
    for year, _ in found:
        if year in PUBLISHED or year in at_head:
            weights[year] += _KNOWN_WEIGHT if year in KNOWN else _WEIGHT
    for year in at_head:
        weights[year] += _HEAD_WEIGHT
    best = sorted(weights, key=lambda year: (-weights[year], year))
    if not best or (len(best) > 1 and weights[best[0]] == weights[best[1]]):
        return None
    words = [words for year, words in found if year == best[0]]
    shown = f"«{words[0][:60]}»"
    if best[0] in at_head:
        return Edition(best[0], f"издание названо в заголовке: {shown}")
    return Edition(best[0], f"издание названо: {shown}, всего раз: {len(words)}")


def in_force(date: str | None) -> Edition | None:
    """The edition in force when a committee met: the last one published by then."""
    if date is None:
        return None
    past = [year for year in PUBLISHED if year <= date[:4]]
    if not past:
        return None
    return Edition(past[-1], f"по дате {date}: действовало издание {past[-1]} года")
