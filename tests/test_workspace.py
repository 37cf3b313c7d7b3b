"""One opened library: built when needed, changed all or nothing, healed when damaged."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import workspace
from corpus.errors import LibraryError, NotFoundError, SettingsError
from corpus.library import Library
from corpus.sources import bundled_sources
from workspace.checking import check

ROOT = Path(__file__).resolve().parents[1]
LAWS = """ПРАВИЛО 12. Право судьи

Судья вправе присудить скорректированный счёт (см. Правило 16).

ПРАВИЛО 16. Информация

Игрок не может пользоваться посторонней информацией.
"""

Add = Callable[..., workspace.AddReport]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Where a bare library will be."""
    return tmp_path / "библиотека"


@pytest.fixture
def add(home: Path) -> Add:
    def run(*files: Path, **options: object) -> workspace.AddReport:
        return workspace.add_files(home, files, bare=True, **options)  # type: ignore[arg-type]

    return run


def put(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode(encoding))
    return path


@pytest.fixture(scope="module")
def laws(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bare library of ``LAWS`` from a file a.txt, to be copied only."""
    folder = tmp_path_factory.mktemp("laws")
    workspace.add_files(folder / "l", [put(folder / "a.txt", LAWS)], bare=True)
    return folder / "l"


@pytest.fixture(scope="module")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of the bundled texts, to be read or copied only."""
    home = tmp_path_factory.mktemp("bundled") / "l"
    workspace.build(home)
    return home


# -- reading -----------------------------------------------------------------------------------


def test_the_bundled_texts_are_there_with_their_words(bundled: Path) -> None:
    opened = workspace.open_workspace(bundled)
    assert {m.file for m in opened.documents} == {s.file for s in bundled_sources()}
    unit = opened.unit("laws-1987/12C2")
    document = opened.document_of(unit)
    assert unit.span.of(document.original).startswith("2.Оценочный результат")
    assert opened.units["laws-1987/12C2"] == unit
    assert len(opened.units) == len(list(opened.units)) == len(set(opened.units))
    assert opened.graph.has_text("12C2", "1987")
    assert {c.document for c in opened.citations} <= {m.id for m in opened.documents}


def test_every_original_is_the_file_as_python_reads_it(bundled: Path) -> None:
    opened = workspace.open_workspace(bundled)
    texts = {s.file: s.path.read_text(encoding="utf-8") for s in bundled_sources()}
    for document in opened.read_documents():
        assert document.original == texts[document.meta.file]


def test_what_does_not_exist_is_said(bundled: Path) -> None:
    opened = workspace.open_workspace(bundled)
    with pytest.raises(NotFoundError, match="нет единицы «laws-1987/99»"):
        opened.unit("laws-1987/99")
    with pytest.raises(NotFoundError, match="нет документа «нет»"):
        opened.document("нет")
    with pytest.raises(KeyError):
        opened.units["нет/1"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("laws-1987/12\u04212", "laws-1987/12C2"),
        ("laws-1987/12\u04412", "laws-1987/12C2"),
        ("laws-1987/12c2", "laws-1987/12C2"),
        ("l\u0430ws-1987/12C2", "laws-1987/12C2"),
    ],
)
def test_a_look_alike_letter_in_a_name_is_forgiven(bundled: Path, typed: str, meant: str) -> None:
    assert workspace.open_workspace(bundled).unit(typed).id == meant


@pytest.mark.parametrize("typed", ["25B", "25\u0412", "12 C 2"])
def test_a_law_number_in_place_of_a_name_leads_to_the_law(bundled: Path, typed: str) -> None:
    with pytest.raises(NotFoundError, match=r"pravila law (25B|12C2)$"):
        workspace.open_workspace(bundled).unit(typed)


def test_no_library_is_made_where_one_was_named_for_reading(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="pravila build"):
        workspace.open_workspace(tmp_path / "нет")
    assert not (tmp_path / "нет").exists()


def test_the_variable_names_the_library(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRAVILA_LIBRARY", str(home))
    assert workspace.location() == home
    with pytest.raises(LibraryError, match="нет библиотеки"):
        workspace.open_workspace()
    workspace.build(bare=True)
    assert workspace.open_workspace().path == home


def test_the_users_own_library_is_made_when_first_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PRAVILA_LIBRARY", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(workspace.location.__globals__["os"], "environ", os.environ)
    opened = workspace.open_workspace(bare=True)
    assert opened.path == workspace.location()
    assert opened.report is not None
    assert opened.documents == ()


def test_a_library_with_bundled_texts_does_not_lose_them_to_a_reader(bundled: Path) -> None:
    with pytest.raises(LibraryError, match="pravila build --bare"):
        workspace.open_workspace(bundled, bare=True)


# -- adding ------------------------------------------------------------------------------------


def test_added_texts_can_be_read_cited_and_found(add: Add, home: Path, tmp_path: Path) -> None:
    file = put(tmp_path / "мои правила.txt", LAWS, "cp1251")
    report = add(file, edition="1997", kind="laws")
    assert (report.taken, report.refused) == ((file,), ())
    opened = workspace.open_workspace(home)
    assert report.documents == ("laws-1997",)
    meta = opened.documents[0]
    assert (meta.file, meta.encoding, meta.edition) == ("мои правила.txt", "cp1251", "1997")
    assert [c.targets for c in opened.citations] == [("16",)]
    assert opened.finder.search("информацией").hits[0].passage.id == "laws-1997/16"
    assert opened.unit("laws-1997/16").span.of(LAWS).startswith("ПРАВИЛО 16")


def test_adding_the_same_file_again_is_harmless_and_said(add: Add, tmp_path: Path) -> None:
    file = put(tmp_path / "a.txt", LAWS)
    add(file)
    copy = put(tmp_path / "другое имя.txt", LAWS)
    for again in (file, copy):
        report = add(again)
        assert (report.taken, report.replaced, report.unchanged) == ((), (), (again,))
        assert report.build is None


def test_a_bundled_text_is_not_added_twice(bundled: Path, tmp_path: Path) -> None:
    home = tmp_path / "l"
    shutil.copytree(bundled, home)
    source = bundled_sources()[0]
    copy = tmp_path / source.file
    shutil.copyfile(source.path, copy)
    assert workspace.add_files(home, [copy]).unchanged == (copy,)


def test_new_options_for_the_same_file_replace_its_metadata(
    add: Add, home: Path, tmp_path: Path
) -> None:
    file = put(tmp_path / "a.txt", LAWS)
    add(file, title="Старое")
    report = add(file, date="1999")
    assert report.replaced == (file,)
    meta = workspace.open_workspace(home).documents[0]
    assert (meta.title, meta.date) == ("Старое", "1999")


def test_a_changed_file_replaces_the_old_one_and_old_ids_are_remembered(
    add: Add, home: Path, tmp_path: Path
) -> None:
    file = put(tmp_path / "a.txt", LAWS)
    add(file, kind="laws")
    put(file, LAWS.replace("ПРАВИЛО 16. Информация\n\nИгрок не может", "Игрок не может"))
    report = add(file)
    assert (report.taken, report.replaced) == ((), (file,))
    opened = workspace.open_workspace(home)
    assert list(opened.units) == ["a/12"]
    with pytest.raises(NotFoundError, match=r"прежней версии a\.txt"):
        opened.unit("a/16")
    put(file, LAWS.replace("ПРАВИЛО 12", "ПРАВИЛО 14"))
    add(file)
    opened = workspace.open_workspace(home)
    assert list(opened.units) == ["a/14", "a/16"]
    with pytest.raises(NotFoundError, match=r"прежней версии a\.txt"):
        opened.unit("a/12")
    assert len(list(Library(home).sources.iterdir())) == 2  # one can go back to the one before
    workspace.build(home, force=True)
    assert len(list(Library(home).sources.iterdir())) == 1


def test_a_unit_that_only_changed_its_number_is_found_by_its_words(
    add: Add, home: Path, tmp_path: Path
) -> None:
    minutes = "Протокол заседания 12 мая 1999 года\n\n1. Первое решение комитета.\n\n"
    last = "2. Второе решение комитета о претензиях."
    file = put(tmp_path / "протокол.txt", minutes + last)
    add(file, kind="minutes", date="1999-05-12")
    before = {unit.text: name for name, unit in workspace.open_workspace(home).units.items()}
    put(file, minutes + "2. Вставленное решение.\n\n" + last.replace("2.", "3."))
    add(file)
    opened = workspace.open_workspace(home)
    assert opened.document("minutes-1999-05-12").units[-1].id == "minutes-1999-05-12/3"
    assert opened.unit(before["1. Первое решение комитета."]).number == "1"


def test_two_texts_of_one_name_get_names_of_their_own_and_keep_them(
    add: Add, home: Path, tmp_path: Path
) -> None:
    one = put(tmp_path / "1" / "устав.txt", LAWS)
    two = put(tmp_path / "2" / "устав.txt", LAWS.replace("Судья", "Директор"))
    report = add(one, two)
    assert report.taken == (one, two)
    first, second = report.documents
    assert second == f"{first}-2"
    workspace.remove(home, first)
    opened = workspace.open_workspace(home)
    assert [m.id for m in opened.documents] == [second]
    workspace.build(home, force=True)
    assert [m.id for m in workspace.open_workspace(home).documents] == [second]
    assert all(name.startswith(f"{second}/") for name in opened.units)
    assert {unit.document for unit in opened.units.values()} == {second}


def test_a_folder_is_taken_with_a_report_of_what_was_not(
    add: Add, home: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "бумаги"
    good = put(folder / "б" / "правила.txt", LAWS)
    put(folder / "правила2.md", LAWS.replace("16", "17"))
    put(folder / "пусто.txt", "")
    put(folder / "шум.docx", "не документ")
    put(folder / "снимок.png", "x")
    put(folder / ".git" / "скрытое.txt", LAWS)
    report = add(folder)
    assert report.taken == (folder / "правила2.md", good)
    assert {r.file.name: r.reason.split(": ")[-1] for r in report.refused}.keys() == {
        "пусто.txt",
        "шум.docx",
        "снимок.png",
    }
    assert all("\n" not in r.reason for r in report.refused)
    assert len(workspace.open_workspace(home).documents) == 2


def test_side_files_beside_a_text_are_read_and_not_reported(
    add: Add, home: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "тексты"
    put(folder / "a.txt", LAWS)
    put(folder / "a.toml", 'id = "my-laws"\ntitle = "Мои"\nkind = "laws"\nedition = "2007"\n')
    start = LAWS.index("Игрок")
    said = {"start": start, "end": start + 30, "quote": "Игрок", "laws": ["73"]}
    said |= {"confidence": "high", "evidence": "заголовок утрачен"}
    put(
        folder / "a.curation.json",
        json.dumps({"about": "проверка", "items": [said]}),
    )
    report = add(folder)
    assert (len(report.taken), report.refused) == (1, ())
    opened = workspace.open_workspace(home)
    assert opened.documents[0].title == "Мои"
    assert [a.laws for a in opened.unit("my-laws/16").attribution] == [("73",)]


@pytest.mark.parametrize(
    ("side", "message"),
    [("id = 'a b/../c'", "не годится"), ("id = ", "не TOML"), ("nonsense = 1", "неизвестные поля")],
)
def test_wrong_side_files_refuse_the_file(
    add: Add, home: Path, tmp_path: Path, side: str, message: str
) -> None:
    file = put(tmp_path / "a.txt", LAWS)
    put(tmp_path / "a.toml", side)
    report = add(file)
    assert message in report.refused[0].reason
    assert list(Library(home).sources.iterdir()) == []


def test_wrong_options_are_one_line(add: Add, home: Path, tmp_path: Path) -> None:
    file = put(tmp_path / "a.txt", LAWS)
    with pytest.raises(SettingsError, match="вид «стихи» неизвестен"):
        add(file, kind="стихи")
    assert not home.exists()
    assert "не в кодировке" in add(put(tmp_path / "b.txt", "ё"), encoding="ascii").refused[0].reason


def test_names_cannot_leave_the_library(add: Add, home: Path, tmp_path: Path) -> None:
    file = put(tmp_path / "..%2f..%2fetc\n\x1b[31m<script>.txt", LAWS)
    add(file)
    inside = {p.relative_to(home).parts[0] for p in home.rglob("*")}
    assert inside == {"library.toml", "sources", "built", "current", "lock"}
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([file.name, home.name])
    assert workspace.open_workspace(home).documents[0].file == file.name


def test_removing(add: Add, home: Path, tmp_path: Path) -> None:
    one, two = put(tmp_path / "a.txt", LAWS), put(tmp_path / "b.txt", LAWS.replace("16", "17"))
    add(one, two)
    workspace.remove(home, "a")
    assert [m.id for m in workspace.open_workspace(home).documents] == ["b"]
    workspace.remove(home, "b.txt")
    assert workspace.open_workspace(home).documents == ()
    workspace.build(home, force=True)  # now nothing leads back to it
    assert list(Library(home).sources.iterdir()) == []
    with pytest.raises(NotFoundError, match="нет документа «a»"):
        workspace.remove(home, "a")


def test_a_bundled_text_is_not_removed(bundled: Path) -> None:
    with pytest.raises(LibraryError, match="встроенный текст"):
        workspace.remove(bundled, "laws-1987")


def test_unchanged_texts_are_taken_over(add: Add, tmp_path: Path) -> None:
    add(put(tmp_path / "a.txt", LAWS))
    report = add(put(tmp_path / "b.txt", LAWS.replace("16", "17")))
    assert report.build is not None
    assert (report.build.reused, report.build.documents) == (1, 2)


# -- rebuilding and healing --------------------------------------------------------------------


def test_an_up_to_date_library_is_not_built_again(add: Add, home: Path, tmp_path: Path) -> None:
    add(put(tmp_path / "a.txt", LAWS))
    before = Library(home).current()
    assert not workspace.build(home).built
    assert Library(home).current() == before
    assert workspace.build(home, force=True).built


def test_newer_code_rebuilds(
    add: Add, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(put(tmp_path / "a.txt", LAWS))
    monkeypatch.setattr("workspace.stamps.readings", lambda: "other code")
    opened = workspace.open_workspace(home)
    assert opened.notices == ["Программа обновилась: перестраиваю библиотеку из исходных текстов"]
    assert opened.report is not None
    assert opened.report.reused == 0
    assert list(opened.units) == ["a/12", "a/16"]


def test_a_library_of_an_earlier_format_is_built_anew_from_its_sources(
    add: Add, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr("workspace.building.FORMAT", 0)
        add(put(tmp_path / "a.txt", LAWS), title="Моё")
    assert [problem.error for problem in check(home)] == [False]
    opened = workspace.open_workspace(home)
    assert opened.notices == ["Библиотека прежнего формата: перестраиваю её из исходных текстов"]
    assert [m.title for m in opened.documents] == ["Моё"]
    assert check(home) == ()


def test_the_engine_is_remembered(home: Path, laws: Path) -> None:
    pytest.importorskip("tantivy")
    shutil.copytree(laws, home)
    assert workspace.build(home, engine="tantivy").engine == "tantivy"
    opened = workspace.open_workspace(home)
    assert opened.settings.engine == "tantivy"
    assert opened.finder.search("информацией").hits
    with pytest.raises(SettingsError):
        workspace.build(home, engine="гугл")
    assert workspace.open_workspace(home).settings.engine == "tantivy"


GLOSSARY = """
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <https://example.org/glossary/> .
:pobudka a skos:Concept ; skos:prefLabel "побудка"@ru ; skos:altLabel "информацией"@ru .
"""


def test_a_library_may_have_a_glossary_of_its_own(home: Path, laws: Path) -> None:
    shutil.copytree(laws, home)
    assert not workspace.open_workspace(home).finder.search("побудка", verbatim=False).hits
    put(home / "glossary.ttl", GLOSSARY)
    opened = workspace.open_workspace(home)
    assert opened.notices == ["Словарь библиотеки изменился: перестраиваю её"]
    assert opened.finder.search("побудка").hits[0].passage.id == "a/16"
    put(home / "glossary.ttl", "@prefix skos: ")
    with pytest.raises(SettingsError, match=r"glossary\.ttl") as raised:
        workspace.open_workspace(home)
    assert "\n" not in str(raised.value)
    (home / "glossary.ttl").unlink()
    assert workspace.open_workspace(home).report is not None


def test_bundled_texts_come_and_go(add: Add, home: Path, tmp_path: Path) -> None:
    add(put(tmp_path / "a.txt", LAWS))
    workspace.build(home, bare=False)
    opened = workspace.open_workspace(home)
    assert {"a", "laws-1987"} <= {m.id for m in opened.documents}
    workspace.build(home, bare=True)
    assert [m.id for m in workspace.open_workspace(home).documents] == ["a"]


BUILT = ["readings", "citations", "graph.msgpack", "index", "manifest.json"]


@pytest.mark.parametrize(
    ("part", "damage", "opened_before"),
    [
        *((part, "flipped", False) for part in BUILT),
        *((part, "gone", True) for part in BUILT[:-1]),
        ("graph.msgpack", "cut", True),
        ("manifest.json", "cut", False),
        ("manifest.json", "gone", False),
    ],
)
def test_a_damaged_built_file_is_rebuilt_from_the_sources(
    home: Path,
    caplog: pytest.LogCaptureFixture,
    part: str,
    damage: str,
    opened_before: bool,
    laws: Path,
) -> None:
    shutil.copytree(laws, home)
    library = Library(home)
    opened = workspace.open_workspace(home) if opened_before else None
    for path in sorted((library.built / (library.current() or "")).rglob("*")):
        if path.is_file() and path.stat().st_size and part in path.parts[-3:]:
            data = path.read_bytes()
            path.unlink()
            if damage == "flipped":
                middle = len(data) // 2
                path.write_bytes(data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :])
            elif damage == "cut":
                path.write_bytes(data[: len(data) // 2])
    opened = opened or workspace.open_workspace(home)
    assert list(opened.units) == ["a/12", "a/16"]
    assert opened.graph.has_text("16")
    assert opened.finder.search("информацией").hits
    assert [c.targets for c in opened.citations] == [("16",)]
    assert [r.message.split(":")[-1] for r in caplog.records if "повреждён" in r.message] == [
        " перестраиваю её из исходных текстов"
    ]
    assert check(home) == ()


def test_check_finds_what_is_wrong_and_changes_nothing(home: Path, laws: Path) -> None:
    shutil.copytree(laws, home)
    assert check(home) == ()
    library = Library(home)
    source = next(library.sources.iterdir())
    (source / "original.txt").write_text("подменён", encoding="utf-8")
    graph = library.built / (library.current() or "") / "graph.msgpack"
    graph.unlink()
    found = {problem.where: problem for problem in check(home)}
    assert found.keys() == {"a.txt", "graph.msgpack"}
    assert all(problem.error for problem in found.values())
    assert not graph.exists()


def test_check_names_the_wrong_line_of_a_glossary_and_builds_nothing(
    home: Path, laws: Path
) -> None:
    shutil.copytree(laws, home)
    before = Library(home).current()
    put(home / "glossary.ttl", GLOSSARY)
    (changed,) = check(home)
    assert (changed.what, changed.error) == ("Словарь библиотеки изменился", False)
    put(home / "glossary.ttl", GLOSSARY + ':another skos:prefLabel "незакрытая\n')
    wrong, changed = check(home)
    assert wrong.where == "glossary.ttl"
    assert wrong.what.startswith("glossary.ttl, строка 5: ")
    assert wrong.error
    assert Library(home).current() == before


def test_check_of_no_library_is_one_line(home: Path) -> None:
    with pytest.raises(LibraryError, match="нет библиотеки"):
        check(home)


def test_a_lost_source_does_not_take_the_others_along(add: Add, home: Path, tmp_path: Path) -> None:
    add(put(tmp_path / "a.txt", LAWS), put(tmp_path / "b.txt", LAWS.replace("16", "17")))
    for source in Library(home).sources.iterdir():
        if 'file = "a.txt"' in (source / "metadata.toml").read_text(encoding="utf-8"):
            shutil.rmtree(source)
    report = workspace.build(home, force=True)
    assert report.refused == ()  # its words are in what was built before, and only there
    assert [m.id for m in workspace.open_workspace(home).documents] == ["a", "b"]
    assert [(p.where, p.error) for p in check(home)] == [("a.txt", True)]
    for reading in Library(home).built.glob("*/readings/*"):
        reading.unlink()
    report = workspace.build(home, force=True)
    assert [file for file, _ in report.refused] == ["a.txt"]
    assert [m.id for m in workspace.open_workspace(home).documents] == ["b"]


# -- readers and writers -----------------------------------------------------------------------


def test_a_reader_notices_a_new_generation_and_goes_on_until_then(
    add: Add, home: Path, tmp_path: Path
) -> None:
    add(put(tmp_path / "a.txt", LAWS))
    old = workspace.open_workspace(home)
    assert old.refresh() is old
    for number in range(4):
        add(put(tmp_path / f"b{number}.txt", f"Письмо номер {number} о ренонсе."))
    assert old.is_stale()
    assert list(old.units) == ["a/12", "a/16"]
    assert old.finder.search("информацией").hits
    new = old.refresh()
    assert not new.is_stale()
    assert len(new.documents) == 5


def test_searching_while_the_library_is_rebuilt_never_fails(
    add: Add, home: Path, tmp_path: Path, laws: Path
) -> None:
    shutil.copytree(laws, home)
    done = threading.Event()
    failures: list[BaseException] = []
    searched = [0]

    def read() -> None:
        opened = workspace.open_workspace(home)
        while not done.wait(0.02):
            try:
                opened = opened.refresh()
                hits = opened.finder.search("информацией").hits
                assert hits[0].passage.id == "a/16"
                searched[0] += 1
            except BaseException as error:
                failures.append(error)
                return

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    for number in range(3):
        add(put(tmp_path / "b.txt", f"Письмо номер {number} о ренонсе."))
    done.set()
    for reader in readers:
        reader.join()
    assert not failures
    assert searched[0] >= 3


def test_two_processes_adding_at_once_both_succeed(home: Path, tmp_path: Path) -> None:
    workspace.build(home, bare=True)
    files = [put(tmp_path / f"текст{number}.txt", f"Письмо {number}.") for number in range(2)]
    code = (
        "import sys; from pathlib import Path; import workspace;"
        "r = workspace.add_files(Path(sys.argv[1]), [Path(sys.argv[2])]); assert r.taken, r"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(home), str(file)], cwd=ROOT)
        for file in files
    ]
    assert [process.wait(60) for process in running] == [0] * len(files)
    assert {m.file for m in workspace.open_workspace(home).documents} == {f.name for f in files}
    assert check(home) == ()


# -- a disk that refuses -----------------------------------------------------------------------

# The super-user may write anywhere, unless it gives that power up.
WITHOUT_POWERS = (
    ["setpriv", *(f"--{of}=-dac_override,-dac_read_search" for of in ("inh-caps", "bounding-set"))]
    if hasattr(os, "getuid") and os.getuid() == 0
    else []
)
LIMITED = """
import resource, sys
from pathlib import Path
import workspace
from corpus.errors import PravilaError
import search.finder, kg.graph, corpus.read
if sys.argv[3] == "full":
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[4]), int(sys.argv[4])))
try:
    workspace.add_files(Path(sys.argv[1]), [Path(sys.argv[2])])
except PravilaError as error:
    print(error)
    sys.exit(2)
"""


def limited(*arguments: object, powers: bool = True) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*([] if powers else WITHOUT_POWERS), sys.executable, "-c", LIMITED, *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="no such limits on Windows")
@pytest.mark.parametrize("size", [10, 3000, 20_000, 400_000])
def test_a_full_disk_is_one_line_and_nothing_half_written(
    add: Add, home: Path, tmp_path: Path, size: int, laws: Path
) -> None:
    shutil.copytree(laws, home)
    new = put(tmp_path / "b.txt", LAWS.replace("Судья", "Директор") * 400)
    result = limited(home, new, "full", size)
    assert result.returncode == 2, result.stderr
    assert result.stdout.count("\n") == 1
    assert "не хватило места" in result.stdout
    assert check(home) == ()
    assert [m.id for m in workspace.open_workspace(home).documents] == ["a"]
    add(new)
    assert len(workspace.open_workspace(home).documents) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="permissions differ on Windows")
def test_a_read_only_library_is_read_and_not_written(
    home: Path, tmp_path: Path, laws: Path
) -> None:
    shutil.copytree(laws, home)
    new = put(tmp_path / "b.txt", LAWS.replace("16", "17"))
    for place in (tmp_path, home, *home.rglob("*")):
        place.chmod(0o555 if place.is_dir() else 0o444)
    try:
        result = limited(home, new, "read-only", powers=False)
        assert result.returncode == 2, result.stderr
        assert result.stdout.count("\n") == 1
        assert "право записи" in result.stdout
        assert workspace.open_workspace(home).finder.search("информацией").hits
    finally:
        for place in (tmp_path, home, *home.rglob("*")):
            place.chmod(0o755)
    assert check(home) == ()


@pytest.mark.parametrize(
    "wrong", [{"kind": "письмо"}, {"date": "вчера"}, {"edition": "a/b"}, {"numbering": "греческая"}]
)
def test_a_wrong_statement_is_refused_before_anything_is_read(
    add: Add, home: Path, tmp_path: Path, wrong: dict[str, str]
) -> None:
    with pytest.raises(SettingsError, match=f"«{next(iter(wrong.values()))}»"):
        add(put(tmp_path / "a.txt", LAWS), **wrong)
    assert not home.exists()


def test_the_alphabet_of_sections_can_be_said(add: Add, home: Path, tmp_path: Path) -> None:
    text = "Правило 5. ИМЯ\n\nА. Одно\n\nТекст.\n\nВ. Другое\n\nТекст.\n\nПравило 6. ИМЯ\n\nТекст."
    add(put(tmp_path / "a.txt", text), numbering="russian")
    assert "a/5C" in {
        unit.id for d in workspace.open_workspace(home).read_documents() for unit in d.units
    }


def test_a_text_whose_name_changed_is_found_by_its_earlier_name(
    add: Add, home: Path, tmp_path: Path
) -> None:
    file = put(tmp_path / "a.txt", LAWS)
    add(file, edition="1997")
    add(file, edition="2007")
    opened = workspace.open_workspace(home)
    for look in (opened.unit, opened.document):
        with pytest.raises(NotFoundError, match=r"прежнее имя a\.txt: теперь это laws-2007$"):
            look("laws-1997")
    with pytest.raises(NotFoundError, match="теперь это laws-2007/12"):
        opened.unit("laws-1997/12")
    with pytest.raises(NotFoundError, match="нет единицы «laws-199»"):
        opened.unit("laws-199")
