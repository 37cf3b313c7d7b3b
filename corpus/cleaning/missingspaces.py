"""Spaces missing after a comma, a sentence's end or the mark a paragraph begins with.

«стороны,не обязаны», «результатов.Результаты», «2.Оценочный результат». Abbreviations («т.п.»),
initials («Я.Романьский»), numbers («п.17.2») and Latin words (addresses) are left as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.cleaning.finding import Found

KIND = "missing-space"
EXAMPLES = (
    ("двум сторонам,не обязаны", "двум сторонам, не обязаны"),
    ("возможных результатов.Результаты", "возможных результатов. Результаты"),
    ("2.Оценочный результат", "2. Оценочный результат"),
    ("и т.п.,Я.Романьский, п.17.2, S.O.", "и т.п., Я.Романьский, п.17.2, S.O."),
)

_GLUED = re.compile(r"[,;:!?](?=[А-ЯЁа-яё])|\.(?=[А-ЯЁ][а-яё])")
_MARK = re.compile(r"^(?:\d{1,2}|[A-ZА-ЯЁ])\.(?=[A-ZА-ЯЁ][a-zа-яё])", re.MULTILINE)


def find(text: str) -> Iterator[Found]:
    """Every place where a space is to be put in."""
    for match in _GLUED.finditer(text):
        end = match.end()
        before = text[max(0, end - 4) : end - 1]
        if match.group() != "." or (len(before) == 3 and all("а" <= c <= "ё" for c in before)):
            yield Found(end, end, " ", KIND)
    for match in _MARK.finditer(text):
        yield Found(match.end(), match.end(), " ", KIND)
