"""Renders a graph as SVG without scripts and links, with all texts escaped."""

import math
from collections.abc import Iterator, Sequence
from html import escape

import msgspec

from vedette.alerting.images import axes
from vedette.alerting.images.graph import Graph, Line, Zone
from vedette.alerting.images.units import number_text

# The colors of the light theme of the user interface.
_PAPER, _GRID, _EDGE = "#ffffff", "#eceef2", "#cdd1d9"
_TEXT, _TEXT_2, _TEXT_3 = "#161b23", "#4b515d", "#666c78"
_CRITICAL, _CRITICAL_TEXT = "#de3a41", "#b91c24"
_COLORS = (
    *("#1b6cdb", "#13936b", "#c78602", "#8044cb"),
    *("#d5591f", "#1794b5", "#cb3a88", "#589a28"),
)
_MARGIN, _TOP, _AXIS, _ROW = 16.0, 60.0, 22.0, 17.0
_LEGEND_ROWS, _LEGEND_COLUMNS = 3, 2
_SIGN, _LETTER = 6.3, 5.6
"""Approximate widths of a digit and a letter."""
_LONGEST = 200
_EDGES = 2.0
"""Part of the width of a line along the box that can lie outside of it."""
_GAP = 2.5
"""A line is interrupted if the distance of two points is this multiple of the usual one."""


class _Box(msgspec.Struct, frozen=True):
    """The plot area and the values at its edges."""

    left: float
    top: float
    right: float
    bottom: float
    start: int
    end: int
    values: axes.Values

    def x(self, time: float) -> float:
        share = (time - self.start) / max(1, self.end - self.start)
        return self.left + (self.right - self.left) * min(max(share, 0.0), 1.0)

    def y(self, value: float) -> float:
        return self.bottom - (self.bottom - self.top) * self.values.share(value)


def svg(graph: Graph, width: int, height: int) -> str:
    legend = _legend_entries(graph)
    rows = math.ceil(len(legend) / _LEGEND_COLUMNS)
    box = _box(graph, width, height - _AXIS - rows * _ROW - (12.0 if rows else 6.0))
    pieces = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" font-family="Geist" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="{_PAPER}"/>',
        *_heads(graph, width),
        *_grid(box),
        *_plot(graph, box),
        *_limits(graph, box),
        *_legend(legend, box, width),
        "</svg>",
    ]
    return "".join(pieces)


def _box(graph: Graph, width: int, bottom: float) -> _Box:
    numbers = [number for line in graph.lines for number in line.values]
    numbers += [edge for zone in graph.zones for edge in zone.edges]
    found = axes.values(numbers, graph.unit)
    widest = max((len(mark.text) for mark in found.marks), default=0)
    widest = max(widest, len("UTC"))
    left = _MARGIN + min(widest * _SIGN, width / 3) + 8
    return _Box(left, _TOP, width - _MARGIN, bottom, graph.start, graph.end, found)


def _heads(graph: Graph, width: int) -> Iterator[str]:
    room = width - 2 * _MARGIN
    title = _text(0, 16, _fitting(graph.title, room / 8.0), fill=_TEXT, size=15, weight=600)
    yield _clipped(_MARGIN, 12, room, 22, title)
    note = _text(0, 12, _fitting(graph.note, room / _LETTER), fill=_TEXT_3)
    yield _clipped(_MARGIN, 32, room, 16, note)


def _grid(box: _Box) -> Iterator[str]:
    for mark in box.values.marks:
        y = box.y(mark.at)
        yield _line(box.left, y, box.right, y, _GRID)
        yield _text(box.left - 8, y + 4, mark.text, fill=_TEXT_2, anchor="end")
    marks = axes.times(box.start, box.end)
    for mark in marks:
        x = box.x(mark.at)
        yield _line(x, box.bottom, x, box.bottom + 4, _EDGE)
        half = len(mark.text) * _SIGN / 2
        if box.left - 8 <= x - half and x + half <= box.right:
            yield _text(x, box.bottom + 16, mark.text, fill=_TEXT_2, anchor="middle")
    yield _line(box.left, box.bottom, box.right, box.bottom, _EDGE)
    yield _text(box.left - 8, box.bottom + 16, "UTC", fill=_TEXT_3, anchor="end")


def _plot(graph: Graph, box: _Box) -> Iterator[str]:
    """Return the content that is clipped to the box, in its own coordinates."""
    left, top = box.left - _EDGES, box.top - _EDGES
    width, height = box.right + _EDGES - left, box.bottom + _EDGES - top
    yield (
        f'<svg x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}">'
        f'<g transform="translate({-left:.1f} {-top:.1f})">'
    )
    for zone in graph.zones:
        yield _zone(zone, box)
    for line in graph.lines:
        if not line.is_alerting:
            yield _curve(line, box, _EDGE, 1.0)
    alerting = [line for line in graph.lines if line.is_alerting]
    for index, line in reversed(list(enumerate(alerting))):
        yield _curve(line, box, _color(index), 2.0)
    yield "</g></svg>"


def _zone(zone: Zone, box: _Box) -> str:
    if zone.low == zone.high:
        return ""
    top = box.top if zone.high is None else box.y(zone.high)
    bottom = box.bottom if zone.low is None else box.y(zone.low)
    return (
        f'<rect x="{box.left:.1f}" y="{top:.1f}" width="{box.right - box.left:.1f}"'
        f' height="{max(0.0, bottom - top):.1f}" fill="{_CRITICAL}" fill-opacity="0.07"/>'
    )


def _curve(line: Line, box: _Box, color: str, width: float) -> str:
    """Return the segments of a line. A point without neighbors is a dot."""
    path, dots = [], []
    for piece in _pieces(line):
        places = [f"{box.x(time):.1f} {box.y(value):.1f}" for time, value in piece]
        if len(places) == 1:
            x, y = places[0].split()
            dots.append(f'<circle cx="{x}" cy="{y}" r="{width:.1f}" fill="{color}"/>')
        else:
            path.append(f"M{'L'.join(places)}")
    if not path:
        return "".join(dots)
    return (
        f'<path d="{"".join(path)}" fill="none" stroke="{color}" stroke-width="{width}"'
        f' stroke-linejoin="round" stroke-linecap="round"/>{"".join(dots)}'
    )


def _pieces(line: Line) -> Iterator[Sequence[tuple[int, float]]]:
    distances = sorted(
        after - before for before, after in zip(line.times, line.times[1:], strict=False)
    )
    gap = distances[len(distances) // 2] * _GAP if distances else math.inf
    piece: list[tuple[int, float]] = []
    for time, value in zip(line.times, line.values, strict=True):
        is_value = math.isfinite(value)
        if piece and (not is_value or time - piece[-1][0] > gap):
            yield piece
            piece = []
        if is_value:
            piece.append((time, value))
    if piece:
        yield piece


def _limits(graph: Graph, box: _Box) -> Iterator[str]:
    if graph.since is not None and box.start < graph.since < box.end:
        x = box.x(graph.since)
        yield _line(x, box.top - 4, x, box.bottom, _TEXT_3, dash="2 3")
        is_left = x > (box.left + box.right) / 2
        yield _text(
            x + (-5 if is_left else 5),
            box.top + 4,
            f"since {axes.moment_text(graph.since, box.end - box.start)}",
            fill=_TEXT_2,
            anchor="end" if is_left else "start",
            halo=True,
        )
    for edge in dict.fromkeys(edge for zone in graph.zones for edge in zone.edges):
        y = box.y(edge)
        yield _line(box.left, y, box.right, y, _CRITICAL, width=1.5, dash="6 4")
        text = number_text(edge, graph.unit, 6)
        above = y - 5 if y - box.top > 14 else y + 13
        yield _text(
            box.left + 5, above, text, fill=_CRITICAL_TEXT, anchor="start", weight=600, halo=True
        )


class _Entry(msgspec.Struct, frozen=True):
    color: str
    name: str
    value: str = ""


def _legend_entries(graph: Graph) -> Sequence[_Entry]:
    alerting = [line for line in graph.lines if line.is_alerting]
    others = len(graph.lines) - len(alerting) + graph.left_out
    most = _LEGEND_ROWS * _LEGEND_COLUMNS
    rest = len(alerting) + bool(others) > most
    shown = alerting[: most - 1] if rest else alerting
    found = [
        _Entry(_color(index), line.name, _last(line, graph.unit))
        for index, line in enumerate(shown)
    ]
    missing = others + len(alerting) - len(shown)
    if missing:
        found.append(_Entry(_EDGE, f"{missing:,} more" if alerting else f"{missing:,} series"))
    return found


def _last(line: Line, unit: str) -> str:
    value = next((each for each in reversed(line.values) if math.isfinite(each)), None)
    return "" if value is None else number_text(value, unit)


def _legend(entries: Sequence[_Entry], box: _Box, width: int) -> Iterator[str]:
    column = (width - 2 * _MARGIN) / _LEGEND_COLUMNS
    for index, entry in enumerate(entries):
        row, place = divmod(index, _LEGEND_COLUMNS)
        x = _MARGIN + place * column
        y = box.bottom + _AXIS + 14 + row * _ROW
        wide = column - 28 if place else column - 40
        room = len(entry.value) * _SIGN + 12 if entry.value else 0
        yield (
            f'<rect x="{x:.1f}" y="{y - 6:.1f}" width="12" height="3" rx="1.5"'
            f' fill="{entry.color}"/>'
        )
        name = _text(0, 12, _fitting(entry.name, (wide - room) / _LETTER), fill=_TEXT_2)
        yield _clipped(x + 18, y - 12, wide - room, 17, name)
        if entry.value:
            yield _text(x + 18 + wide, y, entry.value, fill=_TEXT, anchor="end", weight=600)


def _color(index: int) -> str:
    return _COLORS[index % len(_COLORS)]


def _clipped(x: float, y: float, width: float, height: float, content: str) -> str:
    return (
        f'<svg x="{x:.1f}" y="{y:.1f}" width="{max(1.0, width):.1f}" height="{height:.1f}">'
        f"{content}</svg>"
    )


def _line(
    x1: float, y1: float, x2: float, y2: float, color: str, *, width: float = 1, dash: str = ""
) -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" fill="none" stroke="{color}"'
        f' stroke-width="{width}"{dashed}/>'
    )


def _text(
    x: float,
    y: float,
    text: str,
    *,
    fill: str,
    size: int = 11,
    weight: int = 400,
    anchor: str = "start",
    halo: bool = False,
) -> str:
    """`halo` keeps the text readable above lines."""
    around = (
        f' stroke="{_PAPER}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
        if halo
        else ""
    )
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{fill}" font-size="{size}" font-weight="{weight}"'
        f' text-anchor="{anchor}"{around}>{escape(_clean(text))}</text>'
    )


def _clean(text: str) -> str:
    """Return one line of text without characters that XML cannot contain."""
    kept = "".join(each if each.isprintable() else " " for each in text[: 2 * _LONGEST])
    return " ".join(kept.split())[:_LONGEST]


def _fitting(text: str, most: float) -> str:
    """Return the text, truncated to this number of characters."""
    cleaned = _clean(text)
    return cleaned if len(cleaned) <= most else f"{cleaned[: max(1, int(most) - 1)]}…"
