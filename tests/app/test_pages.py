"""What each page shows for an address, without a browser (Streamlit's AppTest)."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from ui import opened

APP = str(Path(__file__).resolve().parents[2] / "app.py")


@pytest.fixture(scope="module")
def show(
    tmp_path_factory: pytest.TempPathFactory, fresh: Callable[[Path], Path]
) -> Iterator[Callable[..., AppTest]]:
    folder = tmp_path_factory.mktemp("pages")
    fresh(folder / "library")
    before = dict(os.environ)
    os.environ |= {"PRAVILA_LIBRARY": str(folder / "library"), "PRAVILA_LOG": str(folder / "log")}

    def run(**params: str) -> AppTest:
        at = AppTest.from_file(APP, default_timeout=30)
        for name, value in params.items():
            at.query_params[name] = value
        return at.run()

    yield run
    opened._held.cache_clear()
    os.environ.clear()
    os.environ |= before


def body(at: AppTest) -> str:
    texts = [element.proto.body for element in at.get("html")]
    return "\n".join(text for text in texts if not text.startswith("<style>"))


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({}, ["За столом", "Комитету по правилам", "Редактору"]),
        ({"q": "фальшренонс после претензии"}, ["Найдено:", "<mark>", "63A3"]),
        ({"q": "25B"}, ["Правило 25B", "Найдено:"]),
        ({"law": "25B"}, ["О нём решено", "1 сентября 1998", "Текста этого правила"]),
        ({"law": "25В"}, ["Правило 25B"]),
        ({"law": "12C2"}, ["Оценочный результат", "На него ссылаются: комментарии"]),
        ({"chain": "29C", "to": "26B"}, ["Найдено цепочек", "начнем с Правила", "26В"]),
        ({"chain": "-"}, ["Назовите два правила"]),
        ({"chain": "29C"}, ["Найдено цепочек"]),
        ({"chain": "29C", "to": "29C"}, ["совпадают"]),
        ({"unit": "minutes-2000-01-12/4"}, ['class="sub on"', "Ссылается на", "63A3"]),
        ({"doc": "laws-1987"}, ["Оглавление", "Исправлено при чтении"]),
        ({"doc": "laws-1987", "raw": "1"}, ["показать исправленный текст", "<pre>"]),
        ({"graph": "29C"}, ["Отсюда", "31A2"]),
        ({"graph": "all"}, ["Самые связанные"]),
        ({"glossary": "-"}, ["Понятий:", "фальшренонс"]),
        ({"glossary": "revoke"}, ["Где встречается", "ревок"]),
        ({"report": "all"}, ["всего", "предупреждения", "Зачем", "строка"]),
        ({"report": "warning", "rules": "N201"}, ["N201", "кириллическая", "Исправление:"]),
        ({"library": "-"}, ["Документы: 10", "встроенный текст"]),
    ],
    ids=lambda value: (
        "&".join(f"{k}={v}" for k, v in value.items()) if isinstance(value, dict) else ""
    ),
)
def test_a_page_shows(
    show: Callable[..., AppTest], params: dict[str, str], words: list[str]
) -> None:
    at = show(**params)
    text = body(at)
    assert not at.exception
    missing = [word for word in words if word not in text]
    assert not missing, text[-2000:]


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"unit": "нет-такого/1"}, "нет единицы"),
        ({"doc": "нет-такого"}, "нет документа"),
        ({"law": "слон"}, "слон"),
        ({"chain": "слон", "to": "26B"}, "слон"),
        ({"q": "вид:слон"}, "слон"),
        ({"graph": "999Z"}, "не упоминается"),
        ({"glossary": "<b>x</b>"}, "&lt;b&gt;x&lt;/b&gt;"),
        ({"library": "нет-такого"}, "Документы:"),
        ({"report": "слон", "at": "слон"}, "всего"),
        ({"report": "all", "rules": "X999"}, "замечаний нет"),
        ({"q": "ъъъъъъ щщщщщщ"}, "Найдено: 0"),
        ({"law": "25B", "n": "минус один"}, "25B"),
        ({"q": "*", "p": "999999"}, "Найдено:"),
        ({"chain": "29C", "to": "26B", "n": "999"}, "Найдено цепочек"),
        ({"doc": "laws-1987", "from": "99999999999999"}, "Правила"),
        ({"q": "блеф", "p": "9" * 5000}, "Найдено:"),
        ({"q": "блеф", "label": "x", "cls": "x", "title": "x", "name": "x"}, "Найдено:"),
        ({"doc": "laws-1987", "label": "x", "cls": "x"}, "Правила"),
        ({"q": "слон " * 2000}, "Найдено:"),
        ({"q": "a\x00b", "kind": "\x00", "document": "../.."}, "Найдено:"),
        ({"doc": "../../etc/passwd"}, "нет документа"),
        ({"unit": "../../x"}, "нет единицы"),
        ({"page": "../../x"}, "За столом"),
    ],
    ids=lambda value: (
        "&".join(f"{k}={v[:20]!r}" for k, v in value.items()) if isinstance(value, dict) else ""
    ),
)
def test_a_wrong_address_is_one_russian_line_with_a_way_back(
    show: Callable[..., AppTest], params: dict[str, str], said: str
) -> None:
    at = show(**params)
    text = body(at)
    assert not at.exception
    assert said in text
    assert "Traceback" not in text
    assert "Код:" not in text


@pytest.mark.parametrize("name", ["q", "law", "chain", "unit", "doc", "glossary", "graph", "find"])
def test_markup_in_an_address_is_only_text(show: Callable[..., AppTest], name: str) -> None:
    evil = "<script>alert(1)</script><img src=x onerror=alert(1)>"
    at = show(**{name: evil})
    assert not at.exception
    assert "<script>" not in body(at)
    assert "<img" not in body(at)


def test_typing_a_query_changes_the_address(show: Callable[..., AppTest]) -> None:
    at = show()
    at.text_input(key="search_box").set_value("штрафная карта").run()
    assert at.query_params["q"] in ("штрафная карта", ["штрафная карта"])
    assert "Найдено:" in body(at)


def test_typing_a_number_leads_straight_to_the_law(show: Callable[..., AppTest]) -> None:
    at = show()
    at.text_input(key="search_box").set_value("правило 31 а 2").run()
    assert at.query_params["law"] in ("31A2", ["31A2"])
    assert "Правило 31A2" in body(at)


def test_facets_narrow_the_answer(show: Callable[..., AppTest]) -> None:
    everything = body(show(q="фальшренонс"))
    narrowed = body(show(q="фальшренонс", kind="minutes"))
    assert everything.count('class="card') > narrowed.count('class="card') > 0
    assert 'class="card commentary"' in everything
    assert 'class="card commentary"' not in narrowed


def test_results_are_taken_along_when_asked_for(show: Callable[..., AppTest]) -> None:
    plain = show(q="фальшренонс")
    assert not plain.get("download_button")
    assert "взять с собой" in body(plain)
    asked = show(q="фальшренонс", take="1")
    labels = [button.label for button in asked.get("download_button")]
    assert labels == ["Таблица (CSV)", "Markdown", "Word (DOCX)", "JSON"]


def test_read_only_hides_all_that_changes_the_library(
    show: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Добавить файлы" in body(show(library="-"))
    monkeypatch.setenv("PRAVILA_READ_ONLY", "1")
    at = show(library="-")
    text = body(at)
    assert "Добавить файлы" not in text
    assert not at.button
    assert "только чтение" in text


def test_a_bug_is_a_sentence_with_a_code_and_goes_to_the_log(
    show: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from ui import failure, search_page

    def broken(_: object) -> None:
        raise RuntimeError("тайна")

    monkeypatch.setattr(search_page, "show", broken)
    monkeypatch.setenv("PRAVILA_LOG", str(tmp_path / "app.log"))
    failure._LOG.handlers.clear()
    text = body(show())
    assert "Код: " in text
    assert "тайна" not in text
    assert "Вернуться к поиску" in text
    code = text.split("Код: ")[1][:8]
    logged = (tmp_path / "app.log").read_text("utf-8")
    assert code in logged
    assert "тайна" in logged
    failure._LOG.handlers.clear()
