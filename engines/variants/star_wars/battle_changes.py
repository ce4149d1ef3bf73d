"""Counter-rules that are not newcomers' beliefs: the turn, battles and contests.

`changes` and `build_changes` have the others.
"""

from __future__ import annotations

from engines.kernel.flow import Exit, If
from engines.star_wars.automatic import check_units
from engines.star_wars.cards import SPEED
from engines.star_wars.combat import find_fastest
from engines.star_wars.state import (
    CARDS,
    ID,
    NO_ARENA,
    RETREATED,
    TAPPED,
    Next,
    StarWarsState,
    Unit,
    battle_of,
    seats_in_order,
)
from engines.star_wars.values import contest_value, current_power, unit_of, value
from engines.variants.changing import Run, count_events, forget_events, not_asked
from engines.variants.star_wars.changing import Draft, every_face, set_damage, settle_by

# Chapter 6: the turn.


def battle_first(draft: Draft) -> None:
    """The Battle phase comes before the Command phase (contradicts SW-6.3)."""

    def then_command(way: Exit[StarWarsState]) -> Exit[StarWarsState]:
        assert isinstance(way, If)
        return If(way.guard, way.yes_words, way.yes, way.no_words, "C1")

    draft.lead("T3", "to", "B0")
    draft.change_way("B0", "to", 0, then_command)
    draft.lead("C6", "end", "E1")


def fixed_points(draft: Draft) -> None:
    """Each player gains 4 build points, whatever the die shows (contradicts SW-6.8, 8.4)."""

    def rolled(state: StarWarsState, run: Run) -> None:
        since = count_events(state)
        before = [player.build for player in state.players]
        run()
        forget_events(state, since, "points")
        for player, had in zip(state.players, before, strict=True):
            player.build = had + 4

    draft.around("C2.roll", rolled)


def no_bonus(draft: Draft) -> None:
    """A player with units in all three arenas gets no bonus build point (contradicts SW-6.10)."""

    def rolled(state: StarWarsState, run: Run) -> None:
        run()
        for player in state.players:
            player.build -= all(player.units[:RETREATED])

    draft.around("C2.roll", rolled)


def light_builds_first(draft: Draft) -> None:
    """The Light player builds first (contradicts SW-6.11, 6.12)."""
    draft.lead("C2", "roll", "C4")
    draft.lead("C4", "end", "C3")
    draft.lead("C3", "end", "C5")


def light_retreats_first(draft: Draft) -> None:
    """The Light player retreats first (contradicts SW-6.13, 6.14)."""
    draft.lead("C4", "end", "C6")
    draft.lead("C6", "end", "C5")
    draft.lead("C5", "end", "B0")


def character_first(draft: Draft) -> None:
    """The arenas battle in reverse order: Character, Ground, Space (contradicts SW-6.15)."""

    def taken(state: StarWarsState, run: Run) -> None:
        arena = state.arena
        state.arena = (arena - 2) % (NO_ARENA + 1)  # in reverse order, the arena after this is the one before it
        run()

    draft.around("B0", taken)


# Chapter 9: battles.


def slowest_first(draft: Draft) -> None:
    """The slowest units act first (contradicts SW-2.5, 9.3)."""

    def found(state: StarWarsState, run: Run) -> None:
        run()
        place = state.arena
        awake = [
            (seat, unit)
            for seat in seats_in_order(state)
            for unit in state.players[seat].units[place]
            if not unit[TAPPED]
        ]
        speeds = [value(state, seat, place, unit, SPEED) for seat, unit in awake]
        last = [one for one, speed in zip(awake, speeds, strict=True) if speed == min(speeds)]
        if last:
            state.procedure_locals = Next(last[0][0], tuple(unit[ID] for seat, unit in last if seat == last[0][0]))

    draft.around("A7", found)
    not_asked(draft, ("battle", "next"), ("fastest", "dark_first"))


def light_first(draft: Draft) -> None:
    """At equal Speed the Light units act first (contradicts SW-9.4)."""

    def found(state: StarWarsState, run: Run) -> None:
        run()
        lights = [unit[ID] for seat, unit in find_fastest(state) if seat != state.dark]
        if lights:
            state.procedure_locals = Next(1 - state.dark, tuple(lights))

    draft.around("A7", found)
    not_asked(draft, ("battle", "next"), ("dark_first",))


def must_battle(draft: Draft) -> None:
    """A unit that has an enemy in its arena must battle (contradicts SW-9.7, 9.8)."""
    draft.listed("U1", lambda state, actions: [action for action in actions if action[0] != "stand_down"])


def untaps_after_the_arena(draft: Draft) -> None:
    """Units untap once the battle in their arena is over (contradicts SW-4.2, 9.9)."""

    def taken(state: StarWarsState, run: Run) -> None:
        if state.arena != NO_ARENA:
            for player in state.players:
                for unit in list(player.units[state.arena]):
                    state.change(unit, tapped=False)
        run()

    draft.around("B0", taken)


def all_roll(draft: Draft) -> None:
    """All units of the defender's side roll dice with it (contradicts SW-9.11)."""

    def counted(state: StarWarsState, run: Run) -> None:
        run()
        battle = battle_of(state)
        seat = 1 - battle.seat
        units = state.players[seat].units[state.arena]
        state.procedure_locals = state.procedure_locals._replace(
            defender=sum(current_power(state, seat, state.arena, unit) for unit in units)
        )

    draft.around("U3", counted)


def one_die_each(draft: Draft) -> None:
    """Each side rolls one die (contradicts SW-2.6, 9.13, 9.14)."""

    def counted(state: StarWarsState, run: Run) -> None:
        run()
        attacker, defender, dice = state.procedure_locals
        state.procedure_locals = type(state.procedure_locals)(min(1, attacker), min(1, defender), dice)

    draft.around("U3", counted)


def five_and_six(draft: Draft) -> None:
    """Only a 5 or a 6 is a hit (contradicts SW-9.16)."""

    def counted(state: StarWarsState, run: Run) -> None:
        battle = battle_of(state)
        attacker, defender = (sum(die >= 5 for die in dice) for dice in battle.dice)
        set_damage(state, attacker, defender)

    draft.around("U5", counted)
    every_face(draft)


# Chapter 11: stacks.


def stack_falls_singly(draft: Draft) -> None:
    """Only the top card of a stack is discarded (contradicts SW-11.12)."""

    def fell(state: StarWarsState, run: Run) -> None:
        stacks = [
            (seat, place, unit)
            for seat, player in enumerate(state.players)
            for place, zone in enumerate(player.units)
            for unit in zone
            if len(unit[CARDS]) > 1
        ]
        since = count_events(state)
        run()
        for seat, place, unit in stacks:
            if state.find(unit[ID]) is None:
                player = state.players[seat]
                for card in unit[CARDS][1:]:
                    player.discard.remove(card)
                state.serial += 1
                rest: Unit = (state.serial, unit[CARDS][1:], unit[TAPPED], 0, (), ())
                player.units[place].append(rest)
                forget_events(state, since, "stack_fell")

    draft.around("U7 A6", fell)


# Chapter 12: contests.


def no_contests(draft: Draft) -> None:
    """Both players may have the same character in an arena (contradicts SW-9.2, 12.1)."""

    def looked(state: StarWarsState, run: Run) -> None:
        state.procedure_locals = ()

    draft.around("A1", looked)


def bid_of_one(draft: Draft) -> None:
    """The opening bid is at least 1 (contradicts SW-12.2)."""
    draft.refuse(("bid",), "at_least_one", "SW-12.2", lambda state, seat, action: action[1] > 0)


def pass_ends(draft: Draft) -> None:
    """The first pass ends the bidding (contradicts SW-12.3, 12.6)."""
    draft.lead("A4", "pass", "A6")
    draft.lead("A5", "pass", "A6")


def beneath_do_not_count(draft: Draft) -> None:
    """Cards beneath do not count in a contest (contradicts SW-11.16, 12.7)."""

    def settled(state: StarWarsState, run: Run) -> None:
        counts = [0, 0]
        for seat in seats_in_order(state):
            beneath = len(unit_of(state, seat, state.procedure_locals.identity)[CARDS]) - 1
            counts[seat] = contest_value(state, seat) - beneath
        settle_by(state, counts, both_pay=False)

    draft.around("A6", settled)


def loser_retreats(draft: Draft) -> None:
    """The loser's unit in a contest is not discarded but retreats, untapped, with everything on it.

    Contradicts SW-12.10.
    """

    def retreat(state: StarWarsState, seat: int, arena: int, unit: Unit) -> None:
        state.change(unit, tapped=False, to=RETREATED)

    def settled(state: StarWarsState, run: Run) -> None:
        settle_by(state, [contest_value(state, seat) for seat in range(2)], False, retreat, "contest_lost.retreats")
        check_units(state)

    draft.around("A6", settled)


def light_wins_ties(draft: Draft) -> None:
    """If the values in a contest are equal, Light wins (contradicts SW-12.8)."""

    def settled(state: StarWarsState, run: Run) -> None:
        one, two = (contest_value(state, seat) for seat in seats_in_order(state))
        if one != two:
            run()
            return
        counts = [0, 0]
        counts[1 - state.dark] = 1
        settle_by(state, counts, both_pay=False)

    draft.around("A6", settled)
