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
    for the whole of its original stretch. Runs are in order and do not overlap in either text;
    original stretches between runs were deleted.
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
        new = _Runs()
        touched: list[Span] = []
        text, total = self.text, len(self.text)
        position = run = bound = shift = 0
        inside = False  # whether bound and shift describe a run that maps one to one
        for start, end, after in changes:
            if start < position or end < start or end > total:
                raise ValueError(f"edits overlap or are out of range at {start}")
            if not (inside and end <= bound and start < bound):
                run = self._keep(new, position, start, run)
                position = start
                while run + 1 < len(self.clean_starts) and self.clean_starts[run + 1] <= start:
                    run += 1
                inside = False
                if self.clean_starts:
                    begin, bound, origin, last = self._run(run)
                    shift = origin - begin
                    inside = bound - begin == last - origin and begin <= start < bound
                if not inside or end > bound:
                    span = self.origin(start, end)
                    touched.append(span)
                    if after:
                        new.put(after, span.start, span.end)
                    position = end
                    inside = False
                    continue
            if position < start:
                new.copy(text[position:start], position + shift, start + shift)
            span = Span(start + shift, end + shift)
            touched.append(span)
            if after:
                new.put(after, *span)
            position = end
        self._keep(new, position, total, run)
        return new.text(self.original), touched

    def _keep(self, new: _Runs, position: int, stop: int, run: int) -> int:
        """Copy ``text[position:stop]`` to the new runs; returns the run it ends in."""
        starts = self.clean_starts
        while position < stop:
            begin, bound, origin, last = self._run(run)
            if bound <= position:
                run += 1
                continue
            if begin == position and bound <= stop:
                # whole runs, as many as there are, at one stroke
                first, run = run, bisect_right(starts, stop, run) - 1
                if run == len(starts) - 1 and len(self.text) <= stop:
                    run += 1
                end = starts[run] if run < len(starts) else len(self.text)
                new.extend(self, first, run, self.text[position:end])
                position = end
                run = min(run, len(starts) - 1)
                continue
            end = min(stop, bound)
            if bound - begin == last - origin:
                shift = origin - begin
                new.copy(self.text[position:end], position + shift, end + shift)
            else:
                new.put(self.text[position:end], origin, last)
            position = end
        return run


class _Runs:
    """The runs of a text being written."""

    __slots__ = ("ends", "length", "open", "origins", "pieces", "starts")

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.starts: list[int] = []
        self.origins: list[int] = []
        self.ends: list[int] = []
        self.length = 0
        self.open = False  # whether the newest run maps one to one and may grow

    def copy(self, piece: str, origin: int, end: int) -> None:
        """Text kept as it was."""
        if self.open and self.ends[-1] == origin:
            self.ends[-1] = end
        else:
            self.starts.append(self.length)
            self.origins.append(origin)
            self.ends.append(end)
            self.open = True
        self.pieces.append(piece)
        self.length += len(piece)

    def put(self, piece: str, origin: int, end: int) -> None:
        """Text put in place of ``original[origin:end]``."""
        size = len(piece)
        if self.ends and origin < self.ends[-1]:
            self._join(origin, end)
        elif self.open and size == 1 and end - origin == 1 and self.ends[-1] == origin:
            self.ends[-1] = end
        else:
            self.starts.append(self.length)
            self.origins.append(origin)
            self.ends.append(end)
            self.open = size == 1 and end - origin == 1
        self.pieces.append(piece)
        self.length += size

    def _join(self, origin: int, end: int) -> None:
        """Let the run before take in a piece that stands for the same stretch of the original.

        What was put in place of a stretch may be cut by a later edit; its pieces stay one run, or
        their places would run backwards.
        """
        last = self.ends[-1]
        if self.open and origin > self.origins[-1]:
            self.ends[-1] = origin
            self.starts.append(self.length - (last - origin))
            self.origins.append(origin)
            self.ends.append(last)
        self.ends[-1] = max(last, end)
        self.open = False

    def extend(self, old: AlignedText, first: int, stop: int, piece: str) -> None:
        """The runs ``first`` to ``stop`` of another text, whose words are ``piece``."""
        shift = self.length - old.clean_starts[first]
        starts = old.clean_starts[first:stop]
        self.starts.extend([start + shift for start in starts] if shift else starts)
        self.origins.extend(old.origin_starts[first:stop])
        self.ends.extend(old.origin_ends[first:stop])
        self.open = False
        self.pieces.append(piece)
        self.length += len(piece)

    def text(self, original: str) -> AlignedText:
        """The finished text."""
        return AlignedText(
            "".join(self.pieces),
            original,
            tuple(self.starts),
            tuple(self.origins),
            tuple(self.ends),
        )
