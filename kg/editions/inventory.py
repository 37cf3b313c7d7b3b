"""Which provisions an edition of the Laws has, as far as its text was read.

One JSON file an edition: ``edition``, ``title``, ``letters`` ("latin" or "cyrillic"),
``last_law``, ``absent`` (id → the evidence, in Russian, that the edition lacks it) and ``laws``,
each with ``law``, the subject in our own words (``ru``, ``en``), ``has`` (ids read in a source of
that edition) and ``maybe`` (ids known, not checked against its text). What is on no list is neither
proved nor disproved. A user's own edition or translation is one more such file (``load``).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from corpus.errors import SettingsError
from kg.provision import Letters, Provision, parse


class Existence(StrEnum):
    """Whether an edition has a provision."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Inventory:
    """The provisions of one edition.

    ``confirmed`` were read in a source; ``unconfirmed`` are plausible and prove nothing;
    ``absent`` maps a provision the edition is known to lack to the evidence in Russian;
    ``subjects`` maps a law number to its subject by language ("ru", "en").
    """

    edition: str
    title: str
    letters: Letters
    last_law: int
    confirmed: frozenset[Provision]
    unconfirmed: frozenset[Provision]
    absent: dict[Provision, str]
    subjects: dict[int, dict[str, str]]

    def exists(self, provision: Provision) -> Existence:
        """Yes when read in a source (or a part of it was), no when known to be absent."""
        if provision in self.confirmed:
            return Existence.YES
        if self.why_absent(provision):
            return Existence.NO
        return Existence.UNKNOWN

    def plausible(self, provision: Provision) -> bool:
        """True when the edition is known, or believed without its text, to have the provision."""
        return provision in self.confirmed or provision in self.unconfirmed

    def why_absent(self, provision: Provision) -> str | None:
        """The evidence (Russian) that the edition lacks the provision or an ancestor of it."""
        if not 1 <= provision.law <= self.last_law:
            return f"в этом издании Правила с 1 по {self.last_law}"
        for step in (provision, *provision.ancestors):
            if step in self.absent:
                return self.absent[step]
        return None

    def children(self, provision: Provision) -> tuple[Provision, ...]:
        """The known subdivisions one level below, confirmed or not, in order."""
        both = self.confirmed | self.unconfirmed
        return tuple(sorted(other for other in both if other.parent == provision))

    def provisions(self) -> tuple[Provision, ...]:
        """All confirmed provisions in order."""
        return tuple(sorted(self.confirmed))

    def subject(self, law: int, language: str = "ru") -> str | None:
        """What a law is about, in a few words of our own; None when not recorded."""
        return self.subjects.get(law, {}).get(language)


def _with_ancestors(provisions: set[Provision]) -> frozenset[Provision]:
    return frozenset(provisions | {up for one in provisions for up in one.ancestors})


def read_inventory(data: dict[str, Any]) -> Inventory:
    """An inventory from its JSON object. Raises ``SettingsError`` when the object is wrong."""
    try:
        edition = str(data["edition"])
        letters = Letters(data.get("letters", "latin"))
        confirmed: set[Provision] = set()
        unconfirmed: set[Provision] = set()
        subjects: dict[int, dict[str, str]] = {}
        last_law = int(data.get("last_law", 0))
        for row in data["laws"]:
            law = int(row["law"])
            last_law = max(last_law, law)
            confirmed.add(Provision(law))
            confirmed.update(parse(one) for one in str(row.get("has", "")).split())
            unconfirmed.update(parse(one) for one in str(row.get("maybe", "")).split())
            subjects[law] = {key: str(row[key]) for key in ("ru", "en") if row.get(key)}
        absent = {parse(one): str(why) for one, why in data.get("absent", {}).items()}
        return Inventory(
            edition=edition,
            title=str(data.get("title", edition)),
            letters=letters,
            last_law=last_law,
            confirmed=_with_ancestors(confirmed),
            unconfirmed=frozenset(unconfirmed),
            absent=absent,
            subjects=subjects,
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SettingsError(
            f"Опись издания неверна ({error}). Нужны поля edition и laws: "
            "[{law, ru, has}], где has – номера через пробел."
        ) from error


def load(path: Path) -> Inventory:
    """The inventory in a JSON file. Raises ``SettingsError`` when it cannot be read."""
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        raise SettingsError(
            f"Опись издания {path.name} не читается ({error}). Нужен файл JSON в UTF-8."
        ) from error
    if not isinstance(data, dict):
        raise SettingsError(f"Опись издания {path.name}: ожидается объект JSON.")
    return read_inventory(data)
