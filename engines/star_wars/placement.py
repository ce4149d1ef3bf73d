"""Chapter 5: the initial placement, a race to a total of exactly 30 (SW-5.4 to 5.15, 8.6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from engines.kernel.state import Action
from engines.kit import kit
from engines.legal.arguments import Tries, list_tries
from engines.legal.moments import in_phases
from engines.star_wars import repairs
from engines.star_wars.automatic import draw
from engines.star_wars.cards import UNIT
from engines.star_wars.heuristics import part_built, unit_deployed
from engines.star_wars.requirements import HAND_CARD, IN_HAND, IS_BUILDABLE, IS_UNIT, needs, stack_of, with_clause
from engines.star_wars.setup import PLACEMENT
from engines.star_wars.stacks import FITS_ON_TOP, JOINS, NO_OWN, PRICE_BENEATH, list_joinings
from engines.star_wars.state import ARENAS, CARDS, StarWarsState, own_unit_of
from engines.star_wars.values import price_on_top, setup_total

RACE = ("S7", "S8")
"""The steps in which the players take turns to place cards."""


def setup_limit(state: StarWarsState) -> int:
    """Return the total that a player must reach exactly (SW-5.8)."""
    return state.game.parameters["setup_total"]


def has_unit(state: StarWarsState, seat: int) -> bool:
    """Return True if the player has a unit card in hand (SW-R5)."""
    return any(state.faces[card].category == UNIT for card in state.players[seat].hand)


def list_deployments(state: StarWarsState, seat: int) -> list[Action]:
    """Return every way to deploy a unit from the hand so that the total stays within 30 (SW-5.10, 5.11, SW-R5)."""
    actions: list[Action] = []
    room = setup_limit(state) - setup_total(state, seat)
    if room <= 0:
        return actions
    for card in dict.fromkeys(state.players[seat].hand):
        face = state.faces[card]
        if face.category != UNIT:
            continue
        unit = own_unit_of(state, seat, card) if face.identity else None
        if unit is not None:
            actions += [(f"deploy_{way}", card) for way, rises in list_joinings(state, unit, card) if rises <= room]
        elif face.cost <= room:
            actions.append(("deploy", card))
    return actions


def fits_limit(state: StarWarsState, seat: int, action: Action) -> bool:
    """Return True if deploying the card in this way keeps the total within 30 (SW-5.10)."""
    kind, card = action
    total = setup_total(state, seat)
    return total < setup_limit(state) and total + rise_of_total(state, seat, card, kind == "deploy_top") <= setup_limit(
        state
    )


def rise_of_total(state: StarWarsState, seat: int, card: int, on_top: bool) -> int:
    """Return how much deploying the card would raise the setup total (SW-11.16)."""
    unit = own_unit_of(state, seat, card)
    if unit is None:
        return state.faces[card].cost
    return price_on_top(state, unit, card) if on_top else PRICE_BENEATH


def list_placements(state: StarWarsState) -> list[Action]:
    """Return, as actions, the possible placements: units that fit; if there are none, part-built cards (SW-5.10, 5.12).

    The list is empty if there is no unit card in hand, or if the total is exactly 30, so that the player is finished.
    """
    seat = state.seat_to_act
    fitting = list_deployments(state, seat)
    if fitting or not has_unit(state, seat) or setup_total(state, seat) >= setup_limit(state):
        return fitting
    hand = dict.fromkeys(state.players[seat].hand)
    return [("part_build", card) for card in hand if state.faces[card].buildable]


def first_placements(state: StarWarsState) -> list[Action]:
    """Return the deployments with which Dark may open; [] if there is no unit in the hand (SW-5.6, SW-R5)."""
    return [action for action in list_placements(state) if action[0] == "deploy"]


def deploy_unit(state: StarWarsState, action: Action) -> None:
    """Put a unit from the hand into its arena or its stack, face up and untapped; draw a card (SW-5.5, 5.10, 5.11).

    Abilities do not trigger before turn 1 (SW-R8). Clashes between the players are settled in the Battle phase
    (SW-5.15).
    """
    kind, card = action
    seat = state.seat_to_act
    player, face = state.players[seat], state.faces[card]
    player.hand.remove(card)
    if kind == "deploy":
        state.new_unit(seat, face.kind, card)
    else:
        unit = stack_of(state, seat, card)
        state.change(unit, cards=(card, *unit[CARDS]) if kind == "deploy_top" else (*unit[CARDS], card))
    if state.listener is not None:
        clause, arena = "SW-5.5" if kind == "deploy" else "SW-5.11", ARENAS[face.kind].capitalize()
        total = setup_total(state, seat)
        state.note(f"placed.{kind}", clause, seat, unit=card, arena=arena, total=total)
    _then_the_other(state, seat)
    draw(state, seat, 1, "SW-5.7" if state.step.name == "S6" else "SW-5.10")


def part_build(state: StarWarsState, action: Action) -> None:
    """Reveal a card, put it face down with the counters that are missing to 30, and draw (SW-5.12, 5.14, SW-R7)."""
    seat = state.seat_to_act
    player = state.players[seat]
    missing = setup_limit(state) - setup_total(state, seat)
    player.hand.remove(action[1])
    player.building.append((action[1], missing, True))
    state.note("part_built", "SW-5.12", seat, card=action[1], count=missing, total=setup_limit(state))
    _then_the_other(state, seat)
    draw(state, seat, 1, "SW-5.12")


def stop_placing(state: StarWarsState) -> None:
    """Record that a player stops below 30 because there is no unit card in hand (SW-R5)."""
    seat = state.seat_to_act
    _then_the_other(state, seat)
    if state.listener is not None and setup_total(state, seat) < setup_limit(state):
        state.note("stopped", "SW-R5", seat, total=setup_total(state, seat))


def _then_the_other(state: StarWarsState, seat: int) -> None:
    if state.step.name != "S9":
        state.placing = 1 - seat


def standing_of_setup(state: StarWarsState) -> str:
    """Return the status of the player who has just placed: "finished" at exactly 30 (SW-R6), "ahead" or "behind".

    "ahead" means a higher total than the other player's; an equal total is "behind" (SW-5.9).
    """
    seat = state.seat_to_act
    total = setup_total(state, seat)
    if total == setup_limit(state):
        return "finished"
    return "ahead" if total > setup_total(state, 1 - seat) else "behind"


# Needs, and their repairs.


def _in_setup(state: StarWarsState) -> bool:
    """Return True while the initial placement is under way."""
    return state.step.phase == "setup"


def _totals(state: StarWarsState, seat: int) -> Mapping[str, Any]:
    """Return both setup totals."""
    return {"total": setup_total(state, seat), "other": setup_total(state, 1 - seat)}


def _place_alone(state: StarWarsState, seat: int, action: Action) -> None:
    """Move to the step in which this player completes the initial placement alone."""
    repairs.move_to_step(state, "S9")
    state.turn, state.placing = 0, seat


def _add_unit(state: StarWarsState, seat: int, action: Action) -> None:
    """Put a unit into the hand."""
    state.players[seat].hand.append(repairs.plain_unit(state, 0))


def _leave_no_unit_that_fits(state: StarWarsState, seat: int, action: Action) -> None:
    """Leave only this card and one unit in hand, and a total 1 below the limit, so that no unit fits."""
    player, plain = state.players[seat], repairs.plain_unit(state, 0)
    player.hand = [action[1], plain]
    for zone in player.units:
        zone.clear()
    player.building[:] = [(plain, setup_limit(state) - 1, False)]


def _make_fit(state: StarWarsState, seat: int, action: Action) -> None:
    """Remove other units, then part-built cards, until the total leaves room for this card."""
    player = state.players[seat]
    player.building.clear()
    kept = own_unit_of(state, seat, action[1])
    for zone in player.units:
        for unit in zone[:]:
            if unit != kept and not fits_limit(state, seat, action):
                zone.remove(unit)


def _unique_cards(kind: str) -> Tries[StarWarsState]:
    """Return the tries of deploying a card into a stack: one for each unique unit in hand."""
    every = list_tries(kind, HAND_CARD)
    return lambda state, seat: [action for action in every(state, seat) if state.faces[action[1]].identity]


needs_in_setup = partial(
    needs,
    sum=lambda s, seat, a: setup_total(s, seat),
    after=lambda s, seat, a: setup_total(s, seat) + rise_of_total(s, seat, a[1], a[0] == "deploy_top"),
    limit=lambda s, seat, a: setup_limit(s),
    fitting=lambda s, seat, a: s.name(list_deployments(s, seat)[0][1]),
)
HAS_UNIT = needs_in_setup("has_unit", "SW-R5", lambda s, seat, a: not _in_setup(s) or has_unit(s, seat), _add_unit)
BELOW_LIMIT = needs_in_setup(
    "below_limit",
    "SW-5.8",
    lambda s, seat, a: not _in_setup(s) or setup_total(s, seat) < setup_limit(s),
    _leave_no_unit_that_fits,
)
NOTHING_FITS = needs_in_setup(
    "nothing_fits",
    "SW-5.12",
    lambda s, seat, a: not _in_setup(s) or not list_deployments(s, seat),
    _leave_no_unit_that_fits,
)
FITS = needs_in_setup("fits", "SW-5.10", lambda s, seat, a: not _in_setup(s) or fits_limit(s, seat, a), _make_fit)
TO_DEPLOY = (HAND_CARD, with_clause("SW-5.5", IN_HAND), with_clause("SW-5.5", IS_UNIT))
TO_JOIN = (*TO_DEPLOY, *JOINS)

OWN_PLACEMENT = kit.Over("own_placement", "SW-5.9", lambda s, seat: kit.asked(s, seat, *RACE), _totals)
OTHERS_PLACEMENT = kit.Over(
    "others_placement", "SW-5.9", lambda s, seat: s.step.name in RACE and not kit.asked(s, seat), _totals
)
PLACED = kit.Over("placement", "SW-5.13", in_phases("ready", "command", "battle", "unit", "end"))
IN_PLACEMENT = kit.Moment(
    "placement", lambda s, seat: kit.asked(s, seat, *PLACEMENT), (PLACED, OTHERS_PLACEMENT), _place_alone
)
placing = kit.actions_with(when=IN_PLACEMENT)
joining = kit.actions_with(clause="SW-5.11", do=deploy_unit, when=IN_PLACEMENT, needs=(FITS,), zone="hand")

DEPLOY = placing(
    "deploy", "SW-5.5", deploy_unit, "S7", "first unit", needs=(FITS,), looks=unit_deployed, card=(*TO_DEPLOY, NO_OWN)
)
DEPLOY_TOP = joining(
    "deploy_top", tries=_unique_cards("deploy_top"), looks=9, card=(*TO_JOIN, with_clause("SW-11.15", FITS_ON_TOP))
)
DEPLOY_UNDER = joining("deploy_under", tries=_unique_cards("deploy_under"), looks=8, card=TO_JOIN)
PART_BUILD = placing(
    "part_build",
    "SW-5.12",
    part_build,
    words="part-built card",
    needs=(HAS_UNIT, BELOW_LIMIT, NOTHING_FITS),
    looks=part_built,
    card=(HAND_CARD, IN_HAND, IS_BUILDABLE),
)
