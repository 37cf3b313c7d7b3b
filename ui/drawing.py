"""A graph as a picture: places of the nodes, the chart's description, SVG to take along.

Places are computed here and not in the browser: the same graph always looks the same, and it does
not jump about after a click.
"""

from __future__ import annotations

import math
import textwrap
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ui.labels import Side, Spot, sides
from ui.markup import esc

_LIGHT = {"law": "#12664f", "commentary": "#2b5c9b", "minutes": "#96570b", "other": "#75387e"}
_DARK = {"law": "#62d0aa", "commentary": "#8db8f0", "minutes": "#eeb869", "other": "#d5a3de"}
NAMES = {"law": "Правила", "commentary": "Комментарии", "minutes": "Протоколы", "other": "Прочее"}
_SYMBOL = {"law": "circle", "commentary": "roundRect", "minutes": "diamond", "other": "triangle"}
_CROWD = 60
"""More nodes than this, and edges lose their labels and small nodes theirs."""


_NAMED = 45
"""So many of the busiest dots of a crowd keep their labels."""


_SCREEN, _PHONE = (315.0, 240.0), (138.0, 175.0)
"""Half the width and height of the picture in pixels, without its margins."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A node to draw; ``group`` is a key of ``NAMES``."""

    id: str
    label: str
    group: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """An edge to draw; ``label`` stands beside it, ``hint`` is shown over it."""

    source: str
    target: str
    label: str = ""
    hint: str = ""
    dashed: bool = False


Places = dict[str, tuple[float, float]]


def places(ids: Sequence[str], lines: Sequence[Line], rounds: int = 220) -> Places:
    """A place in [-1, 1]² for each node: a force layout, the same for the same input."""
    count = len(ids)
    if not count:
        return {}
    index = {name: number for number, name in enumerate(ids)}
    pairs = sorted({(index[e.source], index[e.target]) for e in lines if e.source != e.target})
    point = np.random.default_rng(1).normal(size=(count, 2))
    ends = np.array(pairs or [(0, 0)])
    step = 0.35
    for _ in range(rounds):
        apart = point[:, None] - point[None]
        push = (apart / ((apart**2).sum(-1) + 1e-3)[..., None]).sum(1)
        force = push * (0.5 / np.sqrt(count)) - point * 0.35
        pull = (point[ends[:, 0]] - point[ends[:, 1]]) * 0.45
        np.add.at(force, ends[:, 0], -pull)
        np.add.at(force, ends[:, 1], pull)
        length = np.linalg.norm(force, axis=1, keepdims=True) + 1e-9
        point += force / length * np.minimum(length, step)
        step = max(0.01, step * 0.985)
    point -= point.mean(0)
    point /= np.abs(point).max() + 1e-9
    return {name: (float(point[n, 0]), float(point[n, 1])) for name, n in index.items()}


def _plain(text: str, width: int = 46) -> str:
    """A rich-text tooltip: it neither wraps by itself nor may hold its own braces."""
    parts = text.replace("{", "(").replace("}", ")").split("\n")
    return "\n".join(line for part in parts for line in textwrap.wrap(part, width))


def _degrees(lines: Sequence[Line]) -> Counter[str]:
    return Counter(end for line in lines for end in (line.source, line.target))


def _sides(
    dots: Sequence[Dot],
    at: Places,
    focus: str,
    degree: Counter[str],
    named: set[str] | None,
    half: tuple[float, float],
    size: Callable[[Dot], float],
) -> Mapping[str, Side | None]:
    """Where labels stand in a picture of twice ``half`` pixels; ``named``: those of a crowd that
    may have one."""
    ordered = sorted(dots, key=lambda d: (d.id != focus, -degree[d.id], d.id))
    spots = [
        Spot(
            dot.id,
            at[dot.id][0] * half[0],
            at[dot.id][1] * half[1],
            size(dot),
            dot.label if named is None or dot.id in named or dot.id == focus else "",
            15 if dot.id == focus else (12 if named is None else 10),
        )
        for dot in ordered
    ]
    bounds = (-half[0] - 24, -half[1] - 20, half[0] + 64, half[1] + 24)
    return sides(spots, bounds, drop=named is not None)


def chart(
    dots: Sequence[Dot],
    lines: Sequence[Line],
    at: Places,
    focus: str,
    *,
    dark: bool = False,
    tall: bool = False,
    labels: bool = True,
) -> dict[str, Any]:
    """The graph as ECharts wants it. Tooltips are rich text: HTML in them would be run."""
    degree = _degrees(lines)
    crowd = len(dots) > _CROWD
    named = {name for name, _ in degree.most_common(_NAMED)}
    colours = _DARK if dark else _LIGHT
    across, down = (340, 430) if tall else (500, 380)
    groups = [group for group in NAMES if any(dot.group == group for dot in dots)]

    def size(dot: Dot) -> float:
        if dot.id == focus:
            return 30.0
        if not crowd:
            return 15.0 + 2 * min(6, degree[dot.id])
        return (6 + 2.2 * math.pow(degree[dot.id], 0.75)) * (0.62 if tall else 1)

    side = _sides(
        dots, at, focus, degree, named if crowd else None, _PHONE if tall else _SCREEN, size
    )

    def node(dot: Dot) -> dict[str, Any]:
        made: dict[str, Any] = {
            "id": dot.id,
            "name": dot.label,
            "category": groups.index(dot.group),
            "symbol": _SYMBOL[dot.group],
            "symbolSize": size(dot),
            "x": at[dot.id][0] * across,
            "y": at[dot.id][1] * down,
            "tooltip": {"formatter": _plain(f"{dot.label}\n{dot.hint}".strip())},
        }
        where = side.get(dot.id)
        if where is None:
            made["label"] = {"show": False}
        elif where != "right":
            made["label"] = {"position": where}
        if dot.id == focus:
            made["itemStyle"] = {"borderColor": "#b3261e", "borderWidth": 3}
            made.setdefault("label", {}).update(fontWeight="bold", fontSize=15, show=True)
        return made

    def link(line: Line) -> dict[str, Any]:
        made: dict[str, Any] = {"source": line.source, "target": line.target, "value": line.label}
        if line.hint:
            made["tooltip"] = {"formatter": _plain(line.hint)}
        if line.dashed:
            made["lineStyle"] = {"type": "dashed"}
        return made

    series: dict[str, Any] = {
        "type": "graph",
        "layout": "none",
        "roam": True,
        "top": 46,
        "bottom": 24,
        "left": 24,
        "right": 64,
        "preserveAspect": "contain",
        "scaleLimit": {"min": 0.5, "max": 8},
        "edgeSymbol": ["none", "arrow"],
        "edgeSymbolSize": 5 if crowd else 8,
        "lineStyle": {
            "width": 0.8 if crowd else 1.4,
            "opacity": 0.45 if crowd else 0.85,
            "curveness": 0.1,
            "color": "#5a666c" if dark else "#a9a493",
        },
        "label": {
            "show": True,
            "position": "right",
            "fontSize": 10 if crowd else 12,
            "distance": 4,
            "color": "#e9e6df" if dark else "#22252a",
        },
        "emphasis": {
            "focus": "adjacency",
            "label": {"show": True, "fontWeight": "bold"},
            "lineStyle": {"width": 2.4, "opacity": 1, "color": colours["law"]},
        },
        "selectedMode": "single",
        "categories": [{"name": NAMES[g], "itemStyle": {"color": colours[g]}} for g in groups],
        "data": [node(dot) for dot in dots],
        "links": [link(line) for line in lines],
    }
    if labels and not crowd and len(lines) <= 40:
        series["edgeLabel"] = {
            "show": True,
            "formatter": "{c}",
            "fontSize": 10,
            "color": "#a9afb3" if dark else "#5a6066",
        }
    return {
        "animation": False,
        "legend": [
            {
                "data": [NAMES[g] for g in groups],
                "top": 4,
                "left": 8,
                "right": 40,
                "icon": "circle",
                "itemGap": 6 if tall else 10,
                "itemWidth": 14 if tall else 25,
            }
        ],
        "tooltip": {"formatter": "{b}", "renderMode": "richText", "confine": True},
        "toolbox": {
            "right": 8,
            "feature": {"saveAsImage": {"title": "PNG", "name": "граф", "pixelRatio": 2}},
        },
        "series": [series],
    }


def svg(dots: Sequence[Dot], lines: Sequence[Line], at: Places, focus: str) -> str:
    """The same picture as a stand-alone SVG file, light colours, for print."""
    width, height, edge = 1200, 900, 90
    degree = _degrees(lines)
    crowd = len(dots) > _CROWD

    def spot(name: str) -> tuple[float, float]:
        x, y = at[name]
        return (
            edge + (x + 1) / 2 * (width - 2 * edge),
            edge + (y + 1) / 2 * (height - 2 * edge),
        )

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif">',
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#8a8574"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for line in lines:
        if line.source == line.target:
            continue
        (x1, y1), (x2, y2) = spot(line.source), spot(line.target)
        length = max(((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5, 1e-6)
        back = min(14 / length, 0.4)
        dash = ' stroke-dasharray="5 4"' if line.dashed else ""
        out.append(
            f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2 - (x2 - x1) * back:.1f}" '
            f'y2="{y2 - (y2 - y1) * back:.1f}" stroke="#a9a493" marker-end="url(#arrow)"{dash}>'
            f"<title>{esc(line.hint or line.label)}</title></line>"
        )

    def radius_of(dot: Dot) -> float:
        return (4 if crowd else 8) + min(8, degree[dot.id])

    half = (width / 2 - edge, height / 2 - edge)
    side = _sides(dots, at, focus, degree, None, half, lambda dot: 2 * radius_of(dot))
    for dot in dots:
        x, y = spot(dot.id)
        radius = radius_of(dot)
        ring = ' stroke="#b3261e" stroke-width="3"' if dot.id == focus else ""
        out.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{_LIGHT[dot.group]}"{ring}>'
            f"<title>{esc(dot.hint or dot.label)}</title></circle>"
            f"{_label(dot, x, y, radius, side.get(dot.id), 10 if crowd else 13)}"
        )
    return "\n".join([*out, "</svg>"])


def _label(dot: Dot, x: float, y: float, radius: float, side: Side | None, font: int) -> str:
    if side is None:
        return ""
    away = radius + 4
    left, top, anchor = {
        "right": (x + away, y + 4, "start"),
        "left": (x - away, y + 4, "end"),
        "top": (x, y - away, "middle"),
        "bottom": (x, y + away + font - 2, "middle"),
    }[side]
    return (
        f'<text x="{left:.1f}" y="{top:.1f}" font-size="{font}" text-anchor="{anchor}" '
        f'fill="#22252a">{esc(dot.label)}</text>'
    )
