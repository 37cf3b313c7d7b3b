"""Which lines at a text's beginning are its title, and which lines are headings at all."""

from __future__ import annotations

import re

from corpus.cleaning import diagrams
from corpus.outline.blocks import Block
from corpus.outline.grouping import names
from corpus.outline.marks import CASE, LAW, PART, SECTION_NAME, TOPIC, heading_like, mark

ATTENDANCE = re.compile(
    r"(?:Присутств|Отсутств|Приглаш|Председател|Секретар|В\s+составе|Состав"
    r"|Present|Absent|Apologies|Chair|Secretary|In\s+attendance)[\w\s]{0,40}:"
)
"""«Присутствовали: …», which is short and looks like a heading."""
FRONT = re.compile(
    r"(?:Оглавление|Содержание|(?:(?:Предметный|Алфавитный)\s+)?указатель|Предисловие|Введение"
    r"|(?:Table\s+of\s+)?Contents|Index|Preface|Foreword|Introduction)[ .:]*",
    re.IGNORECASE,
)
"""A heading of what stands before or after the text proper."""
_YEAR_LINE = re.compile(r"\(?(?:19|20)\d\d(?:\s*(?:г\.|год\w*))?\)?")


_TITLE_WORD = re.compile(
    r"(?:[А-ЯЁA-Z][\w-]+\s+){0,2}(?:Правила|Регламент|Положение|Кодекс|Протокол\w?|Комментари[ий]"
    r"|Условия|Устав|Сборник|Laws|Regulations|Code|Minutes|Commentary|Conditions)\b",
    re.IGNORECASE,
)
_QUOTED_NAME = re.compile(r"[^«»]*[^«» ] «[^«»]+»")


def opening_title(found: list[Block]) -> str | None:
    """A text's first line, if it is clearly its title though it ends unlike a heading.

    «Правила клуба «Пиковая дама»» ends in a name, «Регламент турнира.» in a full stop that
    numbered text follows.
    """
    if len(found) < 2:
        return None
    text, following = found[0].text.lstrip("# "), found[1]
    if mark(text) or TOPIC.match(text) or PART.match(text) or CASE.match(text):
        return None
    words = text.removesuffix(".")
    named = _QUOTED_NAME.fullmatch(text) is not None
    if not heading_like(words.removesuffix("»") if named else words, 100) or ". " in words:
        return None
    numbered = following.mark is not None or LAW.match(following.text) or PART.match(following.text)
    return words if named or (numbered and _TITLE_WORD.match(words)) else None


def goes_on(text: str) -> bool:
    """Whether a line after a title is its rest: it begins small, or is a year alone."""
    if _YEAR_LINE.fullmatch(text):
        return True
    return text[0].islower() and mark(text) is None and heading_like(text[0].upper() + text[1:])


def plain_heading(found: list[Block], number: int) -> bool:
    """Whether a paragraph without a number has the form and the place of a heading."""
    block = found[number]
    text = block.text
    if block.continues or number + 1 >= len(found) or block.mark is not None:
        return False
    if SECTION_NAME.fullmatch(text):
        return True
    if CASE.match(text) or PART.match(text) or ATTENDANCE.match(text) or diagrams.row(text):
        return False
    if not heading_like(text) or names(found, number) or _value(found, number):
        return False
    return not number or not found[number - 1].text.endswith(":")


def _value(found: list[Block], number: int) -> bool:
    """Whether a short line is all that stands under one «Апеллирующая сторона» before the next."""
    if not number or not SECTION_NAME.fullmatch(found[number - 1].text):
        return False
    following = found[number + 1].text
    return bool(SECTION_NAME.fullmatch(following) or CASE.match(following))


def title_lines(found: list[Block]) -> int:
    """How many lines at the beginning are the document's title and not its first section's.

    The last of several is a section's when text follows it and there are more headings below.
    """
    leading = 0
    while leading < len(found) and _of_title(found, leading):
        leading += 1
    if leading < 2 or goes_on(found[leading - 1].text):
        return leading
    following = found[leading : leading + 1]
    if any(b.mark or CASE.match(b.text) or PART.match(b.text) for b in following):
        return leading
    more = any(plain_heading(found, number) for number in range(leading, len(found)))
    return leading - 1 if more else leading


def _of_title(found: list[Block], number: int) -> bool:
    if SECTION_NAME.fullmatch(found[number].text) or (
        number and FRONT.fullmatch(found[number].text)
    ):
        return False
    return plain_heading(found, number) or (number > 0 and goes_on(found[number].text))
