"""Routes the lines of a lane: right-angled paths on a grid of tracks between the boxes.

The grid has three lines through each column and each row, and some tracks in every gap. Each path is the cheapest one
over grid points. It never runs through a box, and two paths share a track only if they come from the same step or lead
to the same step (they then branch or join there). All paths have right angles, so a crossing is always a plain cross.
"""

from __future__ import annotations

import itertools
from heapq import heappop, heappush

from tutor.graphs.layout.placement import COLUMNS, LaneItem, LaneLine

Point = tuple[int, int]
SearchState = tuple[Point, Point]  # a grid point and the direction in which it was reached
Track = tuple[str, int, int]  # ("gap" | "box", number, place)

TRACK, STUB, SIDE = 9.0, 22.0, 14.0
BEND, CROSSING, OFF_CENTRE, SPLIT = 24.0, 55.0, 9.0, 20.0
LOOPED = 150.0  # for touching a box where it has a small loop of its own
ALONG = 0.35  # a piece shared with a line from or to the same step
APART = 6.0  # for such a piece, if one of the lines needs room for its label
DOWN, UP, RIGHT, LEFT = (0, 1), (0, -1), (1, 0), (-1, 0)


class NoRoute(Exception):
    """Raised if a line finds no free track, so that the grid needs more of them."""


class Grid:
    """The grid of one lane and the paths laid on it so far."""

    def __init__(self, items: list[LaneItem], rows: int, tracks: int) -> None:
        self.items = {item.id: item for item in items}
        self.taken = {(item.col, item.row): item.id for item in items}
        self.xs = _axis(COLUMNS, tracks)
        self.ys = _axis(rows, tracks)
        self.x_at = {track: number for number, track in enumerate(self.xs)}
        self.y_at = {track: number for number, track in enumerate(self.ys)}
        self.dx = _steps(self.xs)
        self.dy = _steps(self.ys, tall=True)
        self.ways: dict[int, list[Point]] = {}
        self.lines: list[LaneLine] = []
        self.alone: set[int] = set()
        self.on_piece: dict[tuple[Point, Point], list[int]] = {}
        self.on_point: dict[Point, dict[int, str]] = {}

    def route(self, lines: list[LaneLine]) -> list[list[Point]]:
        """Route all lines and return the grid points of each. Raises `NoRoute` if a line finds no path."""
        self.lines = lines
        order = sorted(range(len(lines)), key=self._hardness)
        for number in order:
            self._lay(number)
        for number in order:  # again, now that all other lines are known
            if lines[number].source != lines[number].target:
                self._lift(number)
                self._lay(number)
        for _ in range(3):
            cramped = [number for number in order if lines[number].labels and not self._roomy(number)]
            if not cramped:
                break
            self.alone.update(cramped)
            for number in cramped:
                self._lift(number)
                self._lay(number)
        return [self.ways[number] for number in range(len(lines))]

    def _hardness(self, number: int) -> tuple[int, int, int]:
        line = self.lines[number]
        a, b = self.items[line.source], self.items[line.target]
        group = 0 if a is b else 3 if line.back else 1 if a.col == b.col or a.row == b.row else 2
        return group, abs(a.row - b.row) + abs(a.col - b.col), number

    def _lay(self, number: int) -> None:
        line = self.lines[number]
        way = self._loop(line) if line.source == line.target else self._search(number)
        self.ways[number] = way
        for a, b in itertools.pairwise(way):
            self.on_piece.setdefault((min(a, b), max(a, b)), []).append(number)
        for at, point in enumerate(way):
            straight = 0 < at < len(way) - 1 and _unit(way[at - 1], point) == _unit(point, way[at + 1])
            sort = ("v" if way[at - 1][0] == point[0] else "h") if straight else "b"
            self.on_point.setdefault(point, {})[number] = sort

    def _lift(self, number: int) -> None:
        way = self.ways.pop(number)
        for a, b in itertools.pairwise(way):
            self.on_piece[min(a, b), max(a, b)].remove(number)
        for point in way:
            self.on_point[point].pop(number, None)

    def _roomy(self, number: int) -> bool:
        """Return True if a line has a piece of its own that is long enough for its label."""
        line, way = self.lines[number], self.ways[number]
        if line.source == line.target:
            return True
        across = 0.0
        for a, b in itertools.pairwise(way):
            if not self.alone_on(number, a, b):
                continue
            if a[1] == b[1]:
                across += self.dx[min(a[0], b[0])]
            elif "gap" in (self.ys[a[1]][0], self.ys[b[1]][0]):
                return True
        return across >= STUB

    def alone_on(self, number: int, a: Point, b: Point) -> bool:
        """Return True if a piece belongs to a single line, or only to lines with the same label."""
        users = self.on_piece[min(a, b), max(a, b)]
        return all(self.lines[user].labels == self.lines[number].labels for user in users)

    def _loop(self, line: LaneLine) -> list[Point]:
        """Return a small loop at one side of a box, leaving it above and entering it below."""
        item = self.items[line.source]
        edge = self.x_at["box", item.col, 2 if item.loop > 0 else 0]
        top, low = self.y_at["box", item.row, 0], self.y_at["box", item.row, 2]
        return [(edge, top), *((edge + item.loop, y) for y in range(top, low + 1)), (edge, low)]

    def _ports(self, item: LaneItem, going: bool, back: bool, named: bool) -> list[tuple[Point, Point, float]]:
        """Return the places where a line may touch a box, each as (grid point, direction away from the box, cost)."""
        found = []
        top, low = self.y_at["box", item.row, 0], self.y_at["box", item.row, 2]
        left, right = self.x_at["box", item.col, 0], self.x_at["box", item.col, 2]
        for place in range(3):
            off = 0.0 if place == 1 else OFF_CENTRE
            if item.kind == "chip" and off:
                continue
            x, y = self.x_at["box", item.col, place], self.y_at["box", item.row, place]
            down_price, side_price = (30.0, 0.0) if back else (0.0, 12.0 if going else 45.0 if named else 32.0)
            found.append(((x, low), DOWN, off + (down_price if going else 200.0)))
            found.append(((x, top), UP, off + (200.0 if going else down_price)))
            price = off + side_price
            found.append(((right, y), RIGHT, price + (LOOPED if item.loop > 0 else 0.0)))
            found.append(((left, y), LEFT, price + (16.0 if back else 0.0) + (LOOPED if item.loop < 0 else 0.0)))
        if item.kind == "chip":
            sides = (RIGHT,) if item.beside else (UP, RIGHT, LEFT)
            return [(point, way, 0.0) for point, way, _ in found if way in sides]
        return found

    def _search(self, number: int) -> list[Point]:
        line = self.lines[number]
        source, target = self.items[line.source], self.items[line.target]
        goals: dict[SearchState, float] = {}
        for point, way, price in self._ports(target, False, line.back, bool(line.labels)):
            goals[point, (-way[0], -way[1])] = price
        heap: list[tuple[float, int, Point, Point]] = []
        best: dict[SearchState, float] = {}
        came: dict[SearchState, SearchState] = {}
        count = 0
        for point, way, price in self._ports(source, True, line.back, bool(line.labels)):
            after = (point[0] + way[0], point[1] + way[1])
            step = self._piece(number, point, after, line)
            if step is None:
                continue
            best[after, way] = price + step
            came[after, way] = (point, way)
            heappush(heap, (price + step, count, after, way))
            count += 1
        closed = set()
        while heap:
            cost, _, point, way = heappop(heap)
            if (point, way) in closed:
                continue
            closed.add((point, way))
            if point == (-1, -1):
                return self._traced(came, (point, way))
            for turn in (way, (way[1], way[0]), (-way[1], -way[0])):
                after = (point[0] + turn[0], point[1] + turn[1])
                end = goals.get((after, turn))
                if end is None and not self._free(after):
                    continue
                corner = self._corner(number, point, way, turn)
                step = self._piece(number, point, after, line) if corner is not None else None
                if corner is None or step is None:
                    continue
                total = cost + corner + step + (end or 0.0)
                state = (after, turn)
                if end is not None:
                    state = ((-1, -1), after)
                if total < best.get(state, 1e9):
                    best[state] = total
                    came[after, turn] = (point, way)
                    if end is not None:
                        came[state] = (after, turn)
                    heappush(heap, (total, count, *state))
                    count += 1
        raise NoRoute(f"{line.source} -> {line.target}")

    def _traced(self, came: dict[SearchState, SearchState], end: SearchState) -> list[Point]:
        way: list[Point] = []
        state: SearchState | None = came[end]
        while state is not None:
            way.append(state[0])
            state = came.get(state)
        return way[::-1]

    def _free(self, point: Point) -> bool:
        x, y = point
        if not (0 <= x < len(self.xs) and 0 <= y < len(self.ys)):
            return False
        across, down = self.xs[x], self.ys[y]
        return not (across[0] == down[0] == "box" and (across[1], down[1]) in self.taken)

    def _kin(self, number: int, other: int) -> bool:
        a, b = self.lines[number], self.lines[other]
        return a.source == b.source or a.target == b.target

    def _piece(self, number: int, a: Point, b: Point, line: LaneLine) -> float | None:
        """Return the cost of using the piece from `a` to `b`; None if it may not be used."""
        if a[1] == b[1]:
            price = self.dx[min(a[0], b[0])]
        else:
            price = self.dy[min(a[1], b[1])]
            gap = self.xs[a[0]]
            if b[1] < a[1] and not (gap[0] == "gap" and gap[1] >= 2):
                price *= 1.5  # upwards, along the right edge
        shared = self.on_piece.get((min(a, b), max(a, b)))
        if shared:
            for other in shared:
                if not self._kin(number, other) or not self._same_way(other, a, b):
                    return None
            price *= APART if number in self.alone or self.alone.intersection(shared) else ALONG
        return price

    def _same_way(self, other: int, a: Point, b: Point) -> bool:
        way = self.ways[other]
        at = way.index(a)
        return at + 1 < len(way) and way[at + 1] == b

    def _corner(self, number: int, point: Point, way: Point, turn: Point) -> float | None:
        """Return the cost of passing a grid point; None if another line has a corner there."""
        sort = "b" if way != turn else "h" if way[1] == 0 else "v"
        price = BEND if sort == "b" else 0.0
        for other, their in self.on_point.get(point, {}).items():
            if self._kin(number, other):
                price += SPLIT if sort == their == "b" and self._parts(other, point, way, turn) else 0.0
                continue
            if sort == "b" or their in ("b", sort):
                return None
            price += CROSSING
        return price

    def _parts(self, other: int, point: Point, way: Point, turn: Point) -> bool:
        """Return True if another line comes from the same direction and turns elsewhere: both would look like one."""
        its = self.ways[other]
        at = its.index(point)
        if not 0 < at < len(its) - 1:
            return False
        return _unit(its[at - 1], point) == way and _unit(point, its[at + 1]) != turn


def _axis(count: int, tracks: int) -> list[Track]:
    axis: list[Track] = []
    for number in range(count + 1):
        axis += [("gap", number, place) for place in range(tracks)]
        if number < count:
            axis += [("box", number, place) for place in range(3)]
    return axis


def _steps(axis: list[Track], tall: bool = False) -> list[float]:
    """Return the approximate length of each piece between neighbouring tracks on an axis."""
    found = []
    for a, b in itertools.pairwise(axis):
        if a[0] == b[0] == "gap":
            found.append(TRACK)
        elif a[0] == b[0]:
            found.append(8.0 if tall else SIDE)
        else:
            found.append(TRACK * 1.5 if tall else STUB)
    return found


def _unit(a: Point, b: Point) -> Point:
    return b[0] - a[0], b[1] - a[1]


def route_lines(items: list[LaneItem], lines: list[LaneLine], rows: int) -> tuple[Grid, list[list[Point]]]:
    """Route the lines of a lane on the smallest grid on which all of them find a path."""
    for tracks in (3, 5, 8):
        grid = Grid(items, rows, tracks)
        try:
            return grid, grid.route(lines)
        except NoRoute:
            continue
    raise NoRoute("a lane has too many lines for its rows")
