"""Curated side files: what is known about a text but not said in it.

``NAME.curation.json`` stands beside ``NAME.txt`` and works for any text, the bundled ones and a
user's own. All offsets are ``str`` offsets into the decoded file. The form::

    {"about": "where the statements come from",
     "documents": [{"start", "end", "id", "title", "kind", "date", "edition", "language"}],
     "headings":  [{"start", "quote", "title", "slug", "law", "confidence", "evidence"}],
     "items":     [{"start", "end", "quote", "continues", "meeting", "date", "item", "laws",
                    "targets", "confidence", "evidence", "basis",
                    "alternatives": [{"law", "confidence", "why"}]}]}

``documents`` cut the file into documents. ``headings`` are lost headings put back: a section's
``title``, and ``law`` when the lost heading was a law or a subdivision ("12A": what follows
stands inside Law 12A). ``items`` say of a paragraph which meeting and item it is and what it is
about; ``continues`` joins it to the paragraph before. ``quote`` are the first words at ``start``:
a side file that belongs to another version of the text is refused, not misapplied.

Nothing here is mixed into the text: it ends up in ``Unit.attribution`` and in units marked
``curated``.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpus.document import Attribution, Kind
from corpus.errors import SettingsError
from corpus.span import Span

CONFIDENCES = ("high", "medium", "low", "")


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the file that is a document of its own; ``None`` fields are read from the text."""

    span: Span
    id: str
    title: str
    kind: Kind
    edition: str | None = None
    date: str | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class LostHeading:
    """A heading the file has lost, to be put back before the paragraph at ``start``."""

    start: int
    title: str
    slug: str
    quote: str = ""
    law: str | None = None
    confidence: str = ""
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """What is known about one paragraph; ``date`` is ISO."""

    span: Span
    attribution: Attribution
    quote: str = ""
    date: str | None = None
    continues: bool = False


@dataclass(frozen=True, slots=True)
class Curation:
    """All statements about one file, in order of place."""

    documents: tuple[Stretch, ...] = ()
    headings: tuple[LostHeading, ...] = ()
    items: tuple[Statement, ...] = ()
    about: str = ""

    def check(self, text: str, name: str = "curation.json") -> None:
        """Raise ``SettingsError`` when the statements do not fit ``text``."""
        quotes = [(heading.start, heading.quote) for heading in self.headings]
        quotes += [(item.span.start, item.quote) for item in self.items]
        for start, quote in sorted(quotes):
            if not text.startswith(quote, start) or start > len(text):
                raise SettingsError(
                    f"{name}: на месте {start} ожидались слова «{quote}»; "
                    "файл сведений относится к другой версии текста – обновите его или уберите"
                )
        for span in (*(d.span for d in self.documents), *(i.span for i in self.items)):
            if span.end > len(text):
                raise SettingsError(
                    f"{name}: отрезок {span.start}–{span.end} выходит за конец текста "
                    f"({len(text)} знаков); обновите файл сведений или уберите его"
                )


def load_curation(path: Path) -> Curation:
    """Read a side file. Raises ``SettingsError`` when it is not one."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"{path.name}: файл сведений не читается; проверьте, что это текст в UTF-8"
        ) from error
    except (json.JSONDecodeError, RecursionError) as error:
        where = f" (строка {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise SettingsError(
            f"{path.name}: это не JSON{where}; исправьте или уберите файл"
        ) from error
    return parse_curation(data, path.name)


def parse_curation(data: object, name: str = "curation.json") -> Curation:
    """Check the parsed JSON and turn it into a ``Curation``; ``name`` is for messages."""
    table = _Fields(data, name, "файл")
    table.only("about", "documents", "headings", "items")
    documents = tuple(_stretch(entry) for entry in table.entries("documents"))
    headings = tuple(_heading(entry) for entry in table.entries("headings"))
    items = tuple(_statement(entry) for entry in table.entries("items"))
    ordered = sorted(documents, key=lambda d: d.span)
    for before, after in itertools.pairwise(ordered):
        if after.span.start < before.span.end:
            raise SettingsError(f"{name}: документы {before.id} и {after.id} перекрываются")
        if before.id == after.id:
            raise SettingsError(f"{name}: два документа с одним именем {before.id}")
    return Curation(
        documents=tuple(ordered),
        headings=tuple(sorted(headings, key=lambda h: h.start)),
        items=tuple(sorted(items, key=lambda i: i.span)),
        about=table.text("about") or "",
    )


def _stretch(entry: _Fields) -> Stretch:
    entry.only("start", "end", "id", "title", "kind", "date", "edition", "language")
    kind = entry.text("kind") or ""
    if kind not in set(Kind):
        entry.fail(f"вид «{kind}» неизвестен; есть: {', '.join(Kind)}")
    return Stretch(
        span=entry.span(),
        id=entry.required("id"),
        title=entry.required("title"),
        kind=Kind(kind),
        edition=entry.text("edition"),
        date=entry.text("date"),
        language=entry.text("language"),
    )


def _heading(entry: _Fields) -> LostHeading:
    entry.only("start", "quote", "title", "slug", "law", "confidence", "evidence")
    return LostHeading(
        start=entry.offset("start"),
        title=entry.required("title"),
        slug=entry.required("slug"),
        quote=entry.text("quote") or "",
        law=entry.text("law"),
        confidence=entry.confidence(),
        evidence=entry.text("evidence") or "",
    )


def _statement(entry: _Fields) -> Statement:
    entry.only(
        *("start", "end", "quote", "continues", "meeting", "date", "item", "laws", "targets"),
        *("confidence", "evidence", "basis", "alternatives"),
    )
    continues = entry.get("continues", False)
    if not isinstance(continues, bool):
        entry.fail("поле continues должно быть true или false")
    alternatives = tuple(
        " · ".join(
            part for part in (a.required("law"), a.text("confidence"), a.text("why")) if part
        )
        for a in entry.entries("alternatives")
    )
    return Statement(
        span=entry.span(),
        quote=entry.text("quote") or "",
        date=entry.text("date"),
        continues=bool(continues),
        attribution=Attribution(
            laws=entry.texts("laws"),
            targets=entry.texts("targets"),
            confidence=entry.confidence(),
            evidence=entry.text("evidence") or "",
            basis=entry.text("basis") or "",
            meeting=entry.text("meeting"),
            item=entry.text("item"),
            alternatives=alternatives,
        ),
    )


class _Fields:
    """One JSON object being read; every complaint says where."""

    def __init__(self, data: object, name: str, where: str) -> None:
        self.name, self.where = name, where
        self.data: Mapping[str, Any] = {}
        if isinstance(data, Mapping):
            self.data = data
        else:
            self.fail("ожидался объект {…}")

    def fail(self, why: str) -> None:
        raise SettingsError(f"{self.name}: {self.where}: {why}")

    def get(self, key: str, default: object = None) -> object:
        return self.data.get(key, default)

    def only(self, *known: str) -> None:
        unknown = sorted(str(key) for key in self.data if key not in known)
        if unknown:
            self.fail(f"неизвестные поля {', '.join(unknown)}; есть: {', '.join(known)}")

    def entries(self, key: str) -> list[_Fields]:
        value = self.get(key, [])
        if not isinstance(value, Sequence) or isinstance(value, str):
            self.fail(f"поле {key} должно быть списком")
            return []
        return [_Fields(v, self.name, f"{key}[{n}]") for n, v in enumerate(value)]

    def text(self, key: str) -> str | None:
        value = self.get(key)
        if value is None or isinstance(value, str):
            return value
        self.fail(f"поле {key} должно быть строкой")
        return None

    def required(self, key: str) -> str:
        value = self.text(key)
        if not value:
            self.fail(f"нет поля {key}")
        return value or ""

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.get(key, [])
        if not isinstance(value, Sequence) or isinstance(value, str):
            self.fail(f"поле {key} должно быть списком строк")
            return ()
        if not all(isinstance(v, str) for v in value):
            self.fail(f"поле {key} должно быть списком строк")
        return tuple(value)

    def confidence(self) -> str:
        value = self.text("confidence") or ""
        if value not in CONFIDENCES:
            self.fail(f"уверенность «{value}» неизвестна; есть: high, medium, low")
        return value

    def offset(self, key: str) -> int:
        value = self.get(key)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            self.fail(f"поле {key} должно быть целым числом ≥ 0")
            return 0
        return value

    def span(self) -> Span:
        span = Span(self.offset("start"), self.offset("end"))
        if span.end < span.start:
            self.fail("конец раньше начала")
        return span
