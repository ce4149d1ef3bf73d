"""How actions are written: `battle "Beacon Guard" -> "Shade Raider"`, `add 2 to "Siege Hauler"`, `bid 3`."""

from __future__ import annotations

from engines.legal.arguments import Argument, ability_waiting, card_in_play, card_of, number, place_in, spelling
from engines.legal.notation import Notation, Series, numbered
from engines.star_wars.effects import own_dice
from engines.star_wars.stacks import beneath
from engines.star_wars.state import ID, ZONES, StarWarsState

MOST_TRIED = 999
"""Larger bids than this are not tried."""


def _place(state: StarWarsState, seat: int, place: tuple[int, int]) -> str:
    side, at = place
    if side != seat:
        return f"build {at + 1}"
    building = state.players[side].building
    same = [one for one, build in enumerate(building) if build[0] == building[at][0]]
    return numbered(state.name(building[at][0]), [building[one] for one in same], same.index(at))


ARGUMENTS: dict[str, Argument[StarWarsState]] = {
    "card": card_of("hand"),
    "exchanged": card_of("hand"),
    "gear": card_of("gear"),
    "beneath": Argument(
        lambda s, seat, card: f'"{s.name(card)}"',
        lambda s, seat, card: [
            f"{seat}.{ZONES[s.there(unit[ID])[1]]}.{unit[ID]}" for unit, one in beneath(s, seat) if one == card
        ],
        lambda s, seat: [card for _, card in beneath(s, seat)],
        ZONES[0],
    ),
    "unit": card_in_play(*ZONES, side="any"),
    "target": card_in_play(*ZONES, side="rival"),
    "build": place_in("building"),
    "place": Argument(
        _place,
        lambda s, seat, place: [f"{place[0]}.construction.{place[1]}"],
        lambda s, seat: [(side, at) for side, player in enumerate(s.players) for at in range(len(player.building))],
    ),
    "waiting": ability_waiting(),
    "count": Argument(
        lambda s, seat, count: f"{count:d}",
        choices=lambda s, seat: list(range(1, s.players[seat].build + 2)),
        zone="building",
    ),
    "total": Argument(
        lambda s, seat, total: f"{total:d}",
        choices=lambda s, seat: list(range(min(s.players[seat].force, MOST_TRIED) + 2)),
    ),
    "die": Argument(
        lambda s, seat, die: str(die + 1),
        lambda s, seat, die: [f"{seat}.dice.{die}"],
        lambda s, seat: list(range(len(own_dice(s, seat)))),
    ),
    "face": number(),
}


MULLIGAN = Series("mulligan", "exchange", "done")
NOTATION = Notation(spelling(ARGUMENTS), MULLIGAN.expand, MULLIGAN.contract)
