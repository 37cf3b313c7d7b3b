"""Each repair does what its own table of examples says, and only that."""

import pkgutil
from importlib import import_module

import pytest

from corpus import cleaning
from corpus.cleaning import clean, reports
from corpus.repair_titles import REPAIR_TITLES

MODULES = [
    import_module(f"{cleaning.__name__}.{name}")
    for name in sorted(module.name for module in pkgutil.iter_modules(cleaning.__path__))
]
REPAIRS = [module for module in MODULES if hasattr(module, "EXAMPLES")]
"""A module with a table of examples is a repair: a new one is found here by itself."""
EXAMPLES = [
    pytest.param(before, after, id=f"{module.__name__.rsplit('.', 1)[1]}-{number}")
    for module in REPAIRS
    for number, (before, after) in enumerate(module.EXAMPLES)
]


def test_every_repair_that_is_run_has_its_examples() -> None:
    run = {finder.__module__ for stage in cleaning.STAGES for finder in stage}
    assert run <= {module.__name__ for module in REPAIRS}


@pytest.mark.parametrize(("before", "after"), EXAMPLES)
def test_a_repair_does_what_its_example_says(before: str, after: str) -> None:
    assert clean(before).text.text == after


@pytest.mark.parametrize(
    ("damaged", "kind", "before", "after"),
    [
        ("судья прису-\nждённый", "line-hyphen", "-\n", ""),
        ("Öн Каплан", "form-of-address", "Ö", "Г-"),
        ("кю–бид", "dash-for-hyphen", "–", "-"),
        ("п\u006fмощью", "look-alike", "\u006f", "о"),
        ("взятка.¶", "pilcrow", "¶", ""),
        ("Судьей24 и", "footnote-mark", "24", "[24]"),
        ("конец.\n..page4\nПравило 16. Имя", "page-mark", "\n..page4\n", "\n\n"),
        ("Имя\n-------\nтекст", "ruler", "\n-------\n", "\n\n"),
        ("NT, , , .", "lost-characters", " , , ", " □, □, □"),
        ("Раздел  13С", "spaces", "  ", " "),
    ],
)
def test_a_repair_tells_what_it_changed_and_where(
    damaged: str, kind: str, before: str, after: str
) -> None:
    found = [r for r in clean(damaged).repairs if r.kind == kind]
    assert [(r.before, r.after, r.span.of(damaged)) for r in found] == [(before, after, before)]


@pytest.mark.parametrize(
    "text",
    [
        "страницы 41–43",
        "Правила 62...64",
        "игрок – это участник",
        "12С2, 16В, 20F1, 31А2(в)",
        "7БК, 1трефа, 3NT, 2♥",
        "обычный пас, контра, реконтра",
        "Кодекс 1997 года",
        "West'а",
        "e-mail: a.b@c.net",
        "Судья № 5",
        "• первое;\n• второе;",
        "W N E S\n- 1NT пас 2♥\n2♠ контра",
        "W    N    E    S\n          1♠   пас\n…2♠  пас  4♥*  //",
        "Запад  Север  Восток  Юг\n       1бк    пас     2ч!\nвсе пас",
        "Север  Восток  Юг  Запад\nпас    1♣(1)   X   ...пас",
        "♠ Т В 9          ♠ 8 7 4\n♥ К Д 6 5        ♥ Т В 3",
    ],
)
def test_what_is_not_damaged_is_left_alone(text: str) -> None:
    result = clean(text)
    assert result.text.text == text
    assert not result.repairs


@pytest.mark.parametrize(
    "between", ["\n\n", "\n\n\n", "\n \n", "  \n\n  ", "\n\t\n", "\r\n\r\n\r\n"]
)
def test_any_empty_line_parts_paragraphs(between: str) -> None:
    assert clean(f"Первое слово{between}второе слово").text.text == "Первое слово\n\nвторое слово"


def test_a_diagram_moved_to_the_margin_keeps_its_columns() -> None:
    text = "Торговля:\n\n     W    N    E    S\n               1♠   пас\n     2♠   пас\n\nКто прав?"
    expected = "Торговля:\n\nW    N    E    S\n          1♠   пас\n2♠   пас\n\nКто прав?"
    assert clean(text).text.text == expected


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("карта \ufffd\ufffd сыграна", reports.CHARACTER),
        ("Westом и Eastом", reports.ALPHABETS),
        ("Правило 5. Сдача\n\nПравило 5. Сдача", reports.DOUBLED),
        ("РџСЂР°РІРёР»Рѕ РёРіСЂС‹", reports.ENCODING),
    ],
)
def test_unknown_damage_is_reported_and_left_alone(text: str, kind: str) -> None:
    result = clean(text)
    assert result.text.text == text
    kept = [repair for repair in result.repairs if repair.kept and repair.kind == kind]
    assert kept
    assert all(repair.span.of(text) == repair.before == repair.after for repair in kept)


@pytest.mark.parametrize(
    ("text", "gap", "note"),
    [
        ("Слово.\n- 40 -\nДва.\n- 44 -\nТри.", "lost-pages", "страницы 41–43 отсутствуют"),
        ("Слово.\n- 40 -\nДва.\n- 42 -\nТри.", "lost-pages", "страница 41 отсутствует"),
        ("- 40 -\nСлово.", "cut-start", "текст начинается со страницы 40"),
        ("или последующих раундах.", "cut-start", "начало утрачено"),
        ("Когда игрок имеет существенные основания полагать, что", "cut-end", "конец утрачен"),
        ("NT (без козыря), , , , .", "lost-characters", "потеряно знаков: 4"),
    ],
)
def test_missing_text_is_recorded(text: str, gap: str, note: str) -> None:
    assert (gap, note) in [(g.kind, g.note) for g in clean(text).gaps]


def test_pages_that_follow_one_another_leave_no_gap() -> None:
    text = "Слово.\n- 40 -\nДва.\n- 41 -\nТри.\n..page4\nЧетыре.\n..page9\nПять."
    assert not clean(text).gaps


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("игра с любой его\nлюбой\nлюбой\nего руки", "любой"),
        ("только в свою\nв свою\nв свою\nочередь играть картой", "в свою"),
        ("Размышления\n\n  Размышления\n\n  Размышления\n16.9. Если", "Размышления"),
    ],
)
def test_an_overstruck_word_is_remembered_as_emphasised(text: str, word: str) -> None:
    result = clean(text)
    assert [span.of(result.text.text) for span in result.emphasis] == [word]
    assert result.text.text.count(word) == 1


def test_a_line_standing_twice_is_not_taken_for_emphasis() -> None:
    text = "ответ на вопрос;\nвопрос;\n\nОтвет.\n\nОтвет."
    assert "вопрос;\n\nвопрос;" in clean(text).text.text


WRAPPED = """\
                   12.15.  Правило  12С2  предусматривает,  что подсчет в
       12.13.  и  12.14  может  быть  сделан  как  в матчпунктах, так и в
       тотальных пунктах.
                   12.16.  Даже  когда  линия  поведения в описанных выше
       случаях  вполне  ясна  для судьи, существуют проблемы:
                         (a)  первая;
                         (b)  вторая.
"""


def test_indented_paragraphs_flow_and_stay_apart() -> None:
    assert clean(WRAPPED).text.text.split("\n\n") == [
        "12.15. Правило 12С2 предусматривает, что подсчет в 12.13. и 12.14 может быть сделан "
        "как в матчпунктах, так и в тотальных пунктах.",
        "12.16. Даже когда линия поведения в описанных выше случаях вполне ясна для судьи, "
        "существуют проблемы:",
        "(a) первая;",
        "(b) вторая.",
    ]


def test_a_cited_number_at_a_lines_start_is_not_a_heading() -> None:
    text = (
        "17.3. Если игрок, для которого торговля еще не началась, увидит\n"
        "карту другого игрока, а судья решит, что здесь применяется\n"
        "Правило 16В и никакое другое, смотри также пояснение в пункте\n"
        "17.2. выше и в пункте 17.1."
    )
    assert "\n" not in clean(text).text.text


def test_an_auction_keeps_its_rows() -> None:
    text = (
        "Например, предположим, что торговля протекает\nтак: W N E S\n- 1NT p 2H\n2S контра\n"
        "В этот момент N вспоминает, что должен был алертировать\nзаявку партнера."
    )
    assert clean(text).text.text == (
        "Например, предположим, что торговля протекает так:\nW N E S\n- 1NT p 2H\n2S контра\n\n"
        "В этот момент N вспоминает, что должен был алертировать заявку партнера."
    )


LONG = (
    "Телефон должен быть выключен. Звонок – предупреждение, второй – штраф в десять процентов топа"
)


@pytest.mark.parametrize(
    "numbers",
    [
        ("3.1.", "3.2.", "3.3."),
        ("3.1", "3.2", "4."),
        ("1.", "2.", "3."),
        ("1)", "2)", "3)"),
        ("2.9.", "3.", "3.1."),
        ("(a)", "(b)", "(c)"),
        ("а)", "б)", "в)"),
        ("(i)", "(ii)", "(iii)"),
    ],
)
def test_a_number_that_is_due_begins_a_paragraph_however_long_the_line_above(
    numbers: tuple[str, ...],
) -> None:
    lines = [f"{number} {LONG}" for number in numbers]
    assert clean("РЕГЛАМЕНТ\n\n" + "\n".join(lines)).text.text.split("\n\n")[1:] == lines


@pytest.mark.parametrize(
    "citing", ["согласно пункту", "как сказано в", "на основании пунктов", "и"]
)
def test_a_number_that_is_due_but_cited_is_no_beginning(citing: str) -> None:
    text = f"3.1. {LONG[30:]} {citing}\n3.2. Правил и других положений."
    assert "\n" not in clean(text).text.text


def test_every_kind_of_repair_has_a_russian_name() -> None:
    constants = {
        value
        for module in MODULES
        for name, value in vars(module).items()
        if name.isupper() and not name.startswith("_") and isinstance(value, str)
        if value.replace("-", "").isalpha() and value.islower()
    }
    assert constants == set(REPAIR_TITLES)
    assert all("а" <= title[0] <= "я" for title in REPAIR_TITLES.values())
