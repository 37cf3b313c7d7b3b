"""The editor's report: what is wrong with a text, exactly where, and why.

    findings = run(documents, citations, graph=graph, synonyms=synonyms)
    baseline = Baseline.load(baseline_path(library))
    for finding in baseline.new(findings): ...
    baseline.accept([finding], "так в подлиннике").save(baseline_path(library))

``rules()`` are the rules with their pages; ``write(name, findings)`` gives text, JSON,
SARIF, GitHub annotations, HTML or CSV.
"""

from __future__ import annotations

from kg.lint.baseline import Accepted, Baseline, baseline_path
from kg.lint.finding import Finding, Fix, Level, Problem
from kg.lint.fixes import fix_file, fixed
from kg.lint.formats import FORMATS, MEDIA, to_sarif, write
from kg.lint.originals import Original, bundled_originals, load_originals
from kg.lint.rule import GROUPS, LEVELS, Example, Rule
from kg.lint.runner import chosen, rule, rules, run

__all__ = [
    "FORMATS",
    "GROUPS",
    "LEVELS",
    "MEDIA",
    "Accepted",
    "Baseline",
    "Example",
    "Finding",
    "Fix",
    "Level",
    "Original",
    "Problem",
    "Rule",
    "baseline_path",
    "bundled_originals",
    "chosen",
    "fix_file",
    "fixed",
    "load_originals",
    "rule",
    "rules",
    "run",
    "to_sarif",
    "write",
]
