"""Texts of every kind, in the styles they are printed in, become the units one would cite.

The expected outline is written one unit a line: ``*`` marks a passage, the rest is id and number.
"""

import itertools

import pytest

from corpus.document import Document, Unit
from corpus.read import read_documents


def outline(documents: tuple[Document, ...]) -> str:
    lines = []
    for document in documents:
        for unit in document.units:
            mark = "*" if unit.passage else " "
            lines.append(f"{mark} {unit.id} {unit.number or '-'}")
    return "\n".join(lines)


LAWS_1987 = """\
Часть I - ОБЩЕЕ
== == == == == ==
Правило 16. Нелегальная информация
----------------------------------
Игроки должны основывать свои действия на ин-
формации, следующей из легальных заявок и игры.
A.Посторонняя информация от партнёра
После того, как игрок сделал доступной инфор-
мацию, партнёр не может выбирать действие.
1.Когда такая информация дана
Игрок может сразу объявить о том, что позднее
он, возможно, вызовет судью.
2.Когда был сделан нелегальный альтернатив-
ный выбор
Судья назначает присуждённый результат.
- 41 -
B.Посторонняя информация из других источни-
ков
Когда игрок случайно получает информацию,
надлежит немедленно известить судью.
"""

LAWS_MODERN = """\
КОДЕКС СПОРТИВНОГО БРИДЖА 2007

ЧАСТЬ I
ОБЩИЕ ПОЛОЖЕНИЯ

ПРАВИЛО 12.
ПОЛНОМОЧИЯ СУДЬИ

A. Полномочия Судьи
1. Судья может присудить компенсирующий результат, если Кодекс не обеспечивает возмещения.
2. Судья назначает результат, если ректификация не обеспечит нормального розыгрыша.

B. Цели

Целью назначения является восстановление справедливости*.

C. Присуждение
1. (a) Когда после нарушения Судья уполномочен:
(i) назначить результат;
(ii) отказать.
(b) Судья может применить Правило 12А.
2. Если результат не может быть получен, Судья назначает искусственный результат24.

* «Справедливость» понимается как ожидаемый результат.
24 См. Правило 88.

ПРАВИЛО 13. НЕВЕРНОЕ ЧИСЛО КАРТ

Когда Судья определяет, что рука содержит неверное число карт, применяется Правило 14.

А. Если никто не сделал заявку
Сдача аннулируется.

Б. Если заявка сделана
Судья назначает искусственный результат.

В. Игрок видел карту
Применяется Правило 16В.
"""

LAWS_ENGLISH = """\
THE LAWS OF DUPLICATE BRIDGE 2017

LAW 23 - COMPARABLE CALL

A. Definition
A call that replaces a withdrawn call is a comparable call, if it:
1. has the same or similar meaning as that attributable to the withdrawn call, or
2. defines a subset of the possible meanings.

B. No Rectification
When a call is cancelled (as per Law 29B) and the offender chooses to replace it, see Law 27B1.

LAW 24
CARD EXPOSED

When the Director determines that a card was exposed, it shall be left face up.
"""

COMMENTARY = """\
Комментарий к Правилам 1987 года

Правило 9. ПРОЦЕДУРА ПОСЛЕ НАРУШЕНИЯ

9.1. Любой игрок вправе обратить внимание на нарушение.

9.2. Судья должен быть вызван немедленно. Необходимо:
(i) остановить игру;
(ii) вызвать судью:
a) подняв руку;
b) назвав номер стола.

Примечание: см. Правило 10.

Выбор

9.3. Игрок имеет выбор.

Правило 10. ВЫБОР НАКАЗАНИЯ

10.1. Выбор делает игрок.
"""

COMMENTARY_CUT = """\
торговли, как сказано выше.

17.3. Правило 24 применяется, когда открывается карта.

17.4. Любой игрок может потребовать, чтобы игра была аннулирована.

При любых сомнениях аннулируйте игру (см. Правило 12С1).
"""

MINUTES = """\
Протокол заседания Комитета по Кодексу ВБФ
Лилль, 24 августа 1998

Присутствовали: г-н Каплан (председатель), г-н Эндикотт.

1. Комитет рассмотрел Правило 25В. Было решено следующее:
a) правило применяется;
b) правило не меняется.

Это решение вступает в силу немедленно.

2. Комитет обсудил Правило 40Е. Секретарь ответил:

“Правило ясно. Игрок вправе:

• делать заявку;
• пасовать”.

Протокол заседания Комитета по Кодексу ВБФ
Лилль, 1 сентября 1998

1. Подтвержден протокол предыдущего заседания.

2. Комитет постановил так:

1. Первое.

2. Второе.

3. Следующее заседание – в Женеве.
"""

MINUTES_HEADED = """\
Протокол Комитета по Кодексу
Лилль, 30 августа 1998 г.

Правило 25В

Согласовано, что Комитет имел намерение разрешать коррекцию.

Правило 40D

Организаторы имеют неограниченные полномочия?

Комитет решил, что это так.
"""

RESTARTED = """\
1. Комитет рассмотрел Правило 71С.

2. Комитет рассмотрел Правило 17.

1. Комитет подтвердил, что в Правиле 64A2 «впоследствии» значит «после».

2. Комитет рассмотрел Правило 43.
"""

APPEALS = """\
АПЕЛЛЯЦИИ ЧЕМПИОНАТА 2003

Апелляция № 1

Сдача 12. Сдающий W, все в зоне.

W N E S
1NT пас 2♦ пас
2♥ пас пас контра

Решение комитета: по Правилу 12C2 результат изменен.

Апелляция № 2

Решение комитета: залог удержан.
"""

REGULATIONS = """\
РЕГЛАМЕНТ СОРЕВНОВАНИЙ

1. Общие положения
1.1. Соревнования проводятся по Кодексу 1997 года.
1.2. Участники обязаны знать регламент.
1.2.1. Незнание не освобождает от наказания.
1.2.2. Судья вправе:
а) предупредить игрока;
б) оштрафовать пару.
2. Экраны
2.1. Экраны применяются в финале (см. п. 1.2.2).
"""

CODE = """\
Кодекс практики апелляционных комитетов

Состав комитета

Комитет состоит из трех членов. Когда заявлено об ущербе, комитет задает вопросы:

1. Была ли информация?

2. Был ли ущерб?

Участники

Ниже названы участники:

Мистер Йенс Аукен

Мистер Эрнесто д’Орси

Миссис Джоан Герард
"""

CASES = {
    "laws in the style of 1987": (
        LAWS_1987,
        {"edition": "1987"},
        """\
  laws-1987/part-I -
  laws-1987/16 16
* laws-1987/16/intro 16
  laws-1987/16A 16A
* laws-1987/16A/intro 16A
* laws-1987/16A1 16A1
* laws-1987/16A2 16A2
* laws-1987/16B 16B""",
    ),
    "laws in modern style, with notes and Russian letters": (
        LAWS_MODERN,
        {},
        """\
  laws-2007/kodeks-sportivnogo-bridzha-2007 -
  laws-2007/part-I -
  laws-2007/12 12
  laws-2007/12A 12A
* laws-2007/12A1 12A1
* laws-2007/12A2 12A2
* laws-2007/12B 12B
  laws-2007/12C 12C
* laws-2007/12C1 12C1
  laws-2007/12C1(a) 12C1(a)
  laws-2007/12C1(a)(i) 12C1(a)(i)
  laws-2007/12C1(a)(ii) 12C1(a)(ii)
  laws-2007/12C1(b) 12C1(b)
* laws-2007/12C2 12C2
  laws-2007/12B/note 12B#note
  laws-2007/12C2/note-24 12C2#note-24
  laws-2007/13 13
* laws-2007/13/intro 13
* laws-2007/13A 13A
* laws-2007/13B 13B
* laws-2007/13C 13C""",
    ),
    "laws in English": (
        LAWS_ENGLISH,
        {},
        """\
  laws-2017/the-laws-of-duplicate-bridge-2017 -
  laws-2017/23 23
  laws-2017/23A 23A
* laws-2017/23A1 23A1
* laws-2017/23A2 23A2
* laws-2017/23B 23B
* laws-2017/24 24""",
    ),
    "a commentary": (
        COMMENTARY,
        {},
        """\
  commentary-1987/kommentariy-k-pravilam-1987-goda -
  commentary-1987/9 9
* commentary-1987/9.1 9.1
* commentary-1987/9.2 9.2
  commentary-1987/9.2(i) 9.2(i)
  commentary-1987/9.2(ii) 9.2(ii)
  commentary-1987/9.2(ii)(a) 9.2(ii)(a)
  commentary-1987/9.2(ii)(b) 9.2(ii)(b)
  commentary-1987/vybor -
* commentary-1987/9.3 9.3
  commentary-1987/10 10
* commentary-1987/10.1 10.1""",
    ),
    "a commentary without its beginning": (
        COMMENTARY_CUT,
        {"kind": "commentary", "id": "c"},
        """\
* c/torgovli-kak-skazano-vyshe -
* c/17.3 17.3
* c/17.4 17.4""",
    ),
    "minutes of two meetings": (
        MINUTES,
        {},
        """\
  minutes-1998-08-24/protokol-zasedaniya-komiteta-po-kodeksu-vbf -
  minutes-1998-08-24/lill-24-avgusta-1998 -
* minutes-1998-08-24/prisutstvovali-g-n-kaplan-predsedatel-g -
* minutes-1998-08-24/1 1
  minutes-1998-08-24/1(a) 1(a)
  minutes-1998-08-24/1(b) 1(b)
* minutes-1998-08-24/2 2
  minutes-1998-09-01/protokol-zasedaniya-komiteta-po-kodeksu-vbf -
  minutes-1998-09-01/lill-1-sentyabrya-1998 -
* minutes-1998-09-01/1 1
* minutes-1998-09-01/2 2
  minutes-1998-09-01/2(1) 2(1)
  minutes-1998-09-01/2(2) 2(2)
* minutes-1998-09-01/3 3""",
    ),
    "minutes with headings and no numbers": (
        MINUTES_HEADED,
        {},
        """\
  minutes-1998-08-30/protokol-komiteta-po-kodeksu -
  minutes-1998-08-30/lill-30-avgusta-1998-g -
  minutes-1998-08-30/pravilo-25v -
* minutes-1998-08-30/soglasovano-chto-komitet-imel-namerenie-razreshat -
  minutes-1998-08-30/pravilo-40d -
* minutes-1998-08-30/organizatory-imeyut-neogranichennye-polnomochiya -""",
    ),
    "numbering that starts again": (
        RESTARTED,
        {"kind": "minutes", "id": "m"},
        """\
* m/1 1
* m/2 2
* m-2/1 1
* m-2/2 2""",
    ),
    "appeals": (
        APPEALS,
        {},
        """\
  t/apellyatsii-chempionata-2003 -
  t/case-1 1
* t/case-1/sdacha-12-sdayuschiy-w-vse-v -
* t/case-1/reshenie-komiteta-po-pravilu-12c2-rezultat -
  t/case-2 2
* t/case-2/reshenie-komiteta-zalog-uderzhan -""",
    ),
    "regulations": (
        REGULATIONS,
        {},
        """\
  t/reglament-sorevnovaniy -
  t/1 1
* t/1.1 1.1
  t/1.2 1.2
* t/1.2/intro 1.2
* t/1.2.1 1.2.1
* t/1.2.2 1.2.2
  t/1.2.2(a) 1.2.2(a)
  t/1.2.2(b) 1.2.2(b)
  t/2 2
* t/2.1 2.1""",
    ),
    "a code of practice": (
        CODE,
        {},
        """\
  t/kodeks-praktiki-apellyatsionnyh-komitetov -
  t/sostav-komiteta -
* t/sostav-komiteta/komitet-sostoit-iz-treh-chlenov-kogda -
  t/sostav-komiteta/komitet-sostoit-iz-treh-chlenov-kogda(1) -
  t/sostav-komiteta/komitet-sostoit-iz-treh-chlenov-kogda(2) -
  t/uchastniki -
* t/uchastniki/nizhe-nazvany-uchastniki -""",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_text_has_the_outline_of_its_kind(name: str) -> None:
    text, meta, expected = CASES[name]
    assert outline(read_documents(text, "t.txt", meta)) == expected


@pytest.mark.parametrize("name", CASES)
def test_passages_cover_a_text_once(name: str) -> None:
    text, meta, _ = CASES[name]
    for document in read_documents(text, "t.txt", meta):
        passages = sorted(unit.clean for unit in document.units if unit.passage)
        assert all(a.end <= b.start for a, b in itertools.pairwise(passages))
        titles = [u.clean for u in document.units if u.level == "heading" and not u.passage]
        covered = sorted([*passages, *titles])
        start = min(unit.clean.start for unit in document.units)
        for span in covered:
            assert not document.clean.text[start : span.start].strip()
            start = max(start, span.end)


@pytest.mark.parametrize("name", CASES)
def test_a_unit_lies_inside_its_parent_and_has_the_words_of_its_place(name: str) -> None:
    text, meta, _ = CASES[name]
    for document in read_documents(text, "t.txt", meta):
        units = {unit.id: unit for unit in document.units}
        for unit in units.values():
            assert unit.text == unit.body.of(document.clean.text)
            assert unit.span == document.clean.origin(*unit.clean)
            if unit.parent and unit.level != "note":
                assert units[unit.parent].span.end >= unit.span.end


def units_of(text: str, **meta: str) -> dict[str, Unit]:
    return {u.id: u for d in read_documents(text, "t.txt", meta) for u in d.units}


def test_a_heading_belongs_to_the_first_passage_under_it_but_not_to_its_body() -> None:
    intro = units_of(LAWS_1987, edition="1987")["laws-1987/16/intro"]
    assert intro.span.of(LAWS_1987).startswith("Часть I - ОБЩЕЕ")
    assert intro.text.startswith("Правило 16. Нелегальная информация")
    assert intro.heading == "Нелегальная информация"


def test_a_heading_cut_by_a_hyphen_is_whole() -> None:
    units = units_of(LAWS_1987, edition="1987")
    assert units["laws-1987/16A2"].heading == "Когда был сделан нелегальный альтернативный выбор"
    assert units["laws-1987/16B"].heading == "Посторонняя информация из других источников"


def test_commentary_knows_the_law_it_stands_under_even_without_its_beginning() -> None:
    units = units_of(COMMENTARY_CUT, kind="commentary", id="c")
    assert [unit.law for unit in units.values()] == ["17", "17", "17"]


def test_pages_lost_inside_laws_make_the_number_unknown() -> None:
    text = (
        "- 40 -\nПравило 12. Имя\nA.Первое\nСудья назначает.\n- 44 -\n"
        "B.Второе\nСудья не назначает.\nПравило 16. Имя\nИгроки должны."
    )
    units = units_of(text, kind="laws", id="l")
    assert [u.number for u in units.values()] == ["12", "12A", None, "16"]
    assert "l/b-vtoroe" in units


@pytest.mark.parametrize(
    ("numbering", "number"), [("latin", "16B"), ("russian", "16C"), (None, "16B")]
)
def test_how_sections_are_lettered_can_be_said(numbering: str | None, number: str) -> None:
    text = "Правило 16. Имя\n\nВ. Заголовок\n\nСудья назначает."  # a Cyrillic В
    meta = {"kind": "laws", "id": "l", "numbering": numbering or ""}
    assert f"l/{number}" in units_of(text, **meta)


def test_a_table_of_contents_and_an_index_hold_no_laws() -> None:
    text = (
        "ОГЛАВЛЕНИЕ\n\nПравило 12. Полномочия судьи ......... 40\n"
        "Правило 13. Неверное число карт ...... 45\n\n"
        "Правило 12. Полномочия судьи\n\nСудья назначает.Правило 13. Неверное число карт\n\n"
        "Судья аннулирует.\n\nПРЕДМЕТНЫЙ УКАЗАТЕЛЬ\n\nАпелляция ......... 92, 93\n"
    )
    units = units_of(text, kind="laws", id="l")
    assert [u.id for u in units.values() if u.law] == ["l/12", "l/13"]
    assert units["l/13"].text == "Правило 13. Неверное число карт\n\nСудья аннулирует."


def test_a_list_of_laws_before_them_does_not_take_their_names() -> None:
    text = "Правило 12. Имя\n\nПравило 13. Другое\n\n" * 2 + "Судья аннулирует."
    units = units_of(text, kind="laws", id="l")
    assert [u.id for u in units.values() if u.law] == ["l/12", "l/13"]
    assert units["l/13"].text.endswith("Судья аннулирует.")


def test_a_sentence_that_begins_with_a_law_is_not_a_head() -> None:
    text = (
        "Правило 16. Информация\n\nИгрок действует.\n\n"
        "Правило 24 применяется, когда открывается карта.\n\nПравило 73С5. Смотрите его."
    )
    assert set(units_of(text, kind="laws", id="l")) == {"l/16"}


def test_ids_do_not_change_when_a_neighbour_does() -> None:
    paragraphs = [
        "Комитет обращает внимание на подход Кодекса к блефовым заявкам.",
        "Комитет постановил, что определение в Кодексе адекватно.",
        "Информация, что игрок обязан сыграть штрафной картой, санкционирована.",
    ]
    before = units_of("\n\n".join(paragraphs), kind="minutes", id="m")
    changed = [paragraphs[0] + " Это ясно.", "Решено, что вопросы незаконны.", *paragraphs[1:]]
    after = units_of("\n\n".join(changed), kind="minutes", id="m")
    assert set(before) < set(after)


def test_equal_paragraphs_have_ids_of_their_own() -> None:
    units = units_of("Комитет согласен.\n\n" * 3, kind="prose", id="p")
    assert len(units) == 3


@pytest.mark.parametrize("text", ["", " \n\n ", "- 40 -", "¶¶", "----------"])
def test_a_text_without_words_has_no_documents(text: str) -> None:
    assert read_documents(text, "t.txt") == ()
