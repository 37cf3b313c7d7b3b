"""One HTML page: totals, a table with a filter by level and rule; no scripts from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from kg.lint.finding import Finding, Level
from kg.lint.rule import LEVELS
from kg.lint.summary import by_rule, summary

_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;
color:#1c1c1c;background:#fff}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid #ddd}
mark{background:#ffe08a;padding:0 .1em}
.error{color:#a40000}.warning{color:#7a4b00}.note{color:#205080}
.place{white-space:nowrap;color:#555}
code{font:14px ui-monospace,monospace}
@media (prefers-color-scheme:dark){body{background:#161616;color:#e8e8e8}
th,td{border-color:#3a3a3a}mark{background:#6b5300;color:#fff}.place{color:#aaa}
.error{color:#ff9a9a}.warning{color:#f0c070}.note{color:#9cc8ff}}
"""
_SCRIPT = """
document.querySelectorAll('select').forEach(function(box){box.addEventListener('change',function(){
var level=document.getElementById('level').value,code=document.getElementById('code').value;
document.querySelectorAll('tbody tr').forEach(function(row){
row.hidden=!((!level||row.dataset.level===level)&&(!code||row.dataset.code===code));});});});
"""


def write(findings: Sequence[Finding]) -> str:
    """The whole page."""
    codes = "".join(
        f'<option value="{code}">{code} – {count}</option>'
        for code, count in by_rule(findings).items()
    )
    levels = "".join(f'<option value="{level}">{LEVELS[level]}</option>' for level in Level)
    rows = "\n".join(_row(finding) for finding in findings)
    return (
        '<!DOCTYPE html>\n<html lang="ru"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>Отчёт редактора</title><style>{_STYLE}</style></head><body>\n"
        f"<h1>Отчёт редактора</h1>\n<p>{escape(summary(findings))}</p>\n"
        f'<p><label>Уровень <select id="level"><option value="">все</option>{levels}</select>'
        f'</label> <label>Правило проверки <select id="code"><option value="">все</option>{codes}'
        "</select></label></p>\n"
        "<table><thead><tr><th>Место</th><th>Что</th><th>В тексте</th></tr></thead>\n"
        f"<tbody>\n{rows}\n</tbody></table>\n<script>{_SCRIPT}</script></body></html>\n"
    )


def _row(finding: Finding) -> str:
    start, end = finding.mark
    line = (
        f"{escape(finding.excerpt[:start])}<mark>{escape(finding.excerpt[start:end])}</mark>"
        f"{escape(finding.excerpt[end:])}"
    )
    more = f"<br>Предложение: {escape(finding.suggestion)}" if finding.suggestion else ""
    where = escape(finding.unit or finding.document)
    return (
        f'<tr id="{finding.key}" data-level="{finding.level}" data-code="{finding.code}">'
        f'<td class="place">{escape(finding.file)}:{finding.line}:{finding.column}<br>{where}</td>'
        f'<td><b class="{finding.level}">{LEVELS[finding.level]} <code>{finding.code}</code></b>'
        f"<br>{escape(finding.message)}{more}</td><td>{line}</td></tr>"
    )
