"""The baseline: what was accepted, and why, survives changes elsewhere in the text."""

import json
from pathlib import Path

import pytest
from linting import lint, report

from corpus.errors import SettingsError
from kg.lint import Baseline, Example, Original, baseline_path, load_originals

TEXT = "1. Судья применяет Правило 71С.\n\n2. Судья применяет Правило 95, если может.\n"


def test_accepted_findings_are_told_no_more(tmp_path: Path) -> None:
    path = baseline_path(tmp_path)
    findings = report()
    first = Baseline.load(path)
    assert first.new(findings) == list(findings)
    first.accept(findings[:3], "так в печатном издании").save(path)
    again = Baseline.load(path)
    assert again.new(findings) == list(findings[3:])
    assert {one.reason for one in again.accepted} == {"так в печатном издании"}
    assert again.withdraw([findings[0].key]).new(findings) == [findings[0], *findings[3:]]
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_a_reason_is_asked_for() -> None:
    with pytest.raises(SettingsError, match="причин"):
        Baseline().accept(report()[:1], "  ")


def test_a_finding_keeps_its_key_when_text_is_added_before_it() -> None:
    before = {f.key for f in lint(Example(TEXT))}
    after = {f.key for f in lint(Example("Протокол заседания Комитета.\n\n" + TEXT))}
    assert before <= after
    assert len(before) == 2


@pytest.mark.parametrize("text", ["", "[]", '{"accepted": [{}]}', '{"accepted": 3}', "{"])
def test_a_file_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "b.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=r"b\.json"):
        Baseline.load(path)


def test_records_on_originals_are_read_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "originals.json"
    record = {
        "document": "*",
        "quote": "по 12C1",
        "here": "12C1",
        "original": "12C2",
        "source": "x",
    }
    row = json.dumps([record], ensure_ascii=False)
    path.write_text(row, encoding="utf-8")
    assert load_originals(path) == (Original("*", "по 12C1", "12C1", "12C2", "x"),)
    for wrong in ("{}", "[1]", row.replace('"here": "12C1"', '"here": "99"'), "["):
        path.write_text(wrong, encoding="utf-8")
        with pytest.raises(SettingsError, match=r"originals\.json"):
            load_originals(path)
