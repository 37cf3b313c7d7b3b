"""Texts of files are shown on a terminal as text: none of their characters acts on it.

A document, its title or its file's name may hold an escape sequence that recolours or retypes the
screen, or a sign that turns the direction of writing round so that one name looks like another.
"""

import re

_ACTING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Control characters but tabs and line ends, and the marks of bidirectional writing (UAX #9)."""
_ACTING_IN_JSON = re.compile(r"[\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Of those, what the ``json`` module writes as it stands."""
SHOWN = "\ufffd"
"""What stands on the screen for a character that would act there: the usual sign for such."""


def safe(text: str) -> str:
    """The text as it may be shown to a person; of the same length."""
    return _ACTING.sub(SHOWN, text)


def safe_json(line: str) -> str:
    """A line of JSON that says the same and acts on no terminal."""
    return _ACTING_IN_JSON.sub(lambda sign: f"\\u{ord(sign.group()):04x}", line)
