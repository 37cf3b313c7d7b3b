"""The forms of a report. The SARIF schema is the OASIS one, taken from the crate serde-sarif."""

import csv
import io
import json
from html.parser import HTMLParser
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]
import pytest
from linting import originals, report

from corpus.errors import SettingsError
from kg.lint import FORMATS, MEDIA, rules, to_sarif, write

SCHEMA = Path(__file__).parents[1] / "data" / "sarif-schema-2.1.0.json"


def test_sarif_fits_its_schema() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    validator = jsonschema.Draft7Validator(schema)
    for findings in (report(), ()):
        log = json.loads(write("sarif", findings))
        assert [error.message for error in validator.iter_errors(log)] == []
        assert log == json.loads(json.dumps(to_sarif(findings)))


def test_the_schema_would_refuse_a_wrong_log() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    log = json.loads(write("sarif", report()))
    log["runs"][0]["results"][0]["level"] = "замечание"
    assert list(jsonschema.Draft7Validator(schema).iter_errors(log))


def test_sarif_regions_lie_where_the_words_are() -> None:
    (run,) = json.loads(write("sarif", report()))["runs"]
    known = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert known == {rule.code for rule in rules()}
    for finding, result in zip(report(), run["results"], strict=True):
        place = result["locations"][0]["physicalLocation"]
        region, text = place["region"], originals()[finding.file]
        start = region["charOffset"]
        assert text[start : start + region["charLength"]] == region["snippet"]["text"]
        lines = text.split("\n")
        assert region["startLine"] == text.count("\n", 0, start) + 1
        assert region["startColumn"] == start - text.rfind("\n", 0, start)
        assert 1 <= region["endColumn"] <= len(lines[region["endLine"] - 1]) + 1
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == finding.code


def test_json_is_the_contract() -> None:
    data = json.loads(write("json", report()))
    assert len(data["findings"]) == len(report())
    for row in data["findings"]:
        assert {"code", "level", "message", "document", "unit", "source", "excerpt", "fix"} <= set(
            row
        )
        assert set(row["source"]) == {"file", "start", "end"}
    assert sum(data["summary"]["levels"].values()) == len(report())
    assert sum(data["summary"]["rules"].values()) == len(report())


def test_text_marks_the_place_under_the_line() -> None:
    finding = next(f for f in report() if f.words == "71С")
    head, line, carets, *_ = write("text", [finding]).split("\n")
    assert head.startswith(f"{finding.file}:{finding.line}:{finding.column}: предупреждение N201:")
    start = carets.index("^")
    assert line[start : carets.rindex("^") + 1] == "71С"


def test_github_commands_are_one_line_each() -> None:
    lines = write("github", report()).splitlines()
    assert len(lines) == len(report())
    assert all(line.startswith(("::error ", "::warning ", "::notice ")) for line in lines)


def test_csv_reads_back_and_holds_no_formula() -> None:
    rows = list(csv.DictReader(io.StringIO(write("csv", report()))))
    assert [row["code"] for row in rows] == [f.code for f in report()]
    assert not any(str(v).startswith(("=", "+", "-", "@")) for row in rows for v in row.values())


class Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.rows = 0
        self.marks: list[str] = []
        self.inside = False
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.rows += tag == "tr"
        self.inside = tag == "mark"
        self.addresses += [str(v) for n, v in attrs if n in ("src", "href")]
        if tag == "mark":
            self.marks.append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.marks[-1] += data


def test_html_marks_every_place_and_needs_nothing_from_elsewhere() -> None:
    page = Page()
    page.feed(write("html", report()))
    assert page.rows == len(report()) + 1
    assert len(page.marks) == len(report())
    assert page.addresses == []
    assert "71С" in page.marks


def test_an_unknown_form_is_refused_and_every_form_can_be_downloaded() -> None:
    with pytest.raises(SettingsError, match="xml"):
        write("xml", report())
    assert set(MEDIA) == set(FORMATS)


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_no_findings_make_a_whole_report_too(name: str) -> None:
    assert isinstance(write(name, []), str)
