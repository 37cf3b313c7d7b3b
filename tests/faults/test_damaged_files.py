"""Whatever file of a library is damaged, it is noticed and said, and the answers stay the same."""

from __future__ import annotations

import logging
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from processes import LETTERS, LONG, answers, letters, pravila, refusal, small_library, sound

import workspace
from corpus.errors import LibraryError, PravilaError, SettingsError
from corpus.library import Library
from workspace.checking import check

EXAMPLES = int(os.environ.get("PRAVILA_DAMAGES", "2"))
"""How many random damages are tried (``PRAVILA_DAMAGES=2000`` for the long proof)."""
GLOSSARY = """@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix : <https://example.org/own#> .
:letter a skos:Concept ; skos:prefLabel "письмо судье"@ru ; skos:altLabel "послание"@ru .
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of three letters; the tests damage copies."""
    return small_library(tmp_path_factory.mktemp("damage") / "библиотека")


@pytest.fixture(scope="module")
def expected(whole: Path) -> list[tuple[object, ...]]:
    return answers(whole)


def flipped(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 0x10]) + data[middle + 1 :]


DAMAGES: dict[str, Callable[[bytes], bytes | None]] = {
    "flipped": flipped,
    "cut": lambda data: data[: len(data) // 2],
    "emptied": lambda _: b"",
    "zeroed": lambda data: bytes(len(data)),
    "lengthened": lambda data: data + b"\0" * 512,
    "removed": lambda _: None,
}


def put(path: Path, data: bytes | None) -> None:
    """Give a file other contents; its hard links elsewhere stay as they are."""
    path.unlink()
    if data is not None:
        path.write_bytes(data)


def copied(whole: Path, place: Path) -> Path:
    shutil.rmtree(place, ignore_errors=True)
    return Path(shutil.copytree(whole, place))


def built_files(home: Path) -> list[Path]:
    """Files of the generation in use that hold anything."""
    folder = Library(home).built / (Library(home).current() or "")
    return sorted(p for p in folder.rglob("*") if p.is_file() and p.stat().st_size)


def kind_of(path: Path) -> str:
    """What a built file is, whatever its name: the names are random or hashes."""
    return re.sub(r"[0-9a-f]{32}|MAIN_[0-9a-z]{16}", "…", path.name)


def kinds(home: Path) -> dict[str, Path]:
    """One built file of each kind, by kind and folder."""
    return {f"{p.parent.name}/{kind_of(p)}": p for p in built_files(home)}


NAMES = (
    *("citations/….msgpack", "readings/….msgpack", "graph.msgpack", "manifest.json"),
    *("index/glossary.json", "index/index.json", "index/passages.jsonl"),
    *("index/passages.offsets", "index/subjects.json", "index/vocabulary.json"),
    *("engine/….seg", "engine/_MAIN_1.toc"),
)


def test_the_kinds_of_built_files_are_known(whole: Path) -> None:
    found = {name.removeprefix(f"{Library(whole).current()}/") for name in kinds(whole)}
    assert found == set(NAMES)


def place_of(home: Path, name: str) -> Path:
    return next(p for k, p in kinds(home).items() if k.endswith(f"/{name}") or k == name)


@pytest.mark.parametrize("name", NAMES if LONG else NAMES[1::3])
def test_a_damaged_built_file_is_rebuilt_with_one_line(
    name: str,
    whole: Path,
    expected: list[tuple[object, ...]],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    home = copied(whole, tmp_path / "l")
    path = place_of(home, name)
    damage = list(DAMAGES.values())[NAMES.index(name) % len(DAMAGES)]
    put(path, damage(path.read_bytes()))
    assert answers(home) == expected
    said = [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING]
    assert len(said) == 1, said
    assert said[0].endswith("библиотеки повреждён: перестраиваю её из исходных текстов")
    assert len(sound(home)) == 3


@settings(max_examples=EXAMPLES, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_byte_of_any_built_file_may_go(
    data: st.DataObject,
    whole: Path,
    expected: list[tuple[object, ...]],
    tmp_path: Path,
) -> None:
    home = copied(whole, tmp_path / "l")
    files = built_files(home)
    for path in data.draw(st.lists(st.sampled_from(files), min_size=1, max_size=3, unique=True)):
        content = bytearray(path.read_bytes())
        start = data.draw(st.integers(0, len(content) - 1))
        length = data.draw(st.sampled_from([1, 1, 16, 4096]))
        piece = bytes(b ^ data.draw(st.integers(1, 255)) for b in content[start : start + 1])
        content[start : start + length] = piece + bytes(len(content[start : start + length]) - 1)
        put(path, bytes(content))
    assert answers(home) == expected
    assert len(sound(home)) == 3


@pytest.mark.parametrize(
    "name", ["readings/….msgpack", "graph.msgpack", "manifest.json"][: None if LONG else 1]
)
def test_a_file_of_another_generation_is_not_taken(
    name: str, whole: Path, expected: list[tuple[object, ...]], tmp_path: Path
) -> None:
    other = tmp_path / "other"
    workspace.add_files(other, letters(tmp_path / "x")[:2], bare=True)
    home = copied(whole, tmp_path / "l")
    foreign = place_of(other, name).read_bytes()
    path = place_of(home, name)
    if path.read_bytes() != foreign:
        put(path, foreign)
    assert answers(home) == expected
    assert len(sound(home)) == 3


POINTERS = (b"g999999 " + b"0" * 64 + b"\n", b"", b"\0" * 75, b"\xff\xfe", None)


@pytest.mark.parametrize("content", POINTERS if LONG else POINTERS[:1])
def test_a_damaged_pointer_means_a_rebuild(
    content: bytes | None, whole: Path, expected: list[tuple[object, ...]], tmp_path: Path
) -> None:
    home = copied(whole, tmp_path / "l")
    put(home / "current", content)
    assert answers(home) == expected
    assert len(sound(home)) == 3


def test_the_pointer_to_the_generation_before_gives_what_it_was(
    whole: Path, expected: list[tuple[object, ...]], tmp_path: Path
) -> None:
    """As after restoring one file from a backup: the older generation is whole, so it is used."""
    home = copied(whole, tmp_path / "l")
    before = (home / "current").read_bytes()
    workspace.remove(home, "клейм.txt")
    put(home / "current", before)
    assert answers(home) == expected


# -- what only the user has ------------------------------------------------------------------------


def sources(home: Path) -> list[Path]:
    return sorted(p for p in Library(home).sources.rglob("*") if p.is_file())


@pytest.mark.parametrize(
    ("which", "damage"),
    [
        *(("original.txt", "flipped"), ("metadata.toml", "zeroed")),
        *((("original.txt", "removed"), ("metadata.toml", "emptied")) if LONG else ()),
    ],
)
def test_a_damaged_source_is_named_and_nothing_is_lost(
    which: str,
    damage: str,
    whole: Path,
    expected: list[tuple[object, ...]],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Its words are still in what was built; the file itself has to come from the user again."""
    home = copied(whole, tmp_path / "l")
    path = next(p for p in sources(home) if p.name == which)
    put(path, DAMAGES[damage](path.read_bytes()))
    (problem,) = check(home)
    name = problem.where
    assert name in LETTERS
    put(place_of(home, "graph.msgpack"), b"")  # so that it must be rebuilt
    caplog.clear()
    assert answers(home) == expected
    said = [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING]
    assert len(said) == 2, said
    assert said[1].startswith(f"{name}: файл, сохранённый в библиотеке, пропал или повреждён")
    assert [p.where for p in check(home)] == [name]
    again = letters(tmp_path / "ещё")[list(LETTERS).index(name)]
    report = workspace.add_files(home, [again])
    assert (report.taken, report.replaced, report.refused) == ((), (again,), ())
    assert sound(home) == set(LETTERS)
    assert {d[0] for d in answers(home)[:3]} == set(LETTERS)


def test_a_source_damaged_where_nothing_else_has_its_words_is_named(
    whole: Path, tmp_path: Path
) -> None:
    home = copied(whole, tmp_path / "l")
    path = next(p for p in sources(home) if p.name == "original.txt")
    put(path, flipped(path.read_bytes()))
    for reading in home.glob("built/*/readings/*"):
        put(reading, b"")
    run = pravila(tmp_path, "search", "ренонс", "--library", home)
    assert run.returncode == 0
    named = [line for line in run.stderr.splitlines() if "пропал или повреждён" in line]
    assert len(named) == 1
    name = named[0].split(":")[0]
    assert [p.where for p in check(home) if p.error] == [name, name]
    with workspace.open_workspace(home) as opened:
        assert {m.file for m in opened.documents} == set(LETTERS) - {name}
    assert workspace.add_files(home, [letters(tmp_path / "x")[list(LETTERS).index(name)]]).build
    assert len(sound(home)) == 3


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", SettingsError),
        (b"\xff" * 40, LibraryError),
        (b"format = 1\nbare = [", SettingsError),
        (b"format = 99\n", LibraryError),
    ],
)
def test_a_damaged_settings_file_is_one_line(
    content: bytes, error: type[PravilaError], whole: Path, tmp_path: Path
) -> None:
    home = copied(whole, tmp_path / "l")
    put(home / "library.toml", content)
    with pytest.raises(error) as raised:
        workspace.open_workspace(home)
    assert "\n" not in str(raised.value)
    line = refusal(pravila(tmp_path, "search", "ренонс", "--library", home))
    assert "library.toml" in line or "обновите программу" in line


@pytest.mark.parametrize("damage", ["cut", "zeroed"])
def test_a_damaged_glossary_is_said_and_leaves_the_library_readable(
    damage: str, whole: Path, tmp_path: Path
) -> None:
    home = copied(whole, tmp_path / "l")
    damaged = DAMAGES[damage](GLOSSARY.encode())
    assert damaged is not None
    (home / "glossary.ttl").write_bytes(damaged)
    run = pravila(tmp_path, "search", "ренонс", "--library", home)
    if run.returncode:
        assert "glossary.ttl" in refusal(run)
    else:
        assert "ренонс" in run.stdout
    assert len(list(Library(home).sources.iterdir())) == 3


@pytest.mark.parametrize("number", [0, 99])
@pytest.mark.parametrize("where", ["manifest.json", "library.toml"])
def test_another_format_is_rebuilt_or_refused(
    where: str,
    number: int,
    whole: Path,
    expected: list[tuple[object, ...]],
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Older is rebuilt from the sources, later is refused with what to do."""
    from hashlib import sha256

    home = copied(whole, tmp_path / "l")
    if where == "library.toml":
        old = (home / where).read_text(encoding="utf-8")
        put(home / where, old.replace("format = 1", f"format = {number}").encode())
    else:
        manifest = place_of(home, where)
        data = manifest.read_text(encoding="utf-8").replace('"format": 1', f'"format": {number}')
        put(manifest, data.encode())
        name = Library(home).current()
        (home / "current").write_text(f"{name} {sha256(data.encode()).hexdigest()}\n")
    if where == "library.toml" and number > 1:
        line = refusal(pravila(tmp_path, "search", "ренонс", "--library", home))
        assert f"формата {number}" in line
        assert "pip install -U pravila" in line
        return
    assert answers(home) == expected
    workspace.build(home)
    assert Library(home).settings().format == 1
    assert len(sound(home)) == 3
