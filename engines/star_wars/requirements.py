"""What the rules ask before an action is legal: the test, its clause, and what would make it true.

The tests are the functions that list the legal actions, so a rule is not written twice. The words stand in
`words.en.toml` under fact.<requirement>.yes / .no and repair.<requirement>. A requirement about a moment (the total in
setup, the bids of a contest, the unit whose turn it is) is not in question at other moments, and then counts as met.
"""

from __future__ import annotations

from typing import Any

from engines.core.reasons import Requirement, worded
from engines.core.state import Action
from engines.star_wars import building, combat, effects, repairs, setup, stacks
from engines.star_wars.authoring import BATTLE, MISSION, UNIT
from engines.star_wars.state import ARENAS, CARDS, DAMAGE, RETREATED, TAPPED, Bidding, Next, StarWarsState, Unit
from engines.star_wars.values import setup_total


def facts(state: StarWarsState, seat: int, action: Action) -> dict[str, Any]:
    """Return the facts that sentences about an action may use: names, figures, turns."""
    kind, player = state.game.kinds[action[0]], state.players[seat]
    known: dict[str, Any] = {"turn": state.turn, "step": state.step.title}
    known |= {"force": player.force, "points": player.build}
    for name, value in zip(kind.arguments, action[1:], strict=True):
        if name in ("card", "exchanged", "beneath", "gear", "build"):
            if name == "build" and value >= len(player.building):
                continue
            card = player.building[value][0] if name == "build" else value
            known |= {
                "card": state.name(card),
                "category": state.game.cards[card].category.capitalize(),
                "cost": state.faces[card].cost,
            }
            if name == "build":
                known["counters"] = player.building[value][1]
        elif name in ("unit", "target"):
            known |= _unit_facts(state, name, value)
        elif name in ("count", "total"):
            known[name] = value
        elif name == "die":
            known["die"] = value + 1
    if 0 <= state.arena < RETREATED:
        known["arena"] = ARENAS[state.arena].capitalize()
    return known


def _unit_facts(state: StarWarsState, name: str, unit_id: int) -> dict[str, Any]:
    found = state.find(unit_id)
    if found is None:
        return {name: "That unit"}
    _, place, unit = found
    where = "in the build zone" if place == RETREATED else f"in the {ARENAS[place].capitalize()} arena"
    return {name: state.name(unit[CARDS][0]), f"{name}_where": where, "damage": unit[DAMAGE]}


needs = worded(facts)


def in_setup(state: StarWarsState) -> bool:
    """Return True while the initial placement is going on."""
    return state.step.phase == "setup"


def bids(state: StarWarsState) -> tuple[int, int]:
    """Return the bids of the contest that is open, (-1, -1) without one."""
    return state.local.bids if type(state.local) is Bidding else (-1, -1)


def units_next(state: StarWarsState) -> tuple[int, ...]:
    """Return the units that may act now, () while no unit's turn is being settled."""
    return state.local.units if type(state.local) is Next else ()


def card_of(state: StarWarsState, seat: int, action: Action) -> int:
    """Return the card of an action: one in hand, or the one under construction that is completed."""
    if action[0].startswith("complete"):
        return state.players[seat].building[action[1]][0]
    return int(action[1])


def own_stack(state: StarWarsState, seat: int, action: Action) -> Unit:
    """Return the player's unit of the card's identity, which is known to be there."""
    unit = stacks.own_unit_of(state, seat, card_of(state, seat, action))
    assert unit is not None
    return unit


def _stack_facts(state: StarWarsState, seat: int, action: Action) -> dict[str, Any]:
    card = card_of(state, seat, action)
    unit = stacks.own_unit_of(state, seat, card)
    if unit is None:
        return {"top": "", "top_cost": 0, "cards": 0, "most": 0}
    top = unit[CARDS][0]
    most = state.game.parameters["stack"]
    return {"top": state.name(top), "top_cost": state.faces[top].cost, "cards": len(unit[CARDS]), "most": most}


# The hand.


def in_hand(clause: str) -> Requirement:
    """The card is in the player's hand."""
    return needs("in_hand", clause, lambda s, seat, a: a[1] in s.players[seat].hand, repairs.into_hand, essential=True)


def is_unit(clause: str) -> Requirement:
    """The card is a unit."""
    return needs("is_unit", clause, lambda s, seat, a: s.faces[card_of(s, seat, a)].category == UNIT, essential=True)


def is_buildable(clause: str) -> Requirement:
    """The card has a build cost; Battle cards have none."""
    return needs("is_buildable", clause, lambda s, seat, a: s.faces[card_of(s, seat, a)].buildable, essential=True)


ONE_USE = needs("one_use", "SW-5.3", lambda s, seat, a: s.faces[a[1]].category in (BATTLE, MISSION), essential=True)
HAS_ONE_USE = needs(
    "has_one_use", "SW-5.3", lambda s, seat, a: bool(setup.exchangeable(s, seat)), repairs.a_one_use_card
)
ONE_EXCHANGED = needs(
    "one_exchanged",
    "SW-R4",
    lambda s, seat, a: s.step.name != "EXCHANGE" or s.local.discarded > 0,
    repairs.one_exchanged,
)
ANY_NUMBER = needs("any_number", "SW-10.1", lambda s, seat, a: s.step.name != "DICE" or effects.dice_wanted(s) is None)

# Initial placement and stacks.

BELOW_LIMIT = needs(
    "below_limit",
    "SW-5.8",
    lambda s, seat, a: not in_setup(s) or setup_total(s, seat) < setup.limit(s),
    repairs.nothing_deployable,
    more=lambda s, seat, a: {"sum": setup_total(s, seat), "limit": setup.limit(s)},
)
HAS_UNIT = needs(
    "has_unit",
    "SW-R5",
    lambda s, seat, a: not in_setup(s) or setup.has_unit(s, seat),
    repairs.a_unit_in_hand,
    more=lambda s, seat, a: {"limit": setup.limit(s)},
)
NOTHING_FITS = needs(
    "nothing_fits",
    "SW-5.12",
    lambda s, seat, a: not in_setup(s) or not setup.deployments(s, seat),
    repairs.nothing_deployable,
)
FITS = needs(
    "fits",
    "SW-5.10",
    lambda s, seat, a: not in_setup(s) or setup.fits(s, seat, a),
    repairs.room_below_limit,
    more=lambda s, seat, a: {
        "sum": setup_total(s, seat),
        "limit": setup.limit(s),
        "after": setup_total(s, seat) + setup.rise(s, seat, a[1], a[0] == "deploy_top"),
    },
)
NO_OWN = needs(
    "no_own",
    "SW-11.4",
    lambda s, seat, a: stacks.own_unit_of(s, seat, card_of(s, seat, a)) is None,
    repairs.no_own_unit_of_it,
    essential=True,
    more=_stack_facts,
)
UNIQUE = needs("unique", "SW-11.7", lambda s, seat, a: bool(s.faces[card_of(s, seat, a)].identity), essential=True)
OWN_THERE = needs(
    "own_there",
    "SW-11.5",
    lambda s, seat, a: stacks.own_unit_of(s, seat, card_of(s, seat, a)) is not None,
    repairs.own_unit_there,
    essential=True,
    more=_stack_facts,
)
ROOM = needs(
    "room",
    "SW-11.8",
    lambda s, seat, a: stacks.has_room(s, own_stack(s, seat, a)),
    repairs.room_in_stack,
    more=_stack_facts,
)
NEW_VERSION = needs(
    "new_version",
    "SW-11.9",
    lambda s, seat, a: stacks.is_new_version(s, own_stack(s, seat, a), card_of(s, seat, a)),
    repairs.other_version,
    more=_stack_facts,
)


def fits_on_top(clause: str) -> Requirement:
    """The card costs at least as much as the present top card."""
    return needs(
        "fits_on_top",
        clause,
        lambda s, seat, a: stacks.fits_on_top(s, own_stack(s, seat, a), card_of(s, seat, a)),
        repairs.cheap_top,
        essential=True,
        more=_stack_facts,
    )


JOINS = (UNIQUE, OWN_THERE, ROOM, NEW_VERSION)

# The build step and the retreat step.

UNDER_CONSTRUCTION = needs(
    "under_construction",
    "SW-7.2",
    lambda s, seat, a: 0 <= a[-1] < len(s.players[seat].building),
    essential=True,
)
GEAR_THERE = needs("gear_there", "SW-R15", lambda s, seat, a: a[1] in s.players[seat].gear, repairs.gear_ready)
IS_BENEATH = needs(
    "is_beneath",
    "SW-11.22",
    lambda s, seat, a: stacks.stack_with(s, seat, a[1]) is not None,
    essential=True,
)

POINTS = needs("points", "SW-7.2", lambda s, seat, a: a[1] <= s.players[seat].build, repairs.more_points)


def _needed(state: StarWarsState, seat: int, action: Action) -> int:
    card = card_of(state, seat, action)
    if action[0] == "complete_top":
        return stacks.price_on_top(state, own_stack(state, seat, action), card)
    if action[0] == "complete_under":
        return stacks.PRICE_BENEATH
    return building.price(state, card)


def _counters_clause(state: StarWarsState, seat: int, action: Action) -> str:
    card = card_of(state, seat, action)
    face = state.faces[card]
    if action[0] in ("complete_top", "complete_under"):
        return stacks.joining_clause(state, own_stack(state, seat, action), card, action[0] == "complete_top")
    replaces = face.category == "location" and state.locations[face.kind][0] >= 0
    return "SW-13.3" if replaces else "SW-7.4"


COUNTERS = needs(
    "counters",
    _counters_clause,
    lambda s, seat, a: s.players[seat].building[a[1]][1] >= _needed(s, seat, a),
    repairs.more_counters,
    more=lambda s, seat, a: {"needed": _needed(s, seat, a)},
)


def mine(clause: str, at: int = 1) -> Requirement:
    """The unit is the player's."""
    return needs(
        "mine",
        clause,
        lambda s, seat, a: _owner(s, a[at]) == seat,
        essential=True,
        more=lambda s, seat, a: {"unit": _unit_facts(s, "unit", a[at])["unit"]},
    )


def _owner(state: StarWarsState, unit_id: int) -> int:
    found = state.find(unit_id)
    return -1 if found is None else found[0]


def _zone(state: StarWarsState, unit_id: int) -> int:
    return state.there(unit_id)[1]


IS_RETREATED = needs("is_retreated", "SW-7.8", lambda s, seat, a: _zone(s, a[1]) == RETREATED, repairs.retreated)


def in_arena(clause: str) -> Requirement:
    """The unit is in its arena, not retreated."""
    return needs("in_arena", clause, lambda s, seat, a: _zone(s, a[1]) != RETREATED, repairs.in_arena, essential=True)


UNTAPPED = needs("untapped", "SW-7.13", lambda s, seat, a: not s.there(a[1])[2][TAPPED], repairs.untapped)
ELIGIBLE = needs(
    "eligible",
    "SW-13.4",
    lambda s, seat, a: building.may_wear(s, a[1], s.there(a[2])[2]),
    repairs.wearer,
    more=lambda s, seat, a: {"kinds": " or ".join(ARENAS[kind].capitalize() for kind in sorted(s.faces[a[1]].equips))},
)
EQUIP_COST = needs(
    "equip_cost",
    "SW-8.7",
    lambda s, seat, a: building.can_pay_equip(s, seat, a[1]),
    repairs.pays_equip,
    more=lambda s, seat, a: {"price": _equip_price(s, a[1])},
)


def _equip_price(state: StarWarsState, card: int) -> str:
    face = state.faces[card]
    count, noun = (face.equip_points, "build point") if face.equip_points else (face.equip_force, "Force point")
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _reorder_cost(state: StarWarsState, seat: int, action: Action) -> int:
    unit = stacks.stack_with(state, seat, action[1])
    assert unit is not None
    return stacks.reorder_price(state, unit, action[1])


REORDER_POINTS = needs(
    "reorder_points",
    "SW-11.23",
    lambda s, seat, a: _reorder_cost(s, seat, a) <= s.players[seat].build,
    repairs.more_for_reorder,
    more=lambda s, seat, a: {"needed": _reorder_cost(s, seat, a)},
)
REORDER_LIMIT = needs(
    "reorder_limit",
    "SW-R43",
    lambda s, seat, a: s.reorders < s.game.parameters["reorders"],
    repairs.fewer_reorders,
    more=lambda s, seat, a: {"changes": s.reorders, "most": s.game.parameters["reorders"]},
)

# Contests.

CAN_PAY_BID = needs("can_pay_bid", "SW-12.5", lambda s, seat, a: a[1] <= s.players[seat].force, repairs.more_force)
HIGHER = needs(
    "higher",
    "SW-12.4",
    lambda s, seat, a: a[1] > max(bids(s)),
    repairs.lower_bids,
    more=lambda s, seat, a: {"highest": max(0, *bids(s))},
)

# Arena battles.

TIED = needs("tied", "SW-9.3", lambda s, seat, a: s.step.name != "A8" or a[1] in units_next(s), repairs.is_next)
ITS_TURN = needs(
    "its_turn",
    "SW-9.3",
    lambda s, seat, a: s.step.name != "U1" or units_next(s) == (a[1],),
    repairs.is_next,
    more=lambda s, seat, a: {"next": _unit_facts(s, "unit", (*units_next(s), 0)[0])["unit"]},
)
RIVALS = needs("rivals", "SW-9.10", lambda s, seat, a: _owner(s, a[2]) == 1 - seat, essential=True)
SAME_ARENA = needs("same_arena", "SW-9.10", lambda s, seat, a: _zone(s, a[2]) == _zone(s, a[1]), repairs.same_arena)

# Windows.

IS_BATTLE_CARD = needs("is_battle_card", "SW-10.3", lambda s, seat, a: s.faces[a[1]].category == BATTLE, essential=True)


def _moments(state: StarWarsState, action: Action) -> dict[str, tuple[int, ...]]:
    card = state.there(action[1])[2][CARDS][0] if action[0] == "use" else action[1]
    return state.faces[card].moments


def _here(state: StarWarsState, action: Action) -> str:
    """Return the window that is open, or else the one in which the card or ability works."""
    moments = _moments(state, action)
    return combat.WINDOW.get(state.step.name) or next(m for m in combat.WINDOW.values() if m in moments)


def _window_facts(state: StarWarsState, seat: int, action: Action) -> dict[str, Any]:
    own = [moment[-1] for moment in combat.WINDOW.values() if moment in _moments(state, action)]
    return {"window": _here(state, action)[-1], "fitting": " or ".join(own)}


RIGHT_WINDOW = needs(
    "right_window",
    "SW-2.15",
    lambda s, seat, a: _here(s, a) in _moments(s, a),
    repairs.right_window,
    essential=True,
    more=_window_facts,
)
OWN_BATTLER = needs(
    "own_battler",
    "SW-R29",
    lambda s, seat, a: s.battle is None or combat.has_its_unit(s, seat, a[1], _here(s, a)),
    repairs.own_battling_unit,
)
IN_ROLE = needs(
    "in_role",
    "SW-2.15",
    lambda s, seat, a: s.battle is None or combat.in_role(s, seat, a[1], _here(s, a)),
    repairs.own_battling_unit,
)
FORCE_COST = needs(
    "force_cost", "SW-8.1", lambda s, seat, a: s.faces[a[1]].cost <= s.players[seat].force, repairs.force_for_card
)
HAS_ABILITY = needs(
    "has_ability",
    "SW-10.1",
    lambda s, seat, a: any(moment in _moments(s, a) for moment in combat.WINDOW.values()),
    essential=True,
)


def _there(state: StarWarsState, action: Action) -> tuple[int, Unit]:
    _, place, unit = state.there(action[1])
    return place, unit


WORKS_THERE = needs(
    "works_there",
    "SW-4.10",
    lambda s, seat, a: combat.works_there(s, *_there(s, a), _here(s, a)),
    repairs.where_it_works,
)
BATTLING = needs(
    "battling",
    "SW-10.1",
    lambda s, seat, a: s.battle is None or combat.is_battling_enough(s, _there(s, a)[1], _here(s, a)),
    repairs.this_unit_battling,
)


def _ability_price(state: StarWarsState, action: Action) -> int:
    return combat.ability_price(state, _there(state, action)[1][CARDS][0], _here(state, action))


ABILITY_COST = needs(
    "ability_cost",
    "SW-10.1",
    lambda s, seat, a: _ability_price(s, a) <= s.players[seat].force,
    repairs.force_for_ability,
    more=lambda s, seat, a: {"cost": _ability_price(s, a)},
)
NOT_USED = needs(
    "not_used", "SW-10.1", lambda s, seat, a: not combat.used_up(s, _there(s, a)[1], _here(s, a)), repairs.not_used
)

# Choices of effects.


def _clause(state: StarWarsState, seat: int, action: Action) -> str:
    return effects.clause(state)


def _asks_for(what: str) -> Requirement:
    return needs(
        f"asks_{what}",
        _clause,
        lambda s, seat, a: effects.arguments_here(s)[1]["what"] == what,
        essential=True,
        more=lambda s, seat, a: {"source": s.name(s.local.card)},
    )


ASKS_UNIT, ASKS_BUILD = _asks_for("unit"), _asks_for("build")


def _wanted_side(state: StarWarsState, seat: int) -> int:
    return seat if effects.arguments_here(state)[1]["whose"] == "own" else 1 - seat


RIGHT_SIDE = needs(
    "right_side",
    _clause,
    lambda s, seat, a: (a[1][0] if isinstance(a[1], tuple) else _owner(s, a[1])) == _wanted_side(s, seat),
    essential=True,
    more=lambda s, seat, a: {"source": s.name(s.local.card)},
)
IN_REACH = needs(
    "in_reach",
    _clause,
    lambda s, seat, a: effects.in_reach(_zone(s, a[1]), effects.arguments_here(s)[1]),
    repairs.within_reach,
    more=lambda s, seat, a: {"source": s.name(s.local.card)},
)
DIE_FREE = needs("die_free", _clause, lambda s, seat, a: a in effects.dice_choices(s), repairs.no_dice_yet)
