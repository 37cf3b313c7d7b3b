"""F304: a footnote whose only words send the reader elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.lint.finding import Level, Problem
from kg.lint.notes import signs
from kg.lint.rule import Example, Rule
from kg.lint.text import Text

_SEE = re.compile(r"(?:см\.|смотри(?:те)?|ср\.|там же|see\b)", re.IGNORECASE)
_ELSEWHERE = re.compile(r"(?:выше|ниже|там же|сноск\w+|примечани\w+|above|below)", re.IGNORECASE)
_LONGEST = 60


def check(text: Text) -> Iterator[Problem]:
    """Notes that are nothing but «см. выше»."""
    units = [u.span for u in text.document.units if u.level == "note"]
    bodies = [(text.origin(s.start, s.end + len(s.body)), s.body) for s in signs(text) if s.is_note]
    seen = {span.start for span, _ in bodies}
    for unit in text.document.units:
        if unit.level == "note" and unit.span.start not in seen and unit.span in units:
            bodies.append((unit.span, unit.text.lstrip("*0123456789[]). ")))
    for span, body in sorted(bodies):
        words = body.strip()
        if len(words) <= _LONGEST and _SEE.match(words) and _ELSEWHERE.search(words):
            yield Problem(span, f"Сноска только отсылает дальше: «{words}»")


RULE = Rule(
    code="F304",
    level=Level.WARNING,
    title="Сноска, которая только отсылает дальше",
    why=(
        "Читатель прервался, опустил глаза, нашёл сноску – и снова должен искать. Скажите в "
        "сноске то, ради чего она стоит, или уберите её."
    ),
    authority="Справочная книга редактора и корректора (А. Э. Мильчин), раздел о сносках.",
    examples=(
        Example("Игра считается нормальной*.\n\n* См. сноску выше.", ("* См. сноску выше.",)),
        Example("Игра считается нормальной*.\n\n* Включая игру небрежную, но не безумную."),
    ),
    check=check,
)
