"""N202: a letter in brackets that may stand for two items."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.span import Span
from kg.citation import Status
from kg.lint.characters import is_cyrillic, named
from kg.lint.finding import Fix, Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text
from kg.provision import item_readings

_ITEM = re.compile(r"\(\s*(\w)\s*\)")


def check(text: Text) -> Iterator[Problem]:
    """Every Cyrillic item letter with two readings, decided or not."""
    for citation in text.laws:
        for item in _ITEM.finditer(citation.surface):
            sign = item[1]
            readings = item_readings(sign) if is_cyrillic(sign) else ()
            if len(readings) < 2:
                continue
            place = Span(citation.span.start + item.start(1), citation.span.start + item.end(1))
            both = " или ".join(f"({one})" for one in readings)
            lead = f"«{citation.surface}»: {named(sign)} – это {both}"
            chosen = [one for one in readings if f"({one})" in citation.targets[0]]
            if citation.status is Status.AMBIGUOUS or len(citation.targets) != 1 or not chosen:
                yield Problem(place, f"{lead}; опись издания не решает")
                continue
            yield Problem(
                place,
                f"{lead}; по описи издания подходит только {citation.targets[0]}",
                Level.NOTE,
                suggestion=citation.targets[0],
                fix=Fix(place, chosen[0], False),
            )


RULE = Rule(
    code="N202",
    level=Level.WARNING,
    title="Буква читается двояко",
    why=(
        "Кириллическая «в» в скобках – это b по начертанию или третья буква русского алфавита, "
        "то есть c. Два читателя найдут два разных пункта."
    ),
    authority="Опись издания: у 31A2 есть только (a) и (b), поэтому «31А2(в)» – это 31A2(b).",
    examples=(
        Example("Как насчет 31А2(в)? Применяется Правило 31А2(в).", ("в", "в")),
        Example("Применяется Правило 31A2(b)."),
    ),
    check=check,
)
