"""The effects of cards, which override the rules (SW-R48): their choices and triggers."""

from __future__ import annotations

from functools import partial
from typing import Any

from engines.kernel import programs
from engines.kernel.state import Action
from engines.kit import kit
from engines.legal.arguments import ability_waiting
from engines.legal.card_programs import has_ability
from engines.legal.notation import number_name
from engines.star_wars import repairs
from engines.star_wars.cards import KINDS
from engines.star_wars.heuristics import build_chosen, die_chosen, unit_chosen
from engines.star_wars.requirements import ANY_UNIT, Found, name_of, need, need_of_unit, needs
from engines.star_wars.state import (
    ID,
    RETREATED,
    Resolving,
    StarWarsState,
    battle_of,
    dice_player,
    own_dice,
    seats_in_order,
)
from engines.star_wars.verbs import VERBS, Arguments, build_code, clause_of_ability

# Triggering abilities.


def set_off(state: StarWarsState, seat: int, card: int, moment: str, unit: int = 0, retreated: bool = False) -> None:
    """Queue the abilities of `card` for `moment` (SW-4.10, SW-R47).

    unit : the id of the unit that has them, or 0. retreated : whether to queue those that work in the build zone,
    rather than those that work in an arena.
    """
    for place in state.faces[card].moments.get(moment, ()):
        if not has_ability(state, card, place, unit):
            continue
        if bool(state.game.cards[card].abilities[place].requires.get("retreated")) == retreated:
            state.waiting = (*state.waiting, (seat, card, place, unit))


def next_in_line(state: StarWarsState) -> list[tuple[int, int, int, int]]:
    """Return the waiting abilities of the player who chooses the next one; Dark chooses first (SW-R46).

    If each of them only gains Force or heals its own unit, their order cannot matter, and only the first is returned.
    """
    for seat in seats_in_order(state):
        mine = [ability for ability in state.waiting if ability[0] == seat]
        if mine:
            return mine if any(_order_matters(state, ability) for ability in mine) else mine[:1]
    return []


def _order_matters(state: StarWarsState, waiting: tuple[int, int, int, int]) -> bool:
    ability = state.game.cards[waiting[1]].abilities[waiting[2]]
    program = ability.program
    return bool(ability.does) or not all(
        verb == "gain" or (verb == "heal" and a["unit"] == "self") for verb, a in program
    )


def begin_ability(state: StarWarsState, ability: tuple[int, int, int, int]) -> None:
    """Take a waiting ability out of the queue and hand it to EFFECT."""
    programs.take_out(state, ability)
    seat, card, place, unit = ability
    state.call_arguments = Resolving(card, place, 0, seat, unit, 0, (), 0, False)
    state.note("ability", clause_of_ability(state, card, place), seat, card=card)


# Carrying out an ability: all of it at one time, and without a response (SW-R24, SW-R16).


def resolve_program(state: StarWarsState) -> None:
    """Carry out the program until it ends or requires a choice; at the end a used card is discarded (SW-14.3)."""
    if not programs.run_program(state, _do, _stops):
        return
    local = state.procedure_locals
    if local.used:
        state.players[local.seat].discard.append(local.card)
        state.note("used_up", "SW-14.3", local.seat, card=local.card)


def _stops(state: StarWarsState, verb: str, arguments: Arguments) -> bool:
    local = state.procedure_locals
    if verb == "choose":
        return bool(find_objects(state, local.seat, arguments))
    if verb == "choose_dice":
        return bool(own_dice(state, dice_player(state)))
    if verb == "reroll":
        return bool(local.dice)
    return False


def _do(state: StarWarsState, verb: str, arguments: Arguments) -> None:
    if verb in ("choose", "choose_dice", "reroll"):  # there is nothing to choose, so this part is skipped (SW-R16)
        state.procedure_locals = (
            state.procedure_locals._replace(chosen=0) if verb == "choose" else state.procedure_locals._replace(dice=())
        )
        if verb != "reroll":
            state.note("nothing_to_choose", "SW-R16", state.procedure_locals.seat, card=state.procedure_locals.card)
        return
    VERBS[verb].do(state, state.procedure_locals.seat, arguments)


# Choices.


def find_objects(state: StarWarsState, seat: int, arguments: Arguments) -> list[Action]:
    """Return, as actions, what an effect of `seat` may choose: units in play, or cards under construction."""
    side = seat if arguments["whose"] == "own" else 1 - seat
    player = state.players[side]
    if arguments["what"] == "build":
        return [("choose_build", (side, at)) for at in range(len(player.building))]
    return [
        ("choose", unit[ID]) for place, zone in enumerate(player.units) if in_reach(place, arguments) for unit in zone
    ]


def in_reach(place: int, arguments: Arguments) -> bool:
    """Return True if an effect can choose units in this zone: an arena, or the retreated units (SW-R22)."""
    if arguments["retreated"]:
        return place == RETREATED
    return place != RETREATED and arguments["kind"] in (None, KINDS[place])


def list_choices(state: StarWarsState) -> list[Action]:
    """Return, as actions, the objects that may be chosen."""
    return find_objects(state, state.procedure_locals.seat, programs.current_instruction(state)[1])


def choose_object(state: StarWarsState, action: Action) -> None:
    """Store the chosen object and continue with the program."""
    local, thing = state.procedure_locals, action[1]
    facts: dict[str, Any]
    if action[0] == "choose":
        kind, facts = "chosen", {"unit": state.there(thing)[2]}
        programs.advance_program(state, chosen=thing)
    else:
        side, at = thing
        kind, facts = "chosen.build", {"place": at + 1}
        programs.advance_program(state, chosen=build_code(side, at))
    state.note(kind, clause_of_ability(state), local.seat, card=local.card, **facts)


# Dice (SW-R26).


def dice_wanted(state: StarWarsState) -> int | None:
    """Return the number of dice to choose; None if any number may be chosen."""
    count = programs.current_instruction(state)[1]["count"]
    return None if count is None else min(count, len(own_dice(state, dice_player(state))))


def dice_choices(state: StarWarsState) -> list[Action]:
    """Return, as actions, the dice that may be chosen next, and stopping if any number may be chosen."""
    local = state.procedure_locals
    count = len(own_dice(state, dice_player(state)))
    picks: list[Action] = [("choose_die", die) for die in range(count) if die not in local.dice]
    return [*picks, ("done",)] if dice_wanted(state) is None else picks


def choose_die(state: StarWarsState, action: Action) -> None:
    """Choose one die; continue with the program once the number that the effect requires is reached.

    The order of the choices makes no difference.
    """
    local = state.procedure_locals
    wanted = dice_wanted(state)
    dice = tuple(sorted((*local.dice, action[1])))
    if len(dice) == wanted:
        programs.advance_program(state, dice=dice, left=len(dice))
    else:
        state.procedure_locals = local._replace(dice=dice)


def dice_chosen(state: StarWarsState, action: Action) -> None:
    """End the choice of dice."""
    programs.advance_program(state, left=len(state.procedure_locals.dice))


def still_choosing(state: StarWarsState) -> bool:
    """Return True while more dice must or may be chosen."""
    return programs.next_verb(state) == "choose_dice"


def reroll_die(state: StarWarsState, action: Action) -> None:
    """Reroll the next chosen die; dice are rerolled in the order in which they are used (SW-R26)."""
    local, battle = state.procedure_locals, battle_of(state)
    seat, die = dice_player(state), local.dice[-local.left]
    dice = list(own_dice(state, seat))
    state.note("rerolled", "SW-9.15", seat, old=dice[die], face=action[1])
    dice[die] = action[1]
    if state.open_chance and local.left == 1:  # in a proof the order of a side's dice does not matter
        dice.sort()
    both = list(battle.dice)
    both[battle.side(seat)] = tuple(dice)
    state.battle = battle._replace(dice=(both[0], both[1]))
    if local.left > 1:
        state.procedure_locals = local._replace(left=local.left - 1)
    else:
        programs.advance_program(state, dice=(), left=0)


def more_rerolls(state: StarWarsState) -> bool:
    """Return True while there are chosen dice to reroll."""
    return bool(state.procedure_locals.left)


# Needs, and their repairs.


def _asked_for(state: StarWarsState) -> Arguments:
    """Return the arguments of the choice that the effect requires."""
    return programs.current_instruction(state)[1]


def _clause_of(state: StarWarsState, seat: int, action: Action) -> str:
    """Return the clause of the effect that requires the choice."""
    return clause_of_ability(state)


def _source(state: StarWarsState, seat: int, thing: object) -> str:
    return state.name(state.procedure_locals.card)


def _side_of(thing: Found | tuple[int, int]) -> int:
    """Return the owner of a unit or of a card under construction; -1 if the unit is not in play."""
    return thing[0] if thing else -1


def _object_name(state: StarWarsState, seat: int, thing: Found | tuple[int, int]) -> str | kit.Phrase:
    """Return the name of the object in the action: a unit, or a card under construction."""
    if thing is None or len(thing) > 2:
        return name_of(state, thing)
    side, at = thing
    return state.name(state.players[side].building[at][0]) if side == seat else kit.Phrase("part.face_down")


need_of_effect = partial(need, clause=_clause_of, essential=True, source=_source, thing=_object_name)


def asks_for(what: str) -> kit.Need:
    """Return the need that the effect asks for `what`: a unit, or a card under construction."""
    return need(
        f"asks_{what}", _clause_of, lambda s, seat, thing: _asked_for(s)["what"] == what, essential=True, source=_source
    )


def asks_whose(whose: str) -> kit.Need:
    """Return the need that the object is on the side `whose` ("own" or "rival") if the effect asks for that side."""
    own = whose == "own"
    return need_of_effect(
        f"asks_{whose}",
        holds=lambda s, seat, thing: _asked_for(s)["whose"] != whose or _side_of(thing) == (seat if own else 1 - seat),
    )


def _reached(state: StarWarsState, found: Found) -> bool:
    """Return True if the effect can choose units in the zone where this unit is."""
    assert found is not None
    return in_reach(found[1], _asked_for(state))


def _put_in_reach(state: StarWarsState, seat: int, unit_id: int) -> None:
    """Replace the chosen unit with one that the effect can choose."""
    arguments = _asked_for(state)
    if arguments["retreated"]:
        repairs.retreat_unit(state, seat, unit_id)
        return
    _, _, unit = state.there(unit_id)
    kind = KINDS.index(arguments["kind"]) if arguments["kind"] else repairs.kind_of(state, unit)
    if repairs.kind_of(state, unit) != kind:
        unit = state.change(unit, cards=(repairs.plain_unit(state, kind),))
    state.change(unit, to=kind)


need_of_reach = partial(
    need_of_unit,
    clause=_clause_of,
    make_true=_put_in_reach,
    source=_source,
    reach=lambda s, seat, unit: (_asked_for(s)["kind"] or "").capitalize(),
)
REACH = (
    need_of_reach("reaches_retreated", holds=lambda s, seat, unit: _reached(s, unit) or not _asked_for(s)["retreated"]),
    need_of_reach(
        "reaches_arenas", holds=lambda s, seat, unit: unit[1] != RETREATED or _reached(s, unit), essential=True
    ),
    need_of_reach("reaches_arena", holds=lambda s, seat, unit: _reached(s, unit) or not _asked_for(s)["kind"]),
)
ASKS_WHOSE = (asks_whose("own"), asks_whose("rival"))


def _spell_build(state: StarWarsState, seat: int, place: tuple[int, int]) -> str:
    """Return how a card under construction is written: by its name, or if it is the rival's by its place."""
    side, at = place
    if side != seat:
        return f"build {at + 1}"
    building = state.players[side].building
    same = [one for one, build in enumerate(building) if build[0] == building[at][0]]
    return number_name(state.name(building[at][0]), [building[one] for one in same], same.index(at))


ANY_BUILD = kit.Argument(
    _spell_build,
    lambda s, seat, place: [f"{place[0]}.construction.{place[1]}"],
    lambda s, seat: [(side, at) for side, player in enumerate(s.players) for at in range(len(player.building))],
)
DIE: kit.Argument[StarWarsState] = kit.Argument(
    lambda s, seat, die: str(die + 1),
    lambda s, seat, die: [f"{dice_player(s)}.dice.{die}"],
    lambda s, seat: list(range(len(own_dice(s, dice_player(s))))) if type(s.procedure_locals) is Resolving else [],
)
DIE_FREE = need(
    "die_free",
    _clause_of,
    lambda s, seat, die: ("choose_die", die) in dice_choices(s),
    lambda s, seat, die: setattr(s, "procedure_locals", s.procedure_locals._replace(dice=())),
)

ANY_NUMBER = needs(
    "any_number",
    "SW-10.1",
    lambda s, seat, a: s.step.name != "DICE" or dice_wanted(s) is None,
    wanted=lambda s, seat, a: dice_wanted(s),
)

choosing = kit.actions_with(clause="SW-10.1", do=choose_object, to="EFFECT")
CHOOSE = choosing("choose", words="a unit", looks=unit_chosen, unit=(ANY_UNIT, asks_for("unit"), *ASKS_WHOSE, *REACH))
CHOOSE_BUILD = choosing(
    "choose_build", words="a build", looks=build_chosen, place=(ANY_BUILD, asks_for("build"), *ASKS_WHOSE)
)
MORE_DICE = kit.If(still_choosing, "one more", "DICE", "chosen", "EFFECT")
CHOOSE_DIE: kit.Kind[StarWarsState] = kit.action(
    "choose_die", "SW-10.1", choose_die, MORE_DICE, "", looks=die_chosen, die=(DIE, DIE_FREE)
)
RESOLVE: kit.Kind[StarWarsState] = kit.action("resolve", "SW-R46", waiting=ability_waiting())
