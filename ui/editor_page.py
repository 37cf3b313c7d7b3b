"""Редактору: what is wrong with the texts, each place in its context, and what was accepted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby

import streamlit as st

from corpus.errors import NotFoundError, PravilaError, SettingsError
from kg import lint
from kg.lint import Baseline, Finding, Level
from kg.lint.summary import by_level, by_rule
from ui import address, exports, words
from ui.address import link
from ui.markup import Tagged, box, esc, hint, more, put, status, tagged
from ui.proof import unit_label
from ui.reading import anchor
from ui.settings import Settings
from workspace import Workspace
from workspace.accepting import change_baseline
from workspace.linting import lint_library

_PAGE = 40
_AROUND = 280
"""Characters of the original shown on each side of the place."""
_DONE = "editor_done"
_FAMILIES = "FRSPTN"
"""Kinds of rules (``kg.lint.rule.GROUPS``) as an editor works: what misleads a reader first, how
numbers are written last."""


def show(workspace: Workspace) -> None:
    """Counts, filters, the list and the chosen finding beside it."""
    path = lint.baseline_path(workspace.path)
    baseline = Baseline.load(path)
    everything = baseline.new(findings(workspace))
    found = _chosen(everything)
    done = st.session_state.pop(_DONE, "")
    if done:
        put(status(esc(done)))
    put(_counts(everything) + _facets(workspace, everything))
    if not found:
        put(hint("С таким отбором замечаний нет."))
    else:
        ordered = sorted(found, key=_weight)
        at = next((f for f in found if f.key == address.get("at")), ordered[0])
        _two_columns(workspace, ordered, at, baseline)
        _downloads(found)
    _accepted(workspace, baseline)


@lru_cache(maxsize=1)
def findings(workspace: Workspace) -> tuple[Finding, ...]:
    """All findings of the library, accepted ones too; found once a generation."""
    return tuple(lint_library(workspace))


def _chosen(found: Sequence[Finding]) -> list[Finding]:
    level, rules, document = _filters()
    return [
        one
        for one in found
        if (level not in set(Level) or one.level == level)
        and (not rules or one.code in rules)
        and (not document or one.document == document)
    ]


def _weight(one: Finding) -> tuple[bool, int, bool, str]:
    """Errors first, then family by family; findings of a rule stay in reading order."""
    family = _FAMILIES.find(one.code[:1])
    if family < 0:
        family = len(_FAMILIES)
    return (one.level != Level.ERROR, family, one.level == Level.NOTE, one.code)


def _filters() -> tuple[str, list[str], str]:
    return address.get("report"), address.many("rules"), address.get("document")


def _here(**changed: str) -> dict[str, str]:
    level, rules, document = _filters()
    now = {"report": level, "rules": ",".join(rules), "document": document}
    return {**now, **changed}


def _counts(found: Sequence[Finding]) -> str:
    level = address.get("report")
    counts = by_level(found)
    tiles = [("all", "", len(found), "всего")]
    names = {Level.ERROR: "ошибки", Level.WARNING: "предупреждения", Level.NOTE: "замечания"}
    tiles += [(str(one), str(one), counts[one], names[one]) for one in Level]
    made = []
    for name, cls, count, label in tiles:
        on = " on" if level == name or (name == "all" and level not in set(Level)) else ""
        made.append(link(f"<b>{count}</b>{label}", cls + on, **_here(report=name)))
    return f'<div class="kpi">{"".join(made)}</div>'


def _facets(workspace: Workspace, found: Sequence[Finding]) -> str:
    _, rules, document = _filters()
    titles = {rule.code: rule.title for rule in lint.rules()}
    chips = []
    for code, count in by_rule(found).items():
        left = [r for r in rules if r != code] if code in rules else [*rules, code]
        text = f"{esc(titles.get(code, code))} <small>{count}</small>"
        chips.append(
            link(text, "on" if code in rules else "", title=code, **_here(rules=",".join(left)))
        )
    by_rules = f'<div class="facets">{"".join(chips)}</div>'
    names = {m.id: m.title for m in workspace.documents}
    kept = dict.fromkeys(f.document for f in found)
    chips = [
        link(
            esc(names.get(name, name)),
            "on" if name == document else "",
            **_here(document="" if name == document else name),
        )
        for name in kept
    ]
    by_documents = f'<div class="facets">{"".join(chips)}</div>'
    kinds = more("по видам замечаний", by_rules, opened=bool(rules), cls="noprint")
    texts = more("по документам", by_documents, opened=bool(document), cls="noprint")
    return f'<div class="sifts">{kinds}{texts}</div>'


def _two_columns(
    workspace: Workspace, found: list[Finding], at: Finding, baseline: Baseline
) -> None:
    """List and finding side by side; on a phone the finding opened comes first."""
    phone = "Mobi" in (st.context.headers.get("User-Agent") or "")
    if phone:
        if address.get("at"):
            _detail(workspace, at, baseline)
        put(_list(found, at))
        return
    main, side = st.columns([1.25, 1], gap="medium")
    with main:
        put(_list(found, at))
    with side, st.container(key="side"):
        _detail(workspace, at, baseline)


def _list(found: list[Finding], at: Finding) -> str:
    """All findings of the rules chosen; without a choice one card a rule, so that nothing is
    buried under what occurs a hundred times."""
    if not address.many("rules"):
        kinds = [list(group) for _, group in groupby(found, key=_weight)]
        said = status(f"Видов: {len(kinds)}", f"показано по одному из {len(found)}")
        return said + "".join(_card(same[0], at in same, len(same)) for same in kinds)
    said = status(f"Показано: {len(found)}")
    first = (address.number("p", 1, 1, -(-len(found) // _PAGE)) - 1) * _PAGE
    cards = "".join(_card(one, one.key == at.key) for one in found[first : first + _PAGE])
    last = -(-len(found) // _PAGE)
    steps = "".join(
        link(str(n), "on" if (n - 1) * _PAGE == first else "", **_here(p=str(n)))
        for n in range(1, last + 1)
    )
    pages = f'<p class="strip noprint">{steps}</p>' if last > 1 else ""
    everything = link("← все виды замечаний", "go", **_here(rules="", report="all"))
    return f'{said}<p class="strip noprint">{everything}</p>{cards}{pages}'


def _card(one: Finding, on: bool, alike: int = 1) -> str:
    """A finding; ``alike`` is how many of its rule and level it stands for."""
    head = (
        f'<span class="tag {esc(one.level)}">{esc(words.LEVEL[one.level])} · {esc(one.code)}</span>'
    )
    if alike > 1:
        all_of_them = link(f"таких: {alike}", **_here(rules=one.code, report=str(one.level)))
        head += f' <span class="alike">{esc(lint.rule(one.code).title)} · {all_of_them}</span>'
    open_it = link(esc(one.message), **_here(at=one.key, p=address.get("p")))
    return (
        f'<article class="finding{" on" if on else ""}" id="{anchor(one.key)}">{head}'
        f'<div class="msg">{open_it}</div><div class="quote">{_marked(one)}</div></article>'
    )


def _marked(one: Finding) -> str:
    """The line with the place in it marked."""
    return tagged(one.excerpt, [Tagged(one.mark.start, one.mark.end, "<mark>", "</mark>")])


def _detail(workspace: Workspace, one: Finding, baseline: Baseline) -> None:
    put(_context(workspace, one) + _rule(one.code))
    if Settings.current().read_only:
        return
    with st.form(f"accept_{one.key}", clear_on_submit=True):
        reason = st.text_input("Принять как есть: почему", placeholder="так в подлиннике")
        if st.form_submit_button("Принять"):
            try:
                _change(workspace, lambda now: now.accept([one], reason or ""))
                st.session_state[_DONE] = f"Принято: {one.message}"
                address.change(at=None)
                st.rerun()
            except PravilaError as error:
                put(hint(esc(error)))


def _change(workspace: Workspace, change: Callable[[Baseline], Baseline]) -> None:
    """Change what is accepted; a site for reading only keeps it, whatever a widget says."""
    if Settings.current().read_only:
        raise SettingsError("Этот сайт открыт только для чтения.")
    change_baseline(lint.baseline_path(workspace.path), change)


def _context(workspace: Workspace, one: Finding) -> str:
    """The place among the words around it, in the original."""
    try:
        document = workspace.document(one.document)
    except NotFoundError:
        return ""
    start = max(one.span.start - _AROUND, 0)
    text = document.original[start : one.span.end + _AROUND]
    place = Tagged(one.span.start, max(one.span.end, one.span.start + 1), "<mark>", "</mark>")
    label = unit_label(workspace, one.unit, one.document)
    where = link(esc(label), unit=one.unit) if one.unit else link(esc(label), doc=one.document)
    fix = ""
    if one.suggestion:
        fix += f'<div class="fix">Предлагается: {esc(one.suggestion)}</div>'
    if one.fix is not None:
        safe = "смысл не меняется" if one.fix.safe else "нужно согласие редактора"
        before = document.original[one.fix.span.start : one.fix.span.end]
        fix += (
            f'<div class="fix">Исправление: «{esc(before)}» → «{esc(one.fix.replacement)}» '
            f"({safe})</div>"
        )
    return (
        f'<div class="finding"><div class="tag {esc(one.level)}">{esc(words.LEVEL[one.level])} · '
        f'{esc(one.code)}</div><div class="msg">{esc(one.message)}</div>'
        f'<div class="quote context">{tagged(text, [place], start)}</div>{fix}'
        f'<div class="fix">{where} · {esc(one.file)}, строка {one.line}, столбец {one.column}</div>'
        "</div>"
    )


def _rule(code: str) -> str:
    """The page of the rule: why it matters, wrong and right, by whose authority."""
    rule = lint.rule(code)
    rows = (("Зачем", rule.why), ("Плохо", rule.wrong), ("Хорошо", rule.right))
    body = "".join(
        f"<p><b>{title}.</b> {esc(text).replace(chr(10), '<br>')}</p>" for title, text in rows
    )
    authority = f"<p><b>Основание.</b> {esc(rule.authority)}</p>"
    return more(f"{esc(code)}: {esc(rule.title)}", f'<div class="hint">{body}{authority}</div>')


def _downloads(found: list[Finding]) -> None:
    exports.buttons(
        "report",
        exports.filename("отчёт", ending=""),
        (
            ("Таблица (CSV)", "csv", lambda: lint.write("csv", found).encode("utf-8-sig")),
            ("JSON", "json", lambda: lint.write("json", found).encode()),
            ("SARIF", "sarif", lambda: lint.write("sarif", found).encode()),
            ("Страница (HTML)", "html", lambda: lint.write("html", found).encode()),
        ),
    )


def _accepted(workspace: Workspace, baseline: Baseline) -> None:
    """What was accepted and why; it can be taken back."""
    if not baseline.accepted:
        return
    items = "".join(
        f"<li>{esc(one.code)} «{esc(one.words)}» – {esc(one.reason)} "
        f'<span class="d">{esc(one.date)}</span></li>'
        for one in baseline.accepted
    )
    put(box("Принято", str(len(baseline.accepted))) + f'<ul class="refs">{items}</ul>')
    if Settings.current().read_only:
        return
    labels = {one.key: f"{one.code} «{one.words}»" for one in baseline.accepted}
    with st.form("withdraw"):
        key = st.selectbox("Вернуть в отчёт", list(labels), format_func=lambda k: labels[k])
        if st.form_submit_button("Вернуть") and key:
            _change(workspace, lambda now: now.withdraw([key]))
            st.session_state[_DONE] = f"Возвращено в отчёт: {labels[key]}"
            st.rerun()
