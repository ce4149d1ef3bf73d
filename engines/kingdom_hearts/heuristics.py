"""What looks good to a beginner: points for actions and positions. Uses only what the player to act may see."""

from __future__ import annotations

from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD
from engines.kingdom_hearts import actions, allies, battle
from engines.kingdom_hearts.cards import ALLY, DARK_NOBODY, EQUIPMENT, MAGIC, MAGIC_ALLY, PLAYER, WORLD
from engines.kingdom_hearts.state import CARD, HERO_ID, ID, JOINED, KingdomHeartsState, fight_of
from engines.kingdom_hearts.values import (
    ally_level,
    attack,
    fight_total,
    fight_world,
    hero_face,
    magic,
    power,
    support,
    world_total,
)
from engines.kit.defaults import Judge, advised, balanced

STUCK = 7
"""By how much obstacles must exceed the hero's ATK to be hopeless."""


# What a fight could bring.


def _bonus(state: KingdomHeartsState, card: int) -> int:
    """Return what an Attack or Magic card would add in the fight in progress."""
    face, world = state.faces[card], fight_world(state)
    more = state.faces[world].attack_bonus if world != NO_CARD and face.is_attack else 0
    return face.bonus + more


def _best_mag(state: KingdomHeartsState, seat: int) -> int:
    return max(magic(state, seat, caster) for caster in (HERO_ID, *(a[ID] for a in state.players[seat].allies)))


def _strength(state: KingdomHeartsState, seat: int, helpers: int) -> int:
    """Return what a player could bring together in a fight with so many allies, all cards used."""
    player, faces = state.players[seat], state.faces
    best = _best_mag(state, seat)
    support_there = sorted((support(state, seat, ally) for ally in player.allies), reverse=True)[:helpers]
    cards = (face for face in (faces[card] for card in player.hand) if face.is_attack or face.bonus)
    usable = sum(face.bonus for face in cards if face.is_attack or (face.timing and face.level <= best))
    return attack(state, seat) + sum(support_there) + usable


def _obstacle_powers(state: KingdomHeartsState, seat: int) -> list[int]:
    return sorted(power(state, seat, card, obstacle=True) for _, card in state.players[seat].obstacles)


def _in_the_way(state: KingdomHeartsState) -> int:
    """Return how much a Battle still lacks to clear the road, or to destroy what can be reached at all."""
    seat = state.turn_player
    have, could = fight_total(state, seat), _strength(state, seat, 1)
    wanted = 0
    for pow in _obstacle_powers(state, seat):
        if wanted + pow > max(have, could):
            break
        wanted += pow
    return wanted - have


# Action Time.


def _move(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Go on; first where few obstacles find a place, and finish when it can be done."""
    face = state.faces[action[1]]
    if world_total(state, seat) + face.level >= state.game.parameters["world_goal"]:
        return 1000
    return 80 + 4 * face.level - 3 * face.app


def _battle(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Fight when the road can be cleared, or at least something can be destroyed."""
    powers, could = _obstacle_powers(state, seat), _strength(state, seat, 1)
    if sum(powers) <= could:
        return 60
    return 12 if powers[0] <= could else -1


def _flee(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Flee from what cannot be fought, if the heart can bear it; late in the turn, after all else."""
    player = state.players[seat]
    stuck = sum(_obstacle_powers(state, seat)) > attack(state, seat) + STUCK
    return 5 if stuck and player.hp > 3 else -1


def _call(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Climb the ladder; do not replace an ally by a weaker one of its name."""
    face = state.faces[action[1]]
    for ally in state.players[seat].allies:
        other = state.faces[ally[CARD]]
        if face.named_once and other.named_once and other.printed == face.printed and other.level >= face.level:
            return -1
    if face.is_dark_nobody and face.pow >= 5 and state.players[seat].allies:
        return 30  # better kept as an obstacle for later: strong, and the rival is travelling
    helps = face.atk if face.category == PLAYER else face.pow // 2 if face.is_dark_nobody else face.sup
    crowd = len(state.players[seat].allies)
    return 50 + helps + (5 if face.level > ally_level(state, seat) else 0) - 3 * crowd


def _summon(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Call for one turn only what this turn can use: a step of the ladder, or support for a fight."""
    face = state.faces[action[1]]
    step = any(
        state.faces[card].level > ally_level(state, seat) + 1 and state.faces[card].category == "ally"
        for card in state.players[seat].hand
    )
    return 52 if step or face.sup > 2 else 20


def _used(state: KingdomHeartsState, seat: int, card: int) -> float:
    """Return what the text of a card is worth when it is used outside a fight; it may have none."""
    program = [part for ability in state.game.cards[card].abilities for part in ability.program]
    player, rival = state.players[seat], state.players[1 - seat]
    points = 0.0
    for verb, a in program:
        if verb == "draw":
            points += 90
        elif verb == "gain":
            points += 30 if player.hp < 4 else 8
        elif verb == "destroy":
            points += 70
        elif verb == "lose":
            mine = a["count"] if a["who"] != "rival" else 0
            theirs = a["count"] if a["who"] != "own" else 0
            if player.hp <= mine:
                return -50
            points += 500 if rival.hp <= theirs else 10 * (theirs - mine) + (player.hp - rival.hp)
    return points


def _form(state: KingdomHeartsState, seat: int, action: Action) -> float:
    face, now = state.faces[action[1]], hero_face(state, seat)
    return 45 if face.atk + face.mag > now.atk + now.mag else -1


def _cast(state: KingdomHeartsState, seat: int, action: Action) -> float:
    card = action[1]
    if state.fight is None:
        return _used(state, seat, card) - 1
    return _add(state, seat, _bonus(state, card)) - 0.5


# Fights.


def _lacking(state: KingdomHeartsState, seat: int) -> int:
    """Return how much more a player needs in the fight: to win a Challenge, or to clear the road."""
    fight = fight_of(state)
    if fight.challenge:
        return fight_total(state, 1 - seat) - fight_total(state, seat) + (1 if seat == fight.seat else 0)
    return _in_the_way(state)


def _add(state: KingdomHeartsState, seat: int, amount: int) -> float:
    """Return what an amount more is worth in the fight: as little as is needed, nothing if it cannot be enough."""
    fight, lacks = state.fight, _lacking(state, seat)
    assert fight is not None
    if lacks <= 0 or amount <= 0:
        return -1
    if fight.challenge and lacks > _strength(state, seat, 9) - attack(state, seat):
        return -1
    return 20 - abs(amount - lacks)


def _join(state: KingdomHeartsState, seat: int, action: Action) -> float:
    ally = state.ally(seat, action[1])
    assert ally is not None
    return _add(state, seat, support(state, seat, ally)) - 0.2 * state.faces[ally[CARD]].level


def _attack(state: KingdomHeartsState, seat: int, action: Action) -> float:
    cards = [card for card in state.players[seat].hand if state.faces[card].is_attack]
    return max((_add(state, seat, _bonus(state, card)) for card in cards), default=0)  # 0: an unseen hand


def _attach(state: KingdomHeartsState, seat: int, action: Action) -> float:
    picks = state.local.picks
    if not picks:
        return 1 + _add(state, seat, _bonus(state, action[1]))
    lacks = _lacking(state, seat) - sum(_bonus(state, card) for card in picks)
    return 5 - abs(_bonus(state, action[1]) - lacks) if lacks > 0 else -1


def _deal(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Give each obstacle what destroys it, the cheapest first, as far as the damage goes."""
    left = battle.damage_left(state)
    later = state.players[seat].obstacles[len(state.local.shares) :]
    powers = sorted((power(state, seat, card, obstacle=True), number) for number, card in later)
    for pow, number in powers:
        if pow > left:
            break
        left -= pow
        if number == action[2]:
            return float(10 - abs(action[1] - pow))
    return float(-action[1])


def _challenge(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Challenge when the totals promise it, counting the rival's open cards and a guess at the hand."""
    rival = state.players[1 - seat]
    theirs = attack(state, 1 - seat) + sum(support(state, 1 - seat, ally) for ally in rival.allies) // 2
    return _strength(state, seat, 2) - theirs - len(rival.hand) / 3


# Discard Time.


def _discard(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Throw away what cannot be used soon: next turn the hand is refilled."""
    if _dead(state, seat, action[1]):
        return 1
    must = len(state.players[seat].hand) - len(state.local.picks) > state.game.parameters["hand"]
    return 0.1 - state.faces[action[1]].bonus / 100 if must else -1


def _dead(state: KingdomHeartsState, seat: int, card: int) -> bool:
    """Return True for a card of the hand that next turn will hardly have a use for."""
    face, player = state.faces[card], state.players[seat]
    if face.category == WORLD:
        held, picks = ([state.faces[one].category for one in zone] for zone in (player.hand, state.local.picks))
        return held.count(WORLD) - picks.count(WORLD) > (1 if player.obstacles else 2)
    if face.is_dark_nobody and not allies.suits(state, seat, face):
        return face.pow < 5 or not actions.reached(state, 1 - seat, face)
    if face.category in (ALLY, PLAYER, DARK_NOBODY) and not face.form:
        useful = allies.suits(state, seat, face) and allies.name_is_free(state, seat, face)
        return not useful or face.level > ally_level(state, seat) + 2
    if face.category == EQUIPMENT:
        return not actions.bearers(state, seat, face)
    if face.category in (MAGIC, MAGIC_ALLY):
        return face.level > _best_mag(state, seat)
    return bool(face.link) and not battle.linked(state, seat, face)


def _hero(state: KingdomHeartsState, seat: int, action: Action) -> float:
    face = state.faces[action[1]]
    return face.atk + face.mag + face.hp / 2


JUDGES: dict[str, Judge[KingdomHeartsState]] = {
    "hero": _hero,
    "move": _move,
    "battle": _battle,
    "flee": _flee,
    "obstruct": lambda state, seat, action: 40 + state.faces[action[1]].pow,
    "call": _call,
    "summon": _summon,
    "event": lambda state, seat, action: _used(state, seat, action[1]),
    "equip": 75,
    "form": _form,
    "cast": _cast,
    "technique": lambda state, seat, action: 5 if _in_the_way(state) > 0 else -1,
    "join": _join,
    "attack": _attack,
    "attach": _attach,
    "deal": _deal,
    "challenge": _challenge,
    "discard": _discard,
    "drop_form": -1,
}

heuristic = advised(JUDGES)
"""How good an action looks, in points; only the order of the points matters."""


def _standing(state: KingdomHeartsState, seat: int) -> float:
    """Return how far a player is: the road travelled, the heart that is left, what is in the way, who helps."""
    player = state.players[seat]
    road = 26 * min(1.0, world_total(state, seat) / state.game.parameters["world_goal"])
    heart = 4 * player.hp - (0, 10, 4)[player.hp] if 0 < player.hp < 3 else 4 * player.hp
    in_the_way = sum(2 + state.faces[card].pow / 3 for _, card in player.obstacles)
    helpers = sum(1 + support(state, seat, ally) / 2 for ally in player.allies if not ally[JOINED])
    return road + heart - in_the_way + min(6, helpers) + len(player.gear) + 0.3 * len(player.hand)


evaluation = balanced(_standing, 200)
"""How good a position looks for a player, from 0 (lost) to 1 (won)."""
