"""The forms a report is written in, one module each with ``write(findings) -> str``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.errors import SettingsError
from kg.lint.finding import Finding
from kg.lint.formats import github, page, plain, records, sarif, table

Writer = Callable[[Sequence[Finding]], str]

FORMATS: dict[str, Writer] = {
    "text": plain.write,
    "json": records.write,
    "sarif": sarif.write,
    "github": github.write,
    "html": page.write,
    "csv": table.write,
}

MEDIA = {
    "text": ("txt", "text/plain"),
    "json": ("json", "application/json"),
    "sarif": ("sarif", "application/sarif+json"),
    "github": ("txt", "text/plain"),
    "html": ("html", "text/html"),
    "csv": ("csv", "text/csv"),
}
"""The suffix and the media type of each form, for who offers it as a download."""


def write(name: str, findings: Sequence[Finding]) -> str:
    """The report in a form by name. Raises ``SettingsError`` for an unknown one."""
    if name not in FORMATS:
        raise SettingsError(f"Нет вида отчёта «{name}». Есть: {', '.join(FORMATS)}.")
    return FORMATS[name](findings)


def to_sarif(findings: Sequence[Finding]) -> dict[str, object]:
    """The report as a SARIF 2.1.0 log."""
    return sarif.log(findings)
