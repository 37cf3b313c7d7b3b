"""Документ: the whole text to read, one passage of it opened."""

from __future__ import annotations

import re

import streamlit as st

from corpus.document import Document, Unit
from corpus.span import Span
from kg import nodes
from kg.citation import Citation
from search.filters import Filters
from ui import address, exports, proof, words
from ui.address import link
from ui.exports import Block
from ui.links import citations_of
from ui.markup import box, esc, folded, hint, more, put
from ui.reading import anchor, copy_buttons, original_html, unit_html
from workspace import Workspace

WINDOW = 60
"""Units shown at once: a whole code of laws in one page would be slow on a phone."""


def show(workspace: Workspace) -> None:
    """A document, opened at the unit the address names."""
    unit = workspace.unit(address.get("unit")) if address.get("unit") else None
    document = workspace.document(unit.document if unit else address.get("doc"))
    units = [u for u in document.units if _readable(document, u)]
    focus = _index(units, unit)
    here = unit is not None and any(one.id == unit.id for one in units)
    put(_head(document, unit, copying=not here))
    phone = "Mobi" in (st.context.headers.get("User-Agent") or "")
    around = _around(workspace, document, unit) if unit is not None else ""
    main, side = st.columns([1.8, 1], gap="large")
    inside = address.get("find")
    with main:
        _find(document, unit)
        if inside:
            put(_found(workspace, document, inside))
        first = _window(len(units), focus)
        put(
            _steps(document, first, len(units))
            + _body(workspace, document, units[first : first + WINDOW], unit, around * phone)
            + _steps(document, first, len(units))
        )
    with side, st.container(key="side"):
        if not (phone and here):
            put(around)
        put(_outline(document, unit))
        put(_notes(document))
        _downloads(document)


def _readable(document: Document, unit: Unit) -> bool:
    body = document.clean.text[unit.body.start : unit.body.end]
    return bool(body.strip()) and (unit.passage or unit.level in ("heading", "law"))


def _index(units: list[Unit], unit: Unit | None) -> int:
    """Where the opened unit stands; a group of units opens at its first."""
    if unit is None:
        return -1
    for number, one in enumerate(units):
        if one.id == unit.id:
            return number
    inside = (n for n, one in enumerate(units) if unit.span.start <= one.span.start < unit.span.end)
    return next(inside, -1)


def _window(count: int, focus: int) -> int:
    if address.get("from"):
        return address.number("from", 0, 0, max(count - 1, 0))
    return 0 if focus < WINDOW * 2 // 3 else focus - WINDOW // 3


def _head(document: Document, unit: Unit | None, copying: bool) -> str:
    """The document's name and what is known of it; the opened unit has its own copy buttons."""
    meta = document.meta
    facts = [words.KIND.get(str(meta.kind), str(meta.kind))]
    if meta.edition:
        facts.append(f"ссылки – на издание {meta.edition}")
    if meta.date:
        facts.append(words.date(meta.date))
    facts.append(f"файл {meta.file}")
    guessed = words.guessed(meta.guessed)
    return (
        f'<div class="crumb {esc(meta.kind)}"><span class="tag">{esc(facts[0])}</span> '
        f"· {esc(' · '.join(facts[1:]))}</div>"
        f'<h1 class="title">{esc(meta.title)}</h1>'
        + (f'<p class="hint">Определено программой: {esc(guessed)}</p>' if guessed else "")
        + f'<p class="strip acts noprint">{_copying(document, unit) if copying else ""}'
        '<button type="button" data-print>Печать</button></p>'
    )


def _copying(document: Document, unit: Unit | None) -> str:
    """Buttons that copy the opened unit's words with their place, or the document's name."""
    meta = document.meta
    plain = f"{unit.label if unit else meta.title} ({meta.title}, {meta.file})"
    span = unit.span if unit else None
    place = f", знаки {span.start}–{span.end}" if span else ""
    quote = f"«{' '.join(unit.text.split())}» – {plain}{place}" if unit else plain
    rich = f"> {' '.join(unit.text.split())}\n\n– *{plain}*{place}" if unit else f"*{plain}*"
    here = {"unit": unit.id} if unit else {"doc": meta.id}
    return copy_buttons(quote, rich, **here)


def _find(document: Document, unit: Unit | None) -> None:
    def go() -> None:
        said = str(st.session_state.document_find or "").strip()
        address.change(find=said or None)

    st.text_input(
        "Найти в этом документе",
        key=address.synced("document_find", address.get("find")),
        on_change=address.by_hand(go),
        placeholder="найти в этом документе",
        label_visibility="collapsed",
        type="search",
    )


def _found(workspace: Workspace, document: Document, query: str) -> str:
    results = workspace.finder.search(query, Filters(documents=(document.meta.id,)), limit=12)
    if not results.hits:
        return hint(f"«{esc(query)}» в этом документе не найдено.")
    items = [
        f"<li>{link(esc(h.passage.label), 'h', unit=h.passage.id, q=query, find=query)}</li>"
        for h in results.hits
    ]
    return box(f"В этом документе: {results.total}") + folded(items, 6)


def _marks(workspace: Workspace, document: Document, unit: Unit | None) -> list[str]:
    """The words that made search find this passage."""
    query = address.get("q") or address.get("find")
    if not query or unit is None:
        return []
    results = workspace.finder.search(query, Filters(documents=(document.meta.id,)), limit=200)
    for hit in results.hits:
        if hit.passage.id == unit.id:
            return [hit.passage.text[start:end] for start, end in hit.marks]
    return []


def _steps(document: Document, first: int, count: int) -> str:
    if count <= WINDOW:
        return ""
    steps = []
    if first > 0:
        steps.append(
            link("← раньше", "go", doc=document.meta.id, **{"from": str(max(first - WINDOW, 0))})
        )
    steps.append(f"<em>{first + 1}–{min(first + WINDOW, count)} из {count}</em>")
    if first + WINDOW < count:
        steps.append(link("дальше →", "go", doc=document.meta.id, **{"from": str(first + WINDOW)}))
    return f'<p class="strip noprint">{" ".join(steps)}</p>'


def _body(
    workspace: Workspace, document: Document, units: list[Unit], opened: Unit | None, around: str
) -> str:
    """The units to read; ``around`` (for a narrow screen) stands right below the opened one."""
    cited = citations_of(workspace, document)
    per_unit: dict[str | None, list[Citation]] = {}
    for citation in cited:
        per_unit.setdefault(citation.unit, []).append(citation)
    marks = _marks(workspace, document, opened)
    raw = bool(address.get("raw"))
    notes_all = [u for u in document.units if u.level == "note"]
    out = []
    for unit in units:
        on = opened is not None and unit.id == opened.id
        own = per_unit.get(unit.id, [])
        number = unit.number or "•"
        if raw:
            body = original_html(document, unit)
        else:
            span = _words(document, unit)
            notes = [n for n in notes_all if span.start <= n.clean.start < span.end]
            body = unit_html(document, unit, span, own, marks if on else (), notes)
        out.append(
            _gaps(document, unit)
            + f'<section class="sub{" on" if on else ""}" id="{anchor(unit.id)}">'
            f"{link(esc(number), 'c', title=unit.label, unit=unit.id)}<div>{body}</div>"
            + (_foot(document, unit, around) if on else "")
            + "</section>"
        )
    return "".join(out)


def _foot(document: Document, unit: Unit, around: str) -> str:
    """Where the opened unit stands, to be copied with its words."""
    about = more("о чём это место и на что ссылается", around) if around else ""
    return (
        f'<div class="n">{esc(unit.label)}</div>'
        f'<div class="n noprint"><p class="strip acts">{_copying(document, unit)}</p>{about}</div>'
    )


def _words(document: Document, unit: Unit) -> Span:
    """The unit's words without its own number, which stands in the margin already."""
    if not unit.number:
        return unit.body
    here = document.clean.text[unit.body.start : unit.body.end]
    number = re.match(rf"\s*{re.escape(unit.number)}[.)]\s+", here)
    return Span(unit.body.start + number.end(), unit.body.end) if number else unit.body


def _gaps(document: Document, unit: Unit) -> str:
    here = [g for g in document.gaps if unit.span.start <= g.span.start < unit.span.end]
    lost = " <small>(заголовок утрачен, восстановлен по другим источникам)</small>"
    remarks = {"lost-heading": lost}
    return "".join(
        f'<div class="gap {esc(g.kind)}">{esc(g.note)}{remarks.get(g.kind, "")}</div>' for g in here
    )


def _around(workspace: Workspace, document: Document, unit: Unit) -> str:
    """What the opened passage is about, cites, and who cites it."""
    graph = workspace.graph
    name = nodes.unit(unit.id)
    about, cites = [], []
    for _, target, data in graph.net.out_edges(name, data=True):
        if data["type"] in ("about", "comments"):
            about.append((target, data["evidence"]))
        elif data.get("evidence") is not None:
            cites.append((target, data["evidence"]))
    out = [f'<div class="boxh">{esc(unit.label)}</div>']
    if about:
        items = []
        for target, evidence in about:
            number = target.rsplit(":", 1)[-1]
            why = proof.BY.get(evidence.by, "")
            told = evidence.by == "curated" and words.is_russian(evidence.note)
            note = f" – {evidence.note}" if told else ""
            items.append(
                f'<li class="laws">{link(esc(words.law(number)), "h", law=number)}'
                f'<div class="d">{esc(why + note)}</div></li>'
            )
        out.append(box("О чём это место") + folded(items, 4))
    if cites:
        seen: dict[str, str] = {}
        for target, evidence in cites:
            number = target.rsplit(":", 1)[-1]
            sure = evidence.status == "resolved"
            seen.setdefault(number, "" if sure else words.STATUS.get(evidence.status, ""))
        items = [
            f'<li class="laws">{link(esc(words.law(n)), "h", law=n)}'
            f'<div class="d">{esc(status)}</div></li>'
            for n, status in seen.items()
        ]
        out.append(box("Ссылается на", str(len(seen))) + folded(items, 8))
    return "".join(out)


def _outline(document: Document, opened: Unit | None) -> str:
    depth: dict[str, int] = {}
    rows = []
    for unit in document.units:
        depth[unit.id] = depth.get(unit.parent or "", -1) + 1
        if unit.passage and unit.level in ("item", "subitem", "paragraph") and not unit.heading:
            continue
        level = min(depth[unit.id], 3)
        name = f"{unit.number or ''} {unit.heading or ''}".strip() or unit.label
        on = ' aria-current="true"' if opened is not None and unit.id == opened.id else ""
        rows.append(f'<li class="l{level}"{on}>{link(esc(name), unit=unit.id)}</li>')
    if not rows:
        return ""
    opened_attr = " open" if len(rows) <= 30 else ""
    return (
        f'<details class="more noprint"{opened_attr}><summary>Оглавление ({len(rows)})</summary>'
        f'<ul class="outline">{"".join(rows[:400])}</ul></details>'
    )


def _notes(document: Document) -> str:
    here = address.here("raw")
    raw = address.get("raw")
    switch = (
        link("показать исправленный текст", "go", **here)
        if raw
        else link("как в оригинале", "go", **{**here, "raw": "1"})
    )
    done = sum(1 for r in document.repairs if not r.kept)
    left = sum(1 for r in document.repairs if r.kept)
    gaps = len(document.gaps)
    said = f"Исправлено при чтении: {done}; оставлено как есть: {left}; пропусков: {gaps}."
    return f'{hint(esc(said))}<p class="strip noprint">{switch}</p>' + _legend()


def _legend() -> str:
    shown = (
        ("resolved", "найдено"),
        ("unverified", "не проверить"),
        ("ambiguous", "разные прочтения"),
        ("dangling", "нет такого пункта"),
    )
    spans = "".join(
        f'<span><span class="cite {name}">71C</span> {label}</span>' for name, label in shown
    )
    return f'<p class="legend noprint">{spans}</p>'


def _downloads(document: Document) -> None:
    def blocks() -> list[Block]:
        made = [Block("title", document.meta.title)]
        for one in document.units:
            if one.heading and not one.passage:
                made.append(Block("heading", one.heading))
            elif one.passage:
                text = document.clean.text[one.body.start : one.body.end]
                made.append(Block("text", text))
        return made

    exports.offer(
        "document",
        exports.filename(document.meta.id, ending=""),
        (
            ("Markdown", "md", lambda: exports.markdown(blocks()).encode()),
            ("Word (DOCX)", "docx", lambda: exports.docx(blocks())),
        ),
    )
