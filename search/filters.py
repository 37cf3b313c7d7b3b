"""What hits are limited to: kind, edition, law, document, dates – as the user names them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from corpus.errors import QueryError
from corpus.kinds import KIND_NAMES, kind_title
from corpus.kinds import kind_named as corpus_kind
from kg.provision import parse as parse_provision


@dataclass(frozen=True, slots=True)
class Filters:
    """What hits are limited to; an empty tuple or None does not limit.

    ``since`` and ``until`` are ISO dates as precise as wanted ("2000", "2000-01"), both included.
    """

    kinds: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    laws: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    since: str | None = None
    until: str | None = None

    def merged(self, other: Filters) -> Filters:
        """Both at once; where both speak, ``other`` wins."""
        return Filters(
            other.kinds or self.kinds,
            other.editions or self.editions,
            other.laws or self.laws,
            other.documents or self.documents,
            other.since or self.since,
            other.until or self.until,
        )

    def allow_date(self, date: str | None) -> bool:
        """Whether a date, as precise as it is known, lies within the limits."""
        if self.since and (date is None or date < self.since[: len(date)]):
            return False
        return not (self.until and (date is None or date[: len(self.until)] > self.until))

    def to_json(self) -> dict[str, object]:
        """Only what limits."""
        values: dict[str, object] = {}
        for name in ("kinds", "editions", "laws", "documents"):
            if getattr(self, name):
                values[name] = list(getattr(self, name))
        if self.since:
            values["since"] = self.since
        if self.until:
            values["until"] = self.until
        return values


DATE = (
    "[1-9][0-9]{3}"
    "(-02(-(0[1-9]|[12][0-9]))?|-(0[469]|11)(-(0[1-9]|[12][0-9]|30))?"
    "|-(0[13578]|1[02])(-(0[1-9]|[12][0-9]|3[01]))?)?"
)
"""A year, month or day of the calendar in ISO form, as a pattern every engine understands."""
_DATE = re.compile(DATE)


def kind_named(value: str) -> str:
    """The kind a user means by «протокол», «minutes» …; raises ``QueryError`` with the choices."""
    found = corpus_kind(value)
    if found is None:
        names = ", ".join(map(kind_title, KIND_NAMES))
        raise QueryError(f"Нет вида «{value[:40]}». Есть: {names}.")
    return str(found)


def law_named(value: str) -> str:
    """The canonical number of the law to limit to. Raises ``QueryError``."""
    return str(parse_provision(value))


def checked_date(value: str) -> str:
    """``value`` if it is a year, a month or a day in ISO form. Raises ``QueryError``."""
    if not _DATE.fullmatch(value):
        raise QueryError(f"«{value[:40]}» – не дата. Пишите год или дату: 2000, 2001-10-30.")
    return value


def filters_from(
    kinds: Sequence[str] | None = None,
    editions: Sequence[str] | None = None,
    laws: Sequence[str] | None = None,
    documents: Sequence[str] | None = None,
    since: str | None = None,
    until: str | None = None,
) -> Filters:
    """Filters out of what a user gave, in the user's words. Raises ``QueryError``."""
    return Filters(
        kinds=tuple(kind_named(kind) for kind in kinds or ()),
        editions=tuple(editions or ()),
        laws=tuple(law_named(law) for law in laws or ()),
        documents=tuple(documents or ()),
        since=checked_date(since) if since else None,
        until=checked_date(until) if until else None,
    )
