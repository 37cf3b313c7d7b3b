"""``pravila publish sparql`` and ``pravila sparql --url`` as a user runs them."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fronts import Rules, front
from graphservers import Server, free_port, oxigraph
from storing import dropped, unfinished, writing

import cli
import workspace
from kg.graphstore.record import PUBLICATIONS

Run = Callable[..., tuple[int, str, str]]
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of one text of its own: quick to read, quick to publish."""
    folder = tmp_path_factory.mktemp("own")
    text = folder / "письмо.txt"
    text.write_text("1. Начнём с Правила 29С, затем Правило 26В.\n\n2. См. Правило 12С2.")
    workspace.add_files(folder / "library", [text], bare=True)
    return folder / "library"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with oxigraph(tmp_path_factory.mktemp("server") / "data") as running:
        yield running


@pytest.fixture
def run(home: Path, server: Server, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command on the library and an empty server."""
    dropped(writing(server))

    def one(*arguments: str, url: str = server.url) -> tuple[int, str, str]:
        code = cli.main([*arguments, "--url", url, "--library", str(home)])
        out, err = capsys.readouterr()
        return code, out, err

    return one


def test_published_and_published_already(run: Run) -> None:
    code, out, _ = run("publish", "sparql", "--dry-run")
    assert code == 0
    assert out.startswith("Будет опубликовано: граф по умолчанию")
    code, out, _ = run("publish", "sparql")
    assert code == 0
    assert out.startswith("Опубликовано: граф по умолчанию")
    code, out, _ = run("publish", "sparql")
    assert code == 0
    assert out.startswith("Уже опубликовано")


def test_the_result_as_data(run: Run, server: Server) -> None:
    _, out, _ = run("publish", "sparql", "--graph", "https://bridge.example/граф", "--json")
    said = json.loads(out)
    assert said["status"] == "published"
    assert said["graph"] == "https://bridge.example/граф"
    assert said["url"] == server.url
    assert said["triples"] == writing(server).count(said["graph"]) > 100
    _, out, _ = run("publish", "sparql", "--graph", "https://bridge.example/граф", "--json")
    assert json.loads(out)["status"] == "unchanged"


@pytest.mark.parametrize("graph", [(), ("--graph", "https://bridge.example/граф")])
def test_a_question_has_the_same_answer_here_and_there(
    run: Run, home: Path, capsys: pytest.CaptureFixture[str], graph: tuple[str, ...]
) -> None:
    run("publish", "sparql", *graph)
    for asked in ("quotations", "ASK { ?s eli:number '26B' }"):
        cli.main(["sparql", asked, "--json", "--library", str(home)])
        here = capsys.readouterr().out
        code, there, _ = run("sparql", asked, "--json", *graph)
        assert code == 0
        assert there == here
    if graph:
        assert run("sparql", "documents", "--json")[1] == ""


def test_the_publisher_s_own_addresses(run: Run, server: Server) -> None:
    code, _, _ = run("publish", "sparql", "--base", "https://bridge.example/библиотека/")
    assert code == 0
    rows = writing(server).rows(
        "SELECT ?s { ?s ?p ?o FILTER(STRSTARTS(STR(?s), 'https://bridge.example/библиотека/id/')) }"
    )
    assert rows


WRONG = [
    (("--graph", "граф"), "полный адрес"),
    (("--graph", "https://a/> } ; DROP ALL #"), "полный адрес"),
    (("--graph", "https://a/\udcff"), "полный адрес"),
    (("--graph", "https://[a/"), "полный адрес"),
    (("--graph", "https://a/%zz"), "полный адрес"),
    (("--graph", "https://a/b c"), "полный адрес"),
    (("--graph", PUBLICATIONS, "--force"), "другой граф"),
    (("--graph", f"{PUBLICATIONS}/default", "--force"), "другой граф"),
    (("--graph", f"{PUBLICATIONS}/staging/0/1", "--force"), "другой граф"),
    (("--base", "https://bridge.example"), "кончается на"),
    (("--base", "https://a/> <b> <c> ./"), "кончается на"),
    (("--user", "Иван"), "PRAVILA_SPARQL_PASSWORD"),
    (("--ca", "/нет/такого"), "сертификатов нет"),
    (("--timeout", "0"), "от 1"),
    (("--query-url", "ftp://a"), "http"),
]


@pytest.mark.parametrize(("options", "said"), WRONG)
def test_what_is_wrong_is_told_in_one_line(
    run: Run, options: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PRAVILA_SPARQL_PASSWORD", raising=False)
    code, out, err = run("publish", "sparql", *options)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1


def test_no_address_and_nobody_there(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["publish", "sparql"]) == 2
    assert "--url" in capsys.readouterr().err
    code, _, err = run("sparql", "documents", url=f"http://127.0.0.1:{free_port()}")
    assert code == 2
    assert "не отвечает" in err
    assert cli.main(["sparql", "documents", "--graph", "urn:a"]) == 2
    assert "--url" in capsys.readouterr().err


def test_the_password_comes_from_the_environment(
    run: Run, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRAVILA_SPARQL_PASSWORD", "тайна")
    with front(Rules(server.url, user="Иван:тайна")) as url:
        code, out, err = run("publish", "sparql", "--user", "Иван", url=url)
        assert code == 0
        assert "тайна" not in out + err
        code, _, err = run("sparql", "documents", "--user", "Пётр", url=url)
        assert code == 2
        assert "тайна" not in err


def test_one_who_presses_ctrl_c_is_told_so(run: Run, server: Server, home: Path) -> None:
    """The front never lets the upload through, so that the moment is always the same."""
    run("publish", "sparql")
    before = writing(server).count(None)
    rules = Rules(server.url)
    with front(rules) as url:
        command = [sys.executable, "-m", "cli", "publish", "sparql", "--force", "--url", url]
        rules.busy_with = "PUT"
        process = subprocess.Popen(
            [*command, "--library", str(home)],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        end = time.monotonic() + 180
        while not rules.waiting and time.monotonic() < end:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=180)
    assert process.returncode == 130
    assert err.splitlines()[-1] == "Прервано."
    assert writing(server).count(None) == before
    assert unfinished(writing(server)) == set()
