"""Chapters 7, 12, 14, 15 and 16: the actions of Action Time. There are no costs, only conditions (KH-8.1)."""

from __future__ import annotations

from engines.kernel.state import Action
from engines.kernel.tuples import NO_CARD
from engines.kingdom_hearts import allies, effects, heuristics, magic, repairs
from engines.kingdom_hearts.cards import (
    ACTION,
    DARK_NOBODY,
    EQUIPMENT,
    EVENT,
    HERO,
    MAGIC,
    MAGIC_ALLY,
    PLAYER,
    WORLD,
    Face,
)
from engines.kingdom_hearts.effects import HAS_TARGET
from engines.kingdom_hearts.hidden import cards_in_hand
from engines.kingdom_hearts.piles import use_card
from engines.kingdom_hearts.requirements import (
    HAND_CARD,
    OWN_CARD,
    check_then,
    essential,
    hand_card_of_type,
    has_not_done,
    has_obstacle,
    hub_action,
    is_type,
    join_names,
    need,
    need_of_face,
    needs,
    rivals_world,
)
from engines.kingdom_hearts.state import BATTLED, CARD, FLED, GEAR, HERO_ID, ID, JOINED, MOVED, KingdomHeartsState
from engines.kingdom_hearts.text import bearer_words
from engines.kingdom_hearts.values import card_of_own, equipment_of, equipment_on, hero_names, world_total
from engines.kingdom_hearts.values import current_magic as magic_of
from engines.kingdom_hearts.winning import check_win


def list_actions(state: KingdomHeartsState) -> list[Action]:
    """Return all actions of the turn player in Action Time; they may be taken in any order (KH-7.1, KH-R54).

    The list is empty at the limit of actions (KH-R46). The other player never acts here.
    """
    if state.actions_taken >= state.game.parameters["actions_a_turn"]:
        return []
    seat = state.turn_player
    faces, player = state.faces, state.players[seat]
    found: list[Action] = []
    may_move = may_place_world(state, seat)
    room = has_room(state, 1 - seat)
    for card in cards_in_hand(state, seat):
        face = faces[card]
        category = face.category
        if face.is_dark_nobody:
            if room and is_level_reached(state, 1 - seat, face):
                found.append(("obstruct", card))
            if allies.may_call(state, seat, face):
                found.append(("call", card))
        elif category == WORLD:
            if may_move and world_condition(state, seat, face):
                found.append(("move", card))
        elif category == MAGIC:
            if ACTION in face.timing and effects.is_usable(state, seat, card):
                found += [("cast", card, caster) for caster in magic.find_casters(state, seat, card)]
        elif category == MAGIC_ALLY:
            found += allies.list_summons(state, seat, card)
        elif category == EQUIPMENT:
            found += [("equip", card, bearer) for bearer in find_bearers(state, seat, face)]
        elif category == EVENT:
            if effects.is_usable(state, seat, card):
                found.append(("event", card))
        elif category == PLAYER and face.form:
            if may_change_form(state, seat, face):
                found.append(("form", card))
        elif allies.callable_type(face) and allies.may_call(state, seat, face):
            found.append(("call", card))
    if player.obstacles:
        if not state.done & BATTLED:
            found.append(("battle",))
        found.append(("flee",))
    found.append(("end_action",))
    return found


# Move (KH-7.2, 16.1 to 16.6).


def may_place_world(state: KingdomHeartsState, seat: int) -> bool:
    """Return True if the player may Move to a world at all (KH-12.7, 16.4 to 16.6).

    A player may Move once a turn, but not after Flee, nor while obstacles are in the way.
    """
    return not state.done & (MOVED | FLED) and not state.players[seat].obstacles


def world_condition(state: KingdomHeartsState, seat: int, face: Face) -> bool:
    """Return True if the condition printed on a World holds; most have none (KH-2.11, 8.7)."""
    return face.total_at_least <= 0 or world_total(state, seat) >= face.total_at_least


def move_world(state: KingdomHeartsState, action: Action) -> None:
    """Place a world on the stack; it becomes the current place, and its level counts at once (KH-7.2, 16.1, KH-R43)."""
    seat, card = use_card(state, action)
    state.players[seat].worlds.append(card)
    state.done |= MOVED
    state.note("moved", "KH-7.2", seat, card=card, total=world_total(state, seat))
    check_win(state)
    effects.set_off(state, seat, card, "placed")


# Flee (KH-7.4, KH-R11 to R13).


def flee(state: KingdomHeartsState, action: Action) -> None:
    """Lose 1 HP, the only payment in the game (KH-8.1); then the top world and the obstacles on it leave the field.

    At 0 HP the game ends before any card moves (KH-R12). The world beneath becomes the top world again (KH-16.7).
    """
    seat = state.turn_player
    player, rival = state.players[seat], state.players[1 - seat]
    state.done |= FLED
    state.actions_taken += 1
    effects.lose_hp(state, seat, 1, "KH-7.4")
    check_win(state)
    if state.result is not None:
        return
    world = player.worlds.pop()
    player.discard.append(world)
    rival.discard += [card for _, card in player.obstacles]
    player.obstacles.clear()
    state.note("fled", "KH-7.4", seat, card=world, total=world_total(state, seat))


# Obstruct (KH-7.5 and chapter 12).


def has_room(state: KingdomHeartsState, side: int) -> bool:
    """Return True if the top world of `side` has a free place: fewer obstacles than its APP (KH-12.4, KH-R37)."""
    player = state.players[side]
    return bool(player.worlds) and len(player.obstacles) < state.faces[player.worlds[-1]].app


def is_level_reached(state: KingdomHeartsState, side: int, face: Face) -> bool:
    """Return True if the victim's world total reaches the obstacle's level (KH-8.6, 12.5)."""
    return face.level <= world_total(state, side)


def obstruct(state: KingdomHeartsState, action: Action) -> None:
    """Place an obstacle on the opponent's top world, whatever the hero, in the role of a game master (KH-12.1 to 12.3).

    An obstacle is not an ally and never takes part in a fight (KH-12.2, KH-R37).
    """
    seat, card = use_card(state, action)
    victim = state.players[1 - seat]
    victim.obstacles.append((state.new_id(), card))
    state.note("obstructed", "KH-7.5", seat, card=card, world=victim.worlds[-1])
    effects.set_off(state, seat, card, "placed")


# Events.


def play_event(state: KingdomHeartsState, action: Action) -> None:
    """Play an Event: carry out its effect, then discard it (KH-7.7, 15.8). No condition applies (KH-8.9)."""
    seat, card = use_card(state, action)
    state.note("event", "KH-7.7", seat, card=card)
    effects.use_instant(state, seat, card)


# Equipment (KH-7.8, 15.1 to 15.4).


def may_bear(state: KingdomHeartsState, seat: int, face: Face, bearer: int) -> bool:
    """Return True if Equipment lists the bearer (KH-2.10, 8.11, 15.3); Dark·Nobody cards are rarely listed (KH-15.4).

    The hero counts as a Player card, as does a Player card used as an ally (KH-R58).
    """
    if bearer == HERO_ID:
        named = face.bearer_name == "" or face.bearer_name in hero_names(state, seat)
        return PLAYER in face.bearers or (HERO in face.bearers and named)
    ally = state.ally(seat, bearer)
    return ally is not None and face.suits_bearer(state.faces[ally[CARD]])


def bears_nothing(state: KingdomHeartsState, seat: int, bearer: int) -> bool:
    """Return True if a card has no Equipment yet; each bearer may have one (KH-R35)."""
    return not equipment_on(state, seat, bearer)


def is_new_on_side(state: KingdomHeartsState, seat: int, face: Face) -> bool:
    """Return True unless the player's side already has Equipment of this name (KH-R35)."""
    return all(state.faces[card].printed != face.printed for card in equipment_of(state, seat))


def find_bearers(state: KingdomHeartsState, seat: int, face: Face) -> list[int]:
    """Return the ids of the player's cards that can bear this Equipment now (KH-15.3, KH-R35)."""
    if not is_new_on_side(state, seat, face):
        return []
    cards = [HERO_ID, *(ally[ID] for ally in state.players[seat].allies)]
    return [one for one in cards if may_bear(state, seat, face, one) and bears_nothing(state, seat, one)]


def equip(state: KingdomHeartsState, action: Action) -> None:
    """Attach Equipment to one of the player's cards (KH-7.8, 15.1)."""
    seat, card = use_card(state, action)
    player, bearer = state.players[seat], action[2]
    if bearer == HERO_ID:
        player.gear = (*player.gear, card)
    else:
        for at, ally in enumerate(player.allies):
            if ally[ID] == bearer:
                player.allies[at] = (ally[ID], ally[CARD], (*ally[GEAR], card), ally[JOINED])
    state.note("equipped", "KH-7.8", seat, card=card, bearer=card_of_own(state, seat, bearer))


# Form Change (KH-7.9 and chapter 14).


def no_form(state: KingdomHeartsState, seat: int) -> bool:
    """Return True if the hero has no Form Change; only one is allowed at a time (KH-14.5, KH-R32)."""
    return state.players[seat].form == NO_CARD


def fits_hero(state: KingdomHeartsState, seat: int, face: Face) -> bool:
    """Return True if the hero counts as the one named on the Form Change (KH-8.11)."""
    return face.form_of in hero_names(state, seat)


def low_enough(state: KingdomHeartsState, seat: int, face: Face) -> bool:
    """Return True if the HP is as low as the Form Change requires (KH-8.11).

    It is not checked again later (KH-8.12).
    """
    return face.hp_at_most is None or state.players[seat].hp <= face.hp_at_most


def may_change_form(state: KingdomHeartsState, seat: int, face: Face) -> bool:
    """Return True if this Form Change may be placed on the hero (KH-14.1)."""
    return no_form(state, seat) and fits_hero(state, seat, face) and low_enough(state, seat, face)


def change_form(state: KingdomHeartsState, action: Action) -> None:
    """Place a Form Change on the hero: values and attribute change, HP does not (KH-2.5, 14.2, KH-R33)."""
    seat, card = use_card(state, action)
    state.players[seat].form = card
    state.note("form", "KH-7.9", seat, card=card)
    effects.set_off(state, seat, card, "placed")


def end_action(state: KingdomHeartsState, action: Action) -> None:
    """Continue to Challenge Time; there is no way back (KH-7.11)."""
    _over(state, "KH-7.11")


def end_at_limit(state: KingdomHeartsState) -> None:
    """End Action Time at the limit of actions (KH-R46)."""
    _over(state, "KH-R46")


def _over(state: KingdomHeartsState, clause: str) -> None:
    state.actions_taken = 0
    state.note("action_ended", clause, state.turn_player)


# Needs, and their repairs.


def _clear_road(state: KingdomHeartsState, seat: int, card: int) -> None:
    """Remove the obstacles from the player's own field."""
    state.players[seat].obstacles.clear()


def _change_top_world(state: KingdomHeartsState, seat: int, card: int) -> None:
    """Replace the opponent's top world with one that can have obstacles."""
    state.players[1 - seat].worlds[-1] = repairs.first_card(state, lambda face: face.app > 0)


def _give_world(state: KingdomHeartsState, seat: int, card: int) -> None:
    """Give the opponent a world."""
    state.players[1 - seat].worlds.append(repairs.plain_card(state, WORLD))


def _free_a_place(state: KingdomHeartsState, seat: int, card: int) -> None:
    """Remove obstacles from the opponent's top world until there is a free place."""
    del state.players[1 - seat].obstacles[rivals_world(state, seat).app - 1 :]


def _drop_form(state: KingdomHeartsState, seat: int, card: int) -> None:
    """Remove the Form Change from the hero."""
    state.players[seat].form = NO_CARD


def _put_named_hero(state: KingdomHeartsState, seat: int, face: Face) -> None:
    """Replace the hero with the one named on the Form Change."""
    repairs.put_hero(state, seat, lambda hero: hero.printed == face.form_of)


def _lower_hp(state: KingdomHeartsState, seat: int, face: Face) -> None:
    """Lower the HP to the maximum that the Form Change allows."""
    assert face.hp_at_most is not None
    state.players[seat].hp = face.hp_at_most


def _take_equipment_off(state: KingdomHeartsState, seat: int, action: Action) -> None:
    """Remove the bearer's Equipment."""
    player = state.players[seat]
    if action[2] == HERO_ID:
        player.gear = ()
    player.allies = [(*ally[:2], () if ally[ID] == action[2] else ally[GEAR], ally[JOINED]) for ally in player.allies]


def _take_namesake_off(state: KingdomHeartsState, seat: int, face: Face) -> None:
    """Remove Equipment of this name from the player's side."""

    def others(worn: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(card for card in worn if state.faces[card].printed != face.printed)

    player = state.players[seat]
    player.gear = others(player.gear)
    player.allies = [(*ally[:2], others(ally[GEAR]), ally[JOINED]) for ally in player.allies]


WORLD_CARD = (
    HAND_CARD,
    is_type(WORLD),
    need("road_free", "KH-16.5", lambda s, seat, card: not s.players[seat].obstacles, _clear_road),
    has_not_done(need, "not_fled", "KH-16.6", FLED),
    has_not_done(need, "not_moved", "KH-16.4", MOVED),
    need_of_face("world_condition", "KH-8.7", world_condition, repairs.lengthen_road),
)
OBSTACLE_CARD = (
    HAND_CARD,
    is_type(DARK_NOBODY),
    essential("rivals_world", "KH-12.3", lambda s, seat, card: bool(s.players[1 - seat].worlds), _give_world),
    essential("takes_obstacles", "KH-12.4", lambda s, seat, card: rivals_world(s, seat).app > 0, _change_top_world),
    need("free_place", "KH-12.4", lambda s, seat, card: has_room(s, 1 - seat), _free_a_place),
    need_of_face(
        "reached", "KH-12.5", lambda s, seat, face: is_level_reached(s, 1 - seat, face), repairs.lengthen_rivals_road
    ),
)
MAY_BEAR = needs(
    "may_bear",
    lambda s, seat, a: "KH-15.4" if magic_of(s, seat, a[2]) < 0 else "KH-15.3",
    lambda s, seat, a: may_bear(s, seat, s.faces[a[1]], a[2]),
    bearers=lambda s, seat, a: bearer_words(s.game.words.say, s.game.cards[a[1]].fields),
)
BEARS_NOTHING = needs(
    "bears_nothing",
    "KH-R35",
    lambda s, seat, a: bears_nothing(s, seat, a[2]),
    _take_equipment_off,
    worn=lambda s, seat, a: join_names(s, map(s.name, equipment_on(s, seat, a[2]))),
)
FORM_CARD = (
    HAND_CARD,
    essential("is_form", "", lambda s, seat, card: s.faces[card].form),
    need("no_form", "KH-R32", lambda s, seat, card: no_form(s, seat), _drop_form),
    need_of_face("fits_hero", "KH-8.11", fits_hero, _put_named_hero),
    need_of_face("low_hp", "KH-8.11", low_enough, _lower_hp),
)
EVENT_CARD = (HAND_CARD, is_type(EVENT), HAS_TARGET)
EQUIPMENT_CARD = (
    hand_card_of_type(EQUIPMENT),
    is_type(EQUIPMENT),
    need_of_face("new_on_side", "KH-R35", is_new_on_side, _take_namesake_off),
)

MOVE = hub_action("move", "KH-7.2", move_world, looks=heuristics.worth_of_move, card=WORLD_CARD)
FLEE = hub_action(
    "flee", "KH-7.4", flee, to=check_then("A0"), needs=(has_obstacle("KH-7.4"),), looks=heuristics.worth_of_flee
)
OBSTRUCT = hub_action("obstruct", "KH-7.5", obstruct, looks=heuristics.worth_of_obstacle, card=OBSTACLE_CARD)
PLAY_EVENT = hub_action("event", "KH-7.7", play_event, looks=heuristics.worth_of_text, card=EVENT_CARD)
EQUIP = hub_action(
    "equip",
    "KH-7.8",
    equip,
    to=check_then("A0"),
    needs=(MAY_BEAR, BEARS_NOTHING),
    targets=True,
    looks=75,
    equipment=EQUIPMENT_CARD,
    bearer=OWN_CARD,
)
CHANGE_FORM = hub_action(
    "form", "KH-7.9", change_form, words="form changed", looks=heuristics.worth_of_form, card=FORM_CARD
)
END_ACTION = hub_action("end_action", "KH-7.11", end_action, to="C0", words="ended", stage=repairs.stage_at("A0"))
