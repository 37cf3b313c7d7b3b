"""On which side of its dot a label stands, so that labels lie neither on dots nor on each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Side = Literal["right", "left", "top", "bottom"]
SIDES: tuple[Side, ...] = ("right", "left", "top", "bottom")
"""In order of preference: beside the dot is read best."""
_LETTER = 0.56
"""Mean width of a letter as a share of the font's size (Source Sans)."""
_GAP = 4.0
_COVERED = 0.2
"""The share of a label that may lie on other things before it is better left out."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A dot with a label: its middle and its size in pixels, the label and its font's size."""

    id: str
    x: float
    y: float
    size: float
    label: str = ""
    font: float = 12.0


@dataclass(frozen=True, slots=True)
class _Box:
    left: float
    top: float
    right: float
    bottom: float

    def common(self, other: _Box) -> float:
        """The area both cover."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top)


def sides(
    spots: Sequence[Spot], bounds: tuple[float, float, float, float], *, drop: bool = False
) -> Mapping[str, Side | None]:
    """The side of every labelled spot; earlier spots choose first.

    ``bounds`` is the picture (left, top, right, bottom). None, only with ``drop``: every side is
    taken, the label is better left out.
    """
    frame = _Box(*bounds)
    dots = {spot.id: _dot(spot) for spot in spots}
    placed: list[_Box] = []
    chosen: dict[str, Side | None] = {}
    for spot in spots:
        if not spot.label:
            continue
        others = [box for name, box in dots.items() if name != spot.id]
        covered: dict[Side, float] = {}
        boxes: dict[Side, _Box] = {side: _text(spot, side) for side in SIDES}
        for side, box in boxes.items():
            outside = box.area - box.common(frame)
            covered[side] = outside + sum(box.common(o) for o in (*others, *placed))
        best = min(SIDES, key=lambda side: covered[side])
        if drop and covered[best] > _COVERED * boxes[best].area:
            chosen[spot.id] = None
            continue
        chosen[spot.id] = best
        placed.append(boxes[best])
    return chosen


def _dot(spot: Spot) -> _Box:
    half = spot.size / 2
    return _Box(spot.x - half, spot.y - half, spot.x + half, spot.y + half)


def _text(spot: Spot, side: Side) -> _Box:
    wide, high = len(spot.label) * spot.font * _LETTER, spot.font * 1.2
    away = spot.size / 2 + _GAP
    if side in ("right", "left"):
        left = spot.x + away if side == "right" else spot.x - away - wide
        return _Box(left, spot.y - high / 2, left + wide, spot.y + high / 2)
    top = spot.y - away - high if side == "top" else spot.y + away
    return _Box(spot.x - wide / 2, top, spot.x + wide / 2, top + high)
