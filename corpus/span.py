"""A stretch of text: two ``str`` offsets."""

from typing import NamedTuple


class Span(NamedTuple):
    """Half-open ``[start, end)``; Python ``str`` offsets, into which text the context says."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def of(self, text: str) -> str:
        """The words the span stands for in ``text``."""
        return text[self.start : self.end]

    def contains(self, other: "Span") -> bool:
        """Whether ``other`` lies wholly inside."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: "Span") -> bool:
        """Whether the two share at least one character."""
        return self.start < other.end and other.start < self.end
