"""Chapter 9: arena battles, the order by Speed, and a battle of two units with its dice and damage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from engines.kernel.state import Action
from engines.kit import kit
from engines.legal.arguments import list_tries
from engines.legal.card_filters import Thing, sum_further
from engines.legal.reasons import Repair
from engines.star_wars import repairs
from engines.star_wars.automatic import battling_unit, check_units, end_effects, put_damage
from engines.star_wars.cards import COUNTED, DICE, ROLLED, SPEED
from engines.star_wars.effects import set_off
from engines.star_wars.heuristics import battle_fought, unit_first
from engines.star_wars.ready import FACES, battle_faces
from engines.star_wars.requirements import (
    ANY_UNIT,
    IN_ARENA,
    MINE,
    name_of,
    need,
    need_of_unit,
    needs,
    place_words,
    speed_of,
    with_clause,
)
from engines.star_wars.state import (
    ARENAS,
    CARDS,
    ID,
    NO_ARENA,
    RETREATED,
    TAPPED,
    ZONES,
    Battle,
    Next,
    Rolling,
    StarWarsState,
    Unit,
    battle_of,
    seats_in_order,
)
from engines.star_wars.values import current_power, find_auras, hit_faces, value
from engines.star_wars.windows import both_here, open_window

# The arena battle (SW-6.15, 9.1 to 9.6).


def next_arena(state: StarWarsState) -> None:
    """Move on to the next arena, in the order Space, Ground, Character (SW-6.15, 3.3, 3.5)."""
    state.arena = (state.arena + 1) % (NO_ARENA + 1)
    state.unit_turns = 0
    if state.arena != NO_ARENA:
        state.note("arena", "SW-6.15", state.dark, arena=ARENAS[state.arena].capitalize())
    elif "battle_end" in state.game.watching:
        for seat in seats_in_order(state):
            for zone in state.players[seat].units[:RETREATED]:
                for unit in zone:
                    set_off(state, seat, unit[CARDS][0], "battle_end", unit[ID])


def arena_left(state: StarWarsState) -> bool:
    """Return True if an arena has not had its battle yet."""
    return state.arena != NO_ARENA


def find_next(state: StarWarsState) -> None:
    """Find the untapped units with the highest current Speed, Dark's first (SW-2.5, 9.3, 9.4, SW-R20, SW-R21).

    After 100 unit turns in one arena battle, all units there are tapped (SW-R43).
    """
    if state.unit_turns >= state.game.parameters["unit_turns"]:
        _tire(state)
    first = find_fastest(state)
    if first:
        whose = first[0][0]
        state.procedure_locals = Next(whose, tuple([unit[ID] for seat, unit in first if seat == whose]))
    else:
        state.procedure_locals = ()


def find_fastest(state: StarWarsState) -> list[tuple[int, Unit]]:
    """Return (seat, unit) for the untapped units with the highest Speed in the arena, Dark's first (SW-9.3, 9.4)."""
    awake, place = _awake(state), state.arena
    if len(awake) < 2:
        return awake
    active, best, first = find_auras(state, place), -1, []
    for one in awake:
        speed = value(state, one[0], place, one[1], SPEED, active)
        if speed > best:
            best, first = speed, [one]
        elif speed == best:
            first.append(one)
    return first


def _tire(state: StarWarsState) -> None:
    """Tap all units in the arena."""
    awake = _awake(state)
    for _, unit in awake:
        state.change(unit, tapped=True)
    if awake:
        arena = ARENAS[state.arena].capitalize()
        state.note("worn_out", "SW-R43", state.dark, arena=arena, count=state.unit_turns)


def _awake(state: StarWarsState) -> list[tuple[int, Unit]]:
    """Return (seat, unit) for the untapped units in the arena, Dark's first."""
    dark, place, awake = state.dark, state.arena, []
    for unit in state.players[dark].units[place]:
        if not unit[TAPPED]:
            awake.append((dark, unit))
    for unit in state.players[1 - dark].units[place]:
        if not unit[TAPPED]:
            awake.append((1 - dark, unit))
    return awake


def how_many_next(state: StarWarsState) -> str:
    """Return "none", "one" or "several", for the units that may act next (SW-9.5, 9.6)."""
    return "none" if not state.procedure_locals else "one" if len(state.procedure_locals.units) == 1 else "several"


def tied_units(state: StarWarsState) -> list[Action]:
    """Return, as actions, the player's units that are tied for the highest Speed; the player chooses one (SW-9.5).

    The list is empty if there is no enemy in the arena: then all of them stand down, in any order.
    """
    seat, units = state.procedure_locals
    return [("next", unit) for unit in units] if state.players[1 - seat].units[state.arena] else []


def choose_unit(state: StarWarsState, action: Action | None = None) -> None:
    """Let the chosen unit act; without an action, the first of the tied units."""
    seat, units = state.procedure_locals
    state.procedure_locals = Next(seat, (action[1],) if action else units[:1])


# Fighting or standing down (SW-9.7 to 9.11).


def list_fights(state: StarWarsState) -> list[Action]:
    """Return battles with every enemy in the arena, and standing down (SW-9.7, 9.8, 9.10, SW-R22, SW-R49).

    The list is empty if there is no enemy there: the unit can only stand down.
    """
    seat, (unit,) = state.procedure_locals
    targets: list[Action] = [("battle", unit, other[ID]) for other in state.players[1 - seat].units[state.arena]]
    if targets:
        targets.append(("stand_down",))
    return targets


def _tap(state: StarWarsState, unit_id: int) -> Unit:
    state.unit_turns += 1
    _, _, unit = state.there(unit_id)
    return state.change(unit, tapped=True)


def one_acts(state: StarWarsState) -> bool:
    """Return True if exactly one unit is stored in the locals as the next to act."""
    units = state.procedure_locals.units
    return type(units) is tuple and len(units) == 1


def stand_down(state: StarWarsState, action: Action | None = None) -> None:
    """Tap the unit without a battle, by choice (SW-9.8) or for lack of an enemy (SW-9.10, SW-R22)."""
    unit = _tap(state, state.procedure_locals.units[0])
    kind, clause = ("stood_down", "SW-9.8") if action else ("stood_down.alone", "SW-9.10")
    state.note(kind, clause, state.procedure_locals.seat, unit=unit, arena=ARENAS[state.arena].capitalize())
    state.procedure_locals = ()


def declare_battle(state: StarWarsState, action: Action) -> None:
    """Tap the unit and declare the battle between two units (SW-9.9, 9.10, 9.11)."""
    seat = state.procedure_locals.seat
    unit = _tap(state, action[1])
    state.battle = Battle(seat, action[1], action[2])
    state.note("battle", "SW-9.9", seat, unit=unit, target=state.there(action[2])[2])
    if state.game.own_cards:
        _set_off_battling(state, seat, "attacks")
        _set_off_battling(state, 1 - seat, "attacked")
    open_window(state)


def _set_off_battling(state: StarWarsState, seat: int, moment: str) -> None:
    """Queue the texts of a player's battling unit for a moment, if it is still in the arena."""
    found = battling_unit(state, seat)
    if found is not None and moment in state.game.watching:
        set_off(state, seat, found[2][CARDS][0], moment, found[2][ID])


# Dice and damage (SW-9.13 to 9.19).


def count_dice(state: StarWarsState) -> None:
    """Set the number of dice that each side rolls: its unit's current Power (SW-9.14, SW-R23, SW-R26)."""
    battle = battle_of(state)
    counts = []
    for unit_id in (battle.attacker, battle.target):
        found = state.find(unit_id)
        counts.append(current_power(state, *found) if found else 0)
    if state.game.own_cards and not both_here(state):  # a text has sent a unit away as it attacked (SW-R25)
        counts = [0, 0]
    state.procedure_locals = Rolling(counts[0], counts[1], ())


def next_die(state: StarWarsState) -> list[Action]:
    """Return the faces of the next die, as actions; [] if all have been rolled.

    The attacker's dice come first (SW-R26).
    """
    attacker, defender, dice = state.procedure_locals
    if len(dice) >= attacker + defender:
        return []
    return battle_faces(state) if state.open_chance else FACES


def roll_die(state: StarWarsState, action: Action) -> None:
    """Roll one die."""
    attacker, defender, dice = state.procedure_locals
    dice = (*dice, action[1])
    if state.open_chance:  # in a proof the order of a side's dice does not matter
        dice = (*sorted(dice[:attacker]), *sorted(dice[attacker:]))
    state.procedure_locals = tuple.__new__(Rolling, (attacker, defender, dice))  # half the time of the constructor


def finish_roll(state: StarWarsState) -> None:
    """End the roll: both sides see the dice; window 2 opens (SW-9.14)."""
    battle, (attacker, _, dice) = battle_of(state), state.procedure_locals
    own, other = dice[:attacker], dice[attacker:]
    state.battle = Battle(battle.seat, battle.attacker, battle.target, (own, other), (0, 0), battle.used)
    if state.listener is not None:
        for seat, dice in ((battle.seat, own), (1 - battle.seat, other)):
            faces = ", ".join(map(str, dice))
            kind = "rolled" if faces else "rolled.none"
            clause = "SW-9.14" if faces else "SW-R26"
            state.note(kind, clause, seat, unit=_battler(state, seat), dice=faces)
    if ROLLED in state.game.watching:
        for seat in seats_in_order(state):
            _set_off_battling(state, seat, ROLLED)
    open_window(state)


def _battler(state: StarWarsState, seat: int) -> str:
    battle = state.battle
    found = None if battle is None else state.find(battle.unit_of(seat))
    return "" if found is None else state.name(found[2][CARDS][0])


def find_hits(state: StarWarsState) -> tuple[int, int]:
    """Return the number of hits among the dice of each side (SW-9.16)."""
    counting = hit_faces(state, state.arena)
    own, other = dice_as_counted(state)
    return len([die for die in own if die in counting]), len([die for die in other if die in counting])


def dice_as_counted(state: StarWarsState) -> Sequence[Sequence[int]]:
    """Return what the dice of each side count as, the attacker's first, with what texts add to them."""
    battle = battle_of(state)
    if state.changes is None and not state.lasting:
        return battle.dice
    return [_as_counted(state, seat, battle.dice[battle.side(seat)]) for seat in (battle.seat, 1 - battle.seat)]


def _as_counted(state: StarWarsState, seat: int, dice: tuple[int, ...]) -> list[int]:
    """Return what each die of a player's battling unit counts as, from 1 to 6, with what texts add."""
    found = battling_unit(state, seat)
    if found is None:
        return [*dice]
    more = sum_further(state, DICE, Thing(seat, ZONES[found[1]], found[2][CARDS][0], found[2]))
    return [min(6, max(1, die + more)) for die in dice]


def count_hits(state: StarWarsState) -> None:
    """Count each side's hits, which are the damage it is about to deal (SW-9.16); window 3 opens."""
    battle, deals = battle_of(state), find_hits(state)
    state.battle = Battle(battle.seat, battle.attacker, battle.target, battle.dice, deals, battle.used)
    if state.listener is not None:
        for seat, count in ((battle.seat, deals[0]), (1 - battle.seat, deals[1])):
            state.note("hits", "SW-9.16", seat, unit=_battler(state, seat), count=count)
    if COUNTED in state.game.watching:
        for seat in seats_in_order(state):
            _set_off_battling(state, seat, COUNTED)
    open_window(state)


def place_damage(state: StarWarsState) -> None:
    """Deal both units their damage simultaneously; units with too much damage are destroyed (SW-9.18, 9.19, SW-R27)."""
    battle = battle_of(state)
    for seat in (1 - battle.seat, battle.seat):
        found, count = battling_unit(state, seat), battle.deals[battle.side(1 - seat)]
        if found and count:
            put_damage(state, seat, found[2], count, "SW-9.18")
    if battle.deals != (0, 0):
        seats = seats_in_order(state) if state.game.own_cards else ()
        dealt = [seat for seat in seats if battle.deals[battle.side(seat)] and battling_unit(state, 1 - seat)]
        for seat in dealt:
            _set_off_battling(state, seat, "damages")
        check_units(state, battle.unit_of(0), battle.unit_of(1))
        for seat in dealt:
            if battling_unit(state, 1 - seat) is None:
                _set_off_battling(state, seat, "destroys")
    open_window(state)


def cut_short(state: StarWarsState) -> None:
    """Skip the remaining dice, hits and damage, since a battling unit has left; window 4 opens (SW-R25)."""
    state.note("cut_short", "SW-R25", state.dark)
    open_window(state)


def close_battle(state: StarWarsState) -> None:
    """End the battle and the effects that last for it (SW-9.20, SW-R30)."""
    if state.battle is not None:
        state.note("battle_over", "SW-9.20", state.battle.seat)
    state.battle = None
    state.procedure_locals = ()
    end_effects(state)


# Needs, and their repairs.


def _settled(state: StarWarsState) -> bool:
    """Return True while the acting unit is being determined."""
    return type(state.procedure_locals) is Next


def _acting(state: StarWarsState) -> int:
    """Return the id of the unit that acts now, or of one of the tied units; 0 if there is none."""
    return state.procedure_locals.units[0] if _settled(state) else 0


def _chosen_unit(state: StarWarsState, seat: int, action: Action) -> str | kit.Phrase:
    """Return the name of the acting unit; if the action's unit has the same name, the phrase says so."""
    name = name_of(state, state.find(_acting(state)))
    return kit.Phrase("part.same_name", {"name": name}) if name == name_of(state, state.find(action[1])) else name


def _let_it_act(state: StarWarsState, seat: int, unit_id: int) -> None:
    """Make this unit one of those that may act, or the only one."""
    repairs.let_act(state, seat, unit_id, tied=state.step.name == "A8")


def _put_in_same_arena(state: StarWarsState, seat: int, action: Action) -> None:
    """Replace the target with a plain unit of the same arena."""
    _, place, _ = state.there(action[1])
    _, _, unit = state.there(action[2])
    state.change(unit, cards=(repairs.plain_unit(state, place),), tapped=True, to=place)


def to_act(step: str) -> Repair[StarWarsState]:
    """Return the repair function that makes the action's unit, or else another unit of the player, act next."""

    def make_true(state: StarWarsState, seat: int, action: Action) -> None:
        repairs.move_to_step(state, step)
        own = repairs.own_there(state, seat, action) or repairs.add_unit(state, seat, 0)
        repairs.let_act(state, seat, own, tied=step == "A8")

    return make_true


TARGET = replace(kit.card_in_play(*ZONES, side="rival"), meaning=lambda s, seat, number: s.find(number))
RIVALS = need(
    "rivals",
    "SW-9.10",
    lambda s, seat, unit: bool(unit) and unit[0] != seat,
    essential=True,
    target=lambda s, seat, unit: name_of(s, unit),
)
SAME_ARENA = needs(
    "same_arena",
    "SW-9.10",
    lambda s, seat, a: s.there(a[2])[1] == s.there(a[1])[1],
    _put_in_same_arena,
    target_where=lambda s, seat, a: place_words(s, s.find(a[2])),
)
need_to_act = partial(
    need_of_unit,
    make_true=_let_it_act,
    essential=True,
    arena=lambda s, seat, unit: ARENAS[s.arena].capitalize(),
    speed=lambda s, seat, unit: speed_of(s, unit),
    next=lambda s, seat, unit: name_of(s, s.find(_acting(s))),
    next_speed=lambda s, seat, unit: speed_of(s, s.find(_acting(s))),
)
TO_ACT = (
    need_to_act("this_arena", "SW-9.1", lambda s, seat, unit: not _settled(s) or unit[1] == s.arena),
    need_to_act("awake", "SW-9.3", lambda s, seat, unit: not _settled(s) or not unit[2][TAPPED]),
    need_to_act(
        "fastest", "SW-9.3", lambda s, seat, unit: not _settled(s) or unit[2] in [one for _, one in find_fastest(s)]
    ),
    need_to_act("dark_first", "SW-9.4", lambda s, seat, unit: not _settled(s) or find_fastest(s)[0][0] == seat),
)
CHOSEN = needs(
    "chosen",
    "SW-9.5",
    lambda s, seat, a: s.step.name != "U1" or _acting(s) == a[1],
    lambda s, seat, a: _let_it_act(s, seat, a[1]),
    chosen=_chosen_unit,
    next_speed=lambda s, seat, a: speed_of(s, s.find(_acting(s))),
)
OWN_UNIT = (ANY_UNIT, MINE, with_clause("SW-9.1", IN_ARENA))
TO_BATTLE = (SAME_ARENA, *(one.at(1, ANY_UNIT.meaning, "") for one in TO_ACT), CHOSEN)

acting = kit.actions_with(stage=to_act("U1"))
NEXT: kit.Kind[StarWarsState] = kit.action(
    "next", "SW-9.5", choose_unit, "U1", "unit chosen", stage=to_act("A8"), looks=unit_first, unit=(*OWN_UNIT, *TO_ACT)
)
BATTLE = acting(
    *("battle", "SW-9.7", declare_battle, "U2", "battle declared"),
    needs=TO_BATTLE,
    tries=list_tries("battle", kit.card_in_play(*ZONES), TARGET),
    targets=True,
    zone=ZONES[0],
    looks=battle_fought,
    unit=OWN_UNIT,
    target=(TARGET, RIVALS),
)
STAND_DOWN = acting("stand_down", "SW-9.8", stand_down, "A7", "stands down")
