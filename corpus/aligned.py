"""Text that remembers where every character came from.

Cleaning makes a new string; a reader, a citation and a search hit must still point into the
original file. ``AlignedText`` holds the cleaned string and, run by run, the place of each
character in the original. Runs that were kept verbatim map one to one; a replacement
(«Öн» → «Г-н», a line-end hyphen and break → nothing) maps as a whole.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

from corpus.span import Span


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace ``text[start:end]`` by ``after``; offsets into the text being edited."""

    start: int
    end: int
    after: str


@dataclass(frozen=True, slots=True)
class AlignedText:
    """A cleaned string and its map back to the original.

    The map is three parallel tuples, one entry a run: ``clean_starts[i]`` (offset of the run in
    ``text``), ``origin_starts[i]`` and ``origin_ends[i]`` (offsets in ``original``). A run is
    *verbatim* when its lengths on both sides are equal and its words are too; otherwise it stands
    for the whole of its original stretch. Runs are in order and do not overlap; original stretches
    between runs were deleted.
    """

    text: str
    original: str
    clean_starts: tuple[int, ...] = field(repr=False)
    origin_starts: tuple[int, ...] = field(repr=False)
    origin_ends: tuple[int, ...] = field(repr=False)

    @classmethod
    def of(cls, original: str) -> AlignedText:
        """The original as it is: one verbatim run."""
        if not original:
            return cls("", "", (), (), ())
        return cls(original, original, (0,), (0,), (len(original),))

    def _run(self, index: int) -> tuple[int, int, int, int]:
        clean_start = self.clean_starts[index]
        last = index + 1 == len(self.clean_starts)
        clean_end = len(self.text) if last else self.clean_starts[index + 1]
        return clean_start, clean_end, self.origin_starts[index], self.origin_ends[index]

    def _verbatim(self, index: int) -> bool:
        clean_start, clean_end, origin_start, origin_end = self._run(index)
        return clean_end - clean_start == origin_end - origin_start

    def origin(self, start: int, end: int) -> Span:
        """The stretch of the original that ``text[start:end]`` came from.

        Exact inside verbatim runs; a replaced stretch is taken whole. An empty range maps to an
        empty span at its place.
        """
        if not self.clean_starts:
            return Span(0, 0)
        if end <= start:
            place = self._origin_start(start)
            return Span(place, place)
        first, last = self._origin_start(start), self._origin_end(end)
        return Span(min(first, last), max(first, last))

    def _origin_start(self, offset: int) -> int:
        if offset >= len(self.text):
            return self.origin_ends[-1]
        index = bisect_right(self.clean_starts, offset) - 1
        clean_start, _, origin_start, _ = self._run(index)
        return origin_start + (offset - clean_start) if self._verbatim(index) else origin_start

    def _origin_end(self, offset: int) -> int:
        if offset <= 0:
            return self.origin_starts[0]
        index = bisect_right(self.clean_starts, offset - 1) - 1
        clean_start, _, origin_start, origin_end = self._run(index)
        return origin_start + (offset - clean_start) if self._verbatim(index) else origin_end

    def clean(self, start: int, end: int) -> Span:
        """The stretch of ``text`` that came from ``original[start:end]`` (deleted parts vanish)."""
        return Span(self._clean_offset(start, False), self._clean_offset(end, True))

    def _clean_offset(self, offset: int, is_end: bool) -> int:
        index = bisect_right(self.origin_starts, offset - 1 if is_end else offset) - 1
        if index < 0:
            return 0
        clean_start, clean_end, origin_start, origin_end = self._run(index)
        if offset >= origin_end:
            return clean_end
        if self._verbatim(index):
            return clean_start + (offset - origin_start)
        return clean_end if is_end else clean_start

    def edit(self, edits: Iterable[Edit]) -> AlignedText:
        """A new aligned text with the edits applied.

        ``edits`` are sorted, do not overlap, and their offsets are into ``self.text``.
        Raises ``ValueError`` when they are not.
        """
        pieces: list[str] = []
        clean_starts: list[int] = []
        origin_starts: list[int] = []
        origin_ends: list[int] = []
        length = 0
        done = 0

        def keep(start: int, end: int) -> None:
            nonlocal length
            if start >= end:
                return
            index = bisect_right(self.clean_starts, start) - 1
            while start < end:
                _, clean_end, _, _ = self._run(index)
                stop = min(end, clean_end)
                origin = self.origin(start, stop)
                pieces.append(self.text[start:stop])
                mergeable = (
                    origin_ends
                    and origin_ends[-1] == origin.start
                    and self._verbatim(index)
                    and length - clean_starts[-1] == origin_ends[-1] - origin_starts[-1]
                )
                if mergeable:
                    origin_ends[-1] = origin.end
                else:
                    clean_starts.append(length)
                    origin_starts.append(origin.start)
                    origin_ends.append(origin.end)
                length += stop - start
                start = stop
                index += 1

        for change in edits:
            if change.start < done or change.end < change.start or change.end > len(self.text):
                raise ValueError(f"edits overlap or are out of range at {change.start}")
            keep(done, change.start)
            if change.after:
                origin = self.origin(change.start, change.end)
                pieces.append(change.after)
                clean_starts.append(length)
                origin_starts.append(origin.start)
                origin_ends.append(origin.end)
                length += len(change.after)
            done = change.end
        keep(done, len(self.text))
        return AlignedText(
            "".join(pieces),
            self.original,
            tuple(clean_starts),
            tuple(origin_starts),
            tuple(origin_ends),
        )
