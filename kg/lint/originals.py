"""What is recorded about the original of a translation, where the two disagree.

A side file (``originals.json``) is a list of records ``{"document", "quote", "here", "original",
"source"}``: in ``document`` (an id, or ``*`` for any), inside the words ``quote``, the translation
has ``here`` where the original has ``original``; ``source`` says who read the original.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from corpus.errors import SettingsError

FIELDS = ("document", "quote", "here", "original", "source")


@dataclass(frozen=True, slots=True)
class Original:
    """One place where the translation and its original are known to disagree."""

    document: str
    quote: str
    here: str
    original: str
    source: str


def load_originals(path: Path) -> tuple[Original, ...]:
    """Read a side file. Raises ``SettingsError``."""
    try:
        rows = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise SettingsError(
            f"{path.name}: сведения о подлиннике не читаются; нужен JSON в UTF-8: список записей "
            f"с полями {', '.join(FIELDS)}"
        ) from error
    if not isinstance(rows, list):
        raise SettingsError(f"{path.name}: ожидался список записей")
    found = []
    for number, row in enumerate(rows):
        if not isinstance(row, dict) or not all(isinstance(row.get(f), str) for f in FIELDS):
            raise SettingsError(f"{path.name}: запись {number}: нужны поля {', '.join(FIELDS)}")
        if row["here"] not in row["quote"]:
            raise SettingsError(f"{path.name}: запись {number}: here не входит в quote")
        found.append(Original(*(row[f] for f in FIELDS)))
    return tuple(found)


@lru_cache(maxsize=1)
def bundled_originals() -> tuple[Original, ...]:
    """What is recorded about the bundled texts."""
    return load_originals(Path(__file__).with_name("originals.json"))
