"""Finding what a committee said of a note or a wording: unclear, reworded, moved.

Works on sentences by their words (a noun for the thing, a verb or an adjective for the judgement,
the new wording in quotation marks), whatever the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kg.lint.text import Paragraph, Text

UNCLEAR = re.compile(
    r"(?:сформулирован|изложен|написан|составлен)\w*\s+(?:не\s?ясно|нечётко|нечетко|неудачно|неточно)"
    r"|(?<!\w)не\s?(?:вполне |совсем |достаточно )?ясн\w+|двусмысл\w+|чреват\w+ недоразумени\w+"
    r"|вводит в заблуждение|вызыва\w+ (?:недоумени|вопрос|спор)\w+|неудачн\w+|(?<!\w)неточн\w*"
    r"|требует (?:поправк|уточнени|исправлени)\w+",
    re.IGNORECASE,
)
REWORD = re.compile(
    r"(?<!\w)(?:измен(?:ить|ена|ено|ён)|замен(?:ить|ена|ено)|излож(?:ить|ена|ено)|переформулировать"
    r"|переписать|исправить|дополнить|уточнить|читать(?:ся)?|редакци(?:ю|я|и))(?!\w)",
    re.IGNORECASE,
)
MOVE = re.compile(
    r"(?<!\w)(?:передвижени|перемещени|перестановк|перенос|перенест|перенес|перемещ[её]н|передвин|перемест"
    r"|переставить)\w*",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"(?:следующим образом|в (?:следующей |новой )?редакции|так|словами|текстом)\s*:?\s*$|:\s*$",
    re.IGNORECASE,
)
_AFTER = re.compile(r"(?<!\w)(после|перед)\s+слов(?:а|ами|ом)?\s*$", re.IGNORECASE)
_ENDS = re.compile(r"[.!?…][”»\")]*\s+(?=[А-ЯЁA-Z“«])")
_OPEN, _CLOSE = '“«„"', '”»“"'
LONGEST = 600
"""Characters of a wording between quotation marks that is still read as one."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence; ``start`` is an offset into ``Text.text``; ``rest`` the paragraph from it on."""

    start: int
    text: str
    rest: str


def sentences(paragraph: Paragraph) -> Iterator[Sentence]:
    """The sentences of a paragraph."""
    start = 0
    for end in [m.end() for m in _ENDS.finditer(paragraph.text)] + [len(paragraph.text)]:
        words = paragraph.text[start:end]
        if words.strip():
            yield Sentence(paragraph.start + start, words, paragraph.text[start:])
        start = end


def quoted(text: str, start: int = 0) -> Iterator[tuple[int, int]]:
    """Stretches between quotation marks, nested ones taken whole; the marks are left out."""
    position = start
    while position < len(text):
        sign = text[position]
        if sign in "“«„":
            end = _closing(text, position)
            if end is not None:
                yield position + 1, end
                position = end
        elif sign == '"':
            end = text.find('"', position + 1)
            if 0 < end <= position + LONGEST:
                yield position + 1, end
                position = end
        position += 1


def _closing(text: str, start: int) -> int | None:
    closers = {"“": "”", "«": "»", "„": "“"}[text[start]]
    depth = 0
    for place in range(start, min(len(text), start + LONGEST)):
        if text[place] == closers:
            depth -= 1
            if depth == 0:
                return place
        elif text[place] == text[start]:
            depth += 1
    return None


def recommended(text: str, start: int) -> str | None:
    """The wording in quotation marks that «изменить … следующим образом:» announces."""
    for first, last in quoted(text, start):
        if len(text[first:last].split()) > 1 and _LEAD.search(text, max(0, first - 60), first - 1):
            return text[first:last]
    return None


def place_of_mark(text: str, start: int) -> str | None:
    """Where a mark was moved to: «после слов “…”»."""
    for first, last in quoted(text, start):
        where = _AFTER.search(text, max(0, first - 20), first - 1)
        if where:
            noun = "слов" if where[1].lower() == "после" else "словами"
            return f"{where[1].lower()} {noun} «{text[first:last]}»"
    return None


def owners(text: Text, start: int, end: int) -> tuple[str, ...]:
    """The laws named in a stretch of the text, by number."""
    span = text.origin(start, end)
    laws = text.laws_in(span.start, span.end)
    return tuple(dict.fromkeys(target for one in laws for target in one.targets[:1]))


def named(laws: tuple[str, ...], words: tuple[str, str] = ("Правилу", "Правилам")) -> str:
    """«Правилу 17», «Правилам 69, 70 и 71»; ``words``: the noun in both numbers."""
    if not laws:
        return ""
    if len(laws) == 1:
        return f"{words[0]} {laws[0]}"
    return f"{words[1]} {', '.join(laws[:-1])} и {laws[-1]}"
