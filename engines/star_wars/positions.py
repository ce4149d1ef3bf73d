"""The defaults of written positions of the Star Wars TCG, and checks on their contents.

A unit is written with its stack and Equipment ("Oathbound Oren + Oren Vash A with Arc Blade, tapped, damage 2"), a
card under construction with its counters ("Siege Hauler, build 3"). Unnamed cards become cards that cannot interrupt.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.errors import DataError
from engines.forms.positions import Habits, Reader
from engines.game import Game
from engines.star_wars.cards import BLANK, EQUIPMENT, LOCATION, UNSEEN
from engines.star_wars.combat import find_hits
from engines.star_wars.state import ARENAS, CARDS, NO_ARENA, RETREATED, WINDOW, StarWarsState, moves_units

WITH_HITS = ("U6", "U7")
"""The steps after the hits have been counted but before the damage is dealt (SW-9.16 to 9.18)."""
SETUP_FLAGS = ("mulligan", "finished", "stopped")
"""The flags of a player in setup. Only `finished` and `stopped` have an effect."""


def plain_cards(game: Game) -> list[int]:
    """Return the cards that replace unnamed ones: Locations and Equipment, which cannot be deployed or fight."""
    return [card.number for card in game.cards if card.category in (LOCATION, EQUIPMENT)]


def check_zones(reader: Reader[StarWarsState]) -> None:
    """Complete the unit zones; refuse a unit in the wrong arena, and two Locations in one arena."""
    state: StarWarsState = reader.state
    player, faces = state.players[reader.seat], state.faces
    player.units = (player.space, player.ground, player.character, player.retreated)
    for place, zone in enumerate(player.units):
        for unit in zone:
            card = unit[CARDS][0]
            if place != RETREATED and faces[card].kind not in (place, -1) and not moves_units(state.game):
                where = f"{reader.where}, {ARENAS[place]}"
                raise DataError(where, f"{state.name(card)!r} is of another kind.", "One arena each (SW-2.8).")
    arenas = [faces[card].kind for one in state.players for card in one.locations]
    if len(set(arenas)) < len(arenas):
        raise DataError(
            f"{reader.where}, locations", "two Locations in one arena.", "Only one may lie there (SW-13.2)."
        )


def is_finished(reader: Reader[StarWarsState], seat: int) -> bool:
    """Return True if a player is marked as having finished or stopped the initial placement (SW-R5, SW-R6)."""
    return bool(reader.tables[seat].get("finished") or reader.tables[seat].get("stopped"))


def place_of_step(reader: Reader[StarWarsState], step: str) -> tuple[str, Mapping[str, Any]]:
    """Return the step to start in, with its locals.

    The next unit to act is found again by Speed; if a player has finished the placement, the other places alone
    (SW-R6).
    """
    dark = reader.state.dark
    if step in ("A8", "U1"):
        return "A7", {}
    if step in ("S7", "S8") and is_finished(reader, dark if step == "S7" else 1 - dark):
        return "S9", {}
    return step, {"local": [dark, 0]} if step in WINDOW else {}


def under_way(reader: Reader[StarWarsState]) -> None:
    """Work out the missing parts of a battle or placement under way.

    These are the arena, the player who completes the placement alone (SW-5.13), and that the attacker is tapped
    (SW-9.9).
    """
    state: StarWarsState = reader.state
    name, phase = state.step.name, state.step.phase
    if phase == "unit" and name != "U1" and state.battle is None:
        what = f"step {name} needs a battle."
        raise DataError(reader.where, what, 'Add battle = { attacker = "...", defender = "..." }.')
    if state.battle is not None and reader.by_hand:
        found = state.find(state.battle.attacker)
        if found is None:
            raise DataError(f"{reader.where}, battle", "the attacker is in no arena.", "Name a unit that is there.")
        _, place, unit = found
        state.change(unit, tapped=True)
        if "arena" not in reader.document and place != RETREATED:
            state.arena = place
        state.unit_turns = max(1, state.unit_turns)  # the acting unit's turn counts too (SW-R43)
        if name in WITH_HITS and "hits" not in reader.document.get("battle", {}) and any(state.battle.dice):
            state.battle = state.battle._replace(deals=find_hits(state))
    if "arena" not in reader.document and state.arena == NO_ARENA and phase in ("battle", "unit") and name != "B0":
        state.arena = 0
    if "placing" not in reader.document.get("flow", {}):
        state.placing = int(is_finished(reader, 0))


HABITS = Habits(
    StarWarsState,
    step="C4",
    turn=5,
    plain=plain_cards,
    unseen=(BLANK, UNSEEN),
    of_player=(check_zones,),
    after=(under_way,),
    place=place_of_step,
    extra_of_player=dict.fromkeys(SETUP_FLAGS, bool),
)
