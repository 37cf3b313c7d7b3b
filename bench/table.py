"""The table of a run, in Markdown that is aligned for reading as it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

Row: TypeAlias = Mapping[str, Any]
Column: TypeAlias = tuple[str, Callable[[Row], str]]


def _number(key: str, digits: int = 1, divide: float = 1) -> Callable[[Row], str]:
    def cell(row: Row) -> str:
        value = row.get(key)
        if value is None:
            return "–"
        value = value / divide
        # Three figures are all that repeats from run to run.
        return f"{value:.{0 if value >= 100 else digits}f}"

    return cell


def _per_passage(row: Row) -> str:
    return f"{row['bytes'] / row['passages']:.0f}" if row.get("bytes") else "–"


def _build(row: Row) -> str:
    limit = row.get("over_budget")
    return f"> {limit:.0f}" if limit else _number("build_s", 2)(row)


def _speed(row: Row) -> str:
    limit = row.get("over_budget")
    return f"> {limit:.0f} s" if limit else _number("speed", 3)(row)


def _asked(key: str, digits: int) -> Callable[[Row], str]:
    def cell(row: Row) -> str:
        return f"> {row['ask_over']:.0f} s" if row.get("ask_over") else _number(key, digits)(row)

    return cell


SEARCH: Sequence[Column] = (
    ("×", lambda row: str(row["scale"])),
    ("engine", lambda row: str(row["engine"])),
    ("passages", lambda row: str(row.get("passages", "–"))),
    ("build s", _build),
    ("CPU s", _number("build_cpu_s", 2)),
    ("build RSS MB", _number("build_peak", 0, 1e6)),
    ("index MB", _number("bytes", 1, 1e6)),
    ("B/passage", _per_passage),
    ("first answer ms", _number("first_ms", 0)),
    ("new p50 ms", _number("new_p50", 2)),
    ("p50 ms", _asked("p50", 2)),
    ("p95 ms", _number("p95", 2)),
    ("CPU ms", _number("cpu_ms", 2)),
    ("RSS MB", _number("ask_peak", 0, 1e6)),
    ("nDCG@10", _number("nDCG@10", 3)),
    ("MRR@10", _number("MRR@10", 3)),
    ("S@1", _number("S@1", 3)),
    ("S@1(2)", _number("S@1(2)", 3)),
)

CITATIONS: Sequence[Column] = (
    ("×", lambda row: str(row["scale"])),
    ("citations", lambda row: str(row["engine"])),
    ("characters", lambda row: str(row.get("characters", "–"))),
    ("found", lambda row: str(row.get("found", "–"))),
    ("M chars/s", _speed),
    ("RSS MB", _number("peak", 0, 1e6)),
)


class Table:
    """Prints a row as soon as it is known: a run takes long. Widths are those of the headings."""

    def __init__(self, columns: Sequence[Column]):
        self._columns = columns
        self._widths = [max(len(name), 5) for name, _ in columns]
        self._widths[1] = 13
        self._widths[2] = max(self._widths[2], 9)

    def head(self) -> str:
        """The two lines above the rows."""
        names = self._line([name for name, _ in self._columns])
        rule = [":" + "-" * (w - 1) if n == 1 else "-" * (w - 1) + ":" for n, w in self._numbered()]
        return f"{names}\n| {' | '.join(rule)} |"

    def row(self, row: Row) -> str:
        """One line; that of an absent engine says how to get it, of a failed one why."""
        for what in ("absent", "failed"):
            if why := row.get(what):
                return self._line([str(row["scale"]), str(row["engine"]), f"{what}: {why}"])
        return self._line([cell(row) for _, cell in self._columns])

    def _numbered(self) -> list[tuple[int, int]]:
        return list(enumerate(self._widths))

    def _line(self, cells: Sequence[str]) -> str:
        cells = [*cells, *[""] * (len(self._columns) - len(cells))]
        padded = [
            cell.ljust(width) if number == 1 else cell.rjust(width)
            for (number, width), cell in zip(self._numbered(), cells, strict=True)
        ]
        return f"| {' | '.join(padded)} |"
