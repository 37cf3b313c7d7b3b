"""From a decoded text to its documents: clean, cut into documents, outline each.

``read_documents`` reads any text; ``bundled_documents`` the texts that come with the program.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from datetime import date as day
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePath
from typing import Any, TypeVar

from corpus.cleaning import Cleaned, clean
from corpus.curation import Curation, parse_curation
from corpus.document import Document, Gap, Kind, Metadata, Repair
from corpus.errors import SettingsError
from corpus.kinds import KIND_NAMES, kind_named, kind_title
from corpus.outline import edition, guess, outline
from corpus.outline.blocks import Block, blocks, within
from corpus.outline.parts import meetings
from corpus.outline.slug import slug
from corpus.span import Span

NUMBERINGS = ("latin", "russian")
_EDITION = re.compile(r"[^\W_][\w.-]{0,39}")
_DATE = re.compile(r"[0-9]{4}(?:-[0-9]{2}){0,2}")
_RUSSIAN_DATE = re.compile(
    r"(?:\d{1,2}\.\d{1,2}\.\d{4}|\d{1,2}[ ]+[А-Яа-я]{3,9}[ ]+\d{4})(?:[ ]*(?:г\.?|года))?"
)
_RUSSIAN_MONTH = re.compile(r"(\d{1,2})\.(\d{4})")
_OF_AN_EDITION = (Kind.LAWS, Kind.COMMENTARY)
FIELDS = (
    *("id", "work", "title", "kind", "edition", "date", "language", "source", "file", "encoding"),
    "numbering",
)
"""What a metadata mapping (``NAME.toml``, the options of ``pravila add``) may say."""


def read_documents(
    text: str,
    file: str,
    meta: Mapping[str, Any] | None = None,
    curation: Curation | None = None,
) -> tuple[Document, ...]:
    """Read the documents of one file.

    ``text`` is the decoded file, ``file`` its name as it came; ``meta`` says what is known
    (``FIELDS``), the rest is guessed with a reason in ``Metadata.guessed``; ``curation`` is the
    file's side file. Raises ``SettingsError`` when ``meta`` or ``curation`` do not fit. Any text
    can be read; a text without words gives no documents.
    """
    known = _checked(meta or {}, file)
    if curation is not None:
        curation.check(text, file)
    cleaned = clean(text)
    found = blocks(cleaned, curation)
    if not found:
        return ()
    if curation is not None and curation.documents:
        return tuple(_curated(text, file, known, curation, cleaned, found))
    spoken = _spoken_of(cleaned.text.text, found)
    first = _metadata(file, known, found, cleaned, spoken)
    if first.kind is not Kind.MINUTES or len(groups := meetings(found)) == 1:
        whole = Span(0, len(text))
        return (_document(first, cleaned, found, whole, curation),)
    kind = guess.Guess(first.kind, dict(first.guessed).get("kind", ""))
    documents: list[Document] = []
    names: Counter[str] = Counter()
    for number, group in enumerate(groups):
        data = _metadata(file, known, group, cleaned, spoken, number, kind)
        names[data.id] += 1
        if names[data.id] > 1:
            data = replace(data, id=f"{data.id}-{names[data.id]}")
        stretch = _stretch(cleaned, groups, number)
        documents.append(_document(data, cleaned, group, stretch, curation))
    return tuple(documents)


@cache
def bundled_documents() -> tuple[Document, ...]:
    """The documents of the texts in ``corpus/texts``, in order of their file names."""
    folder = files("corpus") / "texts"
    documents: list[Document] = []
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if entry.name.endswith(".txt"):
            documents.extend(_bundled(folder, entry.name.removesuffix(".txt")))
    return tuple(documents)


def _bundled(folder: Traversable, name: str) -> tuple[Document, ...]:
    import json

    text = (folder / f"{name}.txt").read_bytes().decode("utf-8")
    meta = tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
    side = folder / f"{name}.curation.json"
    curation = None
    if side.is_file():
        curation = parse_curation(json.loads(side.read_text(encoding="utf-8")), side.name)
    return read_documents(text, str(meta["file"]), meta, curation)


def _checked(meta: Mapping[str, Any], file: str) -> dict[str, str]:
    """The metadata as strings; complains in Russian about what it cannot use."""
    unknown = sorted(str(key) for key in meta if key not in FIELDS)
    if unknown:
        raise SettingsError(
            f"{file}: неизвестные поля сведений: {', '.join(unknown)}; есть: {', '.join(FIELDS)}"
        )
    known = {key: str(value) for key, value in meta.items() if value is not None and value != ""}
    try:
        known = checked_fields(known)
    except SettingsError as error:
        raise SettingsError(f"{file}: {error}") from None
    for key in ("id", "work"):
        if key in known and not _fit_for_id(known[key]):
            raise SettingsError(
                f"{file}: имя «{known[key]}» не годится: нужны латинские буквы, "
                "цифры, точка и дефис"
            )
    return known


def checked_fields(known: Mapping[str, str]) -> dict[str, str]:
    """What a user says of a text, in the form it is kept in: «протокол» as ``minutes``,
    «14.03.2019» as 2019-03-14. Raises ``SettingsError`` when a kind, edition, date or numbering
    is none.
    """
    checked = dict(known)
    if "kind" in known:
        kind = kind_named(known["kind"])
        if kind is None:
            names = ", ".join(f"{kind_title(k)} ({k})" for k in KIND_NAMES)
            raise SettingsError(f"вид «{known['kind']}» неизвестен; есть: {names}")
        checked["kind"] = str(kind)
    if known.get("numbering", "latin") not in NUMBERINGS:
        raise SettingsError(
            f"нумерация «{known['numbering']}» неизвестна; есть: {', '.join(NUMBERINGS)}"
        )
    if not _EDITION.fullmatch(known.get("edition", "1987")):
        raise SettingsError(
            f"издание «{known['edition']}» не годится: год или слово из букв, цифр, точек и дефисов"
        )
    if "date" in known:
        checked["date"] = _iso(known["date"])
        if not _is_date(checked["date"]):
            raise SettingsError(
                f"дата «{known['date']}» не годится: нужна 2001, 2001-10, 2001-10-30 или 30.10.2001"
            )
    return checked


def _iso(text: str) -> str:
    """A date written the Russian way («14.03.2019», «14 марта 2019», «03.2019») in ISO form."""
    text = text.strip()
    if _RUSSIAN_DATE.fullmatch(text):
        return guess.first_date(text) or text
    month = _RUSSIAN_MONTH.fullmatch(text)
    return f"{month[2]}-{int(month[1]):02}" if month else text


def _is_date(text: str) -> bool:
    if not _DATE.fullmatch(text):
        return False
    try:
        day.fromisoformat(text + "-01-01"[len(text) - 4 :])
    except ValueError:
        return False
    return True


def _fit_for_id(name: str) -> bool:
    return name.isascii() and all(c.isalnum() or c in "-._" for c in name)


def _metadata(
    file: str,
    known: dict[str, str],
    found: list[Block],
    cleaned: Cleaned,
    spoken: edition.Edition | None,
    number: int = 0,
    kind_guess: guess.Guess | None = None,
) -> Metadata:
    """What is known and what can be guessed about one document.

    ``spoken`` is the edition the whole file speaks of; ``number`` counts the file's documents.
    """
    guessed: list[tuple[str, str]] = []

    def decide(key: str, guessing: guess.Guess | edition.Edition | None) -> str | None:
        if key in known:
            return known[key]
        if guessing is None:
            return None
        guessed.append((key, guessing.reason))
        return guessing.value

    words = cleaned.text.text[found[0].start : found[-1].end]
    kind = Kind(decide("kind", kind_guess or guess.kind(found)) or Kind.PROSE)
    found_date = guess.date(found, kind)
    if number and found_date is not None:
        guessed.append(("date", found_date.reason))
        date: str | None = found_date.value
    else:
        date = decide("date", found_date)
    in_force = None if kind in _OF_AN_EDITION else edition.in_force(date)
    year = decide("edition", _spoken_of(words, found) or spoken or in_force)
    language = decide("language", guess.Guess(guess.language(words), "по буквам начала текста"))
    numbering = decide("numbering", guess.numbering(found))
    title = decide("title", guess.title(found, kind)) or PurePath(file).stem
    name = known.get("id")
    if name is None:
        name = _name(kind, year, date, file)
        guessed.append(("id", "составлено из вида, даты или издания; иначе из имени файла"))
    elif number:
        name = f"{name}-{number + 1}"
    return Metadata(
        id=name,
        title=title,
        kind=kind,
        file=known.get("file") or file,
        edition=year,
        date=date,
        language=language or "ru",
        source=known.get("source"),
        encoding=known.get("encoding"),
        guessed=tuple(guessed),
        work=known.get("work"),
        numbering=numbering,
    )


def _spoken_of(words: str, found: list[Block]) -> edition.Edition | None:
    """The edition a text or one document of it names; headings weigh more."""
    title = guess.title(found, Kind.LAWS)
    return edition.spoken_of(words, [title.value] if title else [])


def _name(kind: Kind, year: str | None, date: str | None, file: str) -> str:
    """«minutes-1998-08-24», «laws-1997»; a text that has neither is named by its file."""
    if kind is Kind.MINUTES and date and len(date) == 10:
        return f"minutes-{date}"
    if kind in _OF_AN_EDITION and year:
        return f"{kind}-{slug(year)}"
    return slug(PurePath(file).stem)


def _curated(
    text: str,
    file: str,
    known: dict[str, str],
    curation: Curation,
    cleaned: Cleaned,
    found: list[Block],
) -> list[Document]:
    """The documents a side file cuts the text into."""
    documents: list[Document] = []
    for stretch in curation.documents:
        group = within(cleaned, found, stretch.span)
        if not group:
            continue
        data = Metadata(
            id=stretch.id,
            title=stretch.title,
            kind=stretch.kind,
            file=known.get("file") or file,
            edition=stretch.edition or known.get("edition"),
            date=stretch.date or known.get("date"),
            language=stretch.language or known.get("language") or guess.language(text),
            source=known.get("source"),
            encoding=known.get("encoding"),
            numbering=known.get("numbering"),
        )
        documents.append(_document(data, cleaned, group, stretch.span, curation))
    return documents


def _stretch(cleaned: Cleaned, groups: list[list[Block]], number: int) -> Span:
    """The part of the original that one group of paragraphs takes up."""
    start = cleaned.text.origin(groups[number][0].start, groups[number][0].start).start
    if number + 1 == len(groups):
        return Span(start if number else 0, len(cleaned.text.original))
    following = groups[number + 1][0].start
    end = cleaned.text.origin(following, following).start
    return Span(start if number else 0, end)


def _document(
    meta: Metadata,
    cleaned: Cleaned,
    group: list[Block],
    stretch: Span,
    curation: Curation | None,
) -> Document:
    """One document: its units, and what of the file's repairs and gaps lies in its stretch."""
    gaps = list(_inside(cleaned.gaps, stretch))
    if curation is not None:
        lost = (h for h in curation.headings if stretch.start <= h.start < stretch.end)
        gaps += [Gap("lost-heading", Span(h.start, h.start), h.title) for h in lost]
        gaps.sort(key=lambda gap: (gap.span, gap.kind))
    return Document(
        meta=meta,
        clean=cleaned.text,
        units=outline(cleaned, group, meta),
        repairs=_inside(cleaned.repairs, stretch),
        gaps=tuple(gaps),
        emphasis=_emphasis(cleaned.emphasis, Span(group[0].start, group[-1].end)),
    )


_Placed = TypeVar("_Placed", Repair, Gap)


def _inside(placed: tuple[_Placed, ...], stretch: Span) -> tuple[_Placed, ...]:
    """The part of an ordered row of repairs or gaps that begins inside ``stretch``."""
    first = bisect_left(placed, stretch.start, key=lambda item: item.span.start)
    last = bisect_right(placed, stretch.end, key=lambda item: item.span.start)
    return tuple(item for item in placed[first:last] if item.span.end <= stretch.end)


def _emphasis(spans: tuple[Span, ...], stretch: Span) -> tuple[Span, ...]:
    first, last = bisect_left(spans, (stretch.start, 0)), bisect_left(spans, (stretch.end, 0))
    return spans[first:last]
