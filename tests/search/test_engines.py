"""Two engines, one ranking; damaged folders; many threads while a library is rebuilt."""

import os
import shutil
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from engine_cases import CASES, ENTRIES, quality

from corpus.errors import LibraryError, SettingsError
from search.arrays import ArrayPostings
from search.engine import EngineQuery, engine_named
from search.finder import Finder, build_index, open_finder
from search.passages import Passage

LEAST = {"": (0.9, 0.85), "_more": (0.86, 0.7)}
"""Floors of the two sets of judged queries: nDCG@10, a direct answer at the first place. The second
set was written afterwards, by someone who had not seen the glossary.
"""

NAMES = ["whoosh", "tantivy"]


@pytest.mark.parametrize("name", LEAST)
def test_the_regression_queries_are_answered(finder: Finder, name: str) -> None:
    score, first = quality(finder, name)
    assert score >= LEAST[name][0]
    assert first >= LEAST[name][1]


def test_both_engines_rank_alike(finder: Finder, tantivy_finder: Finder) -> None:
    assert quality(finder)[0] == pytest.approx(quality(tantivy_finder)[0], abs=0.01)
    for query in ("фальшренонс после претензии", "63А3", "UI от партнёра", '"открытая карта"'):
        mine = [hit.passage.id for hit in finder.search(query).hits]
        assert [hit.passage.id for hit in tantivy_finder.search(query).hits] == mine


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("query", "expected"),
    CASES,
)
def test_an_engine_gives_the_candidates_asked_for(
    name: str, query: EngineQuery, expected: set[int], tmp_path: Path
) -> None:
    engine = engine_named(name)
    engine.build(ENTRIES, tmp_path / "engine")
    index = engine.open(tmp_path / "engine")
    assert {number for number, _ in index.candidates(query, 10)} == expected
    assert len(index.candidates(query, 1)) == min(1, len(expected))
    index.close()


def test_arrays_answer_as_plain_postings_do(bundled: list[Passage], finder: Finder) -> None:
    plain = finder._engine._postings  # type: ignore[attr-defined]
    arrays = ArrayPostings(len(bundled), plain._read, plain._lengths)
    should = [("lemma", "карта", 1.0), ("lemma", "судья", 2.0), ("notion", "revoke", 3.0)]
    for must, must_not, among in (
        ([], [], []),
        ([[("kind", "minutes"), ("kind", "laws")]], [("lemma", "игрок")], []),
        ([], [], [[1, 5, 160, 161]]),
    ):
        for wanted in (should, []):
            one = plain.best(wanted, must, must_not, among, 20)
            other = arrays.best(wanted, must, must_not, among, 20)
            assert [number for number, _ in one] == [number for number, _ in other]
            assert [s for _, s in one] == pytest.approx([s for _, s in other], rel=1e-5)


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_library_can_be_searched(name: str, tmp_path: Path) -> None:
    assert build_index([], tmp_path / "index", name) == 0
    assert not open_finder(tmp_path / "index").search("фальшренонс 63A3").hits


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(SettingsError):
        engine_named("lucene")


def test_an_index_is_built_only_in_a_new_folder(bundled: list[Passage], tmp_path: Path) -> None:
    (tmp_path / "старое").write_text("…", encoding="utf-8")
    with pytest.raises(LibraryError):
        build_index(bundled[:3], tmp_path)


@pytest.mark.parametrize(
    "damage",
    ["index.json", "passages.jsonl", "passages.offsets", "vocabulary.json", "glossary.json"],
)
@pytest.mark.parametrize("how", ["gone", "cut", "garbage"])
def test_a_damaged_index_is_one_clear_line(
    damage: str, how: str, index_folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(index_folder, tmp_path / "index")
    path = tmp_path / "index" / damage
    if how == "gone":
        path.unlink()
    elif how == "cut":
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    else:
        path.write_bytes(b"\x00garbage\xff" * 10)
    with pytest.raises(LibraryError) as raised:
        open_finder(tmp_path / "index").search("судья")
    assert "\n" not in str(raised.value)


def test_the_same_texts_give_the_same_index(bundled: list[Passage], tmp_path: Path) -> None:
    for name in ("one", "two"):
        build_index(bundled[:20], tmp_path / name)
    for path in sorted((tmp_path / "one").iterdir()):
        if path.is_file():
            assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes(), path.name


def test_texts_said_twice_are_folded(bundled: list[Passage], tmp_path: Path) -> None:
    twice = [bundled[0], replace(bundled[0], id="копия/1", file="другой.txt"), *bundled[1:5]]
    build_index(twice, tmp_path / "index")
    words = " ".join(bundled[0].text.split()[:8])
    found = open_finder(tmp_path / "index").search(words, limit=10).hits
    assert [hit.passage.id for hit in found].count(bundled[0].id) == 1
    assert found[0].duplicates == ("копия/1",)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "times"), [("whoosh", 500), ("tantivy", 100)])
def test_eight_threads_search_while_the_library_is_rebuilt(
    name: str, times: int, bundled: list[Passage], tmp_path: Path
) -> None:
    queries = ["фальшренонс после претензии", "63А3", "UI от партнёра", "revoke", "алерт", "судья"]
    build_index(bundled, tmp_path / "0", name)
    current = [open_finder(tmp_path / "0")]
    right = {q: [hit.passage.id for hit in current[0].search(q, limit=3).hits] for q in queries}
    wrong: list[str] = []

    def ask() -> None:
        for number in range(times):
            query = queries[number % len(queries)]
            try:
                found = [hit.passage.id for hit in current[0].search(query, limit=3).hits]
            except Exception as error:
                wrong.append(repr(error))
                return
            if found != right[query]:
                wrong.append(query)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for generation in (1, 2):
        build_index(bundled, tmp_path / str(generation), name)
        current[0] = open_finder(tmp_path / str(generation))
    for thread in threads:
        thread.join()
    assert not wrong


def test_answers_do_not_depend_on_the_hash_seed(index_folder: Path) -> None:
    program = (
        "import sys, json\n"
        "from pathlib import Path\n"
        "from search.finder import open_finder\n"
        "finder = open_finder(Path(sys.argv[1]))\n"
        "for query in sys.argv[2:]:\n"
        "    answer = finder.search(query, limit=20).to_json(True)\n"
        "    answer.pop('took_ms')\n"
        "    print(json.dumps(answer))\n"
    )
    queries = ["unintended call tray screen", "фальшренонс после притензии", "UI от партнёра", "64"]
    answers = {
        subprocess.run(
            [sys.executable, "-c", program, str(index_folder), *queries],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
