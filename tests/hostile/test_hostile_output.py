"""Markup, formulas, escape sequences in texts and names come out as the words they are."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import evil
import pydot
import pyoxigraph
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

import cli
import workspace
from commands.safe_text import safe, safe_json
from kg.export.cells import cell
from ui.exports import Block, markdown, table

ROOT = Path(__file__).resolve().parents[2]
Out = Callable[..., bytes]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("evil")
    (folder / evil.NAME).write_text(evil.TEXT, encoding="utf-8")
    report = workspace.add_files(
        folder / "l", [folder / evil.NAME], title=evil.TITLE, kind="minutes", bare=True
    )
    assert report.documents, report.refused
    return folder / "l"


@pytest.fixture(scope="module")
def document(home: Path) -> str:
    with workspace.open_workspace(home) as opened:
        return opened.documents[0].id


@pytest.fixture
def out(home: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Out:
    """What a command prints, on both streams."""

    def run(*arguments: str) -> bytes:
        code = cli.main([*arguments, "--library", str(home)])
        printed, said = capfdbinary.readouterr()
        assert code in (0, 1), said.decode()
        assert b"\x1b" not in said
        return printed

    return run


# -- the terminal ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        *(("search", "фальшренонс", "--explain"), ("documents",), ("citations",), ("law", "63A3")),
        *(("lint",), ("search", "фальшренонс", "--json"), ("units", "--json")),
        *(("citations", "--json"), ("lint", "--format", "json")),
    ],
    ids=" ".join,
)
def test_no_character_of_a_text_acts_on_a_terminal(arguments: tuple[str, ...], out: Out) -> None:
    printed = out(*arguments).decode()
    assert printed.strip()
    assert not set(printed) & set(evil.ACTING)


def test_nor_of_a_query_or_of_a_name_that_is_refused(
    home: Path, document: str, capfd: pytest.CaptureFixture[str]
) -> None:
    for arguments in (
        ["search", evil.ESCAPES + evil.BIDI],
        ["unit", evil.ESCAPES],
        ["law", "\x9b2J"],
    ):
        cli.main([*arguments, "--library", str(home)])
        printed, said = capfd.readouterr()
        assert not set(printed + said) & set(evil.ACTING), arguments


def test_on_a_real_terminal_too(home: Path, tmp_path: Path) -> None:
    """Colours are on there, so that our own sequences are expected and the text's are not."""
    pty = pytest.importorskip("pty", reason="no terminals on Windows")
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", "search", "фальшренонс", "--library", str(home)],
        cwd=ROOT,
        stdout=terminal,
        stderr=terminal,
        stdin=terminal,
        env=os.environ | {"TERM": "xterm-256color", "PRAVILA_LOG": str(tmp_path / "log")},
    )
    os.close(terminal)
    printed = b""
    while True:
        try:
            piece = os.read(controller, 65536)
        except OSError:  # Linux tells the end of a terminal so
            break
        if not piece:
            break
        printed += piece
    process.wait(30)
    os.close(controller)
    shown = printed.decode()
    assert "�[31mкрасно�]0;" in shown
    assert "\x1b[31m" not in shown
    assert "\x1b]" not in shown
    assert not set(shown) & set(evil.ACTING) - {"\x1b"}


@given(st.text())
def test_safe_text_keeps_its_length_and_all_that_is_harmless(text: str) -> None:
    shown = safe(text)
    assert len(shown) == len(text)
    assert not set(shown) & set(evil.ACTING)
    assert safe(shown) == shown
    line = json.dumps({"text": text}, ensure_ascii=False)
    assert json.loads(safe_json(line)) == {"text": text}
    assert not set(safe_json(line)) & set(evil.ACTING)


# -- files -----------------------------------------------------------------------------------------


def rows(data: bytes, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig")), delimiter=delimiter))


@pytest.mark.parametrize("form", ["nodes", "edges"])
def test_no_cell_of_a_table_is_computed(form: str, out: Out) -> None:
    found = [text for row in rows(out("export", form))[1:] for text in row if text]
    assert found
    for text in found:
        assert text[0] not in "=+-@\t\r" or text.lstrip("-").replace(".", "").isdigit(), text


def test_nor_of_the_table_of_findings(out: Out) -> None:
    for row in rows(out("lint", "--select", "ALL", "--format", "csv"))[1:]:
        assert all(text[:1] not in tuple("=+-@\t\r") or not text for text in row), row


@pytest.mark.parametrize(
    ("value", "written"),
    [
        *(("=1+1", "'=1+1"), ("+7 495", "'+7 495"), ("-5", "'-5"), ("@SUM(1)", "'@SUM(1)")),
        *(("\t=1", "'\t=1"), ("\r=1", "'\r=1"), ("\n=1", "'\n=1"), ("＝1", "'＝1")),
        *((-5, -5), (0.5, 0.5), ("", ""), ("Правило 12", "Правило 12"), (None, None)),
    ],
)
def test_cells(value: object, written: object) -> None:
    assert cell(value) == written
    assert rows(table([{"x": value}]), ";")[1:] == [["" if written is None else str(written)]]


@pytest.mark.parametrize("form", ["turtle", "nquads", "rdfxml"])
def test_linked_data_says_nothing_a_text_wants_it_to_say(form: str, out: Out) -> None:
    kinds = {
        "turtle": pyoxigraph.RdfFormat.TURTLE,
        "nquads": pyoxigraph.RdfFormat.N_QUADS,
        "rdfxml": pyoxigraph.RdfFormat.RDF_XML,
    }
    quads = list(pyoxigraph.parse(out("export", form), format=kinds[form]))
    assert quads
    things = {str(q.subject) for q in quads} | {str(q.predicate) for q in quads}
    assert not [thing for thing in things if "urn:evil" in thing]
    texts = [q.object.value for q in quads if isinstance(q.object, pyoxigraph.Literal)]
    assert any('<urn:evil> . """ \\" \\u0022' in text for text in texts)


@pytest.mark.parametrize("form", ["graphml", "gexf", "rdfxml", "akoma"])
def test_xml_has_the_elements_of_its_form_and_no_others(form: str, out: Out, document: str) -> None:
    data = out("export", form, *(["--document", document] if form == "akoma" else []))
    tree = etree.fromstring(data)
    names = {etree.QName(e).localname for e in tree.iter() if isinstance(e.tag, str)}
    assert not names & {"script", "img", "svg", "a"}
    assert "вышел" in "".join(tree.itertext()) or form in ("graphml", "gexf")


def test_dot_has_the_nodes_of_the_graph_and_no_others(out: Out) -> None:
    (graph,) = pydot.graph_from_dot_data(out("export", "dot").decode())
    assert "evil" not in {node.get_name().strip('"') for node in graph.get_nodes()}


class Elements(HTMLParser):
    """The elements and attributes of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.addresses: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name in ("href", "src"):
                self.addresses.append(value or "")


@pytest.mark.parametrize(
    "arguments",
    [("lint", "--select", "ALL", "--format", "html"), ("citations", "--format", "html")],
)
def test_a_page_has_our_elements_and_no_others(arguments: tuple[str, ...], out: Out) -> None:
    page = Elements(out(*arguments).decode())
    assert not page.names & {"img", "svg", "iframe", "object", "form"}
    assert not [name for name in page.attributes if name.startswith("on")]
    assert not [a for a in page.addresses if "javascript" in a.lower() or "evil" in a]


def test_a_page_of_findings_runs_no_script(out: Out) -> None:
    page = out("lint", "--select", "ALL", "--format", "html").decode()
    assert "window.hacked=1</script>" not in page


def test_sarif_and_workflow_commands_keep_to_their_lines(out: Out) -> None:
    log = json.loads(out("lint", "--select", "ALL", "--format", "sarif"))
    for found in log["runs"][0]["results"]:
        for place in found["locations"]:
            uri = place["physicalLocation"]["artifactLocation"]["uri"]
            assert not set(uri) & set("<> \x1b\u202e")
    for line in out("lint", "--select", "ALL", "--format", "github").decode().splitlines():
        assert line.startswith("::")


@given(st.text())
def test_markdown_taken_along_has_no_markup_of_a_text(text: str) -> None:
    made = markdown([Block("text", f"{text}{evil.MARKDOWN}{evil.SCRIPT}")])
    assert "<script" not in made.replace("\\<", "")
    assert "](" not in made.replace("\\]", "")
