"""Chapter 8, and the placing of Doubles cards (DGM-14.1 to 14.3): the Character Phase."""

from __future__ import annotations

from engines.dgrayman import repairs
from engines.dgrayman.effects import set_off
from engines.dgrayman.heuristics import worth_of_placement
from engines.dgrayman.requirements import HAND_CARD, IS_CHARACTER, ActionKind, is_in_hand, need
from engines.dgrayman.state import ACTIVE, CARD, DGraymanState, Names, Placing, turn_player
from engines.dgrayman.units import leave_field
from engines.kernel.rows import record_event
from engines.kernel.state import Action
from engines.kit import kit

FOUND, ADD, DOUBLES = "found", "add", "doubles"


def may_found(state: DGraymanState) -> bool:
    """Return True while further units may be founded this turn (DGM-8.1, 8.6)."""
    return state.founded < state.limit


def may_link(state: DGraymanState, seat: int, names: Names) -> bool:
    """Return True unless one of the two units is already merged with a third unit (DGM-14.12, DGM-R13, DGM-R14)."""
    joined = state.players[seat].named
    return all(joined.get(name) in (None, (name,), names) for name in names)


def list_placements(state: DGraymanState) -> list[Action]:
    """Return the cards that the turn player may place, and the choice to stop (DGM-8.8, DGM-R7).

    Placing is voluntary. A Special card is placed like any other (DGM-8.8, DGM-R10); a Doubles card never founds a unit
    (DGM-14.2) and needs both of its units (DGM-14.1).
    """
    seat, faces = state.turn_player, state.faces
    named, may = state.players[seat].named, may_found(state)
    found: list[Action] = []
    for card in dict.fromkeys(state.players[seat].hand):
        face = faces[card]
        if face.doubles:
            one, two = face.names
            if one in named and two in named and may_link(state, seat, face.names):
                found.append(("place", card))
        elif face.is_character and (may or face.name in named):
            found.append(("place", card))
    found.append(("end_character_phase",))
    return found


def place_card(state: DGraymanState, action: Action) -> None:
    """Take a card out of the hand to place it (DGM-8.4): it links two units, joins a unit, or founds one."""
    player, face = state.players[state.turn_player], state.faces[action[1]]
    how = DOUBLES if face.doubles else ADD if face.name in player.named else FOUND
    state.procedure_locals = Placing(action[1], how)
    player.hand.remove(action[1])


def kind_of_placement(state: DGraymanState) -> str:
    """Return how the card is being placed, as in `Placing.how`: by linking, joining or founding."""
    return str(state.procedure_locals.how)


def found_unit(state: DGraymanState) -> None:
    """Found a new unit with the card, inactive; this uses one of the turn's foundings (DGM-8.6, 4.4, 8.7)."""
    state.founded += 1
    _enter(state, active=False, clause="DGM-8.6")


def add_to_unit(state: DGraymanState) -> None:
    """Add the card to the unit of its name; it takes the unit's current state (DGM-8.5, 4.3, DGM-R54)."""
    player, faces = state.players[state.turn_player], state.faces
    names = player.named[faces[state.procedure_locals.card].name]
    unit = [card[ACTIVE] for card in player.standby if faces[card[CARD]].name in names]
    _enter(state, active=bool(unit) and all(unit), clause="DGM-8.5")


def link_units(state: DGraymanState) -> None:
    """Place the Doubles card active and link both units; no other card becomes active (DGM-14.3, DGM-R12)."""
    _enter(state, active=True, clause="DGM-14.3")


def _enter(state: DGraymanState, active: bool, clause: str) -> None:
    seat, placing = state.turn_player, state.procedure_locals
    state.procedure_locals = ()
    card_id = state.enter(seat, placing.card, active)
    state.note(f"placed.{placing.how}.{'active' if active else 'inactive'}", clause, seat, card=placing.card)
    set_off(state, seat, placing.card, "placed", card_id)


# Needs, and their repairs.


def _foundable(state: DGraymanState, seat: int, card: int) -> bool:
    """Return True unless founding a unit with the card would exceed the limit of the turn.

    Outside the player's own turn there is no limit.
    """
    face = state.faces[card]
    if face.doubles or face.name in state.players[seat].named:
        return True
    return seat != state.turn_player or state.step.phase == "setup" or may_found(state)


def _missing(state: DGraymanState, seat: int, card: int) -> list[str]:
    """Return the characters of a Doubles card that have no unit."""
    face, names = state.faces[card], state.players[seat].named
    return [name for name in face.names if name not in names] if face.doubles else []


def _third(state: DGraymanState, seat: int, card: int) -> tuple[str, str]:
    """Return the unit of a Doubles card that is merged with a third unit, and that third unit; otherwise ("", "")."""
    face, joined = state.faces[card], state.players[seat].named
    pairs = [(one, other) for one in face.names if face.doubles for other in joined.get(one, ())]
    return next((pair for pair in pairs if pair[1] not in face.names), ("", ""))


def _add_missing(state: DGraymanState, seat: int, card: int) -> None:
    """Put a card of each missing character into the Standby Zone."""
    for name in _missing(state, seat, card):
        state.enter(seat, repairs.some_card(state, name), active=True)


def _unlink(state: DGraymanState, seat: int, card: int) -> None:
    """Remove the Doubles cards on the field that link one of the two units with a third one."""
    names, player = state.faces[card].names, state.players[seat]
    for other in player.standby + player.action:
        face = state.faces[other[CARD]]
        if face.doubles and face.names != names and set(face.names) & set(names):
            leave_field(state, other)


def _found_none(state: DGraymanState, seat: int, card: int) -> None:
    """Reset the count of units founded this turn."""
    state.founded, state.limit = 0, max(1, state.limit)


BOTH_THERE = need(
    "both_there",
    "DGM-14.1",
    lambda s, seat, card: not _missing(s, seat, card),
    _add_missing,
    missing=lambda s, seat, card: s.game.words.listed(_missing(s, seat, card), "or"),
)
UNLINKED = need(
    "unlinked",
    "DGM-14.12",
    lambda s, seat, card: not s.faces[card].doubles or may_link(s, seat, s.faces[card].names),
    _unlink,
    one=lambda s, seat, card: _third(s, seat, card)[0],
    other=lambda s, seat, card: _third(s, seat, card)[1],
)
MAY_FOUND = need("may_found", "DGM-8.6", _foundable, _found_none)

CHARACTER: kit.Moment[DGraymanState] = kit.Moment(
    "character",
    kit.own("character"),
    (kit.Over("character", "", kit.own("main", "action", "end")),),
    repairs.move_to_own_step("CHAR_CHOICE"),
)
PLACE: ActionKind = kit.action(
    "place",
    "DGM-7.5",
    place_card,
    kit.Case(
        kind_of_placement,
        {
            FOUND: ("a name without unit", "PLACE_FOUND"),
            ADD: ("a name with a unit", "PLACE_ADD"),
            DOUBLES: ("a Doubles card", "PLACE_DOUBLES"),
        },
    ),
    "",
    when=CHARACTER,
    looks=worth_of_placement,
    card=(HAND_CARD, is_in_hand("DGM-8.4"), IS_CHARACTER, BOTH_THERE, UNLINKED, MAY_FOUND),
)
END_CHARACTER_PHASE: ActionKind = kit.action(
    "end_character_phase",
    "DGM-8.8",
    record_event("character_phase_ended", "DGM-7.5", turn_player),
    "MAIN_CHOICE",
    "no more cards",
    when=CHARACTER,
)
