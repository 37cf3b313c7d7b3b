"""F302: a note anchored to a whole provision instead of words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.span import Span
from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text
from kg.lint.wording import MOVE

_AT_HEADING = re.compile(r"(\*{1,4}|\[\d{1,3}\]|[¹²³])[ \t]*$")
_NEAR, _FAR = 24, 120
"""Characters from a note's name to the law's, and to the last number of its list."""
_ANCHORED = re.compile(r"(?:к|из|в)\s+(?:тексту\s+)?(?:[Пп]равил|[Зз]акон)\w*\s*$")


def check(text: Text) -> Iterator[Problem]:
    """Marks that end a law's heading, and references to «the note to Law N»."""
    if text.document.meta.kind == "laws":
        for unit in text.document.units:
            if unit.level in ("law", "section", "paragraph") and unit.heading:
                mark = _AT_HEADING.search(unit.heading)
                place = text.original.find(mark[1], unit.span.start) if mark else -1
                if mark and 0 <= place < unit.span.end:
                    yield Problem(
                        Span(place, place + len(mark[1])),
                        f"Знак сноски стоит при заголовке «{unit.heading}»: к каким словам "
                        "Правила она относится, не видно",
                        Level.WARNING,
                        suggestion="поставить знак после слов, которые сноска поясняет",
                    )
    for citation in text.citations:
        if citation.kind != "footnote" or MOVE.search(citation.sentence):
            continue
        after = text.laws_in(citation.span.end, citation.span.end + _FAR)
        after = [c for c in after if 0 <= c.run.start - citation.span.end <= _NEAR]
        if not after:
            continue
        between = text.original[citation.span.end : after[0].run.start]
        if not _ANCHORED.search(between):
            continue
        run = [c for c in text.laws_in(*after[0].run) if c.run == after[0].run]
        span = Span(citation.span.start, run[-1].span.end)
        yield Problem(
            span,
            f"«{' '.join(span.of(text.original).split())}»: сноска названа по Правилу целиком, "
            "без слов, к которым она стоит",
        )


RULE = Rule(
    code="F302",
    level=Level.NOTE,
    title="Сноска привязана к Правилу целиком",
    why=(
        "Если у Правила две сноски или знак передвинули, «сноска к Правилу 17D» никуда точно не "
        "ведёт. Комитет ВБФ сам передвигал знак примечания в Правиле 17 именно поэтому."
    ),
    authority="Протокол Комитета по Кодексу ВБФ 19.10.1997, п. 3 (знак примечания в Правиле 17).",
    examples=(
        Example(
            "ЛО повторяет свою заявку (примечание к Правилу 17D).", ("примечание к Правилу 17D",)
        ),
        Example(
            "ПРАВИЛО 69. СОГЛАСИЕ С ПРЕТЕНЗИЕЙ*\n\nA. Когда соглашаются\n\nСогласие установлено.\n"
            "\n* Нормальная игра включает небрежную.\n",
            ("*",),
            kind="laws",
        ),
        Example("ЛО повторяет свою заявку (Правило 17D)."),
    ),
    check=check,
)
