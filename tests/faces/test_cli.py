"""The command line on the bundled texts, as a user types it."""

import re
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cli
from corpus.document import Kind
from corpus.repair_titles import REPAIR_TITLES

Shell = Callable[..., "subprocess.CompletedProcess[str]"]
Data = Callable[..., list[dict[str, Any]]]
ONE_LINE = re.compile(r"Ошибка: [^\n]*[а-яё][^\n]*\n", re.IGNORECASE)
PARIS = "minutes-2001-10-30"


def test_search_finds_the_minute_on_a_revoke_before_a_claim(data: Data) -> None:
    (found,) = data("search", "фальшренонс после претензии")
    assert found["query"] == "фальшренонс после претензии"
    assert found["took_ms"] >= 0
    first = found["hits"][:3]
    (minute,) = [hit for hit in first if hit["date"] == "2000-01-12"]
    assert "63A3" in minute["laws"]
    assert "<mark>" in minute["snippet"]


def test_chain_goes_through_31a2_and_proves_each_hop(data: Data) -> None:
    (found,) = data("chain", "29C", "26B")
    first = found["chains"][0]
    assert first["provisions"] == ["29C", "31A2", "26B"]
    assert [(hop["from"], hop["to"]) for hop in first["hops"]] == [
        ("29C", "31A2"),
        ("31A2", "26B"),
    ]
    for hop in first["hops"]:
        assert any(proof["unit"].startswith(PARIS) for proof in hop["evidence"])


def test_law_lists_the_minutes_that_speak_of_it(data: Data) -> None:
    (found,) = data("law", "25B")
    minutes = {entry["unit"] for entry in found["history"] if entry["unit"].startswith("minutes-")}
    assert len(minutes) >= 5
    dates = [entry["date"] for entry in found["history"]]
    assert dates == sorted(dates)


TEXT = (
    "Протокол клуба от 3 мая 2019 года\n\n"
    "1. Начнём с Правила 45C4: карта названа. Затем переходим к Правилу 46B, потому что масть "
    "не названа. Наконец, по Правилу 57A назначается наказание.\n"
)


def test_chain_is_found_in_a_text_never_seen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No chain is known beforehand: another text has another one."""
    file, own = tmp_path / "клуб.txt", tmp_path / "own"
    file.write_text(TEXT, encoding="utf-8")
    at = ["--library", str(own)]
    assert cli.main(["build", *at]) == 0
    assert cli.main(["add", str(file), "--kind", "minutes", *at]) == 0
    capsys.readouterr()
    assert cli.main(["chain", "45C4", "57A", *at]) == 0
    shown = capsys.readouterr().out
    assert re.search(r"45C4\s*→\s*46B\s*→\s*57A", shown)
    assert "Затем переходим к Правилу 46B" in " ".join(shown.split())


def test_every_source_leads_back_to_the_words(data: Data) -> None:
    texts = {}
    for path in sorted((Path(cli.__file__).parent / "corpus" / "texts").glob("*.txt")):
        texts[path.read_bytes().decode("utf-8")] = path.name
    found = data("citations")
    assert len(found) > 200
    for citation in found:
        start, end = citation["source"]["start"], citation["source"]["end"]
        assert any(text[start:end] == citation["surface"] for text in texts)


def busy_port() -> tuple[socket.socket, int]:
    holder = socket.socket()
    holder.bind(("127.0.0.1", 0))
    holder.listen()
    return holder, holder.getsockname()[1]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("search|", "запрос"),
        ("search|   ", "запрос"),
        ("search|клейм|--queries|x.jsonl", "запрос"),
        ("law|999Q", "999Q"),
        ("law|слово", "слово"),
        ("chain|29C|999Q", "999Q"),
        ("chain|29C|29C", "29C"),
        ("show|laws-1987/999", "laws-1987/999"),
        ("search|клейм|--limit|0", "--limit"),
        ("search|клейм|--limit|много", "--limit"),
        ("citations|нет-такого-файла.txt", "нет-такого-файла.txt"),
        ("add|нет-такого-файла.txt", "нет-такого-файла.txt"),
        ("app|--port|0", "--port"),
        ("app|--host|999.1.1.1", "999.1.1.1"),
    ],
)
def test_bad_input_is_one_line(
    library: Path, capsys: pytest.CaptureFixture[str], arguments: str, words: str
) -> None:
    code = cli.main([*arguments.split("|"), "--library", str(library)])
    out, err = capsys.readouterr()
    assert code == cli.WRONG_INPUT
    assert out == ""
    assert ONE_LINE.fullmatch(err)
    assert words in err


def test_a_port_in_use_is_one_line(library: Path, shell: Shell) -> None:
    holder, port = busy_port()
    with holder:
        run = shell("app", "--port", str(port), "--library", str(library))
    assert run.returncode == cli.WRONG_INPUT
    assert run.stdout == ""
    assert ONE_LINE.fullmatch(run.stderr)
    assert f"{port} занят" in run.stderr


def test_a_missing_library_is_one_line(shell: Shell, tmp_path: Path) -> None:
    run = shell("search", "клейм", "--library", str(tmp_path / "nowhere"))
    assert run.returncode == cli.WRONG_INPUT
    assert ONE_LINE.fullmatch(run.stderr)
    assert "pravila build" in run.stderr
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("damage", ["a file", "foreign files", "settings"])
def test_an_unreadable_library_is_one_line(shell: Shell, tmp_path: Path, damage: str) -> None:
    place = tmp_path / "library"
    if damage == "a file":
        place.write_text("не папка", encoding="utf-8")
    else:
        place.mkdir()
        name = "library.toml" if damage == "settings" else "отчёт.docx"
        (place / name).write_text("[не TOML", encoding="utf-8")
    for command in (("search", "клейм"), ("build",)):
        run = shell(*command, "--library", str(place))
        assert run.returncode == cli.WRONG_INPUT
        assert ONE_LINE.fullmatch(run.stderr)


def test_the_screen_of_a_search_is_for_people(library: Path, shell: Shell) -> None:
    run = shell("search", "фальшренонс после претензии", "--library", str(library))
    assert run.returncode == 0
    assert "<mark>" not in run.stdout
    assert "63A3" in run.stdout
    assert "Traceback" not in run.stderr


HEAVY = {"streamlit", "networkx", "rdflib", "pymorphy3", "whoosh", "lxml", "pandas", "rich.table"}


def test_help_loads_nothing_heavy() -> None:
    """What makes ``pravila --help`` quick; the time itself is a benchmark's matter."""
    code = "import cli, sys; cli.main(['--help']); print(*sorted(sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(cli.__file__).parent,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    loaded = set(run.stdout.splitlines()[-1].split())
    assert "cli" in loaded
    assert not HEAVY & loaded


def places(value: Any) -> list[dict[str, Any]]:
    """All the ``source`` objects inside a record."""
    if isinstance(value, list):
        return [place for item in value for place in places(item)]
    if not isinstance(value, dict):
        return []
    own = [value["source"]] if isinstance(value.get("source"), dict) else []
    return own + [place for item in value.values() for place in places(item)]


@pytest.mark.parametrize(
    "command",
    ["search клейм", "law 25B", "chain 29C 26B", "units", "citations", "documents", "repairs"],
)
def test_sources_have_the_form_of_the_contract(data: Data, command: str) -> None:
    found = [place for record in data(*command.split()) for place in places(record)]
    if command != "documents":
        assert found
    for place in found:
        assert set(place) == {"file", "start", "end"}
        assert place["file"] == Path(place["file"]).name
        assert 0 <= place["start"] <= place["end"]


@pytest.mark.parametrize(
    "command", ["documents", "repairs laws-1987", "show laws-1987", "show laws-1987/12C2"]
)
def test_kinds_are_shown_in_russian_and_given_to_programs_in_english(
    shell: Shell, command: str
) -> None:
    english = {*map(str, Kind), *REPAIR_TITLES}
    lines = shell(*command.split()).stdout.splitlines()
    shown = {part for line in lines for part in re.split(r" · |: |, ", line)}
    assert not shown & english


def test_repairs_of_a_kind_are_asked_for_by_either_name(data: Data) -> None:
    by_code = data("repairs", "--kind", "line-hyphen")
    assert by_code
    assert by_code == data("repairs", "--kind", "перенос слова")
    assert {repair["kind"] for repair in by_code} == {"line-hyphen"}
