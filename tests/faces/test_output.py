"""What commands print with: JSON, tables, snippets, progress."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import rich.progress
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from commands import output, progress
from corpus.progress import tracked

ROOT = Path(__file__).resolve().parents[2]


@given(st.dictionaries(st.text(), st.text() | st.integers() | st.none() | st.lists(st.text())))
def test_a_record_is_one_line_that_reads_back(record: dict[str, object]) -> None:
    line = output.as_json(record)
    assert len(line.split("\n")) == 1
    assert json.loads(line) == record


def test_russian_stays_readable(capsys: pytest.CaptureFixture[str]) -> None:
    output.print_json_lines([{"law": "63A3"}, {"text": "клейм"}])
    assert capsys.readouterr().out == '{"law": "63A3"}\n{"text": "клейм"}\n'


def test_half_a_surrogate_pair_is_printed_as_a_json_escape() -> None:
    code = (
        "from commands.output import *; speak_utf8(); "
        r"print_json({'file': 'имя\udce0.txt'}); say('строка\udce0')"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    first, second = run.stdout.decode("utf-8").splitlines()
    assert json.loads(first) == {"file": "имя\udce0.txt"}
    assert second == r"строка\udce0"


@pytest.mark.parametrize(
    ("snippet", "plain", "styled"),
    [
        ("до <mark>слово</mark> после", "до слово после", ["слово"]),
        ("<mark>а</mark><mark>б</mark>", "аб", ["а", "б"]),
        ("без меток", "без меток", []),
        ("1 &lt; 2 &amp; <mark>&quot;клейм&quot;</mark>", '1 < 2 & "клейм"', ['"клейм"']),
        ("[red]не разметка[/red] <mark>x</mark>", "[red]не разметка[/red] x", ["x"]),
        ("", "", []),
    ],
)
def test_marked_words_are_styled(snippet: str, plain: str, styled: list[str]) -> None:
    text = output.marked(snippet)
    assert text.plain == plain
    assert [plain[span.start : span.end] for span in text.spans] == styled


def test_a_table_shows_cells_as_they_are() -> None:
    code = (
        "from commands.output import *; "
        "print_table(['номер', 'текст'], [['12C2', '[bold]:smile: 1<2'], [71, 'я' * 200]])"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    shown = run.stdout.decode("utf-8")
    assert re.search(r"^12C2 +\[bold\]:smile: 1<2", shown, re.MULTILINE)
    assert shown.count("я") == 200
    assert max(map(len, shown.splitlines())) <= output.WIDTH_WITHOUT_TERMINAL


def test_progress_in_a_pipe_is_a_line_a_step(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.progress() as shown:
        shown.step("Читаю", total=3)
        assert list(tracked("абв", shown)) == ["а", "б", "в"]
        shown.step("Пишу")
    assert capsys.readouterr() == ("", "Читаю: 3\nПишу\n")


def test_quiet_progress_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.progress(quiet=True) as shown:
        shown.step("Читаю", total=3)
        shown.advance()
    assert capsys.readouterr() == ("", "")


def test_a_bar_fills_and_a_step_of_unknown_length_ends_full() -> None:
    bars = rich.progress.Progress(console=Console(file=io.StringIO(), force_terminal=True))
    bar = progress.Bar(bars)
    bar.advance()  # before any step: nothing to move
    bar.step("Читаю", total=4)
    bar.advance(3)
    assert [task.percentage for task in bars.tasks] == [75]
    bar.step("Пишу")
    bar.finish()
    assert [task.percentage for task in bars.tasks] == [100, 100]


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are Unix's")
def test_progress_on_a_terminal_is_a_bar() -> None:
    import pty

    ours, theirs = pty.openpty()
    code = (
        "from commands.progress import progress\n"
        "with progress() as p: p.step('[Читаю]', total=2); p.advance(2)"
    )
    subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm"},
        check=True,
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    assert "[Читаю]" in shown.decode()
    assert "100%" in shown.decode()
