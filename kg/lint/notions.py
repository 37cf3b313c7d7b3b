"""Notions that translations of the Laws name in several ways.

A glossary for search holds every phrase that leads to a notion, far more than its names: of 58
findings made from it on the bundled texts, most were none an editor wants. So the names that ought
to be one are listed here (``notions.json``), the recommended one first.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path


@lru_cache(maxsize=1)
def bundled_notions() -> Mapping[str, tuple[str, ...]]:
    """Each notion's id with its names."""
    data = json.loads(Path(__file__).with_name("notions.json").read_text(encoding="utf-8"))
    return {notion: tuple(names) for notion, names in data.items()}
