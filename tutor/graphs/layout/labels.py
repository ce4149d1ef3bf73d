"""Places the labels of the lines in a lane.

A label is placed on or beside a segment that belongs only to its line. If there is no room for it, a gap nearby is
enlarged and everything is drawn again; room that turns out not to be needed is removed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from tutor.graphs.layout.draw import Drawing, Piece, Rect
from tutor.graphs.layout.placement import LABEL, LaneLine, label_forms, text_width
from tutor.graphs.layout.routing import Grid, Point

LABEL_LINE = 13.0
HEAD = 9.0  # arrow heads are kept free of labels
AIR = 9.0  # preferred distance of a label beside its line from other lines
STRETCH, TRIES = 12.0, 30
PATIENCE = 6  # number of attempts in which a label asks only for height, once the width is used up


class LabelPlace(NamedTuple):
    """A place for a label: its cost, its rectangle, its lines of text, and whether it interrupts its line segment."""

    price: float
    box: Rect
    lines: list[str]
    cut: bool
    piece: Piece


class LabelledDrawing(Drawing):
    """A lane with its labels; see `Drawing` for the parameters."""

    def __init__(self, grid: Grid, ways: list[list[Point]], width: float) -> None:
        self.labels: list[LabelPlace | None] = []
        self.tried: dict[int, int] = {}
        super().__init__(grid, ways, width)

    def finish(self) -> None:
        """Place the labels, making room where there is too little."""
        for _ in range(TRIES):
            short = self._redraw()
            if not short:
                break
            for number in short:
                self._make_room(number)
        self._tighten()

    def words(self, number: int) -> dict[str, object] | None:
        """Return the label of a line as plain data for the browser."""
        label = self.labels[number]
        if label is None:
            return None
        x1, y1, x2, y2 = label.box
        return {
            "lines": label.lines,
            "x": round(x1, 1),
            "y": round(y1, 1),
            "w": round(x2 - x1, 1),
            "h": round(y2 - y1, 1),
            "cut": label.cut,
        }

    def _redraw(self) -> list[int]:
        """Redraw everything; return the lines whose labels have no room."""
        self.draw()
        return self._write()

    def _tighten(self) -> None:
        """Remove the room that turned out not to be needed."""
        lost = len(self._redraw())
        for gaps in (self.widen, self.stretch):
            for k in sorted(gaps, key=lambda k: (-gaps[k], k)):
                for less in (0.0, gaps[k] / 2):
                    before, gaps[k] = gaps[k], less
                    if len(self._redraw()) <= lost:
                        break
                    gaps[k] = before
        self._redraw()

    def _write(self) -> list[int]:
        """Place all labels; return the lines whose labels have no room."""
        lines = self.grid.lines
        self.labels = [None] * len(lines)
        walls = [_grown(box, 2.0) for box in self.boxes.values()]
        tracks = [[_flat((*a, *b)) for a, b in itertools.pairwise(path)] for path in self.paths]
        own = {number: list(self.own_pieces(number)) for number, line in enumerate(lines) if line.labels}
        short = []
        for number in sorted(own, key=lambda number: (sum(map(_length, own[number])), number)):
            if self._said(number, tracks[number]):
                continue
            pieces = own[number]
            if sum(map(_length, pieces)) < 8 or self.tried.get(number, 0) > 2 * PATIENCE:
                pieces = list(self.own_pieces(number, shared=True))
            start = self.paths[number][0] if pieces != own[number] else None
            places = sorted(self._places(lines[number], pieces), key=lambda place: (_cost(place, start), place.box))
            place = next(
                (place for air in (AIR, 2.0) for place in places if self._clear(number, place, walls, tracks, air)),
                None,
            )
            self.labels[number] = place
            if place:
                walls.append(_grown(place.box, 2.0))
            else:
                short.append(number)
        return short

    def _said(self, number: int, pieces: list[Rect]) -> bool:
        """Return True if another line has the same label on a piece that it shares with this line."""
        line = self.grid.lines[number]
        for other, label in enumerate(self.labels):
            its = self.grid.lines[other]
            if not label or its.labels != line.labels or its.target != line.target:
                continue
            on = _flat(label.piece)
            if any(_along(piece, on) and _meet(piece, _grown(on, 0.1)) for piece in pieces):
                return True
        return False

    def _places(self, line: LaneLine, pieces: list[Piece]) -> Iterator[LabelPlace]:
        """Yield every place worth trying for a label with its cost; the lowest cost is the best."""
        start = 0.0
        for piece in pieces:
            x1, y1, x2, y2 = piece
            long = _length(piece)
            upright = x1 == x2
            for rows, text in enumerate(label_forms(" / ".join(line.labels))):
                w = max(text_width(one, LABEL) for one in text) + 4
                h = LABEL_LINE * len(text)
                price = 1.2 * rows + start * 0.004
                low, high = (min(y1, y2), max(y1, y2)) if upright else (min(x1, x2), max(x1, x2))
                size, sign = (h, 1.0 if y2 > y1 else -1.0) if upright else (w, 1.0 if x2 > x1 else -1.0)
                first, last = (low, high - size) if long >= size else (high - size, low)
                for step in range(int((last - first) // 5) + 1):
                    at = first + 5 * step
                    far = abs(at + size / 2 - (low + high) / 2) * 0.012 + max(0.0, size - long) * 0.04
                    tail, head = (at - low, high - at - size) if sign > 0 else (high - at - size, at - low)
                    cut = tail >= 5 and head >= HEAD + 3
                    if upright:
                        spots = [(0.0, x1 - w / 2, at), (1.6, x1 + 4, at), (1.7, x1 - 4 - w, at)]
                    else:
                        spots = [(0.5, at, y1 - h / 2), (0.7, at, y1 - 3 - h), (1.5, at, y1 + 3)]
                    for more, x, y in spots[0 if cut else 1 :]:
                        yield LabelPlace(price + far + more, (x, y, x + w, y + h), text, more < 0.6, piece)
            start += long

    def _clear(self, number: int, place: LabelPlace, walls: list[Rect], tracks: list[list[Rect]], air: float) -> bool:
        """Return True if a place is inside the lane and covers nothing but its own line segment."""
        box, on, words = place.box, _flat(place.piece), self.grid.lines[number].labels
        if box[0] < 2 or box[1] < 1 or box[2] > self.width - 2 or box[3] > self.height - 1:
            return False
        if any(_meet(box, wall) for wall in walls):
            return False
        grown = _grown(box, 2.0 if place.cut else air)
        for other, parts in enumerate(tracks):
            kin = place.cut and (other == number or self.grid.lines[other].labels == words)
            for part in parts:
                if _meet(part, box if other == number else grown) and not (kin and _along(part, on)):
                    return False
        return True

    def _make_room(self, number: int) -> None:
        """Enlarge a gap in which the label of a line could be placed."""
        way, line = self.ways[number], self.grid.lines[number]
        wanted: list[tuple[str, int]] = []
        for a, b in itertools.pairwise(way):
            if not self.grid.alone_on(number, a, b):
                continue
            upright = a[0] == b[0]
            near = [min(a[1], b[1])] if upright else [a[1], a[1] - 1]
            if self.grid.ys[a[1]][0] == "box":
                row = self.grid.ys[a[1]][1]
                near += [self.grid.y_at["box", row, 2], self.grid.y_at["box", row, 0] - 1]
            wanted += [("y", k) for k in near if self._in_gap(k)]
            sides = [a[0], a[0] - 1] if upright else [min(a[0], b[0])]
            wanted += [("x", k) for k in sides if 0 <= k < len(self.grid.xs) - 1 and self.gap_of(k) >= 0]
        below = self.grid.y_at["gap", self.grid.items[line.source].row + 1, 0] - 1
        wanted = list(dict.fromkeys(wanted)) or [("y", below)]
        self.tried[number] = self.tried.get(number, -1) + 1
        if self.full and self.tried[number] < PATIENCE:
            wanted = [one for one in wanted if one[0] == "y"] or wanted
        way_on, k = wanted[self.tried[number] % len(wanted)]
        if way_on == "y":
            self.stretch[k] = self.stretch.get(k, 0.0) + STRETCH
        else:
            self.widen[k] = self.widen.get(k, 0.0) + STRETCH / 2

    def _in_gap(self, k: int) -> bool:
        """Return True if the piece between grid lines `k` and `k + 1` lies between two rows of boxes."""
        return 0 <= k < len(self.grid.ys) - 1 and not (self.grid.ys[k][0] == self.grid.ys[k + 1][0] == "box")


def _cost(place: LabelPlace, start: tuple[float, float] | None) -> float:
    """Return the cost of a place; on a shared piece, places near the step where the line starts cost less."""
    if start is None:
        return place.price
    x, y = (place.box[0] + place.box[2]) / 2, (place.box[1] + place.box[3]) / 2
    return place.price + 0.1 * (abs(x - start[0]) + abs(y - start[1]))


def _length(piece: Piece) -> float:
    return abs(piece[2] - piece[0]) + abs(piece[3] - piece[1])


def _flat(piece: Piece) -> Rect:
    """Return a line segment as a zero-width rectangle."""
    return min(piece[0], piece[2]), min(piece[1], piece[3]), max(piece[0], piece[2]), max(piece[1], piece[3])


def _grown(rect: Rect, by: float) -> Rect:
    return rect[0] - by, rect[1] - by, rect[2] + by, rect[3] + by


def _meet(a: Rect, b: Rect) -> bool:
    """Return True if two rectangles overlap; one of them may be a line without thickness."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _along(part: Rect, on: Rect) -> bool:
    """Return True if two line segments are on the same straight line."""
    if part[0] == part[2] and on[0] == on[2]:
        return part[0] == on[0]
    return part[1] == part[3] and on[1] == on[3] and part[1] == on[1]
