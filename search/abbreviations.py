"""Abbreviations of the game that only capitals tell from ordinary words.

«ПО» is the right-hand opponent, «по» a preposition; «НИ» is unauthorised information, «ни» a
particle. So an abbreviation is recognised on the text as written and gets a lemma of its own,
``#по``, which a lower-cased index cannot confuse with the word. In a line all in capitals (a
heading) case says nothing and only ``ALWAYS`` counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from search.folding import fold

ABBREVIATIONS: Mapping[str, str] = MappingProxyType(
    {
        "ПО": "правый оппонент",
        "ЛО": "левый оппонент",
        "НИ": "несанкционированная информация",
        "СИ": "санкционированная информация",
        "ДИ": "дезинформация",
        "ЛА": "логическая альтернатива",
        "АК": "апелляционный комитет",
        "ГС": "главный судья",
        "КП": "кодекс практики",
        "КК": "конвенционная карта",
        "ВБФ": "всемирная бриджевая федерация",
        "ЕБЛ": "европейская бриджевая лига",
        "АКБЛ": "американская лига контракт-бриджа",
        "НБО": "национальная бриджевая организация",
        "ЗО": "зональный орган",
        "БК": "без козыря",
        "НТ": "без козыря",
        "МП": "матчпункт",
        "ИМП": "имп",
        "NT": "без козыря",
        "UI": "несанкционированная информация",
        "AI": "санкционированная информация",
        "EI": "посторонняя информация",
        "MI": "дезинформация",
        "LA": "логическая альтернатива",
        "BIT": "нарушение темпа",
        "AC": "апелляционный комитет",
        "TD": "судья",
        "CTD": "главный судья",
        "CC": "конвенционная карта",
        "CPU": "скрытое партнёрское соглашение",
        "PP": "процедурное наказание",
        "DP": "дисциплинарное наказание",
        "PC": "штрафная карта",
        "MPC": "старшая штрафная карта",
        "OLOOT": "первый ход вне очереди",
        "LOOT": "ход вне очереди",
        "BOOT": "назначение вне очереди",
        "COOT": "заявка вне очереди",
        "POOT": "пас вне очереди",
        "IB": "недостаточное назначение",
        "LHO": "левый оппонент",
        "RHO": "правый оппонент",
        "SO": "организатор турнира",
        "RA": "регламентирующий орган",
        "TO": "организатор турнира",
        "WBF": "всемирная бриджевая федерация",
        "EBL": "европейская бриджевая лига",
        "ACBL": "американская лига контракт-бриджа",
        "NBO": "национальная бриджевая организация",
        "MP": "матчпункт",
        "IMP": "имп",
        "VP": "победные очки",
        "CoP": "кодекс практики",
        "WBFLC": "комитет ВБФ по кодексу",
        "AVE": "среднее",
        "ARTAS": "искусственный компенсирующий результат",
    }
)
"""Abbreviation as written → what it stands for, in the Laws' words."""

_ORDINARY_WORDS = frozenset(
    {"по", "ни", "си", "ди", "ла", "то", "so", "to", "ave", "bit", "boot", "loot"}
)
"""Abbreviations that in small letters (or a heading) are, or may well be, something else."""

ALWAYS: frozenset[str] = frozenset(fold(word) for word in ABBREVIATIONS) - _ORDINARY_WORDS
"""Folded abbreviations recognised whatever the case: nothing else is spelled like them."""


def abbreviation_lemma(token: str, *, heading: bool = False) -> str | None:
    """The lemma («#по») of a token written as an abbreviation, or ``None``.

    ``heading``: the line is all in capitals, so capitals prove nothing.
    """
    folded = fold(token)
    if folded in ALWAYS or (not heading and token in ABBREVIATIONS):
        return "#" + folded
    return None
