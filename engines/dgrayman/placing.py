"""Chapter 8, and the placing of Doubles cards (DGM-14.1 to 14.3): the Character Phase."""

from __future__ import annotations

from engines.dgrayman.effects import set_off
from engines.dgrayman.state import ACTIVE, CARD, DGraymanState, Names, Placing
from engines.kernel.state import Action

FOUND, ADD, DOUBLES = "found", "add", "doubles"


def may_found(state: DGraymanState) -> bool:
    """Return True while units may still be founded this turn (DGM-8.1, 8.6)."""
    return state.founded < state.limit


def unlinked(state: DGraymanState, seat: int, names: Names) -> bool:
    """Return True unless one of the two units is merged with a third one (DGM-14.12, DGM-R13, DGM-R14)."""
    joined = state.players[seat].named
    return all(joined.get(name) in (None, (name,), names) for name in names)


def placements(state: DGraymanState) -> list[Action]:
    """Return the cards the turn player may place, and stopping: placing is voluntary (DGM-8.8, DGM-R7).

    A Special card is placed like any other (DGM-8.8, DGM-R10); a Doubles card never founds a unit (DGM-14.2) and
    needs both of its units (DGM-14.1).
    """
    seat, faces = state.turn_player, state.faces
    named, may = state.players[seat].named, may_found(state)
    found: list[Action] = []
    for card in dict.fromkeys(state.players[seat].hand):
        face = faces[card]
        if face.doubles:
            one, two = face.names
            if one in named and two in named and unlinked(state, seat, face.names):
                found.append(("place", card))
        elif face.is_character and (may or face.name in named):
            found.append(("place", card))
    found.append(("end_character_phase",))
    return found


def place(state: DGraymanState, action: Action) -> None:
    """Take a card out of the hand to place it (DGM-8.4): it links two units, joins one, or founds one."""
    player, face = state.players[state.turn_player], state.faces[action[1]]
    how = DOUBLES if face.doubles else ADD if face.name in player.named else FOUND
    state.local = Placing(action[1], how)
    player.hand.remove(action[1])


def kind_of_placement(state: DGraymanState) -> str:
    """Return how the card in the player's hand is being placed."""
    return str(state.local.how)


def found_unit(state: DGraymanState) -> None:
    """The card founds a new unit, inactive, and uses one of the turn's foundings (DGM-8.6, 4.4, 8.7)."""
    state.founded += 1
    _enter(state, active=False, clause="DGM-8.6")


def add_to_unit(state: DGraymanState) -> None:
    """The card joins the unit of its name, in the unit's present state (DGM-8.5, 4.3, DGM-R54)."""
    player, faces = state.players[state.turn_player], state.faces
    names = player.named[faces[state.local.card].name]
    unit = [card[ACTIVE] for card in player.standby if faces[card[CARD]].name in names]
    _enter(state, active=bool(unit) and all(unit), clause="DGM-8.5")


def link_units(state: DGraymanState) -> None:
    """The Doubles card enters active and links both units; no other card becomes active (DGM-14.3, DGM-R12)."""
    _enter(state, active=True, clause="DGM-14.3")


def _enter(state: DGraymanState, active: bool, clause: str) -> None:
    seat, placing = state.turn_player, state.local
    state.local = ()
    card_id = state.enter(seat, placing.card, active)
    if state.listener is not None:
        kind = f"placed.{placing.how}.{'active' if active else 'inactive'}"
        state.note(kind, clause, seat, card=placing.card)
    set_off(state, seat, placing.card, "placed", card_id)
