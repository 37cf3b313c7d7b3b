"""T503: «Закон 12» and «Правило 12» in one text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.span import Span
from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text

_WORD = re.compile(
    r"(?<!\w)(?:([Пп]рав(?:ил\w*|\.)|ПРАВИЛ\w*)|([Зз]акон\w*|ЗАКОН\w*)|([Сс]тать\w*))\s+$"
)


def check(text: Text) -> Iterator[Problem]:
    """Every reference announced by the rarer of the two words."""
    found: dict[str, list[Span]] = {}
    for run in text.runs:
        start = run[0].run.start
        low = max(0, start - 16)
        word = _WORD.search(text.original[low:start])
        if word:
            name = "Правило" if word[1] else "Закон" if word[2] else "статья"
            found.setdefault(name, []).append(Span(low + word.start(), run[0].span.end))
    if len(found) < 2:
        return
    most = max(sorted(found), key=lambda name: len(found[name]))
    for name, spans in sorted(found.items()):
        if name == most:
            continue
        for span in spans:
            words = " ".join(span.of(text.original).split())
            yield Problem(
                span,
                f"«{words}»: в этом тексте обычно говорится «{most}» ({len(found[most])} раз)",
                suggestion=most,
            )


RULE = Rule(
    code="T503",
    level=Level.WARNING,
    title="«Закон» и «Правило» вперемешку",
    why="Читатель решит, что Законы и Правила – разные вещи: в Кодексе это одно и то же.",
    authority="Единство терминологии; русские издания 1987 и 1997 годов говорят «Правило».",
    examples=(
        Example("По Закону 12 и Правилу 16, а также Правилу 23 Судья решает.", ("Закону 12",)),
        Example("По Правилу 12 и Правилу 16, а также Правилу 23 Судья решает."),
    ),
    check=check,
)
