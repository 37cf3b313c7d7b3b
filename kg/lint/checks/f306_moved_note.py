"""F306: a footnote's mark that a committee moved."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import NOTE, Text
from kg.lint.wording import MOVE, named, owners, place_of_mark, sentences

_BETWEEN = re.compile(r"(?:\s+(?!и\s)[а-яё]+){0,2}\s+")
_BETWEEN_BACK = re.compile(r"(?:\s+(?!и\s)[\w()]+){0,6}\s+")


def check(text: Text) -> Iterator[Problem]:
    """Sentences in which a note or its mark is moved."""
    for paragraph in text.paragraphs:
        if not NOTE.search(paragraph.text) or not MOVE.search(paragraph.text):
            continue
        for sentence in sentences(paragraph):
            move = MOVE.search(sentence.text)
            note = NOTE.search(sentence.text)
            if move is None or note is None or not _of_the_note(sentence.text, move, note):
                continue
            laws = owners(text, sentence.start, sentence.start + len(sentence.text))
            where = place_of_mark(sentence.rest, min(move.start(), note.start()))
            if not laws and where is None:
                continue
            first, last = min(move.start(), note.start()), max(move.end(), note.end())
            span = text.origin(sentence.start + first, sentence.start + last)
            what = f"Знак сноски к {named(laws)}" if laws else "Знак сноски"
            yield Problem(
                span,
                f"{what} комитет передвинул" + (f": теперь он стоит {where}" if where else ""),
                suggestion=f"поставить знак сноски {where}" if where else "",
            )


def _of_the_note(sentence: str, move: re.Match[str], note: re.Match[str]) -> bool:
    """Whether it is the note that is moved: nothing but an adjective or two stands between."""
    if move.start() < note.start():
        return bool(_BETWEEN.fullmatch(sentence, move.end(), note.start()))
    return bool(_BETWEEN_BACK.fullmatch(sentence, note.end(), move.start()))


RULE = Rule(
    code="F306",
    level=Level.WARNING,
    title="Знак сноски, который комитет передвинул",
    why=(
        "От места знака зависит, к какой заявке или карте относится сноска. Издание, где знак "
        "стоит по-старому, говорит о другом."
    ),
    authority="Протокол Комитета по Кодексу ВБФ 19.10.1997, п. 3 (знак примечания в Правиле 17).",
    examples=(
        Example(
            "3. Комитет одобрил перенос знака сноски в Правиле 21 так, чтобы он стоял после слов "
            "«до своей заявки».",
            ("перенос знака сноски",),
        ),
        Example("3. Комитет одобрил перенос сессии и рассмотрел знак сноски в Правиле 21."),
        Example("3. Комитет одобрил знак сноски в Правиле 21."),
    ),
    check=check,
)
