"""Словарь: the game's notions, their names, what the texts say they are, where they are used."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from search.concepts import Concept
from search.folding import fold
from ui import address, words
from ui.address import link
from ui.markup import box, esc, hint, put, status
from ui.reading import anchor
from workspace import Workspace

_USED = 6


def show(workspace: Workspace) -> None:
    """All notions, or the one the address names."""
    concepts = workspace.finder.glossary.concepts
    said = address.get("glossary").strip("-")
    chosen = concepts.get(said) or _named(concepts.values(), said)
    if chosen is not None:
        _one(workspace, chosen)
        return
    if said:
        put(hint(f"Понятия «{esc(said)}» в словаре нет."))
    _filter()
    wanted = fold(address.get("find"))
    shown = sorted(
        (c for c in concepts.values() if not wanted or _holds(c, wanted)),
        key=lambda c: fold(c.pref_ru or c.pref_en),
    )
    put(_index(shown) + _list(shown))


def _named(concepts: Iterable[Concept], name: str) -> Concept | None:
    """The notion with this name in either language."""
    wanted = fold(name)
    return next((c for c in concepts if wanted and wanted in map(fold, c.shown())), None)


def _holds(concept: Concept, wanted: str) -> bool:
    return any(wanted in fold(n) for n in (*concept.shown(), *concept.hidden_ru))


def _filter() -> None:
    def go() -> None:
        found = str(st.session_state.glossary_find or "").strip()
        address.change(find=found or None)

    st.text_input(
        "Найти понятие",
        key=address.synced("glossary_find", address.get("find")),
        on_change=address.by_hand(go),
        type="search",
        placeholder="найти понятие: ревок, болван, insufficient bid",
        label_visibility="collapsed",
    )


def _index(shown: list[Concept]) -> str:
    letters = dict.fromkeys((c.pref_ru or c.pref_en)[:1].upper() for c in shown)
    chips = "".join(f'<a href="#{_letter(x)}" target="_self">{esc(x)}</a>' for x in letters)
    return status(f"Понятий: {len(shown)}") + f'<div class="numbers noprint">{chips}</div>'


def _letter(sign: str) -> str:
    return f"letter-{ord(sign or '-')}"


def _list(shown: list[Concept]) -> str:
    out = []
    last = ""
    for concept in shown:
        name = concept.pref_ru or concept.pref_en
        sign = name[:1].upper()
        place = f' id="{_letter(sign)}"' if sign != last else ""
        last = sign
        also = ", ".join(concept.alt_ru[:6])
        out.append(
            f'<div class="term"{place}><h3>{link(esc(name), glossary=concept.id)}'
            f"{f' <small>{esc(concept.pref_en)}</small>' if concept.pref_ru else ''}</h3>"
            + (f'<div class="syn">{esc(also)}</div>' if also else "")
            + (
                f'<div class="quote">{esc(concept.definition_ru)}</div>'
                if concept.definition_ru
                else ""
            )
            + "</div>"
        )
    return "".join(out)


def _one(workspace: Workspace, concept: Concept) -> None:
    name = concept.pref_ru or concept.pref_en
    used = workspace.finder.search(f"{name}", limit=_USED)
    rows = [
        ("По-английски", ", ".join((concept.pref_en, *concept.alt_en))),
        ("Иначе говорят", ", ".join(concept.alt_ru)),
        ("За столом говорят", ", ".join(concept.hidden_ru[:20])),
    ]
    facts = "".join(
        f"<tr><th>{label}</th><td>{esc(text)}</td></tr>" for label, text in rows if text.strip(", ")
    )
    kin = _kin(workspace, concept)
    laws = "".join(
        f'<tr><th>Издание {esc(edition)}</th><td><span class="strip">'
        + " ".join(link(esc(n), law=n) for n in numbers)
        + "</span></td></tr>"
        for edition, numbers in sorted(concept.laws.items())
    )
    definition = ""
    if concept.definition_ru:
        source = concept.definition_source
        known = any(m.id == source.split("/")[0] for m in workspace.documents)
        where = link(esc(source), unit=source) if known and "/" in source else esc(source)
        definition = f'<div class="text"><p>«{esc(concept.definition_ru)}»</p></div>' + (
            f'<p class="hint">Источник: {where}</p>' if source else ""
        )
    places = "".join(
        f'<li class="{esc(h.passage.kind)}">'
        f"{link(esc(h.passage.label), 'h', unit=h.passage.id, q=name)}"
        f' <span class="d">{esc(words.date(h.passage.date))}</span></li>'
        for h in used.hits
    )
    put(
        f'<div class="crumb">{link("← весь словарь", glossary="-")}</div>'
        f'<h1 class="title" id="{anchor(concept.id)}">{esc(name)}</h1>{definition}'
        f'<table class="plain">{facts}</table>{kin}'
        + (box("В каких правилах") + f'<table class="plain">{laws}</table>' if laws else "")
        + box("Где встречается", f"мест: {used.total}")
        + f'<ul class="refs">{places}</ul><p class="strip">{link("искать везде", "go", q=name)}</p>'
    )


def _kin(workspace: Workspace, concept: Concept) -> str:
    concepts = workspace.finder.glossary.concepts
    out = []
    for title, ids in (
        ("Шире", concept.broader),
        ("Уже", concept.narrower),
        ("Рядом", concept.related),
    ):
        found = [concepts[i] for i in ids if i in concepts]
        if found:
            chips = " ".join(link(esc(c.pref_ru or c.pref_en), glossary=c.id) for c in found)
            out.append(f'<p class="strip"><em>{title}:</em> {chips}</p>')
    return "".join(out)
