"""The first screen: examples, what is new, the state of the texts, all law numbers."""

from __future__ import annotations

from kg.lint import Baseline, Level, baseline_path
from kg.lint.summary import by_level
from ui import provisions, words
from ui.address import link
from ui.editor_page import findings
from ui.markup import box, esc, put
from workspace import Workspace

EXAMPLES = (
    "фальшренонс после претензии",
    "заявка вне очереди",
    "несанкционированная информация",
    "штрафная карта",
    "25B",
)
"""Queries offered on a first visit; whether they find anything depends on the library."""
_TABLE = (
    ("Фальшренонс", "фальшренонс"),
    ("Заявка не в свою очередь", "заявка вне очереди"),
    ("Претензия и её оспаривание", "претензия оспорена"),
    ("Ошибочная заявка, замена", "изменить заявку"),
    ("Пауза, реплика, жест", "несанкционированная информация"),
    ("Ход не от той руки", "первый ход не от той руки"),
)


def show(workspace: Workspace) -> None:
    """Everything under the search box on a first visit."""
    examples = " · ".join(link(esc(text), q=text) for text in EXAMPLES)
    put(
        f'<p class="hint">Например: {examples} <span class="kb">&nbsp; '
        "<kbd>/</kbd> – к строке поиска, <kbd>Enter</kbd> – искать</span></p>"
    )
    tiles = [_tile("За столом", [(link(esc(t), q=q), "") for t, q in _TABLE])]
    tiles += [_tile("Комитету по правилам", _committee(workspace))]
    tiles += [_tile("Редактору", _editor(workspace))]
    put(f'<div class="tiles">{"".join(tiles)}</div>')
    put(_numbers(workspace))


def _tile(title: str, rows: list[tuple[str, str]]) -> str:
    items = "".join(f'<li>{left}<span class="r">{right}</span></li>' for left, right in rows)
    return f'<section class="tile"><h2>{title}</h2><ul>{items}</ul></section>'


def _committee(workspace: Workspace) -> list[tuple[str, str]]:
    dated = [
        m for m in workspace.documents if m.date and str(m.kind) in ("minutes", "code-of-practice")
    ]
    newest = sorted(dated, key=lambda m: (m.date or "", m.id), reverse=True)[:5]
    rows = [(link(esc(m.title), "clamp", doc=m.id), esc((m.date or "")[:4])) for m in newest]
    rows.append((link("29C → 26B", chain="29C", to="26B"), "цепочка"))
    return rows


def _editor(workspace: Workspace) -> list[tuple[str, str]]:
    manifest = workspace.manifest
    baseline = Baseline.load(baseline_path(workspace.path))
    counts = by_level(baseline.new(findings(workspace)))
    return [
        (link("Ошибки в текстах", report="error"), str(counts[Level.ERROR])),
        (link("Предупреждения", report="warning"), str(counts[Level.WARNING])),
        (link("Словарь понятий", glossary="-"), ""),
        (link("Документы", library="-"), str(len(workspace.documents))),
        ("Мест для поиска", str(manifest.passages)),
        ("Ссылок", str(manifest.citations)),
    ]


def _numbers(workspace: Workspace) -> str:
    with_text = provisions.laws_with_text(workspace)
    chips = []
    for number in provisions.laws(workspace):
        title = provisions.subject(workspace, number) or ""
        full = number in with_text
        said = f"{words.law(number)}: {title}" + ("" if full else " (текста нет)")
        chips.append(link(number, "full" if full else "", title=said, law=number))
    if not chips:
        return ""
    return box("Правила, о которых говорят тексты", "зелёным – те, чей текст есть") + (
        f'<div class="numbers">{"".join(chips)}</div>'
    )
