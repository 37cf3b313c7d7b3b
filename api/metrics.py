"""Counts for Prometheus, summed over the workers.

With several workers each writes its counts into a file of the folder ``PROMETHEUS_MULTIPROC_DIR``
names (``prometheus_client`` reads the variable when it is imported); any of them adds them up.
"""

from __future__ import annotations

import os
from pathlib import Path

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    values,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

MEDIA_TYPE = CONTENT_TYPE_LATEST
REQUESTS = Counter("pravila_requests", "Requests answered.", ["route", "method", "status"])
SECONDS = Histogram(
    "pravila_request_seconds",
    "Time from the request to the end of the answer.",
    ["route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
)
RUNNING = Gauge("pravila_requests_running", "Requests being answered.", multiprocess_mode="livesum")
MEMORY = Gauge(
    "pravila_memory_bytes", "Resident memory of the workers.", multiprocess_mode="livesum"
)
SWAPS = Counter("pravila_generations_opened", "Generations of the library taken up.")


def count(route: str, method: str, status: int, seconds: float) -> None:
    """Count one request."""
    REQUESTS.labels(route, method, str(status)).inc()
    SECONDS.labels(route).observe(seconds)


def weigh() -> None:
    """Note this process's memory, where the system tells it (Linux)."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return
    MEMORY.set(pages * os.sysconf("SC_PAGE_SIZE"))


def forget(process: int) -> None:
    """A worker is gone: what it was doing is no longer done."""
    mark_process_dead(process)  # type: ignore[no-untyped-call]


def exposition() -> bytes:
    """All counts in Prometheus' text format."""
    if values.ValueClass is values.MutexValue:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
