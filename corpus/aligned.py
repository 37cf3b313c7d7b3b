"""Text that remembers where every character came from.

Cleaning makes a new string; a reader, a citation and a search hit must still point into the
original file. ``AlignedText`` holds the cleaned string and, run by run, the place of each
character in the original. Runs that were kept verbatim map one to one; a replacement
(«Öн» → «Г-н», a line-end hyphen and break → nothing) maps as a whole.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from corpus.span import Span


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace ``text[start:end]`` by ``after``; offsets into the text being edited."""

    start: int
    end: int
    after: str


Change = tuple[int, int, str]
"""An ``Edit`` as a plain tuple: start, end, after."""


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
        return self.rewrite([(change.start, change.end, change.after) for change in edits])[0]

    def rewrite(self, changes: Sequence[Change]) -> tuple[AlignedText, list[Span]]:
        """``edit`` for many changes at once; also the origin of each changed stretch.

        ``changes`` are ``(start, end, after)`` under the same conditions. One pass over the runs
        and the changes together: cleaning makes thousands of changes a page.
        """
        text, total = self.text, len(self.text)
        starts, origins, ends = self.clean_starts, self.origin_starts, self.origin_ends
        bounds = (*starts[1:], total)
        last = len(starts) - 1
        pieces: list[str] = []
        new_starts: list[int] = []
        new_origins: list[int] = []
        new_ends: list[int] = []
        touched: list[Span] = []
        length = position = run = 0
        # whether the newest run maps one to one, so that a neighbour may be merged into it
        open_run = False
        for change_start, change_end, after in (*changes, (total, total, "")):
            if change_start < position or change_end < change_start or change_end > total:
                raise ValueError(f"edits overlap or are out of range at {change_start}")
            while position < change_start:
                while bounds[run] <= position:
                    run += 1
                stop = min(change_start, bounds[run])
                size = stop - position
                begin = starts[run]
                origin, origin_end = origins[run], ends[run]
                one_to_one = bounds[run] - begin == origin_end - origin
                if one_to_one:
                    origin += position - begin
                    origin_end = origin + size
                if open_run and one_to_one and new_ends[-1] == origin:
                    new_ends[-1] = origin_end
                else:
                    new_starts.append(length)
                    new_origins.append(origin)
                    new_ends.append(origin_end)
                    open_run = one_to_one
                pieces.append(text[position:stop])
                length += size
                position = stop
            if last < 0:
                span = Span(0, 0)
            else:
                while run < last and bounds[run] <= change_start:
                    run += 1
                span = self._changed(change_start, change_end, run)
            touched.append(span)
            if after:
                new_starts.append(length)
                new_origins.append(span.start)
                new_ends.append(span.end)
                open_run = len(after) == 1 and span.end - span.start == 1
                pieces.append(after)
                length += len(after)
            position = change_end
        touched.pop()
        aligned = AlignedText(
            "".join(pieces),
            self.original,
            tuple(new_starts),
            tuple(new_origins),
            tuple(new_ends),
        )
        return aligned, touched

    def _changed(self, start: int, end: int, run: int) -> Span:
        """``origin(start, end)`` when ``run`` is already known to hold ``start``."""
        first, bound, origin, origin_end = self._run(run)
        if end > bound or start >= bound or end == start:
            return self.origin(start, end)
        if bound - first == origin_end - origin:
            return Span(origin + start - first, origin + end - first)
        return Span(origin, origin_end)
