"""Newcomers' beliefs about this game that `beliefs.toml` cannot express as data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.kernel import programs
from engines.kernel.state import Action
from engines.star_wars.automatic import battling_unit
from engines.star_wars.building import build_at, replaced_location
from engines.star_wars.cards import POWER, STACK_BONUS
from engines.star_wars.state import (
    ARENAS,
    CARDS,
    DAMAGE,
    ID,
    TAPPED,
    Rolling,
    StarWarsState,
    Unit,
    battle_of,
    dark,
    light,
    seats_in_order,
)
from engines.star_wars.values import count_controlled, current_health
from engines.variants.changing import Run, count_events, forget_events, not_asked
from engines.variants.star_wars.changing import Draft, every_face, every_unit, next_of, set_damage, settle_by

# The twelve misconceptions of the rulebook.


def one_player_a_turn(draft: Draft) -> None:
    """Only one player builds, retreats and attacks in a turn (contradicts SW-6.2, 9.3).

    The players take turns, Light first, as in the initial placement.
    """

    def whose(state: StarWarsState) -> int:
        return light(state) if state.turn % 2 else dark(state)

    def listed(state: StarWarsState, actions: list[Action]) -> list[Action]:
        who = state.step.who
        return actions if who is None or who(state) == whose(state) else []

    for step in ("C3", "C4", "C5", "C6"):
        row = draft.row(step)
        row.otherwise = (None, row.on["end"][1])
        draft.listed(step, listed)
    draft.around("A7", lambda state, run: next_of(state, whose(state)))
    not_asked(draft, ("battle", "next"), ("fastest", "dark_first"))


def only_attacker_rolls(draft: Draft) -> None:
    """The defender rolls no dice (contradicts SW-9.14, 9.18)."""
    _defender_rolls(draft, lambda state, unit: False)


def _defender_rolls(draft: Draft, rolls: Callable[[StarWarsState, Unit], bool]) -> None:
    """Make a defender roll dice only if rolls(state, unit) is true of it."""

    def defender(state: StarWarsState) -> Unit:
        assert state.battle is not None
        return state.there(state.battle.target)[2]

    def counted(state: StarWarsState, run: Run) -> None:
        run()
        if not rolls(state, defender(state)):
            state.procedure_locals = state.procedure_locals._replace(defender=0)

    def rolled(state: StarWarsState, run: Run) -> None:
        since, battle, unit = count_events(state), state.battle, defender(state)
        run()
        if battle is not None and not rolls(state, unit):
            forget_events(state, since, "rolled.none", 1 - battle.seat)
            state.note("rolled.not", "SW-9.14", 1 - battle.seat, unit=unit)

    def hits(state: StarWarsState, run: Run) -> None:
        since, battle, unit = count_events(state), state.battle, defender(state)
        run()
        if battle is not None and state.battle is not None and not rolls(state, unit):  # unused dice have no effect
            forget_events(state, since, "hits")
            set_damage(state, state.battle.deals[0], 0)

    draft.around("U3", counted)
    draft.around("DIE.otherwise", rolled)
    draft.around("U5", hits)


def new_units_wait(draft: Draft) -> None:
    """A new unit enters tapped, and acts from the next turn on (contradicts SW-4.4)."""

    def completed(state: StarWarsState, run: Run) -> None:
        before, since = state.serial, count_events(state)
        run()
        if state.serial > before:
            seat, place, unit = state.there(state.serial)
            state.change(unit, tapped=True)
            forget_events(state, since, "completed.unit")
            arena = ARENAS[place].capitalize()
            state.note("completed.tapped", "SW-4.4", seat, unit=unit, arena=arena)

    draft.around("C3.complete C4.complete", completed)


def damage_wears_off(draft: Draft) -> None:
    """Damage is removed at the end of the turn, and when a unit retreats (contradicts SW-4.6, 7.14)."""

    def heal(state: StarWarsState, unit: Unit, clause: str) -> None:
        if unit[DAMAGE]:
            state.change(unit, damage=0)
            facts: dict[str, Any] = {"unit": state.name(unit[CARDS][0]), "count": unit[DAMAGE], "damage": 0}
            state.note("healed", clause, state.there(unit[ID])[0], **facts)

    def ended(state: StarWarsState, run: Run) -> None:
        run()
        for unit in every_unit(state):
            heal(state, unit, "SW-4.6")

    def retreated(state: StarWarsState, run: Run) -> None:
        before = {unit[ID] for unit in state.players[state.seat_to_act].retreated}
        run()
        for unit in list(state.players[state.seat_to_act].retreated):
            if unit[ID] not in before:
                heal(state, unit, "SW-7.14")

    draft.around("E1", ended)
    draft.around("C5.retreat C6.retreat", retreated)


def build_points_stay(draft: Draft) -> None:
    """Unspent build points carry over to the next turn (contradicts SW-4.8, 6.16)."""

    def ended(state: StarWarsState, run: Run) -> None:
        points = [player.build for player in state.players]
        for player in state.players:
            player.build = 0
        run()
        for player, left in zip(state.players, points, strict=True):
            player.build = left

    draft.around("E1", ended)


CHANGES_CONTROL = "C3.complete C4.complete C5.retreat C6.retreat B0 A6 U7 UX"
"""The steps after which control of arenas may have changed."""


def wins_at_once(draft: Draft) -> None:
    """A player who controls two arenas wins immediately (contradicts SW-15.4)."""

    def judged(state: StarWarsState, run: Run) -> None:
        run()
        for seat in seats_in_order(state):
            held = count_controlled(state, seat)
            if state.result is None and held >= state.game.parameters["arenas_to_win"]:
                state.end(seat, "SW-15.4", "arenas_at_once", held=held)

    draft.around(CHANGES_CONTROL, judged)


def empty_deck_loses(draft: Draft) -> None:
    """A player who must draw from an empty deck loses, in the Ready phase or by an effect (contradicts SW-14.4)."""

    def lose(state: StarWarsState, short: list[int]) -> None:
        if short:
            state.end(None if len(short) > 1 else 1 - short[0], "SW-14.4", "empty_deck", state.dark)

    def drawn(state: StarWarsState, run: Run) -> None:
        draws = state.game.parameters["draws"]
        short = [seat for seat in seats_in_order(state) if len(state.players[seat].deck) < draws]
        run()
        lose(state, short)

    def carried_out(state: StarWarsState, run: Run) -> None:
        local, program = state.procedure_locals, programs.running_program(state)
        left = len(state.players[local.seat].deck)
        run()
        done = program[local.at : state.procedure_locals.at]
        if left < sum(arguments["count"] for verb, arguments in done if verb == "draw"):
            lose(state, [local.seat])

    draft.around("T3", drawn)
    draft.around("EFFECT", carried_out)


def highest_bid_wins(draft: Draft) -> None:
    """In a contest the higher bid wins, and both players pay (contradicts SW-12.7, 12.9, 12.10)."""
    draft.around("A6", lambda state, run: settle_by(state, state.procedure_locals.bids, both_pay=True))


def own_price_replaces(draft: Draft) -> None:
    """A Location costs its own build cost, whatever it replaces (contradicts SW-13.3)."""

    def enough(state: StarWarsState, seat: int, action: Action) -> bool:
        card, counters = build_at(state, seat, action)
        return replaced_location(state, card) < 0 or counters >= state.faces[card].cost

    draft.without("complete", "counters_to_replace")
    draft.refuse(("complete",), "own_price", "SW-8.3", enough)


GEAR_MAY_FALL = "C3.redeploy C4.redeploy C3.reorder C4.reorder A6 U7 U9 E1 EFFECT"
"""The steps that may discard a unit with its Equipment."""


def equipment_is_lost(draft: Draft) -> None:
    """Equipment goes to the discard pile together with its bearer (contradicts SW-13.7)."""

    def falls(state: StarWarsState, run: Run) -> None:
        before, since = [len(player.gear) for player in state.players], count_events(state)
        run()
        forget_events(state, since, "gear_returned")
        for seat, count in enumerate(before):
            player = state.players[seat]
            for card in player.gear[count:]:
                player.discard.append(card)
                state.note("gear_lost", "SW-13.7", seat, card=card)
            del player.gear[count:]

    draft.around(GEAR_MAY_FALL, falls)


# Further beliefs that newcomers actually have.


def tapped_do_not_roll(draft: Draft) -> None:
    """A tapped defender rolls no dice (contradicts SW-9.14, 9.18)."""
    _defender_rolls(draft, lambda state, unit: not unit[TAPPED])


def only_untapped_targets(draft: Draft) -> None:
    """Tapped units cannot be attacked (contradicts SW-9.10)."""

    def untapped(state: StarWarsState, seat: int, action: Action) -> bool:
        return not state.there(action[2])[2][TAPPED]

    draft.refuse(("battle",), "target_untapped", "SW-9.10", untapped)


def power_is_damage(draft: Draft) -> None:
    """Each die deals one damage, whatever it shows (contradicts SW-9.16, 2.6)."""

    def counted(state: StarWarsState, run: Run) -> None:
        battle = battle_of(state)
        set_damage(state, len(battle.dice[0]), len(battle.dice[1]))

    draft.around("U5", counted)


def pips_are_damage(draft: Draft) -> None:
    """The damage is the sum of the numbers on the dice (contradicts SW-9.16)."""

    def counted(state: StarWarsState, run: Run) -> None:
        battle = battle_of(state)
        set_damage(state, sum(battle.dice[0]), sum(battle.dice[1]))

    draft.around("U5", counted)
    every_face(draft)


def stack_rolls_all(draft: Draft) -> None:
    """A stack rolls the dice of all its cards (contradicts SW-11.10, 11.11)."""

    def dice(state: StarWarsState, unit_id: int, count: int) -> int:
        beneath = state.there(unit_id)[2][CARDS][1:]
        return count + sum(state.faces[card].values[POWER] - STACK_BONUS[POWER] for card in beneath)

    def counted(state: StarWarsState, run: Run) -> None:
        run()
        battle = battle_of(state)
        attacker, defender, rolled = state.procedure_locals
        state.procedure_locals = Rolling(
            dice(state, battle.attacker, attacker), dice(state, battle.target, defender), rolled
        )

    draft.around("U3", counted)


def players_alternate(draft: Draft) -> None:
    """The players' units act in turn, a Dark unit first (contradicts SW-9.3)."""

    def found(state: StarWarsState, run: Run) -> None:
        run()
        first = state.dark if state.unit_turns % 2 == 0 else 1 - state.dark
        if state.procedure_locals and state.procedure_locals.seat != first:
            other = state.procedure_locals
            next_of(state, first)
            if not state.procedure_locals:
                state.procedure_locals = other
        elif state.procedure_locals:
            next_of(state, first)

    draft.around("A7", found)
    not_asked(draft, ("battle", "next"), ("fastest", "dark_first"))


def force_is_lost(draft: Draft) -> None:
    """Unspent Force points are lost at the end of the turn (contradicts SW-4.7)."""

    def ended(state: StarWarsState, run: Run) -> None:
        run()
        for seat in seats_in_order(state):
            player = state.players[seat]
            if player.force:
                state.note("force_lost", "SW-4.7", seat, count=player.force)
            player.force = 0

    draft.around("E1", ended)


def attacker_strikes_first(draft: Draft) -> None:
    """A defender that is destroyed deals no damage (contradicts SW-9.18)."""

    def placed(state: StarWarsState, run: Run) -> None:
        battle = battle_of(state)
        other = battling_unit(state, 1 - battle.seat)
        if other is not None and other[2][DAMAGE] + battle.deals[0] >= current_health(state, *other):
            state.battle = battle._replace(deals=(battle.deals[0], 0))
        run()

    draft.around("U7", placed)


def only_attacker_uses(draft: Draft) -> None:
    """Only the attacker can use Battle cards and abilities (contradicts SW-10.2)."""

    def attacks(state: StarWarsState, seat: int, action: Action) -> bool:
        return state.battle is None or state.battle.seat == seat

    draft.refuse(("play", "use"), "attacker_only", "SW-10.2", attacks)


def roller_builds(draft: Draft) -> None:
    """Only Light, who rolls, gets the build points (contradicts SW-6.9)."""

    def rolled(state: StarWarsState, run: Run) -> None:
        player, since = state.players[state.dark], count_events(state)
        before = player.build
        run()
        player.build = before
        forget_events(state, since, "points", state.dark)

    draft.around("C2.roll", rolled)


def paid_in_one_turn(draft: Draft) -> None:
    """The counters of a card that is not completed are lost at the end of the turn (contradicts SW-4.5, 7.3)."""

    def ended(state: StarWarsState, run: Run) -> None:
        run()
        for seat in seats_in_order(state):
            building = state.players[seat].building
            for at, (card, counters, shown) in enumerate(building):
                building[at] = (card, 0, shown)
                if counters:
                    state.note("sabotaged", "SW-4.5", seat, count=counters, left=0)

    draft.around("E1", ended)
