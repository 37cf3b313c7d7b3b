"""F305: a footnote a committee called unclear or reworded; its wording is the suggestion."""

from __future__ import annotations

from collections.abc import Iterator

from kg.lint.finding import Fix, Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import NOTE, Text
from kg.lint.wording import REWORD, UNCLEAR, Sentence, named, owners, recommended, sentences


def check(text: Text) -> Iterator[Problem]:
    """In the committee's own text, and at the note itself where the library has it."""
    if text.document.meta.kind != "laws":
        for problem, _, _ in judged(text):
            yield problem
        return
    if not any(unit.level == "note" for unit in text.document.units):
        return
    for other in text.shelf.deciding.get(text.document.meta.edition, ()):
        for problem, laws, wording in judged(other):
            yield from _at_the_note(text, other, problem, laws, wording)


def judged(text: Text) -> Iterator[tuple[Problem, tuple[str, ...], str | None]]:
    """Each judgement on a note: the problem, the laws the note stands at, the new wording."""
    for paragraph in text.paragraphs:
        if not NOTE.search(paragraph.text):
            continue
        said = list(sentences(paragraph))
        for number, sentence in enumerate(said):
            note = NOTE.search(sentence.text)
            if note is None:
                continue
            unclear = UNCLEAR.search(sentence.text, note.start())
            reword = REWORD.search(sentence.text)
            if not unclear and not (reword and recommended(sentence.rest, reword.end())):
                continue
            told = said[number - 1].text if number else ""
            if not unclear and NOTE.search(told) and UNCLEAR.search(told):
                continue  # the sentence before has told it all
            laws = owners(text, sentence.start, sentence.start + len(sentence.text))
            wording = recommended(sentence.rest, (unclear or note).end())
            end = _end(text, sentence, note.start(), laws)
            span = text.origin(sentence.start + note.start(), end)
            what = f"Сноску к {named(laws)}" if laws else "Сноску"
            verdict = "комитет признал неясной" if unclear else "комитет решил изменить"
            tail = " и рекомендует заменить; его редакция – в предложении" if wording else ""
            yield Problem(span, f"{what} {verdict}{tail}", suggestion=wording or ""), laws, wording


def _end(text: Text, sentence: Sentence, start: int, laws: tuple[str, ...]) -> int:
    """Where the words that name the note end: at the last law named right after it."""
    first = text.origin(sentence.start + start, sentence.start + start + 1).start
    near = [c for c in text.laws_in(first, first + 120) if first < c.run.start < first + 60]
    if not laws or not near:
        found = NOTE.match(sentence.text, start)
        return sentence.start + (found.end() if found else start + 1)
    last = max(c.span.end for c in text.laws_in(*near[0].run) if c.run == near[0].run)
    return text.local(type(near[0].span)(first, last)).end


def _at_the_note(
    text: Text, other: Text, problem: Problem, laws: tuple[str, ...], wording: str | None
) -> Iterator[Problem]:
    for unit in text.document.units:
        if unit.level != "note" or not laws:
            continue
        law = unit.law or (unit.parent or "").rpartition("/")[2]
        if not any(law == one or law.startswith(f"{one}") for one in laws):
            continue
        if wording and " ".join(wording.split()) in " ".join(unit.text.split()):
            continue
        meta = other.document.meta
        source = text.original[unit.span.start : unit.span.end]
        mark = source[: len(source) - len(source.lstrip("*0123456789[]) "))]
        fix = Fix(unit.span, mark + wording, False) if wording and not mark.isspace() else None
        yield Problem(
            unit.span,
            f"Эту сноску комитет счёл неясной ({meta.title}, {meta.date})",
            suggestion=wording or "",
            fix=fix,
        )


RULE = Rule(
    code="F305",
    level=Level.WARNING,
    title="Сноска, которую комитет назвал неясной или переписал",
    why=(
        "Издатель, который перепечатает прежнюю сноску, повторит ошибку, о которой уже известно. "
        "Редакция комитета предлагается готовой."
    ),
    authority=(
        "Протоколы Комитета по Кодексу ВБФ; например, 30.08.2000, п. 3: комитет рекомендует всем "
        "держателям прав при следующем издании изменить сноску к Правилам 69, 70 и 71."
    ),
    examples=(
        Example(
            "3. Согласовано, что сноска к Правилам 50 и 51 сформулирована неясно. Рекомендуется "
            "изменить её следующим образом: “Карта называется “старшей”, если она онер.”",
            ("сноска к Правилам 50 и 51",),
        ),
        Example(
            "3. Комитет решил изменить сноску к Правилу 12 следующим образом: «Результат сдачи».",
            ("сноску к Правилу 12",),
        ),
        Example("3. Согласовано, что сноска к Правилам 50 и 51 сформулирована ясно."),
        Example("3. Комитет зачитал сноску к Правилу 12 и решил изменить состав."),
    ),
    check=check,
)
