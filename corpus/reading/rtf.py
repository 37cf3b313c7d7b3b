"""Rich Text Format (``.rtf``), by ``striprtf``; footnotes, which it drops, are put back.

Its patterns for font tables and hyperlinks take quadratic time on hostile input, so both are put
into a harmless form first.
"""

from __future__ import annotations

import re

from striprtf.striprtf import rtf_to_text

from corpus.errors import ReadingError
from corpus.reading.blocks import joined, tidy

_DEFAULT = "cp1251"
_HIGH = re.compile(r"[\x80-\xff]")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_FONT = re.compile(r"\\f(\d{1,5})(?!\d)[^{};]{0,200}?\\fcharset(\d{1,3})")
_FONTS = re.compile(r"\{\\fonttbl(?![a-z])")
_FOOTNOTE = re.compile(r"\{\s*(?:\\\*)?\\footnote(?![a-z])")
_CODE_PAGE = re.compile(r"\\ansicpg\d{1,5}")
# Private-use characters that stand around a note's number until the text is in paragraphs.
_OPEN, _CLOSE = "\ue010", "\ue011"
_MARK = re.compile(f"{_OPEN}(\\d+){_CLOSE}")
_MAX_FONTS = 1_000_000


def extract(data: bytes, encoding: str | None) -> str:
    """The text of a document. Raises ``ReadingError`` for a truncated one.

    ``encoding`` overrides the code page the file names.
    """
    text = _HIGH.sub(lambda m: f"\\'{ord(m.group()):02x}", data.decode("latin-1"))
    _refuse_truncated(text)
    if encoding is not None:
        text = _CODE_PAGE.sub("", text)
    text = _safe_fonts(text).replace("\\field{", "\\field\n{")
    head = "{\\rtf1" + "".join(_CODE_PAGE.findall(text)[:1]) + _font_table(text)
    text, notes = _cut_notes(text)
    notes = [tidy(_plain(f"{head}{note}}}", encoding).replace("\n", " ")) for note in notes]
    return joined(_paragraphs(_plain(text, encoding), notes))


def _plain(text: str, encoding: str | None) -> str:
    """The words, with the halves of characters that RTF writes in two put together."""
    words: str = rtf_to_text(  # type: ignore[no-untyped-call]
        text, encoding=encoding or _DEFAULT, errors="replace"
    )
    return words.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _refuse_truncated(text: str) -> None:
    """A document's braces close; where pictures are stored as raw bytes they cannot be counted."""
    if "\\bin" in text:
        return
    depth = 0
    for match in _BRACE.finditer(text):
        brace = match.group()
        depth += (brace == "{") - (brace == "}")
        if depth == 0 and brace == "}":
            return
    raise ReadingError("файл усечён: возьмите его заново")


def _group(text: str, start: int) -> int:
    """Where the group that opens at ``start`` ends."""
    depth = 0
    for match in _BRACE.finditer(text, start):
        depth += (match.group() == "{") - (match.group() == "}")
        if depth == 0:
            return match.end()
    return len(text)


def _font_table(text: str) -> str:
    found = _FONTS.search(text)
    return text[found.start() : _group(text, found.start())] if found else ""


def _safe_fonts(text: str) -> str:
    """The font table reduced to what is needed of it: number and character set of each font."""
    table = _font_table(text)
    if not table:
        return text
    if len(table) > _MAX_FONTS:
        raise ReadingError("таблица шрифтов непомерно велика: файл не читаю")
    fonts = "".join(f"{{\\f{n}\\fcharset{c} x;}}" for n, c in _FONT.findall(table))
    start = text.index(table)
    return f"{text[:start]}{{\\fonttbl{fonts}}}{text[start + len(table) :]}"


def _cut_notes(text: str) -> tuple[str, list[str]]:
    """The text with a mark in place of each footnote, and the footnotes' own groups."""
    pieces, notes, done = [], [], 0
    for found in _FOOTNOTE.finditer(text):
        if found.start() < done:
            continue
        end = _group(text, found.start())
        notes.append("{" + text[found.end() : end])
        mark = f"\\uc0\\u{ord(_OPEN) - 0x10000} {len(notes)}\\u{ord(_CLOSE) - 0x10000} "
        pieces += [text[done : found.start()], "{", mark, "}"]
        done = end
    pieces.append(text[done:])
    return "".join(pieces), notes


def _paragraphs(text: str, notes: list[str]) -> list[str]:
    """Paragraphs with their notes below them; the rows of a table stay together."""
    blocks: list[str] = []
    in_table = False
    for line in text.split("\n"):
        is_row = "|" in line
        words = _MARK.sub(lambda m: f"[{m.group(1)}]", tidy(line.replace("|", "\t")))
        if is_row and in_table:
            blocks[-1] += f"\n{words}"
        else:
            blocks.append(words)
        in_table = is_row
        blocks += [f"[{n}] {notes[int(n) - 1]}" for n in _MARK.findall(line)]
    return blocks
