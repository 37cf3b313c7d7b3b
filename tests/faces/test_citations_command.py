"""``pravila citations`` on a file and on standard input."""

import json
import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from typer import Typer
from typer.testing import CliRunner

from commands import citations
from commands.cited_text import FORM_NAMES, KIND_NAMES, STATUS_NAMES
from corpus.errors import ReadingError
from corpus.read import bundled_documents
from kg.citation import Status
from kg.citations import cite

TEXT = "может применяться правило 15В и не может – 15С; см. <Правило 95>."


@pytest.fixture
def app() -> Typer:
    made = Typer()
    made.callback()(lambda: None)
    citations.register(made)
    return made


def test_json_lines_from_standard_input(app: Typer) -> None:
    result = CliRunner().invoke(app, ["citations", "-", "--json", "--edition", "1987"], input=TEXT)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(row["surface"], row["targets"], row["status"]) for row in rows] == [
        ("15В", ["15B"], "resolved"),
        ("15С", ["15C"], "resolved"),
        ("95", ["95"], "dangling"),
    ]
    assert all(TEXT[r["source"]["start"] : r["source"]["end"]] == r["surface"] for r in rows)


def test_a_file_is_named_by_its_last_part(app: Typer, tmp_path: Path) -> None:
    path = tmp_path / "мой.txt"
    path.write_text(TEXT, encoding="utf-8")
    result = CliRunner().invoke(app, ["citations", str(path), "--json"])
    assert {json.loads(line)["source"]["file"] for line in result.stdout.splitlines()} == {
        "мой.txt"
    }


def test_explain_says_why(app: Typer) -> None:
    arguments = ["citations", "-", "--explain", "--edition", "1997", "--format", "text"]
    result = CliRunner().invoke(app, arguments, input=TEXT)
    assert "95 [95 – такого нет: Правила 95 нет в издании 1997" in result.stdout


def test_html_links_colours_and_escapes(app: Typer) -> None:
    result = CliRunner().invoke(app, ["citations", "-", "--format", "html"], input=TEXT)
    assert '<a class="c resolved" href="#15B"' in result.stdout
    assert 'class="c dangling"' in result.stdout
    assert '<li id="15B">' in result.stdout
    assert "&lt;Правило" in result.stdout


def test_a_translation_of_ones_own_is_one_more_file(app: Typer, tmp_path: Path) -> None:
    path = tmp_path / "club.json"
    path.write_text(
        '{"edition": "club", "letters": "cyrillic", "laws": [{"law": 27, "has": "27C"}]}',
        encoding="utf-8",
    )
    arguments = ["citations", "-", "--json", "--inventory", str(path), "--edition", "club"]
    (line,) = CliRunner().invoke(app, arguments, input="по Правилу 27В").stdout.splitlines()
    assert (json.loads(line)["targets"], json.loads(line)["status"]) == (["27C"], "resolved")


def test_nothing_on_standard_input_is_said_in_one_line(app: Typer) -> None:
    result = CliRunner().invoke(app, ["citations", "-"], input="  ")
    assert isinstance(result.exception, ReadingError)


def test_a_folder_is_said_to_be_one(app: Typer, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["citations", str(tmp_path)])
    assert isinstance(result.exception, ReadingError)
    assert "это папка" in str(result.exception)


def test_the_table_speaks_russian(app: Typer) -> None:
    text = f"{TEXT} Сноска к Правилу 69, п. 17.2 комментария, этого Правила, Правила 62...64."
    result = CliRunner().invoke(app, ["citations", "-"], input=text)
    assert {"Правило", "названо", "прямо", "найдено"} <= set(re.findall(r"\w+", result.stdout))
    assert not re.search(r"resolved|unverified|dangling|named|law|bare|implicit", result.stdout)


def test_every_kind_and_form_has_a_russian_name() -> None:
    found = [one for each in bundled_documents() for one in cite(each)]
    assert {one.kind for one in found} <= set(KIND_NAMES)
    assert {one.form for one in found} <= set(FORM_NAMES)
    assert set(STATUS_NAMES) == set(Status)


def test_an_item_of_the_text_is_not_shown_as_a_law(app: Typer) -> None:
    text = "Протокол\n\n1. По Правилу 1 решено.\n\n2. См. пункт 1 выше, сноску к Правилу 69.\n"
    arguments = ["citations", "-", "--kind", "minutes", "--format"]
    page = CliRunner().invoke(app, [*arguments, "html"], input=text).stdout
    ids = set(re.findall(r'<li id="(.*?)">', page))
    assert ids == {"1", "п.-1", "69", "сноска-к-69"}
    assert {unquote(one) for one in re.findall(r'href="#(.*?)"', page)} == ids
    assert "1 [п. 1 – найдено]" in CliRunner().invoke(app, [*arguments, "text"], input=text).stdout
