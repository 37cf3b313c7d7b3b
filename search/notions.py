"""What a query asks for: notions, each wanted once whatever word the text has for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """Where a notion of a query comes from."""

    CONCEPT = "concept"
    WORD = "word"
    SMALL = "small"
    LAW = "law"
    PHRASE = "phrase"
    PREFIX = "prefix"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Key:
    """One way a passage can satisfy a notion.

    ``field`` is a field of ``search.engine`` ("lemma", "notion", "law", "number") or "phrase":
    forms joined by spaces that stand one after the other;
    ``weight`` is at most 1; ``label`` is shown when this is why a passage was found.
    """

    field: str
    term: str
    weight: float
    label: str


@dataclass(frozen=True, slots=True)
class Notion:
    """One thing wanted.

    ``surface`` is what the user wrote, ``label`` its name; ``factor`` (0–1) how much it counts
    beside its rarity; ``order`` its place among the query's words; ``forms`` the word forms as
    typed; ``words`` the forms of a quoted phrase in order.
    """

    role: Role
    surface: str
    label: str
    keys: tuple[Key, ...]
    order: int
    factor: float = 1.0
    forms: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Understood:
    """How a query was read; everything here is shown and can be undone.

    ``corrected``: (as typed, as searched); ``layout``: the same for words typed in the other
    keyboard layout; ``laws``: (as typed, provisions it may mean); ``concepts``: (as typed, notion
    id, its name); ``dropped``: words left out; ``excluded``: what passages must not hold;
    ``unquoted``: nothing has the quoted words in that order, so they were searched for apart;
    ``unknown``: words no passage has; ``cut``: a very long query was shortened.
    """

    corrected: tuple[tuple[str, str], ...] = ()
    layout: tuple[tuple[str, str], ...] = ()
    laws: tuple[tuple[str, tuple[str, ...]], ...] = ()
    concepts: tuple[tuple[str, str, str], ...] = ()
    dropped: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    unquoted: bool = False
    cut: bool = False

    def to_json(self) -> dict[str, object]:
        """The ``understood`` object of the JSON contract."""
        return {
            "corrected": [list(pair) for pair in self.corrected],
            "layout": [list(pair) for pair in self.layout] or None,
            "laws": list(dict.fromkeys(law for _, ids in self.laws for law in ids)),
            "concepts": list(dict.fromkeys(name for _, name, _ in self.concepts)),
            "read_as": [
                *({"surface": surface, "laws": list(ids)} for surface, ids in self.laws),
                *(
                    {"surface": surface, "concept": name, "label": label}
                    for surface, name, label in self.concepts
                ),
            ],
            "dropped": list(self.dropped),
            "phrases": list(self.phrases),
            "excluded": list(self.excluded),
            "unknown": list(self.unknown),
            "unquoted": self.unquoted,
            "cut": self.cut,
        }
