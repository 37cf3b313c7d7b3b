"""A library on a cluster: built beside and swapped, gone back to, killed, copied, moved away."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from running import RunningCluster

import workspace
from corpus.cluster import Wishes
from corpus.library import Library
from search.opensearch.engine import read_record
from workspace.checking import check

ROOT = Path(__file__).resolve().parents[2]
KILLS = int(os.environ.get("PRAVILA_KILLS", "6"))
QUERY = "фальшренонс после претензии"
LAWS = "ПРАВИЛО 64\n\nФальшренонс наказывается так: {word} переходит в пользу соперников.\n"


@pytest.fixture
def home(cluster: RunningCluster, tmp_path: Path) -> Iterator[Path]:
    """Where the library is to be; its indices go with it."""
    path = tmp_path / "библиотека"
    yield path
    for index in indices(cluster):
        cluster.ask(f"/{index}", method="DELETE")


def build(cluster: RunningCluster, home: Path, **given: Any) -> workspace.BuildReport:
    wishes = Wishes(tuple(cluster.urls), timeout=20.0)
    return workspace.build(home, engine="opensearch", cluster=wishes, **given)


def indices(cluster: RunningCluster) -> list[str]:
    return sorted(name for name in cluster.ask("/pravila-*?expand_wildcards=all"))


def alias(cluster: RunningCluster) -> list[str]:
    return sorted(n for n, about in cluster.ask("/_alias/pravila-*").items() if about["aliases"])


def named(home: Path) -> list[str]:
    """The indices the generations of a library name."""
    library = Library(home)
    records = [read_record(library.built / g / "index" / "engine") for g in library.generations()]
    return sorted({record.index for record in records if record is not None})


def found(opened: workspace.Workspace, query: str = QUERY) -> list[str]:
    return [hit.passage.id for hit in opened.finder.search(query).hits]


def run(*arguments: object, **settings: Any) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "cli", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        **settings,
    )


def test_the_commands(cluster: RunningCluster, home: Path, tmp_path: Path) -> None:
    urls = ",".join(cluster.urls)
    options = ["--url", urls, "--shards", 2, "--replicas", 1, "--timeout", 20]
    made = run("build", "--library", home, "--engine", "opensearch", *options, "--json")
    assert made.returncode == 0, made.stderr
    assert json.loads(made.stdout)["built"]
    local = tmp_path / "local"
    workspace.build(local)
    for query in (QUERY, "63А3", '"открытая карта"', "карта издание:1997 -судья"):
        answers = [
            run("search", query, "--library", place, "--json").stdout for place in (home, local)
        ]
        ids = [[hit["id"] for hit in json.loads(answer)["hits"]] for answer in answers]
        assert ids[0] == ids[1] != []
    again = run("build", "--library", home, "--json")
    assert not json.loads(again.stdout)["built"]
    assert alias(cluster) == indices(cluster) == named(home)
    assert check(home) == ()


def test_copies_change_at_once_and_shards_by_building(cluster: RunningCluster, home: Path) -> None:
    first = build(cluster, home)
    (index,) = indices(cluster)
    again = workspace.build(home, cluster=Wishes(replicas=2))
    assert not again.built
    assert indices(cluster) == [index]
    cluster.wait("green", 3)
    settings = cluster.ask(f"/{index}")[index]["settings"]["index"]
    assert settings["number_of_replicas"] == "2"
    third = workspace.build(home, cluster=Wishes(shards=3))
    assert third.built
    assert third.generation != first.generation
    assert not workspace.build(home).built
    (new,) = alias(cluster)
    assert cluster.ask(f"/{new}")[new]["settings"]["index"]["number_of_shards"] == "3"
    assert indices(cluster) == sorted([index, new])


def test_readers_answer_while_the_index_is_swapped(cluster: RunningCluster, home: Path) -> None:
    build(cluster, home)
    opened = workspace.open_workspace(home)
    right = found(opened)
    assert right
    wrong: list[object] = []
    done = threading.Event()
    asked = [0]

    def ask(fresh: bool) -> None:
        while not done.is_set():
            try:
                reader = workspace.open_workspace(home) if fresh else opened
                if (got := found(reader)) != right:
                    wrong.append(got)
                if fresh:
                    reader.close()
                asked[0] += 1
            except Exception as error:
                wrong.append(repr(error))

    threads = [threading.Thread(target=ask, args=(fresh,)) for fresh in (False, True)]
    for thread in threads:
        thread.start()
    for _ in range(3):
        workspace.build(home, force=True)
    done.set()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert asked[0] > 10
    assert len(indices(cluster)) == 3  # the newest, the one before, and the one still being read
    assert indices(cluster) == named(home)
    opened.close()
    workspace.build(home, force=True)
    assert len(indices(cluster)) == 2
    assert alias(cluster) == [read_record_of(home)]


def read_record_of(home: Path) -> str:
    library = Library(home)
    record = read_record(library.built / str(library.current()) / "index" / "engine")
    assert record is not None
    return record.index


def test_going_back(cluster: RunningCluster, home: Path, tmp_path: Path) -> None:
    build(cluster, home)
    before = read_record_of(home)
    file = tmp_path / "моё.txt"
    file.write_text(LAWS.format(word="слонобой"), encoding="utf-8")
    workspace.add_files(home, [file])
    assert len(found(workspace.open_workspace(home), '"слонобой"')) == 1
    workspace.rollback(home)
    opened = workspace.open_workspace(home)
    assert opened.report is None  # nothing has to be built for it
    assert "слонобой" not in json.dumps([h.snippet for h in search(opened)], ensure_ascii=False)
    assert alias(cluster) == [before] == [read_record_of(home)]
    assert opened.is_stale() is False
    workspace.rollback(home)
    assert len(found(workspace.open_workspace(home), '"слонобой"')) == 1
    assert len(indices(cluster)) == 2


def search(opened: workspace.Workspace) -> Any:
    return opened.finder.search("слонобой").hits


@pytest.mark.parametrize("damage", ["gone", "short", "another"])
def test_an_index_that_was_lost_is_built_again(
    cluster: RunningCluster, home: Path, damage: str
) -> None:
    build(cluster, home)
    (index,) = indices(cluster)
    right = found(workspace.open_workspace(home))
    if damage == "short":
        cluster.ask(f"/{index}/_settings", {"index.blocks.write": False}, method="PUT")
        cluster.ask(f"/{index}/_doc/7?refresh=true", method="DELETE")
    else:
        cluster.ask(f"/{index}", method="DELETE")
    if damage == "another":
        cluster.ask(f"/{index}", {}, method="PUT")
    assert [p.remedy for p in check(home)] == ["pravila build"]
    opened = workspace.open_workspace(home)
    assert found(opened) == right
    assert len(opened.notices) == 1
    assert index in opened.notices[0]
    assert alias(cluster) == [read_record_of(home)]
    assert check(home) == ()


def test_a_copied_library_leaves_the_others_indices_alone(
    cluster: RunningCluster, home: Path, tmp_path: Path
) -> None:
    build(cluster, home)
    before = indices(cluster)
    copy = tmp_path / "copy"
    shutil.copytree(home, copy)
    right = found(workspace.open_workspace(home))
    assert found(workspace.open_workspace(copy)) == right  # the very index
    for _ in range(3):
        workspace.build(copy, force=True)
    assert set(before) < set(indices(cluster))
    assert found(workspace.open_workspace(home)) == right


def test_leaving_the_cluster_tidies_up_there(cluster: RunningCluster, home: Path) -> None:
    build(cluster, home)
    workspace.build(home, engine="whoosh")
    assert len(indices(cluster)) == 1  # one can go back to it
    workspace.rollback(home)
    assert Library(home).settings().engine == "opensearch"
    workspace.build(home, engine="whoosh")
    workspace.build(home, force=True)
    assert indices(cluster) == []
    assert found(workspace.open_workspace(home))


def test_a_build_killed_at_any_moment_changes_nothing(cluster: RunningCluster, home: Path) -> None:
    started = time.monotonic()
    build(cluster, home)
    lasts = time.monotonic() - started + 1.5  # and the start of a process
    right = found(workspace.open_workspace(home))
    chance = random.Random(7)
    command = [sys.executable, "-m", "cli", "build", "--force", "--library", str(home)]
    for kill in range(KILLS):
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(chance.uniform(0.5, lasts))
        process.send_signal(signal.SIGINT if kill % 6 == 5 else signal.SIGKILL)
        process.wait()
        opened = workspace.open_workspace(home)
        assert opened.notices == []
        assert found(opened) == right
        opened.close()
    workspace.build(home)
    assert indices(cluster) == named(home)
    assert alias(cluster) == [read_record_of(home)]


def test_the_first_build_killed_leaves_no_orphan(cluster: RunningCluster, home: Path) -> None:
    """A new cluster is written down before anything is made there."""
    workspace.build(home)
    command = [sys.executable, "-m", "cli", "build", "--library", str(home)]
    command += ["--engine", "opensearch", "--url", ",".join(cluster.urls)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        until = time.monotonic() + 60
        while not indices(cluster) and time.monotonic() < until:
            time.sleep(0.02)
        process.kill()
    assert Library(home).settings().engine == "whoosh" or named(home)
    workspace.build(home, force=True)
    assert indices(cluster) == named(home)
