"""What makes a repair true: each function changes a copy of a position so that the requirement of its name holds.

They serve the law "making the repair true removes that reason" and the lessons that show the smallest change.
"""

from __future__ import annotations

from engines.kernel import programs
from engines.kernel.state import Action
from engines.legal.cards_in_play import into
from engines.star_wars import setup
from engines.star_wars.cards import BATTLE, KINDS, MISSION
from engines.star_wars.stacks import own_unit_of
from engines.star_wars.stages import begin_battle, let_act, plain_unit, window_of
from engines.star_wars.state import (
    CARDS,
    MOST_COUNTERS,
    MOST_POINTS,
    NO_ARENA,
    RETREATED,
    Exchanging,
    StarWarsState,
    Unit,
    battle_of,
)

# Hand and deck-building side.


def has_one_use(state: StarWarsState, seat: int, action: Action) -> None:
    """Put a Battle card or a Mission into the hand."""
    card = next(card.number for card in state.game.cards if card.category in (BATTLE, MISSION))
    state.players[seat].hand.append(card)


def one_exchanged(state: StarWarsState, seat: int, action: Action) -> None:
    """Let one card have been discarded."""
    state.local = Exchanging(seat, 1)


# Setup.


def no_own(state: StarWarsState, seat: int, action: Action) -> None:
    """Take the player's unit of the card's identity out of play."""
    _, unit = _stack(state, seat, action)
    for zone in state.players[seat].units:
        if unit in zone:
            zone.remove(unit)


def _card(state: StarWarsState, seat: int, action: Action) -> int:
    """Return the card of an action: in hand, or, for a completion, the one under construction."""
    under_construction = action[0].startswith("complete")
    return int(state.players[seat].building[action[1]][0] if under_construction else action[1])


def _stack(state: StarWarsState, seat: int, action: Action) -> tuple[int, Unit]:
    """Return the card of an action and the player's unit of its identity, which is in play."""
    card = _card(state, seat, action)
    unit = own_unit_of(state, seat, card)
    assert unit is not None
    return card, unit


def _versions(state: StarWarsState, card: int) -> list[int]:
    """Return the cards of the same identity, those of other versions first."""
    faces = state.faces
    same = [number for number, face in enumerate(faces) if face.identity == faces[card].identity]
    return sorted(same, key=lambda number: faces[number].print == faces[card].print)


def own_there(state: StarWarsState, seat: int, action: Action) -> None:
    """Put a unit of the card's identity, with another version, into the own arena."""
    card = _card(state, seat, action)
    state.new_unit(seat, state.faces[card].kind, _versions(state, card)[0])


def room(state: StarWarsState, seat: int, action: Action) -> None:
    """Take the lowest cards out of the stack."""
    _, unit = _stack(state, seat, action)
    state.change(unit, cards=unit[CARDS][: state.game.parameters["stack"] - 1])


def new_version(state: StarWarsState, seat: int, action: Action) -> None:
    """Take the card of the same name and version out of the stack, or the unit out of play if it was alone."""
    card, unit = _stack(state, seat, action)
    rest = tuple(other for other in unit[CARDS] if state.faces[other].print != state.faces[card].print)
    if rest:
        state.change(unit, cards=rest)
    else:
        no_own(state, seat, action)


def fits_on_top(state: StarWarsState, seat: int, action: Action) -> None:
    """Put the cheapest card of the identity on top of the stack."""
    card, unit = _stack(state, seat, action)
    cheapest = min(_versions(state, card), key=lambda number: state.faces[number].cost)
    state.change(unit, cards=(cheapest, *unit[CARDS][1:]))


def fits(state: StarWarsState, seat: int, action: Action) -> None:
    """Take other units, then part-built cards, out of play until the total leaves room for this one."""
    player = state.players[seat]
    player.building.clear()
    kept = own_unit_of(state, seat, action[1])
    for zone in player.units:
        for unit in zone[:]:
            if unit != kept and not setup.fits(state, seat, action):
                zone.remove(unit)


def below_limit(state: StarWarsState, seat: int, action: Action) -> None:
    """Leave in the hand only this card and one unit, and 1 missing to the limit, so that no unit fits."""
    player, plain = state.players[seat], plain_unit(state, 0)
    player.hand = [action[1], plain]
    for zone in player.units:
        zone.clear()
    player.building[:] = [(plain, setup.limit(state) - 1, False)]


def has_unit(state: StarWarsState, seat: int, action: Action) -> None:
    """Put a unit into the hand."""
    state.players[seat].hand.append(plain_unit(state, 0))


# The build step.


def points(state: StarWarsState, seat: int, action: Action) -> None:
    """Give build points."""
    state.players[seat].build += 20


def reorder_limit(state: StarWarsState, seat: int, action: Action) -> None:
    """Forget how often top cards have been changed."""
    state.reorders = 0


def counters(state: StarWarsState, seat: int, action: Action) -> None:
    """Put counters on the card, enough to complete it in any way."""
    card, _, shown = state.players[seat].building[action[1]]
    state.players[seat].building[action[1]] = (card, MOST_COUNTERS, shown)


def kind_of(state: StarWarsState, unit: Unit) -> int:
    """Return the arena of a unit."""
    kind: int = state.faces[unit[CARDS][0]].kind
    return kind


def is_retreated(state: StarWarsState, seat: int, action: Action) -> None:
    """Move the unit to the build zone."""
    state.change(state.there(action[1])[2], to=RETREATED)


def in_arena(state: StarWarsState, seat: int, action: Action) -> Unit:
    """Move the unit to the arena of its kind."""
    unit = state.there(action[1])[2]
    return state.change(unit, to=kind_of(state, unit))


def untapped(state: StarWarsState, seat: int, action: Action) -> None:
    """Untap the unit."""
    state.change(state.there(action[1])[2], tapped=False)


gear_there = into("gear")


def equip_cost(state: StarWarsState, seat: int, action: Action) -> None:
    """Give the points that the equip cost asks for."""
    face = state.faces[action[1]]
    state.players[seat].build += face.equip_points
    state.players[seat].force += face.equip_force


def eligible(state: StarWarsState, seat: int, action: Action) -> None:
    """Put a unit of an eligible kind in the place of this one."""
    kind = min(state.faces[action[1]].equips)
    unit = state.there(action[2])[2]
    moved = state.change(unit, cards=(plain_unit(state, kind),))
    if state.there(action[2])[1] != RETREATED:
        state.change(moved, to=kind)


# Contests.


def can_pay_bid(state: StarWarsState, seat: int, action: Action) -> None:
    """Give Force points."""
    state.players[seat].force += MOST_POINTS + 2


def higher(state: StarWarsState, seat: int, action: Action) -> None:
    """Let both bids be below this one."""
    state.local = state.local._replace(bids=(0, 0) if action[1] > 0 else (-1, -1))


# Battles and windows.


def this_arena(state: StarWarsState, seat: int, action: Action) -> None:
    """Let this unit be the one, or among the ones, that may act."""
    let_act(state, seat, action[1], tied=state.step.name == "A8")


def same_arena(state: StarWarsState, seat: int, action: Action) -> None:
    """Put a plain unit of the same arena in the place of the target."""
    _, place, _ = state.there(action[1])
    _, _, unit = state.there(action[2])
    state.change(unit, cards=(plain_unit(state, place),), tapped=True, to=place)


def right_window(state: StarWarsState, seat: int, action: Action) -> None:
    """Go to the window of the battle in which the card or ability works."""
    state.step, state.local = state.game.flow.steps[window_of(state, action)], (seat, 0)


def own_battler(state: StarWarsState, seat: int, action: Action) -> None:
    """Let the player's unit be the attacker of this battle, in the arena."""
    begin_battle(state, seat, state.arena if state.arena != NO_ARENA else 0, step=window_of(state, action))


def battling(state: StarWarsState, seat: int, action: Action) -> None:
    """Let this very unit be the attacker of the battle."""
    unit = in_arena(state, seat, action)
    begin_battle(state, seat, kind_of(state, unit), action[1], window_of(state, action))


def works_in_arena(state: StarWarsState, seat: int, action: Action) -> None:
    """Move the unit to where its ability works: its arena, or the build zone."""
    _, place, unit = state.there(action[1])
    state.change(unit, to=kind_of(state, unit) if place == RETREATED else RETREATED)


def reaches_arena(state: StarWarsState, seat: int, action: Action) -> None:
    """Put a unit that the effect reaches in the place of the chosen one."""
    _, arguments = programs.here(state)
    _, _, unit = state.there(action[1])
    if arguments["retreated"]:
        state.change(unit, to=RETREATED)
        return
    kind = KINDS.index(arguments["kind"]) if arguments["kind"] else kind_of(state, unit)
    if kind_of(state, unit) != kind:
        unit = state.change(unit, cards=(plain_unit(state, kind),))
    state.change(unit, to=kind)


def die_free(state: StarWarsState, seat: int, action: Action) -> None:
    """Let no die have been chosen yet."""
    state.local = state.local._replace(dice=())


def not_used(state: StarWarsState, seat: int, action: Action) -> None:
    """Forget what was used in this battle."""
    state.battle = battle_of(state)._replace(used=())


# Repairs of several requirements.

nothing_fits = below_limit
reorder_points = points
counters_to_replace = counters_on_top = counters_beneath = counters
force_cost = ability_cost = can_pay_bid
awake = fastest = dark_first = chosen = this_arena
in_role = own_battler
works_retreated = works_in_arena
attacking = battling
reaches_retreated = reaches_arenas = reaches_arena
