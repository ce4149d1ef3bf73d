"""Converts the grid of a lane to pixels: the size of every gap, and the corners of every line."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from tutor.graphs.layout.placement import COLUMNS, LABEL, LaneItem, label_forms, text_width
from tutor.graphs.layout.routing import Grid, Point

Rect = tuple[float, float, float, float]  # left, top, right, bottom
Piece = tuple[float, float, float, float]  # from x, y to x, y

PITCH = 9.0  # distance between neighbouring tracks
HALF_ROW, HALF_COLUMN = 8.0, 14.0


class Drawing:
    """One lane in pixels.

    Parameters
    ----------
    grid, ways : the result of `routing.route_lines`. width : the desired width.

    Attributes
    ----------
    stretch, widen : extra room below a horizontal grid line (y), and to the right of a vertical one (x). boxes : the
    rectangle of each item.
    paths : the corners of each line.
    """

    def __init__(self, grid: Grid, ways: list[list[Point]], width: float) -> None:
        self.grid, self.ways, self.wish = grid, ways, width
        self.items = list(grid.items.values())
        self.across = {way[at][0] for way in ways for at in range(len(way) - 1) if way[at][0] == way[at + 1][0]}
        self.along = {way[at][1] for way in ways for at in range(len(way) - 1) if way[at][1] == way[at + 1][1]}
        self.stretch: dict[int, float] = {}
        self.widen: dict[int, float] = {}
        self.draw()

    def draw(self) -> None:
        """Compute the places of boxes and lines."""
        self.x, self.width = self._columns(self.wish)
        self.y, self.height = self._rows()
        self.boxes = {item.id: self._box(item) for item in self.items}
        self.paths = [self._path(number) for number in range(len(self.ways))]

    # gaps

    def _columns(self, width: float) -> tuple[list[float], float]:
        """Return the x of every grid line, and the width of the lane.

        Spare width is distributed so that the middle column stays central.
        """
        wide, gaps = self._widths()
        loops = [0.0, *self._loop_room()]
        left, right = sum(wide[:1]) + sum(gaps[:2]) + wide[1] / 2, wide[1] / 2 + sum(gaps[2:]) + wide[2]
        slack = max(0.0, width - left - right)
        spare_left = min(slack, max(0.0, (slack + right - left) / 2))
        before, after = [0.0, spare_left, 0.0, 0.0], [0.0, 0.0, slack - spare_left, 0.0]
        for side, gap, spare in ((0, 1, before), (2, 2, after)):
            if not any(item.col == side for item in self.items):
                wide[side] += spare[gap]
                spare[gap] = 0.0
        self.left, self.full = gaps[0], slack < 6
        xs: list[float] = []
        x = 0.0
        for gap in range(COLUMNS + 1):
            tracks = [number for number, track in enumerate(self.grid.xs) if track[:2] == ("gap", gap)]
            place = x + before[gap] + loops[gap] + (8.0 if gap == 0 else 10.0) + self.widen.get(tracks[0] - 1, 0.0)
            used = False
            for number in tracks:
                if number in self.across:
                    place += PITCH if used else 0.0
                    used = True
                xs.append(place)
                place += self.widen.get(number, 0.0)
            x += before[gap] + gaps[gap] + after[gap]
            if gap < COLUMNS:
                middle = x + wide[gap] / 2
                xs += [middle - HALF_COLUMN, middle, middle + HALF_COLUMN]
                x += wide[gap]
        return xs, max(x, width)

    def _widths(self) -> tuple[list[float], list[float]]:
        """Return the minimum width of each column and of each gap."""
        wide = [max((item.w for item in self.items if item.col == col), default=0.0) for col in range(COLUMNS)]
        tracks = [0] * (COLUMNS + 1)
        for number in self.across:
            where, at, _ = self.grid.xs[number]
            if where == "gap":
                tracks[at] += 1
            elif not wide[at]:
                wide[at] = 2 * HALF_COLUMN + 6
        gaps = []
        loops = [0.0, *self._loop_room()]
        for gap, used in enumerate(tracks):
            outer = gap in (0, COLUMNS)
            if used:
                room = (18.0 if outer else 20.0) + PITCH * (used - 1)
            elif outer:
                room = 6.0
            else:
                room = 12.0 if wide[gap - 1] and wide[gap] else 0.0
            wider = sum(more for number, more in self.widen.items() if self.gap_of(number) == gap)
            gaps.append(room + wider + loops[gap])
        return wide, gaps

    def gap_of(self, number: int) -> int:
        """Return the gap between columns that contains the piece right of grid line `number`; -1 if none does."""
        track = self.grid.xs[number]
        if track[0] == "gap":
            return track[1]
        return track[1] + 1 if track[2] == 2 else -1

    def _loop_room(self) -> list[float]:
        """Return, for each column, the room that small loops to the right of its boxes need."""
        room = [0.0] * COLUMNS
        taken = {(item.row, item.col) for item in self.items}
        for line in self.grid.lines:
            item = self.grid.items[line.source]
            if line.source == line.target and item.loop > 0 and (item.col == 2 or (item.row, item.col + 1) in taken):
                widest = max(other.w for other in self.items if other.col == item.col)
                forms = label_forms(" / ".join(line.labels))
                words = min((max(text_width(one, LABEL) for one in form) for form in forms), default=0.0)
                room[item.col] = max(room[item.col], item.w / 2 + 24 + words - widest / 2)
        return room

    def _rows(self) -> tuple[list[float], float]:
        """Return the y of every grid line and the height of the lane."""
        rows = max(item.row for item in self.items) + 1
        tall = [max(item.h for item in self.items if item.row == row) for row in range(rows)]
        ys: list[float] = []
        y = 0.0
        for gap in range(rows + 1):
            tracks = [n for n, track in enumerate(self.grid.ys) if track[:2] == ("gap", gap)]
            y += self.stretch.get(tracks[0] - 1, 0.0)
            used = 0
            for number in tracks:
                if number in self.along:
                    y += PITCH if used else 10.0
                    used += 1
                ys.append(y)
                y += self.stretch.get(number, 0.0)
            if gap == rows:
                y += 8.0
            else:
                y += 16.0 if used or gap == 0 else 22.0
                middle = y + tall[gap] / 2
                ys += [middle - HALF_ROW, middle, middle + HALF_ROW]
                y += tall[gap]
        return ys, y

    def _box(self, item: LaneItem) -> Rect:
        x = self.x[self.grid.x_at["box", item.col, 1]]
        if item.beside and item.col == 0:
            x = self.left + item.w / 2
        y = self.y[self.grid.y_at["box", item.row, 1]]
        return (x - item.w / 2, y - item.h / 2, x + item.w / 2, y + item.h / 2)

    # lines

    def _path(self, number: int) -> list[tuple[float, float]]:
        """Return the corners of a line, from the edge of one box to the edge of the other."""
        way, line = self.ways[number], self.grid.lines[number]
        if line.source == line.target:
            side = self.grid.items[line.source].loop
            x, middle = self.boxes[line.source][2 if side > 0 else 0], self.y[way[0][1] + 1]
            top, low = middle - HALF_ROW, middle + HALF_ROW
            return [(x, top), (x + 12 * side, top), (x + 12 * side, low), (x, low)]
        points = [(self.x[x], self.y[y]) for x, y in way]
        points[0] = _rim(points[0], way[0], way[1], self.boxes[line.source])
        points[-1] = _rim(points[-1], way[-1], way[-2], self.boxes[line.target])
        corners = [points[0]]
        for before, point, after in zip(points, points[1:], points[2:], strict=False):
            if point in (corners[-1], after):
                continue
            if (corners[-1][0] == point[0]) != (point[0] == after[0]) or (before == point):
                corners.append(point)
        corners.append(points[-1])
        return _straightened(corners)

    def own_pieces(self, number: int, shared: bool = False) -> Iterator[Piece]:
        """Yield the straight pieces of a line that it shares only with lines of the same label.

        With `shared`, all of its pieces.
        """
        way, line = self.ways[number], self.grid.lines[number]
        if line.source == line.target:
            yield from ((*a, *b) for a, b in itertools.pairwise(self.paths[number]))
            return
        run: list[Point] = []
        for a, b in itertools.pairwise(way):
            own = shared or self.grid.alone_on(number, a, b)
            turned = len(run) > 1 and (run[-2][0] == run[-1][0]) != (a[0] == b[0])
            if run and (turned or not own):
                yield (*self._at(number, run[0]), *self._at(number, run[-1]))
                run = []
            if own:
                run = [*run, b] if run else [a, b]
        if run:
            yield (*self._at(number, run[0]), *self._at(number, run[-1]))

    def _at(self, number: int, point: Point) -> tuple[float, float]:
        way, path = self.ways[number], self.paths[number]
        if point == way[0]:
            return path[0]
        if point == way[-1]:
            return path[-1]
        return self.x[point[0]], self.y[point[1]]


def _rim(point: tuple[float, float], at: Point, toward: Point, box: Rect) -> tuple[float, float]:
    if at[0] == toward[0]:
        return point[0], box[3] if toward[1] > at[1] else box[1]
    return box[2] if toward[0] > at[0] else box[0], point[1]


def _straightened(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    found = points[:1]
    for point in points[1:]:
        if point == found[-1]:
            continue
        if len(found) > 1 and (found[-2][0] == found[-1][0] == point[0] or found[-2][1] == found[-1][1] == point[1]):
            found[-1] = point
        else:
            found.append(point)
    return found
