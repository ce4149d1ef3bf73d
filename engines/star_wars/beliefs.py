"""What newcomers believe of this game, where `beliefs.toml` needs more than data."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from engines.core.drafts import Draft
from engines.core.state import Action
from engines.star_wars.automatic import battling_unit, discard_unit
from engines.star_wars.cards import POWER, SPEED, STACK_BONUS
from engines.star_wars.combat import open_window
from engines.star_wars.contest import unit_of
from engines.star_wars.requirements import face_of, replaced
from engines.star_wars.state import (
    CARDS,
    DAMAGE,
    ID,
    TAPPED,
    Next,
    Rolling,
    StarWarsState,
    Unit,
    dark,
    light,
    seats,
)
from engines.star_wars.values import controlled, health, value

Run = Callable[[], None]


# Small things that several of them need.


def untold(state: StarWarsState, since: int, kind: str, seat: int | None = None) -> None:
    """Forget events that have been told but do not happen by a counter-rule. since : how many there were before."""
    events, film = state.events, state.film
    if events is None:
        return
    for at in range(len(events) - 1, since - 1, -1):
        if events[at].kind.startswith(kind) and seat in (None, events[at].seat):
            del events[at]
            if film is not None:
                del film[at]


def told(state: StarWarsState) -> int:
    """Return how many events have been told so far."""
    return 0 if state.events is None else len(state.events)


def every_unit(state: StarWarsState) -> list[Unit]:
    """Return all units in play, retreated ones too."""
    return [unit for player in state.players for zone in player.units for unit in zone]


def not_asked(draft: Draft, kinds: Iterable[str], names: Iterable[str]) -> None:
    """Take requirements out of kinds of action whose lists are changed otherwise."""
    for kind in kinds:
        whole = draft.kinds[kind]
        rest = tuple(one for one in whole.requirements if one.name not in names)
        draft.kinds[kind] = replace(whole, requirements=rest)


def next_of(state: StarWarsState, seat: int) -> None:
    """Let the fastest untapped units of one player be next, none if there is none."""
    place = state.arena
    awake = [unit for unit in state.players[seat].units[place] if not unit[TAPPED]]
    speeds = [value(state, seat, place, unit, SPEED) for unit in awake]
    first = tuple(unit[ID] for unit, speed in zip(awake, speeds, strict=True) if speed == max(speeds))
    state.local = Next(seat, first) if first else ()


def deal(state: StarWarsState, attacker: int, defender: int) -> None:
    """Set what each side is about to deal, and tell it as hits (SW-9.16); window 3 opens."""
    battle = state.battle
    assert battle is not None
    state.battle = battle._replace(deals=(attacker, defender))
    if state.events is not None:
        for seat, count in ((battle.seat, attacker), (1 - battle.seat, defender)):
            unit = state.there(battle.unit_of(seat))[2]
            state.note("hits", "SW-9.16", seat, unit=state.name(unit[CARDS][0]), count=count)
    open_window(state)


# The twelve misconceptions of the rulebook.


def one_player_a_turn(draft: Draft) -> None:
    """Only one player builds, retreats and attacks in a turn (not SW-6.2, 9.3).

    The turns alternate, Light's first, as in the initial placement.
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
    """The defender rolls no dice (not SW-9.14, 9.18)."""

    def counted(state: StarWarsState, run: Run) -> None:
        run()
        state.local = state.local._replace(defender=0)

    draft.around("U3", counted)


def new_units_wait(draft: Draft) -> None:
    """A unit comes in tapped, and acts from the next turn on (not SW-4.4)."""

    def completed(state: StarWarsState, run: Run) -> None:
        before = state.serial
        run()
        if state.serial > before:
            state.change(state.there(state.serial)[2], tapped=True)

    draft.around("C3.complete C4.complete", completed)


def damage_wears_off(draft: Draft) -> None:
    """Damage goes at the end of the turn, and when a unit retreats (not SW-4.6, 7.14)."""

    def ended(state: StarWarsState, run: Run) -> None:
        run()
        for unit in every_unit(state):
            if unit[DAMAGE]:
                state.change(unit, damage=0)

    def retreated(state: StarWarsState, run: Run) -> None:
        run()
        seat = state.seat_to_act
        for unit in list(state.players[seat].retreated):
            if unit[TAPPED] and unit[DAMAGE]:
                state.change(unit, damage=0)

    draft.around("E1", ended)
    draft.around("C5.retreat C6.retreat", retreated)


def build_points_stay(draft: Draft) -> None:
    """Unspent build points stay for the next turn (not SW-4.8, 6.16)."""

    def ended(state: StarWarsState, run: Run) -> None:
        points = [player.build for player in state.players]
        for player in state.players:
            player.build = 0
        run()
        for player, left in zip(state.players, points, strict=True):
            player.build = left

    draft.around("E1", ended)


CHANGES_CONTROL = "C3.complete C4.complete C5.retreat C6.retreat B0 A6 U7 UX"
"""The steps after which other arenas may be controlled."""


def wins_at_once(draft: Draft) -> None:
    """Whoever controls two arenas wins at once (not SW-15.4)."""

    def judged(state: StarWarsState, run: Run) -> None:
        run()
        for seat in seats(state):
            held = controlled(state, seat)
            if state.result is None and held >= state.game.parameters["arenas_to_win"]:
                state.end(seat, "SW-15.4", "arenas_at_once", held=held)

    draft.around(CHANGES_CONTROL, judged)


def empty_deck_loses(draft: Draft) -> None:
    """Whoever must draw from an empty deck loses (not SW-14.4)."""

    def drawn(state: StarWarsState, run: Run) -> None:
        empty = [seat for seat in seats(state) if not state.players[seat].deck]
        run()
        if empty:
            winner = None if len(empty) > 1 else 1 - empty[0]
            state.end(winner, "SW-14.4", "empty_deck", state.dark)

    draft.around("T3", drawn)


def highest_bid_wins(draft: Draft) -> None:
    """In a contest the highest bid wins, and both pay (not SW-12.7, 12.9, 12.10)."""

    def settled(state: StarWarsState, run: Run) -> None:
        bids, identity = state.local.bids, state.local.identity
        winner = state.dark if bids[state.dark] >= bids[1 - state.dark] else 1 - state.dark
        loser = 1 - winner
        for seat in seats(state):
            state.players[seat].force -= bids[seat]
        fallen = unit_of(state, loser, identity)
        if state.events is not None:
            state.note("contest_won", "SW-12.8", winner, count=bids[winner], other=bids[loser])
            for seat in seats(state):
                state.note("contest_paid", "SW-12.9", seat, count=bids[seat])
            state.note("contest_lost", "SW-12.10", loser, unit=state.name(fallen[CARDS][0]))
        discard_unit(state, loser, state.arena, fallen)
        state.local = ()

    draft.around("A6", settled)


def own_price_replaces(draft: Draft) -> None:
    """A Location costs its own price, whatever it replaces (not SW-13.3)."""

    def enough(state: StarWarsState, seat: int, action: Action) -> bool:
        _, counters, _ = state.players[seat].building[action[1]]
        return replaced(state, seat, action) < 0 or counters >= face_of(state, seat, action).cost

    draft.without("complete", "counters_to_replace")
    draft.refuse(("complete",), "own_price", "SW-8.3", enough)


GEAR_MAY_FALL = "C3.redeploy C4.redeploy C3.reorder C4.reorder A6 U7 U9 E1 EFFECT"
"""The steps that may discard a unit with its Equipment."""


def equipment_is_lost(draft: Draft) -> None:
    """Equipment goes to the discard pile with its bearer (not SW-13.7)."""

    def falls(state: StarWarsState, run: Run) -> None:
        before, since = [len(player.gear) for player in state.players], told(state)
        run()
        for player, count in zip(state.players, before, strict=True):
            player.discard += player.gear[count:]
            del player.gear[count:]
        untold(state, since, "gear_returned")

    draft.around(GEAR_MAY_FALL, falls)


# What newcomers really believe besides.


def tapped_do_not_roll(draft: Draft) -> None:
    """A tapped defender rolls no dice (not SW-9.14, 9.18)."""

    def counted(state: StarWarsState, run: Run) -> None:
        run()
        battle = state.battle
        assert battle is not None
        if state.there(battle.target)[2][TAPPED]:
            state.local = state.local._replace(defender=0)

    draft.around("U3", counted)


def only_untapped_targets(draft: Draft) -> None:
    """Tapped units cannot be attacked (not SW-9.10)."""

    def untapped(state: StarWarsState, seat: int, action: Action) -> bool:
        return not state.there(action[2])[2][TAPPED]

    draft.refuse(("battle",), "target_untapped", "SW-9.10", untapped)


def power_is_damage(draft: Draft) -> None:
    """Each die is one damage, whatever it shows (not SW-9.16, 2.6)."""

    def counted(state: StarWarsState, run: Run) -> None:
        battle = state.battle
        assert battle is not None
        deal(state, len(battle.dice[0]), len(battle.dice[1]))

    draft.around("U5", counted)


def pips_are_damage(draft: Draft) -> None:
    """The numbers on the dice are added up (not SW-9.16)."""

    def counted(state: StarWarsState, run: Run) -> None:
        battle = state.battle
        assert battle is not None
        deal(state, sum(battle.dice[0]), sum(battle.dice[1]))

    draft.around("U5", counted)


def stack_rolls_all(draft: Draft) -> None:
    """A stack rolls the dice of all its cards (not SW-11.10, 11.11)."""

    def dice(state: StarWarsState, unit_id: int, count: int) -> int:
        beneath = state.there(unit_id)[2][CARDS][1:]
        return count + sum(state.faces[card].values[POWER] - STACK_BONUS[POWER] for card in beneath)

    def counted(state: StarWarsState, run: Run) -> None:
        run()
        battle = state.battle
        assert battle is not None
        attacker, defender, rolled = state.local
        state.local = Rolling(dice(state, battle.attacker, attacker), dice(state, battle.target, defender), rolled)

    draft.around("U3", counted)


def players_alternate(draft: Draft) -> None:
    """The players let their units act in turn, Dark first (not SW-9.3)."""

    def found(state: StarWarsState, run: Run) -> None:
        run()
        first = state.dark if state.unit_turns % 2 == 0 else 1 - state.dark
        if state.local and state.local.seat != first:
            other = state.local
            next_of(state, first)
            if not state.local:
                state.local = other
        elif state.local:
            next_of(state, first)

    draft.around("A7", found)
    not_asked(draft, ("battle", "next"), ("fastest", "dark_first"))


def force_is_lost(draft: Draft) -> None:
    """Unspent Force points are lost at the end of the turn (not SW-4.7)."""

    def ended(state: StarWarsState, run: Run) -> None:
        run()
        for player in state.players:
            player.force = 0

    draft.around("E1", ended)


def attacker_strikes_first(draft: Draft) -> None:
    """A defender that is destroyed deals no damage any more (not SW-9.18)."""

    def placed(state: StarWarsState, run: Run) -> None:
        battle = state.battle
        assert battle is not None
        other = battling_unit(state, 1 - battle.seat)
        if other is not None and other[2][DAMAGE] + battle.deals[0] >= health(state, *other):
            state.battle = battle._replace(deals=(battle.deals[0], 0))
        run()

    draft.around("U7", placed)


def only_attacker_uses(draft: Draft) -> None:
    """Only the attacker uses Battle cards and abilities (not SW-10.2)."""

    def attacks(state: StarWarsState, seat: int, action: Action) -> bool:
        return state.battle is None or state.battle.seat == seat

    draft.refuse(("play", "use"), "attacker_only", "SW-10.2", attacks)


def roller_builds(draft: Draft) -> None:
    """Only Light, who rolls, gains the build points (not SW-6.9)."""

    def rolled(state: StarWarsState, run: Run) -> None:
        player, since = state.players[state.dark], told(state)
        before = player.build
        run()
        player.build = before
        untold(state, since, "points", state.dark)

    draft.around("C2.roll", rolled)


def paid_in_one_turn(draft: Draft) -> None:
    """The counters of a card that is not completed are lost at the end of the turn (not SW-4.5, 7.3)."""

    def ended(state: StarWarsState, run: Run) -> None:
        run()
        for player in state.players:
            player.building[:] = [(card, 0, shown) for card, _, shown in player.building]

    draft.around("E1", ended)
