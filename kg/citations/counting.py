"""Is a number the number of something? «2 взятки», «40 %», «+3 IMP» – but «по Правилу 16 игрок».

After a Russian numeral the noun stands in a form the numeral asks for: «21 карта», «2 карты»,
«5 карт». A noun in another form belongs to the sentence, and the number may be a law's.
"""

from __future__ import annotations

import re

_NOUNS = (
    ("взятка взятку", "взятки", "взяток"),
    ("очко", "очка", "очков"),
    ("карта карту", "карты", "карт"),
    ("игрок игрока", "игрока", "игроков"),
    ("пика пику", "пики", "пик"),
    ("черва черву", "червы", "черв червей"),
    ("бубна бубну", "бубны", "бубен"),
    ("трефа трефу", "трефы", "треф"),
    ("раз", "раза", "раз"),
    ("сдача сдачу", "сдачи", "сдач"),
    ("тур", "тура", "туров"),
    ("раунд", "раунда", "раундов"),
    ("матч", "матча", "матчей"),
    ("стол", "стола", "столов"),
    ("секунда секунду", "секунды", "секунд"),
    ("минута минуту", "минуты", "минут"),
    ("час", "часа", "часов"),
    ("день", "дня", "дней"),
    ("неделя неделю", "недели", "недель"),
    ("месяц", "месяца", "месяцев"),
    ("год", "года", "лет годов"),
    ("человек человека", "человека", "человек"),
    ("пара пару", "пары", "пар"),
    ("команда команду", "команды", "команд"),
    ("участник участника", "участника", "участников"),
    ("слово", "слова", "слов"),
    ("пункт", "пункта", "пунктов"),
    ("матчпункт", "матчпункта", "матчпунктов"),
    ("балл", "балла", "баллов"),
    ("процент", "процента", "процентов"),
    ("рубль", "рубля", "рублей"),
    ("импс имп", "импа", "импов имп"),
    ("заявка заявку", "заявки", "заявок"),
    ("ошибка ошибку", "ошибки", "ошибок"),
    ("масть", "масти", "мастей"),
    ("группа группу", "группы", "групп"),
    ("голос", "голоса", "голосов"),
    ("место", "места", "мест"),
    ("вопрос", "вопроса", "вопросов"),
    ("линия линию", "линии", "линий"),
    ("комплект", "комплекта", "комплектов"),
)
"""Nominative (and accusative) singular, genitive singular, genitive plural."""


def _forms(which: int) -> str:
    return "|".join(form for noun in _NOUNS for form in noun[which].split())


_OBLIQUE = "|".join(
    f"{noun[0].split()[0].rstrip('аоьй')}(?:ами|ями|ам|ям|ах|ях)" for noun in _NOUNS
)
_SIGNS = (
    r"[%‰°+$€£]|IMP\b|ИМП\b|M?MP\b|МП\b|VP\b|ВП\b|NT\b|БК\b|HCP\b|hcp\b|гг?\.|шт\b|руб\b"
    r"|tricks\b|points\b|cards\b|players\b|minutes\b|hours\b|years\b|boards\b|spades\b|hearts\b"
    r"|diamonds\b|clubs\b|times\b|percent\b|per cent\b"
)
_AFTER_ONE = re.compile(rf"\s*(?:{_SIGNS}|(?:{_forms(0)}|{_OBLIQUE})\b)")
_AFTER_FEW = re.compile(rf"\s*(?:{_SIGNS}|(?:{_forms(1)}|{_OBLIQUE})\b)")
_AFTER_MANY = re.compile(rf"\s*(?:{_SIGNS}|(?:{_forms(2)}|{_OBLIQUE})\b)")
_SIGN = re.compile(rf"\s*(?:{_SIGNS})")
_TIME = re.compile(
    r"\s*(?:секунд|минут|час(?:а|ов)?|дн(?:я|ей)|день|недел[ьиюя]|месяц(?:а|ев)?|года?|лет)"
    r"(?:[ауы]|ами|ам)?\b"
)
_ANY = re.compile(rf"\s*(?:{_SIGNS}|(?:{_forms(0)}|{_forms(1)}|{_forms(2)}|{_OBLIQUE})\b)")


def counts(text: str, end: int, number: int) -> bool:
    """True when ``number``, written before ``text[end]``, counts the noun or unit after it."""
    if 11 <= number % 100 <= 14 or number % 10 in (0, 5, 6, 7, 8, 9):
        return bool(_AFTER_MANY.match(text, end))
    return bool((_AFTER_ONE if number % 10 == 1 else _AFTER_FEW).match(text, end))


def measures(text: str, end: int) -> bool:
    """True when a sign of quantity or a measure of time follows («40 %», «3 IMP», «7 минут»)."""
    return bool(_SIGN.match(text, end) or _TIME.match(text, end))


def counts_anything(text: str, end: int) -> bool:
    """True when what follows ``text[end]`` can be counted, in any form (after fractions, lists)."""
    return bool(_ANY.match(text, end))
