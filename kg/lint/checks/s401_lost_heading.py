"""S401: a heading that is gone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.span import Span
from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text

_POINTING = re.compile(r"(?:[Ээ]то|[Дд]анно[ег]о?|[Уу]казанн(?:ое|ого)|[Ээ]того) [Пп]равил[оа]")
_OPENING = 120
"""Characters of a passage in which «это Правило» can only mean its heading."""


def check(text: Text) -> Iterator[Problem]:
    """Headings a side file puts back, documents without a title, «это Правило» with none above."""
    document = text.document
    sure = {
        unit.span.start
        for unit in document.units
        if unit.curated and any(stated.confidence == "high" for stated in unit.attribution)
    }
    for gap in document.gaps:
        if gap.kind == "lost-heading":
            if gap.span.start in sure:
                message = f"Здесь стоял заголовок, в файле его нет. По сведениям: «{gap.note}»"
            else:
                message = f"По сведениям, здесь начинается «{gap.note}»; заголовка в файле нет"
            yield Problem(
                _word(text, gap.span.start),
                message,
                None if gap.span.start in sure else Level.NOTE,
                suggestion=gap.note,
            )
    headed = {gap.span.start for gap in document.gaps if gap.kind == "lost-heading"}
    several = len(text.shelf.by_file[document.meta.file]) > 1
    titled = any(
        unit.level == "heading" and unit.span.start < text.span.start + 300
        for unit in document.units
    )
    if several and not titled and not any(abs(h - text.span.start) < 3 for h in headed):
        yield Problem(
            _word(text, text.span.start),
            f"Здесь начинается другой документ, заголовка у него нет: {document.meta.title}",
            suggestion=document.meta.title,
        )
    named = {citation.unit for citation in text.laws}
    under_heads = document.meta.kind in ("laws", "commentary")
    for unit in () if under_heads else document.units:
        if not unit.passage or unit.id in named or unit.heading or unit.span.start in headed:
            continue
        pointing = _POINTING.search(unit.text, 0, _OPENING)
        if pointing is None:
            continue
        stated = [a for a in unit.attribution if a.laws]
        laws = ", ".join(stated[0].laws) if stated else ""
        place = text.document.clean.text.find(pointing[0], unit.body.start, unit.body.end)
        span = text.document.clean.origin(place, place + len(pointing[0]))
        yield Problem(
            span,
            f"«{pointing[0]}» здесь не названо: заголовок утрачен"
            + (f". По сведениям, это {laws}" if laws else ""),
            suggestion=f"Правило {laws}" if laws else "",
        )


def _word(text: Text, start: int) -> Span:
    """The first word at a place."""
    original = text.original
    while start < len(original) and not original[start].isalnum():
        start += 1
    end = start
    while end < len(original) and original[end].isalnum():
        end += 1
    return Span(start, max(end, min(start + 1, len(original))))


RULE = Rule(
    code="S401",
    level=Level.WARNING,
    title="Утрачен заголовок",
    why=(
        "«Это Правило трактуется следующим образом» без заголовка не говорит, какое Правило. "
        "Читатель отнесёт толкование не туда; поиск его не найдёт."
    ),
    authority=(
        "Сведения о тексте (файл NAME.curation.json) с указанием, откуда они: английские "
        "протоколы, нумерация, повторы."
    ),
    examples=(
        Example(
            "Игра прервана.\n\nЗаявка сделана вне очереди.\n",
            ("Заявка",),
            curation='{"headings": [{"start": 16, "quote": "Заявка", "title": "Правило 29", '
            '"slug": "law-29", "law": "29", "confidence": "high", "evidence": "оглавление"}]}',
        ),
        Example("Игра прервана.\n\nПравило 29\n\nЗаявка сделана вне очереди.\n"),
    ),
    check=check,
)
