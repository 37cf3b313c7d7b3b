"""Граф: what lies around a provision or a passage, as a picture and as a list."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import streamlit as st

from corpus.errors import QueryError
from kg import nodes
from kg.provision import normalise
from ui import address, drawing, exports, neighbourhood, proof, words
from ui.address import link
from ui.drawing import NAMES, Dot, Line, Places
from ui.markup import box, esc, folded, hint, put
from ui.neighbourhood import TYPES, Tie
from workspace import Workspace

WHOLE = "all"
_DEFAULT = ("cites", "about", "leads-to")
_SHOWN = 6
_READABLE = 40


def show(workspace: Workspace) -> None:
    """The neighbourhood of the focus in the address; the most connected dots without one."""
    whole = neighbourhood.drawn(workspace.graph)
    focus = _focus(address.get("graph"))
    if focus != WHOLE and focus not in whole.dots:
        put(hint(f"«{esc(focus)}» в текстах библиотеки не упоминается."))
        focus = WHOLE
    kinds = [k for k in address.many("kinds") if k in NAMES] or list(NAMES)
    groups = [g for g in address.many("ties") if g in TYPES]
    depth = address.number("depth", 0, 1, 3) or _depth(whole, focus, kinds, groups)
    dots, ties = _chosen(whole, focus, depth, kinds, groups or list(_DEFAULT))
    if not groups and len(dots) < 2 and focus != WHOLE:
        dots, ties = _chosen(whole, focus, depth, kinds, list(TYPES))
        groups = list(TYPES)
    _controls(workspace, focus, depth, kinds, groups or list(_DEFAULT))
    phone = "Mobi" in (st.context.headers.get("User-Agent") or "")
    main, side = st.columns([2.1, 1], gap="medium")
    with main:
        picked = _picture(workspace, focus, dots, ties, phone)
    with side:
        if picked is not None:
            put(_tie(workspace, picked))
        put(_list(workspace, whole, focus, dots, ties))


def prepare(workspace: Workspace) -> None:
    """Lay out the picture of the whole graph before anybody asks for it; it takes a second."""
    whole = neighbourhood.drawn(workspace.graph)
    dots, ties = _chosen(whole, WHOLE, 1, list(NAMES), list(_DEFAULT))
    _placed(tuple(d.id for d in dots), tuple((t.source, t.target) for t in ties))


def _focus(said: str) -> str:
    said = said.strip("-")
    if not said or said == WHOLE:
        return WHOLE
    try:
        return normalise(said)
    except QueryError:
        return said


def _depth(whole: neighbourhood.Drawn, focus: str, kinds: list[str], groups: list[str]) -> int:
    """Two steps while that can still be read, else one."""
    dots, _ = _chosen(whole, focus, 2, kinds, groups or list(_DEFAULT))
    return 2 if len(dots) <= _READABLE else 1


def _chosen(
    whole: neighbourhood.Drawn, focus: str, depth: int, kinds: list[str], groups: list[str]
) -> tuple[list[Dot], list[Tie]]:
    if focus == WHOLE:
        return neighbourhood.everything(whole, frozenset(kinds), frozenset(groups))
    return neighbourhood.around(whole, focus, depth, frozenset(kinds), frozenset(groups))


def _controls(
    workspace: Workspace, focus: str, depth: int, kinds: list[str], groups: list[str]
) -> None:
    def typed() -> None:
        address.change(graph=_focus(str(st.session_state.graph_focus or WHOLE)))

    with st.container(horizontal=True, vertical_alignment="center", key="graph_form"):
        st.text_input(
            "В середине",
            key=address.synced("graph_focus", "" if focus == WHOLE else focus),
            on_change=address.by_hand(typed),
            placeholder="номер правила",
            label_visibility="collapsed",
            width=170,
        )
        put(_chips(focus, depth, kinds, groups))


def _chips(focus: str, depth: int, kinds: list[str], groups: list[str]) -> str:
    """Every switch is a link: the picture one sees can be sent."""
    now = {"graph": focus, "depth": str(depth), "kinds": ",".join(kinds), "ties": ",".join(groups)}
    rows = []
    if focus != WHOLE:
        steps = [
            _chip(words.plural(n, "шаг", "шага", "шагов"), n == depth, {**now, "depth": str(n)})
            for n in (1, 2, 3)
        ]
        rows.append(("Шагов", steps))
    rows.append(("Виды", [_switch(NAMES[k], k, kinds, "kinds", now) for k in NAMES]))
    rows.append(("Связи", [_switch(TYPES[g], g, groups, "ties", now) for g in TYPES]))
    html = "".join(
        f'<div class="facets"><span class="name">{name}:</span>{"".join(chips)}</div>'
        for name, chips in rows
    )
    away = "" if focus == WHOLE else link("весь граф", "go", graph=WHOLE)
    return f'<div class="switches">{html}<p class="strip">{away}</p></div>'


def _chip(label: str, on: bool, params: dict[str, str]) -> str:
    made = link(esc(label), "on" if on else "", **params)
    return made.replace("<a ", f'<a role="button" aria-pressed="{str(on).lower()}" ', 1)


def _switch(label: str, name: str, chosen: list[str], param: str, now: dict[str, str]) -> str:
    on = name in chosen
    left = [c for c in chosen if c != name] if on else [*chosen, name]
    return _chip(label, on, {**now, param: ",".join(left)})


@lru_cache(maxsize=64)
def _placed(ids: tuple[str, ...], ends: tuple[tuple[str, str], ...]) -> Places:
    return drawing.places(ids, [Line(a, b) for a, b in ends], 220 if len(ids) < 150 else 140)


def _picture(
    workspace: Workspace, focus: str, dots: list[Dot], ties: list[Tie], phone: bool
) -> Tie | None:
    """Draw, follow a click on a dot, return the tie clicked on."""
    if not dots:
        put(hint("С таким отбором ничего не осталось: включите больше видов и связей."))
        return None
    lines = [neighbourhood.line(tie) for tie in ties]
    at = _placed(tuple(d.id for d in dots), tuple((t.source, t.target) for t in ties))
    key = f"graph_{focus}_{len(dots)}_{len(ties)}"

    def clicked() -> None:
        selected = _selected(key)
        if selected and selected[0] == "node":
            name = dots[selected[1]].id
            if "/" in name and name == focus:
                address.go(unit=name)
            elif name == focus:
                address.go(law=name)
            else:
                address.change(graph=name)

    dark = st.context.theme.type == "dark"
    st.echarts_chart(
        drawing.chart(dots, lines, at, focus, dark=dark, tall=phone),
        height=460 if phone else 560,
        key=key,
        on_select=clicked,
        alt=f"Граф: {words.plural(len(dots), 'узел', 'узла', 'узлов')}, "
        f"{words.plural(len(lines), 'связь', 'связи', 'связей')}; списком – рядом",
    )
    exports.buttons(
        "graph",
        exports.filename("граф", focus, ending=""),
        (
            ("Картинка (SVG)", "svg", lambda: drawing.svg(dots, lines, at, focus).encode()),
            ("JSON", "json", lambda: exports.as_json(_json(dots, ties)).encode()),
        ),
    )
    selected = _selected(key)
    return ties[selected[1]] if selected and selected[0] == "edge" else None


def _selected(key: str) -> tuple[str, int] | None:
    state: Any = st.session_state.get(key)
    chosen = state["selection"]["selected"] if state else []
    if not chosen or not chosen[0]["data_indices"]:
        return None
    return str(chosen[0]["data_type"]), int(chosen[0]["data_indices"][0])


def _json(dots: list[Dot], ties: list[Tie]) -> dict[str, Any]:
    return {
        "nodes": [{"id": d.id, "label": d.hint or d.label, "kind": d.group} for d in dots],
        "edges": [
            {
                "source": t.source,
                "target": t.target,
                "types": sorted(t.types),
                "evidence": [e.to_json() for e in t.evidence],
            }
            for t in ties
        ],
    }


def open_link(name: str, label: str, cls: str = "h") -> str:
    """A link to the page of a dot."""
    return link(esc(label), cls, unit=name) if "/" in name else link(esc(label), cls, law=name)


def _tie(workspace: Workspace, tie: Tie) -> str:
    said = ", ".join(sorted({words.RELATION.get(t, TYPES.get(t, t)) for t in tie.types}))
    return box(f"{esc(tie.source)} → {esc(tie.target)}", esc(said)) + proof.listing(
        workspace, tie.evidence, 3
    )


def _list(
    workspace: Workspace,
    whole: neighbourhood.Drawn,
    focus: str,
    dots: list[Dot],
    ties: list[Tie],
) -> str:
    """The same as the picture, in words."""
    if focus == WHOLE:
        degree: dict[str, int] = {}
        for tie in ties:
            for end in (tie.source, tie.target):
                degree[end] = degree.get(end, 0) + 1
        best = sorted(dots, key=lambda d: (-degree.get(d.id, 0), nodes.order(d.id)))[:40]
        items = [
            f'<li class="{_cls(d)}">{open_link(d.id, d.hint or d.label)} '
            f'<span class="d">{words.plural(degree.get(d.id, 0), "связь", "связи", "связей")} · '
            f"{link('вокруг', graph=d.id)}</span></li>"
            for d in best
        ]
        return box("Самые связанные", f"показано {len(dots)} из {len(whole.dots)}") + folded(
            items, 12
        )
    here = whole.dots[focus]
    doors = open_link(focus, "открыть", "go")
    if "/" not in focus:
        doors += link("цепочки", "go", chain=focus)
    out = [box(esc(here.hint or here.label)), f'<p class="strip">{doors}</p>']
    for title, chosen in (
        ("Отсюда", [t for t in ties if t.source == focus]),
        ("Сюда", [t for t in ties if t.target == focus]),
    ):
        items = []
        for tie in chosen:
            other = whole.dots[tie.target if title == "Отсюда" else tie.source]
            said = ", ".join(sorted({words.RELATION.get(t, TYPES.get(t, t)) for t in tie.types}))
            first = next((e for e in tie.evidence if e.sentence), None)
            quote = proof.quote(workspace, first, [first.surface]) if first else ""
            items.append(
                f'<li class="{_cls(other)}">{open_link(other.id, other.hint or other.label)} '
                f'<span class="d">{esc(said)} · {link("вокруг", graph=other.id)}</span>'
                f'<div class="q">{quote}</div></li>'
            )
        if items:
            out.append(box(title, str(len(items))) + folded(items, _SHOWN))
    return "".join(out)


def _cls(dot: Dot) -> str:
    return {"law": "laws", "other": "prose"}.get(dot.group, dot.group)
