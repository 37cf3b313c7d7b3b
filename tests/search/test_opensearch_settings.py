"""Where the cluster is: what may be said of it, and that no password is ever kept."""

from pathlib import Path

import pytest

pytest.importorskip("opensearchpy")

import workspace
from corpus.cluster import Cluster, Wishes, checked, cluster_of, described, own_name
from corpus.errors import SettingsError
from corpus.library import Library, Settings
from search.engine import engine_named
from search.opensearch.connection import PASSWORD, USER, Connection, credentials

ONE = Cluster(("https://one:9200",), key="k")


@pytest.mark.parametrize(
    ("known", "wishes", "expected"),
    [
        (None, Wishes(("https://a:9200,https://b:9200/",)), ("https://a:9200", "https://b:9200")),
        (None, Wishes(("https://a", " https://b ", "https://a")), ("https://a", "https://b")),
        (ONE, Wishes(), ("https://one:9200",)),
        (ONE, Wishes(("http://127.0.0.1:9200",)), ("http://127.0.0.1:9200",)),
        (None, Wishes(("https://a/behind/a/proxy",)), ("https://a/behind/a/proxy",)),
        (None, Wishes(("https://[::1]:9200",)), ("https://[::1]:9200",)),
    ],
)
def test_addresses(known: Cluster | None, wishes: Wishes, expected: tuple[str, ...]) -> None:
    assert described(known, wishes).urls == expected


def test_what_is_not_said_stays() -> None:
    first = described(None, Wishes(("https://a",), shards=3, timeout=5, name="union"))
    assert (first.shards, first.replicas, first.timeout, first.name) == (3, 1, 5.0, "union")
    assert len(first.key) == 16
    second = described(first, Wishes(replicas=2, ca=Path("ca.pem")))
    assert second.shards == 3
    assert second.replicas == 2
    assert second.key == first.key
    assert Path(second.ca or "").is_absolute()
    assert cluster_of(second.to_table(), "x") == second


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        (Wishes(), "не сказано, где кластер"),
        (Wishes(("",)), "не сказано, где кластер"),
        (Wishes(("one:9200",)), "не адрес кластера"),
        (Wishes(("ftp://one",)), "не адрес кластера"),
        (Wishes(("https://",)), "не адрес кластера"),
        (Wishes(("https://a:port",)), "не адрес"),
        (Wishes(("https://a:99999",)), "не адрес"),
        (Wishes(("https://[::1",)), "не адрес"),
        (Wishes(("https://a/?pretty",)), "лишнее"),
        (Wishes(("https://a b/",)), "не адрес"),
        (Wishes(("https://a", "http://b")), "либо все https"),
        (Wishes(("https://a",), shards=0), "shards"),
        (Wishes(("https://a",), shards=10**9), "shards"),
        (Wishes(("https://a",), replicas=-1), "replicas"),
        (Wishes(("https://a",), timeout=0), "timeout"),
        (Wishes(("https://a",), timeout=float("nan")), "timeout"),
        (Wishes(("https://a",), name="Союз"), "строчные латинские"),
        (Wishes(("https://a",), name="_all"), "строчные латинские"),
        (Wishes(("https://a",), name="a,b*"), "строчные латинские"),
    ],
)
def test_wrong_wishes_are_one_line(wishes: Wishes, message: str) -> None:
    with pytest.raises(SettingsError, match=message) as raised:
        described(None, wishes)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    "url",
    [
        "https://anna:s3cret@one:9200",
        "https://s3cret@one:9200",
        "https://:s3cret@one",
        "anna:s3cret@one",
        "https://anna:s3cret@[::1",
        "https://anna:s3cret@one:port",
    ],
)
def test_a_password_in_an_address_is_neither_taken_nor_shown(url: str) -> None:
    with pytest.raises(SettingsError) as raised:
        described(None, Wishes((url,)))
    assert "s3cret" not in str(raised.value)


@pytest.mark.parametrize(
    ("url", "user", "password", "expected"),
    [
        ("https://one", "", "", None),
        ("https://one", "anna", "s3cret", ("anna", "s3cret")),
        ("http://127.0.0.1:9200", "anna", "s3cret", ("anna", "s3cret")),
        ("http://localhost:9200", "anna", "s3cret", ("anna", "s3cret")),
        ("http://[::1]:9200", "anna", "s3cret", ("anna", "s3cret")),
        ("http://one", "", "", None),
        ("http://one", "anna", "s3cret", "без шифрования"),
        ("https://one", "anna", "", "обе переменные"),
        ("https://one", "", "s3cret", "обе переменные"),
    ],
)
def test_credentials_come_from_the_environment(
    url: str, user: str, password: str, expected: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(USER, user)
    monkeypatch.setenv(PASSWORD, password)
    if isinstance(expected, str):
        with pytest.raises(SettingsError, match=expected) as raised:
            credentials(Cluster((url,)))
        assert "s3cret" not in str(raised.value)
    else:
        assert credentials(Cluster((url,))) == expected


def test_a_certificate_that_cannot_be_read(tmp_path: Path) -> None:
    for name, data in (("none.pem", None), ("bad.pem", b"x"), ("empty.pem", b"")):
        if data is not None:
            (tmp_path / name).write_bytes(data)
        with pytest.raises(SettingsError, match="--ca"):
            Connection(Cluster(("https://one",), ca=str(tmp_path / name)))


def test_an_engine_on_a_cluster_must_know_where() -> None:
    with pytest.raises(SettingsError, match="--url"):
        engine_named("opensearch")
    assert engine_named("opensearch", Cluster(("https://one",), name="a")).name == "opensearch"


def test_names_differ_from_folder_to_folder_and_key_to_key(tmp_path: Path) -> None:
    names = {own_name(key, tmp_path / f) for key in ("k1", "k2") for f in ("a", "b")}
    assert len(names) == 4
    assert own_name("k1", tmp_path / "a") == own_name("k1", tmp_path / "b" / ".." / "a")
    for name in names:
        checked(Cluster(("https://one",), name=name))


def test_settings_of_a_cluster_need_its_engine(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="--engine opensearch"):
        workspace.build(tmp_path / "l", bare=True, cluster=Wishes(("https://one",)))
    assert not (tmp_path / "l").exists()
    with pytest.raises(SettingsError, match="--url"):
        workspace.build(tmp_path / "l", bare=True, engine="opensearch")
    assert not (tmp_path / "l").exists()


def test_a_library_whose_cluster_is_away_says_so_and_stays(tmp_path: Path) -> None:
    home = tmp_path / "l"
    workspace.build(home, bare=True)
    wishes = Wishes(("http://127.0.0.1:9",), timeout=0.5)
    with pytest.raises(OSError, match="кластер поиска не отвечает"):
        workspace.build(home, engine="opensearch", cluster=wishes)
    known = Library(home).settings()
    assert known.engine == "whoosh"
    assert known.cluster is not None
    assert not workspace.build(home).built
    assert workspace.open_workspace(home).finder.search("карта").hits == ()
    assert Settings().cluster is None
