"""P601: a place where the translation is recorded to differ from its original."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.lint.finding import Fix, Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text


def check(text: Text) -> Iterator[Problem]:
    """Every recorded place whose words still stand in the text."""
    for record in text.shelf.originals:
        if record.document not in ("*", text.document.meta.id):
            continue
        pattern = r"\s+".join(re.escape(word) for word in record.quote.split())
        place = re.compile(pattern).search(text.text)
        if place is None:
            continue
        inner = place[0].find(record.here)
        if inner < 0:
            continue
        start = place.start() + inner
        span = text.origin(start, start + len(record.here))
        yield Problem(
            span,
            f"Здесь «{record.here}», в подлиннике {record.original} ({record.source})",
            suggestion=record.original,
            fix=Fix(span, record.original, False),
        )


RULE = Rule(
    code="P601",
    level=Level.WARNING,
    title="Перевод расходится с подлинником",
    why=(
        "Номер, изменённый при переводе, нельзя найти по самому тексту: он существует. Поэтому "
        "места, где кто-то сверил перевод с подлинником, записываются и проверяются."
    ),
    authority="Записи сверки (originals.json): что здесь, что в подлиннике, кто и где это прочёл.",
    examples=(
        Example(
            "Вопрос рассмотрен вновь в Правиле 43B2(b).",
            ("43B2(b)",),
            originals=(("вновь в Правиле 43B2(b)", "43B2(b)", "43B2(c)", "английский протокол"),),
        ),
        Example(
            "Вопрос рассмотрен вновь в Правиле 43B2(c).",
            originals=(("вновь в Правиле 43B2(b)", "43B2(b)", "43B2(c)", "английский протокол"),),
        ),
    ),
    check=check,
)
