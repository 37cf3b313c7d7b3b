"""F303: numbered footnotes with a number missing or out of order."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from kg.lint.finding import Level, Problem
from kg.lint.notes import signs
from kg.lint.rule import Example, Rule
from kg.lint.text import Text


def check(text: Text) -> Iterator[Problem]:
    """Marks whose number is not the last one's successor; a new page may begin again with 1."""
    marks = [s for s in signs(text) if not s.is_note and s.label.isdigit()]
    for before, after in itertools.pairwise(marks):
        last, now = int(before.label), int(after.label)
        if now in (last, last + 1, 1):
            continue
        span = text.origin(after.start, after.end)
        said = (
            f"пропущено: {', '.join(map(str, range(last + 1, now)))}"
            if last < now <= last + 10
            else "порядок нарушен"
        )
        yield Problem(span, f"После знака сноски {last} стоит {now}: {said}")


RULE = Rule(
    code="F303",
    level=Level.WARNING,
    title="Номера сносок идут не подряд",
    why="Пропавший номер – это чаще всего пропавшая сноска; при вёрстке они теряются первыми.",
    authority="Справочная книга редактора и корректора (А. Э. Мильчин): сквозная нумерация сносок.",
    examples=(
        Example(
            "Первое[1], второе[2], четвёртое[4].\n\n[1] Раз.\n\n[2] Два.\n\n[4] Четыре.\n",
            ("[4]",),
        ),
        Example(
            "Первое[1], второе[2], третье[3].\n\n[1] Раз.\n\n[2] Два.\n\n[3] Три.\n",
        ),
    ),
    check=check,
)
