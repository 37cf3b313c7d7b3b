"""Applying fixes: exact replacements in the original text, repeated until nothing is left."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from corpus.errors import ReadingError, SettingsError
from corpus.reading import read_text
from corpus.span import Span
from corpus.storage import write_output
from kg.lint.finding import Finding, Fix

ROUNDS = 8
"""One repair may bring the next to light; after so many rounds the rest waits for another run."""

PLAIN = (".txt", ".text", ".md", ".markdown")
"""Formats whose text is the file itself; only these can be fixed."""


def fixable(findings: Iterable[Finding], unsafe: bool = False) -> list[Fix]:
    """The fixes to apply, in order; of two that overlap the first is taken."""
    chosen: list[Fix] = []
    fixes = {f.fix for f in findings if f.fix is not None and (unsafe or f.fix.safe)}
    for fix in sorted(fixes, key=lambda x: (x.span.start, x.span.end, x.replacement)):
        if not chosen or fix.span.start >= chosen[-1].span.end:
            chosen.append(fix)
    return chosen


def apply(text: str, fixes: Iterable[Fix]) -> str:
    """The text with the fixes made; they are in order and do not overlap."""
    pieces, position = [], 0
    for fix in fixes:
        pieces += [text[position : fix.span.start], fix.replacement]
        position = fix.span.end
    return "".join([*pieces, text[position:]])


def fixed(
    text: str, check: Callable[[str], Iterable[Finding]], unsafe: bool = False
) -> tuple[str, int]:
    """The text after all fixes, and how many were made. Fixing the result again changes nothing.

    ``check`` is given the text with universal newlines, as files are read; line ends of ``text``
    that no fix touches stay as they are.
    """
    made, seen = 0, {text}
    for _ in range(ROUNDS):
        fixes = fixable(check(_universal(text)), unsafe)
        changed = apply(text, _on_raw(text, fixes))
        if changed in seen:
            break
        seen.add(changed)
        text, made = changed, made + len(fixes)
    return text, made


def _universal(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _on_raw(text: str, fixes: list[Fix]) -> list[Fix]:
    """The fixes with their spans counted in a text that may have two-character line ends."""
    if "\r\n" not in text:
        return fixes
    breaks = [m.start() - number for number, m in enumerate(re.finditer("\r\n", text))]

    def raw(offset: int) -> int:
        return offset + bisect_left(breaks, offset)

    return [replace(f, span=Span(raw(f.span.start), raw(f.span.end))) for f in fixes]


def fix_file(
    path: Path,
    check: Callable[[str], Iterable[Finding]],
    unsafe: bool = False,
    encoding: str | None = None,
) -> int:
    """Fix a plain text file in place; returns how many replacements were made.

    The encoding, the byte-order mark and the line ends stay as they were; the new file is written
    beside and swapped. Raises ``SettingsError`` for a file of another format or one whose encoding
    cannot write a replacement, ``ReadingError`` for one that cannot be read.
    """
    if path.suffix.lower() not in PLAIN:
        raise SettingsError(
            f"{path.name}: исправлять на месте можно только текст ({' '.join(PLAIN)}); "
            "сохраните его как .txt или внесите правку в исходный файл"
        )
    path = path.resolve()
    used = read_text(path, encoding).encoding or "utf-8"
    try:
        raw = path.read_bytes().decode(used)
        text, made = fixed(raw, check, unsafe)
        if not made:
            return 0
        written = text.encode(used)
    except UnicodeDecodeError as error:
        raise ReadingError(f"{path.name}: файл изменился, пока его читали; повторите") from error
    except UnicodeEncodeError as error:
        raise SettingsError(
            f"{path.name}: исправление не записать в кодировке {used}; сохраните файл в UTF-8"
        ) from error
    try:
        write_output(path, written)
    except OSError as error:
        raise SettingsError(f"{path}: не записывается ({error.strerror})") from error
    return made
