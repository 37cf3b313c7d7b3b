"""Russian words for what the data calls by English names; plurals; dates."""

from __future__ import annotations

from collections.abc import Iterable

KIND = {
    "laws": "Правила",
    "commentary": "Комментарий",
    "minutes": "Протокол",
    "code-of-practice": "Кодекс практики",
    "regulations": "Регламент",
    "appeals": "Апелляции",
    "prose": "Текст",
}
"""Kinds of documents, singular."""

KINDS = KIND | {"commentary": "Комментарии", "minutes": "Протоколы", "prose": "Тексты"}
"""Kinds of documents, plural: facets and filters."""

STATUS = {
    "resolved": "найдено точно",
    "ambiguous": "возможны разные прочтения",
    "dangling": "такого пункта в этом издании нет",
    "unverified": "проверить нельзя: текста нет в библиотеке",
    "wrong-edition": "пункт есть только в другом издании",
    "external": "ссылка на другой документ",
}
"""How far a citation was resolved (``kg.citation.Status``)."""

RELATION = {
    "cites": "ссылается",
    "comments": "комментирует",
    "interprets": "толкует",
    "confirms": "подтверждает",
    "amends": "изменяет",
    "supersedes": "заменяет",
    "corrects": "исправляет",
    "defines": "определяет",
    "example": "приводит пример",
    "about": "о нём",
    "part-of": "часть",
    "same-number": "тот же номер в другом издании",
}
"""What a citing passage does to its target."""

LEVEL = {"error": "Ошибка", "warning": "Предупреждение", "note": "Замечание"}
"""Levels of the editor's findings."""

FIELD = {
    "title": "название",
    "kind": "вид",
    "edition": "издание",
    "date": "дата",
    "encoding": "кодировка",
    "numbering": "нумерация",
    "language": "язык",
    "work": "произведение",
    "id": "имя",
}
"""What is known of a document (``corpus.document.Metadata``)."""

_ENDING, _STEM = 2, 4
"""Letters an ending may differ in; so many at the beginning must be the same."""

_MONTHS = (
    *("января", "февраля", "марта", "апреля", "мая", "июня"),
    *("июля", "августа", "сентября", "октября", "ноября", "декабря"),
)


def plural(count: int, one: str, few: str, many: str) -> str:
    """``plural(3, "взятка", "взятки", "взяток")`` → ``"3 взятки"``."""
    tail = count % 100
    if 10 < tail < 20 or count % 10 in (0, 5, 6, 7, 8, 9):
        word = many
    else:
        word = one if count % 10 == 1 else few
    return f"{count} {word}"


def date(iso: str | None) -> str:
    """``2001-10-30`` → ``30 октября 2001``; as precise as it is known."""
    if not iso:
        return ""
    parts = iso.split("-")
    if not all(part.isdigit() for part in parts) or len(parts) > 3:
        return iso
    year = parts[0]
    if len(parts) == 1:
        return year
    month = int(parts[1])
    if not 1 <= month <= 12:
        return iso
    if len(parts) == 2:
        name = _MONTHS[month - 1]
        nominative = {"марта": "март", "августа": "август", "мая": "май"}.get(name, name[:-1] + "ь")
        return f"{nominative} {year}"
    return f"{int(parts[2])} {_MONTHS[month - 1]} {year}"


def law(number: str) -> str:
    """A provision as people write it: ``31A2`` → ``Правило 31A2``, ``17.4`` → ``п. 17.4``."""
    special = {"SCOPE": "Сфера применения Правил", "PREAMBLE": "Введение"}
    if number in special:
        return special[number]
    if number.startswith("DEF:"):
        return f"Определение «{number[4:]}»"
    if "#note" in number:
        return f"Сноска к Правилу {number.partition('#')[0]}"
    if "." in number:
        return f"п. {number}"
    return f"Правило {number}"


def guessed(pairs: Iterable[tuple[str, str]]) -> str:
    """What the program found out about a document by itself, and from what."""
    return "; ".join(f"{FIELD.get(name, name)}: {why}" for name, why in pairs)


def same_word(surface: str, label: str) -> bool:
    """Whether two phrases differ in endings only: «претензии» needs no «= претензия»."""
    ours, theirs = surface.casefold().split(), label.casefold().split()
    return len(ours) == len(theirs) and all(
        a[: max(len(a) - _ENDING, _STEM)] == b[: max(len(a) - _ENDING, _STEM)]
        and abs(len(a) - len(b)) <= _ENDING
        for a, b in zip(ours, theirs, strict=True)
    )


def is_russian(text: str) -> bool:
    """Whether most letters of a text are Cyrillic; an editor's notes may be in English."""
    letters = [c for c in text if c.isalpha()]
    return sum("а" <= c.casefold() <= "я" or c in "ёЁ" for c in letters) * 2 > len(letters)
