"""What makes a repair true: each function changes a copy of a position so that one requirement holds.

They serve the law "making the repair true removes that reason" and the lessons that show the smallest change.
"""

from __future__ import annotations

from engines.core.state import Action
from engines.star_wars.authoring import BATTLE, KINDS, MISSION
from engines.star_wars.building import price
from engines.star_wars.combat import WINDOW, ability_price
from engines.star_wars.effects import arguments_here
from engines.star_wars.setup import fits, limit
from engines.star_wars.stacks import PRICE_BENEATH, own_unit_of, price_on_top, reorder_price, stack_with
from engines.star_wars.stages import add_unit, begin_battle, let_act, plain_unit
from engines.star_wars.state import (
    CARDS,
    NO_ARENA,
    RETREATED,
    Exchanging,
    StarWarsState,
)
from engines.star_wars.values import setup_total

# Hand and deck-building side.


def into_hand(state: StarWarsState, seat: int, action: Action) -> None:
    """Put the card into the hand."""
    state.players[seat].hand.append(action[1])


def a_one_use_card(state: StarWarsState, seat: int, action: Action) -> None:
    """Put a Battle card or a Mission into the hand."""
    card = next(card.number for card in state.game.cards if card.category in (BATTLE, MISSION))
    state.players[seat].hand.append(card)


def one_exchanged(state: StarWarsState, seat: int, action: Action) -> None:
    """Let one card have been discarded."""
    state.local = Exchanging(seat, 1)


# Setup.


def no_own_unit_of_it(state: StarWarsState, seat: int, action: Action) -> None:
    """Take the player's unit of the card's identity out of play."""
    unit = own_unit_of(state, seat, _card(state, seat, action))
    for zone in state.players[seat].units:
        if unit is not None and unit in zone:
            zone.remove(unit)


def _card(state: StarWarsState, seat: int, action: Action) -> int:
    """Return the card of an action: in hand, or, for a completion, the one under construction."""
    if action[0].startswith("complete"):
        return state.players[seat].building[action[1]][0]
    return int(action[1])


def own_unit_there(state: StarWarsState, seat: int, action: Action) -> None:
    """Put a unit of the card's identity, with another version, into the own arena."""
    card = _card(state, seat, action)
    face = state.faces[card]
    other = next(
        number
        for number, one in enumerate(state.faces)
        if one.identity == face.identity and (one.print != face.print or number == card)
    )
    state.serial += 1
    state.players[seat].units[face.kind].append((state.serial, (other,), False, 0, (), ()))


def room_in_stack(state: StarWarsState, seat: int, action: Action) -> None:
    """Take the lowest cards out of the stack."""
    unit = own_unit_of(state, seat, _card(state, seat, action))
    assert unit is not None
    state.change(unit, cards=unit[CARDS][: state.game.parameters["stack"] - 1])


def other_version(state: StarWarsState, seat: int, action: Action) -> None:
    """Take the card of the same name and version out of the stack, or the unit out of play if it was alone."""
    card = _card(state, seat, action)
    unit = own_unit_of(state, seat, card)
    assert unit is not None
    faces = state.faces
    rest = tuple(other for other in unit[CARDS] if faces[other].print != faces[card].print)
    if rest:
        state.change(unit, cards=rest)
    else:
        no_own_unit_of_it(state, seat, action)


def cheap_top(state: StarWarsState, seat: int, action: Action) -> None:
    """Put the cheapest card of the identity on top of the stack."""
    card = _card(state, seat, action)
    unit = own_unit_of(state, seat, card)
    assert unit is not None
    faces = state.faces
    cheapest = min(
        (number for number, face in enumerate(faces) if face.identity == faces[card].identity),
        key=lambda number: faces[number].cost,
    )
    state.change(unit, cards=(cheapest, *unit[CARDS][1:]))


def room_below_limit(state: StarWarsState, seat: int, action: Action) -> None:
    """Take other units, then part-built cards, out of play until the total leaves room for this one."""
    player = state.players[seat]
    player.building.clear()
    kept = own_unit_of(state, seat, action[1])
    for zone in player.units:
        for unit in zone[:]:
            if unit != kept and not fits(state, seat, action):
                zone.remove(unit)


def nothing_deployable(state: StarWarsState, seat: int, action: Action) -> None:
    """Leave in the hand only this card and one unit, and 1 missing to the limit, so that no unit fits."""
    player, plain = state.players[seat], plain_unit(state, 0)
    player.hand = [action[1], plain]
    for zone in player.units:
        zone.clear()
    player.building[:] = [(plain, limit(state) - 1, False)]


def ahead(state: StarWarsState, seat: int, action: Action) -> None:
    """Let the own setup total be higher than the rival's."""
    for zone in state.players[1 - seat].units:
        zone.clear()
    state.players[1 - seat].building.clear()
    add_unit(state, seat, 0)


def at_limit(state: StarWarsState, seat: int, action: Action) -> None:
    """Let the own setup total be what it must become."""
    state.players[seat].building.append((plain_unit(state, 0), limit(state) - setup_total(state, seat), True))


def a_unit_in_hand(state: StarWarsState, seat: int, action: Action) -> None:
    """Put a unit into the hand."""
    state.players[seat].hand.append(plain_unit(state, 0))


# The build step.


def more_points(state: StarWarsState, seat: int, action: Action) -> None:
    """Give build points."""
    state.players[seat].build += 20


def more_for_reorder(state: StarWarsState, seat: int, action: Action) -> None:
    """Give the build points that the change of the top card costs."""
    unit = stack_with(state, seat, action[1])
    assert unit is not None
    state.players[seat].build += reorder_price(state, unit, action[1])


def fewer_reorders(state: StarWarsState, seat: int, action: Action) -> None:
    """Forget how often top cards have been changed."""
    state.reorders = 0


def more_counters(state: StarWarsState, seat: int, action: Action) -> None:
    """Put the counters on the card that completing it in this way needs."""
    card, counters, shown = state.players[seat].building[action[1]]
    needed, unit = price(state, card), own_unit_of(state, seat, card)
    if action[0] == "complete_top" and unit is not None:
        needed = price_on_top(state, unit, card)
    elif action[0] == "complete_under":
        needed = PRICE_BENEATH
    state.players[seat].building[action[1]] = (card, max(counters, needed), shown)


def retreated(state: StarWarsState, seat: int, action: Action) -> None:
    """Move the unit to the build zone."""
    _, _, unit = state.there(action[1])
    state.change(unit, to=RETREATED)


def in_arena(state: StarWarsState, seat: int, action: Action) -> None:
    """Move the unit to the arena of its kind."""
    _, _, unit = state.there(action[1])
    state.change(unit, to=state.faces[unit[CARDS][0]].kind)


def _tap(state: StarWarsState, unit_id: int, tapped: bool) -> None:
    state.change(state.there(unit_id)[2], tapped=tapped)


def untapped(state: StarWarsState, seat: int, action: Action) -> None:
    """Untap the unit."""
    _tap(state, action[1], tapped=False)


def gear_ready(state: StarWarsState, seat: int, action: Action) -> None:
    """Lay the Equipment face up into the build zone."""
    state.players[seat].gear.append(action[1])


def pays_equip(state: StarWarsState, seat: int, action: Action) -> None:
    """Give the points that the equip cost asks for."""
    face = state.faces[action[1]]
    state.players[seat].build += face.equip_points
    state.players[seat].force += face.equip_force


def wearer(state: StarWarsState, seat: int, action: Action) -> None:
    """Put a unit of an eligible kind in the place of this one."""
    kind = min(state.faces[action[1]].equips)
    unit = state.there(action[2])[2]
    moved = state.change(unit, cards=(plain_unit(state, kind),))
    if state.there(action[2])[1] != RETREATED:
        state.change(moved, to=kind)


# Contests.


def more_force(state: StarWarsState, seat: int, action: Action) -> None:
    """Give Force points."""
    state.players[seat].force += 100


def lower_bids(state: StarWarsState, seat: int, action: Action) -> None:
    """Let both bids be below this one."""
    state.local = state.local._replace(bids=(0, 0) if action[1] > 0 else (-1, -1))


# Battles and windows.


def is_next(state: StarWarsState, seat: int, action: Action) -> None:
    """Let this unit be the one, or among the ones, that may act."""
    let_act(state, seat, action[1], tied=state.step.name == "A8")


def same_arena(state: StarWarsState, seat: int, action: Action) -> None:
    """Put a plain unit of the same arena in the place of the target."""
    _, place, _ = state.there(action[1])
    _, _, unit = state.there(action[2])
    state.change(unit, cards=(plain_unit(state, place),), tapped=True, to=place)


def force_for_card(state: StarWarsState, seat: int, action: Action) -> None:
    """Give the Force cost of the Battle card."""
    state.players[seat].force += state.faces[action[1]].cost


def force_for_ability(state: StarWarsState, seat: int, action: Action) -> None:
    """Give the Force points that the ability costs."""
    card = state.there(action[1])[2][CARDS][0]
    moments = [moment for moment in WINDOW.values() if moment in state.faces[card].moments]
    state.players[seat].force += max(ability_price(state, card, moment) for moment in moments)


def right_window(state: StarWarsState, seat: int, action: Action) -> None:
    """Go to the window of the battle in which the card or ability works."""
    card = state.there(action[1])[2][CARDS][0] if action[0] == "use" else action[1]
    moments = state.faces[card].moments
    name = next(step for step, moment in WINDOW.items() if moment in moments)
    state.step, state.local = state.game.flow.steps[name], (seat, 0)


def own_battling_unit(state: StarWarsState, seat: int, action: Action) -> None:
    """Let the player's unit be the attacker of this battle, in the arena."""
    step, local, place = state.step, state.local, state.arena if state.arena != NO_ARENA else 0
    begin_battle(state, seat, place)
    state.step, state.local = step, local


def this_unit_battling(state: StarWarsState, seat: int, action: Action) -> None:
    """Let this very unit be the attacker of the battle."""
    step, local = state.step, state.local
    _, place, unit = state.there(action[1])
    kind = state.faces[unit[CARDS][0]].kind
    if place == RETREATED:
        state.change(unit, to=kind)
    begin_battle(state, seat, kind, action[1])
    state.step, state.local = step, local


def where_it_works(state: StarWarsState, seat: int, action: Action) -> None:
    """Move the unit to where its ability works: its arena, or the build zone."""
    _, place, unit = state.there(action[1])
    kind = state.faces[unit[CARDS][0]].kind
    state.change(unit, to=kind if place == RETREATED else RETREATED)


def within_reach(state: StarWarsState, seat: int, action: Action) -> None:
    """Put a unit that the effect reaches in the place of the chosen one."""
    _, arguments = arguments_here(state)
    _, _, unit = state.there(action[1])
    if arguments["retreated"]:
        state.change(unit, to=RETREATED)
        return
    kind = KINDS.index(arguments["kind"]) if arguments["kind"] else state.faces[unit[CARDS][0]].kind
    if state.faces[unit[CARDS][0]].kind != kind:
        unit = state.change(unit, cards=(plain_unit(state, kind),))
    state.change(unit, to=kind)


def no_dice_yet(state: StarWarsState, seat: int, action: Action) -> None:
    """Let no die have been chosen yet."""
    state.local = state.local._replace(dice=())


def not_used(state: StarWarsState, seat: int, action: Action) -> None:
    """Forget what was used in this battle."""
    assert state.battle is not None
    state.battle = state.battle._replace(used=())
