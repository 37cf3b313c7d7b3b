"""S406: a gap or a repetition in a row of numbers or letters."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from corpus.document import Unit
from corpus.span import Span
from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text

_LAST = re.compile(r"(\d{1,3}|[A-Z]|\((?:[a-z]{1,4})\))$")
_LATIN = "abcdefghijklmnopqrstuvwxyz"
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
_ITEM = re.compile(r"(\d{1,2})\.\s+\S")
TEARS = frozenset({"lost-pages", "lost-heading", "cut-start", "cut-end"})
"""Gaps in the text that explain a gap in the numbering."""


def check(text: Text) -> Iterator[Problem]:
    """Neighbours of one parent whose numbers do not follow each other."""
    families: dict[str | None, list[Unit]] = {}
    for unit in text.document.units:
        if unit.number and not unit.curated and unit.level != "note":
            families.setdefault(unit.parent, []).append(unit)
    for family in families.values():
        for before, after in itertools.pairwise(sorted(family, key=lambda u: u.span.start)):
            yield from _step(text, before, after)
    yield from _unnumbered(text)


def _unnumbered(text: Text) -> Iterator[Problem]:
    """Gaps in rows «1. 2. 4.» at line beginnings that the outline made no units of."""
    before = 0
    for paragraph in text.paragraphs:
        written = _ITEM.match(paragraph.text)
        span = text.origin(paragraph.start, paragraph.start + 1)
        unit = text.unit_at(span.start) if written else None
        if written is None:
            continue
        number = int(written[1])
        if (unit is None or not unit.number) and 0 < before < number - 1 <= before + 3:
            missed = ", ".join(map(str, range(before + 1, number)))
            yield Problem(
                Span(span.start, span.start + written.end(1) + 1),
                f"После {before}. идёт {number}.: пропущено {missed}",
            )
        before = number if unit is None or not unit.number else 0


def _step(text: Text, before: Unit, after: Unit) -> Iterator[Problem]:
    first, last = _index(before.number), _index(after.number)
    if first is None or last is None or first[0] != last[0] or first[1] != last[1]:
        return
    if before.level != after.level or last[2] == first[2] + 1:
        return
    if any(
        gap.kind in TEARS and before.span.start <= gap.span.start <= after.span.start
        for gap in text.document.gaps
    ):
        return
    span = _mark(text, after)
    if last[2] == first[2]:
        yield Problem(span, f"Номер {after.number} стоит второй раз подряд")
    elif last[2] < first[2]:
        yield Problem(span, f"После {before.number} стоит {after.number}: порядок нарушен")
    else:
        missed = [_name(first[0], n) for n in range(first[2] + 1, last[2])]
        said = ", ".join(missed[:4]) + ("…" if len(missed) > 4 else "")
        whole = after.level in ("law", "chapter", "part")  # an extract may hold any laws
        yield Problem(
            span,
            f"После {before.number} идёт {after.number}: пропущено {said}",
            Level.NOTE if whole else None,
        )


def _index(number: str | None) -> tuple[str, str, int] | None:
    """The series, what stands before, and the place in the series of a number's last part."""
    found = _LAST.search(number or "")
    if found is None or number is None:
        return None
    last, lead = found[1], number[: found.start()]
    if last.isdigit():
        return "1", lead, int(last)
    if last.isupper():
        return "A", lead, _LATIN.index(last.lower()) + 1
    inner = last.strip("()")
    if inner in _ROMAN and (len(inner) > 1 or inner in "iv"):
        return "i", lead, _ROMAN.index(inner) + 1
    return ("a", lead, _LATIN.index(inner) + 1) if len(inner) == 1 else None


def _name(series: str, index: int) -> str:
    if series == "1":
        return str(index)
    if series == "i":
        return f"({_ROMAN[index - 1]})" if index <= len(_ROMAN) else str(index)
    letter = _LATIN[index - 1]
    return letter.upper() if series == "A" else f"({letter})"


def _mark(text: Text, unit: Unit) -> Span:
    """The written number at a unit's beginning."""
    body = text.document.clean.origin(unit.body.start, unit.body.start + 1).start
    start = max(unit.span.start, min(body, unit.span.end))
    end = start
    while end < unit.span.end and not text.original[end].isspace():
        end += 1
    return Span(start, max(end, start + 1))


RULE = Rule(
    code="S406",
    level=Level.WARNING,
    title="Разрыв или повтор в нумерации",
    why=(
        "После (a) сразу (d): потеряны два пункта или сбиты буквы. Все ссылки на следующие пункты "
        "могут указывать не туда. Там, где известно об утраченной странице, проверка молчит."
    ),
    authority="Порядок нумерации; протоколы и Кодекс нумеруют пункты подряд.",
    examples=(
        Example(
            "1. Комитет решил первое.\n\n2. Комитет решил второе.\n\n5. Комитет решил пятое.",
            ("5.",),
        ),
        Example(
            "1. Комитет решил первое.\n\n2. Комитет решил второе.\n\n3. Комитет решил третье.",
        ),
    ),
    check=check,
)
