"""How actions are written: `battle "Beacon Guard" -> "Shade Raider"`, `add 2 to "Siege Hauler"`, `bid 3`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engines.core.notation import Notation, numbered
from engines.star_wars.state import CARDS, ID, StarWarsState


def _unit(state: StarWarsState, seat: int, unit_id: int) -> str:
    found = state.find(unit_id)
    if found is None:
        return f"#{unit_id}"
    side, _, unit = found
    top = unit[CARDS][0]
    same = [
        (place, other)
        for place, zone in enumerate(state.players[side].units)
        for other in zone
        if other[CARDS][0] == top
    ]
    return numbered(
        state.name(top),
        [(place, other[1:]) for place, other in same],
        [other[ID] for _, other in same].index(unit_id),
    )


def _card(state: StarWarsState, seat: int, card: int) -> str:
    return f'"{state.name(card)}"'


def _build(state: StarWarsState, seat: int, at: int) -> str:
    building = state.players[seat].building
    same = [place for place, build in enumerate(building) if build[0] == building[at][0]]
    return numbered(state.name(building[at][0]), [building[place] for place in same], same.index(at))


def _place(state: StarWarsState, seat: int, place: tuple[int, int]) -> str:
    side, at = place
    return _build(state, side, at) if side == seat else f"build {at + 1}"


def _waiting(state: StarWarsState, seat: int, ability: tuple[int, int]) -> str:
    card, place = ability
    same = sorted({other[2] for other in state.waiting if other[1] == card} | {place})
    return numbered(state.name(card), same, same.index(place))


def expand(text: str) -> list[str]:
    """Split a text that names an action with its picks into its parts."""
    parts: list[str] = []
    for sentence in text.split(";"):
        sentence = sentence.strip()
        discarded = re.fullmatch(r'mulligan((?:\s+"[^"]*")+)', sentence)
        if discarded:
            names = re.findall(r'"[^"]*"', discarded.group(1))
            parts += ["mulligan", *(f"exchange {name}" for name in names), "done"]
        else:
            parts.append(sentence)
    return parts


def contract(parts: Sequence[str]) -> str:
    """Join an action and its picks into one text: a mulligan with its cards, all else with "; "."""
    line, open_mulligan = "", False
    for part in parts:
        if open_mulligan and part.startswith("exchange "):
            line += part.removeprefix("exchange")
        elif open_mulligan and part == "done":
            open_mulligan = False
        else:
            line += f"; {part}" if line else part
            open_mulligan = part == "mulligan"
    return line


NOTATION = Notation(
    spell={
        "card": _card,
        "exchanged": _card,
        "beneath": _card,
        "gear": _card,
        "unit": _unit,
        "target": _unit,
        "build": _build,
        "place": _place,
        "waiting": _waiting,
        "count": lambda s, seat, count: f"{count:d}",
        "total": lambda s, seat, total: f"{total:d}",
        "die": lambda s, seat, die: str(die + 1),
        "face": lambda s, seat, face: f"{face:d}",
    },
    expand=expand,
    contract=contract,
)
