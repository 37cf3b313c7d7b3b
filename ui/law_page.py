"""Правило: its words, what it cites, what cites it, what was decided about it and when."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Any

import streamlit as st

from corpus.document import Document, Unit
from corpus.errors import QueryError
from corpus.span import Span
from kg import chains, history, nodes
from kg.history import Event, Law, Link
from ui import address, exports, provisions, words
from ui.address import link
from ui.exports import Block
from ui.links import citations_of, place_link, target_link
from ui.markup import box, esc, folded, hint, marked, more, put
from ui.reading import anchor, copy_buttons, unit_html
from workspace import Workspace

_EXISTS = {True: "есть", False: "нет", None: "неизвестно"}
_SHOWN = 6
_LINE = 8
_SCOPE = {"part": "о части", "whole": "о целом", "note": "о сноске"}
_BY = {"curated": "по сведениям редактора", "inferred": "предположено", "position": "по месту"}


def show(workspace: Workspace) -> None:
    """The page of the provision the address names. Raises ``QueryError``, ``NotFoundError``."""
    law = history.law(workspace.graph, address.get("law"))
    whole = provisions.law_of(law.law) or law.law
    main, side = st.columns([1.55, 1], gap="large")
    with main:
        put(_head(workspace, law, whole))
        sections = _sections(workspace, whole)
        for document, units in sections:
            put(_text(workspace, document, units, law.law, whole))
        if not any(row["text"] for row in law.editions.values()):
            put(_missing(law.law, bool(sections)))
        if not sections:
            put(_history(law))
        _chains(workspace, law.law)
        _downloads(workspace, law)
    with side:
        if sections:
            put(_history(law))
        put(_cites(law))
        put(_cited_by(law))


def _head(workspace: Workspace, law: Law, whole: str) -> str:
    around = provisions.laws(workspace)
    before = [n for n in around if int(n) < int(whole)][-1:]
    after = [n for n in around if int(n) > int(whole)][:1]
    steps = [link(f"← Правило {n}", law=n) for n in before]
    steps += [link(f"Правило {n} →", law=n) for n in after]
    up = [link(esc(n), law=n) for n in reversed(nodes.ancestors(law.law))]
    crumbs = " · ".join(part for part in (" › ".join(up), *steps) if part)
    exists = "; ".join(
        f'<span title="{esc(row["why"] or "")}">{esc(name)} – {_EXISTS[row["exists"]]}</span>'
        for name, row in law.editions.items()
    )
    name = words.law(law.law)
    about = provisions.subject(workspace, law.law) or law.subject
    subject = f" · {about}" if about else ""
    plain = name + (f" ({about})" if about else "")
    return (
        f'<div class="crumb">{crumbs}</div>'
        f'<h1 class="title"><span class="num">{esc(name)}</span>{esc(subject)}</h1>'
        f'<p class="hint">В изданиях: {exists}.</p>'
        f'<p class="strip acts noprint">{link("граф", "go", graph=law.law)}'
        f"{link('цепочки отсюда', 'go', chain=law.law)}{link('искать упоминания', 'go', q=law.law)}"
        + copy_buttons(plain, f"**{plain}**", law=law.law)
        + '<button type="button" data-print>Печать</button></p>'
    )


def _missing(number: str, partly: bool) -> str:
    said = (
        "Текста этого пункта в библиотеке нет"
        if partly
        else "Текста этого правила в библиотеке нет"
    )
    return (
        f'<p class="absent" data-law="{esc(number)}">{said}. '
        "Здесь собрано всё, что о нём говорят другие тексты.</p>"
    )


def _sections(workspace: Workspace, whole: str) -> list[tuple[Document, list[Unit]]]:
    """The parts of the whole law that the library holds, document by document."""
    units = sorted(provisions.texts_within(workspace, whole), key=lambda u: (u.document, u.order))
    return [
        (workspace.document(name), list(group))
        for name, group in groupby(units, key=lambda u: u.document)
    ]


def _text(
    workspace: Workspace, document: Document, units: list[Unit], number: str, whole: str
) -> str:
    """What was asked for first; the other parts of the law folded away below it."""
    cited = citations_of(workspace, document)
    asked: list[str] = []
    others: list[str] = []
    for place, unit in enumerate(units):
        own = unit.law or unit.number or unit.label
        inside = [u.clean.start for u in units[place + 1 :] if u.parent == unit.id]
        words_own = Span(unit.body.start, min([unit.body.end, *inside]))
        inward = len(workspace.graph.cited_by(own, rollup=False))
        outward = sum(1 for c in cited if c.unit == unit.id)
        counts = f'<div class="n">ссылается: {outward} · на него ссылаются: {inward}</div>'
        on = " on" if own == number else ""
        (asked if nodes.within(own, number) else others).append(
            f'<section class="sub{on}" id="{anchor(own)}">{link(esc(own), "c", law=own)}'
            f"<div>{unit_html(document, unit, words_own, cited)}</div>{counts}</section>"
        )
    head = f'<div class="boxh">{link(esc(document.meta.title), unit=units[0].id)}</div>'
    rest = "".join(others)
    if asked and rest:
        rest = more(f"Остальное в {esc(words.law(whole).replace('Правило', 'Правиле'))}", rest)
    return head + "".join(asked) + rest


def _chains(workspace: Workspace, number: str) -> None:
    try:
        found = chains.find(workspace.graph, number, limit=_SHOWN).chains
    except QueryError:
        return
    if not found:
        return
    rows = []
    for chain in found:
        chips = " <i>→</i> ".join(link(esc(n), law=n) for n in chain.provisions)
        read = link("читать", "go", chain=chain.provisions[0], to=chain.provisions[-1])
        rows.append(f'<div class="strip">{chips} {read}</div>')
    put(
        box("Куда ведёт", "доказательства – по ссылке «читать»")
        + f'<div class="rows">{"".join(rows)}</div>'
    )


def _history(law: Law) -> str:
    """What was decided, as a dated line: decisions of committees, oldest first."""
    events = [e for e in law.history if e.kind not in ("laws", "commentary")]
    if not events:
        return ""
    items = [_event(event) for event in events]
    line = f'<div class="line">{"".join(items[:_LINE])}</div>'
    tail = f'<div class="line">{"".join(items[_LINE:])}</div>'
    if len(items) > _LINE:
        line += more(f"ещё {len(items) - _LINE}", tail)
    return box("О нём решено", str(len(items))) + line


def _event(event: Event) -> str:
    said = words.RELATION.get(event.type, event.type)
    scope = _SCOPE.get(event.scope)
    if scope:
        said += f", {scope}" + (f": {', '.join(event.names)}" if event.names else "")
    by = f" · {_BY[event.by]}" if event.by in _BY else ""
    acts = "".join(f'<div class="by">{_act(one)}</div>' for one in event.links)
    return (
        f'<div class="{esc(event.kind)}">'
        f'<span class="d">{esc(words.date(event.date) or "без даты")}</span> '
        f'<span class="type">{esc(said)}</span>{esc(by)}<br>'
        f"{link(esc(event.label), 'h', unit=event.unit)}"
        f'<div class="q">{marked(_line(event.sentence), event.names)}</div>'
        f'<div class="by">{esc(event.authority)}</div>{acts}</div>'
    )


def _act(one: Link) -> str:
    """What a decision does to an earlier one, in the committee's own word."""
    said = one.words or words.RELATION.get(one.type, one.type)
    label = esc(one.label)
    if one.in_library:
        label = (
            link(label, unit=one.to) if "/" in one.to else link(label, doc=one.document or one.to)
        )
    return f"{esc(said)}: {label}"


def _cites(law: Law) -> str:
    grouped: dict[str, Mapping[str, Any]] = {}
    for row in law.cites:
        grouped.setdefault(str(row["names"]), row)
    if not grouped:
        return ""
    items = [
        f'<li class="laws">{target_link(name, "h")}'
        f'<div class="q">{marked(_line(row.get("sentence")), [name])}</div></li>'
        for name, row in sorted(grouped.items(), key=lambda pair: nodes.order(pair[0]))
    ]
    return box("Ссылается на", str(len(items))) + folded(items, _SHOWN)


def _line(text: object) -> str:
    """A sentence on one line."""
    return " ".join(str(text or "").split())


def _cited_by(law: Law) -> str:
    """Who names it or speaks of it, by kind of text; one entry a sentence."""
    rows = [*law.cited_by, *law.about]
    order = list(words.KINDS)
    rows.sort(key=lambda r: order.index(r["kind"]) if r["kind"] in order else len(order))
    out = []
    for kind, group in groupby(rows, key=lambda r: str(r["kind"])):
        items = _entries(group, law.law)
        out.append(
            box(f"На него ссылаются: {esc(words.KINDS.get(kind, kind).lower())}", str(len(items)))
            + folded(items, _SHOWN)
        )
    return "".join(out) or hint("На него в текстах никто не ссылается.")


def _entries(rows: Iterable[Mapping[str, Any]], number: str) -> list[str]:
    grouped: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for row in rows:
        grouped.setdefault((row["unit"], row.get("sentence")), []).append(row)
    items = []
    for (_, sentence), group in grouped.items():
        first = group[0]
        parts = sorted({str(r["names"]) for r in group} - {number}, key=nodes.order)
        notes = [", ".join(parts)] if parts else []
        if first["type"] != "cites":
            notes.append(words.RELATION.get(str(first["type"]), str(first["type"])))
        if first.get("status") not in (None, "resolved"):
            notes.append(words.STATUS.get(str(first["status"]), ""))
        quote = marked(_line(sentence), {number, *parts})
        items.append(
            f'<li class="{esc(first["kind"] or "")}">{place_link(first)}'
            + (f' <span class="d">{esc(" · ".join(n for n in notes if n))}</span>' if notes else "")
            + (f'<div class="q">{quote}</div>' if quote else "")
            + "</li>"
        )
    return items


def _blocks(workspace: Workspace, law: Law) -> list[Block]:
    about = provisions.subject(workspace, law.law) or law.subject
    made = [Block("title", words.law(law.law) + (f" · {about}" if about else ""))]
    for name, row in law.editions.items():
        if row["text"]:
            made += [Block("heading", f"Издание {name}"), Block("text", row["text"])]
    if law.history:
        made.append(Block("heading", "Что о нём сказано"))
    for event in law.history:
        said = words.RELATION.get(event.type, event.type)
        place = str(event.source["file"])
        made.append(Block("quote", event.sentence))
        made.append(
            Block(
                "source",
                f"{words.date(event.date) or 'без даты'}: {said} – {event.label} "
                f"({place}, знаки {event.source['start']}–{event.source['end']})",
            )
        )
    return made


def _downloads(workspace: Workspace, law: Law) -> None:
    made: tuple[tuple[str, str, Callable[[], bytes]], ...] = (
        ("Markdown", "md", lambda: exports.markdown(_blocks(workspace, law)).encode()),
        ("Word (DOCX)", "docx", lambda: exports.docx(_blocks(workspace, law))),
        ("JSON", "json", lambda: exports.as_json(law.to_json()).encode()),
    )
    exports.offer("law", exports.filename("правило", law.law, ending=""), made)
