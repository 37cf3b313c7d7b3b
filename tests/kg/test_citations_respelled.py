"""The marked pages written in other ways: the same references must be found.

Other letters of the same look, other spaces, other words for «Правило», other joints of a number:
none of them may change what is found where.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from citation_tables import COUNTED, DATA

from kg.citations import cite_text

MARK = re.compile(r"\[\[(.*?)=(.*?)\]\]", re.DOTALL)
OWN_LETTERS = re.compile(r"27Б|\[\[\d{1,2}[БГ]")
CYRILLIC, LATIN = "АВСЕ", "ABCE"
PAGES = sorted((DATA / "citations_pages").glob("*.txt"))
Respelling = Callable[[str], str]


def numbers(respell: Respelling) -> Respelling:
    """Change the references themselves, not the text around them."""
    return lambda page: MARK.sub(lambda mark: f"[[{respell(mark[1])}={mark[2]}]]", page)


def lettered(signs: str, others: str) -> Respelling:
    table = str.maketrans(signs, others)
    return numbers(lambda number: number.translate(table) if number[0].isdigit() else number)


def law_word(word: str) -> Respelling:
    singular = re.compile(r"(?<![А-Яа-я])[Пп]равил(?:о|у|ом|е) +(?=\[\[)")
    return lambda page: singular.sub(word, page)


RESPELLINGS: dict[str, Respelling] = {
    "latin": lettered(CYRILLIC, LATIN),
    "cyrillic": lettered(LATIN, CYRILLIC),
    "no-break space": lambda page: page.replace(" [[", "\xa0[["),
    "other line ends": lambda page: page.replace("\n", "\r\n"),
    "ст.": law_word("ст. "),
    "§": law_word("§ "),
    "Закон": law_word("Законе "),
    "hyphenated": lambda page: re.sub(
        r"([пП])равил(ом|е|у|ами|ам) +(?=\[\[)", r"\1рави-\nл\2 ", page
    ),
    "dash": lambda page: re.sub(r"\]\] ?[-–—] ?\[\[", "]]–[[", page),
    "(2)": numbers(lambda number: re.sub(r"^(\d+[A-FАВСЕ])(\d)\b(?! )", r"\1(\2)", number)),
    "12 С 2": numbers(lambda number: re.sub(r"^(\d+)([A-FАВСЕ])(\d)", r"\1 \2 \3", number)),
    "12.С.2": numbers(lambda number: re.sub(r"^(\d+)([A-FАВСЕ])(\d)", r"\1.\2.\3", number)),
    "В1 (a)": numbers(lambda number: re.sub(r"^(\d+[A-FАВСЕ]\d)\(", r"\1 (", number)),
}
LETTERS = frozenset({"latin", "cyrillic"})
"""A text lettered А, Б, В is another text when its letters are changed."""


def found_and_marked(page: str, meta: dict[str, str]) -> tuple[list[object], list[object]]:
    marked: list[object] = []
    text, at = "", 0
    for mark in MARK.finditer(page):
        text += page[at : mark.start()]
        marked.append((len(text), mark[1], mark[2]))
        text += mark[1]
        at = mark.end()
    text += page[at:]
    found: list[object] = [
        (one.span.start, one.surface, ",".join(one.targets))
        for one in cite_text(text, "page.txt", meta)
        if one.kind in COUNTED
    ]
    return found, marked


@pytest.mark.parametrize("name", RESPELLINGS)
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_another_spelling_changes_nothing(path: Path, name: str) -> None:
    if name in LETTERS and OWN_LETTERS.search(path.read_text(encoding="utf-8")):
        pytest.skip("its letters are its own")
    head, _, page = path.read_text(encoding="utf-8").partition("\n")
    meta = dict(field.split("=") for field in head.strip("# ").split())
    found, marked = found_and_marked(RESPELLINGS[name](page), meta)
    assert found == marked
