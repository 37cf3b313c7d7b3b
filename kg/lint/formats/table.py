"""CSV with a header line, for a spreadsheet; UTF-8 with a byte-order mark is the writer's choice.

A cell that a spreadsheet would take for a formula gets an apostrophe before it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from kg.export.cells import cell
from kg.lint.finding import Finding

COLUMNS = (
    *("code", "level", "file", "line", "column", "start", "end", "document", "unit"),
    *("message", "words", "excerpt", "suggestion", "fix", "safe", "key"),
)


def write(findings: Sequence[Finding]) -> str:
    """A header and one row a finding."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for one in findings:
        fix = one.fix
        row = (
            *(one.code, str(one.level), one.file, one.line, one.column),
            *(one.span.start, one.span.end, one.document, one.unit or ""),
            *(one.message, one.words, one.excerpt, one.suggestion),
            *(fix.replacement if fix else "", "" if fix is None else str(fix.safe).lower()),
            one.key,
        )
        writer.writerow([cell(value) for value in row])
    return out.getvalue()
