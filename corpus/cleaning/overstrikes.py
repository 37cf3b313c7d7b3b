"""Words printed over themselves for emphasis, which a text copy shows as lines of their own::

    разыгрывающего с любой его
    любой
    любой
    его руки в очередь

The repeated lines go, and the word is remembered as emphasised. A whole line standing three
times is an emphasised heading; standing twice it may be anybody's mistake and is left alone
(``reports`` tells of it). A word repeated once only is taken for an overstrike when the text
has certain ones too, or when the sentence runs on around it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from corpus.cleaning.finding import Found, terminated

KIND = "overstrike"
EXAMPLES = (
    ("игра с любой из\nлюбой\nлюбой\nего рук в очередь", "игра с любой из его рук в очередь"),
    ("Размышления\n\n  Размышления\n\n Размышления\n16.9. Если", "Размышления\n\n16.9. Если"),
    ("замечание;\n\nответ на вопрос;\n\nвопрос.", "замечание;\n\nответ на вопрос;\n\nвопрос."),
)

_LONGEST = 60
_LONGEST_HOST = 200


class _Candidate(NamedTuple):
    host: str
    word: str
    times: int
    host_start: int
    start: int
    end: int
    blank: bool
    following: str


def find(text: str) -> Iterator[Found]:
    """Every group of overstruck lines."""
    candidates = list(_candidates(text))
    certain = any(c.times > 1 for c in candidates)
    for candidate in candidates:
        whole = candidate.word == candidate.host
        if candidate.times > 1:
            sure = not (whole and terminated(candidate.word))
        else:
            sure = not whole and _once(candidate, certain)
        if sure:
            yield _found(text, candidate)


def _once(candidate: _Candidate, certain: bool) -> bool:
    if not candidate.following:
        return False
    if certain:
        return len(candidate.word) < 40
    short = candidate.word.count(" ") < 3 and candidate.word[-1] not in ",;-"
    return short and _runs_on(candidate)


def _runs_on(candidate: _Candidate) -> bool:
    """Whether the sentence goes on around the overstruck lines."""
    host = candidate.host
    return not terminated(host) and host[-1] not in "-‐–" and candidate.following[0].islower()


def _candidates(text: str) -> Iterator[_Candidate]:
    """Groups of equal short lines that follow a line holding the same words."""
    host = word = ""
    host_start = host_end = times = position = 0
    blank = False  # whether an empty line stands after the host
    for line in text.split("\n"):
        begin = position
        position += len(line) + 1
        content = line.strip()
        if not content:
            blank = blank or not line.strip(" ")
            continue
        if times and content == word:
            times += 1
            continue
        if times:
            end = begin + _indent(line)
            yield _Candidate(host, word, times, host_start, host_end, end, blank, content)
            times = 0
        if len(content) <= _LONGEST and len(host) <= _LONGEST_HOST and _holds(host, content):
            word, times = content, 1
            continue
        host, host_start, host_end = content, begin + _indent(line), begin + len(line.rstrip())
        blank = False
    if times:
        yield _Candidate(host, word, times, host_start, host_end, len(text), False, "")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _holds(host: str, word: str) -> bool:
    """Whether ``host`` holds ``word`` as whole words."""
    squeezed = f" {' '.join(host.split()) if '  ' in host else host} "
    place = squeezed.find(word)
    while place > 0:
        before, after = squeezed[place - 1], squeezed[place + len(word)]
        if not (before.isalnum() or (after.isalnum() and word[-1].isalnum())):
            return True
        place = squeezed.find(word, place + 1)
    return False


def _found(text: str, candidate: _Candidate) -> Found:
    host_end = candidate.start
    whole = candidate.word == candidate.host
    if candidate.end >= len(text):
        after = ""
    elif candidate.blank and (whole or terminated(candidate.host)):
        after = "\n\n"
    elif _runs_on(candidate):
        after = " "
    else:
        after = "\n"
    place = text.find(candidate.word.split()[0], candidate.host_start, host_end)
    last = candidate.word.split()[-1]
    stop = text.find(last, place, host_end) + len(last)
    emphasis = (place, stop) if 0 <= place < stop else None
    note = f"выделено в печати: «{candidate.word}»"
    return Found(host_end, candidate.end, after, KIND, note, "", emphasis)
