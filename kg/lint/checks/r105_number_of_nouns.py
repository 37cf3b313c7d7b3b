"""R105: «Правилам 69» with one number, «Правилу 69, 70 и 71» with several."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.span import Span
from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text

_WORD = re.compile(r"([А-Яа-яё]+)[\s]+$")
_PLURAL = re.compile(r"(?:правил|закон)(?:ам|ами|ах)", re.IGNORECASE)
_SINGULAR = re.compile(r"(?:правил(?:у|ом|е)|закон(?:у|ом|е))", re.IGNORECASE)
_OTHERWISE = re.compile(r"или|либо|соответственно|[(]", re.IGNORECASE)
_MORE = re.compile(r"\s*(?:,|и|или|либо|а также|[-–—…])\s*(?:\S+\s+){0,2}\d", re.IGNORECASE)


def check(text: Text) -> Iterator[Problem]:
    """Every reference whose noun does not agree with how many numbers follow it."""
    original = text.original
    for run in text.runs:
        start = run[0].run.start
        low = max(0, start - 24)
        before = _WORD.search(original[low:start])
        if before is None:
            continue
        word = before[1]
        span = Span(low + before.start(1), run[-1].span.end)
        words = " ".join(span.of(original).split())
        between = original[run[0].span.start : run[-1].span.start]
        if _PLURAL.fullmatch(word) and len(run) == 1:
            if not _MORE.match(original, span.end):
                yield Problem(span, f"«{words}»: слово во множественном числе, а номер один")
        elif _SINGULAR.fullmatch(word) and len(run) > 1 and not _OTHERWISE.search(between):
            yield Problem(span, f"«{words}»: слово в единственном числе, а номеров {len(run)}")


RULE = Rule(
    code="R105",
    level=Level.WARNING,
    title="Число слова «Правило» не согласовано с числом номеров",
    why=(
        "«Правилам 69» обещает несколько номеров: один из них, возможно, потерян. «Правилу 69, 70» "
        "заставляет гадать, ссылка ли второе число."
    ),
    authority="Грамматика русского языка: согласование в числе.",
    examples=(
        Example("Согласно Правилам 69 Судья решает вопрос.", ("Правилам 69",)),
        Example("По Правилу 69, 70 и 71 Судья решает вопрос.", ("Правилу 69, 70 и 71",)),
        Example("Сноска к Правилам 69, 70 и 71 была сформулирована ясно."),
        Example("Решение принимают по Правилу 30 (или 31, или 32)."),
    ),
    check=check,
)
