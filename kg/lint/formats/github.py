"""GitHub workflow commands: ``::error file=…,line=…,col=…,title=…::message``."""

from __future__ import annotations

from collections.abc import Sequence

from kg.lint.finding import Finding, Level

_COMMAND = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "notice"}


def write(findings: Sequence[Finding]) -> str:
    """One command a line."""
    return "".join(_line(finding) + "\n" for finding in findings)


def _line(finding: Finding) -> str:
    message = finding.message
    if finding.suggestion:
        message += f" Предложение: {finding.suggestion}"
    ends = finding.column + max(1, len(finding.words.split("\n")[0]))
    fields = {
        "file": finding.file,
        "line": str(finding.line),
        "col": str(finding.column),
        "endColumn": str(ends),
        "title": finding.code,
    }
    said = ",".join(f"{name}={_property(value)}" for name, value in fields.items())
    return f"::{_COMMAND[finding.level]} {said}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
