"""The words of a unit as one reads them: references linked, emphasis kept, lines joined."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from corpus.document import Document, Unit
from corpus.span import Span
from kg.citation import Citation, Status
from ui import words
from ui.address import href, link
from ui.links import target_address
from ui.markup import Tagged, esc, tagged

_SHAPED = re.compile(r"\S {3,}\S|\t")
"""A line with wide gaps is a diagram or a table: its shape is kept."""
_MARK = re.compile(r"\s*(?P<mark>\*{1,3}|\d{1,2})(?=[\s)])")


def link_of(citation: Citation, clean: Span) -> Tagged:
    """The tags around one citation; how sure it is can be seen. Several readings are all linked."""
    status = str(citation.status)
    said = f"{words.STATUS[status]}: {', '.join(citation.targets) or citation.surface}"
    if citation.edition:
        said += f" (издание {citation.edition})"
    elsewhere = citation.status is Status.EXTERNAL and citation.kind == "law"
    # «пункт 2 выше» is no law of that number
    own_item = citation.kind == "section" and "".join(citation.targets)[:1].isdigit()
    if not citation.targets or elsewhere or own_item:
        return Tagged(
            clean.start, clean.end, f'<span class="cite {status}" title="{esc(said)}">', "</span>"
        )
    if citation.status is Status.AMBIGUOUS and len(citation.targets) > 1:
        picks = " · ".join(
            link(esc(t), **target_address(t, citation.kind)) for t in citation.targets
        )
        before = f'<span class="ambiguous" title="{esc(said)}">'
        return Tagged(clean.start, clean.end, before, f'</span> <sup class="pick">{picks}</sup>')
    address = esc(href(**target_address(citation.targets[0], citation.kind)))
    before = (
        f'<a data-nav target="_self" class="cite {status}" title="{esc(said)}" href="{address}">'
    )
    return Tagged(clean.start, clean.end, before, "</a>")


def text_html(
    document: Document,
    span: Span,
    citations: Iterable[Citation] = (),
    found: Iterable[str] = (),
    notes: Iterable[Unit] = (),
) -> str:
    """A stretch of clean text as HTML.

    ``citations`` are those of the document that may lie in it; ``found`` are words to mark;
    ``notes`` are its footnotes.
    """
    text = document.clean.text
    links: list[Tagged] = []
    for citation in citations:
        clean = document.clean.clean(citation.span.start, citation.span.end)
        if span.start <= clean.start and clean.end <= span.end:
            links.append(link_of(citation, clean))
    here = text[span.start : span.end]
    marks = [
        Tagged(span.start + m.start(), span.start + m.end(), "<mark>", "</mark>")
        for word in sorted({w for w in found if w.strip()})
        for m in re.finditer(re.escape(word), here, re.IGNORECASE)
    ]
    underlined = [
        Tagged(max(e.start, span.start), min(e.end, span.end), "<u>", "</u>")
        for e in document.emphasis
        if e.start < span.end and e.end > span.start
    ]
    chosen = _apart(note_marks(document, span, notes), links, marks, underlined)
    out: list[str] = []
    for start, end, shaped in _paragraphs(here):
        part = [t for t in chosen if span.start + start <= t.start and t.end <= span.start + end]
        piece = tagged(here[start:end], part, span.start + start)
        out.append(f"<pre>{piece}</pre>" if shaped else f"<p>{piece}</p>")
    return f'<div class="text">{"".join(out)}</div>'


def note_marks(document: Document, span: Span, notes: Iterable[Unit]) -> list[Tagged]:
    """Tags that join a footnote's mark in the words to the note, which can be read in its tip.

    A note begins with its mark («*», «**», «24»); the mark stands once before it, right after a
    word. Where it is not found, or is found twice, nothing is joined.
    """
    text = document.clean.text
    made: list[Tagged] = []
    for note in notes:
        begun = _MARK.match(text, note.body.start, note.body.end)
        if not begun:
            continue
        sign = re.escape(begun["mark"])
        places = list(
            re.compile(rf"(?<=[\w”»\")]){sign}(?![\w*])").finditer(text, span.start, begun.start())
        )
        if len(places) == 1:
            words_of = " ".join(note.text.split())
            before = f'<sup class="pick" title="{esc(words_of)}"><a href="#{anchor(note.id)}">'
            made.append(Tagged(places[0].start(), places[0].end(), before, "</a></sup>"))
            made.append(
                Tagged(
                    begun.start("mark"), begun.end("mark"), f'<b id="{anchor(note.id)}">', "</b>"
                )
            )
    return made


def anchor(unit: str) -> str:
    """The id of the element that shows a unit or a law."""
    return "u-" + unit.replace("/", "-")


def unit_html(
    document: Document,
    unit: Unit,
    span: Span,
    citations: Iterable[Citation] = (),
    found: Iterable[str] = (),
    notes: Iterable[Unit] = (),
) -> str:
    """A unit's words (``span`` of clean text) under its heading, unless they begin with it."""
    here = document.clean.text[span.start : span.end]
    heading = " ".join((unit.heading or "").split())
    said = " ".join(here[: len(heading) + 40].split())
    head = f'<div class="head">{esc(heading)}</div>' if heading and heading not in said else ""
    return head + (text_html(document, span, citations, found, notes) if here.strip() else "")


def _apart(*kinds: list[Tagged]) -> list[Tagged]:
    """Stretches that do not overlap; those of an earlier kind go before those of a later one."""
    chosen: list[Tagged] = []
    for kind in kinds:
        chosen += [t for t in kind if not any(t.start < c.end and c.start < t.end for c in chosen)]
    return chosen


def _paragraphs(text: str) -> list[tuple[int, int, bool]]:
    """Lines with wide gaps that follow each other are one shaped block; others are paragraphs."""
    lines: list[tuple[int, int, bool]] = []
    for match in re.finditer(r"[^\n]+", text):
        if match.group().strip():
            lines.append((match.start(), match.end(), bool(_SHAPED.search(match.group()))))
    out: list[tuple[int, int, bool]] = []
    for shaped, group in groupby(lines, key=lambda line: line[2]):
        run = list(group)
        if shaped and len(run) > 1:
            out.append((run[0][0], run[-1][1], True))
        else:
            out += [(start, end, False) for start, end, _ in run]
    return out


def original_html(document: Document, unit: Unit) -> str:
    """The unit's words as they came, what was repaired tinted, the repair in the tip."""
    span = unit.span
    tips = [
        Tagged(
            r.span.start,
            r.span.end,
            f'<span class="repair" title="{esc(_repair(r.before, r.after, r.note, r.kept))}">',
            "</span>",
        )
        for r in document.repairs
        if span.start <= r.span.start and r.span.end <= span.end and r.span.end > r.span.start
    ]
    body = tagged(document.original[span.start : span.end], tips, span.start)
    return f'<div class="text"><pre>{body}</pre></div>'


def _repair(before: str, after: str, note: str, kept: bool) -> str:
    said = note or "исправлено"
    if kept:
        return f"{said} (оставлено как есть)"
    return f"{said}: «{before.strip() or '␣'}» → «{after.strip() or '␣'}»"


def copy_buttons(plain: str, rich: str, **address: str) -> str:
    """Buttons that copy a citation as text, as Markdown, and the page's address."""
    here = esc(href(**address))
    return (
        f'<button type="button" data-copy="{esc(plain)}">Копировать цитату</button>'
        f'<button type="button" data-copy="{esc(rich)}">…как Markdown</button>'
        f'<button type="button" data-copy="" data-copy-link="{here}">Ссылка</button>'
    )
