"""Counter-rules that are not newcomers' beliefs: chapters 7, 8, 11 and 13, building and what is built.

`changes` and `battle_changes` have the others.
"""

from __future__ import annotations

from engines.kernel.state import Action
from engines.star_wars.building import build_at
from engines.star_wars.equipment import may_wear
from engines.star_wars.state import CARDS, DAMAGE, GEAR, ID, TAPPED, StarWarsState
from engines.variants.changing import Run
from engines.variants.star_wars.changes import COMPLETED
from engines.variants.star_wars.changing import Draft

# Chapters 7, 8 and 13: building, Equipment and Locations.


def one_build_at_a_time(draft: Draft) -> None:
    """Only one card at a time can be under construction (contradicts SW-7.1)."""
    draft.refuse(("build",), "one_build", "SW-7.1", lambda state, seat, action: not state.players[seat].building)


def must_complete(draft: Draft) -> None:
    """A card that has enough counters must be completed in the same step (contradicts SW-7.5)."""

    def listed(state: StarWarsState, actions: list[Action]) -> list[Action]:
        ready = any(action[0] == "complete" for action in actions)
        return [action for action in actions if action[0] != "end"] if ready else actions

    draft.listed("C3", listed)
    draft.listed("C4", listed)


def no_surplus(draft: Draft) -> None:
    """A card cannot take more counters than its build cost (contradicts SW-7.6)."""

    def needed(state: StarWarsState, seat: int, action: Action) -> bool:
        card, counters, _ = state.players[seat].building[action[2]]
        return bool(counters + action[1] <= state.faces[card].cost)

    draft.refuse(("add",), "no_surplus", "SW-7.6", needed)


def surplus_comes_back(draft: Draft) -> None:
    """Counters that a completed card does not need turn back into build points (contradicts SW-7.6, 8.5)."""

    def completed(state: StarWarsState, run: Run) -> None:
        player = state.players[state.seat_to_act]
        before = list(player.building)
        run()
        gone = next(at for at, build in enumerate((*player.building, None)) if build != before[at])
        card, counters, _ = before[gone]
        player.build += max(0, counters - state.faces[card].cost)

    draft.around(COMPLETED, completed)


def equips_at_once(draft: Draft) -> None:
    """Completed Equipment is put on a unit immediately, without payment (contradicts SW-7.10, 7.11)."""

    def completed(state: StarWarsState, run: Run) -> None:
        player = state.players[state.seat_to_act]
        before = len(player.gear)
        run()
        bearers = [unit for zone in player.units for unit in zone]
        if len(player.gear) > before:
            bearer = next((unit for unit in bearers if may_wear(state, player.gear[-1], unit)), None)
            if bearer is not None:
                state.change(bearer, gear=(*bearer[GEAR], player.gear.pop()))

    draft.around(COMPLETED, completed)


def one_equipment(draft: Draft) -> None:
    """A unit can bear only one Equipment card (contradicts SW-13.6)."""
    draft.refuse(("equip",), "bare", "SW-13.6", lambda state, seat, action: not state.there(action[2])[2][GEAR])


def equipment_stays(draft: Draft) -> None:
    """Equipment stays on its bearer and cannot be moved to another unit (contradicts SW-7.11)."""
    draft.refuse(("move",), "stays", "SW-7.11", lambda state, seat, action: False)


def moves_for_nothing(draft: Draft) -> None:
    """Equipment can be moved to another unit at no cost (contradicts SW-7.11, 8.7)."""

    def moved(state: StarWarsState, run: Run) -> None:
        player = state.players[state.seat_to_act]
        before = player.build, player.force
        run()
        player.build, player.force = before

    draft.around("C3.move C4.move", moved)


def first_location_stays(draft: Draft) -> None:
    """Of two Locations in an arena the newer one is discarded (contradicts SW-13.2)."""

    def completed(state: StarWarsState, run: Run) -> None:
        player = state.players[state.seat_to_act]
        before = [list(one.locations) for one in state.players]
        discards = [len(one.discard) for one in state.players]
        run()
        gone = [seat for seat, count in enumerate(discards) if len(state.players[seat].discard) > count]
        if player.locations == before[state.seat_to_act] or not gone:
            return
        new = player.locations[-1]
        state.players[gone[0]].discard.pop()
        for one, locations in zip(state.players, before, strict=True):
            one.locations[:] = locations
        player.discard.append(new)

    draft.around(COMPLETED, completed)


def retreated_stay_tapped(draft: Draft) -> None:
    """Retreated units stay tapped in the Ready phase (contradicts SW-6.4)."""

    def began(state: StarWarsState, run: Run) -> None:
        tapped = [unit[ID] for player in state.players for unit in player.retreated if unit[TAPPED]]
        run()
        for unit in tapped:
            state.change(state.there(unit)[2], tapped=True)

    draft.around("T1", began)


def full_price_to_join(draft: Draft) -> None:
    """A card that joins a stack needs its full build cost (contradicts SW-11.19, 11.20, 11.21)."""

    def paid(state: StarWarsState, seat: int, action: Action) -> bool:
        card, counters = build_at(state, seat, action)
        return counters >= state.faces[card].cost

    draft.refuse(("complete_top", "complete_under"), "full_price", "SW-7.4", paid)


# Stacks.


def only_beneath(draft: Draft) -> None:
    """A card can only join a stack beneath (contradicts SW-11.13, 11.14, 11.17, 11.18)."""
    draft.refuse(("deploy_top", "complete_top"), "only_beneath", "SW-11.18", lambda state, seat, action: False)


def top_card_stays(draft: Draft) -> None:
    """The top card of a stack cannot be changed (contradicts SW-11.22)."""
    draft.refuse(("reorder",), "top_stays", "SW-11.22", lambda state, seat, action: False)


REORDERED = "C3.reorder C4.reorder"


def every_change_costs(draft: Draft) -> None:
    """Moving a cheaper card to the top also costs a build point (contradicts SW-11.24)."""

    def can_pay(state: StarWarsState, seat: int, action: Action) -> bool:
        return state.players[seat].build > 0

    def reordered(state: StarWarsState, run: Run) -> None:
        player = state.players[state.seat_to_act]
        before = player.build
        run()
        player.build = min(player.build, before - 1)

    draft.refuse(("reorder",), "one_point", "SW-11.24", can_pay)
    draft.around(REORDERED, reordered)


def reorder_heals(draft: Draft) -> None:
    """A new top card has no damage (contradicts SW-11.26)."""

    def reordered(state: StarWarsState, run: Run) -> None:
        player = state.players[state.seat_to_act]
        stacks = [unit for zone in player.units for unit in zone if len(unit[CARDS]) > 1]
        damage = {unit[ID]: unit[DAMAGE] for unit in stacks}
        for unit in stacks:
            state.change(unit, damage=0)
        run()
        changed = {unit[ID] for unit in stacks if state.there(unit[ID])[2][CARDS] != unit[CARDS]}
        for unit_id in damage.keys() - changed:
            state.change(state.there(unit_id)[2], damage=damage[unit_id])

    draft.around(REORDERED, reordered)


def mulligan_draws_nothing(draft: Draft) -> None:
    """A player who takes a mulligan draws no new cards (contradicts SW-5.3)."""
    draft.around("EXCHANGE.done", lambda state, run: None)
