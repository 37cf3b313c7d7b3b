"""The worst inputs, timed: every own regular expression, and whole texts made to hurt.

    nice python -m bench.hostile [--size 20000] [--patterns] [--texts] [--quick]

``--patterns``: each pattern is tried by itself on the inputs made from it (``bench.patterns``), at
n and 2n characters. One that takes more than twice as long need not be a danger – most are asked
at one place, or of a bounded piece of text – so its worst input is then given to the whole way of
a text: reading, repairs, outline, citations, report; and to the search as a query. ``--texts``:
well-known shapes, at n and 2n. Printed are the worst, with the ratio; 2 is linear. Exits with 1
when a text takes more than ``LIMIT`` times as long at 2n as at n.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Callable, Iterable
from time import process_time

from bench.patterns import END, compiled, inputs, seconds

LIMIT = 2.8
FLOOR = 0.25
"""Seconds below which a ratio says nothing."""

SHAPES: dict[str, str] = {
    "brackets": "(",
    "laws": "1А2(б)",
    "digits": "7",
    "hyphenated line ends": "перено-\n",
    "guillemets": "«",
    "quoted": "«а» ",
    "dots": ".",
    "dots and tabs": ".\t",
    "one line": "слово и ",
    "short lines": "а\n",
    "short paragraphs": "а\n\n",
    "combining marks": "е\u0301\u0301\u0301",
    "soft hyphens": "а\u00ad",
    "the word «Правило»": "Правило ",
    "enumerations": "Правила 12, 13, ",
    "chains of numbers": "12, ",
    "dotted numbers": "1.1.",
    "capital letters": "А",
    "letters": "а",
    "capital words": "А ",
    "dashes": "–",
    "underscores": "_",
    "pilcrows": "¶",
    "suits": "♠♥♦♣ ",
    "list points": "1. а\n",
    "repeated headings": "Правило\n12\n",
    "indented lines": " " * 50 + "а\n",
    "rulers": "=====\n",
    "references back": "этого же ",
    "footnote marks": "[1] ",
    "carriage returns": "а \r",
    "editions": "редакция ",
    "ranges": "12–13, ",
    "laws with letters": "Правило 12А1(б) и ",
}


def shaped(piece: str, size: int) -> str:
    """A text of about ``size`` characters made of one piece, between honest words."""
    return f"См. Правило 12А1.\n{(piece * (size // len(piece) + 1))[:size]}\nи Правило 64А2.\n"


def whole_way(text: str) -> float:
    """Processor seconds of reading, citing and linting a text."""
    from corpus.read import read_documents
    from kg.citations import cite
    from kg.lint import run

    started = process_time()
    documents = read_documents(text, "x.txt")
    citations = [citation for document in documents for citation in cite(document)]
    run(documents, citations)
    return process_time() - started


def timed(
    what: Callable[[str], float], make: Callable[[int], str], size: int
) -> tuple[float, float]:
    """Seconds at ``size`` and at twice that."""
    return what(make(size)), what(make(2 * size))


def worse_than_linear(times: tuple[float, float]) -> bool:
    """Whether the doubled input took far more than twice as long, and long enough to tell."""
    return times[1] > FLOOR and times[1] > LIMIT * times[0]


def table(rows: Iterable[tuple[str, tuple[float, float]]], title: str, most: int = 25) -> int:
    """Print the worst rows; how many are worse than linear."""
    ordered = sorted(rows, key=lambda row: -row[1][1])
    bad = [row for row in ordered if worse_than_linear(row[1])]
    print(f"{title}: {len(ordered)} tried, worse than linear: {len(bad)}")
    for name, (once, twice) in ordered[:most]:
        mark = " !" if (name, (once, twice)) in bad else ""
        print(f"  {once:7.3f} s {twice:7.3f} s ×{twice / max(once, 1e-4):4.1f}{mark}  {name}")
    sys.stdout.flush()
    return len(bad)


def patterns(size: int, most: int) -> int:
    """Each pattern by itself, then the whole way on the worst input of each that stands out."""
    alone, pumps = [], {}
    for (source, _), pattern in sorted(compiled().items()):
        pairs = zip(inputs(pattern, size, most), inputs(pattern, 2 * size, most), strict=False)
        times, worst = max(
            (((seconds(pattern, a, 0.3), seconds(pattern, b, 0.9)), a) for a, b in pairs),
            key=lambda found: found[0][1],
            default=((0.0, 0.0), ""),
        )
        alone.append((repr(source[:70]), times))
        if worse_than_linear(times) or times[1] >= 0.1:
            pumps[worst.rstrip(END)[:400]] = source[:50]
    table(alone, "patterns by themselves, finding every match", 15)
    rows = [
        (f"{piece[:12]!r}… of {source!r}", timed(whole_way, lambda n, p=piece: shaped(p, n), size))
        for piece, source in pumps.items()
    ]
    return table(rows, "the whole way on their worst inputs")


def main() -> None:
    """Run what was asked for."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--size", type=int, default=20_000)
    options.add_argument("--patterns", action="store_true")
    options.add_argument("--texts", action="store_true")
    options.add_argument("--quick", action="store_true", help="fewer inputs a pattern")
    chosen = options.parse_args()
    warnings.simplefilter("ignore")
    both = not (chosen.patterns or chosen.texts)
    bad = 0
    if chosen.texts or both:
        rows = [
            (name, timed(whole_way, lambda n, p=piece: shaped(p, n), chosen.size))
            for name, piece in SHAPES.items()
        ]
        bad += table(rows, f"texts of {chosen.size} and {2 * chosen.size} characters", 40)
    if chosen.patterns or both:
        bad += patterns(chosen.size, 10 if chosen.quick else 40)
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
