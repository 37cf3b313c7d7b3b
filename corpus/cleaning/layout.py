"""Lines into paragraphs: hard-wrapped lines flow again, paragraphs stand apart by a blank line.

In the clean text a single line break means a kept shape (a bulleted list, an auction diagram) and
a blank line means the next paragraph. Whether a file is hard-wrapped is read from its own line
lengths; whether a break inside it was forced, from whether the next word would still have fitted.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from corpus.cleaning import diagrams, hyphens
from corpus.cleaning.finding import Found, terminated
from corpus.cleaning.sequence import Sequence

EXAMPLES = (
    (
        "17.4. Если игрок вынимает карты не из своего\nкармана и делает на них заявку, то игра\n"
        "этой сдачи может быть аннулирована.",
        "17.4. Если игрок вынимает карты не из своего кармана и делает на них заявку, то игра "
        "этой сдачи может быть аннулирована.",
    ),
    ("• замечание;\n• вопрос;", "• замечание;\n• вопрос;"),
    ("Раздел  13С   не оставляет", "Раздел 13С не оставляет"),
)

WRAP = "line-wrap"
SPACES = "spaces"
PARAGRAPH = "paragraph-break"

_SURE_BULLETS = frozenset("•▪◦●■·‣∙○")
_NARROWEST, _WIDEST = 36, 110
_NAMED = (
    "Правило|ПРАВИЛО|Закон|ЗАКОН|Law|LAW|Часть|ЧАСТЬ|Глава|ГЛАВА|Раздел|РАЗДЕЛ|Part|PART"
    "|Chapter|CHAPTER|Section|SECTION|Приложение|ПРИЛОЖЕНИЕ|Appendix|APPENDIX|Протокол|ПРОТОКОЛ"
)
NAMED_HEAD = re.compile(
    rf"(?:{_NAMED})[ \t]+(?:№[ \t]*)?(?:\d{{1,3}}|[IVX]+|[А-ЯA-Z])\b[.:]?(?:[ \t]*[-–—])?"
    r"(?=[ \t]*(?:$|[А-ЯЁA-Z«\"“(]))"
)
MARKER = re.compile(
    r"(?:\d{1,3}(?:\.\d{1,3}){0,4}[.)]?|[A-ZА-ЯЁa-zа-яё][.)]|\([a-zа-яёA-ZА-Я]{1,5}\)|\(\d{1,2}\)"
    r"|[ivx]{1,5}[.)])[ \t]*(?=[A-ZА-ЯЁ«\"“(]|$)"
    r"|\((?:[a-zа-яё]|[ivx]{1,5}|\d{1,2})\)[ \t]"
    r"|(?:[a-zа-яё]|\d{1,2})\)[ \t]"
    r"|(?:Примечание|Примечания|Пример|Примеры|Комментарий|Note|Notes|Example)[ \t]?\d*[.:]"
    r"|\*+[ \t]*(?=[A-ZА-ЯЁ«\"“])"
)
_REGION = re.compile(r"(?<! )[ ]*\n[ \n]*")
_SPACES = re.compile(r"(?<=[^ \n]) {2,}(?=[^ \n])")


@dataclass(frozen=True, slots=True)
class Shape:
    """How a text is laid out: ``width`` of its lines, ``indent`` of continuation lines.

    ``indent`` is ``None`` when paragraphs are not told by their indent.
    """

    wrapped: bool
    width: int
    indent: int | None


def shape(lines: list[str]) -> Shape:
    """Measure a text's lines (right-stripped)."""
    full = [line for line in lines if line]
    if len(full) < 2:
        return Shape(False, _WIDEST, None)
    lengths = sorted(map(len, full))
    width = lengths[int(0.95 * (len(lengths) - 1))]
    if len(lengths) < 20:
        width = lengths[-1]
    pairs = forced = 0
    for line, following in itertools.pairwise(lines):
        if following and len(line) * 3 >= width:  # short lines (heads, auctions) say nothing
            pairs += 1
            if _forced(line, following.lstrip(), width) or following.lstrip()[0].islower():
                forced += 1
    wrapped = _NARROWEST <= width <= _WIDEST and pairs > 0 and forced * 2 >= pairs
    return Shape(wrapped, width, _continuation_indent(full) if wrapped else None)


def _continuation_indent(lines: list[str]) -> int | None:
    indents = Counter(len(line) - len(line.lstrip()) for line in lines)
    usual, times = indents.most_common(1)[0]
    deeper = sum(count for indent, count in indents.items() if indent > usual + 1)
    if times * 5 >= len(lines) * 2 and deeper * 20 >= len(lines):
        return usual
    return None


def _forced(line: str, following: str, width: int) -> bool:
    """Whether the first word of the next line had no room left on this one."""
    space = following.find(" ")
    return len(line) + 1 + (len(following) if space < 0 else space) > width


def find(text: str) -> list[Found]:
    """Line breaks to join or to widen, and double spaces, in order of place."""
    lines = [line.rstrip() for line in text.split("\n")]
    form = shape(lines)
    kept: list[tuple[int, int]] = []
    found = list(_breaks(text, form, hyphens.Compounds(text), kept))
    if "  " in text:
        found += _double_spaces(text, kept)
        found.sort()
    return found


def _double_spaces(text: str, kept: list[tuple[int, int]]) -> list[Found]:
    """Runs of spaces inside lines, except in the ``kept`` lines of diagrams."""
    runs = [Found(m.start(), m.end(), " ", SPACES) for m in _SPACES.finditer(text)]
    if not kept:
        return runs
    starts = [start for start, _ in kept]
    return [run for run in runs if not _inside(run.start, starts, kept)]


def _inside(place: int, starts: list[int], kept: list[tuple[int, int]]) -> bool:
    line = bisect_right(starts, place) - 1
    return line >= 0 and place < kept[line][1]


def _breaks(
    text: str, form: Shape, known: hyphens.Compounds, kept: list[tuple[int, int]]
) -> Iterator[Found]:
    """Every line break whose form has to change; diagram lines are added to ``kept``."""
    size = len(text)
    line_start = size - len(text.lstrip(" \n"))
    if line_start:
        yield Found(0, line_start, "", SPACES)
    first_line = True
    numbering = Sequence()
    in_diagram = False
    margin = 0  # the column at which a diagram begins
    indent = line_start - text.rfind("\n", 0, line_start) - 1
    for match in _REGION.finditer(text, line_start):
        start, end = match.span()
        line = text[line_start:start]
        if end == size:
            yield Found(start, end, "", SPACES)
            break
        region = text[start:end]
        if first_line and form.wrapped:
            numbering.begin(line)
        seats = diagrams.header(line)
        if seats > 0:
            seats += line_start
            yield Found(seats - 1, seats, "\n", SPACES)
        if seats >= 0:
            margin = indent + max(0, seats - line_start)
        in_diagram = seats >= 0 or (in_diagram and diagrams.row(line))
        if in_diagram or diagrams.hands(line):
            kept.append((max(seats, line_start), start))
        line_indent, indent = indent, end - start - 1 - region.rindex("\n")
        line_start = end
        breaks = region.count("\n")
        if breaks > 1:
            in_diagram = False
            if region != "\n\n":
                yield Found(start, end, "\n\n", SPACES)
            first_line = True
            continue
        stop = text.find("\n", end)
        following = (text[end:] if stop < 0 else text[end:stop]).rstrip()
        indents = line_indent, indent
        after, kind, back = _verdict(line, following, indents, form, known, first_line, in_diagram)
        if after == " " and numbering.due(line, following):
            after, kind = "\n\n", PARAGRAPH
        first_line = after[:1] == "\n"
        if in_diagram and after == "\n" and diagrams.row(following):
            after += " " * max(0, indent - margin)
        if region != after or back:
            yield Found(start - back, end, after, kind)
    last = text[line_start:].rstrip()
    if (in_diagram and diagrams.row(last)) or diagrams.hands(last):
        kept.append((line_start, size))


def _verdict(
    line: str,
    following: str,
    indents: tuple[int, int],
    form: Shape,
    known: hyphens.Compounds,
    first_line: bool,
    in_diagram: bool,
) -> tuple[str, str, int]:
    """What the break between two adjacent lines becomes, what repair that is, and how many
    characters before the break go with it (a hyphen)."""
    first = following[0]
    if first in _SURE_BULLETS or diagrams.hand(following) or diagrams.header(following) == 0:
        return "\n", SPACES, 0
    if in_diagram:
        return ("\n", SPACES, 0) if diagrams.row(following) else ("\n\n", PARAGRAPH, 0)
    if hyphens.ends_in_hyphen(line) and (first.islower() or (form.wrapped and first.isalnum())):
        return "", hyphens.KIND, 0 if hyphens.keeps_hyphen(line, following, known) else 1
    dash_item = first in "-–—" and following[1:2] == " "
    ended = terminated(line)
    if leaders(line):
        return "\n\n", PARAGRAPH, 0
    if dash_item and (ended or not form.wrapped):
        return "\n", SPACES, 0
    if form.wrapped and _continues(line, following, indents, form, first_line, ended):
        return " ", WRAP, 0
    return "\n\n", PARAGRAPH, 0


def leaders(line: str) -> bool:
    """Whether a line is one of a table of contents or an index: «Имя ....... 45»."""
    return line[-1:].isalnum() and ("....." in line or ". . . ." in line)


def _continues(
    line: str,
    following: str,
    indents: tuple[int, int],
    form: Shape,
    first_line: bool,
    ended: bool,
) -> bool:
    """Whether ``following`` goes on with the paragraph of ``line`` in a hard-wrapped text."""
    line_indent, indent = indents
    if form.indent is not None and indent > form.indent + 1:
        return False
    full = _forced(line, following, form.width - line_indent)
    if MARKER.match(following) or NAMED_HEAD.match(following):
        # a heading of full width is told from a sentence by opening its paragraph
        head = first_line and (NAMED_HEAD.match(line) or MARKER.match(line)) and len(line) < 60
        return full and not ended and not head
    if following.lstrip(_OPENING)[:1].islower():
        return full or not ended or line[-1] not in ":;"
    if ended or full:
        return full
    if first_line and line.isupper() and following.isupper():
        return True
    return following[0] in "-–—" or _NUMBER_WORD.match(following) is not None


_OPENING = "\"«“„('"
_NUMBER_WORD = re.compile(r"\d[\d.,]*[ ]+[a-zа-яё(]")
