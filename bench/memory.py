"""How much memory a process and all it starts take together at their highest."""

from __future__ import annotations

import threading
from contextlib import suppress
from pathlib import Path

import psutil

_EVERY = 0.25  # seconds between two looks


class Watch(threading.Thread):
    """Looks at a process tree until it ends or ``stop`` is called.

    Memory shared by several processes is counted once (proportional set size) where the system
    tells it, as Linux does. Pages of files mapped into memory count too, though the system would
    give them up first. A peak shorter than the pause between two looks may be missed.
    """

    def __init__(self, pid: int):
        super().__init__(daemon=True)
        self._root = psutil.Process(pid)
        self._over = threading.Event()
        self.peak = 0
        """Bytes."""

    def run(self) -> None:
        """Keep the largest sum seen."""
        while not self._over.wait(_EVERY):
            with suppress(psutil.Error):
                tree = [self._root, *self._root.children(recursive=True)]
                self.peak = max(self.peak, sum(map(_memory, tree)))

    def stop(self) -> int:
        """Stop looking; the peak."""
        self._over.set()
        self.join()
        return self.peak


def own_peak() -> int:
    """Bytes of memory this very process had at its highest; 0 where the system does not tell.

    ``getrusage`` is no use for it: on Linux it begins with what the parent had.
    """
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text("ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    return 0


def _memory(process: psutil.Process) -> int:
    try:
        return int(getattr(process.memory_full_info(), "pss", 0) or process.memory_info().rss)
    except psutil.Error:  # it has just ended
        return 0
