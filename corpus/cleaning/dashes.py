"""Dashes standing for hyphens inside words: «г–н», «кю–бид», «3–ей», «Контракт–Бриджа».

Between two numbers a dash is a range and stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.cleaning.finding import Found

KIND = "dash-for-hyphen"
EXAMPLES = (
    ("г–ном Капланом", "г-ном Капланом"),
    ("соревнованиях 3–ей категории", "соревнованиях 3-ей категории"),
    ("страницы 41–43", "страницы 41–43"),
    ("12 — 14", "12 — 14"),
)

_DASH = re.compile(r"[–‐‑−](?=\w)")


def find(text: str) -> Iterator[Found]:
    """Every such dash."""
    for match in _DASH.finditer(text):
        start, end = match.span()
        before = text[start - 1] if start else " "
        if before.isalpha() or (before.isdigit() and text[end].isalpha()):
            yield Found(start, end, "-", KIND)
