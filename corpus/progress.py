"""How long work tells a face where it stands, without knowing which face that is."""

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

T = TypeVar("T")


class Progress(Protocol):
    """Receives the steps of long work. Faces draw a bar or print plain lines."""

    def step(self, title: str, total: int | None = None) -> None:
        """A new step begins; ``title`` is Russian; ``total`` its length in items if known."""

    def advance(self, items: int = 1) -> None:
        """So many items of the current step are done."""


class Silent:
    """Progress that nobody watches."""

    def step(self, title: str, total: int | None = None) -> None:
        """Ignore the step."""

    def advance(self, items: int = 1) -> None:
        """Ignore the items."""


def tracked(items: Iterable[T], progress: Progress) -> Iterator[T]:
    """Yield ``items`` and report each one as done after it was used."""
    for item in items:
        yield item
        progress.advance()
