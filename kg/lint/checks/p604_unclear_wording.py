"""P604: a law's wording that a committee called unclear or in need of amendment."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.lint.finding import Level, Problem
from kg.lint.rule import Example, Rule
from kg.lint.text import NOTE, Text
from kg.lint.wording import UNCLEAR, named, owners, sentences

_WORDING = re.compile(r"(?<!\w)(?:формулировк|текст|редакци|выражени)\w*", re.IGNORECASE)


def check(text: Text) -> Iterator[Problem]:
    """Sentences that judge a wording; which law is named there or in the sentence before."""
    if text.document.meta.kind == "laws":
        return
    for paragraph in text.paragraphs:
        if not _WORDING.search(paragraph.text):
            continue
        before: tuple[str, ...] = ()
        for sentence in sentences(paragraph):
            laws = owners(text, sentence.start, sentence.start + len(sentence.text))
            wording = _WORDING.search(sentence.text)
            unclear = UNCLEAR.search(sentence.text)
            close = wording and unclear and abs(unclear.start() - wording.end()) <= 80
            if wording and unclear and close and not NOTE.search(sentence.text):
                first = min(wording.start(), unclear.start())
                last = max(wording.end(), unclear.end())
                where = named(laws or before, ("Правило", "Правила"))
                yield Problem(
                    text.origin(sentence.start + first, sentence.start + last),
                    "Комитет назвал формулировку неудачной или требующей поправки"
                    + (f" (см. {where})" if where else ""),
                )
            before = laws or before


RULE = Rule(
    code="P604",
    level=Level.NOTE,
    title="Формулировка, которую комитет назвал неясной",
    why=(
        "Там, где сам комитет признал слова чреватыми недоразумением, при новом издании нужна "
        "хотя бы сноска на его толкование."
    ),
    authority="Протоколы Комитета по Кодексу ВБФ.",
    examples=(
        Example(
            "1. Рассмотрено Правило 12. Формулировка, использованная в нём, чревата "
            "недоразумением.",
            ("Формулировка, использованная в нём, чревата недоразумением",),
        ),
        Example("1. Рассмотрено Правило 12. Формулировка, использованная в нём, признана верной."),
    ),
    check=check,
)
