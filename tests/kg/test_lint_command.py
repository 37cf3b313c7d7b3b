"""``pravila lint`` and ``pravila rule`` as a user types them."""

import io
import json
from pathlib import Path

import docx
import pytest

import cli
import workspace
from kg.lint import baseline_path, rules

OTHER_STYLE = """\
ПРАВИЛО 23. ОСВЕДОМЛЁННОСТЬ О ВОЗМОЖНОМ УЩЕРБЕ

А. Решение Судьи

Если Судья[1] считает, что нарушитель мог знать об ущербе, применяется Закон 12Б1.

Б. Присуждение

Судья присуждает компенсирующий результат* по Закону 12В1.

В. Прочее

Смотри также Закон 102.

* См. сноску выше.

- 7 -

ПРАВИЛО 24. КАРТА ОТКРЫТА ВО ВРЕМЯ ТОРГОВЛИ

А. Младшая карта

Карта остаётся на столе, как сказано в Законе 50Б.

[2] Главный Судья или его помощник.
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("library") / "bridge"
    workspace.build(path)
    return path


@pytest.fixture(autouse=True)
def _in_library(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRAVILA_LIBRARY", str(library))


Capture = pytest.CaptureFixture[str]


def codes(out: str) -> list[str]:
    return [row["code"] for row in json.loads(out)["findings"]]


def test_the_whole_library_has_errors_so_the_code_is_1(capsys: Capture) -> None:
    assert cli.main(["lint", "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)["findings"]
    assert {"F305", "F306", "S407", "S409", "N201", "P601"} <= {row["code"] for row in found}


def test_one_document_without_errors_gives_0(capsys: Capture) -> None:
    assert cli.main(["lint", "minutes-2000-08-30", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["findings"]
    assert {row["document"] for row in found} == {"minutes-2000-08-30"}


def test_a_text_of_another_style(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "другой.txt"
    path.write_text(OTHER_STYLE, encoding="utf-8")
    assert cli.main(["lint", str(path), "--kind", "laws", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["findings"]
    said = {(row["code"], row["words"]) for row in found}
    assert ("R101", "102") in said
    assert ("F301", "[1]") in said
    assert ("F301", "[2] ") in said
    assert ("F304", "* См. сноску выше.") in said
    assert not any(row["code"] in ("N201", "N205") for row in found), "А Б В is a series"
    for row in found:
        start, end = row["source"]["start"], row["source"]["end"]
        assert OTHER_STYLE[start:end] == row["words"]


def test_fix_twice_changes_nothing_the_second_time(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "копия.txt"
    path.write_text("1. Судья применяет Правило 71С ,если может.\n", encoding="utf-8")
    assert cli.main(["lint", str(path), "--fix", "--edition", "1997"]) == 0
    assert path.read_text(encoding="utf-8") == "1. Судья применяет Правило 71C, если может.\n"
    assert "исправлено мест: 3" in capsys.readouterr().err
    before = path.stat().st_mtime_ns
    assert cli.main(["lint", str(path), "--fix", "--edition", "1997"]) == 0
    assert path.stat().st_mtime_ns == before


def test_texts_of_the_library_are_never_fixed(capsys: Capture, library: Path) -> None:
    bundled = Path(cli.__file__).parent / "corpus" / "texts" / "laws-1987-pages.txt"
    before = bundled.read_bytes()
    for arguments in ([str(bundled)], [], ["laws-1987"]):
        assert cli.main(["lint", *arguments, "--fix"]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert bundled.read_bytes() == before


def test_accepted_findings_go_to_the_baseline(tmp_path: Path, capsys: Capture) -> None:
    path, accepted = tmp_path / "текст.txt", tmp_path / "принято.json"
    path.write_text("1. Судья применяет Правило 95.\n", encoding="utf-8")
    here = ["--baseline", str(accepted), "--edition", "1997"]
    assert cli.main(["lint", str(path), *here]) == 1
    assert cli.main(["lint", str(path), *here, "--accept", "так в подлиннике"]) == 0
    assert cli.main(["lint", str(path), *here]) == 0
    assert "так в подлиннике" in accepted.read_text(encoding="utf-8")
    assert not baseline_path(tmp_path).exists()


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    class Input:
        buffer = io.BytesIO("Судья применяет Правило 95.\n".encode())

    monkeypatch.setattr("sys.stdin", Input)
    assert cli.main(["lint", "-", "--edition", "1997", "--json"]) == 1
    assert codes(capsys.readouterr().out) == ["R101"]


def test_a_word_file_is_reported_on(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "протокол.docx"
    document = docx.Document()
    document.add_paragraph("1. Судья применяет Правило 71С, как решил Комитет.")
    document.save(str(path))
    assert cli.main(["lint", str(path), "--edition", "1997", "--json"]) == 0
    assert codes(capsys.readouterr().out) == ["N201"]
    assert cli.main(["lint", str(path), "--fix"]) == 2


def test_statistics_count_by_rule(capsys: Capture) -> None:
    assert cli.main(["lint", "--statistics", "--json", "--select", "S407,S409"]) == 1
    assert json.loads(capsys.readouterr().out)["rules"] == {"S407": 4, "S409": 1}


def test_the_rules_are_listed_and_each_has_its_page(capsys: Capture) -> None:
    assert cli.main(["lint", "--list", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["code"] for row in rows] == [rule.code for rule in rules()]
    assert cli.main(["rule", "F305"]) == 0
    page = capsys.readouterr().out
    assert "F305" in page
    assert "## Плохо" in page


@pytest.mark.parametrize(
    "arguments",
    [
        ["lint", "нет-такого-документа"],
        ["lint", "нет-такого.txt"],
        ["lint", "--select", "Q"],
        ["lint", "--unsafe"],
        ["rule", "Z1"],
        ["lint", "--format", "xml"],
        ["lint", "laws-1987", "--fix"],
    ],
)
def test_a_mistake_is_one_russian_line_and_code_2(arguments: list[str], capsys: Capture) -> None:
    assert cli.main(arguments) == 2
    out, err = capsys.readouterr()
    assert err.startswith("Ошибка: ")
    assert err.count("\n") == 1
    assert out == ""


def test_a_folder_is_said_to_be_one(tmp_path: Path, capsys: Capture) -> None:
    assert cli.main(["lint", str(tmp_path)]) == 2
    assert "это папка" in capsys.readouterr().err
