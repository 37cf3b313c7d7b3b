"""A rule: its code, its page in Russian, its examples and the function that looks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.lint.finding import Level, Problem

if TYPE_CHECKING:
    from kg.lint.text import Text

GROUPS = {
    "R": "ссылки",
    "N": "запись номеров",
    "F": "сноски",
    "S": "строение и сохранность",
    "T": "слова",
    "P": "согласие с подлинником и позднейшими решениями",
}
"""What the first letter of a code says."""


@dataclass(frozen=True, slots=True)
class Example:
    """A text and the words in it the rule must mark (none: it must stay silent).

    ``kind`` and ``edition`` as in the metadata; ``beside`` are further texts of the library, each
    with its kind, edition and date; ``synonyms`` the notions a glossary gives; ``curation`` a side
    file of the text; ``originals`` what is recorded about the original it was translated from.
    """

    text: str
    finds: tuple[str, ...] = ()
    kind: str = "minutes"
    edition: str = "1997"
    date: str = "2000-01-12"
    beside: tuple[tuple[str, str, str, str], ...] = ()
    synonyms: tuple[tuple[str, tuple[str, ...]], ...] = ()
    curation: str = ""
    originals: tuple[tuple[str, str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. ``title``, ``why`` and ``authority`` are its page, in Russian.

    ``examples`` hold at least one the rule finds something in and one it must pass.
    ``default`` is false for a rule whose measured precision is below 0.8; ``doubt`` then says so.
    """

    code: str
    level: Level
    title: str
    why: str
    authority: str
    examples: tuple[Example, ...]
    check: Callable[[Text], Iterable[Problem]]
    default: bool = True
    doubt: str = ""

    @property
    def group(self) -> str:
        """What the rule is about: «ссылки», «сноски»…"""
        return GROUPS[self.code[0]]

    @property
    def wrong(self) -> str:
        """The text of the first failing example."""
        return next(one.text for one in self.examples if one.finds)

    @property
    def right(self) -> str:
        """The text of the first passing example."""
        return next(one.text for one in self.examples if not one.finds)

    def page(self) -> str:
        """The rule's page in Markdown, as ``pravila rule CODE`` shows it."""
        off = f"\n\n**По умолчанию выключено.** {self.doubt}" if not self.default else ""
        return (
            f"# {self.code}. {self.title}\n\n"
            f"Уровень: {LEVELS[self.level]}. Раздел: {self.group}.{off}\n\n"
            f"## Зачем\n\n{self.why}\n\n"
            f"## Плохо\n\n{_quoted(self.wrong)}\n\n"
            f"## Хорошо\n\n{_quoted(self.right)}\n\n"
            f"## Основание\n\n{self.authority}\n"
        )


LEVELS = {
    Level.ERROR: "ошибка",
    Level.WARNING: "предупреждение",
    Level.NOTE: "замечание",
}


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))
