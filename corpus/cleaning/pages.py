"""Page marks standing alone on a line: ``- 40 -``, «стр. 40», ``Page 40 of 206``, ``..page4``.

``- 44 -`` after ``- 40 -`` says that pages 41 to 43 are missing; that is recorded as a gap. The
``..pageN`` of seeds 001 and 002 are commands to a printer («a new page unless N lines fit»): their
numbers run 4, 3, 3, 3, 4 and say nothing about pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.cleaning.finding import Found, around, paragraph_break, terminated

KIND = "page-mark"
EXAMPLES = (
    ("конец взятки.\n- 40 -\nПравило 16. Информация", "конец взятки.\n\nПравило 16. Информация"),
    ("судья может\n\n- 41 -\n\nназначить результат.", "судья может назначить результат."),
    ("Текст.\n..page4\nПравило 18. НАЗНАЧЕНИЯ", "Текст.\n\nПравило 18. НАЗНАЧЕНИЯ"),
)

_MARK = re.compile(
    r"^[ \t]*(?:"
    r"[-–—][ \t]*(?P<dashed>\d{1,4})[ \t]*[-–—]"
    r"|(?:[Сс]тр(?:аница|\.)|[Pp]age)[ \t]*(?P<named>\d{1,4})(?:[ \t]*(?:из|of|/)[ \t]*\d{1,4})?"
    r"|(?P<command>\.\.page[ \t]?\d{0,3})"
    r")[ \t]*$",
    re.MULTILINE,
)


def find(text: str) -> Iterator[Found]:
    """Every page mark, with a gap where the numbers jump."""
    last: int | None = None
    for match in _MARK.finditer(text):
        number = match.group("dashed") or match.group("named")
        start, end = around(text, *match.span())
        note = gap = ""
        if number:
            page = int(number)
            if last is None and start == 0 and page > 1:
                gap, note = "cut-start", f"текст начинается со страницы {page}"
            elif last is not None and page > last + 1:
                gap, note = "lost-pages", missing(last + 1, page - 1)
            last = page
        after = _joint(text, start, end, apart=bool(gap) or number is None)
        yield Found(start, end, after, KIND, note, gap)


def missing(first: int, last: int) -> str:
    """«страницы 41–43 отсутствуют»."""
    return (
        f"страница {first} отсутствует"
        if first == last
        else (f"страницы {first}–{last} отсутствуют")
    )


def _joint(text: str, start: int, end: int, apart: bool) -> str:
    """What the mark leaves behind: nothing, a line break or a paragraph's end."""
    if apart or start == 0 or end == len(text):
        return paragraph_break(text, start, end)
    line = text.rfind("\n", 0, start) + 1
    if not terminated(text[line:start]) and text[end].islower():
        return "\n" if text[start - 1] in "-‐" else " "
    return "\n" if text.count("\n", start, end) < 3 else "\n\n"
