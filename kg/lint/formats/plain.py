"""Text for the terminal: file:line:column, the message, the line with the place marked under it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from kg.lint.finding import Finding
from kg.lint.rule import LEVELS
from kg.lint.summary import summary


def write(findings: Sequence[Finding]) -> str:
    """One block a finding, and a line of totals."""
    blocks = [block(finding) for finding in findings]
    return "\n".join([*blocks, summary(findings)]) + "\n"


def block(finding: Finding) -> str:
    """One finding as the text report shows it."""
    place = f"{finding.file}:{finding.line}:{finding.column}"
    lines = [f"{place}: {LEVELS[finding.level]} {finding.code}: {finding.message}"]
    if finding.excerpt:
        before = finding.excerpt[: finding.mark.start]
        marked = finding.excerpt[finding.mark.start : finding.mark.end]
        lines.append(f"    {finding.excerpt}")
        lines.append(f"    {' ' * _width(before)}{'^' * max(1, _width(marked))}")
    if finding.suggestion:
        lines.append(f"    предложение: {finding.suggestion}")
    if finding.fix is not None:
        how = "--fix" if finding.fix.safe else "--fix --unsafe"
        lines.append(f"    исправляется: {how}")
    return "\n".join(lines) + "\n"


def _width(text: str) -> int:
    """Columns in a terminal: wide signs take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
    )
