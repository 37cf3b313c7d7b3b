"""``pravila chain``, ``law``, ``compare``, ``top``, ``term``, ``sparql``, ``export``."""

import json
from pathlib import Path

import pytest

import cli
from commands.export import glossary
from kg.export import FORMATS


def said(capsys: pytest.CaptureFixture[str], library: Path, *arguments: str) -> str:
    code = cli.main([*arguments, "--library", str(library)])
    out, err = capsys.readouterr()
    assert code == 0, err
    return out


def refused(capsys: pytest.CaptureFixture[str], library: Path, *arguments: str) -> str:
    code = cli.main([*arguments, "--library", str(library)])
    out, err = capsys.readouterr()
    assert code == 2
    assert out == ""
    assert len(err.strip().splitlines()) == 1
    return err


def test_the_first_chain_in_the_contract_s_form(data) -> None:  # type: ignore[no-untyped-def]
    (answer,) = data("chain", "29С", "26В")
    first = answer["chains"][0]
    assert first["provisions"] == ["29C", "31A2", "26B"]
    for hop in first["hops"]:
        for evidence in hop["evidence"]:
            assert {"unit", "sentence", "source"} <= set(evidence)


def test_a_law_s_history_in_the_contract_s_form(data) -> None:  # type: ignore[no-untyped-def]
    (answer,) = data("law", "25B")
    assert {"law", "editions", "cites", "cited_by", "about", "history"} <= set(answer)
    assert [e["date"] for e in answer["history"]] == sorted(e["date"] for e in answer["history"])


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("chain", "29C", "26B"), "29C → 31A2 → 26B"),
        (("chain", "29C-26B"), "29C → 31A2 → 26B"),
        (("chain", "29С – 26В"), "29C → 31A2 → 26B"),
        (("chain", "29C→26B"), "29C → 31A2 → 26B"),
        (("chain", "29C..26B"), "29C → 31A2 → 26B"),
        (("chain", "12-C-2"), "12C2"),
        (("chain", "29C"), "31A2 → 23"),
        (("chain", "92D", "93C"), "Цепочки от 92D до 93C в текстах нет"),
        (("chain", "26B", "29C"), "нет"),
        (("law", "69"), "подтверждает"),
        (("law", "12C1"), "Текст 1987 года"),
        (("law", "77"), "ничего не сказано"),
        (("compare", "12C", "--editions", "1987,1997"), "12C3"),
        (("top",), "25B"),
        (("top", "together", "-n", "2"), "13 и 14"),
        (("top", "never", "-n", "2"), "колода"),
        (("top", "islands"), "26, 29"),
        (("term", "логическая альтернатива"), "code-of-practice-1999"),
        (("sparql", "--list"), "chain-from-29c"),
        (("sparql", "law-cites-law"), "12C1"),
        (("export", "dot"), "digraph"),
        (("export", "akoma", "--document", "laws-1987"), "akomaNtoso"),
    ],
)
def test_a_person_reads(
    capsys: pytest.CaptureFixture[str],
    library: Path,
    arguments: tuple[str, ...],
    expected: str,
) -> None:
    assert expected in said(capsys, library, *arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ("top", "--json"),
        ("top", "together", "--json"),
        ("top", "islands", "--json"),
        ("compare", "12", "--json"),
        ("sparql", "--list", "--json"),
        ("term", "ущерб", "--json"),
    ],
)
def test_programs_read_lines_of_json(
    capsys: pytest.CaptureFixture[str], library: Path, arguments: tuple[str, ...]
) -> None:
    lines = said(capsys, library, *arguments).splitlines()
    assert lines
    assert all(isinstance(json.loads(line), dict) for line in lines)


@pytest.mark.parametrize(
    "arguments",
    [
        ("chain", "29C", "29C"),
        ("chain", "слово"),
        ("chain", "97"),
        ("chain", "29C", "97"),
        ("chain", "29C", "26B", "--via", "97"),
        ("chain", "29C26(b)"),
        ("chain", "29C", "--document", "нет-такого"),
        ("chain", "29C", "--edition", "1800"),
        ("law", "25B", "--edition", "1800"),
        ("law", "0"),
        ("law", "999"),
        ("compare", "12C", "--editions", "1800"),
        ("compare", "12C", "--editions", ","),
        ("term", "кварк"),
        ("sparql", "нет-такого"),
        ("sparql", "SELECT {"),
        ("top", "never", "--edition", "1800"),
        ("export",),
        ("export", "docx"),
        ("export", "akoma"),
        ("export", "turtle", "--base", "нет"),
        ("export", "turtle", "--base", "https://a/> <b> <c> ./"),
        ("export", "nquads", "--base", "https://a/b c/"),
        ("export", "turtle", "-o", "/нет/такой/папки.ttl"),
    ],
)
def test_a_mistake_is_one_russian_line(
    capsys: pytest.CaptureFixture[str], library: Path, arguments: tuple[str, ...]
) -> None:
    assert "Ошибка" in refused(capsys, library, *arguments)


def test_everything_goes_into_a_folder(
    capsys: pytest.CaptureFixture[str], library: Path, tmp_path: Path
) -> None:
    said(capsys, library, "export", "--all", str(tmp_path / "all"))
    names = {path.suffix for path in (tmp_path / "all").iterdir()}
    assert {".ttl", ".jsonld", ".nq", ".rdf", ".graphml", ".gexf", ".dot", ".cyjs"} <= names
    assert len(FORMATS) == 11
    assert "фальшренонс" in (tmp_path / "all" / "pravila.ttl").read_text("utf-8")
    assert glossary()
