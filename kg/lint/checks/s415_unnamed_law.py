"""S415: a passage that decides a law without naming it."""

from __future__ import annotations

from collections.abc import Iterator

from corpus.span import Span
from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text


def check(text: Text) -> Iterator[Problem]:
    """Passages whose law is only known from a side file."""
    named = {citation.unit for citation in text.laws}
    for unit in text.document.units:
        if not unit.passage or unit.id in named:
            continue
        stated = [a for a in unit.attribution if a.laws and a.confidence in ("high", "medium")]
        if not stated:
            continue
        laws = ", ".join(stated[0].laws)
        start = text.document.clean.origin(unit.body.start, unit.body.start + 1).start
        end = text.original.find(" ", start, unit.span.end)
        yield Problem(
            Span(start, end if end > start else unit.span.end),
            f"Пункт не называет Правила, о котором говорит; по сведениям – {laws}",
            suggestion=f"Правило {laws}",
        )


RULE = Rule(
    code="S415",
    level=Level.NOTE,
    title="Пункт не называет Правила, о котором говорит",
    why=(
        "Толкование без номера не попадёт в указатель и не найдётся по номеру. Номер известен из "
        "сведений о тексте (подлинник, соседние пункты), в издание его стоит внести в скобках."
    ),
    authority="Файл сведений о тексте (NAME.curation.json); основание показывает pravila show ИМЯ.",
    examples=(
        Example(
            "1. Комитет решил: карта открыта.",
            ("1.",),
            curation='{"items": [{"start": 0, "end": 32, "quote": "1. Комитет", "laws": ["50"], '
            '"targets": [], "confidence": "high", "evidence": "подлинник", "basis": "подлинник"}]}',
        ),
        Example("1. Комитет решил по Правилу 50: карта открыта."),
    ),
    check=check,
)
