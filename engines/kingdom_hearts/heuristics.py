"""A beginner's judgement: points for actions and positions. It uses only what the player who acts may see."""

from __future__ import annotations

from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD
from engines.kingdom_hearts.cards import PLAYER
from engines.kingdom_hearts.state import CARD, HERO_ID, ID, JOINED, KingdomHeartsState, fight_of
from engines.kingdom_hearts.values import (
    ally_level,
    current_attack,
    current_magic,
    current_power,
    current_support,
    fight_total,
    fight_world,
    hero_face,
    world_total,
)
from engines.kit.defaults import evaluation_by_difference

STUCK = 7
"""A Battle is hopeless if the obstacles exceed the hero's ATK by this much."""


# The prospects of a fight.


def _bonus(state: KingdomHeartsState, card: int) -> int:
    """Return the bonus of an Attack or Magic card in the current fight."""
    face, world = state.faces[card], fight_world(state)
    more = state.faces[world].attack_bonus if world != NO_CARD and face.is_attack else 0
    return face.bonus + more


def best_magic(state: KingdomHeartsState, seat: int) -> int:
    """Return the highest MAG on a player's field."""
    return max(current_magic(state, seat, caster) for caster in (HERO_ID, *(a[ID] for a in state.players[seat].allies)))


def _strength(state: KingdomHeartsState, seat: int, helpers: int) -> int:
    """Return the largest total that a player could reach in a fight with this many allies, using all cards."""
    player, faces = state.players[seat], state.faces
    best = best_magic(state, seat)
    support_there = sorted((current_support(state, seat, ally) for ally in player.allies), reverse=True)[:helpers]
    cards = (face for face in (faces[card] for card in player.hand) if face.is_attack or face.bonus)
    usable = sum(face.bonus for face in cards if face.is_attack or (face.timing and face.level <= best))
    return current_attack(state, seat) + sum(support_there) + usable


def _obstacle_powers(state: KingdomHeartsState, seat: int) -> list[int]:
    return sorted(current_power(state, seat, card, obstacle=True) for _, card in state.players[seat].obstacles)


def _in_the_way(state: KingdomHeartsState) -> int:
    """Return the amount that a Battle lacks to destroy the obstacles in reach, weakest first.

    0 or less if nothing is lacking.
    """
    seat = state.turn_player
    have, could = fight_total(state, seat), _strength(state, seat, 1)
    wanted = 0
    for pow in _obstacle_powers(state, seat):
        if wanted + pow > max(have, could):
            break
        wanted += pow
    return wanted - have


# Action Time.


def worth_of_move(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Return the value of a Move: higher for a world with few places for obstacles, highest for the one that wins."""
    face = state.faces[action[1]]
    if world_total(state, seat) + face.level >= state.game.parameters["world_goal"]:
        return 1000
    return 80 + 4 * face.level - 3 * face.app


def worth_of_battle(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Return the value of a Battle, which is positive if it can clear the road, or at least destroy something."""
    powers, could = _obstacle_powers(state, seat), _strength(state, seat, 1)
    if sum(powers) <= could:
        return 60
    return 12 if powers[0] <= could else -1


def worth_of_flee(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Return the value of fleeing, which is positive late in a turn if the fight is hopeless and HP remains."""
    player = state.players[seat]
    stuck = sum(_obstacle_powers(state, seat)) > current_attack(state, seat) + STUCK
    return 5 if stuck and player.hp > 3 else -1


def worth_of_calling(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Return the value of calling an ally: high if it climbs the ladder, low if it replaces a stronger namesake."""
    face = state.faces[action[1]]
    for ally in state.players[seat].allies:
        other = state.faces[ally[CARD]]
        if face.named_once and other.named_once and other.printed == face.printed and other.level >= face.level:
            return -1
    if face.is_dark_nobody and face.pow >= 5 and state.players[seat].allies:
        return 30  # better kept as an obstacle: the card is strong, and the rival is travelling
    helps = face.atk if face.category == PLAYER else face.pow // 2 if face.is_dark_nobody else face.sup
    crowd = len(state.players[seat].allies)
    return 50 + helps + (5 if face.level > ally_level(state, seat) else 0) - 3 * crowd


def worth_of_summoning(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Return the value of calling a Magic/Ally card: positive if it helps this turn, on the ladder or in a fight."""
    face = state.faces[action[1]]
    step = any(
        state.faces[card].level > ally_level(state, seat) + 1 and state.faces[card].category == "ally"
        for card in state.players[seat].hand
    )
    return 52 if step or face.sup > 2 else 20


def _used(state: KingdomHeartsState, seat: int, card: int) -> float:
    """Return the value of using a card's text outside a fight; 0 if it has no text."""
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


def worth_of_text(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Return the value of the text of the card played."""
    return _used(state, seat, action[1])


def worth_of_obstacle(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Return the value of an obstacle: high early in the turn, and higher for a strong one."""
    return 40 + state.faces[action[1]].pow


def worth_of_form(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Return the value of a Form Change, which is positive if it raises the sum of ATK and MAG."""
    face, now = state.faces[action[1]], hero_face(state, seat)
    return 45 if face.atk + face.mag > now.atk + now.mag else -1


def worth_of_casting(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Return the value of casting: outside a fight that of the card's text, in a fight that of its bonus.

    Attack cards and Events come first.
    """
    card = action[1]
    if state.fight is None:
        return _used(state, seat, card) - 1
    return _add(state, seat, _bonus(state, card)) - 0.5


# Fights.


def _lacking(state: KingdomHeartsState, seat: int) -> int:
    """Return the amount that a player lacks to win the Challenge, or to destroy obstacles in a Battle."""
    fight = fight_of(state)
    if fight.challenge:
        return fight_total(state, 1 - seat) - fight_total(state, seat) + (1 if seat == fight.seat else 0)
    return _in_the_way(state)


def _add(state: KingdomHeartsState, seat: int, amount: int) -> float:
    """Return the value of adding an amount to the total: highest if it is just what is lacking, -1 if it is useless."""
    fight, lacks = state.fight, _lacking(state, seat)
    assert fight is not None
    if lacks <= 0 or amount <= 0:
        return -1
    if fight.challenge and lacks > _strength(state, seat, 9) - current_attack(state, seat):
        return -1
    return 20 - abs(amount - lacks)


def worth_of_technique(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Return the value of a Technique, which is positive if the Battle still lacks something."""
    return 5 if _in_the_way(state) > 0 else -1


def worth_of_joining(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Return the value of joining: the support that is needed, less the level of the ally, which will be discarded."""
    ally = state.ally(seat, action[1])
    assert ally is not None
    return _add(state, seat, current_support(state, seat, ally)) - 0.2 * state.faces[ally[CARD]].level


def worth_of_attack_cards(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Return the value of the best Attack card in hand."""
    cards = [card for card in state.players[seat].hand if state.faces[card].is_attack]
    return max((_add(state, seat, _bonus(state, card)) for card in cards), default=0)  # 0 if the hand is unseen


def worth_of_attaching(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Return the value of choosing an Attack card: positive until the chosen ones suffice to win the fight, then -1."""
    picks = state.procedure_locals.picks
    if not picks:
        return 1 + _add(state, seat, _bonus(state, action[1]))
    lacks = _lacking(state, seat) - sum(_bonus(state, card) for card in picks)
    return 5 - abs(_bonus(state, action[1]) - lacks) if lacks > 0 else -1


def worth_of_dealing(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Return the value of dealing damage: high if it just destroys an obstacle that the total can still destroy."""
    left = fight_total(state, seat) - sum(state.procedure_locals.shares)
    later = state.players[seat].obstacles[len(state.procedure_locals.shares) :]
    powers = sorted((current_power(state, seat, card, obstacle=True), number) for number, card in later)
    for pow, number in powers:
        if pow > left:
            break
        left -= pow
        if number == action[2]:
            return float(10 - abs(action[1] - pow))
    return float(-action[1])


def worth_of_challenge(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Return the value of a Challenge: the player's prospects, less the rival's open cards and cards in hand."""
    rival = state.players[1 - seat]
    theirs = current_attack(state, 1 - seat) + sum(current_support(state, 1 - seat, ally) for ally in rival.allies) // 2
    return _strength(state, seat, 2) - theirs - len(rival.hand) / 3


def worth_of_hero(state: KingdomHeartsState, seat: int, action: Action) -> float:
    """Return the value of a hero, from its printed values."""
    face = state.faces[action[1]]
    return face.atk + face.mag + face.hp / 2


def _standing(state: KingdomHeartsState, seat: int) -> float:
    """Return how well a player is doing: the road travelled, HP, obstacles in the way, and allies."""
    player = state.players[seat]
    road = 26 * min(1.0, world_total(state, seat) / state.game.parameters["world_goal"])
    heart = 4 * player.hp - (0, 10, 4)[player.hp] if 0 < player.hp < 3 else 4 * player.hp
    in_the_way = sum(2 + state.faces[card].pow / 3 for _, card in player.obstacles)
    helpers = sum(1 + current_support(state, seat, ally) / 2 for ally in player.allies if not ally[JOINED])
    return road + heart - in_the_way + min(6, helpers) + len(player.gear) + 0.3 * len(player.hand)


evaluation = evaluation_by_difference(_standing, 200)
"""Returns how good a position looks for a player, from 0 (lost) to 1 (won)."""
