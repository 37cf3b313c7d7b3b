"""Characters that are gone, kept visible as gone.

In «NT (без козыря), , , , .» four suit signs are missing between the commas. Each place gets a
sign that says «something stood here»; which sign it was is not guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.cleaning.finding import Found

KIND = "lost-characters"
LOST = "□"
EXAMPLES = (
    ("NT (без козыря), , , , .", "NT (без козыря), □, □, □, □."),
    ("пас, контра, реконтра.", "пас, контра, реконтра."),
)

_ROWS = re.compile(r",(?:[ ]?,)+[ ]?(?=[.;])|,(?:[ ]?,){2,}")


def find(text: str) -> Iterator[Found]:
    """Every row of two or more empty places between commas."""
    for match in _ROWS.finditer(text):
        start = match.start() + 1
        places = match.group()[1:].split(",")
        closed = text[match.end() : match.end() + 1] in (".", ";")
        filled = len(places) if closed else len(places) - 1
        after = ",".join([f" {LOST}"] * filled + places[filled:])
        note = f"потеряно знаков: {filled}"
        yield Found(start, match.end(), after, KIND, note, "lost-characters")
