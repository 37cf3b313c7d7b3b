"""JSON: ``{"findings": [...], "summary": {...}}``; the records are ``Finding.to_json``."""

from __future__ import annotations

import json
from collections.abc import Sequence

from kg.lint.finding import Finding
from kg.lint.summary import by_level, by_rule


def write(findings: Sequence[Finding]) -> str:
    """One JSON object."""
    return (
        json.dumps(
            {
                "findings": [finding.to_json() for finding in findings],
                "summary": {
                    "levels": {str(level): count for level, count in by_level(findings).items()},
                    "rules": by_rule(findings),
                },
            },
            ensure_ascii=False,
        )
        + "\n"
    )
