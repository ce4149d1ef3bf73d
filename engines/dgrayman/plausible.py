"""What no game can reach in a position that a person has written."""

from __future__ import annotations

from collections.abc import Iterator

from engines.book.toml_schema import SEATS
from engines.dgrayman.state import ACTIVE, CARD, DGraymanState
from engines.dgrayman.units import unit_count, units

FIRST_USED = 3
"""The turn in which a unit can be used for the first time."""


def plausible(state: DGraymanState) -> Iterator[tuple[str, str, str]]:
    """Yield the place, what is wrong there, and the remedy."""
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
    if state.step.name == "CHAR_CHOICE":
        yield from _while_placing(state)


def _while_placing(state: DGraymanState) -> Iterator[tuple[str, str, str]]:
    """Yield what does not fit what was placed this turn: all else regrouped, active, and was counted (DGM-7.2, 8.1)."""
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
    linked = sum(unit.merged for unit in units(state, seat))
    mine, theirs = unit_count(state, seat) - state.founded, unit_count(state, 1 - seat)
    if state.limit not in {max(0, theirs - mine - links) + 1 for links in range(linked + 1)}:
        what = f"is {state.limit}, which does not follow from the units."
        yield "limit", what, "Count the units as they were before placing (DGM-8.1)."
