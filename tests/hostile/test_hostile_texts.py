"""Texts and patterns made to hurt: the time for twice as much is about twice as long."""

from __future__ import annotations

import gc
import os
import re
import resource
from itertools import islice
from typing import Any

import pytest

from bench.hostile import SHAPES, shaped, whole_way
from bench.patterns import compiled, inputs, seconds

SIZE = int(os.environ.get("PRAVILA_HOSTILE_SIZE", "20000"))
"""Characters of a hostile text (``PRAVILA_HOSTILE_SIZE=250000`` for the long proof)."""
MUCH, NOT_MUCH = 9, 0.3
"""Of a text four times as long: times the time that is too much (4 is linear, 16 quadratic), and
seconds that say nothing."""


@pytest.mark.parametrize("name", SHAPES)
def test_a_text_is_read_cited_and_linted_in_linear_time(name: str) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    gc.collect()
    gc.freeze()  # what other tests have left in memory is not looked through again and again
    for _ in range(3):  # processor time varies too when others crowd the memory
        longer = whole_way(shaped(SHAPES[name], 4 * SIZE))
        if longer < NOT_MUCH or longer < MUCH * whole_way(shaped(SHAPES[name], SIZE)):
            break
    else:
        pytest.fail(f"{longer:.2f} с")
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 100_000 + 4 * SIZE * 3  # KiB


@pytest.fixture(scope="module")
def patterns() -> list[re.Pattern[Any]]:
    return [pattern for _, pattern in sorted(compiled(texts=False).items())]


def test_all_patterns_are_found(patterns: list[re.Pattern[Any]]) -> None:
    """Some of each way of writing one: in a module, in a table, inside a function."""
    sources = {str(pattern.pattern) for pattern in patterns}
    assert len(sources) > 300
    from kg.citations import paragraphs  # noqa: F401  the module must exist for the next line
    from search import query

    assert query._PIECE.pattern in sources
    assert any("lastmodifieddate" in source for source in sources)


def test_no_pattern_takes_exponential_time(patterns: list[re.Pattern[Any]]) -> None:
    """Two hundred characters are enough for that, and for nothing else."""
    slow = [
        (pattern.pattern, text[:20])
        for pattern in patterns
        for text in islice(inputs(pattern, 200), 24)
        if seconds(pattern, text, 0.5) >= 0.5
    ]
    assert slow == []


def test_a_runaway_pattern_is_seen() -> None:
    """The test above can fail."""
    bad = re.compile(r"(?:а+)+б")
    assert any(seconds(bad, text, 0.5) >= 0.5 for text in inputs(bad, 200))
