"""Counting findings: by level, by rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kg.lint.finding import Finding, Level

_PLURAL = {
    Level.ERROR: ("ошибок", "error"),
    Level.WARNING: ("предупреждений", "warning"),
    Level.NOTE: ("замечаний", "note"),
}


def by_level(findings: Sequence[Finding]) -> dict[Level, int]:
    """How many findings of each level, gravest first."""
    counts = Counter(finding.level for finding in findings)
    return {level: counts[level] for level in Level}


def by_rule(findings: Sequence[Finding]) -> dict[str, int]:
    """How many findings of each rule, in order of code."""
    counts = Counter(finding.code for finding in findings)
    return {code: counts[code] for code in sorted(counts)}


def summary(findings: Sequence[Finding]) -> str:
    """«Найдено: ошибок 3, предупреждений 20, замечаний 4»."""
    if not findings:
        return "Замечаний нет."
    counts = by_level(findings)
    said = ", ".join(f"{_PLURAL[level][0]} {n}" for level, n in counts.items() if n)
    return f"Найдено: {said}."
