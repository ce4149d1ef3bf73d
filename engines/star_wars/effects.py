"""Effects of cards, whose text wins over a rule (SW-R48): the verbs, their choices, and what sets them off.

The procedure EFFECT carries out one ability; its locals are a `Resolving`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.core import programs
from engines.core.flow import who
from engines.core.state import Action
from engines.star_wars.authoring import BATTLE, KINDS, MISSION
from engines.star_wars.automatic import check, draw, gain_force
from engines.star_wars.cards import VALUES
from engines.star_wars.state import (
    CARDS,
    DAMAGE,
    EFFECTS,
    ID,
    IN_BATTLE,
    RETREATED,
    Resolving,
    StarWarsState,
    Unit,
    merged,
    seats,
)

Arguments = Mapping[str, Any]

# Setting abilities off.


def set_off(state: StarWarsState, seat: int, card: int, moment: str, unit: int = 0, retreated: bool = False) -> None:
    """Queue the abilities of `card` that work at `moment` where it lies (SW-4.10, SW-R47)."""
    for place in state.faces[card].moments.get(moment, ()):
        if bool(state.game.cards[card].abilities[place].requires.get("retreated")) == retreated:
            state.waiting = (*state.waiting, (seat, card, place, unit))


def something_waits(state: StarWarsState) -> bool:
    """Return True if abilities have been set off and not carried out."""
    return bool(state.waiting)


def next_in_line(state: StarWarsState) -> list[tuple[int, int, int, int]]:
    """Return the waiting abilities of the player whose turn it is to pick: Dark's first (SW-R46).

    Abilities whose order cannot matter, since each only gains Force or heals its own unit, are taken as they come.
    """
    for seat in seats(state):
        mine = [ability for ability in state.waiting if ability[0] == seat]
        if mine:
            return mine if any(_order_matters(state, ability) for ability in mine) else mine[:1]
    return []


def _order_matters(state: StarWarsState, waiting: tuple[int, int, int, int]) -> bool:
    program = state.game.cards[waiting[1]].abilities[waiting[2]].program
    return not all(verb == "gain" or (verb == "heal" and a["unit"] == "self") for verb, a in program)


def begin(state: StarWarsState, ability: tuple[int, int, int, int]) -> None:
    """Take a waiting ability out of the line and hand it to EFFECT."""
    waiting = list(state.waiting)
    waiting.remove(ability)
    state.waiting = tuple(waiting)
    seat, card, place, unit = ability
    state.argument = Resolving(card, place, 0, seat, unit, 0, (), 0, False)
    if state.events is not None:
        state.note("ability", clause(state, card, place), seat, card=state.name(card))


CLAUSES = {MISSION: "SW-7.12", "command_start": "SW-6.7", "deployed": "SW-7.7"}


def clause(state: StarWarsState, card: int = -1, place: int = -1) -> str:
    """Return the clause by which an ability happens, by default the one that is being carried out."""
    if card < 0:
        card, place = state.local.card, state.local.ability
    found = state.game.cards[card]
    return "SW-10.3" if found.category == BATTLE else CLAUSES.get(found.abilities[place].when, "SW-10.2")


# Carrying one out. Everything happens at once; nobody can respond (SW-R24, SW-R16).


def resolve(state: StarWarsState) -> None:
    """Carry out the program until it is finished or must ask; a used card is then discarded (SW-14.3)."""
    programs.carry_out(state, _do, _stops)
    if programs.instruction(state) is not None:
        return
    local = state.local
    if local.used:
        state.players[local.seat].discard.append(local.card)
        if state.events is not None:
            state.note("used_up", "SW-14.3", local.seat, card=state.name(local.card))


def _stops(state: StarWarsState, verb: str, arguments: Arguments) -> bool:
    local = state.local
    if verb == "choose":
        return bool(objects(state, local.seat, arguments))
    if verb == "choose_dice":
        return bool(own_dice(state, local.seat))
    if verb == "reroll":
        return bool(local.dice)
    return False


def _do(state: StarWarsState, verb: str, arguments: Arguments) -> None:
    if verb in ("choose", "choose_dice", "reroll"):  # nothing there to choose: as much as possible is done (SW-R16)
        state.local = state.local._replace(chosen=0) if verb == "choose" else state.local._replace(dice=())
        if state.events is not None and verb != "reroll":
            state.note("nothing_to_choose", "SW-R16", state.local.seat, card=state.name(state.local.card))
        return
    DOES[verb](state, state.local.seat, arguments)


def next_part(state: StarWarsState) -> str:
    """Return what the program stands at: a choice, dice to pick, dice to reroll, or its end."""
    found = programs.instruction(state)
    return "done" if found is None else found[0]


# Choices.


@who("controller of the effect")
def chooser(state: StarWarsState) -> int:
    """Return who chooses: the effect's controller."""
    return int(state.local.seat)


def arguments_here(state: StarWarsState) -> tuple[str, Arguments]:
    """Return the instruction at which the program stands."""
    found = programs.instruction(state)
    assert found is not None
    return found


def objects(state: StarWarsState, seat: int, arguments: Arguments) -> list[Action]:
    """Return what an effect of `seat` may choose, as actions: units in play, or cards under construction."""
    side = seat if arguments["whose"] == "own" else 1 - seat
    player = state.players[side]
    if arguments["what"] == "build":
        return [("choose_build", (side, at)) for at in range(len(player.building))]
    return [
        ("choose", unit[ID]) for place, zone in enumerate(player.units) if in_reach(place, arguments) for unit in zone
    ]


def in_reach(place: int, arguments: Arguments) -> bool:
    """Return True if a choice reaches units in this zone: its arena, or the retreated ones (SW-R22)."""
    if arguments["retreated"]:
        return place == RETREATED
    return place != RETREATED and arguments["kind"] in (None, KINDS[place])


def choices(state: StarWarsState) -> list[Action]:
    """Return the objects that may be chosen, [] if there is only one."""
    found = choosable(state)
    return found if len(found) > 1 else []


def choosable(state: StarWarsState) -> list[Action]:
    """Return the objects that may be chosen, also a single one."""
    return objects(state, state.local.seat, arguments_here(state)[1])


def choose(state: StarWarsState, action: Action) -> None:
    """Remember the chosen object and go on with the program."""
    local, thing = state.local, action[1]
    facts: dict[str, Any]
    if action[0] == "choose":
        kind, facts = "chosen", {"unit": state.name(state.there(thing)[2][CARDS][0])}
        programs.go_on(state, chosen=thing)
    else:
        side, at = thing
        kind, facts = "chosen.build", {"place": at + 1}
        programs.go_on(state, chosen=_build_code(side, at))
    if state.events is not None:
        state.note(kind, clause(state), local.seat, card=state.name(local.card), **facts)


def choose_only(state: StarWarsState) -> None:
    """Choose the only object there is."""
    choose(state, objects(state, state.local.seat, arguments_here(state)[1])[0])


def _build_code(side: int, at: int) -> int:
    return -1 - 2 * at - side


def _chosen_build(code: int) -> tuple[int, int]:
    return (-1 - code) % 2, (-1 - code) // 2


# Dice (SW-R26).


def own_dice(state: StarWarsState, seat: int) -> tuple[int, ...]:
    """Return the dice a player rolled in this battle."""
    battle = state.battle
    return battle.dice[battle.side(seat)] if battle is not None else ()


def dice_wanted(state: StarWarsState) -> int | None:
    """Return how many dice must be chosen, None for any number."""
    count = arguments_here(state)[1]["count"]
    return None if count is None else min(count, len(own_dice(state, state.local.seat)))


def dice_choices(state: StarWarsState) -> list[Action]:
    """Return the dice that may be chosen next, in any order, and being done if any number may be chosen."""
    local = state.local
    count = len(own_dice(state, local.seat))
    picks: list[Action] = [("choose_die", die) for die in range(count) if die not in local.dice]
    return [*picks, ("done",)] if dice_wanted(state) is None else picks


def choose_die(state: StarWarsState, action: Action) -> None:
    """Choose one die; go on when as many are chosen as the effect says. The order of choosing makes no difference."""
    local = state.local
    wanted = dice_wanted(state)
    dice = tuple(sorted((*local.dice, action[1])))
    if len(dice) == wanted:
        programs.go_on(state, dice=dice, left=len(dice))
    else:
        state.local = local._replace(dice=dice)


def dice_chosen(state: StarWarsState, action: Action) -> None:
    """Enough dice are chosen."""
    programs.go_on(state, left=len(state.local.dice))


def still_choosing(state: StarWarsState) -> bool:
    """Return True while more dice must or may be chosen."""
    return next_part(state) == "choose_dice"


def reroll(state: StarWarsState, action: Action) -> None:
    """Put a new result in the place of the next chosen die (SW-R26: rerolls in order of use)."""
    local, battle = state.local, state.battle
    assert battle is not None
    seat, die = local.seat, local.dice[-local.left]
    dice = list(own_dice(state, seat))
    if state.events is not None:
        state.note("rerolled", "SW-9.15", seat, old=dice[die], face=action[1])
    dice[die] = action[1]
    if state.open_chance and local.left == 1:  # in a proof the order of a side's dice means nothing
        dice.sort()
    both = list(battle.dice)
    both[battle.side(seat)] = tuple(dice)
    state.battle = battle._replace(dice=(both[0], both[1]))
    if local.left > 1:
        state.local = local._replace(left=local.left - 1)
    else:
        programs.go_on(state, dice=(), left=0)


def more_rerolls(state: StarWarsState) -> bool:
    """Return True while chosen dice are left to be rerolled."""
    return bool(state.local.left)


# The verbs. Each does as much as it can (SW-R16).


def target(state: StarWarsState, seat: int, which: str) -> tuple[int, int, Unit] | None:
    """Return (seat, zone, unit) of the unit an effect means: the battling, the chosen, or the card's own one."""
    if which == "battling":
        return battling_unit(state, seat)
    unit_id = state.local.chosen if which == "chosen" else state.local.unit
    return state.find(unit_id) if unit_id > 0 else None


def battling_unit(state: StarWarsState, seat: int) -> tuple[int, int, Unit] | None:
    """Return a player's unit in the present battle while it is in the arena, or None (SW-R25, SW-R29)."""
    battle = state.battle
    if battle is None:
        return None
    found = state.find(battle.unit_of(seat))
    return found if found is not None and found[1] == state.arena else None


def _damage(state: StarWarsState, seat: int, a: Arguments) -> None:
    found = target(state, seat, "chosen")
    if found:
        put_damage(state, found[0], found[2], a["count"], clause(state))
        check(state, found[2][ID])


def put_damage(state: StarWarsState, side: int, unit: Unit, count: int, by: str) -> None:
    """Put damage counters on a unit, where they stay and add up (SW-4.6, 14.2)."""
    state.change(unit, damage=unit[DAMAGE] + count)
    if state.events is not None:
        state.note("damaged", by, side, unit=state.name(unit[CARDS][0]), count=count, damage=unit[DAMAGE] + count)


def _heal(state: StarWarsState, seat: int, a: Arguments) -> None:
    found = target(state, seat, a["unit"])
    count = min(a["count"], found[2][DAMAGE]) if found else 0
    if found and count:
        state.change(found[2], damage=found[2][DAMAGE] - count)
        if state.events is not None:
            left = found[2][DAMAGE] - count
            state.note("healed", clause(state), found[0], unit=state.name(found[2][CARDS][0]), count=count, damage=left)


def _sabotage(state: StarWarsState, seat: int, a: Arguments) -> None:
    if state.local.chosen < 0:
        side, at = _chosen_build(state.local.chosen)
        card, counters, shown = state.players[side].building[at]
        count = min(a["count"], counters)
        state.players[side].building[at] = (card, counters - count, shown)
        if state.events is not None:
            state.note("sabotaged", clause(state), side, count=count, left=counters - count)


def _draw(state: StarWarsState, seat: int, a: Arguments) -> None:
    draw(state, seat, a["count"], clause(state))


def _gain(state: StarWarsState, seat: int, a: Arguments) -> None:
    if a["who"] == "more_units":
        place = state.faces[state.local.card].kind
        counts = [len(player.units[place]) for player in state.players]
        if counts[0] == counts[1]:
            return
        seat = counts.index(max(counts))
    gain_force(state, seat, a["force"], clause(state))


def _modify(state: StarWarsState, seat: int, a: Arguments) -> None:
    found = target(state, seat, a["unit"])
    if found:
        lasts = IN_BATTLE if a["until"] == "battle" else 0
        effects = tuple((value + lasts, a[name]) for value, name in enumerate(VALUES) if a[name])
        state.change(found[2], effects=merged((*found[2][EFFECTS], *effects)))
        if state.events is not None:
            for value, amount in effects:
                facts: dict[str, Any] = {"value": VALUES[value - lasts].capitalize(), "amount": f"{amount:+d}"}
                state.note(f"modified.{a['until']}", "SW-R30", found[0], unit=state.name(found[2][CARDS][0]), **facts)
        check(state, found[2][ID])


def _alter_damage(state: StarWarsState, seat: int, a: Arguments) -> None:
    battle = state.battle
    assert battle is not None
    dealer = seat if a["due"] == "dealt" else 1 - seat
    side, deals = battle.side(dealer), list(battle.deals)
    deals[side] = max(0, deals[side] + a["count"])  # never below 0 (SW-R27)
    state.battle = battle._replace(deals=(deals[0], deals[1]))
    if state.events is not None:
        state.note("damage_altered", "SW-9.17", dealer, count=deals[side])


def _untap(state: StarWarsState, seat: int, a: Arguments) -> None:
    found = target(state, seat, a["unit"])
    if found:
        state.change(found[2], tapped=False)
        if state.events is not None:
            state.note("untapped_unit", clause(state), seat, unit=state.name(found[2][CARDS][0]))


def _retreat(state: StarWarsState, seat: int, a: Arguments) -> None:
    found = target(state, seat, a["unit"])
    if found:
        state.change(found[2], tapped=True, to=RETREATED)
        if state.events is not None:
            state.note("left_battle", "SW-R25", found[0], unit=state.name(found[2][CARDS][0]))
        check(state, found[2][ID])


DOES: dict[str, Callable[[StarWarsState, int, Arguments], None]] = {
    "damage": _damage,
    "heal": _heal,
    "sabotage": _sabotage,
    "draw": _draw,
    "gain": _gain,
    "modify": _modify,
    "alter_damage": _alter_damage,
    "untap": _untap,
    "retreat": _retreat,
}
