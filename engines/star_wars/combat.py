"""Chapters 9 and 10: arena battles, the order of Speed, a battle of two units, its windows, dice and damage."""

from __future__ import annotations

from engines.book.cards import Ability
from engines.kernel.state import Action
from engines.star_wars.automatic import battling_unit, check, end_effects, put_damage
from engines.star_wars.cards import BATTLE, SPEED, UNSEEN
from engines.star_wars.hidden import may_be
from engines.star_wars.ready import FACES, battle_faces
from engines.star_wars.state import (
    ARENAS,
    CARDS,
    ID,
    NO_ARENA,
    RETREATED,
    TAPPED,
    Battle,
    Next,
    Resolving,
    Rolling,
    StarWarsState,
    Unit,
    battle_of,
)
from engines.star_wars.values import auras, hit_faces, power, value

WINDOW = {"U2": "window_1", "U4": "window_2", "U6": "window_3", "U8": "window_4"}

# The arena battle (SW-6.15, 9.1 to 9.6).


def next_arena(state: StarWarsState) -> None:
    """Take the next arena: Space, Ground, Character (SW-6.15, 3.3, 3.5)."""
    state.arena = (state.arena + 1) % (NO_ARENA + 1)
    state.unit_turns = 0
    if state.arena != NO_ARENA:
        state.note("arena", "SW-6.15", state.dark, arena=ARENAS[state.arena].capitalize())


def arena_left(state: StarWarsState) -> bool:
    """Return True if an arena is left to battle in."""
    return state.arena != NO_ARENA


def find_next(state: StarWarsState) -> None:
    """Find the fastest untapped units, from the Speeds now; Dark's come first (SW-2.5, 9.3, 9.4, SW-R20, SW-R21).

    After 100 unit turns in one arena battle all units there are tapped (SW-R43).
    """
    if state.unit_turns >= state.game.parameters["unit_turns"]:
        _tire(state)
    first = fastest(state)
    if first:
        whose = first[0][0]
        state.local = Next(whose, tuple([unit[ID] for seat, unit in first if seat == whose]))
    else:
        state.local = ()


def fastest(state: StarWarsState) -> list[tuple[int, Unit]]:
    """Return (seat, unit) for the untapped units of the highest Speed in the arena, Dark's first (SW-9.3, 9.4)."""
    awake, place = _awake(state), state.arena
    if len(awake) < 2:
        return awake
    active, best, first = auras(state, place), -1, []
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
    """Return "none", "one" or "several" units that may act next (SW-9.5, 9.6)."""
    return "none" if not state.local else "one" if len(state.local.units) == 1 else "several"


def tied_units(state: StarWarsState) -> list[Action]:
    """Return the own units tied at the top, among which the owner chooses (SW-9.5).

    [] without an enemy in the arena: all of them stand down, in whatever order.
    """
    seat, units = state.local
    return [("next", unit) for unit in units] if state.players[1 - seat].units[state.arena] else []


def take(state: StarWarsState, action: Action | None = None) -> None:
    """Let the chosen unit act, or the first of the tied ones."""
    seat, units = state.local
    state.local = Next(seat, (action[1],) if action else units[:1])


# Fight or not (SW-9.7 to 9.11).


def fights(state: StarWarsState) -> list[Action]:
    """Return every target in the same arena, tapped or not, and standing down (SW-9.7, 9.8, 9.10, SW-R22, SW-R49).

    [] without an enemy there: the unit can only stand down.
    """
    seat, (unit,) = state.local
    targets: list[Action] = [("battle", unit, other[ID]) for other in state.players[1 - seat].units[state.arena]]
    if targets:
        targets.append(("stand_down",))
    return targets


def _tap(state: StarWarsState, unit_id: int) -> Unit:
    state.unit_turns += 1
    _, _, unit = state.there(unit_id)
    return state.change(unit, tapped=True)


def one_acts(state: StarWarsState) -> bool:
    """Return True if the locals name one unit."""
    units = state.local.units
    return type(units) is tuple and len(units) == 1


def stand_down(state: StarWarsState, action: Action | None = None) -> None:
    """Tap the unit without a battle: by choice (SW-9.8), or since it has nobody to battle (SW-9.10, SW-R22)."""
    unit = _tap(state, state.local.units[0])
    kind, clause = ("stood_down", "SW-9.8") if action else ("stood_down.alone", "SW-9.10")
    state.note(kind, clause, state.local.seat, unit=unit, arena=ARENAS[state.arena].capitalize())
    state.local = ()


def declare(state: StarWarsState, action: Action) -> None:
    """Tap the unit and declare the battle of two (SW-9.9, 9.10, 9.11)."""
    seat = state.local.seat
    unit = _tap(state, action[1])
    state.battle = Battle(seat, action[1], action[2])
    state.note("battle", "SW-9.9", seat, unit=unit, target=state.there(action[2])[2])
    open_window(state)


# The windows (SW-9.12, 9.15, 9.17, 9.20, 10.2, 10.3, SW-R24).


def open_window(state: StarWarsState) -> None:
    """Open a window: Dark is asked first, nobody has passed (SW-R24)."""
    state.local = (state.dark, 0)


def both_here(state: StarWarsState) -> bool:
    """Return True while both battling units are in the arena (SW-R25)."""
    return battling_unit(state, 0) is not None and battling_unit(state, 1) is not None


def uses(state: StarWarsState) -> list[Action]:
    """Return the Battle cards and abilities of this window that the player asked can use (SW-2.15, 10.2)."""
    seat, moment = state.local[0], WINDOW[state.step.name]
    player, faces = state.players[seat], state.faces
    actions: list[Action] = []
    hand = player.hand
    if state.open_chance and UNSEEN in hand:  # an unseen card may be any Battle card
        hand = [*hand, *may_be(state, seat)]
    for card in hand:
        if moment in faces[card].moments and faces[card].category == BATTLE and can_play(state, seat, card, moment):
            action = ("play", card)
            if action not in actions:
                actions.append(action)
    for place, zone in enumerate(player.units):
        for unit in zone:
            if moment in faces[unit[CARDS][0]].moments and can_use(state, seat, place, unit, moment):
                actions.append(("use", unit[ID]))
    return actions


def can_play(state: StarWarsState, seat: int, card: int, moment: str) -> bool:
    """Return True if the Battle card's cost can be paid and its conditions hold (SW-8.1, 10.3)."""
    return (
        state.faces[card].cost <= state.players[seat].force
        and in_role(state, seat, card, moment)
        and has_its_unit(state, seat, card, moment)
    )


def ability(state: StarWarsState, card: int, moment: str) -> Ability:
    """Return the ability of a card that works in a window."""
    return state.game.cards[card].abilities[state.faces[card].moments[moment][0]]


def in_role(state: StarWarsState, seat: int, card: int, moment: str) -> bool:
    """Return True unless a Battle card asks that the player's unit was the attacker, and it was not (SW-2.15)."""
    attacks = ability(state, card, moment).requires.get("attacker")
    return not attacks or (state.battle is not None and bool(state.battle.seat == seat))


def has_its_unit(state: StarWarsState, seat: int, card: int, moment: str) -> bool:
    """Return True unless a Battle card needs the player's battling unit, and it has left its arena (SW-R29)."""
    _, program, requires = ability(state, card, moment)
    needed = requires.get("attacker") or any(needs_unit(verb, a) for verb, a in program)
    return not needed or battling_unit(state, seat) is not None


def needs_unit(verb: str, arguments: object) -> bool:
    """Return True if an instruction is about "your battling unit"."""
    return verb == "alter_damage" or (isinstance(arguments, dict) and arguments.get("unit") == "battling")


def can_use(state: StarWarsState, seat: int, place: int, unit: Unit, moment: str) -> bool:
    """Return True if a unit's ability works where it is, can be paid, and is not used up (SW-4.10, 10.1, 10.4)."""
    card = unit[CARDS][0]
    return (
        works_there(state, place, unit, moment)
        and is_battling_enough(state, unit, moment)
        and ability_price(state, card, moment) <= state.players[seat].force
        and not used_up(state, unit, moment)
    )


def works_there(state: StarWarsState, place: int, unit: Unit, moment: str) -> bool:
    """Return True if the ability works in this zone: in an arena, or retreated if it says so (SW-4.10, SW-R47)."""
    return bool(ability(state, unit[CARDS][0], moment).requires.get("retreated")) == (place == RETREATED)


def is_battling_enough(state: StarWarsState, unit: Unit, moment: str) -> bool:
    """Return True unless the ability asks for the unit to be in this battle and it is not."""
    battle, requires = state.battle, ability(state, unit[CARDS][0], moment).requires
    if battle is None:
        return False
    if requires.get("attacker"):
        return bool(unit[ID] == battle.attacker)
    return not requires.get("battling") or unit[ID] in (battle.attacker, battle.target)


def ability_price(state: StarWarsState, card: int, moment: str) -> int:
    """Return the Force points that using the ability costs."""
    return int(ability(state, card, moment).requires.get("force", 0))


def used_up(state: StarWarsState, unit: Unit, moment: str) -> bool:
    """Return True if the ability is limited and has been used in this battle."""
    card = unit[CARDS][0]
    place = state.faces[card].moments[moment][0]
    once = ability(state, card, moment).requires.get("once")
    return bool(once) and state.battle is not None and (unit[ID], place) in state.battle.used


def play(state: StarWarsState, action: Action) -> None:
    """Show a Battle card, pay for it and carry it out; it is discarded afterwards (SW-10.3, 8.1, 14.3)."""
    seat, card = state.local[0], action[1]
    player, face = state.players[seat], state.faces[card]
    player.hand.remove(card if card in player.hand else UNSEEN)
    player.force -= face.cost
    state.note("played", "SW-10.3", seat, card=card, cost=face.cost)
    place = face.moments[WINDOW[state.step.name]][0]
    battling = battling_unit(state, seat)
    state.argument = Resolving(card, place, 0, seat, battling[2][ID] if battling else 0, 0, (), 0, True)


def use(state: StarWarsState, action: Action) -> None:
    """Pay for a unit's ability and carry it out (SW-10.2)."""
    seat, moment = state.local[0], WINDOW[state.step.name]
    _, _, unit = state.there(action[1])
    card = unit[CARDS][0]
    place = state.faces[card].moments[moment][0]
    cost = ability_price(state, card, moment)
    state.players[seat].force -= cost
    battle = battle_of(state)
    if state.game.cards[card].abilities[place].requires.get("once"):
        state.battle = battle._replace(used=(*battle.used, (unit[ID], place)))
    state.note("used", "SW-10.2", seat, unit=card, cost=cost)
    state.argument = Resolving(card, place, 0, seat, unit[ID], 0, (), 0, False)


# Dice and damage (SW-9.13 to 9.19).


def count_dice(state: StarWarsState) -> None:
    """Fix how many dice each side rolls: its Power now, attacker and defender alike (SW-9.14, SW-R23, SW-R26)."""
    battle = battle_of(state)
    counts = []
    for unit_id in (battle.attacker, battle.target):
        seat, place, unit = state.there(unit_id)
        counts.append(power(state, seat, place, unit))
    state.local = Rolling(counts[0], counts[1], ())


def next_die(state: StarWarsState) -> list[Action]:
    """Return the faces of the next die, [] when all are rolled: the attacker's first (SW-R26)."""
    attacker, defender, dice = state.local
    if len(dice) >= attacker + defender:
        return []
    return battle_faces(state) if state.open_chance else FACES


def roll(state: StarWarsState, action: Action) -> None:
    """Roll one die."""
    attacker, defender, dice = state.local
    dice = (*dice, action[1])
    if state.open_chance:  # in a proof the order of a side's dice means nothing
        dice = (*sorted(dice[:attacker]), *sorted(dice[attacker:]))
    state.local = tuple.__new__(Rolling, (attacker, defender, dice))  # as its constructor, in half the time


def rolled(state: StarWarsState) -> None:
    """All dice lie: both sides see them; window 2 opens (SW-9.14)."""
    battle, (attacker, _, dice) = battle_of(state), state.local
    own, other = dice[:attacker], dice[attacker:]
    state.battle = Battle(battle.seat, battle.attacker, battle.target, (own, other), (0, 0), battle.used)
    if state.listener is not None:
        for seat, dice in ((battle.seat, own), (1 - battle.seat, other)):
            faces = ", ".join(map(str, dice))
            kind = "rolled" if faces else "rolled.none"
            clause = "SW-9.14" if faces else "SW-R26"
            state.note(kind, clause, seat, unit=_battler(state, seat), dice=faces)
    open_window(state)


def _battler(state: StarWarsState, seat: int) -> str:
    battle = state.battle
    found = None if battle is None else state.find(battle.unit_of(seat))
    return "" if found is None else state.name(found[2][CARDS][0])


def count_hits(state: StarWarsState) -> None:
    """Count each side's 4, 5 and 6: the damage it is about to deal (SW-9.16); window 3 opens."""
    battle = battle_of(state)
    counting = hit_faces(state, state.arena)
    own, other = battle.dice
    deals = len([die for die in own if die in counting]), len([die for die in other if die in counting])
    state.battle = Battle(battle.seat, battle.attacker, battle.target, battle.dice, deals, battle.used)
    if state.listener is not None:
        for seat, count in ((battle.seat, deals[0]), (1 - battle.seat, deals[1])):
            state.note("hits", "SW-9.16", seat, unit=_battler(state, seat), count=count)
    open_window(state)


def place_damage(state: StarWarsState) -> None:
    """Both units get their damage at once; whatever has too much is destroyed (SW-9.18, 9.19, SW-R27)."""
    battle = battle_of(state)
    for seat in (1 - battle.seat, battle.seat):
        found, count = battling_unit(state, seat), battle.deals[battle.side(1 - seat)]
        if found and count:
            put_damage(state, seat, found[2], count, "SW-9.18")
    if battle.deals != (0, 0):
        check(state, battle.unit_of(0), battle.unit_of(1))
    open_window(state)


def cut_short(state: StarWarsState) -> None:
    """A battling unit has left: no further dice, hits or damage; window 4 opens (SW-R25)."""
    state.note("cut_short", "SW-R25", state.dark)
    open_window(state)


def close_battle(state: StarWarsState) -> None:
    """The battle is over; effects that last for it end (SW-9.20, SW-R30)."""
    if state.battle is not None:
        state.note("battle_over", "SW-9.20", state.battle.seat)
    state.battle = None
    state.local = ()
    end_effects(state)
