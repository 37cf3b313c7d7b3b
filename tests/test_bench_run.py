"""The benchmark suite runs, says who is absent, and counts rightly."""

import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import psutil
import pytest

from bench import suite
from bench.cell import share
from bench.memory import Watch
from bench.passages import bundled_passages, read_passages, scaled, write_passages
from bench.peers import lacking
from bench.peers.entrants import ENTRANTS, entrant
from bench.quality import Judgements, judged_ranking, quality, read_judgements
from bench.table import SEARCH, Table
from search.passages import Passage

ROOT = Path(__file__).resolve().parents[1]
WORD = re.compile(r"\w+")


@pytest.fixture(scope="module")
def base() -> list[Passage]:
    return bundled_passages()


@pytest.mark.slow
def test_one_run_prints_every_engine_or_says_it_is_absent(tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    command = [str(ROOT / "bench" / "run"), "--scale", "1", "--quick", "--json", str(figures)]
    command += ["--engines", "whoosh,tantivy,fts5-lemmas,fts5-raw,tantivy-alone,bm25s"]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"}
    )
    assert done.returncode == 0, done.stderr
    rows = [line.split("|")[1:-1] for line in done.stdout.splitlines() if line.startswith("|")]
    shown = {row[1].strip(): [cell.strip() for cell in row] for row in rows}
    assert {"whoosh", "tantivy", "fts5-lemmas", "fts5-raw", "tantivy-alone", "bm25s"} < set(shown)
    assert {"ours", "eyecite"} < set(shown)
    found = {row["engine"]: row for row in json.loads(figures.read_text("utf-8"))["search"]}
    for name, row in found.items():
        if "absent" in row:
            assert "pip install" in shown[name][2]
            continue
        assert row["passages"] == 206
        assert row["bytes"] > 50_000
        assert 0 < row["p50"] <= row["p95"]
        assert row["first_ms"] > row["p50"]
        assert row["ask_peak"] > 10_000_000
    assert found["whoosh"]["nDCG@10"] > found["fts5-lemmas"]["nDCG@10"] > 0.4


@pytest.mark.parametrize("name", ["fts5-lemmas", "fts5-raw", "postgres", "tantivy-alone", "bm25s"])
def test_a_peer_finds_declined_words_and_takes_any_query(
    name: str, base: list[Passage], tmp_path_factory: pytest.TempPathFactory
) -> None:
    one = entrant(name)
    if absent := one.missing(""):
        pytest.skip(absent)
    folder = tmp_path_factory.mktemp(name)
    for above in (folder, *folder.parents[:2]):
        above.chmod(above.stat().st_mode | 0o011)  # the server may run as somebody else
    assert one.make(folder, "").build(iter(base)) > 100_000
    peer = one.make(folder, "")
    try:
        peer.open()
        # FTS5 has no Russian stemmer: the raw text is found by the form that stands in it.
        query = "фальшренонс" if name == "fts5-raw" else "фальшренонсами"
        answers = peer.ask(query, 5)
        texts = {passage.id: passage.text for passage in base}
        assert len(answers) == 5
        for found, snippet in answers:
            assert "фальшренонс" in texts[found].lower()
            assert "<b>" in snippet
        for odd in ("", '"', "и", "a' & | ( :* \\", "NOT", "слово AND"):
            assert len(peer.ask(odd, 5)) <= 5
    finally:
        peer.close()


def test_who_is_absent_is_told_with_what_to_install() -> None:
    assert lacking("json") == ""
    assert lacking("json", "no_such_module") == "no no_such_module: pip install -e '.[bench]'"
    row = {"scale": 1, "engine": "bm25s", "absent": "no bm25s: pip install x"}
    assert "| bm25s         | absent: no bm25s: pip install x |" in Table(SEARCH).row(row)


def test_an_unknown_engine_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        suite.arguments(["--engines", "lucene"])
    error = capsys.readouterr().err.splitlines()[-1]
    assert "lucene" in error
    assert all(one.name in error for one in ENTRANTS)


def test_what_takes_too_long_is_shown_so(base: list[Passage], tmp_path: Path) -> None:
    write_passages(base, tmp_path / "p")
    (tmp_path / "whoosh").mkdir()
    row = {"engine": "whoosh", "scale": 1, "passages": 206}
    spec = {"engine": "whoosh", "folder": str(tmp_path / "whoosh"), "url": ""}
    suite.searched(entrant("whoosh"), row, spec | {"passages": str(tmp_path / "p")}, 0.2)
    cells = [cell.strip() for cell in Table(SEARCH).row(row).split("|")]
    assert cells[4] == "> 0"
    assert "build_s" not in row


def test_what_fails_is_told_and_the_rest_goes_on(base: list[Passage], tmp_path: Path) -> None:
    (tmp_path / "p").write_text("no passage\n", "utf-8")
    with pytest.raises(suite.CellError, match="JSON is malformed"):
        suite.measure(
            "build",
            60,
            engine="fts5-raw",
            folder=str(tmp_path),
            url="",
            passages=str(tmp_path / "p"),
        )
    row = {"scale": 1, "engine": "bm25s", "failed": "no space"}
    assert "| bm25s         | failed: no space |" in Table(SEARCH).row(row)


def test_made_passages_grow_as_text_does(base: list[Passage], tmp_path: Path) -> None:
    made = list(scaled(base, 10 * len(base)))
    assert made[: len(base)] == base
    assert list(scaled(base, 500)) == made[:500]
    assert len({p.text for p in made}) > len(made) - len(base)
    assert len({p.id for p in made}) == len(made)
    words = [WORD.findall(p.text.lower()) for p in made]
    small, large = (Counter(w for row in part for w in row) for part in (words[:206], words))
    longer = large.total() / small.total()
    assert longer**0.5 < len(large) / len(small) < longer**0.75
    assert 0.4 < sum(1 for count in large.values() if count == 1) / len(large) < 0.7
    # A word of the real texts keeps standing in many passages, in fewer than copies would have.
    assert 4 < large["заявка"] / small["заявка"] < 10
    assert write_passages(made, tmp_path / "p") == len(made)
    assert list(read_passages(tmp_path / "p")) == made


JUDGED = Judgements(
    queries={"a": "один", "b": "два"},
    passages={"p1": ("f", 0, 100), "p2": ("f", 100, 200), "p3": ("g", 0, 50), "p4": ("g", 50, 99)},
    grades={"a": {"p1": 2, "p2": 1}, "b": {"p3": 1}},
)


@pytest.mark.parametrize(
    ("results", "ranking"),
    [
        ([("f", 0, 100)], ["p1"]),
        ([("f", 0, 49)], ["p1"]),  # half of the shorter of the two is enough
        ([("f", 60, 140)], ["p1", "p2"]),  # the best grade first
        ([("f", 90, 1000)], ["p2"]),
        ([("f", 0, 100), ("f", 5, 95), ("f", 100, 200)], ["p1", "miss-1", "p2"]),
        ([("h", 0, 100), ("g", 0, 50)], ["miss-0", "p3"]),
        ([("f", -3000, 100)], ["miss-0"]),  # only its first 2500 characters count
        ([], []),
    ],
)
def test_results_stand_for_judged_passages(
    results: list[tuple[str, int, int]], ranking: list[str]
) -> None:
    assert judged_ranking(results, JUDGED, "a") == ranking


def test_measures_are_as_worked_out_by_hand() -> None:
    runs = {"a": [("f", 100, 200), ("f", 0, 100)], "b": [("f", 0, 9), ("g", 50, 99), ("g", 0, 50)]}
    # a: gains 1, 2 of 2, 1: (1 + 2/1.585) / (2 + 1/1.585); b: one relevant at rank 3: 1/2.
    assert quality(runs, JUDGED) == {
        "nDCG@10": round(((1 + 2 / 1.58496) / (2 + 1 / 1.58496) + 0.5) / 2, 3),
        "MRR@10": round((1 + 1 / 3) / 2, 3),
        "S@1": 0.5,
        "S@1(2)": 0.0,
    }
    assert quality({}, JUDGED) == dict.fromkeys(("nDCG@10", "MRR@10", "S@1", "S@1(2)"), 0.0)


def test_the_open_queries_are_judged_on_the_bundled_texts(base: list[Passage]) -> None:
    judged = read_judgements(ROOT / "bench" / "data" / "open")
    files = {passage.file for passage in base}
    assert len(judged.queries) == 30
    assert {file for file, _, _ in judged.passages.values()} <= files
    assert all(p in judged.passages for row in judged.grades.values() for p in row)


def test_shares_are_nearest_ranks() -> None:
    values = [float(n) for n in range(100)]
    assert (share(values, 0.5), share(values, 0.95), share([7.0], 0.95)) == (50.0, 95.0, 7.0)


def test_memory_of_what_a_process_starts_counts() -> None:
    child = "x = bytearray(60_000_000); print('ready', flush=True); import time; time.sleep(30)"
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    watch = Watch(process.pid)
    try:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "ready"
        watch.start()
        time.sleep(0.5)
        assert watch.stop() > 60_000_000
    finally:
        for started in psutil.Process(process.pid).children(recursive=True):
            started.kill()
        process.kill()
        process.wait()
        process.stdout.close()
