"""What a rule hands back: a problem at a place, with a suggestion and, where certain, a fix."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from corpus.span import Span


class Level(StrEnum):
    """How sure and how grave: an error is wrong, a warning probably wrong, a note only told."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Fix:
    """An exact replacement in the original file: ``original[span]`` becomes ``replacement``.

    ``safe``: the meaning cannot change (a look-alike letter, a lost space); otherwise somebody
    has to agree.
    """

    span: Span
    replacement: str
    safe: bool


@dataclass(frozen=True, slots=True)
class Problem:
    """What one rule found in one text; ``span`` is in the original file.

    ``level`` is given where it differs from the rule's own; ``suggestion`` is Russian wording.
    """

    span: Span
    message: str
    level: Level | None = None
    suggestion: str = ""
    fix: Fix | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem with its address, ready to be shown.

    ``span`` are ``str`` offsets into the original text of ``file``; ``line`` and ``column`` count
    from 1. ``excerpt`` is the line (or the part of it around the place) and ``mark`` the place in
    it. ``words`` is ``original[span]``. ``key`` names the finding independently of where in the
    file it stands: what is accepted in a baseline stays accepted when a neighbour changes.
    """

    code: str
    level: Level
    message: str
    document: str
    unit: str | None
    file: str
    span: Span
    line: int
    column: int
    excerpt: str
    mark: Span
    words: str
    suggestion: str = ""
    fix: Fix | None = None
    key: str = ""

    def to_json(self) -> dict[str, Any]:
        """The record of ``pravila lint --format json``; see ``docs/architecture.md``."""
        fix = None
        if self.fix is not None:
            fix = {
                "safe": self.fix.safe,
                "start": self.fix.span.start,
                "end": self.fix.span.end,
                "replacement": self.fix.replacement,
            }
        return {
            "code": self.code,
            "level": str(self.level),
            "message": self.message,
            "document": self.document,
            "unit": self.unit,
            "source": {"file": self.file, "start": self.span.start, "end": self.span.end},
            "line": self.line,
            "column": self.column,
            "words": self.words,
            "excerpt": self.excerpt,
            "mark": {"start": self.mark.start, "end": self.mark.end},
            "suggestion": self.suggestion or None,
            "fix": fix,
            "key": self.key,
        }
