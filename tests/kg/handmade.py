"""Documents written by hand for tests: citations are marked in the text itself.

``[[29С=29C]]`` is the mention «29С» of 29C; mentions inside ``{{ … }}`` are one run. Paragraphs are
units; ``law`` makes them a commentary on (or the text of) that law.
"""

import re

from corpus.aligned import AlignedText
from corpus.document import Attribution, Document, Kind, Metadata, Unit
from corpus.span import Span
from kg.citation import Citation, Status

MARK = re.compile(r"\[\[(?P<surface>[^=\]]+)=(?P<target>[^\]]+)\]\]|\{\{|\}\}")


def made(
    marked: str,
    name: str = "own",
    kind: Kind = Kind.MINUTES,
    edition: str | None = "1997",
    date: str | None = "2001-10-30",
    law: str | None = None,
    about: dict[int, Attribution] | None = None,
    status: Status = Status.RESOLVED,
) -> tuple[Document, list[Citation]]:
    text, marks, runs = "", [], []
    last, run_start = 0, None
    for found in MARK.finditer(marked):
        text += marked[last : found.start()]
        last = found.end()
        if found[0] == "{{":
            run_start = len(text)
        elif found[0] == "}}":
            runs.append(Span(run_start or 0, len(text)))
        else:
            start = len(text)
            text += found["surface"]
            marks.append((Span(start, len(text)), found["target"]))
    text += marked[last:]
    file = f"{name}.txt"
    units, start = [], 0
    for order, paragraph in enumerate(text.split("\n\n")):
        span = Span(start, start + len(paragraph))
        start = span.end + 2
        said = (about or {}).get(order)
        units.append(
            Unit(
                id=f"{name}/{order + 1}",
                document=name,
                kind=kind,
                level="law" if kind is Kind.LAWS else "paragraph",
                label=f"{name}, {order + 1}",
                number=law if kind is Kind.LAWS else None,
                law=law,
                edition=edition,
                date=date,
                parent=None,
                order=order,
                heading=None,
                span=span,
                clean=span,
                body=span,
                passage=True,
                text=paragraph,
                attribution=(said,) if said else (),
            )
        )
    meta = Metadata(name, name, kind, file, edition, date)
    document = Document(meta, AlignedText.of(text), tuple(units))
    citations = []
    for span, target in marks:
        unit = next(u for u in units if u.span.contains(span))
        begin = max([unit.span.start, *(m.end() for m in SENTENCE.finditer(text, 0, span.start))])
        ending = SENTENCE.search(text, span.end)
        end = min(unit.span.end, ending.end() if ending else len(text))
        begin = max(begin, unit.span.start)
        run = next((r for r in runs if r.contains(span)), span)
        citations.append(
            Citation(
                unit=unit.id,
                document=name,
                file=file,
                span=span,
                run=run,
                surface=span.of(text),
                kind="law" if target[0].isdigit() and "#" not in target else "section",
                form="named",
                targets=(target,),
                edition=edition,
                status=status,
                confidence=1.0,
                sentence=text[begin:end].strip(),
                sentence_span=Span(begin, end),
            )
        )
    return document, citations


SENTENCE = re.compile(r"(?<!см)[.?!]\s+(?=[А-ЯA-Z“«])|\n+")
PARIS = """10. Комитет согласился с утверждением, касающимся Правила [[31А=31A]], опубликованным \
Секретарем в Интернете. Это утверждение относится к ситуации, когда Восток открыл вне очередности. \
Как применять Правило [[31=31]]? Секретарь ответил:

“Будет проще, если мы начнем с Правила [[29С=29C]]. Оно говорит нам, что в этом случае положения \
Правила [[31=31]] применяются к указанной деноминации, а не к назначенной. Затем переходим к \
Правилу [[31=31]]: нарушитель заявил в очередь ПО. Далее Правило [[31=31]] говорит, что когда это \
назначение повторяет ту же деноминацию, то применяется Правило [[31А2(а)=31A2(a)]]. Применимо ли \
это здесь? Нет, неприменимо. Поэтому как насчет [[31А2(в)=31A2(b)]]? Просто ситуация точно \
соответствует выражению в [[31А2(в)=31A2(b)]], если читать слова с вниманием. Наказание на ход \
(если оно применимо) должно быть по Правилу [[26В=26B]]; Правило [[23=23]] должно разрешить Судье \
по его усмотрению:"""
