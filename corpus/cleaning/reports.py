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
_ENCODING = re.compile(r"(?:[ÐÑ][\x80-¿]){3,}|(?:[РС][\u0080-\u00bf‚-›Ђ-џ°±]){4,}|[À-ÿ]{5,}")
_DOUBLED = re.compile(r"^([^\n]{4,300})\n+\1$", re.MULTILINE)


def find(text: str) -> Iterator[Found]:
    """Everything suspicious in a cleaned text; nothing of it is changed."""
    for match in _CHARACTER.finditer(text):
        yield _kept(match, CHARACTER, "знак не прочитан")
    for match in _ENCODING.finditer(text):
        yield _kept(match, ENCODING, "похоже на чтение в чужой кодировке")
    for start, end in lookalikes.unmended(text):
        note = "буквы двух алфавитов в одном слове"
        yield Found(start, end, text[start:end], ALPHABETS, note)
    for match in _DOUBLED.finditer(text):
        yield _kept(match, DOUBLED, "строка стоит дважды")


def _kept(match: re.Match[str], kind: str, note: str) -> Found:
    return Found(match.start(), match.end(), match.group(), kind, note)
