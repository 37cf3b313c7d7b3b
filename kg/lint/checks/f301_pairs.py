"""F301: a footnote's mark without a note, or a note without its mark."""

from __future__ import annotations

from collections.abc import Iterator

from kg.lint.finding import Level, Problem
from kg.lint.notes import signs, unpaired
from kg.lint.rule import Example, Rule
from kg.lint.text import Text


def check(text: Text) -> Iterator[Problem]:
    """Marks and notes paired in order of place, pages or no pages."""
    torn = any(gap.kind in ("lost-pages", "cut-end", "cut-start") for gap in text.document.gaps)
    for sign in unpaired(signs(text)):
        span = text.origin(sign.start, sign.end)
        level = Level.NOTE if torn else None
        lost = "; часть текста утрачена, она могла быть там" if torn else ""
        if sign.is_note:
            message = f"Сноска «{sign.label}» есть, а её знака в тексте перед ней нет{lost}"
        else:
            message = f"Знак сноски «{sign.label}» есть, а самой сноски после него нет{lost}"
        yield Problem(span, message, level)


RULE = Rule(
    code="F301",
    level=Level.WARNING,
    title="Знак без сноски или сноска без знака",
    why=(
        "Читатель ищет внизу страницы сноску, которой нет, или находит сноску и не знает, к каким "
        "словам она относится. В Кодексе сноски меняют смысл Правил, потерять их нельзя."
    ),
    authority=(
        "Справочная книга редактора и корректора (А. Э. Мильчин): знак сноски и сноска – пара; "
        "Chicago Manual of Style 14.24."
    ),
    examples=(
        Example("Была ли логическая альтернатива*, которую игрок мог бы выбрать?", ("*",)),
        Example("Определено Судьей[1] и комитетом[2].\n\n[1] Главным Судьей.\n", ("[2]",)),
        Example("Это решено.\n\n* Логическая альтернатива – другое действие.", ("* ",)),
        Example(
            "Была ли альтернатива*, которую игрок мог бы выбрать?\n\n* Альтернатива – это другое "
            "действие.\n"
        ),
        Example("Судьей[1] решено.\n\n- 40 -\n\nДальше следует текст.\n\n[1] Главным Судьей.\n"),
        Example("Список:\n\n* первое;\n\n* второе;\n\n* третье."),
    ),
    check=check,
)
