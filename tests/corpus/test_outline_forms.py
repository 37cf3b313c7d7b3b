"""Forms of text that readers have taken for something else: each is one small text and its outline.

The expected outline is written one unit a line: ``*`` marks a passage, the rest is id and parent.
"""

import pytest

from corpus.read import read_documents

CASES = """\
СБОРНИК АПЕЛЛЯЦИЙ
Чемпионат Европы, 2001

Апелляция № 5
Колебание

Факты
Запад признал паузу.

Апеллирующая сторона
Восток – Запад

Решение комитета:
Оставлено в силе.
1. Пауза была.
2. Пас был возможен.

Апелляция № 6
Объяснение

Факты
Север ошибся.

1. Решение изменено.
"""

FRONT = """\
КОДЕКС БРИДЖА
2007

ОГЛАВЛЕНИЕ

Правило 1. КОЛОДА ........... 5
Правило 2. ДОСКИ ............ 6

Правило 1. КОЛОДА

В колоде 52 карты.

Правило 2. ДОСКИ

У каждой сдачи своя доска.

УКАЗАТЕЛЬ

Доска ........... 2
"""

FRAGMENT = """\
- 40 -
ренонс не установлен. Штрафа нет *).
4. После объявления результата.
В. Штраф за ренонс
Две взятки передаются другой стороне.
*) Кроме двенадцатой взятки.
Правило 65. ВЗЯТКИ
А. Взятка сыграна
Карта кладётся рубашкой вверх.
"""

NOTE_APART = """\
Правило 55. ХОД
А. Первое
Карта возвращается *).
В. Второе
Текст второго.
*) См. Правило 48.
"""

POINTS = """\
Протокол № 3 от 24.08.1998

Присутствовали: Р. Коэн, Дж. Уигнелл

1. Утверждён протокол.

2. О Правиле 27.

2.1. Комитет обсудил заявку.

2.2. Поступил вопрос.

Приложение к протоколу

Присутствовавшие:

Р. Коэн

Дж. Уигнелл

Г. Эндикотт
"""

RESTARTING = """\
Регламент

1. Общее.

2. Порядок.

Приложение 1

1. Форма.

2. Срок.
"""

LETTERED = """\
КОДЕКС ПРАКТИКИ

А. СОСТАВ

Комитет состоит из трёх человек: Р. Коэн.

Б. ПРОЦЕДУРА

1. Председатель представляет членов.
2. Судья излагает факты.

В. РЕШЕНИЕ

Решает большинство.

Р. Коэн
"""

ARTICLES = """\
УСЛОВИЯ СОРЕВНОВАНИЙ

§ 1. Участники
Допускаются пары.

§ 2. Системы
(1) Разрешены системы A.
(2) Запрещены прочие.

Статья 3
Часы стоят у судьи.
"""

WORDED = """\
БРИДЖЕВАЯ ЛИГА
Заседание Комитета по этике
15 июля 2003 года

Пункт 1. Повестка

Повестка утверждена.

Пункт 2. Правило 25

Г-н Леви спросил.

Комитет ответил.

Секретарь записал.

Пункт 3. Разное

В октябре.
"""

PARENS = """\
Протокол заседания
12 мая 2001 г.

1) Слушали протест.

Постановили: отклонить.

2) Слушали вопрос о сроке.

Постановили:

а) применять с 1 июня;

б) известить клубы.
"""

EXPECTED = {
    "lettered": (
        LETTERED,
        """\
  kodeks-praktiki -
  a-sostav -
* a-sostav/komitet-sostoit-iz-treh-chelovek-r a-sostav
  b-protsedura -
* 1 b-protsedura
* 2 b-protsedura
  v-reshenie -
* v-reshenie/reshaet-bolshinstvo v-reshenie
* v-reshenie/r-koen v-reshenie""",
    ),
    "articles": (
        ARTICLES,
        """\
  usloviya-sorevnovaniy -
* 1 -
* 2 -
  2(1) 2
  2(2) 2
* 3 -""",
    ),
    "worded": (
        WORDED,
        """\
  bridzhevaya-liga -
  zasedanie-komiteta-po-etike -
  15-iyulya-2003-goda -
* 1 -
* 2 -
* 3 -""",
    ),
    "parens": (
        PARENS,
        """\
  protokol-zasedaniya -
  12-maya-2001-g -
* 1 -
* 2 -
  2(a) 2
  2(b) 2""",
    ),
    "cases": (
        CASES,
        """\
  sbornik-apellyatsiy -
  chempionat-evropy-2001 -
  case-5 -
* case-5/kolebanie case-5
  case-5/fakty case-5
* case-5/fakty/zapad-priznal-pauzu case-5/fakty
  case-5/apelliruyuschaya-storona case-5
* case-5/apelliruyuschaya-storona/vostok-zapad case-5/apelliruyuschaya-storona
  case-5/reshenie-komiteta case-5
* case-5/reshenie-komiteta/ostavleno-v-sile case-5/reshenie-komiteta
* case-5/1 case-5/reshenie-komiteta
* case-5/2 case-5/reshenie-komiteta
  case-6 -
* case-6/obyasnenie case-6
  case-6/fakty case-6
* case-6/fakty/sever-oshibsya case-6/fakty
* case-6/1 case-6/fakty""",
    ),
    "front": (
        FRONT,
        """\
  kodeks-bridzha -
  oglavlenie -
* contents oglavlenie
* 1 -
* 2 -
  ukazatel -
* index ukazatel""",
    ),
    "fragment": (
        FRAGMENT,
        """\
* renons-ne-ustanovlen-shtrafa-net -
* 4-posle-obyavleniya-rezultata -
* v-shtraf-za-renons -
  renons-ne-ustanovlen-shtrafa-net/note v-shtraf-za-renons
  65 -
* 65A 65""",
    ),
    "note": (
        NOTE_APART,
        """\
  55 -
* 55A 55
* 55B 55
  55A/note 55B""",
    ),
    "points": (
        POINTS,
        """\
  protokol-3-ot-24-08-1998 -
* prisutstvovali-r-koen-dzh-uignell -
* 1 -
* 2 -
  2.1 2
  2.2 2
  prilozhenie-k-protokolu -
* prisutstvovavshie prilozhenie-k-protokolu""",
    ),
    "restarting": (
        RESTARTING,
        """\
  reglament -
* 1 -
* 2 -
  prilozhenie-1 -
* prilozhenie-1/1 prilozhenie-1
* prilozhenie-1/2 prilozhenie-1""",
    ),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_forms(name: str) -> None:
    text, expected = EXPECTED[name]
    lines = []
    lost = set(range(len(text)))
    for document in read_documents(text, "t.txt"):
        parents = {unit.parent for unit in document.units}
        for repair in document.repairs:
            lost.difference_update(range(*repair.span))
        for unit in document.units:
            path, _, parent = (
                (i or "").partition("/")[2] or "-" for i in (unit.id, "", unit.parent)
            )
            if unit.passage or (unit.level == "heading" and unit.id not in parents):
                lost.difference_update(range(*unit.span))
            lines.append(f"{'*' if unit.passage else ' '} {path} {parent}")
    assert "\n".join(lines) == expected
    assert not "".join(text[place] for place in sorted(lost)).strip()


def test_a_case_goes_by_its_name() -> None:
    units = {u.id.partition("/")[2]: u for u in read_documents(CASES, "t.txt")[0].units}
    assert units["case-5/fakty"].label == "Апелляция № 5: Факты"
    assert units["case-6/1"].label == "Апелляция № 6, п. 1"


def test_what_comes_before_does_not_rename_a_case() -> None:
    before = CASES.replace("Север ошибся.", "Юг ошибся.")
    without = CASES[: CASES.index("Апелляция № 5")] + CASES[CASES.index("Апелляция № 6") :]
    names = [
        {
            u.id
            for u in read_documents(text, "t.txt")[0].units
            if "case-6" in u.id and u.level != "paragraph"
        }
        for text in (CASES, before, without)
    ]
    assert names[0] == names[1]
    assert names[2] <= names[0] | {"t/case-6"}


def test_words_of_the_same_beginning_are_told_apart_by_their_own_words() -> None:
    begin = "Комитет рассмотрел жалобу о поведении"
    texts = [f"{begin} игрока {name}." for name in ("Азимова", "Борисова", "Власова")]
    names = {}
    for order in ((0, 1, 2), (0, 2, 1)):
        for unit in read_documents("\n\n".join(texts[n] for n in order), "t.txt")[0].units:
            assert names.setdefault(unit.text, unit.id) == unit.id
    assert len(set(names.values())) == 3


def test_the_mark_of_a_note_may_stand_in_a_heading() -> None:
    text = "Кодекс практики\n\nШТРАФЫ*\n\nШтраф налагает судья.\n\n* С ведома комитета."
    units = read_documents(text, "t.txt")[0].units
    assert [u.id for u in units if u.level == "note"] == ["t/shtrafy/note"]


def test_a_lone_first_item_is_no_meeting() -> None:
    text = "Протокол заседания\n\n1. Решено первое.\n\n1. Решено второе.\n\n2. Решено третье."
    assert len(read_documents(text, "t.txt")) == 1
    assert (
        len(read_documents(text.replace("1. Решено второе.\n\n", "") + f"\n\n{text[20:]}", "t"))
        == 2
    )


def test_meetings_whose_items_are_named_are_cut_where_they_begin_again() -> None:
    meeting = "Заседание Комитета\n\nПункт 1. Одно\n\nРешено.\n\nПункт 2. Другое\n\nРешено."
    found = read_documents(f"Протоколы\n\n{meeting}\n\n{meeting}", "t.txt", {"kind": "minutes"})
    assert [[u.number for u in d.units if u.number] for d in found] == [["1", "2"], ["1", "2"]]


@pytest.mark.parametrize(
    "line",
    [
        "г. Тверь, действует с 2019 года",
        "г. Тверь",
        "д. 5, второй этаж",
        "с. Дивеево, сельский клуб",
        "п. Лесной",
    ],
)
def test_a_word_cut_short_is_no_item_of_a_list(line: str) -> None:
    text = f"Регламент клубного турнира\n\n{line}\n\n1. Общее\n\n1.1. Турнир проводится клубом."
    document = read_documents(text, "t.txt")[0]
    assert [unit.id for unit in document.units if "(" in unit.id] == []
    assert document.meta.numbering is None


def test_a_fourth_item_is_an_item_though_it_looks_like_a_city() -> None:
    items = "а. Первый взнос;\n\nб. Второй взнос;\n\nв. Третий взнос;\n\nг. Четвёртый взнос;"
    units = read_documents(f"Регламент\n\n1. Взносы таковы:\n\n{items}", "t.txt")[0].units
    assert [unit.id for unit in units][-4:] == ["t/1(a)", "t/1(b)", "t/1(c)", "t/1(d)"]
