"""Characters per second of read + clean + outline on the bundled texts and on 10×, 100×, 1000×.

    python bench/corpus.py [SIZES…]           e.g. python bench/corpus.py 1 10 100

Each text is written to a file as often as the size says, then read, cleaned and outlined in a
Each text is written to a file as often as the size says, then read, cleaned and outlined in a
process of its own on one core; times are that process's CPU time. A size is done text by text;
memory is the peak beyond what the program takes at rest, shown in bytes a character.
Linear growth shows as a steady rate and a steady number of bytes a character.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import tomllib
from importlib.resources import files
from pathlib import Path
from time import process_time

SIZES = (1, 10, 100, 1000)
STEPS = ("read", "clean", "outline")


def measure(path: Path, kind: str, repeats: int) -> dict[str, float]:
    """CPU seconds of each step on one file (the best of ``repeats``), its length, what came out,
    peak memory in bytes beyond the program's own."""
    from corpus import read
    from corpus.reading.encoding import decode

    read.read_documents("Правило 1. Имя\n\nСлово.", "warm-up")
    idle = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    best: dict[str, float] = {}
    for _ in range(repeats):
        start = process_time()
        text, _ = decode(path.read_bytes())
        done_reading = process_time()
        read.clean(text)
        done_cleaning = process_time()
        documents = read.read_documents(text, path.name, {"kind": kind})
        whole = process_time() - done_cleaning
        clean = done_cleaning - done_reading
        times = {"read": done_reading - start, "clean": clean, "whole": whole}
        best = {step: min(best.get(step, 1e9), spent) for step, spent in times.items()}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    units = sum(len(document.units) for document in documents)
    # of the best times, as a single run's difference is mostly noise
    best["outline"] = max(best.pop("whole") - best["clean"], 0.0)
    return {**best, "characters": len(text), "units": units, "bytes": peak - idle}


def main(sizes: list[int]) -> None:
    """Print a table, one line a text and size."""
    print(f"{'size':>5} {'text':42} {'characters':>11} {'units':>8} ", end="")
    print(*(f"{step + ' M/s':>12}" for step in STEPS), f"{'all M/s':>9} {'bytes/char':>11}")
    folder = files("corpus") / "texts"
    names = sorted(e.name[:-4] for e in folder.iterdir() if e.name.endswith(".txt"))
    for size in sizes:
        total = seconds = 0.0
        repeats = max(1, 20 // size)
        for name in names:
            kind = tomllib.loads((folder / f"{name}.toml").read_text("utf-8"))["kind"]
            with tempfile.TemporaryDirectory() as temporary:
                path = Path(temporary) / f"{name}.txt"
                path.write_bytes((folder / f"{name}.txt").read_bytes() * size)
                command = [sys.executable, __file__, "--one", str(path), kind, str(repeats)]
                answer = subprocess.run(command, capture_output=True, text=True, check=True)
            found = {k: float(v) for k, v in (p.split("=") for p in answer.stdout.split())}
            length = found["characters"]
            spent = sum(found[step] for step in STEPS)
            total, seconds = total + length, seconds + spent
            rates = (f"{length / max(found[step], 1e-9) / 1e6:12.2f}" for step in STEPS)
            print(f"{size:4}× {name:42} {length:11.0f} {found['units']:8.0f} ", end="")
            print(
                *rates, f"{length / spent / 1e6:9.2f} {found['bytes'] / length:11.1f}", flush=True
            )
        print(f"{size:4}× {'all':42} {total:11.0f} {'':8} ", end="")
        print(*(" " * 12 for _ in STEPS), f"{total / seconds / 1e6:9.2f}", flush=True)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    if sys.argv[1:2] == ["--one"]:
        result = measure(Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
        print(*(f"{key}={value}" for key, value in result.items()))
    else:
        main([int(size) for size in sys.argv[1:]] or list(SIZES))
