"""A beginner's judgement: points for actions and positions. It uses only what the player who acts may see."""

from __future__ import annotations

from functools import cache
from math import comb

from engines.kernel.state import Action
from engines.star_wars.automatic import battling_unit
from engines.star_wars.cards import EQUIPMENT, HEALTH, LOCATION, MISSION, POWER, STACK_BONUS, UNIT, UNSEEN
from engines.star_wars.state import (
    CARDS,
    DAMAGE,
    GEAR,
    RETREATED,
    StarWarsState,
    Unit,
    dice_player,
    own_dice,
    own_unit_of,
    stack_with,
)
from engines.star_wars.values import (
    contest_value,
    controller_of,
    counters_needed,
    current_health,
    current_power,
    hit_faces,
    price_on_top,
    stack_cost,
)

# Setup.


def mulligan_taken(state: StarWarsState, seat: int, action: Action) -> float:
    """Return the value of a mulligan, which is positive if the hand has at most four units."""
    return 1 if sum(state.faces[card].category == UNIT for card in state.players[seat].hand) <= 4 else -1


def unit_deployed(state: StarWarsState, seat: int, action: Action) -> float:
    """Return the value of deploying a unit: higher if it is strong for its cost and the arena has few others."""
    face = state.faces[action[1]]
    crowd = len(state.players[seat].units[face.kind])
    strength = (face.values[POWER] * 2 + face.values[HEALTH]) / (face.cost + 2)
    return 10 - 2 * crowd + strength


def part_built(state: StarWarsState, seat: int, action: Action) -> float:
    """Return the value of a part-built card, which is higher for a cheap unit."""
    face = state.faces[action[1]]
    return 10 - face.cost if face.category == UNIT else 1


# The build step.


def _need(state: StarWarsState, seat: int, card: int) -> int:
    """Return the counters that a card needs to be completed in the way that looks best."""
    unit = own_unit_of(state, seat, card)
    if unit is None:
        return counters_needed(state, card, seat)
    return max(1, price_on_top(state, unit, card)) if _better_on_top(state, seat, card) else 1


def _better_on_top(state: StarWarsState, seat: int, card: int) -> bool:
    unit = own_unit_of(state, seat, card)
    if unit is None:
        return False
    old, new = state.faces[unit[CARDS][0]], state.faces[card]
    return new.cost >= old.cost and _print_strength(new.values) > _print_strength(old.values)


def _print_strength(values: tuple[int, int, int]) -> float:
    return values[POWER] * 2 + values[HEALTH] + values[0] / 50


def _wanted(state: StarWarsState, seat: int, card: int) -> float:
    """Return how much the player wants a card completed now; 0 or less means not now."""
    face, player = state.faces[card], state.players[seat]
    if face.category == UNIT:
        own, rival = (len(state.players[side].units[face.kind]) for side in (seat, 1 - seat))
        return 6 + _print_strength(face.values) / (face.cost + 1) + (4 if not own else 2 if rival >= own else 0)
    if face.category == EQUIPMENT:
        return 3
    if face.category == LOCATION:
        return 0 if state.location(face.kind) >= 0 else 1
    if face.category == MISSION:
        verbs = [verb for verb, _ in state.game.cards[card].abilities[0].program]
        if "heal" in verbs:
            return 5 if any(unit[DAMAGE] for unit in player.units[RETREATED]) else 0
        if "sabotage" in verbs:
            return 4 if any(counters > 1 for _, counters, _ in state.players[1 - seat].building) else 0
        return 4
    return 0


def build_begun(state: StarWarsState, seat: int, action: Action) -> float:
    """Return the value of starting a build.

    It is positive if the card is wanted, and needs no build points or there are some that no build under way needs.
    """
    player, card = state.players[seat], action[1]
    open_need = sum(
        max(0, _need(state, seat, other) - counters)
        for other, counters, _ in player.building
        if other != UNSEEN and _wanted(state, seat, other) > 0
    )
    wanted = _wanted(state, seat, card)
    spare = player.build - open_need
    if wanted <= 0 or (spare <= 0 and _need(state, seat, card) > 0):
        return -1
    return 30 + wanted - max(0, _need(state, seat, card) - spare)


def counters_added(state: StarWarsState, seat: int, action: Action) -> float:
    """Return the value of adding counters: high for just completing a card, positive for saving all points for one."""
    _, count, at = action
    player = state.players[seat]
    card, counters, _ = player.building[at]
    missing = _need(state, seat, card) - counters
    wanted = _wanted(state, seat, card)
    if count > missing or wanted <= 0:
        return -1
    if count == missing:
        return 60 + wanted
    return 10 + wanted + count / 10 if count == player.build else -1


def build_completed(state: StarWarsState, seat: int, action: Action) -> float:
    """Return the value of completing a card, which is high if the player wants it completed."""
    wanted = _wanted(state, seat, state.players[seat].building[action[1]][0])
    return 80 + wanted if wanted > 0 else -1


def joined_on_top(state: StarWarsState, seat: int, action: Action) -> float:
    """Return the value of completing a card on top of its stack, which is high if that looks best."""
    return 85 if _better_on_top(state, seat, state.players[seat].building[action[1]][0]) else -1


def joined_beneath(state: StarWarsState, seat: int, action: Action) -> float:
    """Return the value of completing a card beneath its stack, which is high if it should not go on top."""
    return -1 if joined_on_top(state, seat, action) > 0 else 84


def unit_redeployed(state: StarWarsState, seat: int, action: Action) -> float:
    """Return the value of returning a unit, which is high unless it is nearly destroyed and a healer is at hand."""
    _, place, unit = state.there(action[1])
    return 70 if current_health(state, seat, place, unit) - unit[DAMAGE] > 1 or not _healer(state, seat, unit) else -1


def _healer(state: StarWarsState, seat: int, unit: Unit) -> bool:
    """Return True if the player can remove damage from a retreated unit."""
    player = state.players[seat]
    cards = [unit[CARDS][0], *player.hand, *(card for card, _, _ in player.building)]
    programs = [ability.program for card in cards for ability in state.game.cards[card].abilities]
    return any(verb == "heal" for program in programs for verb, _ in program)


def gear_attached(state: StarWarsState, seat: int, action: Action) -> float:
    """Return the value of putting Equipment on a unit, which is higher for a strong unit in its arena."""
    _, place, unit = state.there(action[2])
    return 40 + current_power(state, seat, place, unit) - (20 if place == RETREATED else 0)


def gear_moved(state: StarWarsState, seat: int, action: Action) -> float:
    """Return the value of moving Equipment, which is positive if its bearer has retreated and the new one has not."""
    _, bearer, card, unit = action
    gain = gear_attached(state, seat, ("equip", card, unit)) - gear_attached(state, seat, ("equip", card, bearer))
    return gain if gain > WORTH_MOVING else -1


WORTH_MOVING = 10
"""How much stronger than the old bearer of Equipment the new one must look for a move to be worthwhile."""


def top_changed(state: StarWarsState, seat: int, action: Action) -> float:
    """Return the value of a new top card, which is positive if it is clearly stronger and the unit survives."""
    unit = stack_with(state, seat, action[1])
    assert unit is not None
    old, new = state.faces[unit[CARDS][0]].values, state.faces[action[1]].values
    gear = sum(state.faces[card].values[HEALTH] for card in unit[GEAR])
    survives = new[HEALTH] + gear + (len(unit[CARDS]) - 1) * STACK_BONUS[HEALTH] > unit[DAMAGE]
    return 20 if survives and _print_strength(new) > _print_strength(old) + 1 else -1


def unit_retreated(state: StarWarsState, seat: int, action: Action) -> float:
    """Return the value of a retreat: positive for a nearly destroyed unit that can be healed, if others stay."""
    _, place, unit = state.there(action[1])
    left = current_health(state, seat, place, unit) - unit[DAMAGE]
    alone = len(state.players[seat].units[place]) < 2
    enemies = state.players[1 - seat].units[place]
    worth_it = left <= 1 < stack_cost(state, unit) - 1 and enemies and not alone
    return 5 if worth_it and _healer(state, seat, unit) else -10  # otherwise the arena would be given up


# Contests.


def total_bid(state: StarWarsState, seat: int, action: Action) -> float:
    """Return the value of a bid: best just above what the rival's value requires, -1 if it exceeds the unit's worth."""
    total = action[1]
    need = contest_value(state, 1 - seat) - (contest_value(state, seat) - state.procedure_locals.bids[seat])
    if seat != state.dark:
        need += 1  # a tie goes to Dark
    found = state.character(seat, state.procedure_locals.identity)
    worth_it = 2 * stack_cost(state, found[1]) if found else 0
    if action[0] == "bid":
        return float(-abs(total - max(0, need)))
    if total > worth_it or state.procedure_locals.bids[seat] >= need:
        return -1
    return float(10 - abs(total - need)) if total >= need else -1


# Arena battles.


@cache
def _at_least(dice: int, hits: int, faces: int) -> float:
    """Return the probability of rolling at least this many hits."""
    if hits <= 0:
        return 1.0
    p = faces / 6
    return sum(comb(dice, k) * p**k * (1 - p) ** (dice - k) for k in range(hits, dice + 1))


def battle_fought(state: StarWarsState, seat: int, action: Action) -> float:
    """Return the value of a battle: the chance to destroy the target, less the risk of losing the unit."""
    place = state.arena
    own, other = state.there(action[1])[2], state.there(action[2])[2]
    faces = len(hit_faces(state, place))
    mine, theirs = current_power(state, seat, place, own), current_power(state, 1 - seat, place, other)
    own_left = current_health(state, seat, place, own) - own[DAMAGE]
    other_left = current_health(state, 1 - seat, place, other) - other[DAMAGE]
    kills, dies = _at_least(mine, other_left, faces), _at_least(theirs, own_left, faces)
    prize = stack_cost(state, other) + (4 if len(state.players[1 - seat].units[place]) == 1 else 0)
    price_paid = stack_cost(state, own) + (4 if len(state.players[seat].units[place]) == 1 else 0)
    wear = mine * faces / 6 / max(1, other_left) * prize - theirs * faces / 6 / max(1, own_left) * price_paid
    return 0.2 + kills * prize - dies * price_paid + 0.5 * wear


def unit_first(state: StarWarsState, seat: int, action: Action) -> float:
    """Return the value of letting one of the tied units act first, which is its Power."""
    return current_power(state, *state.there(action[1]))


# Windows.


def _dying(state: StarWarsState, seat: int) -> float:
    """Return the probability that the player's battling unit falls in this battle, before the dice are rolled."""
    mine, other = battling_unit(state, seat), battling_unit(state, 1 - seat)
    if mine is None or other is None:
        return 0
    left = current_health(state, *mine) - mine[2][DAMAGE]
    return _at_least(current_power(state, *other), left, len(hit_faces(state, state.arena)))


def _counting(state: StarWarsState) -> frozenset[int]:
    return hit_faces(state, state.arena)


def _misses(state: StarWarsState, seat: int) -> int:
    counting = _counting(state)
    return sum(die not in counting for die in own_dice(state, seat))


def _left_after(state: StarWarsState, seat: int, change: int) -> int:
    """Return the Health that the player's battling unit would have left, with `change` added to its damage."""
    mine, battle = battling_unit(state, seat), state.battle
    if mine is None or battle is None:
        return 1
    return current_health(state, *mine) - mine[2][DAMAGE] - max(0, battle.deals[battle.side(1 - seat)] + change)


def battle_card_played(state: StarWarsState, seat: int, action: Action) -> float:
    """Return the value of playing a Battle card now."""
    card = action[1]
    ability = next(iter(state.game.cards[card].abilities))
    return _use_program(state, seat, ability.program, state.faces[card].cost)


def ability_used(state: StarWarsState, seat: int, action: Action) -> float:
    """Return the value of using a unit's ability now."""
    card = state.there(action[1])[2][CARDS][0]
    for ability in state.game.cards[card].abilities:
        if ability.when.startswith("window"):
            return _use_program(state, seat, ability.program, ability.requires.get("force", 0))
    return -1


def _use_program(state: StarWarsState, seat: int, program: tuple[tuple[str, object], ...], cost: int) -> float:
    """Return the value of an effect in this battle, as judged by its first significant verb."""
    for verb, arguments in program:
        assert isinstance(arguments, dict)
        if verb == "modify":
            return 3 - cost
        if verb == "retreat":
            mine = battling_unit(state, seat)
            return 0 if mine is None else _dying(state, seat) * stack_cost(state, mine[2]) - 3
        if verb == "choose_dice":
            rival = arguments.get("whose") == "rival"
            count = len(own_dice(state, 1 - seat)) - _misses(state, 1 - seat) if rival else _misses(state, seat)
            most = arguments["count"] or count
            return float(min(count, most)) - 0.5 - cost / 2
        if verb == "alter_damage" and arguments["due"] == "taken":
            return 5 if _left_after(state, seat, 0) <= 0 < _left_after(state, seat, arguments["count"]) else -1
        if verb == "alter_damage":
            fatal = _left_after(state, 1 - seat, arguments["count"]) <= 0 < _left_after(state, 1 - seat, 0)
            return 5 if fatal else 0.5 if state.players[seat].force > cost else -1
        if verb == "untap":
            return 2 if state.players[1 - seat].units[state.arena] else -1
    return 1


def unit_chosen(state: StarWarsState, seat: int, action: Action) -> float:
    """Return the value of choosing a unit: higher for a damaged one of the player, or a weakened one of the rival."""
    side, place, unit = state.there(action[1])
    left = current_health(state, side, place, unit) - unit[DAMAGE]
    return unit[DAMAGE] if side == seat else 20 - left + stack_cost(state, unit) / 10


def build_chosen(state: StarWarsState, seat: int, action: Action) -> float:
    """Return the value of choosing a card under construction, which is the number of its counters."""
    side, at = action[1]
    return float(state.players[side].building[at][1])


def die_chosen(state: StarWarsState, seat: int, action: Action) -> float:
    """Return the value of rerolling a die, which is positive if the die misses."""
    owner = dice_player(state)
    hit = own_dice(state, owner)[action[1]] in _counting(state)
    return -1 if hit == (owner == seat) else 1


def evaluation(state: StarWarsState, seat: int) -> float:
    """Return how good the position looks for `seat`, from 0 (lost) to 1 (won)."""
    if state.result is not None:
        return 0.5 if state.result.winner is None else float(state.result.winner == seat)
    balance = _means(state, seat) - _means(state, 1 - seat)
    for place in range(RETREATED):
        own, rival = (_strength(state, side, place) for side in (seat, 1 - seat))
        balance += 12 * (own - rival) / (own + rival + 2)
        whose = controller_of(state, place)
        balance += 0 if whose is None else 4 if whose == seat else -4
    return 0.5 + max(-0.49, min(0.49, balance / 60))


def _strength(state: StarWarsState, seat: int, place: int) -> float:
    return sum(
        2 * current_power(state, seat, place, unit) + current_health(state, seat, place, unit) - unit[DAMAGE]
        for unit in state.players[seat].units[place]
    )


def _means(state: StarWarsState, seat: int) -> float:
    player = state.players[seat]
    counters = sum(count for _, count, _ in player.building)
    return 0.3 * player.force + 0.6 * counters + 0.5 * len(player.hand) + 2 * len(player.units[RETREATED])
