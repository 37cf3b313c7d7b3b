"""What XML can hold."""

from __future__ import annotations

import re

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff\ud800-\udfff]")


def printable(text: str) -> str:
    """The text with each character that XML forbids (control signs of old files) as a space."""
    return _FORBIDDEN.sub(" ", text)
