"""Places the boxes of a lane in rows from top to bottom, and in one of three columns in each row.

Rows follow the flow: a step is below every step that leads to it, except in loops. Columns are chosen by trying all
arrangements of one row at a time until nothing improves. The result is deterministic.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations

COLUMNS = 3
LABEL = 11.0  # font size of the labels on lines
NARROW, WIDE = "ijl.,:;'|!()[]/ ", "mwMW@%"


@dataclass(slots=True)
class LaneItem:
    """A box of a lane: a step, or a chip that says where an exit leads."""

    id: str
    kind: str  # step | chip
    lines: list[str] = field(default_factory=list)
    w: float = 0.0
    h: float = 0.0
    owner: str = ""  # chips: the step from which the exit leads
    onward: bool = False  # chips: the target is not an end
    loop: int = 0  # a line from the step to itself: 1 on the right side, -1 on the left
    beside: bool = False  # chips: to the left of its step, not below it
    row: int = 0
    col: int = 1


@dataclass(slots=True)
class LaneLine:
    """A connection between two items; several connections between the same two are one line with several labels."""

    source: str
    target: str
    labels: list[str] = field(default_factory=list)
    back: bool = False


@cache
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return an upper estimate of the width of a text in a sans-serif font of `size` pixels."""
    units = 0.0
    for sign in text:
        if ord(sign) > 0x2E7F:
            units += 1.0
        elif sign in NARROW:
            units += 0.32
        elif sign in WIDE:
            units += 0.9
        elif sign.isupper():
            units += 0.68
        else:
            units += 0.56
    return units * size * (1.07 if bold else 1.0)


def wrap_text(text: str, size: float, limit: float, bold: bool = False) -> list[str]:
    """Break a text at spaces into as few lines as possible within `limit`, balancing their lengths."""
    words = text.split()
    if not words:
        return []

    def filled(width: float) -> list[str]:
        lines = [words[0]]
        for word in words[1:]:
            longer = f"{lines[-1]} {word}"
            if text_width(longer, size, bold) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    best = filled(limit)
    width = limit
    while width > 20:
        width -= 4
        lines = filled(width)
        if len(lines) > len(best):
            break
        if max(text_width(line, size, bold) for line in lines) < max(text_width(line, size, bold) for line in best):
            best = lines
    return best


@cache
def label_forms(label: str) -> list[list[str]]:
    """Return the ways to break a label into lines, those with the fewest lines first."""
    found: list[list[str]] = []
    for limit in (118.0, 96.0, 80.0, 64.0, 50.0) if label else ():
        text = wrap_text(label, LABEL, limit)
        if text not in found:
            found.append(text)
    return found


def mark_loops(names: list[str], lines: list[LaneLine]) -> None:
    """Mark the lines that close a cycle when steps are followed in table order."""
    ways: dict[str, list[LaneLine]] = {name: [] for name in names}
    for line in lines:
        line.back = line.source == line.target
        if not line.back and line.source in ways and line.target in ways:
            ways[line.source].append(line)
    place = {name: number for number, name in enumerate(names)}
    state: dict[str, int] = {}
    for root in names:
        if root in state:
            continue
        state[root] = 1
        stack: list[tuple[str, Iterator[LaneLine]]] = [(root, _inorder(ways[root], place))]
        while stack:
            name, todo = stack[-1]
            for line in todo:
                seen = state.get(line.target, 0)
                if seen == 1:
                    line.back = True
                elif seen == 0:
                    state[line.target] = 1
                    stack.append((line.target, _inorder(ways[line.target], place)))
                    break
            else:
                state[name] = 2
                stack.pop()


def _inorder(lines: list[LaneLine], place: dict[str, int]) -> Iterator[LaneLine]:
    return iter(sorted(lines, key=lambda line: place[line.target]))


def rows_of(items: list[LaneItem], lines: list[LaneLine]) -> list[list[LaneItem]]:
    """Return the items of a lane row by row, at most three per row."""
    steps = [item for item in items if item.kind == "step"]
    depth = {item.id: 0 for item in steps}
    forward = [line for line in lines if not line.back and line.source in depth and line.target in depth]
    for _ in steps:
        changed = False
        for line in forward:
            if depth[line.target] <= depth[line.source]:
                depth[line.target] = depth[line.source] + 1
                changed = True
        if not changed:
            break
    going_on = {line.source for line in forward}
    chips: dict[int, list[LaneItem]] = {}
    beside: set[str] = set()
    for chip in sorted((item for item in items if item.kind == "chip"), key=lambda item: not item.onward):
        chip.beside = chip.owner in going_on and chip.owner not in beside
        if chip.beside:
            beside.add(chip.owner)
        going_on.add(chip.owner)
        chips.setdefault(depth[chip.owner], []).append(chip)
    rows: list[list[LaneItem]] = []
    waiting: list[LaneItem] = []
    for level in range(max(depth.values(), default=-1) + 1):
        here = [item for item in steps if depth[item.id] == level]
        for part in _parts(here):
            rows.append(part)
            if waiting and len(part) + len(waiting) <= COLUMNS:
                part.extend(waiting)
                waiting = []
        if waiting:
            rows[-len(_parts(here)) : -len(_parts(here))] = _parts(waiting)
            waiting = []
        for chip in chips.get(level, []):
            row = next(row for row in rows if any(item.id == chip.owner for item in row))
            if chip.beside and len(row) < COLUMNS:
                row.append(chip)
            else:
                chip.beside = False
                waiting.append(chip)
    rows.extend(_parts(waiting))
    return rows


def _parts(items: list[LaneItem]) -> list[list[LaneItem]]:
    if not items:
        return []
    count = -(-len(items) // COLUMNS)
    size, more = divmod(len(items), count)
    parts, start = [], 0
    for number in range(count):
        end = start + size + (number < more)
        parts.append(items[start:end])
        start = end
    return parts


def place_items(items: list[LaneItem], lines: list[LaneLine]) -> int:
    """Give every item its row and column; return the number of rows."""
    rows = rows_of(items, lines)
    by_id = {item.id: item for item in items}
    pairs = [(by_id[line.source], by_id[line.target], line.back) for line in lines if line.source != line.target]
    for number, row in enumerate(rows):
        for item in row:
            item.row, item.col = number, 1
        for item, col in zip(row, _spread(len(row)), strict=True):
            item.col = col
    best = _cost(items, pairs)
    for _ in range(8):
        before = best
        for row in rows:
            best = _tried(row, list(permutations(range(COLUMNS), len(row))), items, pairs, best)
        for first in range(len(rows)):
            for last in range(first + 1, len(rows) + 1):
                best = _shifted([item for row in rows[first:last] for item in row], items, pairs, best)
        if best >= before - 1e-9:
            break
    taken = {(item.row, item.col) for item in items}
    for line in lines:
        if line.source == line.target:
            item = by_id[line.source]
            free = item.col < COLUMNS - 1 and (item.row, item.col + 1) not in taken
            item.loop = 1 if free or item.col == 0 or (item.row, item.col - 1) in taken else -1
    return len(rows)


def _spread(count: int) -> tuple[int, ...]:
    return {1: (1,), 2: (0, 2), 3: (0, 1, 2)}[count]


def _tried(
    group: list[LaneItem],
    options: list[tuple[int, ...]],
    items: list[LaneItem],
    pairs: list[tuple[LaneItem, LaneItem, bool]],
    best: float,
) -> float:
    """Try the options for placing a group of boxes together; apply the best, and return its cost."""
    chosen = tuple(item.col for item in group)
    for option in options:
        for item, col in zip(group, option, strict=True):
            item.col = col
        cost = _cost(items, pairs)
        if cost < best - 1e-9:
            best, chosen = cost, option
    for item, col in zip(group, chosen, strict=True):
        item.col = col
    return best


def _shifted(
    group: list[LaneItem], items: list[LaneItem], pairs: list[tuple[LaneItem, LaneItem, bool]], best: float
) -> float:
    """Try moving the boxes of some rows one column to the left or right, or into one column; return the lowest cost."""
    options = [tuple(item.col + by for item in group) for by in (-1, 1)]
    if len({item.row for item in group}) == len(group):
        options += [(col,) * len(group) for col in range(COLUMNS)]
    options = [option for option in options if min(option) >= 0 and max(option) < COLUMNS]
    return _tried(group, options, items, pairs, best)


def _cost(items: list[LaneItem], pairs: list[tuple[LaneItem, LaneItem, bool]]) -> float:
    """Return the penalty of a placement for bends, lines around boxes, crossings, and chips on the wrong side."""
    taken = {(item.row, item.col) for item in items}
    total = sum(0.3 * abs(item.col - 1) for item in items if item.kind == "step")
    short: dict[int, list[tuple[int, int]]] = {}
    for a, b, back in pairs:
        if b.kind == "chip":
            total += _chip_cost(a, b, taken)
        elif back:
            total += 0.15 * (4 - a.col - b.col)
            total += sum(
                (row, col) in taken
                for row, first in ((a.row, a.col), (b.row, b.col))
                for col in range(first + 1, COLUMNS)
            )
        else:
            total += _way_cost(a, b, taken)
        if b.row == a.row + 1:
            others = short.setdefault(a.row, [])
            total += sum(1.5 for c, d in others if (a.col - c) * (b.col - d) < 0)
            others.append((a.col, b.col))
    return total


def _chip_cost(step: LaneItem, chip: LaneItem, taken: set[tuple[int, int]]) -> float:
    if chip.row == step.row:
        away = step.col - chip.col
        if away < 0:
            return 8.0 + sum((step.row, col) in taken for col in range(step.col + 1, chip.col)) * 4
        return 0.3 * (away - 1) + sum((step.row, col) in taken for col in range(chip.col + 1, step.col)) * 4
    return _way_cost(step, chip, taken) + 0.1 * chip.col


def _way_cost(a: LaneItem, b: LaneItem, taken: set[tuple[int, int]]) -> float:
    between = range(a.row + 1, b.row)
    over = sum((row, b.col) in taken for row in between)
    under = sum((row, a.col) in taken for row in between)
    blocked = min(over, under)
    apart = abs(a.col - b.col)
    cost = (1.0 + 0.4 * apart if apart else 0.0) + (1.5 + 0.3 * blocked if blocked else 0.0)
    return cost + (0.5 if blocked and not apart else 0.0)
