"""Damage that is seen and left alone: told to the reader, never guessed away.

Characters a decoder gave up on, control and private-use characters, words in two alphabets that
no exchange of twins can mend, Russian read in a wrong encoding, lines standing twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.cleaning import lookalikes
from corpus.cleaning.finding import Found

CHARACTER = "unreadable-character"
ALPHABETS = "mixed-alphabets"
ENCODING = "wrong-encoding"
DOUBLED = "doubled-line"

_CHARACTER = re.compile("[\ufffd\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ue000-\uf8ff\ufff9-\ufffc]+")
_TRACES = ("Р°", "Рѕ", "Рё", "Ð", "Ñ")
_ACCENTED = re.compile("[À-ÿ]{5}")
_ENCODING = re.compile(r"(?:[ÐÑ][\x80-¿]){3,}|(?:[РС][\u0080-\u00bf‚-›Ђ-џ°±]){4,}|[À-ÿ]{5,}")


def find(text: str) -> Iterator[Found]:
    """Everything suspicious in a cleaned text; nothing of it is changed."""
    for match in _CHARACTER.finditer(text):
        yield _kept(match, CHARACTER, "знак не прочитан")
    if any(trace in text for trace in _TRACES) or _ACCENTED.search(text):
        for match in _ENCODING.finditer(text):
            yield _kept(match, ENCODING, "похоже на чтение в чужой кодировке")
    for start, end in lookalikes.unmended(text):
        note = "буквы двух алфавитов в одном слове"
        yield Found(start, end, text[start:end], ALPHABETS, note)
    yield from _doubled(text)


def _doubled(text: str) -> Iterator[Found]:
    """Paragraphs and lines equal to the one before."""
    last, start, position = "", 0, 0
    for line in text.split("\n"):
        if line:
            if line == last and len(line) > 3:
                end = position + len(line)
                yield Found(start, end, text[start:end], DOUBLED, "строка стоит дважды")
            last, start = line, position
        position += len(line) + 1


def _kept(match: re.Match[str], kind: str, note: str) -> Found:
    return Found(match.start(), match.end(), match.group(), kind, note)
