"""Chapters 7, 8 and 13: the build step, in which cards are started, paid for and completed; and Locations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial

from engines.book.card_programs import TextUsed
from engines.kernel.state import Action
from engines.kit import kit
from engines.legal.arguments import Tries
from engines.legal.card_programs import programs_of
from engines.legal.reasons import Clause
from engines.star_wars.automatic import check_units
from engines.star_wars.cards import EQUIPMENT, LOCATION, MISSION, UNIT, UNSEEN
from engines.star_wars.effects import set_off
from engines.star_wars.equipment import list_attachments
from engines.star_wars.heuristics import build_begun, build_completed, counters_added, joined_beneath, joined_on_top
from engines.star_wars.hidden import may_be
from engines.star_wars.ready import IN_BUILD
from engines.star_wars.repairs import add_points
from engines.star_wars.requirements import (
    BUILD_PLACE,
    HAND_CARD,
    IN_HAND,
    IS_BUILDABLE,
    IS_UNIT,
    UNDER_CONSTRUCTION,
    needs,
    of_build,
    stack_of,
    with_clause,
)
from engines.star_wars.stacks import (
    COMES_LATER,
    FITS_ON_TOP,
    JOINS,
    NO_OWN,
    OWN_THERE,
    PRICE_BENEATH,
    join_unit,
    joining_clause,
    list_joinings,
    list_reorders,
)
from engines.star_wars.state import ARENAS, CARDS, ID, MOST_COUNTERS, RETREATED, Resolving, StarWarsState, own_unit_of
from engines.star_wars.values import build_cost, counters_needed, price_on_top


def build_actions(state: StarWarsState) -> list[Action]:
    """Return every action of a build step; actions may be taken in any order and number (SW-6.11, 6.12, SW-R12)."""
    seat = state.seat_to_act
    player, faces = state.players[seat], state.faces
    actions: list[Action] = [("build", card) for card in dict.fromkeys(player.hand) if faces[card].buildable]
    if state.may_hold_any(seat):
        actions += _unseen(state, seat)
    points = player.build
    for at, (card, counters, _) in enumerate(player.building):
        if points:
            actions += list_additions(points, at)
        face = faces[card]
        if face.identity:
            actions += list_completions(state, seat, at)
        elif (counters >= face.cost or state.changes is not None) and face.buildable:
            if counters < counters_needed(state, card, seat):
                continue
            action = ("complete", at)
            if not state.game.own_cards or is_mission_possible(state, seat, action):
                actions.append(action)
    for unit in player.units[RETREATED]:
        actions.append(("redeploy", unit[ID]))
    actions += list_attachments(state, seat)
    actions += list_reorders(state, seat)
    actions.append(("end",))
    return actions


def mission_text(state: StarWarsState, seat: int, action: Action) -> TextUsed | None:
    """Return the text of a Mission that can be completed only if it is possible; None for any other card."""
    card = state.players[seat].building[action[1]][0]
    for place in state.faces[card].moments.get(MISSION, ()):
        if state.game.cards[card].abilities[place].requires.get("possible"):
            return TextUsed(card, place)
    return None


def is_mission_possible(state: StarWarsState, seat: int, action: Action) -> bool:
    """Return True unless the action completes a Mission whose text must be possible and is not."""
    text = mission_text(state, seat, action)
    return text is None or programs_of(state.game).is_possible(state, seat, *text)


@lru_cache(maxsize=1000)
def list_additions(points: int, at: int) -> tuple[Action, ...]:
    """Return the ways to pay into a card under construction with the remaining points (SW-7.2)."""
    return tuple(("add", count, at) for count in range(1, points + 1))


def unseen_builds(state: StarWarsState, seat: int) -> list[int]:
    """Return the places of unseen cards under construction."""
    return [at for at, (card, _, _) in enumerate(state.players[seat].building) if card == UNSEEN]


def _unseen(state: StarWarsState, seat: int) -> list[Action]:
    """Return, as actions in a proof, what the unseen cards in hand and under construction may be."""
    player = state.players[seat]
    builds = unseen_builds(state, seat)
    if UNSEEN not in player.hand and not builds:
        return []
    possible = [card for card in may_be(state, seat) if state.faces[card].buildable]
    actions: list[Action] = [("show", at, card) for at in builds for card in possible]
    if UNSEEN in player.hand:
        actions += [("build", card) for card in possible if card not in player.hand]
    return actions


def show_card(state: StarWarsState, action: Action) -> None:
    """Settle, in a proof, which card an unseen card under construction is."""
    building = state.players[state.seat_to_act].building
    _, counters, shown = building[action[1]]
    building[action[1]] = (action[2], counters, shown)


# Starting and paying a build (SW-7.1 to 7.6).


def build_card(state: StarWarsState, action: Action) -> None:
    """Put a card from the hand face down into the build zone, without payment (SW-7.1, 3.4)."""
    seat, card = state.seat_to_act, action[1]
    player = state.players[seat]
    player.hand.remove(card if card in player.hand else UNSEEN)
    player.building.append((card, 0, False))
    state.note("build_begun", "SW-7.1", seat, secret=True, card=card)


def add_counters(state: StarWarsState, action: Action) -> None:
    """Turn build points into the same number of counters, which never turn back (SW-7.2, 8.3, 8.5)."""
    seat, (_, count, at) = state.seat_to_act, action
    player = state.players[seat]
    card, counters, shown = player.building[at]
    player.build -= count
    player.building[at] = (card, counters + count, shown)
    facts = {"count": count, "counters": counters + count}
    state.note("counters_added", "SW-7.2", seat, secret=not shown, card=card, **facts)


# Completing (SW-7.4 to 7.12, 11.17 to 11.21, 13.1 to 13.3).


def list_completions(state: StarWarsState, seat: int, at: int) -> list[Action]:
    """Return the ways in which a unique card under construction can be completed now (SW-7.4, SW-R13)."""
    card, counters, _ = state.players[seat].building[at]
    unit, cost = own_unit_of(state, seat, card), counters_needed(state, card, seat)
    if unit is None:
        return [("complete", at)] if counters >= cost else []
    joined = [(f"complete_{way}", at) for way, needed in list_joinings(state, unit, card) if counters >= needed]
    return [*joined, ("complete_discard", at)] if counters >= cost else joined


def _take(state: StarWarsState, seat: int, at: int) -> int:
    """Turn a card under construction face up and remove its counters; extra ones are lost (SW-7.4, 7.6, SW-R13)."""
    return state.players[seat].building.pop(at)[0]


def complete_card(state: StarWarsState, action: Action) -> None:
    """Complete a card: deploy a unit, place a Location, put Equipment out, or carry out a Mission."""
    seat = state.seat_to_act
    card = _take(state, seat, action[1])
    player, face = state.players[seat], state.faces[card]
    if face.category == UNIT:  # a unit arrives untapped (SW-7.7, 4.4) and triggers its completion abilities
        unit = state.new_unit(seat, face.kind, card)
        state.note("completed.unit", "SW-7.7", seat, unit=card, arena=ARENAS[face.kind].capitalize())
        set_off(state, seat, card, "deployed", unit)
        check_units(state)
    elif face.category == LOCATION:
        _place(state, seat, card)
    elif face.category == EQUIPMENT:  # Equipment stays face up in the build zone (SW-7.10)
        player.gear.append(card)
        state.note("completed.equipment", "SW-7.10", seat, card=card)
    else:
        state.note("completed.mission", "SW-7.12", seat, card=card)
        state.call_arguments = Resolving(card, face.moments[MISSION][0], 0, seat, 0, 0, (), 0, True)


def _place(state: StarWarsState, seat: int, card: int) -> None:
    """Place a Location in its arena; a Location already there goes to its owner's discard pile (SW-7.9, 13.1, 13.2)."""
    place = state.faces[card].kind
    old = state.location(place)
    state.players[seat].locations.append(card)
    state.note("completed.location", "SW-7.9", seat, card=card, arena=ARENAS[place].capitalize())
    if old >= 0:
        owner = seat if old in state.players[seat].locations[:-1] else 1 - seat
        state.players[owner].locations.remove(old)
        state.players[owner].discard.append(old)
        state.note("location_replaced", "SW-13.2", owner, card=old)
    check_units(state)


def complete_joining(state: StarWarsState, action: Action) -> None:
    """Complete a card as the new top card of its unit, or beneath it (SW-11.18 to 11.20)."""
    seat = state.seat_to_act
    join_unit(state, seat, _take(state, seat, action[1]), on_top=action[0] == "complete_top")


def complete_discard(state: StarWarsState, action: Action) -> None:
    """Complete a card only to discard it, because the player already has its character in play (SW-11.4, SW-R37)."""
    seat = state.seat_to_act
    card = _take(state, seat, action[1])
    state.players[seat].discard.append(card)
    state.note("completed.discarded", "SW-11.4", seat, card=card)


def a_mission(state: StarWarsState) -> bool:
    """Return True if a Mission has just been completed and must be carried out."""
    return bool(state.call_arguments)


# Needs, and their repairs.


def replaced_location(state: StarWarsState, card: int) -> int:
    """Return the Location that completing a card would replace; -1 if there is none (SW-13.2)."""
    face = state.faces[card]
    return state.location(face.kind) if face.category == LOCATION else -1


def build_at(state: StarWarsState, seat: int, action: Action) -> tuple[int, int]:
    """Return the first card under construction in an action, and its counters."""
    card, counters, _ = state.players[seat].building[action[1]]
    return card, counters


def known_builds(kind: str, category: str = "") -> Tries[StarWarsState]:
    """Return the tries of one way to complete a card: one for each known card under construction.

    category : only cards of this category.
    """

    def every(state: StarWarsState, seat: int) -> list[Action]:
        cards = [state.game.cards[card] for card, _, _ in state.players[seat].building]
        known = [at for at, card in enumerate(cards) if not card.unseen]
        return [(kind, at) for at in known if not category or cards[at].category == category]

    return every


def _fill_up(state: StarWarsState, seat: int, action: Action) -> None:
    """Put enough counters on the card to complete it in any way."""
    card, _, shown = state.players[seat].building[action[1]]
    state.players[seat].building[action[1]] = (card, MOST_COUNTERS, shown)


def enough_counters(
    name: str, needed: Callable[[StarWarsState, int, int], int], clause: Clause[StarWarsState]
) -> kit.Requirement[StarWarsState]:
    """Return the requirement that the card under construction has the counters it needs.

    needed(state, seat, card) : returns the number of counters; 0 if the requirement does not apply to the card.
    """

    def holds(state: StarWarsState, seat: int, action: Action) -> bool:
        card, counters = build_at(state, seat, action)
        return counters >= needed(state, seat, card)

    return needs(
        name,
        clause,
        holds,
        _fill_up,
        card=lambda s, seat, a: s.name(build_at(s, seat, a)[0]),
        cost=lambda s, seat, a: build_cost(s, build_at(s, seat, a)[0], seat),
        counters=lambda s, seat, a: build_at(s, seat, a)[1],
        needed=lambda s, seat, a: needed(s, seat, build_at(s, seat, a)[0]),
        old=lambda s, seat, a: s.name(replaced_location(s, build_at(s, seat, a)[0])),
        top=lambda s, seat, a: s.name(stack_of(s, seat, build_at(s, seat, a)[0])[CARDS][0]),
    )


def _beneath_clause(state: StarWarsState, seat: int, action: Action) -> str:
    card, _ = build_at(state, seat, action)
    return joining_clause(state, stack_of(state, seat, card), card, on_top=False)


COUNTERS = enough_counters(
    "counters", lambda s, seat, card: counters_needed(s, card, seat) if replaced_location(s, card) < 0 else 0, "SW-7.4"
)
COUNTERS_TO_REPLACE = enough_counters(
    "counters_to_replace",
    lambda s, seat, card: counters_needed(s, card, seat) if replaced_location(s, card) >= 0 else 0,
    "SW-13.3",
)
COUNTERS_ON_TOP = enough_counters(
    "counters_on_top", lambda s, seat, card: price_on_top(s, stack_of(s, seat, card), card), "SW-11.19"
)
COUNTERS_BENEATH = enough_counters("counters_beneath", lambda s, seat, card: PRICE_BENEATH, _beneath_clause)
POINTS = needs(
    "points", "SW-7.2", lambda s, seat, a: a[1] <= s.players[seat].build, add_points, count=lambda s, seat, a: a[1]
)
COUNT: kit.Argument[StarWarsState] = kit.Argument(
    lambda s, seat, count: f"{count:d}",
    choices=lambda s, seat: list(range(1, s.players[seat].build + 2)),
    zone="building",
)
UNSEEN_BUILD = replace(BUILD_PLACE, choices=lambda s, seat: unseen_builds(s, seat) if s.open_chance else [])
BUILD_TO_COMPLETE = (BUILD_PLACE, UNDER_CONSTRUCTION)
BUILD_ALONE = (*BUILD_TO_COMPLETE, *of_build(with_clause("SW-7.4", IS_BUILDABLE), NO_OWN))
BUILD_BENEATH = (*BUILD_TO_COMPLETE, *of_build(with_clause("SW-11.7", IS_UNIT), *JOINS))
BUILD_ON_TOP = (*BUILD_BENEATH, *of_build(FITS_ON_TOP))
LATER_BUILD = (
    *BUILD_TO_COMPLETE,
    *of_build(with_clause("SW-11.4", IS_UNIT), COMES_LATER, with_clause("SW-11.4", OWN_THERE)),
)

in_build = kit.actions_with(when=IN_BUILD)
completing = kit.actions_with(clause="SW-7.5", words="completed", when=IN_BUILD, zone="building")

BUILD = in_build(
    "build", "SW-7.1", build_card, words="build begun", looks=build_begun, card=(HAND_CARD, IN_HAND, IS_BUILDABLE)
)
SHOW: kit.Kind[StarWarsState] = kit.action(
    "show", "SW-4.3", show_card, words="build begun", unseen=UNSEEN_BUILD, card=HAND_CARD
)
ADD = in_build(
    "add",
    "SW-7.2",
    add_counters,
    None,
    "counters",
    needs=(POINTS,),
    looks=counters_added,
    count=COUNT,
    build=BUILD_TO_COMPLETE,
)
COMPLETE = completing(
    "complete",
    do=complete_card,
    needs=(COUNTERS, COUNTERS_TO_REPLACE),
    tries=known_builds("complete"),
    looks=build_completed,
    build=BUILD_ALONE,
)
joining = partial(completing, do=complete_joining)
COMPLETE_TOP = joining(
    "complete_top",
    needs=(COUNTERS_ON_TOP,),
    tries=known_builds("complete_top", UNIT),
    looks=joined_on_top,
    build=BUILD_ON_TOP,
)
COMPLETE_UNDER = joining(
    "complete_under",
    needs=(COUNTERS_BENEATH,),
    tries=known_builds("complete_under", UNIT),
    looks=joined_beneath,
    build=BUILD_BENEATH,
)
COMPLETE_DISCARD = completing(
    "complete_discard",
    do=complete_discard,
    needs=(COUNTERS,),
    tries=known_builds("complete_discard", UNIT),
    looks=-5,
    build=LATER_BUILD,
)
