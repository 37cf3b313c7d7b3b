"""What a reference is resolved to: editions, statuses, antecedents, names, relations."""

import json
from pathlib import Path

import pytest
from citation_tables import document

from corpus.document import Kind
from kg.citation import Citation, Status
from kg.citations import cite, cite_text
from kg.editions import editions
from kg.provision import parse
from kg.resolve import resolve_one


def one(text: str, surface: str, kind: Kind = Kind.PROSE, edition: str | None = None) -> Citation:
    (found,) = [c for c in cite(document(text, kind, edition)) if c.surface == surface]
    return found


@pytest.mark.parametrize(
    ("edition", "text", "surface", "status"),
    [
        ("1997", "по Правилу 12С3", "12С3", Status.RESOLVED),
        ("1987", "по Правилу 12С3", "12С3", Status.WRONG_EDITION),
        ("1997", "по Правилу 15С1", "15С1", Status.WRONG_EDITION),
        ("1997", "по Правилу 95", "95", Status.DANGLING),
        ("1997", "по Правилу 5А", "5А", Status.UNVERIFIED),
        ("1997", "по Правилу 31А2(в)", "31А2(в)", Status.RESOLVED),
        ("2017", "по Правилу 12С1(в)", "12С1(в)", Status.AMBIGUOUS),
        (None, "по Правилу 27", "27", Status.RESOLVED),
        (None, "по Правилу 95", "95", Status.DANGLING),
        ("1932", "по Правилу 27", "27", Status.UNVERIFIED),
    ],
)
def test_status(edition: str | None, text: str, surface: str, status: Status) -> None:
    found = one(text, surface, edition=edition)
    assert found.status is status
    assert found.reasons


def test_what_the_inventory_cannot_decide_keeps_both_readings() -> None:
    assert one("по Правилу 12С1(в)", "12С1(в)", edition="2017").targets == ("12C1(b)", "12C1(c)")


@pytest.mark.parametrize(
    ("text", "surface", "edition"),
    [
        ("В версии 1987 года Правило 15 длиннее, чем в версии 1975 года.", "15", "1987"),
        ("Правило 15 версии 1975 года короче.", "15", "1975"),
        ("Правило 12С3 Кодекса 1997 года ново.", "12С3", "1997"),
        ("По сравнению с версией 1975 года Правило 16 подробнее.", "16", "2007"),
        ("В версии 1975 года иначе. Правило 16 подробнее.", "16", "2007"),
    ],
)
def test_the_text_overrides_the_edition_of_the_document(
    text: str, surface: str, edition: str
) -> None:
    assert one(text, surface, Kind.COMMENTARY, "2007").edition == edition


def test_a_translation_with_its_own_letters_is_one_data_file(tmp_path: Path) -> None:
    path = tmp_path / "club.json"
    laws = [{"law": 27, "has": "27A 27B 27C"}, {"law": 31, "has": "31A2(a) 31A2(b) 31A2(c)"}]
    row = {"edition": "club", "letters": "cyrillic", "laws": laws}
    path.write_text(json.dumps(row), encoding="utf-8")
    text = document("Правила 27Б и 27В, а также 31А2(в)", Kind.MINUTES, "club")
    assert [c.targets for c in cite(text, editions([path]))] == [("27B",), ("27C",), ("31A2(c)",)]


@pytest.mark.parametrize(
    ("text", "kind", "surface", "targets"),
    [
        ("Правило 64А2 ясно. Смысл этого Правила прост.", Kind.MINUTES, "этого Правила", ("64A2",)),
        ("Комитет обсудил это Правило.", Kind.MINUTES, "это Правило", ()),
        ("19.1. Это Правило говорит о контрах.", Kind.COMMENTARY, "Это Правило", ("19",)),
        ("«см. Правило 64» сказал он. Это Правило ново.", Kind.MINUTES, "Это Правило", ()),
        ("Правила 16А и 16С ясны. Эти Правила новы.", Kind.MINUTES, "Эти Правила", ("16A", "16C")),
        ("Правило 81С9. Споря с Правилом, спросите об этом Правиле.", Kind.MINUTES,
         "этом Правиле", ()),
        ("13.4. Если сдача сыграна, см. следующий пункт.", Kind.COMMENTARY,
         "следующий пункт", ("13.5",)),
        ("13.4. Как сказано в предыдущем параграфе,", Kind.COMMENTARY,
         "предыдущем параграфе", ("13.3",)),
        ("См. Правило 64А2; там же сказано иное.", Kind.MINUTES, "там же", ("64A2",)),
        ("сноска к Правилам 69 и 70; эту сноску изменить", Kind.MINUTES,
         "эту сноску", ("69#note", "70#note")),
        ("Согласно пункту 1 выше, сдача аннулируется.", Kind.LAWS, "1", ()),
        ("Правила 62...64", Kind.MINUTES, "62...64", ("63",)),
        ("изменение правила о недостаточном назначении", Kind.MINUTES,
         "правила о недостаточном назначении", ("27",)),
    ],
)  # fmt: skip
def test_laws_meant_without_their_number(
    text: str, kind: Kind, surface: str, targets: tuple[str, ...]
) -> None:
    found = one(text, surface, kind, "1997")
    assert (found.kind, found.targets) == ("implicit", targets)


def test_an_antecedent_is_not_sought_past_the_end_of_an_item() -> None:
    text = "12.15. Правило 64А2 ясно.\n12.16. Это Правило ново."
    assert one(text, "Это Правило", Kind.COMMENTARY, "1987").targets == ("12",)


def test_a_subject_that_fits_several_laws_keeps_them() -> None:
    found = one("правила о фальшренонсе", "правила о фальшренонсе", Kind.MINUTES, "1997")
    assert found.status is Status.AMBIGUOUS
    assert found.targets == ("61", "62", "63", "64")


@pytest.mark.parametrize(
    ("text", "surface", "kind", "target"),
    [
        ("слов “Сферы действия Кодекса”", "Сферы действия Кодекса", "section", "SCOPE"),
        ("в определении Конвенции", "определении Конвенции", "section", "DEF:Convention"),
        ("протокола в Очо–Риос", "протокола в Очо–Риос", "document", "minutes-ocho-rios"),
        ("В Женевском решении", "Женевском решении", "document", "decision-geneva"),
        ("в Кодексе Практики", "Кодексе Практики", "document", "code-of-practice-1999"),
        ("Протоколов в Мастрихте", "Протоколов в Мастрихте", "document", "minutes-2000-08-30"),
        ("в версии 1987 года", "версии 1987", "document", "laws-1987"),
        ('раздел "Примеры судейских решений"', '"Примеры судейских решений"', "section",
         "SECTION:Примеры судейских решений"),
        ("раздел «О судьях»", "«О судьях»", "section", "SECTION:О судьях"),
    ],
)  # fmt: skip
def test_sections_and_documents_by_name(text: str, surface: str, kind: str, target: str) -> None:
    found = one(text, surface, Kind.MINUTES, "1997")
    assert (found.kind, found.targets) == (kind, (target,))


@pytest.mark.parametrize(
    "text", ["определении обоснованности претензии", "Кодекс соблюдали", "протокол встречи", "1987"]
)
def test_common_words_are_no_names(text: str) -> None:
    assert cite(document(text, Kind.MINUTES, "1997")) == ()


@pytest.mark.parametrize(
    ("text", "surface", "relation", "words"),
    [
        ("Комитет подтвердил, что в Правиле 64A2 это так.", "64A2", "confirms", "подтвердил"),
        ("Комитет изложил свою интерпретацию Правила 25В.", "25В", "interprets", "интерпретацию"),
        ("Комитет одобрил передвижение знака в Правиле 17.", "17", "amends",
         "одобрил передвижение"),
        ("Комитет рекомендует изменить Правило 69.", "69", "amends", "рекомендует изменить"),
        ("Комитет не внес изменений в Правило 12С3.", "12С3", "confirms", "не внес изменений"),
        ("Комитет до сих пор не поменял Правило 12С3.", "12С3", "cites", None),
        ("Комитет решил, что Судья действует по Правилу 64С.", "64С", "cites", None),
        ("Согласовано, что по Правилу 70 Судья решает сам.", "70", "interprets", "Согласовано"),
        ("Это решение заменяет прежнее толкование Правила 25.", "25", "supersedes",
         "заменяет прежнее"),
        ("Применяется Правило 35.", "35", "cites", None),
        ("Например, игрок нарушает Правило 73D.", "73D", "example", "Например"),
    ],
)  # fmt: skip
def test_the_relation_is_read_from_the_committees_verb(
    text: str, surface: str, relation: str, words: str | None
) -> None:
    found = one(text, surface, Kind.MINUTES, "1997")
    assert (found.relation, found.relation_words) == (relation, words)


def test_only_a_committee_interprets() -> None:
    assert one("Судья решил, что Правило 25 ясно.", "25", Kind.PROSE, "1997").relation == "cites"


def test_a_commentary_comments_on_its_own_law() -> None:
    text = "13.1. Правило 13 обязывает судью; см. Правило 14."
    assert one(text, "13", Kind.COMMENTARY, "1987").relation == "comments"
    assert one(text, "14", Kind.COMMENTARY, "1987").relation == "cites"


def test_a_definition_defines() -> None:
    text = "Определение блефовой заявки: “Грубое искажение”."
    assert one(text, "Определение блефовой заявки", Kind.CODE, "1997").relation == "defines"


def test_kind_and_edition_may_be_said() -> None:
    (found,) = cite_text("см. 12.13. выше", meta={"kind": "commentary", "edition": "1987"})
    assert (found.kind, found.targets, found.edition) == ("commentary", ("12.13",), "1987")


def test_the_record_follows_the_contract() -> None:
    record = one("см. Правило 25В.", "25В", edition="1997").to_json()
    assert list(record)[:4] == ["unit", "document", "source", "run"]
    assert record["source"] == {"file": "-", "start": 12, "end": 15}
    assert json.loads(json.dumps(record))["targets"] == ["25B"]


@pytest.mark.parametrize(
    ("number", "edition", "reason"),
    [
        ("97", "2017", "Правила 97 нет в издании 2017"),
        ("97", None, "Правила 97 нет ни в одном известном издании"),
        ("12", "1997", "Правило 12 есть в издании 1997"),
        ("63C", "2007", "63C нет в издании 2007"),
    ],
)
def test_the_reason_is_said_in_grammatical_russian(
    number: str, edition: str | None, reason: str
) -> None:
    (said,) = resolve_one(parse(number), edition, editions()).reasons
    assert said.startswith(reason)


def test_a_number_known_without_its_text_is_said_to_be_unchecked() -> None:
    known = editions()
    number, edition = min(
        (str(one), name)
        for name, each in known.items()
        for one in each.unconfirmed - each.confirmed
    )
    (said,) = resolve_one(parse(number), edition, known).reasons
    assert said.endswith("номер известен, с текстом издания не сверен")


@pytest.mark.parametrize(
    ("text", "targets", "status"),
    [
        ("См. Правило 69 и сноску к нему.", ("69#note",), Status.RESOLVED),
        ("Правило 25B вместе со сноской к нему", ("25B#note",), Status.RESOLVED),
        ("Правила 69 и 70 и сноски к ним", ("69#note", "70#note"), Status.RESOLVED),
        ("Правила 69 и 70 и сноска к нему", ("69#note", "70#note"), Status.AMBIGUOUS),
        ("Правило 69 применили. Принят протокол и сноска к нему.", None, None),
        ("Протокол и сноска к нему", None, None),
    ],
)
def test_a_note_to_it_is_the_note_of_the_law_just_named(
    text: str, targets: tuple[str, ...] | None, status: Status | None
) -> None:
    found = [c for c in cite(document(text, Kind.MINUTES, "1997")) if "снос" in c.surface]
    assert [(c.targets, c.status) for c in found] == ([(targets, status)] if targets else [])
