"""Цепочки: how one gets from one provision to another, each hop proved by words."""

from __future__ import annotations

from itertools import pairwise

import streamlit as st

from corpus.errors import QueryError
from corpus.span import Span
from kg import chains, nodes
from kg.chains import Chain, Found, Hop
from kg.evidence import Evidence
from kg.provision import candidates, normalise
from ui import address, exports, provisions, words
from ui.address import link
from ui.exports import Block
from ui.markup import box, esc, hint, more, put, status
from ui.proof import BY, quote, sentences, unit_label, unit_link
from workspace import Workspace

_EXAMPLE = {"chain": "29C", "to": "26B"}
_SHOWN = 12


def show(workspace: Workspace) -> None:
    """The form, the chains found, the chosen one in full."""
    start, end, via = address.get("chain").strip("-"), address.get("to"), address.get("via")
    _form(workspace, start, end, via)
    if not start:
        example = link("29C → 26B", chain="29C", to="26B")
        put(
            hint(
                "Назовите два правила: будет показано, какие тексты ведут от первого ко второму, "
                f"и предложение, которое доказывает каждый шаг. Например: {example}. "
                "Без второго правила показывается всё, к чему ведёт первое."
            )
        )
        return
    try:
        found = chains.find(workspace.graph, start, end or None, via or None)
    except QueryError as error:
        put(hint(esc(error)))
        return
    if not found.chains:
        _nothing(found)
        return
    chosen = address.number("n", 1, 1, len(found.chains))
    _list(found, chosen, end, via)
    chain = found.chains[chosen - 1]
    put(column(workspace, chain))
    _downloads(workspace, chain)


def _form(workspace: Workspace, start: str, end: str, via: str) -> None:
    known = provisions.known(workspace)
    for number in (start, end, via):
        if number and number not in known:
            known = [number, *known]

    def go() -> None:
        picked = [str(st.session_state[f"chain_{name}"] or "") for name in ("from", "to", "via")]
        address.go(
            chain=_canonical(picked[0]) or "-", to=_canonical(picked[1]), via=_canonical(picked[2])
        )

    def named(number: str) -> str:
        subject = provisions.subject(workspace, number)
        return f"{number} · {subject}" if subject else number

    fields = (("from", "Откуда", start), ("to", "Куда", end), ("via", "Через", via))
    with st.container(horizontal=True, vertical_alignment="bottom", key="chain_form"):
        for name, label, value in fields:
            st.selectbox(
                label,
                known,
                index=None,
                key=address.synced(f"chain_{name}", value or None),
                on_change=address.by_hand(go),
                format_func=named,
                accept_new_options=True,
                placeholder="номер правила" if name != "via" else "не важно",
                width=270 if name != "via" else 190,
            )


def _canonical(text: str) -> str:
    """The number as it is written in the address; what is no number stays, to be explained."""
    try:
        return normalise(text) if text else ""
    except QueryError:
        return text


def _nothing(found: Found) -> None:
    end = f" до {esc(found.end)}" if found.end else ""
    put(status(f"Цепочки от {esc(found.start)}{end} в текстах нет"))
    rows = []
    if found.from_start:
        chips = strip_links([("chain", found.start, n) for n in found.from_start])
        rows.append(box(f"От {esc(found.start)} можно дойти до") + chips)
    if found.to_end and found.end:
        chips = strip_links([("chain", n, found.end) for n in found.to_end])
        rows.append(box(f"К {esc(found.end)} приходят от") + chips)
    if rows:
        put("".join(rows))


def strip_links(pairs: list[tuple[str, str, str]]) -> str:
    """Chips that open the chain of each pair."""
    chips = [link(f"{esc(a)} → {esc(b)}", chain=a, to=b) for _, a, b in pairs]
    return f'<p class="strip">{" ".join(chips)}</p>'


def strip(chain: Chain) -> str:
    """A chain as chips."""
    return " <i>→</i> ".join(link(esc(n), law=n) for n in chain.provisions)


def _list(found: Found, chosen: int, end: str, via: str) -> None:
    rows = []
    for number, chain in enumerate(found.chains, 1):
        passages = words.plural(chain.passages, "место", "места", "мест")
        if number == chosen:
            state = f"<em>показана ниже · {passages}</em>"
        else:
            state = link("показать", "go", chain=found.start, to=end, via=via, n=str(number))
            state += f" <em>{passages}</em>"
        rows.append(f'<div class="strip">{strip(chain)} {state}</div>')
    rest = ""
    if len(rows) > _SHOWN:
        inner = "".join(rows[_SHOWN:])
        rest = more(f"ещё {len(rows) - _SHOWN}", f'<div class="rows">{inner}</div>')
    small = "сначала те, что доказаны одним местом" if len(rows) > 1 else ""
    put(
        box(f"Найдено цепочек: {len(found.chains)}", small)
        + f'<div class="rows">{"".join(rows[:_SHOWN])}</div>{rest}'
    )


def column(workspace: Workspace, chain: Chain) -> str:
    """The chain as a numbered column: each provision, then what leads on from it."""
    items = []
    for number, hop in enumerate(chain.hops, 1):
        here = hop.source if number > 1 else chain.provisions[0]
        items.append(f'<li data-n="{number}">{_node(workspace, here)}{_hop(workspace, hop)}</li>')
    last = chain.provisions[-1]
    number = len(chain.hops) + 1
    items.append(
        f'<li data-n="{number}" class="last">{_node(workspace, last)}{_text(workspace, last)}</li>'
    )
    return f'<ol class="chain">{"".join(items)}</ol>'


def _node(workspace: Workspace, number: str) -> str:
    subject = provisions.subject(workspace, number)
    return link(f"<b>{esc(words.law(number))}</b>{esc(subject or '')}", "node", law=number)


def _hop(workspace: Workspace, hop: Hop) -> str:
    told = sentences(hop.evidence)
    leading = _leading(hop)
    first = [pair for pair in told if pair[0].sentence_span in leading]
    rest = [pair for pair in told if pair[0].sentence_span not in leading]
    shown = "".join(_sentence(workspace, *pair) for pair in first)
    if not rest:
        return shown
    inner = "".join(_sentence(workspace, *pair) for pair in rest)
    return shown + more(f"ещё доказательства: {len(rest)}", inner)


def _sentence(workspace: Workspace, one: Evidence, surfaces: list[str]) -> str:
    by = f" · {BY[one.by]}" if BY.get(one.by) else ""
    return (
        f"<blockquote>{quote(workspace, one, surfaces)}</blockquote>"
        f'<div class="via">{unit_link(workspace, one.unit, one.document, "")}{esc(by)}</div>'
    )


def _leading(hop: Hop) -> set[Span]:
    """The sentences to read first: where the strongest passage comes to the hop's target, and the
    last before it that speaks of its source."""
    strongest = hop.passages[0] if hop.passages else None
    told = sorted(
        (e for e in hop.evidence if e.unit == strongest), key=lambda e: (e.sentence_span, e.span)
    )
    goal = next((e for e in told if _names(e, hop.target)), None)
    if goal is None:
        return {e.sentence_span for e in (told or list(hop.evidence))[:1]}
    before = [e for e in told if _names(e, hop.source) and e.sentence_span <= goal.sentence_span]
    return {e.sentence_span for e in (*before[-1:], goal)}


def _names(one: Evidence, number: str) -> bool:
    """Whether the words cited may mean the provision, a part of it or the whole it lies in."""
    return any(nodes.nested(str(reading), number) for reading in candidates(one.surface))


def _text(workspace: Workspace, number: str) -> str:
    for unit in provisions.texts(workspace, number):
        return f"<blockquote>{esc(unit.text)}</blockquote>"
    return '<div class="via">Текста этого правила в библиотеке нет.</div>'


def blocks(workspace: Workspace, chain: Chain) -> list[Block]:
    """The chain to take along, all its evidence included."""
    made = [Block("title", " → ".join(chain.provisions))]
    for hop, (source, target) in zip(chain.hops, pairwise(chain.provisions), strict=True):
        made.append(Block("heading", f"{source} → {target}"))
        for one, _ in sentences(hop.evidence):
            if one.sentence:
                made.append(Block("quote", one.sentence))
            place = unit_label(workspace, one.unit, one.document)
            span = f"{one.file}, знаки {one.sentence_span.start}–{one.sentence_span.end}"
            made.append(Block("source", f"{place} ({span})"))
    return made


def _downloads(workspace: Workspace, chain: Chain) -> None:
    put(
        f'<p class="strip noprint">{link("на графе", "go", graph=chain.provisions[0])}'
        '<button type="button" data-print>Печать</button></p>'
    )
    made = blocks(workspace, chain)
    exports.buttons(
        "chain",
        exports.filename("цепочка", "-".join(chain.provisions), ending=""),
        (
            ("Markdown", "md", lambda: exports.markdown(made).encode()),
            ("Word (DOCX)", "docx", lambda: exports.docx(made)),
            ("JSON", "json", lambda: exports.as_json(chain.to_json()).encode()),
        ),
    )
