"""Kind, edition, date and title are guessed from a text's own words, with a reason."""

import pytest

from corpus.document import Metadata
from corpus.outline.guess import first_date
from corpus.read import read_documents


def meta(text: str, file: str = "t.txt") -> Metadata:
    return read_documents(text, file)[0].meta


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (
            "Правило 16. Информация\nA. Первое\nТекст.\nПравило 17. Период\nA. Второе\nТекст.",
            "laws",
        ),
        ("LAW 23 - CALL\nA. Definition\nText here.\nLAW 24 - CARD\nText there.", "laws"),
        ("Правило 9. ИМЯ\n\n9.1. Игрок вправе.\n\n9.2. Судья вызван.", "commentary"),
        ("17.3. Правило 24 применяется.\n\n17.4. См. Правило 12.", "commentary"),
        ("Протокол заседания\n\n1. Решено.\n\n2. Решено.", "minutes"),
        ("1. Комитет решил.\n\n2. Комитет решил.\n\n3. Комитет решил.", "minutes"),
        ("Кодекс практики\n\nКомитет заслушивает судью.", "code-of-practice"),
        ("Регламент\n\n1. Общее\n\n1.1. Начало.", "regulations"),
        ("Апелляция № 1\n\nФакты.\n\nАпелляция № 2\n\nФакты.", "appeals"),
        ("Письмо о бридже.\n\nДорогой друг.", "prose"),
    ],
)
def test_the_kind_is_told_by_the_form(text: str, kind: str) -> None:
    found = meta(text)
    assert found.kind == kind
    assert dict(found.guessed)["kind"]


@pytest.mark.parametrize(
    ("text", "edition"),
    [
        ("Комментарий к Правилам 1987 года\n\nТекст.", "1987"),
        ("Международный Кодекс\nспортивного бриджа (1997)\n\nТекст.", "1997"),
        ("THE LAWS OF DUPLICATE BRIDGE 2017\n\nText.", "2017"),
        ("Протокол заседания 30 августа 1998\n\n1. Решено.", "1997"),
        ("Протокол заседания 30 августа 2006\n\n1. Решено.", "1997"),
        ("Протокол Комитета по Кодексу 12 января 2009\n\n1. Решено.", "2007"),
        ("Письмо о бридже.", None),
    ],
)
def test_the_edition_is_the_one_named_or_the_one_in_force(text: str, edition: str | None) -> None:
    found = meta(text)
    assert found.edition == edition
    assert ("edition" in dict(found.guessed)) == (edition is not None)


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("Лилль, 24 августа 1998 г.", "1998-08-24"),
        ("24.08.1998", "1998-08-24"),
        ("1998-08-24", "1998-08-24"),
        ("Lille, August 24, 1998", "1998-08-24"),
        ("2 мая 2003", "2003-05-02"),
        ("41.13.1998", None),
        ("в 1998 году", None),
    ],
)
def test_dates_are_read_in_the_ways_people_write_them(text: str, iso: str | None) -> None:
    assert first_date(text) == iso


def test_what_is_said_is_not_guessed() -> None:
    known = {"id": "mine", "kind": "minutes", "date": "2003", "edition": "1997", "title": "Моё"}
    found = read_documents("1. Решено.", "t.txt", known)[0].meta
    assert (found.id, found.date, found.edition, found.title) == ("mine", "2003", "1997", "Моё")
    assert not {"id", "kind", "date", "edition", "title"} & dict(found.guessed).keys()


def test_a_text_without_signs_is_named_by_its_file() -> None:
    found = meta("Просто слова о бридже, и ничего более.", "Мои заметки (2).docx")
    assert found.id == "moi-zametki-2"
    assert found.title == "Мои заметки (2)"
    assert found.file == "Мои заметки (2).docx"
