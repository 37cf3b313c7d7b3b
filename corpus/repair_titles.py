"""What each kind of repair (``corpus.cleaning``) is called in Russian; data keep English names."""

from __future__ import annotations

from collections.abc import Mapping

REPAIR_TITLES: Mapping[str, str] = {
    "characters": "знаки",
    "dash-for-hyphen": "тире вместо дефиса",
    "doubled-line": "строка повторена",
    "footnote-mark": "знак сноски",
    "form-of-address": "обращение",
    "glued-head": "слипшийся заголовок",
    "line-hyphen": "перенос слова",
    "line-wrap": "перенос строки",
    "look-alike": "похожая буква другого алфавита",
    "lost-characters": "утраченные знаки",
    "missing-space": "пропущенный пробел",
    "mixed-alphabets": "буквы двух алфавитов в слове",
    "number-row": "ряд номеров",
    "overstrike": "слово, напечатанное дважды",
    "page-mark": "отметка страницы",
    "paragraph-break": "граница абзаца",
    "pilcrow": "знак абзаца",
    "ruler": "черта",
    "spaces": "пробелы",
    "unreadable-character": "знак не прочитан",
    "wrong-encoding": "неверная кодировка",
}


def repair_title(kind: str) -> str:
    """The Russian name of a kind of repair; a kind that has none is shown as it is."""
    return REPAIR_TITLES.get(kind, kind)
