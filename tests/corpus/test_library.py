"""The folder of a library: one writer, atomic generations, readers left in peace."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.cluster import Cluster
from corpus.errors import LibraryError, SettingsError
from corpus.library import FORMAT, Library, Settings
from corpus.storage import Lease, in_use, replace_durably

ROOT = Path(__file__).resolve().parents[2]


class Heard:
    """Progress that remembers what it was told."""

    def __init__(self) -> None:
        self.titles: list[str] = []

    def step(self, title: str, total: int | None = None) -> None:
        self.titles.append(title)

    def advance(self, items: int = 1) -> None:
        pass


@pytest.fixture
def library(tmp_path: Path) -> Library:
    made = Library(tmp_path / "библиотека")
    made.create(Settings())
    return made


def generation(library: Library, words: str) -> str:
    staged = library.stage(library.built)
    (staged / "manifest.json").write_text(words, encoding="utf-8")
    return library.publish(staged)


@settings(deadline=None)
@given(
    st.builds(
        Settings,
        engine=st.sampled_from(["whoosh", "tantivy"]),
        bare=st.booleans(),
        cluster=st.none()
        | st.builds(
            Cluster,
            urls=st.lists(
                st.sampled_from(["https://one:9200", "https://two.example.org"]), min_size=1
            ).map(tuple),
            shards=st.integers(1, 99),
            replicas=st.integers(0, 9),
            timeout=st.floats(0.1, 3600),
            ca=st.none() | st.just("/ca.pem"),
            name=st.none() | st.just("federation"),
            key=st.sampled_from(["", "7fe34c3f02ba1cd6"]),
        ),
    )
)
def test_settings_are_read_as_written(
    tmp_path_factory: pytest.TempPathFactory, settings: Settings
) -> None:
    library = Library(tmp_path_factory.mktemp("s") / "l")
    library.create(settings)
    assert library.settings() == settings


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("format = 99", LibraryError, "обновите программу"),
        ("format = 'x'", SettingsError, "нет номера формата"),
        ("", SettingsError, "нет номера формата"),
        ("format = 1\nbare = 3", SettingsError, "bare должно быть"),
        ("format = 1\nsearch = 7", SettingsError, r"\[search\] должна быть таблицей"),
        ("format = 1\n[search]\ncluster = 7", SettingsError, "должна быть таблицей"),
        ("format = 1\n[search.cluster]\nshards = 1", SettingsError, "urls должен быть списком"),
        ("format = 1\n[search.cluster]\nurls = []", SettingsError, "хотя бы один адрес"),
        (
            "format = 1\n[search.cluster]\nurls = ['https://a']\npassword = 'x'",
            SettingsError,
            "неизвестные настройки кластера: password",
        ),
        ("format = = 1", SettingsError, "не TOML"),
    ],
)
def test_wrong_settings_are_one_line(
    library: Library, text: str, error: type[Exception], message: str
) -> None:
    (library.path / "library.toml").write_text(text, encoding="utf-8")
    with pytest.raises(error, match=message) as raised:
        library.settings()
    assert "\n" not in str(raised.value)


def test_a_folder_of_something_else_is_not_made_a_library(tmp_path: Path) -> None:
    (tmp_path / "дневник.txt").write_text("моё", encoding="utf-8")
    with pytest.raises(LibraryError, match="не пуста"):
        Library(tmp_path).create(Settings())
    with pytest.raises(LibraryError, match="файл, а не папка"):
        Library(tmp_path / "дневник.txt").create(Settings())
    assert sorted(p.name for p in tmp_path.iterdir()) == ["дневник.txt"]


def test_generations_are_numbered_whatever_the_clock_says(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = []
    for now in (2_000_000_000.0, 1_000_000_000.0, 0.0):
        monkeypatch.setattr(time, "time", lambda now=now: now)
        names.append(generation(library, "x"))
    assert names == ["g000001", "g000002", "g000003"]
    assert library.current() == "g000003"


@pytest.mark.parametrize(
    "content", [b"", b"../../etc", b"g1\xff", b"g000001\n", b"g000001/.. " + b"0" * 64]
)
def test_a_damaged_pointer_is_no_generation(library: Library, content: bytes) -> None:
    (library.path / "current").write_bytes(content)
    assert library.current() is None


@pytest.mark.parametrize("damage", [b"", b"wholf", b"whole "])
def test_a_manifest_that_is_not_as_written_is_none(library: Library, damage: bytes) -> None:
    name = generation(library, "whole")
    assert library.manifest() == b"whole"
    (library.built / name / "manifest.json").write_bytes(damage)
    assert library.manifest() is None
    assert library.lease() is None


def test_what_a_killed_writer_left_is_swept_away(library: Library) -> None:
    generation(library, "whole")
    left = library.stage(library.built)
    (left / "manifest.json").write_text("half", encoding="utf-8")
    library.stage(library.sources)
    (library.path / ".current.1.new").write_text("g000009", encoding="utf-8")
    with library.writing():
        pass
    assert library.current() == "g000001"
    assert not list(library.path.rglob("staged-*"))
    assert not list(library.path.glob(".*.new"))


def test_pruning_spares_what_is_read_and_the_one_before(library: Library) -> None:
    for number in range(5):
        generation(library, str(number))
        if number == 1:
            lease = Lease(library.built / "g000002" / "manifest.json")
    library.prune(lambda manifest: (), bytes)
    assert library.generations() == ["g000002", "g000004", "g000005"]
    lease.close()
    library.prune(lambda manifest: (), bytes)
    assert library.generations() == ["g000004", "g000005"]


def test_a_lease_is_seen_by_another_process_and_ends_with_it(library: Library) -> None:
    name = generation(library, "x")
    code = (
        "import sys; from pathlib import Path; from corpus.library import Library;"
        f"held = Library(Path({str(library.path)!r})).lease(); print(held.name, flush=True);"
        "sys.stdin.read()"
    )
    reader = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert reader.stdout is not None
    assert reader.stdout.readline().strip() == name
    manifest = library.built / name / "manifest.json"
    with in_use(manifest) as read:
        assert read
    reader.kill()
    reader.wait()
    with in_use(manifest) as read:
        assert not read


def test_a_reader_gets_a_whole_generation_while_others_come_and_go(library: Library) -> None:
    generation(library, "0")
    done = threading.Event()
    failures: list[BaseException] = []

    def read() -> None:
        while not done.is_set():
            try:
                held = library.lease()
                assert held is not None
                assert held.manifest.decode() == str(int(held.name[1:]) - 1)
                held.lease.close()
            except BaseException as error:
                failures.append(error)
                return

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for number in range(1, 60):
        with library.writing():
            generation(library, str(number))
            library.prune(lambda manifest: (), bytes)
    done.set()
    for reader in readers:
        reader.join()
    assert not failures


def test_the_second_writer_waits_with_a_message(library: Library) -> None:
    heard, order = Heard(), []

    def second() -> None:
        with library.writing(heard):
            order.append("second")

    with library.writing():
        thread = threading.Thread(target=second)
        thread.start()
        deadline = time.monotonic() + 10
        while not heard.titles and time.monotonic() < deadline:
            time.sleep(0.01)
        order.append("first")
    thread.join()
    assert order == ["first", "second"]
    assert heard.titles == [f"Библиотеку {library.path} меняет другой процесс, жду его"]


def test_the_second_writer_gives_up_in_the_end(library: Library) -> None:
    with (
        library.writing(),
        pytest.raises(LibraryError, match="повторите позже"),
        library.writing(timeout=0.1),
    ):
        pass


def test_replacing_keeps_the_old_content_when_it_fails(tmp_path: Path) -> None:
    target = tmp_path / "current"
    replace_durably(target, b"one")
    with pytest.raises(TypeError):
        replace_durably(target, "не байты")  # type: ignore[arg-type]
    assert target.read_bytes() == b"one"
    assert [p.name for p in tmp_path.iterdir()] == ["current"]


def test_the_format_is_written_down(library: Library) -> None:
    assert f"format = {FORMAT}" in (library.path / "library.toml").read_text(encoding="utf-8")
