"""Checks whether a game could reach a written position, and reports what makes it impossible."""

from __future__ import annotations

from collections.abc import Iterator

from engines.book.toml_schema import SEATS
from engines.dgrayman.state import ACTIVE, CARD, FOR_ACTION, SAVED, DGraymanState
from engines.dgrayman.units import unit_count, units_of
from engines.forms.turns import find_wrong_turn

Faults = Iterator[tuple[str, str, str]]
"""Faults as (place in the document, what is wrong there, remedy)."""

REGROUPED = ("DRAW_PHASE", "UNIT_LIMIT")
"""The steps just after all the turn player's cards have returned to the Standby Zone (DGM-7.2)."""
FIRST_USED = 3
"""The first turn in which a unit can be used."""


def plausible(state: DGraymanState) -> Faults:
    """Yield a fault for each feature of a written position that no game could reach."""
    yield from find_wrong_turn(state, state.game.parameters["turn_cap"], "DGM-17.4", begins="TURN_BEGIN")
    most = state.game.parameters["deck_size"] - state.game.parameters["opening_hand"]
    early = 0 < state.turn < FIRST_USED and state.step.phase in ("character", "main")
    for seat, player in enumerate(state.players):
        where = SEATS[seat]
        if len(player.deck) > most and state.turn:
            what = f"the deck has {len(player.deck)} cards."
            yield where, what, f"{most} are left when the hands are drawn (DGM-6.3)."
        if early and player.discard:
            yield f"{where}, discard", "there is a card.", "Nothing is used or beaten so early (DGM-4.4)."
        if early and (
            player.action or any(card[ACTIVE] and not state.faces[card[CARD]].doubles for card in player.standby)
        ):
            yield (
                where,
                "there is a card that is active, or out.",
                "The first units are inactive till turn 3 (DGM-4.4).",
            )
        yield from _half_active(state, seat)
    if state.step.name == "CHAR_CHOICE":
        yield from _while_placing(state)
    yield from _of_turn(state)


def _while_placing(state: DGraymanState) -> Faults:
    """Yield a fault for each contradiction between the field and this turn's placements (DGM-7.2, 8.1, 8.6)."""
    seat, faces = state.turn_player, state.faces
    where, player = SEATS[seat], state.players[seat]
    if player.action:
        yield f"{where}, action", "there is a card.", "All cards regrouped in the Start Phase (DGM-7.2)."
    sideways = {faces[card[CARD]].name for card in player.standby if not card[ACTIVE] and not faces[card[CARD]].doubles}
    if state.founded > len(sideways):
        what = f"is {state.founded}, and {len(sideways)} have inactive cards."
        yield "founded", what, "A new unit is placed inactive (DGM-8.6)."
    if sideways and not state.founded:
        yield f"{where}, standby", "there is an inactive card.", "Only new units are inactive; write founded (DGM-8.6)."
    linked = sum(unit.merged for unit in units_of(state, seat))
    mine, theirs = unit_count(state, seat) - state.founded, unit_count(state, 1 - seat)
    if state.limit not in {max(0, theirs - mine - links) + 1 for links in range(linked + 1)}:
        what = f"is {state.limit}, which does not follow from the units."
        yield "limit", what, "Count the units as they were before placing (DGM-8.1)."


def _half_active(state: DGraymanState, seat: int) -> Faults:
    """Yield a fault for each unit with both active and inactive cards.

    A unit acts, and is joined, as a whole (DGM-4.3, 8.5, 9.4). Names that may have been part of a merged unit are
    skipped, since a card that joined it may differ (DGM-R54).
    """
    linked = {name for face in state.faces if face.doubles for name in face.names}
    active: dict[str, bool] = {}
    for card in state.players[seat].standby:
        face = state.faces[card[CARD]]
        if face.name not in linked and active.setdefault(face.name, card[ACTIVE]) != card[ACTIVE]:
            what = f"{face.name!r} has active and inactive cards."
            yield f"{SEATS[seat]}, standby", what, "All cards of a unit stand alike there (DGM-4.3)."


def _of_turn(state: DGraymanState) -> Faults:
    """Yield a fault for each contradiction between the position and the step of the turn."""
    phase, name, player = state.step.phase, state.step.name, state.players[state.turn_player]
    where = SEATS[state.turn_player]
    if name in REGROUPED and (player.action or not all(card[ACTIVE] for card in player.standby)):
        yield where, "there is a card that is inactive, or out.", "All cards have just regrouped, active (DGM-7.2)."
    if phase in ("start", "draw", "character") and name != "TURN_BEGIN" and state.deck_searched:
        yield "deck_searched", f"is true in step {name}.", "The Main Phase comes later: leave it out (DGM-10.7)."
    if phase in ("start", "draw") and name != "TURN_BEGIN" and state.founded:
        yield "founded", f"is {state.founded} in step {name}.", "Units are founded later: leave it out (DGM-8.6)."
    if name == "HAND_ADJUST" and len(player.hand) <= state.game.parameters["hand_limit"]:
        what = f"there are {len(player.hand)} cards."
        yield f"{where}, hand", what, "Step HAND_ADJUST comes only with more than the limit (DGM-7.7)."
    if name == "TURN_END" and len(player.hand) > state.game.parameters["hand_limit"]:
        yield f"{where}, hand", f"there are {len(player.hand)} cards.", "Write step HAND_ADJUST (DGM-7.7)."
    if phase in ("action", "skill", "points"):
        return
    if state.declared is not None:
        yield "action", f"nothing is under way in step {name}.", "Leave it out, or stand in an action (DGM-9.8)."
    for seat, side in enumerate(state.players):
        for card in (*side.standby, *side.action):
            if card[FOR_ACTION] or card[SAVED]:
                what = f"{state.name(card[CARD])!r} has a change for an action."
                yield SEATS[seat], what, "No action is under way: leave it out (DGM-9.8)."
