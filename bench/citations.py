"""Characters a second on one core, beside eyecite in the same run, and growth up to 1000×.

    python -m bench.citations                  # ours: Russian legal prose, 1× 10× 100× 1000×
    python -m bench.citations --peer           # and eyecite on its own kind of text, if installed

Ours is the whole answer: found, resolved, with sentence, relation and reasons. The Russian prose is
the bundled texts, cleaned. eyecite reads American case law, so it is given a paragraph of that, and
only its finding is timed (``get_citations``, its default tokenizer). Times are CPU seconds; compare
the ratios.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from corpus.aligned import AlignedText
from corpus.document import Document, Kind, Metadata
from corpus.read import bundled_documents
from kg.citations import cite

CASE_LAW = (
    "The court in Lissner v. Test, 1 U.S. 1, 5-6 (1982), followed Smith v. Jones, 2 F.3d 2 (9th "
    "Cir. 1993). See also 42 U.S.C. §§ 1983, 1985 and 1988; Id. at 7; Lissner, supra, at 10. The "
    "statute of limitations was held to be tolled while the appeal was pending, and the judgment "
    "of the district court was therefore affirmed in part and reversed in part.\n"
)


@dataclass(frozen=True, slots=True)
class Run:
    """One measurement: characters read, references found, CPU seconds."""

    characters: int
    found: int
    seconds: float

    @property
    def speed(self) -> float:
        """Millions of characters a second."""
        return self.characters / self.seconds / 1e6


def measure(text: str, find: Callable[[str], int], repeat: int) -> Run:
    """The quickest of ``repeat`` runs."""
    best = None
    for _ in range(repeat):
        start = time.process_time()
        found = find(text)
        seconds = max(time.process_time() - start, 1e-9)
        if best is None or seconds < best.seconds:
            best = Run(len(text), found, seconds)
    assert best is not None
    return best


def ours(text: str) -> int:
    """References found by this library."""
    meta = Metadata(id="bench", title="", kind=Kind.MINUTES, file="bench", edition="1997")
    return len(cite(Document(meta, AlignedText.of(text), ())))


def peer() -> Callable[[str], int] | None:
    """eyecite's finder; None when it is not installed."""
    try:
        from eyecite import get_citations
    except ImportError:
        return None
    return lambda text: len(get_citations(text))


def case_law(characters: int) -> str:
    """So many characters of American case law, eyecite's own kind of text."""
    return (CASE_LAW * (characters // len(CASE_LAW) + 1))[:characters]


def prose() -> str:
    """The bundled texts, cleaned, one after the other."""
    texts = {document.meta.file: document.clean.text for document in bundled_documents()}
    return "\n\n".join(texts.values())


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scales", type=int, nargs="+", default=[1, 10, 100, 1000])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--peer", action="store_true", help="time eyecite too")
    args = parser.parse_args()
    text = prose()
    ours(text)  # tables and patterns are read once
    print(f"{'scale':>7}{'characters':>13}{'found':>10}{'CPU s':>9}{'M chars/s':>11}")
    runs = []
    for scale in args.scales:
        run = measure(text * scale, ours, args.repeat if scale <= 10 else 1)
        runs.append(run)
        print(
            f"{scale:>6}×{run.characters:>13}{run.found:>10}{run.seconds:>9.2f}{run.speed:>11.2f}"
        )
    for small, large in pairwise(runs):
        more = large.characters / small.characters
        print(f"{more:.0f}× the text: {large.seconds / small.seconds:.1f}× the time")
    if not args.peer:
        return
    find = peer()
    if find is None:
        print("eyecite is not installed: pip install eyecite")
        return
    other = measure(case_law(runs[0].characters), find, args.repeat)
    print(f"eyecite on case law: {other.found} found, {other.speed:.2f} M chars/s")
    print(f"ours / eyecite: {runs[min(1, len(runs) - 1)].speed / other.speed:.1f}×")


if __name__ == "__main__":
    main()
