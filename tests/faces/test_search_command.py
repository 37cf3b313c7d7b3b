"""``pravila search``: for people, for programs, for a file of queries."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cli

Data = Callable[..., list[dict[str, Any]]]
MINUTE = "minutes-2000-01-12/4"


def run(capsys: pytest.CaptureFixture[str], library: Path, *arguments: str) -> tuple[int, str, str]:
    code = cli.main(["search", *arguments, "--library", str(library)])
    out, err = capsys.readouterr()
    return code, out, err


def test_json_keeps_the_contract(data: Data) -> None:
    (answer,) = data("search", "фальшренонс после притензии")
    assert answer["understood"]["corrected"] == [["притензии", "претензии"]]
    assert answer["hits"][0]["id"] == MINUTE
    source = answer["hits"][0]["source"]
    assert source["file"].endswith(".txt")
    assert source["start"] < source["end"]


def test_a_person_sees_what_was_understood_and_why(
    capsys: pytest.CaptureFixture[str], library: Path
) -> None:
    code, out, _ = run(capsys, library, "фальшренонс после притензии", "--explain", "-n", "1")
    assert code == 0
    assert "притензии → претензии" in out
    assert MINUTE in out
    assert "почему:" in out
    assert "оценка" in out


def test_hits_can_be_grouped_by_law(capsys: pytest.CaptureFixture[str], library: Path) -> None:
    code, out, _ = run(capsys, library, "фальшренонс", "--by-law")
    assert code == 0
    assert "\nПравило 64\n" in out


def test_options_limit_like_the_query_does(data: Data) -> None:
    (one,) = data("search", "судья", "--kind", "протокол", "--since", "2000", "-n", "20")
    (other,) = data("search", "судья вид:протокол с:2000", "-n", "20")
    assert [hit["id"] for hit in one["hits"]] == [hit["id"] for hit in other["hits"]]
    assert {hit["kind"] for hit in one["hits"]} == {"minutes"}


def test_a_file_of_queries_gives_a_run_for_the_scorer(
    capsys: pytest.CaptureFixture[str], library: Path, tmp_path: Path
) -> None:
    queries, answers = tmp_path / "q.jsonl", tmp_path / "r.jsonl"
    lines = [{"qid": "a", "text": "фальшренонс"}, {"qid": "b", "text": "63А3"}]
    queries.write_text("\n".join(json.dumps(line) for line in lines) + "\n\n", encoding="utf-8")
    code, _, _ = run(capsys, library, "--queries", str(queries), "--run", str(answers))
    assert code == 0
    rows = [json.loads(line) for line in answers.read_text("utf-8").splitlines()]
    assert {row["qid"] for row in rows} == {"a", "b"}
    assert all(set(row) == {"qid", "rank", "file", "start", "end"} for row in rows)
    ranks = [row["rank"] for row in rows if row["qid"] == "a"]
    assert ranks == list(range(1, len(ranks) + 1))


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("судья", "--queries", "q.jsonl"),
        ("--queries", "нет такого.jsonl"),
        ("судья", "--kind", "письмо"),
        ("судья", "--law", "кю"),
        ("судья", "--since", "вчера"),
        ("вид:письмо",),
    ],
)
def test_a_mistake_is_one_line(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str], library: Path
) -> None:
    code, out, err = run(capsys, library, *arguments)
    assert code == 2
    assert not out
    assert len(err.strip().splitlines()) == 1


def test_a_broken_line_of_queries_is_named(
    capsys: pytest.CaptureFixture[str], library: Path, tmp_path: Path
) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text('{"qid": "a", "text": "судья"}\n{"id": 1}\n', encoding="utf-8")
    code, _, err = run(capsys, library, "--queries", str(path))
    assert code == 2
    assert "строка 2" in err
