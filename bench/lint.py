"""How far the editor's report can be trusted: precision, recall on seeded damage, time.

    python -m bench.lint precision     findings on the bundled texts against data/lint_judged.csv
    python -m bench.lint unjudged      the findings nobody has judged yet, as rows for that table
    python -m bench.lint damage        recall per damage; --trials, --seed
    python -m bench.lint time          the whole library, and growth up to 100 copies of it

The table was judged by hand: a finding is right when an editor would want to see it at its level,
and what its message says is true. For a note it is enough that its words are true.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.lint_damage import DAMAGES, Damage
from corpus.document import Document
from corpus.read import bundled_documents, read_documents
from kg.citations import cite
from kg.graph import build
from kg.lint import Finding, Level, fixed, rules, run
from kg.lint.fixes import apply, fixable
from workspace.linting import known_word, lint_text

JUDGED = Path(__file__).parent / "data" / "lint_judged.csv"
GOALS = {Level.ERROR: 0.95, Level.WARNING: 0.85, Level.NOTE: 0.80}
RIGHT = "да"


def library() -> list[Finding]:
    """The report on the bundled texts, every rule on."""
    documents = bundled_documents()
    return _lint(documents)


def _lint(documents: Iterable[Document]) -> list[Finding]:
    documents = tuple(documents)
    citations = [one for document in documents for one in cite(document)]
    graph = build(documents, citations)
    return run(documents, citations, graph=graph, known_word=known_word, select=["ALL"])


def judgements() -> dict[str, tuple[str, str]]:
    """The table: a finding's key → verdict, remark."""
    with JUDGED.open(encoding="utf-8", newline="") as lines:
        return {row["key"]: (row["verdict"], row["remark"]) for row in csv.DictReader(lines)}


def precision() -> None:
    """Print, for each rule, its findings, how many were judged right, whether the goal holds."""
    judged, findings = judgements(), library()
    found, right, unknown = Counter[str](), Counter[str](), Counter[str]()
    levels: dict[Level, list[bool]] = {level: [] for level in Level}
    for one in findings:
        found[one.code] += 1
        if one.key not in judged:
            unknown[one.code] += 1
        else:
            good = judged[one.key][0] == RIGHT
            right[one.code] += good
            levels[one.level].append(good)
    for rule in rules():
        total = found[rule.code] - unknown[rule.code]
        share = f"{right[rule.code] / total:.2f}" if total else "  – "
        goal = GOALS[rule.level]
        held = "" if not total or right[rule.code] / total >= goal else f"  < {goal}"
        off = "" if rule.default else "  off by default"
        rest = f"  unjudged {unknown[rule.code]}" if unknown[rule.code] else ""
        print(f"{rule.code} {rule.level:8} {found[rule.code]:4} {share}{held}{off}{rest}")
    for level, verdicts in levels.items():
        if verdicts:
            whole = sum(verdicts) / len(verdicts)
            print(f"{level:8} {len(verdicts):4} judged, precision {whole:.3f}, goal {GOALS[level]}")


def unjudged() -> None:
    """Print rows for the table of the findings that are not in it."""
    judged = judgements() if JUDGED.exists() else {}
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(("key", "code", "level", "document", "words", "message", "verdict", "remark"))
    for one in library():
        if one.key not in judged:
            words = " ".join(one.words.split())[:60]
            row = (one.key, one.code, str(one.level), one.document, words, one.message, "", "")
            writer.writerow(row)


def clean_texts() -> list[tuple[str, dict[str, str]]]:
    """The bundled texts cleaned and with every fix made: what the damage is done to."""
    texts = []
    for document in bundled_documents():
        start, end = document.units[0].clean.start, document.units[-1].clean.end
        meta = {"kind": str(document.meta.kind), "edition": document.meta.edition or "1997"}
        words = document.clean.text[start:end]

        def check(text: str, meta: dict[str, str] = meta) -> list[Finding]:
            return lint_text(text, "text.txt", meta=meta)

        texts.append((fixed(words, check, unsafe=True)[0], meta))
    return texts


def damage(trials: int, seed: int) -> None:
    """Print the recall of each damage, and how many other findings the damage brought."""
    texts = clean_texts()
    before = [
        Counter((f.code, f.words) for f in lint_text(text, "t.txt", meta=meta))
        for text, meta in texts
    ]
    for kind in DAMAGES:
        chance = random.Random(f"{seed}:{kind.name}")
        done = hit = other = 0
        for _ in range(trials * 8):
            if done == trials:
                break
            number = chance.randrange(len(texts))
            outcome = _try(kind, texts[number], before[number], chance)
            if outcome is not None:
                done += 1
                hit += outcome[0]
                other += outcome[1]
        share = f"{hit / done:.2f}" if done else "  – "
        print(f"{kind.code}  {share}  of {done:3}  other findings {other:3}   {kind.name}")


def _try(
    kind: Damage,
    source: tuple[str, dict[str, str]],
    before: Counter[tuple[str, str]],
    chance: random.Random,
) -> tuple[bool, int] | None:
    text, meta = source
    spoilt = kind.spoil(text, chance)
    if spoilt is None:
        return None
    if kind.edition and meta["edition"] != kind.edition:
        return None
    words, start, end = spoilt
    findings = lint_text(words, "t.txt", meta=meta)
    hit = any(f.code == kind.code and f.span.start < end and start < f.span.end for f in findings)
    new = Counter((f.code, f.words) for f in findings) - before
    return hit, sum(count for (code, _), count in new.items() if code != kind.code)


def _copies(count: int) -> list[Document]:
    """The bundled texts ``count`` times over, each copy a file of its own."""
    documents: list[Document] = []
    originals = {d.meta.file: d for d in bundled_documents()}
    for copy in range(count):
        for file, one in originals.items():
            meta = {"edition": one.meta.edition or "1997", "id": f"{one.meta.id}-c{copy}"}
            documents += read_documents(one.original, f"{copy}-{file}", meta)
    return documents


def timing() -> None:
    """Print seconds for the library, and per copy as the library grows."""
    documents = bundled_documents()
    citations = [one for document in documents for one in cite(document)]
    graph = build(documents, citations)
    for label in ("cold (dictionary loaded)", "warm"):
        began = time.perf_counter()
        run(documents, citations, graph=graph, known_word=known_word, select=["ALL"])
        print(f"library, {label}: {time.perf_counter() - began:.2f} s")
    first = 0.0
    for count in (1, 10, 30, 100):
        many = _copies(count)
        cited = [one for document in many for one in cite(document)]
        began = time.perf_counter()
        found = run(many, cited, known_word=known_word, select=["ALL"])
        took = (time.perf_counter() - began) / count
        first = first or took
        print(
            f"{count:4} copies: {took * 1000:7.1f} ms a copy, ratio {took / first:.2f}, "
            f"{len(found)} findings"
        )


def fixing() -> None:
    """Print how many fixes are offered on the bundled texts, and that twice changes nothing."""
    findings = library()
    for file, text in {d.meta.file: d.original for d in bundled_documents()}.items():
        here = [f for f in findings if f.file == file]
        safe, unsafe = fixable(here), fixable(here, unsafe=True)
        print(
            f"{file}: safe {len(safe)}, with unsafe {len(unsafe)}, "
            f"{len(apply(text, safe)) - len(text):+d} characters"
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one part, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "part", nargs="?", choices=("precision", "unjudged", "damage", "time", "fixes")
    )
    parser.add_argument("--trials", type=int, default=20)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args(arguments)
    parts = [given.part] if given.part else ["precision", "damage", "fixes", "time"]
    for part in parts:
        if part == "damage":
            damage(given.trials, given.seed)
        else:
            {"precision": precision, "unjudged": unjudged, "time": timing, "fixes": fixing}[part]()


if __name__ == "__main__":
    main()
