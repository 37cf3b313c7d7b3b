"""SARIF 2.1.0 (OASIS standard), as common viewers and code hosts read it.

Columns are counted in Unicode code points (``columnKind``), offsets are ``str`` offsets. A finding
somebody accepted in a baseline is not in the report at all.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from urllib.parse import quote

from kg.lint.finding import Finding
from kg.lint.rule import Rule

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
NAME = "pravila"


def write(findings: Sequence[Finding]) -> str:
    """The log as JSON."""
    return json.dumps(log(findings), ensure_ascii=False, indent=1) + "\n"


def log(findings: Sequence[Finding]) -> dict[str, object]:
    """The log as plain data."""
    from kg.lint.runner import rules

    known = rules()
    index = {rule.code: number for number, rule in enumerate(known)}
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": NAME, "rules": [_rule(rule) for rule in known]}},
                "language": "ru",
                "columnKind": "unicodeCodePoints",
                "results": [_result(finding, index) for finding in findings],
            }
        ],
    }


def _rule(rule: Rule) -> dict[str, object]:
    return {
        "id": rule.code,
        "name": rule.code,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.why},
        "help": {"text": rule.page(), "markdown": rule.page()},
        "defaultConfiguration": {"enabled": rule.default, "level": str(rule.level)},
    }


def _region(finding: Finding) -> dict[str, object]:
    lines = finding.words.split("\n")
    region: dict[str, object] = {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endLine": finding.line + len(lines) - 1,
        "endColumn": (finding.column if len(lines) == 1 else 1) + len(lines[-1]),
        "charOffset": finding.span.start,
        "charLength": len(finding.span),
        "snippet": {"text": finding.words},
    }
    return region


def _result(finding: Finding, index: dict[str, int]) -> dict[str, object]:
    message = finding.message
    if finding.suggestion:
        message += f" Предложение: {finding.suggestion}"
    artifact = {"uri": quote(finding.file)}
    location: dict[str, object] = {
        "physicalLocation": {"artifactLocation": artifact, "region": _region(finding)}
    }
    if finding.unit:
        location["logicalLocations"] = [{"fullyQualifiedName": finding.unit}]
    result: dict[str, object] = {
        "ruleId": finding.code,
        "ruleIndex": index[finding.code],
        "level": str(finding.level),
        "message": {"text": message},
        "locations": [location],
        "partialFingerprints": {"pravilaKey/v1": finding.key},
    }
    if finding.fix is not None and finding.fix.safe:
        span = finding.fix.span
        deleted = {"charOffset": span.start, "charLength": len(span)}
        change = {
            "artifactLocation": artifact,
            "replacements": [
                {"deletedRegion": deleted, "insertedContent": {"text": finding.fix.replacement}}
            ],
        }
        result["fixes"] = [{"artifactChanges": [change]}]
    return result
