"""Which encoding a plain text is in, and its text.

Byte-order marks and valid UTF-8 are certain. Between the single-byte encodings of Russian
``charset-normalizer`` proposes, but on a few words it often takes one of them for another (they
use the same bytes for other letters), so its candidates and ours are weighed by how Russian the
letters read: letters by their frequency, capitals where capitals stand.
"""

from __future__ import annotations

import codecs
import io
import math
import re

from charset_normalizer import from_bytes

from corpus.errors import ReadingError

SINGLE_BYTE = ("cp1251", "cp866", "koi8-r", "mac-cyrillic")
"""Encodings Russian texts are met in, the commonest first: the first wins a tie."""

_SAMPLE = 65536
_UTF8_LETTER = re.compile(rb"[\xd0\xd1][\x80-\xbf]")
_HIGH_BYTES = re.compile(rb"[\x80-\xff]+")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

# Letters of a million words of Russian, per thousand (Lyashevskaya and Sharov, 2009).
_PER_MILLE = {
    "о": 109.7, "е": 84.5, "а": 80.1, "и": 73.5, "н": 67.0, "т": 62.6, "с": 54.7, "р": 47.3,
    "в": 45.4, "л": 44.0, "к": 34.9, "м": 32.1, "д": 29.8, "п": 28.1, "у": 26.2, "я": 20.1,
    "ы": 19.0, "ь": 17.4, "г": 17.0, "з": 16.5, "б": 15.9, "ч": 14.4, "й": 12.1, "х": 9.7,
    "ж": 9.4, "ш": 7.3, "ю": 6.4, "ц": 4.8, "щ": 3.6, "э": 3.2, "ф": 2.6, "ъ": 0.4, "ё": 0.4,
}  # fmt: skip
_MARKS_OF_PRINT = dict.fromkeys("«»–—№", 8.0) | dict.fromkeys("…“”„§°\xa0", 2.0)
_STRANGE = math.log(0.02 / 1000)
_ALONE = 2.0
"""How much likelier, in nats, a dash between spaces is than a dash anywhere, and how much less
likely a letter that is no word."""
_VOTE = 0.4
"""Weight of the detector's word, in nats: it breaks ties and decides where few letters do."""


def decode(data: bytes, encoding: str | None = None) -> tuple[str, str]:
    """The text of ``data`` and the Python name of its encoding, line ends as ``\\n``.

    ``encoding`` overrides the detection. Raises ``ReadingError`` when the bytes do not fit it, or
    when they are no text.
    """
    if encoding is not None:
        return _as_asked(data, encoding)
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _newlines(_strict(data, name)), name
    if (unmarked := wide(data)) is not None:
        return _newlines(_strict(data, unmarked)), unmarked
    try:
        return _newlines(data.decode("utf-8")), "utf-8"
    except UnicodeDecodeError as error:
        _refuse_damaged_utf8(data, error)
    name = _single_byte(data)
    return _newlines(_strict(data, name)), name


def _as_asked(data: bytes, encoding: str) -> tuple[str, str]:
    try:
        name = codecs.lookup(encoding).name
    except LookupError:
        raise ReadingError(
            f"кодировка «{encoding}» неизвестна: есть utf-8, {', '.join(SINGLE_BYTE)}, utf-16"
        ) from None
    return _newlines(_strict(data, name)), name


def _strict(data: bytes, name: str) -> str:
    try:
        return data.decode(name)
    except (UnicodeDecodeError, UnicodeError, ValueError) as error:
        raise ReadingError(
            f"файл не в кодировке {name}: укажите другую (--encoding) или исправьте файл"
        ) from error
    except (LookupError, TypeError, AttributeError):
        raise ReadingError(f"{name} – не кодировка текста: укажите, например, cp1251") from None


def _refuse_damaged_utf8(data: bytes, error: UnicodeDecodeError) -> None:
    """Complain of a UTF-8 text with a fault in it, rather than read it as something it is not."""
    pairs = len(_UTF8_LETTER.findall(data))
    high = sum(len(run) for run in _HIGH_BYTES.findall(data))
    if pairs < 8 or 2 * pairs < 0.9 * high:
        return
    if error.reason == "unexpected end of data" and error.end == len(data):
        raise ReadingError("текст обрывается посреди знака UTF-8: файл усечён, возьмите целый")
    raise ReadingError(
        f"байт {error.start} не подходит к UTF-8, в которой остальной файл: он повреждён"
    )


def _newlines(text: str) -> str:
    return io.IncrementalNewlineDecoder(None, translate=True).decode(text, final=True)


def wide(data: bytes) -> str | None:
    """UTF-16 without a mark: every second byte is that of a Russian or Latin block."""
    head = data[:_SAMPLE]
    head = head[: len(head) // 2 * 2]
    if len(head) < 4 or len(data) % 2:
        return None
    for name, high in (("utf-16-le", head[1::2]), ("utf-16-be", head[0::2])):
        known = high.count(0x00) + high.count(0x04) + high.count(0x20)
        other = head[0::2] if name == "utf-16-le" else head[1::2]
        zeros = high.count(0x00) + high.count(0x04)
        if known >= 0.97 * len(high) and zeros > other.count(0x00) + other.count(0x04):
            return name
    return None


def _single_byte(data: bytes) -> str:
    sample = _telling(data)
    scores = {name: _russian(sample.decode(name, "replace")) for name in SINGLE_BYTE}
    proposed = from_bytes(sample, cp_isolation=[n.replace("-", "_") for n in SINGLE_BYTE]).best()
    favourite = proposed.encoding.replace("_", "-") if proposed is not None else None
    return max(SINGLE_BYTE, key=lambda name: scores[name] + (_VOTE if name == favourite else 0.0))


def _telling(data: bytes) -> bytes:
    """Up to a sample's worth of the stretches that hold bytes above ASCII."""
    if len(data) <= _SAMPLE:
        return data
    pieces, size = [], 0
    for line in re.finditer(rb"[^\r\n]*[\x80-\xff][^\r\n]*", data):
        pieces.append(line.group()[:4096])
        size += len(pieces[-1])
        if size >= _SAMPLE:
            break
    return b"\n".join(pieces)[:_SAMPLE]


def _russian(text: str) -> float:
    """How Russian the characters above ASCII read: the sum of their log-frequencies."""
    around = zip(" " + text, text, text[1:] + " ", strict=False)
    return sum(_likely(*three) for three in around if three[1] > "\x7f")


def _likely(before: str, char: str, after: str) -> float:
    """Log-frequency of a character between two others."""
    alone = before.isspace() and after.isspace()
    lower = char.lower()
    share = _PER_MILLE.get(lower)
    if share is None:
        share = _MARKS_OF_PRINT.get(char)
        if share is None:
            return _STRANGE
        return math.log(share / 1000) + (_ALONE if alone and char in "–—" else 0.0)
    found = math.log(share / 1000)
    if alone and lower not in "авикосуя":
        found -= _ALONE
    if char == lower:
        return found
    if before.isupper():
        return found - 0.2
    return found + (_STRANGE / 2 if before.islower() else -0.5)
