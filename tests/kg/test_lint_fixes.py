"""Fixes: exact, idempotent, encoding and line ends kept, written beside and swapped."""

import itertools
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from linting import MISSPELT

from corpus.errors import SettingsError
from corpus.span import Span
from kg.lint import Finding, Fix, Level, fix_file, fixed
from kg.lint.fixes import apply, fixable
from workspace.linting import lint_text

DAMAGED = (
    "ПРОТОКОЛ КОМИТЕТА от 12.01.2000\n\n"
    "1. Öн Коэйман обратил внимание на Правило 71С и Правило 12С2 , как сказал г–н Бавин.\n\n"
    "2. Решают с п\u006fмощью Правила 26А,если карта открыта.\n\n"
    "3. Применяется Правило 31а2(b).\n\n"
    "4. Условия:\n\n(а) первый случай;\n\n(b) второй случай;\n\n(с) третий случай.\n"
)
MENDED = (
    "ПРОТОКОЛ КОМИТЕТА от 12.01.2000\n\n"
    "1. Г-н Коэйман обратил внимание на Правило 71C и Правило 12C2, как сказал г-н Бавин.\n\n"
    "2. Решают с помощью Правила 26A, если карта открыта.\n\n"
    "3. Применяется Правило 31A2(b).\n\n"
    "4. Условия:\n\n(a) первый случай;\n\n(b) второй случай;\n\n(c) третий случай.\n"
)


def check(text: str) -> list[Finding]:
    return lint_text(text, "text.txt", meta={"kind": "minutes", "edition": "1997"})


def test_safe_fixes_mend_the_text_and_a_second_run_changes_nothing() -> None:
    text, made = fixed(DAMAGED, check)
    assert text == MENDED
    assert made >= 9
    assert fixed(text, check) == (text, 0)


@pytest.mark.parametrize(
    ("encoding", "ends"),
    list(itertools.product(("utf-8", "utf-8-sig", "cp1251", "utf-16"), ("\n", "\r\n", "mixed"))),
)
def test_a_file_keeps_its_encoding_and_its_line_ends(
    tmp_path: Path, encoding: str, ends: str
) -> None:
    damaged, mended = DAMAGED, MENDED
    if encoding == "cp1251":
        damaged, mended = damaged.replace("Öн", "Г-н"), mended
    if ends == "mixed":
        first, _, rest = damaged.partition("\n\n")
        damaged = first + "\r\n\n" + rest
        first, _, rest = mended.partition("\n\n")
        mended = first + "\r\n\n" + rest
    else:
        damaged, mended = damaged.replace("\n", ends), mended.replace("\n", ends)
    path = tmp_path / "протокол.txt"
    path.write_bytes(damaged.encode(encoding))
    assert fix_file(path, check) > 0
    assert path.read_bytes() == mended.encode(encoding)
    before = path.read_bytes()
    assert fix_file(path, check) == 0
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["протокол.txt"]


def test_unsafe_fixes_are_made_only_when_asked_for() -> None:
    text = "1. Это достатоыное назначение. Игра с любой его его руки.\n"
    assert "достатоыное" in MISSPELT
    assert fixed(text, check) == (text, 0)
    mended, made = fixed(text, check, unsafe=True)
    assert mended == "1. Это достаточное назначение. Игра с любой его руки.\n"
    assert made == 2


def test_only_plain_text_is_fixed_in_place(tmp_path: Path) -> None:
    path = tmp_path / "текст.docx"
    path.write_bytes(b"PK")
    with pytest.raises(SettingsError, match=r"\.txt"):
        fix_file(path, check)


def finding(start: int, end: int, words: str, safe: bool = True) -> Finding:
    return Finding(
        *("S413", Level.NOTE, "", "d", None, "f", Span(start, end), 1, 1, "", Span(0, 0), ""),
        fix=Fix(Span(start, end), words, safe),
    )


@given(
    st.text(alphabet="абв", min_size=1, max_size=30),
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 5), st.text("xy", max_size=3))),
)
def test_fixes_taken_never_overlap(text: str, edits: list[tuple[int, int, str]]) -> None:
    findings = [finding(min(s, len(text)), min(s + n, len(text)), words) for s, n, words in edits]
    fixes = fixable(findings)
    for before, after in itertools.pairwise(fixes):
        assert before.span.end <= after.span.start
    grown = sum(len(f.replacement) - len(f.span) for f in fixes)
    assert len(apply(text, fixes)) == len(text) + grown


PIECES = (
    *("Правило 12С2", "Правила 26А и В", "31а2(в)", "г–н", "п\u006fмощью", " , ", "слово,слово"),
    *("(а) ", "(b) ", "Öн Иванов", "\n\n", "\n", ". ", "карта ", "“", "”", "* ", "З1А", "Правилу "),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=25))
def test_fixing_whatever_text_twice_changes_nothing_more(pieces: list[str]) -> None:
    text, _ = fixed("".join(pieces), check, unsafe=True)
    assert fixed(text, check, unsafe=True)[0] == text
