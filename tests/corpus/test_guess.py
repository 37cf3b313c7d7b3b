"""Kind, edition, date and title are guessed from a text's own words, with a reason."""

import pytest

from corpus.document import Kind, Metadata
from corpus.errors import SettingsError
from corpus.kinds import KIND_NAMES, kind_named
from corpus.outline.edition import KNOWN, PUBLISHED
from corpus.outline.guess import first_date
from corpus.read import checked_fields, read_documents
from kg.editions import editions


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
        # a year merely near the word names no edition
        ("Правило 93. КОМИТЕТ\n\n93.1. В 1987 году было 93 Правила, в 1975 — 92.", None),
        ("Комментарий.\n\nКомитет по Кодексу 2009 заседал.", None),
        ("Комментарий.\n\nПравила турнира 2003 года.", None),
        # the weight of evidence, and the inventories that are known
        ("Текст о Правилах 1987 года.\n\nВерсия 1987 года. В Кодексе 1997 года иначе.", "1987"),
        ("Текст о Правилах 1975 года.\n\nВерсия 1987 года.", "1987"),
        ("Правила 1987 года и Кодекс 1997 года сравниваются.", None),
        ("Комментарий к Правилам 1987 года\n\nКодекс 1997. Кодекс 1997. Кодекс 1997.", "1987"),
        ("Кодекс, принятый в 1997 году, и Laws of Duplicate Bridge, 1997.", "1997"),
        ("КОДЕКС СПОРТИВНОГО БРИДЖА\n\n2007\n\nТекст о бридже.", "2007"),
        ("Кодекс бриджа (издание 2011)\n\nТекст.", "2011"),
        ("Текст: Кодекс бриджа (издание 2011).", None),
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


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("Комментарий к Правилам 1987 года\n\nПравило 9. ИМЯ\n\n9.1. Да.\n\n9.2. Нет.", None),
        ("LAWS OF DUPLICATE BRIDGE 2007\n\nLAW 1\nA. One\nText.\nLAW 2\nText.", "2007"),
        ("Сборник апелляций, 2001\n\nАпелляция № 1\n\nФакты.\n\nАпелляция № 2", "2001"),
    ],
)
def test_an_editions_year_dates_the_laws_and_not_what_is_said_of_them(
    text: str, date: str | None
) -> None:
    assert meta(text).date == date


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("РЕГЛАМЕНТ\nчемпионата города\n\n1. Общее\n\n1.1. Начало.", "РЕГЛАМЕНТ чемпионата города"),
        ("КОДЕКС ЭТИКИ\n\nПРЕДИСЛОВИЕ\n\nТекст.\n\nСОСТАВ\n\nТекст.", "КОДЕКС ЭТИКИ"),
        ("Протокол № 3\n\nПрисутствовали: Р. Коэн\n\n1. Решено.", "Протокол № 3"),
        ("КОДЕКС\n\n2007\n\nОГЛАВЛЕНИЕ\n\nПравило 1. Имя ..... 5", "КОДЕКС 2007"),
    ],
)
def test_the_title_is_what_stands_over_everything(text: str, title: str) -> None:
    assert meta(text).title == title


def test_points_under_heads_with_their_own_number_are_no_commentary() -> None:
    points = "27.1. По Правилу 27 игрок.\n\n27.2. По Правилу 29 игрок.\n\n27.3. См. Правило 31."
    assert meta(points).kind is Kind.COMMENTARY
    assert meta(f"27. Отклонения\n\n{points}").kind is not Kind.COMMENTARY


def test_a_long_title_ends_with_a_whole_word() -> None:
    found = meta(("Слово " * 16).strip() + "\n\n" + ("Слово " * 16).strip() + "\n\nТекст.").title
    assert len(found) <= 150
    assert found.endswith("Слово…")


def test_the_known_editions_are_those_of_the_inventories() -> None:
    assert set(KNOWN) == set(editions())
    assert set(KNOWN) <= set(PUBLISHED)


def test_sections_tell_the_numbering_before_points_do() -> None:
    text = "Правило 5. ИМЯ\n\nА. Одно\n\n(а) да\n\n(б) нет\n\nВ. Другое\n\nТекст."
    assert meta(text).numbering == "latin"


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


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[("date", value) for value in ("вчера", "2001-13", "2001-02-30", "32.02.2001", "2001-1")],
        *[("edition", value) for value in ("a/b", "1987 год", "../x", "-", "год\n")],
        *[("numbering", value) for value in ("greek", "A")],
        *[("kind", value) for value in ("letters", "law s")],
    ],
)
def test_what_is_said_is_checked(field: str, value: str) -> None:
    with pytest.raises(SettingsError, match=r"^t\.txt: .*«"):
        read_documents("Текст.", "t.txt", {field: value})


@pytest.mark.parametrize("value", ["2001", "2001-10", "2001-10-30"])
def test_a_date_is_as_precise_as_it_is_known(value: str) -> None:
    assert read_documents("Текст.", "t.txt", {"date": value})[0].meta.date == value


def test_an_edition_of_ones_own_fits_an_address() -> None:
    known = {"edition": "Клубное.2003", "kind": "laws"}
    found = read_documents("Правило 1. ИМЯ\n\nТекст.", "t.txt", known)[0]
    assert found.meta.edition == "Клубное.2003"
    assert found.units[0].id == "laws-klubnoe-2003/1"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ({"kind": "протокол"}, {"kind": "minutes"}),
        ({"kind": "Комментарии"}, {"kind": "commentary"}),
        ({"kind": "кодекс-практики"}, {"kind": "code-of-practice"}),
        ({"kind": "appeals"}, {"kind": "appeals"}),
        ({"date": "14.03.2019"}, {"date": "2019-03-14"}),
        ({"date": "4.3.2019 г."}, {"date": "2019-03-04"}),
        ({"date": "14 марта 2019"}, {"date": "2019-03-14"}),
        ({"date": "03.2019"}, {"date": "2019-03"}),
        ({"date": "2019-03-14"}, {"date": "2019-03-14"}),
    ],
)
def test_what_is_said_of_a_text_may_be_said_in_russian(
    said: dict[str, str], kept: dict[str, str]
) -> None:
    assert checked_fields(said) == kept
    found = read_documents("Письмо о бридже.", "t.txt", said)[0].meta
    assert {name: str(getattr(found, name)) for name in kept} == kept


@pytest.mark.parametrize(
    "said", [{"kind": "роман"}, {"date": "31.02.2019"}, {"date": "14.13.2019"}, {"date": "вчера"}]
)
def test_what_is_no_kind_or_date_is_refused(said: dict[str, str]) -> None:
    with pytest.raises(SettingsError, match=next(iter(said.values()))):
        checked_fields(said)


def test_every_kind_has_a_russian_name_of_its_own() -> None:
    assert set(KIND_NAMES) == set(Kind)
    names = [name for kind in Kind for name in KIND_NAMES[kind]]
    assert len(names) == len(set(names))
    assert all(kind_named(name) is kind for kind in Kind for name in KIND_NAMES[kind])


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (
            "Правила клуба «Пиковая дама»\n\nПравило 1. Игра\n\nТекст.",
            "Правила клуба «Пиковая дама»",
        ),
        ("Правила клубной игры.\n\nПравило 1. Игра\n\nТекст.", "Правила клубной игры"),
        ("Регламент турнира.\n\n1. Общее\n\n1.1. Начало.", "Регламент турнира"),
        (
            "Регламент клуба «Пиковая дама»\nна 2019 год\n\n1. Общее\n\n1.1. Начало.",
            "Регламент клуба «Пиковая дама» на 2019 год",
        ),
        # not clearly a title: a sentence, a head, an item, a text of one line
        ("Правила изменились.\n\nОб этом далее.", "laws-club"),
        ("Игра началась.\n\n1. Общее.\n\n2. Частное.", "laws-club"),
        ("Правило 1. Приз «Дама»\n\nТекст.\n\nПравило 2. Игра\n\nТекст.", "laws-club"),
        ("1. Приз «Дама»\n\n2. Приз «Король»", "laws-club"),
        ("Приз «Дама»", "laws-club"),
    ],
)
def test_a_title_is_the_texts_own_where_it_clearly_has_one(text: str, title: str) -> None:
    assert meta(text, "laws-club.txt").title == title
