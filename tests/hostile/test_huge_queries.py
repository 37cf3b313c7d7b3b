"""Queries far too long or made of nothing but operators: answered or refused, soon."""

from __future__ import annotations

import json
from pathlib import Path
from time import process_time

import pytest
from evil import told

import cli
import workspace
from corpus.errors import QueryError
from search.finder import Finder

MOST = 3.0
"""Seconds of processor time; a query takes hundredths. Ten megabytes must be looked at once."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("queries")
    letter = folder / "письмо.txt"
    letter.write_text(
        "\n\n".join(f"{n}. Письмо о ренонсе и клейме. См. Правило {n}А." for n in range(1, 90)),
        encoding="utf-8",
    )
    workspace.add_files(folder / "l", [letter], bare=True)
    return folder / "l"


@pytest.fixture(scope="module")
def finder(home: Path) -> Finder:
    found = workspace.open_workspace(home).finder
    found.search("ренонс")
    return found


QUERIES = {
    "10 MB of letters": "а" * 10_000_000,
    "10 MB of words": "ренонс " * 1_430_000,
    "10 MB of spaces": " " * 10_000_000 + "ренонс",
    "10 MB of control characters": "\x1b" * 10_000_000 + "ренонс",
    "quotes": '"' * 100_000,
    "quoted letters": '"а" ' * 25_000,
    "guillemets": "«" * 100_000,
    "nested guillemets": "«а " * 30_000 + "»" * 30_000,
    "minus signs": "-" * 100_000,
    "minus words": "-а " * 30_000,
    "operators": "ИЛИ " * 25_000,
    "OR chains": "а ИЛИ б ИЛИ " * 8_000,
    "bars": "| " * 50_000,
    "brackets": "(" * 100_000,
    "wildcards": "а* " * 1_000,
    "stars": "*" * 100_000,
    "short wildcards": "пи* ре* кл* о* и* " * 200,
    "distinct words": " ".join(f"слово{n}" for n in range(100_000)),
    "distinct laws": " ".join(f"{n % 93 + 1}{'ABC'[n % 3]}{n % 5 + 1}" for n in range(20_000)),
    "ranges of laws": "12–93 " * 15_000,
    "filters": "закон:25 " * 10_000,
    "a long filter": "закон:" + "1А" * 50_000,
    "many kinds": "вид:" + "протокол," * 10_000,
    "combining marks": "е" + "\u0301" * 100_000,
    "one word of hyphens": "а-" * 50_000,
    "wrong layout": "htyjyc " * 15_000,
    "slips": "ринонсс клеймм " * 7_000,
    "apostrophes": "'" * 100_000,
    "emoji": "🂡" * 50_000,
    "halves of surrogate pairs": "\ud800" * 50_000,
    "right to left": "\u202e" * 100_000 + "ренонс",
}

SHORT_IN_TRUTH = ("10 MB of control characters", "halves of surrogate pairs", "right to left")
"""What is left of these is one space and perhaps a word."""


@pytest.mark.parametrize("name", QUERIES)
def test_is_answered_or_refused_soon(name: str, finder: Finder) -> None:
    query = QUERIES[name]
    started = process_time()
    try:
        results = finder.search(query)
    except QueryError as error:
        told(error)
    else:
        assert len(results.hits) <= 10
        assert results.understood.cut or len(query) <= 4_000 or name in SHORT_IN_TRUTH
    assert process_time() - started < MOST


@pytest.mark.parametrize("name", ["10 MB of letters", "distinct words", "OR chains"])
def test_suggestions_and_the_text_field_take_it_too(name: str, finder: Finder) -> None:
    started = process_time()
    assert len(finder.suggest(QUERIES[name])) <= 8
    assert process_time() - started < MOST


def test_a_file_of_huge_queries(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "вопросы.jsonl"
    rows = [{"qid": name, "text": QUERIES[name]} for name in ("10 MB of words", "OR chains")]
    place.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    started = process_time()
    assert cli.main(["search", "--queries", str(place), "--library", str(home)]) == 0
    assert process_time() - started < 3 * MOST
    assert capsys.readouterr().out.count('"10 MB of words"') == 20


def test_a_huge_query_is_not_printed_back(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["search", "ренонс " * 100_000, "--library", str(home)]) == 0
    printed, said = capsys.readouterr()
    assert len(printed) < 40_000
    assert "Запрос слишком длинный" in printed
    assert said == ""
