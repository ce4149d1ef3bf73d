"""What makes a repair true: each function changes a copy of a position so that one requirement holds.

They serve the law "making the repair true removes that reason" and the lessons that show the smallest change.
"""

from __future__ import annotations

from collections.abc import Callable

from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD
from engines.kingdom_hearts.allies import ALLIES_OF
from engines.kingdom_hearts.battle import missing_links
from engines.kingdom_hearts.cards import ALLY, ATTACK, EQUIPMENT, PLAYER, TECHNIQUE, WORLD, Face
from engines.kingdom_hearts.effects import objects
from engines.kingdom_hearts.stages import add_obstacle, plain_card
from engines.kingdom_hearts.state import (
    CARD,
    GEAR,
    HERO_ID,
    ID,
    JOINED,
    Dividing,
    KingdomHeartsState,
    Picking,
    fight_of,
)
from engines.kingdom_hearts.turn import least_discards
from engines.kingdom_hearts.values import attribute, world_total
from engines.legal.cards_in_play import into


def a_card(state: KingdomHeartsState, test: Callable[[Face], bool]) -> int:
    """Return the first card of the game that is as wanted."""
    return next(number for number, face in enumerate(state.faces) if test(face))


# Hand and hero.


into_hand = into("hand")


def put_hero(state: KingdomHeartsState, seat: int, test: Callable[[Face], bool]) -> None:
    """Put a hero in the place of this one, without Form Change."""
    player = state.players[seat]
    player.form = NO_CARD
    player.hero = a_card(state, lambda hero: hero.category == PLAYER and not hero.form and test(hero))


def suiting_hero(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Put a hero in the place of this one that has the card among its allies, and another name if there is one."""
    face = state.faces[action[1]]
    wanted = next(word for word, kinds in ALLIES_OF.items() if (face.category, face.attribute) in kinds)
    put_hero(state, seat, lambda hero: hero.attribute == wanted and hero.printed != face.printed)


def other_hero_name(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Put a hero of the same attribute and another name in the place of this one."""
    wanted, name = attribute(state, seat), state.faces[action[1]].printed
    put_hero(state, seat, lambda hero: hero.attribute == wanted and hero.printed != name)


def higher_ally(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Put an ally on the field from which the ladder reaches the card."""
    level = state.faces[action[1]].level - 1
    card = a_card(state, lambda face: face.level >= level and (face.is_dark_nobody or face.category == ALLY))
    state.players[seat].allies.append((state.new_id(), card, (), False))


def higher_magic(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Give the caster Equipment until its MAG reaches the card's level."""
    player = state.players[seat]
    gear = (a_card(state, lambda face: face.category == EQUIPMENT and face.mag > 0),) * state.faces[action[1]].level
    if action[2] == HERO_ID:
        player.gear += gear
    player.allies = [
        (ally[ID], ally[CARD], ally[GEAR] + gear * (ally[ID] == action[2]), ally[JOINED]) for ally in player.allies
    ]


# Worlds and obstacles.


def forget_turn(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Let nothing have been done this turn."""
    state.done = 0


def no_obstacles(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Take the obstacles off the player's field."""
    state.players[seat].obstacles.clear()


def farther_road(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Put worlds beneath the stack of the player until the total is what the world asks."""
    _lengthen(state, seat, state.faces[action[1]].total_at_least)


def farther_rival(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Put worlds beneath the stack of the opponent until the total reaches the obstacle's level."""
    _lengthen(state, 1 - seat, state.faces[action[1]].level)


def _lengthen(state: KingdomHeartsState, seat: int, total: int) -> None:
    while world_total(state, seat) < total:
        state.players[seat].worlds.insert(0, plain_card(state, WORLD))


def an_obstacle(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Put an obstacle on the player's field."""
    add_obstacle(state, seat)


def rivals_world(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Give the opponent a world."""
    state.players[1 - seat].worlds.append(plain_card(state, WORLD))


def another_world(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Let the opponent be on a world that obstacles can lie on."""
    victim = state.players[1 - seat]
    victim.worlds[-1] = a_card(state, lambda face: face.app > 0)


def free_place(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Take obstacles off the opponent's top world until a place is free."""
    victim = state.players[1 - seat]
    victim.obstacles = victim.obstacles[: state.faces[victim.worlds[-1]].app - 1]


# Equipment and Form Change.


def the_named_hero(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Let the hero be the one that the Form Change names."""
    wanted = state.faces[action[1]].form_of
    put_hero(state, seat, lambda hero: hero.printed == wanted)


def no_form(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Take the Form Change off the hero."""
    state.players[seat].form = NO_CARD


def low_hp(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Let the HP be as low as the Form Change asks."""
    most = state.faces[action[1]].hp_at_most
    assert most is not None
    state.players[seat].hp = most


# Targets and fights.


def a_target(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Put something on the field that the effect can choose."""
    card = action[1]
    for verb, arguments in state.game.cards[card].abilities[0].program:
        if verb == "choose" and not objects(state, seat, arguments):
            side = seat if arguments["whose"] == "own" else 1 - seat
            if arguments["what"] == "ally":
                state.players[side].allies.append((state.new_id(), plain_card(state, "ally"), (), False))
            else:
                add_obstacle(state, side)


def linked_cards(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Put an ally of each missing name on the field."""
    for name in missing_links(state, seat, state.faces[action[1]]):
        card = next(at for at, face in enumerate(state.faces) if face.printed == name and not face.form)
        state.players[seat].allies.append((state.new_id(), card, (), False))


def no_technique(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Let no Technique have been used in this Battle."""
    fight = fight_of(state)
    one, two = (tuple(card for card in used if state.faces[card].category != TECHNIQUE) for used in fight.used)
    state.fight = fight._replace(used=(one, two))


def an_attack_card(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Put an Attack card into the hand."""
    state.players[seat].hand.append(plain_card(state, ATTACK))


def not_joined(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Let the ally not participate yet."""
    player = state.players[seat]
    player.allies = [(*ally[:3], ally[JOINED] and ally[ID] != action[1]) for ally in player.allies]


def enough_picked(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Let so many cards have been picked that it is enough."""
    hand = state.players[seat].hand
    if state.step.name == "D2":
        state.local = Picking(seat, tuple(sorted(hand)[: least_discards(state)]))
    else:
        attacks = [card for card in hand if state.faces[card].is_attack]
        state.local = Picking(seat, (attacks[0],))


def not_so_much(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Raise the attack total by Equipment until the share can be dealt."""
    band = a_card(state, lambda face: face.category == EQUIPMENT and face.atk > 0)
    state.players[seat].gear += (band,) * (action[1] + 1)


def its_turn(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Let the obstacle be the next in the order."""
    player = state.players[seat]
    at = next(place for place, obstacle in enumerate(player.obstacles) if obstacle[ID] == action[2])
    given = len(state.local.shares) if type(state.local) is Dividing else 0
    player.obstacles[given], player.obstacles[at] = player.obstacles[at], player.obstacles[given]
