"""The baseline: findings somebody has looked at and accepted, each with a reason.

``lint-baseline.json`` in the library's folder, or any file given on the command line::

    {"accepted": [{"key", "code", "document", "words", "reason", "date"}]}
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from corpus.errors import SettingsError
from corpus.storage import write_output
from kg.lint.finding import Finding

NAME = "lint-baseline.json"


@dataclass(frozen=True, slots=True)
class Accepted:
    """One accepted finding: which, why and since when (ISO date)."""

    key: str
    code: str
    document: str
    words: str
    reason: str
    date: str


@dataclass(frozen=True, slots=True)
class Baseline:
    """Everything accepted. Immutable: ``accept`` and ``withdraw`` give a new one."""

    accepted: tuple[Accepted, ...] = ()

    @classmethod
    def load(cls, path: Path) -> Baseline:
        """Read a file; one that is not there is empty. Raises ``SettingsError``."""
        if not path.exists():
            return cls()
        names = Accepted.__slots__
        try:
            rows = json.loads(path.read_text(encoding="utf-8-sig"))["accepted"]
            return cls(tuple(Accepted(**{n: str(row[n]) for n in names}) for row in rows))
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise SettingsError(
                f"{path.name}: это не список принятых замечаний; уберите файл или создайте его "
                "заново: pravila lint --baseline ФАЙЛ --accept ПРИЧИНА"
            ) from error

    def save(self, path: Path) -> None:
        """Write it; a crash or a power cut leaves the old file or the new one."""
        rows = [asdict(one) for one in self.accepted]
        text = json.dumps({"accepted": rows}, ensure_ascii=False, indent=1) + "\n"
        try:
            write_output(path, text.encode())
        except OSError as error:
            raise SettingsError(
                f"{path}: не записывается ({error.strerror}); укажите другой файл"
            ) from error

    def accept(self, findings: Iterable[Finding], reason: str) -> Baseline:
        """With these findings accepted. Raises ``SettingsError`` when no reason is given."""
        if not reason.strip():
            raise SettingsError("Чтобы принять замечание, укажите причину.")
        today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
        rows = {one.key: one for one in self.accepted}
        for f in findings:
            rows[f.key] = Accepted(f.key, f.code, f.document, f.words[:80], reason.strip(), today)
        return Baseline(tuple(sorted(rows.values(), key=lambda r: (r.document, r.code, r.key))))

    def withdraw(self, keys: Iterable[str]) -> Baseline:
        """Without the findings of these keys."""
        gone = set(keys)
        return Baseline(tuple(one for one in self.accepted if one.key not in gone))

    def new(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that were not accepted."""
        known = {one.key for one in self.accepted}
        return [one for one in findings if one.key not in known]


def baseline_path(library: Path) -> Path:
    """Where the baseline of a library lies."""
    return library / NAME
