"""Real processes on small libraries, and what must hold of one whatever befell it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import workspace
from workspace.checking import check

ROOT = Path(__file__).resolve().parents[2]
LETTERS = {
    "ренонс.txt": "Письмо о ренонсе и о претензии. См. Правило 61А.\n",
    "клейм.txt": "Письмо о клейме: взятки уступлены. См. Правило 68В и Правило 70.\n",
    "алерт.txt": "Письмо об алерте и объяснениях. См. Правило 20F1.\n",
}
QUERIES = ("ренонс", "клейм", "алерт", "70", "уступка взяток")

LONG = bool(os.environ.get("PRAVILA_LONG"))
"""Whether the long proof is wanted; else of many like cases a few are tried."""

Run = subprocess.CompletedProcess[str]


def letters(folder: Path) -> list[Path]:
    """Three letters as files."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in LETTERS.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in LETTERS]


def small_library(home: Path) -> Path:
    """A library of the three letters and nothing else."""
    workspace.add_files(home, letters(home.parent / "письма"), bare=True)
    return home


def environment(folder: Path) -> dict[str, str]:
    """What a process is started with: its log lies in ``folder``."""
    return os.environ | {"PYTHONPATH": str(ROOT), "PRAVILA_LOG": str(folder / "pravila.log")}


def command(*arguments: str | Path) -> list[str]:
    """``pravila …`` as a process of its own."""
    return [sys.executable, "-m", "cli", *map(str, arguments)]


def pravila(
    folder: Path,
    *arguments: str | Path,
    before: Sequence[str] = (),
    timeout: float = 60,
    **how: object,
) -> Run:
    """Run ``pravila`` to its end; ``before`` is what it is run under (``prlimit …``)."""
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [*before, *command(*arguments)],
        cwd=ROOT,
        env=environment(folder),
        encoding="utf-8",
        timeout=timeout,
        **({"capture_output": True} if "stdout" not in how else {}),
        **how,
    )


def refusal(run: Run, code: int = 2) -> str:
    """The one line a refused command says; progress lines before it are not part of it."""
    said = run.stderr.splitlines()
    assert run.returncode == code, (run.returncode, run.stdout, run.stderr)
    assert "Traceback" not in run.stderr
    assert "внутренняя ошибка" not in run.stderr, run.stderr
    found = [line for line in said if line.startswith("Ошибка: ")]
    assert len(found) == 1, said
    assert found[0] == said[-1], said
    return found[0]


def answers(home: Path) -> list[tuple[object, ...]]:
    """Everything a library answers: documents, units, citations, hits, neighbours in the graph."""
    with workspace.open_workspace(home) as opened:
        documents = [
            (d.meta.file, d.original, [(u.id, u.span) for u in d.units])
            for d in opened.read_documents()
        ]
        hits = [
            (query, [(h.passage.id, round(h.score, 6), h.snippet) for h in found.hits])
            for query in QUERIES
            for found in [opened.finder.search(query)]
        ]
        edges = sorted((a, b, k) for a, b, k in opened.graph.net.edges(keys=True))
        cited = sorted((c.unit, c.surface, tuple(c.targets)) for c in opened.citations)
    return [*sorted(documents), *hits, *edges, *cited]


def sound(home: Path) -> set[str]:
    """The names of the files in a library, after it was found whole and needed no repair."""
    assert check(home) == ()
    with workspace.open_workspace(home) as opened:
        assert opened.report is None, opened.notices
        assert opened.notices == []
        for document in opened.read_documents():
            assert document.original.strip()
        assert opened.finder.search("письмо").hits or not opened.documents
        return {meta.file for meta in opened.documents}


def leftovers(home: Path) -> list[Path]:
    """What a change that failed has left lying: half-made folders and files."""
    return [*home.rglob("staged-*"), *home.rglob(".*.new")]
