"""N204: a number in other capitals, brackets or spaces than its canonical form."""

from __future__ import annotations

from collections.abc import Iterator

from kg.citation import Status
from kg.lint.characters import TWINS
from kg.lint.finding import Fix, Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import Text
from kg.provision import Letters, candidates

_PLAIN = str.maketrans({**TWINS, "в": "b", "а": "a", "с": "c"})


def check(text: Text) -> Iterator[Problem]:
    """Every number written otherwise than the Laws write it, alphabets apart."""
    if text.letters is not Letters.LATIN:
        return
    for citation in text.laws:
        words = citation.surface
        if len(citation.targets) != 1 or citation.form == "range":
            continue
        target = citation.targets[0]
        written = words.translate(_PLAIN)
        if written == target or len(words) < 2 or not words[0].isdigit():
            continue
        if written.lower() == target.lower():
            what = "прописная и строчная буква перепутаны"
        elif "".join(written.split()) == target:
            what = "внутри номера пробел"
        elif _bare(written) == _bare(target):
            what = "скобки или точки стоят не так"
        else:
            continue
        sure = citation.status is Status.RESOLVED and len(candidates(words)) == 1
        yield Problem(
            citation.span,
            f"«{words}»: {what}; принято {target}",
            suggestion=target,
            fix=Fix(citation.span, target, sure),
        )


def _bare(number: str) -> str:
    return "".join(sign for sign in number if sign.isalnum()).lower()


RULE = Rule(
    code="N204",
    level=Level.WARNING,
    title="Номер записан не так, как принято",
    why=(
        "«31а2(b)», «31 A 2», «31A(2)» – один номер в трёх видах: читатель спрашивает себя, "
        "не три ли это разных места, а указатель разносит их по трём строкам."
    ),
    authority="Запись номеров в Кодексе: закон, прописная буква, цифра, строчная буква в скобках.",
    examples=(
        Example("Здесь применяется Правило 31a2(b).", ("31a2(b)",)),
        Example("Здесь применяется Правило 31A2(b)."),
    ),
    check=check,
)
